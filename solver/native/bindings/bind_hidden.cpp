// The binding of players of phase one.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "bindings/call.hpp"
#include "bindings/deals.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "core/tiles.hpp"
#include "core/workers.hpp"
#include "hidden/belief.hpp"
#include "hidden/player.hpp"
#include "hidden/self_play.hpp"

namespace bingo {
namespace {

class Players {
  public:
    Players(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : tables_(load_tables(trumps, scoring)), objectives_(tables_), networks_(load_networks(weights)), bits_(bits) {
        check_table_bits(bits, bits);
    }
    Players(const Players&) = delete;  // players refer to tables_ and networks_

    // Options of player 0, the mover, as rows (close, declared doubles, tile or -1) and what they are evaluated to.
    // The position is any world that fits what is known.
    std::vector<std::tuple<bool, Mask, int, float>> evaluate(nb::handle position) {
        const Root root = Reader(tables_).open(position);
        std::vector<Move> options;
        std::vector<float> values;
        with_player([&](Player& mine) { mine.evaluate(root, options, values); });
        const Trump& trump = *root.deal.trump;
        std::vector<std::tuple<bool, Mask, int, float>> rows;
        for (std::size_t i = 0; i < options.size(); ++i) {
            const Move& o = options[i];
            rows.emplace_back(o.close, tile_indices(o.declare, trump), o.tile < 0 ? -1 : trump.tile[at(o.tile)],
                              values[i]);
        }
        return rows;
    }

    // What each option (rows as in evaluate) brings player 0 in each deal if both play on by the networks, and what
    // more if closers did not see the other hand (Player::unseen): two of shape (deals, options).
    std::pair<Rows<std::int16_t>, Rows<double>> play_out(nb::handle position, const Hands& hands, const Bytes& stocks,
                                                         const Integers& rows, int threads, nb::handle objective) {
        Root root = Reader(tables_).open(position);
        set_objective(root, objectives_(objective));
        const Deals deals(root, hands, stocks);
        const std::vector<Move> options = load_options(tables_, root, rows);
        check_threads(threads);
        std::vector<std::int16_t> found(deals.size() * options.size());
        std::vector<double> unseen(found.size());
        Call call;
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            const auto one = [this](std::size_t w) -> Player& { return player(w); };
            Workers(deals.size(), call).run(threads, one, [&](Player& p, std::size_t i) {
                const Root world = deals(p, root, i);
                for (std::size_t k = 0; k < options.size(); ++k) {
                    const std::size_t place = i * options.size() + k;
                    found[place] = static_cast<std::int16_t>(p.play_out(world, options[k]));
                    unseen[place] = p.unseen();
                }
            });
        }
        return {rows_of(std::move(found), deals.size(), options.size()),
                rows_of(std::move(unseen), deals.size(), options.size())};
    }

    // How likely the opponent would have played all that they played, with each hand that they may hold after the last
    // of `tricks`; see Belief. Rows of (leader, tile led, reply or -1, doubles declared, doubles shown, closed); `own`
    // are all tiles that player 0 has held so far. All in tile indices.
    Column<double> beliefs(int suit, int turned, Mask own, const Integers& tricks, const Hands& hands,
                           float temperature, float blunder) {
        check_temperature(temperature);
        if (!(blunder > 0) || !(blunder <= 1)) throw std::invalid_argument("blunder: expected a chance above 0");
        const Past past = past_of(suit, turned, own, tricks);
        std::vector<Mask> held;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if (hands.data()[i] > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
            held.push_back(tile_numbers(hands.data()[i], *past.start.deal.trump));
        }
        return column_of(with_player([&](Player& mine) {
            return Belief(mine, {temperature, blunder}).likelihoods(past.start, past.own, past.tricks, held);
        }));
    }

    // Draws from the hands with which networks would have played all that the opponent played, as in beliefs, a tile on
    // the table left out: as many as were found in so many `tries`, at most `most`.
    Column<std::uint32_t> imagine(int suit, int turned, Mask own, const Integers& tricks, std::size_t most, int tries,
                                  std::uint64_t seed) {
        const Past past = past_of(suit, turned, own, tricks);
        std::vector<Mask> found = with_player([&](Player& mine) {
            Chance chance(seed);
            return Belief(mine, {1, 1}).imagine(past.start, past.own, past.tricks, tries, most, chance);
        });
        for (Mask& hand : found) hand = tile_indices(hand, *past.start.deal.trump);
        return column_of(std::move(found));
    }

