// The binding of players of phase one.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "bindings/call.hpp"
#include "bindings/deals.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "core/workers.hpp"
#include "hidden/belief.hpp"
#include "hidden/player.hpp"
#include "hidden/self_play.hpp"

namespace bingo {
namespace {

// Sets of tiles in indices, as Python has them.
int tiles(const Root& root, Mask numbers) {
    int found = 0;
    for (; numbers; numbers &= numbers - 1) found |= 1 << root.deal.trump->tile[at(lowest(numbers))];
    return found;
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
        check_temperature(temperature);
        if (!(blunder > 0) || !(blunder <= 1)) throw std::invalid_argument("blunder: expected a chance above 0");
        if (out.shape(0) != hands.size()) throw std::invalid_argument("out: one a hand");
        const Past past = past_of(suit, turned, own, tricks);
        std::vector<Mask> held;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if (hands.data()[i] > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
            held.push_back(tile_numbers(hands.data()[i], *past.start.deal.trump));
        }
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Player& mine = player(0);
        const Watched watched(mine, call);
        const std::vector<double> found =
            Belief(mine, {temperature, blunder}).likelihoods(past.start, past.own, past.tricks, held);
        std::copy(found.begin(), found.end(), out.data());
    }

    // Draws from the hands with which networks would have played all that the opponent played, as in beliefs, into
    // `out`, a tile on the table left out; returns how many were found in so many `tries`.
    std::size_t imagine(int suit, int turned, Mask own, const Integers& tricks, int tries, std::uint64_t seed,
                        nb::ndarray<std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> out) {
        const Past past = past_of(suit, turned, own, tricks);
        Call call;
        std::vector<Mask> found;
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            Player& mine = player(0);
            const Watched watched(mine, call);
            Chance chance(seed);
            found = Belief(mine, {1, 1}).imagine(past.start, past.own, past.tricks, tries, out.shape(0), chance);
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            out.data()[i] = static_cast<std::uint32_t>(tiles(past.start, found[i]));
        return found.size();
    }

    // Training samples from deals (tiles in drawing order: the hands of players 0 and 1, then the stock, the turned
    // tile last) that the networks play, with random turns by the chance `epsilon`; at every turn each option is played
    // out in `worlds` deals, weighted by `temperature` and `blunder` as SelfPlay says. Rows into `out`: kind, turn,
    // trump suit, tile led, tile of the option, hand and unseen tiles as two halves each, features, value; returns how
    // many. Where there is no room for more rows, it stops. With a `rival`, networks that player 1 plays by, there are
    // only turns of player 0.
    std::size_t samples(const Bytes& deals, const Integers& trumps, float epsilon, int worlds, float temperature,
                        float blunder, std::uint64_t seed,
                        nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu> out,
                        const std::optional<Floats>& rival) {
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
        const Networks networks = rival ? load_networks(*rival) : networks_;
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Player mine(tables_, networks_, bits_), other(tables_, networks_, bits_);
        for (Player* each : {&mine, &other}) each->oppose(networks);
        const Watched watched(mine, call), other_watched(other, call);
        std::size_t rows = 0;
        SelfPlay self_play(mine, other, {epsilon, worlds, temperature, blunder, rival.has_value()}, seed);
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
        .def("play_out", &Players::play_out, "position"_a.none(), "hands"_a, "stocks"_a, "options"_a, "out"_a,
             "threads"_a, "objective"_a = nb::none())
        .def("likelihoods", &Players::likelihoods, "position"_a.none(), "hands"_a, "stocks"_a, "temperature"_a, "out"_a)
        .def("beliefs", &Players::beliefs, "suit"_a, "turned"_a, "own"_a, "tricks"_a, "hands"_a, "temperature"_a,
             "blunder"_a, "out"_a)
        .def("imagine", &Players::imagine, "suit"_a, "turned"_a, "own"_a, "tricks"_a, "tries"_a, "seed"_a, "out"_a)
        .def("match", &Players::match, "deals"_a, "trumps"_a, "rival"_a.none(), "out"_a, "objective"_a = nb::none(),
             "leader"_a = nb::none())
        .def("samples", &Players::samples, "deals"_a, "trumps"_a, "epsilon"_a, "worlds"_a, "temperature"_a, "blunder"_a,
             "seed"_a, "out"_a, "rival"_a = nb::none());
}

}  // namespace bingo
