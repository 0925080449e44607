// The binding of players of phase one.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "core/workers.hpp"
#include "hidden/belief.hpp"
#include "hidden/player.hpp"
#include "hidden/self_play.hpp"
#include "hidden/tree.hpp"

namespace bingo {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Networks load_networks(const Floats& weights) {
    static_assert(sizeof(Networks) % sizeof(float) == 0);
    Networks networks{};
    if (weights.size() * sizeof(float) != sizeof networks) throw std::invalid_argument("weights: wrong length");
    if (!std::all_of(weights.data(), weights.data() + weights.size(), [](float w) { return std::isfinite(w); }))
        throw std::invalid_argument("weights: expected finite numbers");
    std::memcpy(&networks, weights.data(), sizeof networks);
    return networks;
}

// Deals as Python gives them: the opponent's hand, and face-down tiles in drawing order, in tile indices.
class Deals {
  public:
    Deals(const Root& root, const Hands& hands, const Bytes& stocks)
        : trump_(*root.deal.trump), hands_(hands), stocks_(stocks) {
        const bool fits = static_cast<int>(stocks.shape(1)) == root.deal.stock_size - 1;
        if (hands.size() != stocks.shape(0) || !fits)
            throw std::invalid_argument("stocks: shape (hands, face-down tiles)");
    }
    std::size_t size() const { return hands_.size(); }
    // Checks the deal as well, whichever worker asks for it.
    Root operator()(const Player& player, const Root& root, std::size_t i) const {
        int stock[kBoneyard];
        const std::uint8_t* row = stocks_.data() + i * stocks_.shape(1);
        const Mask hand = Reader::other_hand(root, hands_.data()[i]);
        Mask out = root.node.hand[0] | hand | bit(root.deal.stock[root.deal.stock_size - 1]) |
                   (root.led >= 0 ? bit(root.led) : 0);
        for (std::size_t k = 0; k < stocks_.shape(1); ++k) {
            check_range("stocks: a tile", row[k], 0, kTiles - 1);
            stock[k] = trump_.number[row[k]];
            if (has(out, stock[k]))
                throw std::invalid_argument("stocks: expected each tile in one place; found one in two");
            out |= bit(stock[k]);
        }
        return player.in_world(root, hand, stock);
    }

  private:
    const Trump& trump_;
    const Hands& hands_;
    const Bytes& stocks_;
};

// Sets of tiles in indices, as Python has them.
int tiles(const Root& root, Mask numbers) {
    int found = 0;
    for (; numbers; numbers &= numbers - 1) found |= 1 << root.deal.trump->tile[at(lowest(numbers))];
    return found;
}

// Rows of (close, declared doubles, tile or -1) in tile indices; all 0, 0, -1 where the mover plays by the networks.
std::vector<Move> load_options(const Tables& tables, const Root& root, const Integers& rows) {
    if (rows.size() % 3) refuse("options", "rows of 3 numbers", std::to_string(rows.size()) + " numbers");
    const Reader read(tables);
    const Node& n = root.node;
    std::vector<Move> options;
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        const std::int32_t close = rows.data()[i], doubles = rows.data()[i + 1], tile = rows.data()[i + 2];
        check_range("options: closing", close, 0, 1);
        if (!close && !doubles && tile == -1) {
            options.push_back({});
            continue;
        }
        if ((root.stage == kReplyStage ? 1 - n.leader : n.leader) != 0)
            throw std::invalid_argument("options: expected waiting while player 1 is to move");
        if (close && (root.stage == kReplyStage || !has(static_cast<Mask>(n.taken), 0)))
            throw std::invalid_argument("options: expected closing only on lead with a trick won");
        const auto [declared, number] = read.move(root, doubles, tile);
        options.push_back({declared, number, close != 0});
    }
    return options;
}

void check_temperature(float temperature) {
    if (!(temperature > 0) || !std::isfinite(temperature))
        refuse("temperature", "a finite number above 0", std::to_string(temperature));
}