    // Training samples from deals (tiles in drawing order: the hands of players 0 and 1, then the stock, the turned
    // tile last) that the networks play, with random turns by the chance `epsilon`; at every turn each option is played
    // out in `worlds` deals, weighted by `temperature` and `blunder` as in beliefs. Rows, `most` of them at the
    // most: kind, turn, trump suit, tile led, tile of the option, hand and unseen tiles as two halves each, features,
    // value.
    Rows<float> samples(const Bytes& deals, const Suits& trumps, float epsilon, int worlds, float temperature,
                        float blunder, std::uint64_t seed, std::size_t most) {
        constexpr std::size_t kRow = Sample::kFeatures + 10, kHalf = 1 << 14;
        check_deals(deals, trumps);
        check_temperature(temperature);
        if (worlds < 1 || !(blunder > 0) || !(blunder <= 1))
            throw std::invalid_argument("worlds, blunder: expected 1 or more, and a chance above 0");
        if (!(epsilon >= 0) || !(epsilon <= 1)) throw std::invalid_argument("epsilon: expected a chance from 0 to 1");
        std::vector<Sample> taken;
        Call call;
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            Player mine(tables_, networks_, bits_), other(tables_, networks_, bits_);
            const Watched watched(mine, call), other_watched(other, call);
            SelfPlay self_play(mine, other, {epsilon, worlds, {temperature, blunder}}, seed);
            for (std::size_t i = 0; i < deals.shape(0) && taken.size() < most; ++i) {
                call.check();
                self_play.play(deal(deals.data() + i * kTiles, trumps.data()[i], static_cast<int>(i / 2 % 2)), taken);
            }
        }
        taken.resize(std::min(taken.size(), most));
        std::vector<float> rows;
        rows.reserve(taken.size() * kRow);
        const auto put = [&](auto number) { rows.push_back(static_cast<float>(number)); };
        for (const Sample& sample : taken) {
            for (const int number : {sample.kind, sample.turn, sample.suit, sample.led, sample.tile}) put(number);
            for (const Mask set : {sample.hand, sample.unseen}) {
                put(set % kHalf);  // a float holds no more than 24 bits
                put(set / kHalf);
            }
            rows.insert(rows.end(), sample.features.begin(), sample.features.end());
            put(sample.value);
        }
        return rows_of(std::move(rows), taken.size(), kRow);
    }

    // Results of deals (as in samples).
    Column<std::int16_t> match(const Bytes& deals, const Suits& trumps, nb::handle objective,
                               std::optional<int> leader) {
        check_deals(deals, trumps);
        if (leader) check_range("leader", *leader, 0, 1);
        const Objective* const maximized = objectives_(objective);
        std::vector<std::int16_t> found;
        Call call;
        {
            const nb::gil_scoped_release release;
            Player p(tables_, networks_, bits_);
            const Watched watched(p, call);
            for (std::size_t i = 0; i < deals.shape(0); ++i) {
                const int first = leader.value_or(static_cast<int>(i / 2 % 2));
                Root root = deal(deals.data() + i * kTiles, trumps.data()[i], first);
                root.deal.objective = maximized;
                found.push_back(static_cast<std::int16_t>(p.play_out(root)));
            }
        }
        return column_of(std::move(found));
    }

    static std::vector<std::size_t> shapes() {
        return {kHidden, kSituationFeatures, kLedFeatures, kLeadFeatures, kReplyFeatures};
    }

  private:
    Player& player(std::size_t w) {
        return players_.get(w, [this] { return std::make_unique<Player>(tables_, networks_, bits_); });
    }

    // What `work` finds with one player, without the GIL.
    template <class Work>
    std::invoke_result_t<Work, Player&> with_player(Work work) {
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Player& mine = player(0);
        const Watched watched(mine, call);
        return work(mine);
    }

    // What is known of a deal before the last of its tricks.
    struct Past {
        Root start;
        Mask own;
        std::vector<PastTrick> tricks;
    };

    Past past_of(int suit, int turned, Mask own, const Integers& tricks) const {
        check_range("suit", suit, 0, kSuits - 1);
        check_range("turned", turned, 0, kTiles - 1);
        if (own > kAllTiles || has(own, turned)) throw std::invalid_argument("own: expected tiles, not the turned one");
        const Trump& t = tables_.trump.at(at(suit));
        Past past{first_lead(tables_, suit, 0), tile_numbers(own, t), load_tricks(t, own, turned, tricks)};
        past.start.deal.stock_size = 1;
        past.start.deal.stock[0] = t.number[at(turned)];
        return past;
    }

    Root deal(const std::uint8_t* tiles, int suit, int leader) const {
        Root root = first_lead(tables_, suit, leader);
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
    GivenObjectives objectives_;
    const Networks networks_;
    int bits_;
    Solvers<Player> players_;
    Turnstile turnstile_;  // one call at a time uses the players
};

}  // namespace

void bind_player(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Players>(module, "Players")
        .def(nb::init<const Integers&, const Integers&, const Floats&, int>(), "trumps"_a, "scoring"_a, "weights"_a,
             "bits"_a)
        .def_static("shapes", &Players::shapes)
        .def("evaluate", &Players::evaluate, "position"_a.none())
        .def("play_out", &Players::play_out, "position"_a.none(), "hands"_a, "stocks"_a, "options"_a, "threads"_a,
             "objective"_a = nb::none())
        .def("beliefs", &Players::beliefs, "suit"_a, "turned"_a, "own"_a, "tricks"_a, "hands"_a, "temperature"_a,
             "blunder"_a)
        .def("imagine", &Players::imagine, "suit"_a, "turned"_a, "own"_a, "tricks"_a, "most"_a, "tries"_a, "seed"_a)
        .def("match", &Players::match, "deals"_a, "trumps"_a, "objective"_a = nb::none(), "leader"_a = nb::none())
        .def("samples", &Players::samples, "deals"_a, "trumps"_a, "epsilon"_a, "worlds"_a, "temperature"_a, "blunder"_a,
             "seed"_a, "most"_a);
}

}  // namespace bingo
