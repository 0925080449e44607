// Positions and tables as Python gives them, made into what the kernel works on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "core/move.hpp"
#include "core/game.hpp"

namespace bingo {

namespace nb = nanobind;

using Integers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Hands = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// From the rest of the trump suit's tables, those over sets of tiles.
inline void fill_sevens(Trump& t) {
    std::array<Mask, kTiles> forced{}, caught{};
    for (std::size_t led = 0; led < kTiles; ++led) {
        for (const Mask tiles : t.classes[led])  // all but the last class, which is everything
            if ((tiles | Mask{1} << led) != (Mask{1} << kTiles) - 1) forced[led] |= tiles & ~t.beats[1][led];
        for (Mask m = t.classes[led][0] & t.beats[1][led]; m; m &= m - 1) caught[at(lowest(m))] |= Mask{1} << led;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        t.beats_all[i][0] = ~Mask{0};
        for (std::size_t set = 1; set < 128; ++set) {
            const std::size_t less = set & (set - 1), k = 7 * i + at(lowest(static_cast<Mask>(set)));
            t.some_beats[i][set] = t.some_beats[i][less] | t.beaten[k];
            t.beats_all[i][set] = t.beats_all[i][less] & t.beats[1][k];
            t.forces[i][set] = t.forces[i][less] | forced[k];
            t.catches[i][set] = t.catches[i][less] | caught[k];
            const int nth = std::popcount(t.doubles & ((Mask{1} << k) - 1));
            t.nth_double[i][set] = t.nth_double[i][less] | Mask{has(t.doubles, static_cast<int>(k))} << nth;
            t.worth[i][set] = t.worth[i][less] + t.points[k] + (1 << 16);
        }
    }
}

inline Tables load_tables(const Integers& trumps, const Integers& scoring) {
    Tables t{};
    if (scoring.size() * sizeof(std::int32_t) != sizeof(Scoring)) throw std::invalid_argument("scoring: wrong length");
    if (trumps.size() != 7 * kTiles * (5 + kClasses)) throw std::invalid_argument("trumps: wrong length");
    std::copy_n(scoring.data(), scoring.size(), reinterpret_cast<std::int32_t*>(&t.scoring));
    for (std::size_t suit = 0; suit < 7; ++suit) {
        Trump& trump = t.trump[suit];
        int bingo = 0, top = 0;
        for (std::size_t k = 0; k < kTiles; ++k) {
            const std::int32_t* row = trumps.data() + (suit * kTiles + k) * (5 + kClasses);
            const int tile = row[0];
            trump.tile[k] = tile;
            trump.number[static_cast<std::size_t>(tile)] = static_cast<std::int32_t>(k);
            trump.points[k] = row[1];
            trump.beats[0][k] = static_cast<Mask>(row[2]);
            trump.beats[1][k] = static_cast<Mask>(row[3]);
            if (row[4]) trump.doubles |= Mask{1} << k;
            for (std::size_t c = 0; c < kClasses; ++c) trump.classes[k][c] = static_cast<Mask>(row[5 + c]);
            if (tile == 0) bingo = static_cast<int>(k);
            if (tile == static_cast<int>(suit * (suit + 3) / 2)) top = static_cast<int>(k);
        }
        for (std::size_t led = 0; led < kTiles; ++led)
            for (Mask m = trump.beats[1][led]; m; m &= m - 1)
                trump.beaten[at(lowest(m))] |= Mask{1} << led;
        fill_sevens(trump);
        trump.bingo = Mask{1} << bingo;
        trump.top = Mask{1} << top;
        for (std::size_t end = 0; end < 7; ++end) {
            const std::size_t high = std::max(end, suit), low = std::min(end, suit);
            trump.trumps |= Mask{1} << trump.number[high * (high + 1) / 2 + low];
        }
        trump.pair = suit && t.scoring.capture ? trump.bingo | trump.top : 0;
    }
    const auto& s = t.scoring;
    for (std::size_t n = 2; n < 8; ++n) {
        // Declaring again, every double led can bring what is still held; else groups share the doubles.
        auto& most = t.most_declared;
        for (std::size_t k = 2; k <= n; ++k)
            most[n] = std::max(most[n], s.worth[k] + (s.redeclare ? s.bingo_bonus + most[n - 1] : most[n - k]));
    }
    if (!s.redeclare)
        for (std::size_t n = 2; n < 8; ++n) t.most_declared[n] += s.bingo_bonus;
    return t;
}

inline int integer(nb::handle h) { return nb::cast<int>(h); }

// Reads a Position (solver/game/position.py) attribute by attribute.
class Reader {
  public:
    explicit Reader(const Tables& tables) : tables_(tables) {}