// Rows of all 28 tiles in drawing order, and a trump suit for each.
void check_deals(const Bytes& deals, const Integers& trumps) {
    for (std::size_t i = 0; i < deals.shape(0); ++i) {
        Mask out = 0;
        for (std::size_t k = 0; k < kTiles; ++k) {
            const std::uint8_t tile = deals.data()[i * kTiles + k];
            if (tile >= kTiles || has(out, tile))
                refuse("deals", "rows of all 28 tiles",
                       "tile " + std::to_string(tile) + " in row " + std::to_string(i));
            out |= bit(tile);
        }
        check_range("trumps", trumps.data()[i], 0, kSuits - 1);
    }
}

// Tricks as Python gives them, see Players::beliefs: each tile is played once, by who may have held it, and only the
// last may close or lack its reply.
std::vector<PastTrick> load_tricks(const Trump& t, Mask own, int turned, const Integers& rows) {
    constexpr std::size_t kRow = 6;
    constexpr int kMost = kBoneyard / 2;
    if (rows.size() % kRow) refuse("tricks", "rows of 6 numbers", std::to_string(rows.size()) + " numbers");
    if (rows.size() > kMost * kRow) throw std::invalid_argument("tricks: expected those of an open boneyard");
    std::vector<PastTrick> tricks;
    Mask left = kAllTiles & ~bit(turned);
    const auto tile = [&](std::int32_t index, int player) {
        check_range("tricks: a tile", index, 0, kTiles - 1);
        if (!has(left, index) || has(own, index) != (player == 0))
            throw std::invalid_argument("tricks: expected each tile once, yours among your own");
        left &= ~bit(index);
        return t.number[at(index)];
    };
    const auto doubles = [&](std::int32_t tiles) {
        check_range("tricks: doubles", tiles, 0, kAllTiles);
        const Mask found = Reader::renumber(t, static_cast<Mask>(tiles));
        if (found & ~t.doubles) throw std::invalid_argument("tricks: expected doubles to be declared");
        return found;
    };
    for (std::size_t i = 0; i < rows.size(); i += kRow) {
        const std::int32_t* row = rows.data() + i;
        check_range("tricks: a leader", row[0], 0, 1);
        check_range("tricks: closing", row[5], 0, 1);
        const bool last = i + kRow == rows.size();
        if (!last && (row[2] < 0 || row[5])) throw std::invalid_argument("tricks: expected an end at the last only");
        if (row[5] && row[2] >= 0) throw std::invalid_argument("tricks: expected no reply after a close");
        PastTrick trick{};
        trick.leader = row[0];
        trick.led = tile(row[1], row[0]);
        trick.reply = row[2] < 0 ? -1 : tile(row[2], 1 - row[0]);
        trick.declared = doubles(row[3]);
        trick.shown = doubles(row[4]);
        trick.closed = row[5] != 0;
        tricks.push_back(trick);
    }
    return tricks;
}

