// The binding of what composing puzzles needs: positions that come up in simulated deals, solved, and what they look
// like a few tricks ahead.

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "bindings/unpack.hpp"
#include "compose/compose.hpp"

namespace bingo {
namespace {

// A position that came up in a simulated deal, with the deal's number in front.
struct Candidate {
    std::int32_t deal_index;
    PackedPosition position;
};

// Composing under one rule set: a dealer, the exact solver, and one that looks only a few tricks ahead. One call at a
// time uses them.
class Composer : RuleBinding {
  public:
    Composer(const Integers& trumps, const Integers& scoring, int bits, int open_bits, bool either_end)
        : RuleBinding(trumps, scoring),
          dealer_(tables_, either_end),
          solver_(tables_, bits, open_bits),
          shallow_(tables_) {
        check_table_bits(bits, open_bits);
    }

    // What moves seem worth so many tricks ahead: shape (positions, 59).
    Rows<std::int16_t> shallow(const nb::sequence& positions, int tricks) {
        check_range("tricks", tricks, 1, kMaxTricks);
        const std::vector<Position> roots = read_roots(positions);
        std::vector<Solver::Moves> shallow_values;
        call_lock_.run([&](Call& call) {
            const WatchScope watched(shallow_, call);
            for (const Position& position : roots) shallow_values.push_back(shallow_.moves(position, tricks));
        });
        return rows_of<std::int16_t>(std::move(shallow_values));
    }

    // Plays deals number `first_deal` and after; rows of candidates, of the values of all moves, and of what the moves
    // seem worth one trick ahead. A deal depends on its number and the seed alone. `sizes`: see CandidateSizes.
    std::tuple<Rows<std::int32_t>, Rows<std::int16_t>, Rows<std::int16_t>> candidates(std::uint64_t seed,
                                                                                      int first_deal, int deal_count,
                                                                                      const std::array<int, 3>& sizes) {
        for (const int size : sizes) check_range("sizes", size, 0, 1 << 30);
        check_range("first", first_deal, 0, std::numeric_limits<int>::max());
        check_range("deals", deal_count, 0, std::numeric_limits<int>::max() - first_deal);
        std::vector<Candidate> candidates;
        std::vector<Solver::Moves> exact_values, shallow_values;
        call_lock_.run([&](Call& call) {
            const WatchScope solver_watched(solver_, call);
            const WatchScope shallow_watched(shallow_, call);
            for (int i = first_deal; i < first_deal + deal_count; ++i) {
                call.check();
                std::vector<PackedPosition> positions;
                const std::uint64_t deal_seed = Rng(static_cast<std::uint64_t>(i)).next();
                dealer_.play(Rng(seed ^ deal_seed).next(), {sizes[0], sizes[1], sizes[2]}, positions);
                for (const PackedPosition& packed : positions) {
                    const Position position = unpack(packed, tables_);
                    candidates.push_back({i, packed});
                    exact_values.push_back(solver_.moves(position));
                    shallow_values.push_back(shallow_.moves(position, 1));
                }
            }
        });
        return {rows_of<std::int32_t>(std::move(candidates)), rows_of<std::int16_t>(std::move(exact_values)),
                rows_of<std::int16_t>(std::move(shallow_values))};
    }

  private:
    Dealer dealer_;
    Solver solver_;
    Shallow shallow_;
};

}  // namespace

void bind_composing(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Composer>(module, "Composer")
        .def(nb::init<const Integers&, const Integers&, int, int, bool>(), "trumps"_a, "scoring"_a, "bits"_a,
             "open_bits"_a, "either_end"_a)
        .def("shallow", &Composer::shallow, "positions"_a, "tricks"_a)
        .def("candidates", &Composer::candidates, "seed"_a, "first"_a, "deals"_a, "sizes"_a);
}

}  // namespace bingo
