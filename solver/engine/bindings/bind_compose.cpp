// The binding of what composing puzzles needs: positions out of play, solved,
// and what they look like a few tricks ahead.

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <bit>
#include <limits>
#include <tuple>
#include <utility>

#include "bindings/unpack.hpp"
#include "compose/dealer.hpp"
#include "compose/shallow.hpp"
#include "core/search.hpp"

namespace bingo {
namespace {

// A row: the number of a deal, and a position of it.
constexpr std::size_t kPackedPosition = sizeof(PackedPosition) / sizeof(std::int32_t), kRow = 1 + kPackedPosition;

void append(const Solver::Moves& moves, std::vector<std::int16_t>& out) {
    for (const int value : std::bit_cast<std::array<int, Solver::kMoves>>(moves))
        out.push_back(static_cast<std::int16_t>(value));
}

// One call at a time uses the solvers of a Composer.
class Composer {
  public:
    Composer(const Integers& trumps, const Integers& scoring, int bits, int open_bits, bool either_end)
        : tables_(load_tables(trumps, scoring)),
          either_end_(either_end),
          solver_(tables_, bits, open_bits),
          shallow_(tables_) {
        check_table_bits(bits, open_bits);
    }
    Composer(const Composer&) = delete;  // the solvers refer to tables_

    // What moves seem worth so many tricks ahead: shape (positions, 59).
    Rows<std::int16_t> shallow(const nb::sequence& positions, int tricks) {
        check_range("tricks", tricks, 1, kMostTricks);
        std::vector<Root> roots;
        for (nb::handle position : positions) {
            check_signals(roots.size());
            roots.push_back(read_root(position, tables_));
        }
        std::vector<std::int16_t> found;
        turnstile_.pass([&](Call& call) {
            const Watched watched(shallow_, call);
            for (const Root& root : roots) {
                Solver::Moves moves{};
                shallow_.moves(root, tricks, moves);
                append(moves, found);
            }
        });
        return rows_of(std::move(found), roots.size(), Solver::kMoves);
    }

    // Plays deals number `first` and after; rows of what was seen, of the values of all moves, and of what the moves
    // seem worth one trick ahead. A deal depends on its number and the seed alone.
    std::tuple<Rows<std::int32_t>, Rows<std::int16_t>, Rows<std::int16_t>> candidates(
        std::uint64_t seed, int first, int deals, const std::array<int, 3>& wanted) {
        for (const int number : wanted) check_range("wanted", number, 0, 1 << 30);
        check_range("first", first, 0, std::numeric_limits<int>::max());
        check_range("deals", deals, 0, std::numeric_limits<int>::max() - first);
        std::vector<std::int32_t> rows;
        std::vector<std::int16_t> exact, ahead;
        turnstile_.pass([&](Call& call) {
            const Watched solver_watched(solver_, call);
            const Watched shallow_watched(shallow_, call);
            Dealer player(tables_, either_end_);
            std::vector<PackedPosition> seen;
            for (int i = first; i < first + deals; ++i) {
                call.check();
                seen.clear();
                const std::uint64_t own = Rng(static_cast<std::uint64_t>(i)).next();
                player.play(Rng(seed ^ own).next(), {wanted[0], wanted[1], wanted[2]}, seen);
                for (const PackedPosition& one : seen) {
                    const auto row = std::bit_cast<std::array<std::int32_t, kPackedPosition>>(one);
                    const Root root = unpack(one, tables_);
                    rows.push_back(i);
                    rows.insert(rows.end(), row.begin(), row.end());
                    Solver::Moves moves{};
                    solver_.moves(root, moves);
                    append(moves, exact);
                    shallow_.moves(root, 1, moves);
                    append(moves, ahead);
                }
            }
        });
        const std::size_t many_rows = rows.size() / kRow;
        return {rows_of(std::move(rows), many_rows, kRow), rows_of(std::move(exact), many_rows, Solver::kMoves),
                rows_of(std::move(ahead), many_rows, Solver::kMoves)};
    }

  private:
    const Tables tables_;
    const bool either_end_;
    Solver solver_;
    Shallow shallow_;
    Turnstile turnstile_;
};

}  // namespace

void bind_composing(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Composer>(module, "Composer")
        .def(nb::init<const Integers&, const Integers&, int, int, bool>(), "trumps"_a, "scoring"_a, "bits"_a,
             "open_bits"_a, "either_end"_a)
        .def("shallow", &Composer::shallow, "positions"_a, "tricks"_a)
        .def("candidates", &Composer::candidates, "seed"_a, "first"_a, "deals"_a, "wanted"_a);
}

}  // namespace bingo