    Root operator()(nb::handle position) const {
        Root root{};
        root.deal.suit = integer(position.attr("trump"));
        const Trump& t = *(root.deal.trump = &tables_.trump.at(at(root.deal.suit)));
        Node& n = root.node;
        n.leader = static_cast<std::int8_t>(integer(position.attr("leader")));
        root.stage = integer(position.attr("stage"));
        root.pending = integer(position.attr("pending"));
        root.led = number(t, position.attr("led"));
        root.won_with = number(t, position.attr("won_with"));
        nb::object hands = position.attr("hands"), points = position.attr("points"), tricks = position.attr("tricks"),
                   declared = position.attr("declared"), carried = position.attr("carried");
        for (int p = 0; p < 2; ++p) {
            n.hand[p] = renumber(t, nb::cast<Mask>(hands[p]));
            const int won = integer(tricks[p]), shown = integer(declared[p]);
            if (won) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            n.counted[p] = static_cast<std::int16_t>(integer(points[p]) + (won ? shown : 0));
            n.waiting[p] = static_cast<std::int16_t>(won ? 0 : shown);
            root.deal.carried[p] = integer(carried[p]);
        }
        if (root.led >= 0) n.hand[n.leader] |= bit(root.led);  // where a led tile stays until the reply
        Mask out = n.hand[0] | n.hand[1];
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[n.leader]));
        load_boneyard(root, position, out);
        Mask spent = renumber(t, nb::cast<Mask>(position.attr("shown")));
        if (tables_.scoring.redeclare) spent = 0;
        n.declarable = out & t.doubles & ~spent;
        for (Mask m = out; m; m &= m - 1) n.rest = static_cast<std::int16_t>(n.rest + t.points[at(lowest(m))]);
        if (n.closer < 0) n.rest = static_cast<std::int16_t>(n.rest + tables_.scoring.last_trick);
        return root;
    }

    // A position of which the other hand does not matter: it may hold any double that was not declared.
    Root any_hand(nb::handle position) const {
        Root root = (*this)(position);
        const Trump& t = *root.deal.trump;
        const Mask spent = tables_.scoring.redeclare ? 0 : renumber(t, nb::cast<Mask>(position.attr("shown")));
        root.node.declarable = t.doubles & ~spent;
        return root;
    }

    // Sets of tiles in kernel numbers.
    std::vector<Mask> numbers(const Root& root, const Hands& hands) const {
        std::vector<Mask> out;
        for (std::size_t i = 0; i < hands.size(); ++i) out.push_back(renumber(*root.deal.trump, hands.data()[i]));
        return out;
    }

    // Rows of (declared doubles, tile led; -1: none).
    std::vector<Move> moves(const Root& root, const Integers& rows) const {
        std::vector<Move> out;
        for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
            const int tile = rows.data()[i + 1];
            const Mask declared = renumber(*root.deal.trump, static_cast<Mask>(rows.data()[i]));
            out.push_back({declared, tile < 0 ? -1 : root.deal.trump->number.at(at(tile))});
        }
        return out;
    }

  private:
    static int number(const Trump& t, nb::handle tile) {
        return tile.is_none() ? -1 : t.number.at(at(integer(tile)));
    }

    static Mask renumber(const Trump& t, Mask tiles) {
        Mask numbers = 0;
        for (; tiles; tiles &= tiles - 1) numbers |= Mask{1} << t.number.at(at(lowest(tiles)));
        return numbers;
    }

    // Stock or closing; adds the tiles still to be drawn to `out`.
    void load_boneyard(Root& root, nb::handle position, Mask& out) const {
        Node& n = root.node;
        n.closer = -1;
        nb::object closed = position.attr("closed");
        if (!closed.is_none()) {
            n.closer = static_cast<std::int8_t>(integer(closed.attr("by")));
            const int points = integer(closed.attr("points")), tricks = integer(closed.attr("tricks"));
            const Scoring& s = tables_.scoring;
            const bool nothing = s.no_points ? points == 0 : tricks == 0;
            if (s.judged_at_close) n.close_win = nothing ? 3 : points < s.low ? 2 : 1;
            if (s.failed == kNoTrickAtClose) n.close_fail = tricks ? 2 : 3;
            return;
        }
        nb::object turned = position.attr("turned");
        if (turned.is_none()) return;
        n.open = 1;
        Deal& deal = root.deal;
        for (nb::handle tile : position.attr("stock")) {
            if (deal.stock_size >= 13) throw std::invalid_argument("more than 13 face-down tiles");
            deal.stock[deal.stock_size++] = number(*deal.trump, tile);
        }
        deal.stock[deal.stock_size++] = number(*deal.trump, turned);
        if (deal.stock_size % 2) throw std::invalid_argument("an even number of face-down tiles");
        for (int i = 0; i < deal.stock_size; ++i) out |= bit(deal.stock[i]);
    }

    const Tables& tables_;
};

}  // namespace bingo
