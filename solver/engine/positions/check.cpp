#include "positions/check.hpp"

#include <algorithm>

#include "core/tiles.hpp"
#include "core/turns.hpp"
#include "positions/sharing.hpp"

namespace bingo {
namespace {

constexpr Mask kDoubles = 1u | 1u << 2 | 1u << 5 | 1u << 9 | 1u << 14 | 1u << 20 | 1u << 27;  // by tile index

class Checker {
  public:
    Checker(const ParsedLine& line, const Tables& tables, Position& out)
        : line_(line), s_(tables.scoring), tables_(tables), t_(tables.trump.data()), out_(out) {}

    bool operator()(bool either_end) {
        open_ = line_.open();
        if (!trump(either_end)) return false;
        t_ = &tables_.trump[at(suit_)];
        if (!won() || !sizes() || !tricks() || !stock() || !closed() || !lead()) return false;
        for (const int p : {0, 1})
            if (!declared(p) || !room(p) || !pending(p)) return false;
        if (s_.mode != kPoints && (line_.carried[0] || line_.carried[1])) return false;
        return !over() && first() && points();
    }

    void fill() {
        Root& r = out_.root;
        r = Root{};
        r.deal.trump = t_;
        r.deal.suit = suit_;
        r.led = line_.led < 0 ? -1 : t_->number[at(line_.led)];
        r.won_with = -1;
        r.pending = side(0).pending + side(1).pending;
        std::copy_n(line_.carried, 2, r.deal.carried);
        Node& n = r.node;
        n.leader = static_cast<std::int8_t>(line_.lead);
        for (int p = 0; p < 2; ++p) {
            const int counted = card_points(p);
            n.hand[p] = numbers(line_.sides[at(p)].hand);
            if (out_.tricks[p]) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            n.counted[p] = static_cast<std::int16_t>(counted);
            n.waiting[p] = static_cast<std::int16_t>(out_.points[p] + out_.declared[p] - counted);
        }
        if (r.led >= 0) n.hand[n.leader] |= bit(r.led);
        Mask out = n.hand[0] | n.hand[1];
        n.size = static_cast<std::int8_t>(size_);
        n.open = open_;
        n.closer = -1;
        if (line_.closed) {
            n.close(line_.closed_by, line_.closed_points, line_.closed_tricks > 0, s_);
        } else if (open_) {
            Deal& deal = r.deal;
            for (int i = 0; i < line_.stock_size; ++i) deal.stock[deal.stock_size++] = t_->number[at(line_.stock[i])];
            if (!line_.has_stock) deal.stock_size = kBoneyard - 1 - 2 * total_;
            deal.stock[deal.stock_size++] = t_->number[at(line_.turned)];
            for (int i = 0; i < deal.stock_size; ++i) out |= bit(deal.stock[i]);
        }
        const Mask lying = line_.sides[0].hand | line_.sides[1].hand | tile_set(line_.led);
        const Mask hidden = side(1).has_hand ? 0 : kAllTiles & ~line_.placed;
        out_.shown = numbers((line_.sides[0].shown & lying) | (line_.sides[1].shown & (lying | hidden)));
        out_.closed_points = line_.closed_points;
        out_.closed_tricks = line_.closed_tricks;
        if (line_.hides()) out = kAllTiles;
        n.declarable = out & t_->doubles & ~(s_.redeclare ? 0 : out_.shown);
        n.count_rest(out, *t_, s_.last_trick);
        if (line_.led >= 0)
            r.stage = kReplyStage;
        else
            next_stage(Game(tables_), r, kClaimStage);
    }

  private:
    const ParsedSide& side(int player) const { return line_.sides[at(player)]; }

    int card_points(int p) const { return out_.points[p] + (out_.tricks[p] ? out_.declared[p] : 0); }

    Mask numbers(Mask tiles) const { return tile_numbers(tiles, *t_); }

    bool trump(bool either_end) {
        suit_ = line_.trump;
        if (line_.turned < 0) return suit_ >= 0;
        if (either_end) return suit_ >= 0 && shows(line_.turned, suit_);
        if (suit_ < 0) suit_ = higher_end(line_.turned);
        return suit_ == higher_end(line_.turned);
    }

    bool sizes() {
        size_ = std::popcount(side(0).hand) + (line_.lead == 0 && line_.led >= 0);
        if (!side(0).has_hand || size_ < 1 || size_ > kDealt || (open_ && size_ != kDealt)) return false;
        return !side(1).has_hand || std::popcount(side(1).hand) + (line_.lead == 1 && line_.led >= 0) == size_;
    }

    bool tricks() {
        total_ = out_.tricks[0] + out_.tricks[1];
        if (open_) return total_ < kBoneyard / 2;
        if (!line_.closed) return total_ == kMostTricks - size_;
        before_ = total_ - (kDealt - size_);
        return 1 <= before_ && before_ < kBoneyard / 2;
    }

    bool stock() const {
        if (!open_) return !line_.has_stock;
        return !line_.has_stock || line_.stock_size == kBoneyard - 1 - 2 * total_;
    }

