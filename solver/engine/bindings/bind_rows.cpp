// The binding of positions in rows of numbers: many are checked and solved in one call. Rows come and go as bytes,
// which solver/engine/kernel.py packs and reads; no Python object is made for a position.

#include <cstring>
#include <vector>

#include "bindings/unpack.hpp"
#include "core/move_values.hpp"
#include "quick_check.hpp"

namespace bingo {
namespace {

// Rows one after the other, as array("i") has them: each the numbers of a T.
template <class T>
std::vector<T> rows_from(const nb::bytes& numbers) {
    if (numbers.size() % sizeof(T)) refuse("rows", "whole ones", std::to_string(numbers.size()) + " bytes");
    std::vector<T> rows(numbers.size() / sizeof(T));
    if (!rows.empty()) std::memcpy(rows.data(), numbers.data(), numbers.size());
    return rows;
}

// Checks and solves rows under one rule set; one call at a time uses it, on one thread: batches use processes. Solvers
// keep their tables from row to row, which changes how long values take and not what they are.
class RowSolver : RuleBinding {
  public:
    RowSolver(const Integers& trumps, const Integers& scoring, bool either_end, int bits, int deal_bits, int open_bits)
        : RuleBinding(trumps, scoring), either_end_(either_end), exact_(tables_, bits, deal_bits, open_bits) {
        check_table_bits(bits, open_bits);
        check_table_bits(deal_bits, open_bits);
    }

    // Of rows of PackedSetup, those of PackedPosition; with the stage kNeedsFullCheck where that is to be done.
    nb::bytes check(const nb::bytes& rows) {
        const std::vector<PackedSetup> setups = rows_from<PackedSetup>(rows);
        std::vector<PackedPosition> positions(setups.size());
        call_lock_.run([&](Call& call) {
            for (std::size_t i = 0; i < setups.size(); ++i) {
                if (i % kRowsBetweenChecks == 0) call.check();
                if (!quick_check(setups[i], tables_, either_end_, positions[i])) positions[i].stage = kNeedsFullCheck;
            }
        });
        return nb::bytes(positions.data(), positions.size() * sizeof(PackedPosition));
    }

    // Of rows of PackedPosition: (values, utilities, how many moves each, moves, their values, their utilities), 16-bit
    // numbers; moves as MoveCode has them, utilities with an objective only.
    nb::tuple solve(const nb::bytes& rows, int detail, nb::handle objective) {
        check_range("detail", detail, kValueOnly, kAllMoves);
        const auto positions = rows_from<PackedPosition>(rows);
        const Objective* const match = objectives_(objective);
        SolvedPositions solved;
        call_lock_.run([&](Call& call) {
            const WatchScope watched(exact_, call);
            for (const PackedPosition& position : positions) {
                const Position root = unpack(position, tables_);
                solve_position(exact_.solver(root), root, static_cast<Detail>(detail), match, solved);
            }
        });
        const auto column = [](std::vector<std::int16_t>& numbers) {
            return column_of<std::int16_t>(std::move(numbers));
        };
        return nb::make_tuple(column(solved.values), column(solved.utilities), column(solved.move_counts),
                              column(solved.moves), column(solved.move_values), column(solved.move_utilities));
    }

  private:
    static constexpr std::int32_t kNeedsFullCheck = -1;
    static constexpr std::size_t kRowsBetweenChecks = 256;

    const bool either_end_;
    ExactSolver exact_;
};

}  // namespace

void bind_rows(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<RowSolver>(module, "RowSolver")
        .def(nb::init<const Integers&, const Integers&, bool, int, int, int>(), "trumps"_a, "scoring"_a, "either_end"_a,
             "bits"_a, "deal_bits"_a, "open_bits"_a)
        .def("check", &RowSolver::check, "rows"_a)
        .def("solve", &RowSolver::solve, "rows"_a, "detail"_a, "objective"_a = nb::none());
}

}  // namespace bingo
