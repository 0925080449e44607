// The binding of positions in rows of numbers: many are checked and solved in one call.

#include <nanobind/stl/tuple.h>

#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "batch/moves.hpp"
#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "core/given.hpp"
#include "positions/quick_check.hpp"

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

template <class T>
nb::bytes bytes_of(const std::vector<T>& rows) {
    return nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(T));
}

// Checks and solves rows under one rule set; one call at a time uses it.
class RowSolver {
  public:
    RowSolver(const Integers& trumps, const Integers& scoring, bool either_end, int bits, int deal_bits, int open_bits)
        : tables_(load_tables(trumps, scoring)),
          objectives_(tables_),
          either_end_(either_end),
          bits_(bits),
          deal_bits_(deal_bits),
          open_bits_(open_bits) {
        check_table_bits(bits, open_bits);
        check_table_bits(deal_bits, open_bits);
    }
    RowSolver(const RowSolver&) = delete;  // solvers refer to tables_

    // Of rows of Written, those of Given; with the stage kLookCloser where that is to be done.
    nb::bytes check(const nb::bytes& rows) {
        const std::vector<Written> written = rows_from<Written>(rows);
        std::vector<Given> found(written.size());
        turnstile_.pass([&](Call& call) {
            for (std::size_t i = 0; i < written.size(); ++i) {
                if (i % kRowsBetweenChecks == 0) call.check();
                if (!quick_check(written[i], tables_, either_end_, found[i])) found[i].stage = kLookCloser;
            }
        });
        return bytes_of(found);
    }

    // Of rows of Given: (values, utilities, how many moves each, moves, their values, their utilities), 16-bit numbers;
    // moves as MoveCode has them, utilities with an objective only.
    std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes> solve(const nb::bytes& rows,
                                                                                       int detail,
                                                                                       nb::handle objective) {
        check_range("detail", detail, kValue, kEvery);
        const std::vector<Given> given = rows_from<Given>(rows);
        const Objective* const goal = objectives_(objective);
        std::vector<std::int16_t> values, utilities, counts, moves, move_values, move_utilities;
        turnstile_.pass([&](Call& call) {
            const Loader load(tables_);
            for (const Given& one : given) {
                const Root root = load(one);
                Solver& mine = solver(root);
                const Watched watched(mine, call);
                const SolvedPosition solved = solve_position(mine, root, static_cast<Detail>(detail), goal);
                values.push_back(static_cast<std::int16_t>(solved.value));
                counts.push_back(static_cast<std::int16_t>(solved.moves.size()));
                if (goal) utilities.push_back(static_cast<std::int16_t>(solved.utility));
                for (const MoveWorth& move : solved.moves) {
                    moves.push_back(move.move);
                    move_values.push_back(move.value);
                    if (goal) move_utilities.push_back(move.utility);
                }
            }
        });
        return {bytes_of(values), bytes_of(utilities),   bytes_of(counts),
                bytes_of(moves),  bytes_of(move_values), bytes_of(move_utilities)};
    }

  private:
    static constexpr std::int32_t kLookCloser = -1;
    static constexpr std::size_t kRowsBetweenChecks = 256;

    // Whole deals visit many endgames: they are kept apart, in larger tables.
    Solver& solver(const Root& root) {
        const bool whole = root.deal.stock_size > 0;
        std::unique_ptr<Solver>& mine = whole ? deals_ : endgames_;
        if (!mine) mine = std::make_unique<Solver>(tables_, whole ? deal_bits_ : bits_, open_bits_);
        return *mine;
    }

    const Tables tables_;
    GivenObjectives objectives_;
    const bool either_end_;
    const int bits_, deal_bits_, open_bits_;
    std::unique_ptr<Solver> endgames_, deals_;
    Turnstile turnstile_;
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