class Players {
  public:
    Players(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : tables_(load_tables(trumps, scoring)), objectives_(tables_), networks_(load_networks(weights)), bits_(bits) {
        check_table_bits(bits, bits);
    }
    Players(const Players&) = delete;  // players refer to tables_ and networks_

    // Options of player 0, the mover, as rows (close, declared doubles, tile or -1) and what they are evaluated to.
    // The position is any world that fits what is known.
    std::vector<std::tuple<int, int, int, float>> evaluate(nb::handle position) {
        const Root root = Reader(tables_).open(position);
        std::vector<Move> options;
        std::vector<float> values;
        {
            Call call;
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            player(0).evaluate(root, options, values);
        }
        std::vector<std::tuple<int, int, int, float>> rows;
        for (std::size_t i = 0; i < options.size(); ++i) {
            const Move& o = options[i];
            rows.emplace_back(o.close, tiles(root, o.declare), o.tile < 0 ? -1 : root.deal.trump->tile[at(o.tile)],
                              values[i]);
        }
        return rows;
    }

    // What each option (rows as in evaluate) brings player 0 in each deal if both play on by the networks, into `out`,
    // shape (deals, options).
    void play_out(nb::handle position, const Hands& hands, const Bytes& stocks, const Integers& rows,
                  nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, int threads,
                  nb::handle objective) {
        const Reader read(tables_);
        Root root = read.open(position);
        set_objective(root, objectives_(objective));
        const Deals deals(root, hands, stocks);
        const std::vector<Move> options = load_options(tables_, root, rows);
        if (out.shape(0) != deals.size() || out.shape(1) != options.size())
            throw std::invalid_argument("out: shape (deals, options)");
        std::int16_t* data = out.data();
        share(deals.size(), threads, [&](Player& p, std::size_t i) {
            const Root world = deals(p, root, i);
            for (std::size_t k = 0; k < options.size(); ++k)
                data[i * options.size() + k] = static_cast<std::int16_t>(p.play_out(world, options[k]));
        });
    }

    // How likely the opponent would have led what lies on the table, in each world, into `out`.
    void likelihoods(nb::handle position, const Hands& hands, const Bytes& stocks, float temperature,
                     nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu> out) {
        const Root root = Reader(tables_).open(position);
        const Deals deals(root, hands, stocks);
        if (out.shape(0) != deals.size() || root.led < 0 || root.node.leader != 1)
            throw std::invalid_argument("out: one a world; a tile led by player 1");
        check_temperature(temperature);
        float* data = out.data();
        share(deals.size(), 1,
              [&](Player& p, std::size_t i) { data[i] = p.likelihood(deals(p, root, i), temperature); });
    }

    // How likely the opponent would have played all that they played, with each hand that they may hold after the last
    // of `tricks`, into `out`; see Belief. Rows of (leader, tile led, reply or -1, doubles declared, doubles shown,
    // closed); `own` are all tiles that player 0 has held so far. All in tile indices.
    void beliefs(int suit, int turned, Mask own, const Integers& tricks, const Hands& hands, float temperature,
                 float blunder, nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu> out) {
        check_range("suit", suit, 0, kSuits - 1);
        check_range("turned", turned, 0, kTiles - 1);
        check_temperature(temperature);
        if (!(blunder > 0) || !(blunder <= 1)) throw std::invalid_argument("blunder: expected a chance above 0");
        if (out.shape(0) != hands.size()) throw std::invalid_argument("out: one a hand");
        if (own > kAllTiles || has(own, turned)) throw std::invalid_argument("own: expected tiles, not the turned one");
        const Trump& t = tables_.trump.at(at(suit));
        const std::vector<PastTrick> past = load_tricks(t, own, turned, tricks);
        std::vector<Mask> held;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if (hands.data()[i] > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
            held.push_back(Reader::renumber(t, hands.data()[i]));
        }
        Root start = first_lead(suit, 0);
        start.deal.stock_size = 1;
        start.deal.stock[0] = t.number[at(turned)];
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Player& mine = player(0);
        const Watched watched(mine, call);
        const std::vector<double> found =
            Belief(mine, {temperature, blunder}).likelihoods(start, Reader::renumber(t, own), past, held);
        std::copy(found.begin(), found.end(), out.data());
    }

    // Training samples from deals (tiles in drawing order: the hands of players 0 and 1, then the stock, the turned
    // tile last) that the networks play, with random turns by the chance `epsilon`; at every turn each option is played
    // out in `worlds` deals, weighted by `temperature` and `blunder` as SelfPlay says. Rows into `out`: kind, turn,
    // trump suit, tile led, tile of the option, hand and unseen tiles as two halves each, features, value; returns how
    // many. Where there is no room for more rows, it stops.
    std::size_t samples(const Bytes& deals, const Integers& trumps, float epsilon, int worlds, float temperature,
                        float blunder, std::uint64_t seed,
                        nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu> out) {
        constexpr std::size_t kRow = Sample::kFeatures + 10, kHalf = 1 << 14;
        if (deals.shape(1) != 28 || trumps.size() != deals.shape(0) || out.shape(1) != kRow)
            throw std::invalid_argument("deals: shape (n, 28); out: rows of samples");
        check_deals(deals, trumps);
        check_temperature(temperature);
        if (worlds < 1 || !(blunder > 0) || !(blunder <= 1))
            throw std::invalid_argument("worlds, blunder: expected 1 or more, and a chance above 0");
        if (!(epsilon >= 0) || !(epsilon <= 1)) throw std::invalid_argument("epsilon: expected a chance from 0 to 1");
        const std::size_t room = out.shape(0);
        float* data = out.data();
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Player &mine = player(0), &other = player(1);
        const Watched watched(mine, call), other_watched(other, call);
        std::size_t rows = 0;
        SelfPlay self_play(mine, other, {epsilon, worlds, temperature, blunder}, seed);
        std::vector<Sample> taken;
        for (std::size_t i = 0; i < deals.shape(0); ++i) {
            call.check();
            taken.clear();
            self_play.play(deal(deals.data() + i * 28, trumps.data()[i], static_cast<int>(i / 2 % 2)), taken);
            for (const Sample& sample : taken) {
                if (rows == room) return rows;
                float* row = data + rows++ * kRow;
                const auto put = [&](auto number) { *row++ = static_cast<float>(number); };
                for (const int number : {sample.kind, sample.turn, sample.suit, sample.led, sample.tile}) put(number);
                for (const Mask set : {sample.hand, sample.unseen}) {
                    put(set % kHalf);  // a float holds no more than 24 bits
                    put(set / kHalf);
                }
                row = std::copy(sample.features.begin(), sample.features.end(), row);
                put(sample.value);
            }
        }
        return rows;
    }

    // Results of deals (as in samples) in which player 1 plays by the networks `rival`, if given, into `out`.
    void match(const Bytes& deals, const Integers& trumps, const std::optional<Floats>& rival,
               nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> out, nb::handle objective,
               std::optional<int> leader) {
        if (deals.shape(1) != 28 || trumps.size() != deals.shape(0) || out.shape(0) != deals.shape(0))
            throw std::invalid_argument("deals: shape (n, 28)");
        check_deals(deals, trumps);
        if (leader) check_range("leader", *leader, 0, 1);
        const Networks networks = rival ? load_networks(*rival) : networks_;
        const Objective* const maximized = objectives_(objective);
        Call call;
        const nb::gil_scoped_release release;
        Player p(tables_, networks_, bits_);
        const Watched watched(p, call);
        p.oppose(networks);
        for (std::size_t i = 0; i < deals.shape(0); ++i) {
            Root root = deal(deals.data() + i * 28, trumps.data()[i], leader.value_or(static_cast<int>(i / 2 % 2)));
            root.deal.objective = maximized;
            out.data()[i] = static_cast<std::int16_t>(p.play_out(root));
        }
    }

    static std::vector<std::size_t> shapes() {
        return {kHidden, kSituationFeatures, kLedFeatures, kLeadFeatures, kReplyFeatures};
    }

  private:
    Player& player(std::size_t w) {
        return players_.get(w, [this] { return std::make_unique<Player>(tables_, networks_, bits_); });
    }

    template <class Work>
    void share(std::size_t size, int threads, Work work) {
        check_threads(threads);
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Workers(size, call).run(threads, [this](std::size_t w) -> Player& { return player(w); }, work);
    }

    // The first lead of a deal before any tile is dealt.
    Root first_lead(int suit, int leader) const {
        Root root{};
        root.deal.suit = suit;
        const Trump& t = *(root.deal.trump = &tables_.trump.at(at(suit)));
        root.stage = kLeadStage;
        root.led = root.won_with = -1;
        Node& n = root.node;
        n.leader = static_cast<std::int8_t>(leader);
        n.closer = -1;
        n.open = 1;
        n.size = kDealt;
        n.declarable = t.doubles;
        int rest = tables_.scoring.last_trick;
        for (const std::int32_t points : t.points) rest += points;
        n.rest = static_cast<std::int16_t>(rest);
        return root;
    }

    Root deal(const std::uint8_t* tiles, int suit, int leader) const {
        Root root = first_lead(suit, leader);
        const Trump& t = *root.deal.trump;
        Node& n = root.node;
        root.deal.stock_size = kBoneyard;
        for (int i = 0; i < kTiles; ++i) {
            const int k = t.number.at(tiles[i]);
            if (i < 2 * kDealt)
                n.hand[i / kDealt] |= bit(k);
            else
                root.deal.stock[i - 2 * kDealt] = k;
        }
        return root;
    }

    const Tables tables_;
    Objectives objectives_;
    const Networks networks_;
    int bits_;
    Solvers<Player> players_;
    Turnstile turnstile_;  // one call at a time uses the players
};

// Grows one tree for one decision.
class Searcher {
  public:
    Searcher(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : tables_(load_tables(trumps, scoring)),
          objectives_(tables_),
          networks_(load_networks(weights)),
          tree_(tables_, networks_, checked(bits)) {}
    Searcher(const Searcher&) = delete;  // the tree refers to tables_ and networks_

    // A simulation in each deal; rows of (option chosen, its value for player 0) into `out`, shape (deals, 2).
    void simulate(nb::handle position, const Hands& hands, const Bytes& stocks, const Integers& rows,
                  nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, nb::handle objective) {
        Root root = Reader(tables_).open(position);
        set_objective(root, objectives_(objective));
        const Deals deals(root, hands, stocks);
        const std::vector<Move> options = load_options(tables_, root, rows);
        if (options.empty()) throw std::invalid_argument("options: expected one or more");
        if (out.shape(0) != deals.size() || out.shape(1) != 2) throw std::invalid_argument("out: shape (deals, 2)");
        std::int16_t* data = out.data();
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        const Watched watched(tree_, call);
        for (std::size_t i = 0; i < deals.size(); ++i) {
            const Tree::Simulation simulated = tree_.simulate(deals(tree_.player(), root, i), options);
            data[2 * i] = static_cast<std::int16_t>(simulated.option);
            data[2 * i + 1] = static_cast<std::int16_t>(simulated.value);
        }
    }

  private:
    static int checked(int bits) {
        check_table_bits(bits, bits);
        return bits;
    }

    const Tables tables_;
    Objectives objectives_;
    const Networks networks_;
    Tree tree_;
    Turnstile turnstile_;
};

}  // namespace

void bind_player(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Players>(module, "Players")
        .def(nb::init<const Integers&, const Integers&, const Floats&, int>(), "trumps"_a, "scoring"_a, "weights"_a,
             "bits"_a)
        .def_static("shapes", &Players::shapes)
        .def("evaluate", &Players::evaluate, "position"_a.none())
        .def("play_out", &Players::play_out, "position"_a.none(), "hands"_a, "stocks"_a, "options"_a, "out"_a,
             "threads"_a, "objective"_a = nb::none())
        .def("likelihoods", &Players::likelihoods, "position"_a.none(), "hands"_a, "stocks"_a, "temperature"_a, "out"_a)
        .def("beliefs", &Players::beliefs, "suit"_a, "turned"_a, "own"_a, "tricks"_a, "hands"_a, "temperature"_a,
             "blunder"_a, "out"_a)
        .def("match", &Players::match, "deals"_a, "trumps"_a, "rival"_a.none(), "out"_a, "objective"_a = nb::none(),
             "leader"_a = nb::none())
        .def("samples", &Players::samples, "deals"_a, "trumps"_a, "epsilon"_a, "worlds"_a, "temperature"_a, "blunder"_a,
             "seed"_a, "out"_a);
    nb::class_<Searcher>(module, "Searcher")
        .def(nb::init<const Integers&, const Integers&, const Floats&, int>(), "trumps"_a, "scoring"_a, "weights"_a,
             "bits"_a)
        .def("simulate", &Searcher::simulate, "position"_a.none(), "hands"_a, "stocks"_a, "options"_a, "out"_a,
             "objective"_a = nb::none());
}

}  // namespace bingo
