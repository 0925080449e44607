// The binding of players of phase one, by which networks are trained and measured (benchmarks/training): their
// evaluations, their features and their rollouts, for positions that Python chooses. An answer to a player never goes
// through this.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "bindings/unpack.hpp"
#include "core/threads.hpp"
#include "hidden/player.hpp"

namespace bingo {
namespace {

// Deals as Python gives them: the opponent's hand, and face-down tiles in drawing order, in tile indices.
class HiddenDeals {
  public:
    HiddenDeals(const Position& root, const Hands& hands, const Bytes& stocks)
        : trump_(*root.deal.trump), hands_(hands), stocks_(stocks) {
        const bool fits = static_cast<int>(stocks.shape(1)) == root.deal.stock_size - 1;
        if (hands.size() != stocks.shape(0) || !fits)
            throw std::invalid_argument("stocks: shape (hands, face-down tiles)");
    }

    std::size_t size() const { return hands_.size(); }

    // Checks the deal as well, whichever worker asks for it.
    Position operator()(const Player& player, const Position& root, std::size_t i) const {
        int stock[kBoneyard];
        const std::uint8_t* row = stocks_.data() + i * stocks_.shape(1);
        const Mask hand = other_hand(root, {hands_.data()[i]});
        Mask used = root.node.hand[0] | hand | bit(root.deal.stock[root.deal.stock_size - 1]) |
                    (root.led >= 0 ? bit(root.led) : 0);
        for (std::size_t k = 0; k < stocks_.shape(1); ++k) {
            check_range("stocks: a tile", row[k], 0, kTiles - 1);
            stock[k] = trump_.number[row[k]];
            if (has(used, stock[k]))
                throw std::invalid_argument("stocks: expected each tile in one place; found one in two");
            used |= bit(stock[k]);
        }
        return player.in_world(root, hand, stock);
    }

  private:
    const Trump& trump_;
    const Hands& hands_;
    const Bytes& stocks_;
};

class Players {
  public:
    Players(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : tables_(load_tables(trumps, scoring)),
          objectives_(tables_),
          networks_(load_networks(weights)),
          players_([this, bits] { return std::make_unique<Player>(tables_, networks_, bits); }) {
        check_table_bits(bits, bits);
    }
    Players(const Players&) = delete;  // players refer to tables_ and networks_

    // Options of player 0, the mover, and what they are evaluated to. The position is any world that fits what is
    // known.
    std::vector<std::pair<MoveOut, float>> evaluate(nb::handle position) {
        const Position root = read_decision(position, tables_, true);
        std::vector<Move> options;
        std::vector<float> values;
        with_player([&](Player& player) { player.evaluate(root, options, values); });
        std::vector<std::pair<MoveOut, float>> evaluated;
        for (std::size_t i = 0; i < options.size(); ++i)
            evaluated.emplace_back(to_python(options[i], *root.deal.trump), values[i]);
        return evaluated;
    }

    // What the networks take in of each option, in the order of evaluate: of the situation, with a tile led of that too
    // (else zeros), and then of the option, of a lead fewer than of a reply.
    Rows<float> features(nb::handle position) {
        constexpr std::size_t kOption = kSituationFeatures + kLedFeatures, kWhole = kOption + kReplyFeatures;
        const Position root = read_decision(position, tables_, true);
        const int led = root.stage == kReplyStage ? root.led : -1;
        std::vector<Move> options;
        std::vector<float> values, rows;
        with_player([&](Player& player) {
            player.evaluate(root, options, values);
            const Observation observation(tables_.scoring, root);
            rows.resize(options.size() * kWhole);
            for (std::size_t i = 0; i < options.size(); ++i) {
                const auto write = [&](std::size_t from, const auto& part) {
                    std::copy(part.begin(), part.end(), rows.begin() + static_cast<std::ptrdiff_t>(i * kWhole + from));
                };
                const Move& o = options[i];
                if (led >= 0) {
                    write(0, observation.led_situation());
                    write(kOption, observation.reply(o.tile, has(root.deal.trump->beats[0][led], o.tile)));
                } else if (o.tile >= 0) {
                    write(0, observation.situation());
                    write(kOption, observation.lead(o.tile, o.declare));
                }
            }
        });
        return rows_of(std::move(rows), options.size(), kWhole);
    }

    // What each option brings player 0 in each deal if both play on by the networks, and what
    // more if closers did not see the other hand (Player::blind_correction): two of shape (deals, options).
    std::pair<Rows<std::int16_t>, Rows<double>> play_out(nb::handle position, const Hands& hands, const Bytes& stocks,
                                                         const nb::sequence& moves, int threads, nb::handle objective) {
        Position root = read_decision(position, tables_, true, true);
        objectives_.set(root, objective);
        const HiddenDeals deals(root, hands, stocks);
        const std::vector<Move> options = read_legal_moves(moves, root, tables_, true);
        check_threads(threads);
        std::vector<std::int16_t> values(deals.size() * options.size());
        std::vector<double> unseen(values.size());
        turnstile_.run([&](Call& call) {
            parallel_for(deals.size(), threads, call, players_, [&](Player& p, std::size_t i) {
                const Position world = deals(p, root, i);
                for (std::size_t k = 0; k < options.size(); ++k) {
                    const std::size_t slot = i * options.size() + k;
                    values[slot] = static_cast<std::int16_t>(p.play_out(world, options[k]));
                    unseen[slot] = p.blind_correction();
                }
            });
        });
        return {rows_of(std::move(values), deals.size(), options.size()),
                rows_of(std::move(unseen), deals.size(), options.size())};
    }

  private:
    // What `work` returns with one player, without the GIL.
    template <class Work>
    std::invoke_result_t<Work, Player&> with_player(Work work) {
        return turnstile_.run([&](Call& call) {
            Player& player = players_[0];
            const WatchScope watched(player, call);
            return work(player);
        });
    }

    const Tables tables_;
    ObjectiveReader objectives_;
    const Networks networks_;
    SolverPool<Player> players_;
    Turnstile turnstile_;  // one call at a time uses the players
};

}  // namespace

void bind_training(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Players>(module, "Players")
        .def(nb::init<const Integers&, const Integers&, const Floats&, int>(), "trumps"_a, "scoring"_a, "weights"_a,
             "bits"_a)
        .def("evaluate", &Players::evaluate, "position"_a.none())
        .def("features", &Players::features, "position"_a.none())
        .def("play_out", &Players::play_out, "position"_a.none(), "hands"_a, "stocks"_a, "moves"_a, "threads"_a,
             "objective"_a = nb::none());
}

}  // namespace bingo
