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

class Players : RuleBinding {
  public:
    Players(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : RuleBinding(trumps, scoring),
          networks_(load_networks(weights)),
          players_([this, bits] { return std::make_unique<Player>(tables_, networks_, bits); }) {
        check_table_bits(bits, bits);
    }

    // Options of player 0, the mover, and what they are evaluated to. The position is any world that fits what is
    // known.
    std::vector<std::pair<PyMove, float>> evaluate(nb::handle position) {
        const Position root = read_open(position);
        std::vector<EvaluatedMove> options;
        with_player(root, [&](Player& player) { player.evaluate(root, options); });
        std::vector<std::pair<PyMove, float>> evaluated;
        evaluated.reserve(options.size());
        for (const auto& [move, value] : options) evaluated.emplace_back(to_python(move, *root.deal.trump), value);
        return evaluated;
    }

    // What the networks take in of each option, in the order of evaluate: of the situation, with a tile led of that too
    // (else zeros), and then of the option, of a lead fewer than of a reply.
    Rows<float> features(nb::handle position) {
        constexpr std::size_t kOffset = kSituationFeatures + kLedFeatures, kRowSize = kOffset + kReplyFeatures;
        const Position root = read_open(position);
        const int led = root.stage == kReplyStage ? root.led : -1;
        std::vector<EvaluatedMove> options;
        std::vector<float> rows;
        with_player(root, [&](Player& player) {
            player.evaluate(root, options);
            const Observation observation(tables_.scoring, root);
            rows.resize(options.size() * kRowSize);
            for (std::size_t i = 0; i < options.size(); ++i) {
                const auto write = [&](std::size_t first_column, const auto& numbers) {
                    std::copy(numbers.begin(), numbers.end(),
                              rows.begin() + static_cast<std::ptrdiff_t>(i * kRowSize + first_column));
                };
                const Move& option = options[i].move;
                if (led >= 0) {
                    write(0, observation.led_situation());
                    write(kOffset, observation.reply(option.tile, has(root.deal.trump->beats[0][led], option.tile)));
                } else if (option.tile >= 0) {
                    write(0, observation.situation());
                    write(kOffset, observation.lead(option.tile, option.declare));
                }
            }
        });
        return rows_of(std::move(rows), options.size(), kRowSize);
    }

    // What each option brings player 0 in each deal if both play on by the networks, and what
    // more if closers did not see the other hand (Player::blind_correction): two of shape (deals, options).
    std::pair<Rows<std::int16_t>, Rows<double>> play_out(nb::handle position, const Hands& hands,
                                                         const ByteRows& stocks, const nb::sequence& moves, int threads,
                                                         nb::handle objective) {
        const Position root = read_open(position, true);
        const PackedPosition packed = read_position(position);
        const Objective* const match = objectives_(objective);
        const std::size_t deal_count = hands.size(), stock_size = stocks.shape(1);
        if (deal_count != stocks.shape(0) || static_cast<int>(stock_size) != packed.stock_size)
            throw std::invalid_argument("stocks: shape (hands, face-down tiles)");
        const std::vector<Move> options = read_legal_moves(moves, root, tables_, true);
        check_threads(threads);
        std::vector<std::int16_t> values(deal_count * options.size());
        std::vector<double> corrections(values.size());
        call_lock_.run([&](Call& call) {
            parallel_for(deal_count, threads, call, players_, [&](Player& player, std::size_t i) {
                PackedPosition deal = packed;
                deal.hands[1] = static_cast<std::int32_t>(hands.data()[i]);
                std::copy_n(stocks.data() + i * stock_size, stock_size, deal.stock);
                Position world = unpack(deal, tables_);  // refuses what is no deal, whichever worker asks for it
                world.deal.objective = match;
                for (std::size_t k = 0; k < options.size(); ++k) {
                    const std::size_t value_index = i * options.size() + k;
                    values[value_index] = static_cast<std::int16_t>(player.play_out(world, options[k]));
                    corrections[value_index] = player.blind_correction();
                }
            });
        });
        return {rows_of(std::move(values), deal_count, options.size()),
                rows_of(std::move(corrections), deal_count, options.size())};
    }

  private:
    // A position in which tiles are drawn, and one is to be led or played; with `may_show` doubles may be shown, too.
    Position read_open(nb::handle position, bool may_show = false) const {
        const Position root = read_root(position, tables_);
        if (!root.node.open || (root.stage == kShowStage && !may_show))
            throw std::invalid_argument("position: expected an open boneyard, and a tile to be led or played");
        return root;
    }

    // What `work` returns with one player, without the GIL.
    template <class Work>
    std::invoke_result_t<Work, Player&> with_player(const Position& root, Work work) {
        return call_lock_.run([&](Call& call) {
            Player& player = players_[0];
            const WatchScope watched(player, call);
            player.set_deal(root);
            return work(player);
        });
    }

    const Networks networks_;
    SolverPool<Player> players_;
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