    // Counts what was won.
    bool won() {
        bool fits = true;
        for (int p = 0; p < 2; ++p) {
            const ParsedSide& s = side(p);
            out_.tricks[p] = s.has_won ? std::popcount(s.won) / 2 : s.tricks;
            out_.points[p] = s.points;
            out_.declared[p] = s.declared;
            if (!s.has_won) continue;
            int worth = 0;
            for (Mask m = s.won; m; m &= m - 1) worth += t_->points[at(t_->number[at(lowest(m))])];
            if ((s.has_tricks && s.tricks != out_.tricks[p]) || (s.has_points && s.points != worth)) fits = false;
            out_.points[p] = worth;
        }
        return fits;
    }

    bool pending(int p) const {
        const int points = side(p).pending;
        if (!points) return true;
        if (!s_.with_its_trick || p != line_.lead || !(tile_set(line_.led) & kDoubles)) return false;
        for (int n = 2; n <= kSuits; ++n)
            if ((n <= s_.most || (n == kSuits && s_.seven)) &&
                (points == s_.worth[n] || points == s_.worth[n] + s_.bingo_bonus))
                return true;
        return false;
    }

    bool closed() const {
        if (!line_.closed) return true;
        const int by = line_.closed_by, other = 1 - by, points = line_.closed_points, tricks = line_.closed_tricks;
        const int since = before_ - tricks;  // what the closer had won
        if (tricks > out_.tricks[other] || since < 1 || since > out_.tricks[by]) return false;
        if (tricks == 0 && points) return false;
        return points <= card_points(other) && (tricks < out_.tricks[other] || points >= out_.points[other]);
    }

    bool lead() const {
        if (total_ && !out_.tricks[line_.lead]) return false;
        if (!line_.closed) return true;
        if (size_ == kDealt) return line_.lead == line_.closed_by;
        return out_.tricks[line_.lead] >
               (line_.lead != line_.closed_by ? line_.closed_tricks : before_ - line_.closed_tricks);
    }

    bool declared(int p) const {
        const ParsedSide& s = side(p);
        if (!s.shown && !s.declared && !s.pending) return true;
        Mask elsewhere = side(1 - p).hand | tile_set(line_.turned) | side(1 - p).shown;
        for (int i = 0; i < line_.stock_size; ++i) elsewhere |= tile_set(line_.stock[i]);
        if (p != line_.lead) elsewhere |= tile_set(line_.led);
        if (s.shown & (elsewhere | ~kDoubles)) return false;
        const Mask held = kDoubles & (s.has_hand ? s.hand : kAllTiles) & s.shown, must = s.shown & s.hand;
        Mask gone = kDoubles & ~elsewhere & ~s.hand;
        if (!total_) gone &= tile_set(line_.led);
        if (!s.declared && !must) return true;
        const int leads = out_.tricks[p] + !s_.after_winning;
        if (!s_.after_winning && !s_.with_its_trick && !s_.redeclare)
            return grouped(s_, s.declared, held | gone, gone, must, leads);
        return summed(s_, s.declared, count(held | gone),
                      std::min(s_.with_its_trick ? out_.tricks[p] : leads, kMostTricks));
    }

    // Declared doubles that lie where nothing else says it: in the hidden hand of a player, in some trick.
    Mask shown_left(int p) const { return side(p).shown & kDoubles & ~line_.placed & ~side(1 - p).shown; }
    Mask shown_held(int p) const { return side(p).has_hand ? 0 : shown_left(p); }
    Mask shown_gone(int p) const { return side(p).has_hand ? shown_left(p) : 0; }
    Mask gone() const { return line_.played | side(0).won | side(1).won; }

    bool room(int p) const {
        const int size = size_ - (p == line_.lead && line_.led >= 0);
        return std::popcount(shown_gone(p)) <= std::max(2 * total_ - std::popcount(gone()), 0) &&
               std::popcount(shown_held(p)) <= size;
    }

    bool over() const { return s_.mode == kFirstEnds && std::max(card_points(0), card_points(1)) >= s_.target; }

    bool first() const { return line_.first < 0 || total_ || line_.first == line_.lead; }

    // Whether the tiles gone can be dealt into both sides' tricks with these points.
    bool points() const {
        const bool exhausted = !open_ && !line_.closed && side(1).has_hand;
        const Mask free = kAllTiles & ~(line_.placed & ~line_.played) & ~shown_held(1);
        int goal[2], tiles[2];
        for (int p = 0; p < 2; ++p) {
            tiles[p] = side(p).has_won ? 0 : 2 * out_.tricks[p];
            goal[p] = side(p).has_won ? 0 : out_.points[p];
        }
        const Mask must = numbers(exhausted ? free : line_.played | shown_gone(0) | shown_gone(1));
        return shared(*t_, must, numbers(free) & ~must, goal, tiles);
    }

    const ParsedLine& line_;
    const Scoring& s_;
    const Tables& tables_;
    const Trump* t_;  // of the suit, once that is known
    Position& out_;
    bool open_ = false;
    int suit_ = -1, size_ = 0, total_ = 0, before_ = 0;
};

}  // namespace

bool check(const ParsedLine& line, const Tables& tables, bool either_end, Position& out) {
    Checker checker(line, tables, out);
    if (!checker(either_end)) return false;
    checker.fill();
    return true;
}

}  // namespace bingo
