// The binding: what Python may call. This file has exact search (Kernel) and the module itself; the others have a part
// each and a function that binds it. Names and arguments are private to solver/engine, whose Python files wrap them.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "bindings/unpack.hpp"
#include "closing/leads.hpp"
#include "core/search.hpp"
#include "core/threads.hpp"

namespace bingo {

namespace {

// Moves in an endgame against hands that player 1 may hold (`Question` in Python).
struct Question {
    Endgame endgame;
    std::vector<Move> moves;
};

// Exact search under one rule set: tables, and one solver a thread. Positions are converted with the GIL, solved
// without.
class Kernel : RuleBinding {
  public:
    Kernel(const Integers& trumps, const Integers& scoring, int bits, int open_bits)
        : RuleBinding(trumps, scoring),
          solvers_([this, bits, open_bits] { return std::make_unique<Solver>(tables_, bits, open_bits); }),
          endgames_(tables_, bits, open_bits) {
        check_table_bits(bits, open_bits);
    }

    // The exact value of one position for player 0. `own_score`, `other_score`: game points of this deal so far that
    // the objective counts. The monitor is asked before the search begins, so that an answer can be refused at once.
    int value(nb::handle position, nb::handle objective, int own_score, int other_score, nb::handle monitor) {
        Position root = read_root(position, tables_);
        objectives_.set_objective(root, objective, own_score, other_score);
        const auto work = [&](Call& call) {
            Solver& solver = solvers_[0];
            const WatchScope watched(solver, call);
            call.check();
            return solver.value(root);
        };
        return call_lock_.run(work, monitor);
    }

    std::uint64_t nodes() const { return solvers_.nodes() + endgames_.nodes(); }

    // Exact values, one a position, on `threads` threads: each takes the next position, so that hard ones do not hold
    // up the rest.
    Column<std::int16_t> values(const nb::sequence& positions, int threads, nb::handle objective) {
        const std::vector<Position> roots = read_roots(positions, objective);
        std::vector<std::int16_t> values(roots.size());
        for_each(roots.size(), threads,
                 [&](Solver& solver, std::size_t i) { values[i] = static_cast<std::int16_t>(solver.value(roots[i])); });
        return column_of<std::int16_t>(std::move(values));
    }

    // Values of all moves of each position (Solver::moves): rows of value, claim, declared, led[28], closed[28], shape
    // (positions, 59).
    Rows<std::int16_t> moves(const nb::sequence& positions, int threads, nb::handle objective) {
        const std::vector<Position> roots = read_roots(positions, objective);
        std::vector<Solver::Moves> rows(roots.size());
        for_each(roots.size(), threads, [&](Solver& solver, std::size_t i) { rows[i] = solver.moves(roots[i]); });
        return rows_of<std::int16_t>(std::move(rows));
    }

    // An endgame and moves in it, checked, for the calls that follow. Hands come without the tile that player 1 has
    // led, and may hold any double that was not declared. Without weights all count alike.
    Question question(nb::handle position, const Hands& hands, const nb::sequence& moves,
                      const std::optional<HandWeights>& weights, nb::handle objective) {
        const PackedPosition packed = read_position(position);
        Position root = unpack(packed, tables_);
        if (root.node.open || (root.stage != kLeadStage && root.stage != kReplyStage))
            throw std::invalid_argument(
                "position: expected one in which nothing is drawn any more, and a tile to be led or played");
        root.node.declarable = unpack_with_hidden_hand(packed, tables_).node.declarable;
        objectives_.set_objective(root, objective);
        Question q;
        q.moves = read_legal_moves(moves, root, tables_, false);
        q.endgame.root = root;
        q.endgame.weights.assign(hands.size(), 1.0);
        for (std::size_t i = 0; i < hands.size(); ++i) {
            check_signals(i);
            PackedPosition world = packed;
            world.hands[1] = static_cast<std::int32_t>(hands.data()[i]);
            unpack(world, tables_);  // refuses what player 1 cannot hold
            q.endgame.hands.push_back({hands.data()[i]});
        }
        if (!weights) return q;
        if (weights->size() != hands.size()) throw std::invalid_argument("weights: one a hand");
        q.endgame.weights.assign(weights->data(), weights->data() + weights->size());
        if (!std::ranges::all_of(q.endgame.weights, [](double weight) { return weight > 0 && std::isfinite(weight); }))
            throw std::invalid_argument("weights: expected finite numbers above 0");
        return q;
    }

    // What moves are worth if each hand is seen: a column by hand for each move.
    Columns closings(const Question& q, int threads) {
        return work(threads, [&](const Budget& budget) { return endgames_.double_dummy(q.endgame, q.moves, budget); });
    }

    // What the strategies that begin with each move take; each hand counts as often as its weight says.
    Columns guaranteed(const Question& q, int all_up_to, int two_up_to, int threads) {
        const SearchWidth width{all_up_to, two_up_to};
        return work(threads,
                    [&](const Budget& budget) { return endgames_.guaranteed(q.endgame, q.moves, width, budget); });
    }

    // Lower bounds on how far every strategy that begins with each move falls short of the exact values, in points or,
    // with `wins`, in hands won: one a move.
    std::vector<double> losses(const Question& q, int unseeing_moves, bool wins, std::uint64_t steps, int threads) {
        check_range("unseeing_moves", unseeing_moves, 0, kMaxTricks);
        const Aim aim = wins ? Aim::kWin : Aim::kPoints;
        return work(threads, [&](const Budget& budget) {
            return endgames_.least_losses(q.endgame, q.moves, unseeing_moves, aim, steps, budget);
        });
    }

    // For each move what the strategy that loses least takes against each hand, if it loses less than `max_losses` (one
    // a move); nothing where there is none, None where the search was given up.
    std::vector<std::optional<Values>> best_defences(const Question& q, const std::vector<double>& max_losses,
                                                     std::uint64_t steps, int threads) {
        if (max_losses.size() != q.moves.size()) throw std::invalid_argument("max_losses: one a move");
        if (!std::ranges::all_of(max_losses, [](double loss) { return std::isfinite(loss); }))
            throw std::invalid_argument("max_losses: expected finite numbers");
        return work(threads, [&](const Budget& budget) {
            return endgames_.best_strategies(q.endgame, q.moves, max_losses, steps, budget);
        });
    }

  private:
    // What `call` returns, without the GIL.
    template <class Work>
    std::invoke_result_t<Work, Budget> work(int threads, Work call_with) {
        check_threads(threads);
        return call_lock_.run([&](Call& call) { return call_with(Budget{threads, call}); });
    }

    template <class Work>
    void for_each(std::size_t size, int threads, Work work_on) {
        work(threads, [&](const Budget& budget) { parallel_for(size, threads, budget.watch, solvers_, work_on); });
    }

    SolverPool<Solver> solvers_;
    LeadSolver endgames_;
};

}  // namespace
}  // namespace bingo

namespace nb = nanobind;

NB_MODULE(_kernel, module) {
    using namespace nb::literals;
    module.attr("__version__") = BINGO_VERSION;
    module.attr("SEARCH_WIDTH") =
        nb::make_tuple(bingo::kSearchWidth.all_moves_up_to, bingo::kSearchWidth.two_moves_up_to);
    nb::class_<bingo::Question>(module, "Question");  // NOLINT(bugprone-unused-raii): Python learns of it
    nb::class_<bingo::Kernel>(module, "Kernel")
        .def(nb::init<const bingo::Integers&, const bingo::Integers&, int, int>(), "trumps"_a, "scoring"_a, "bits"_a,
             "open_bits"_a)
        .def("value", &bingo::Kernel::value, "position"_a.none(), "objective"_a = nb::none(), "yours"_a = 0,
             "theirs"_a = 0, "monitor"_a = nb::none())
        .def("values", &bingo::Kernel::values, "positions"_a, "threads"_a, "objective"_a = nb::none())
        .def("moves", &bingo::Kernel::moves, "positions"_a, "threads"_a, "objective"_a = nb::none())
        .def("question", &bingo::Kernel::question, "position"_a.none(), "hands"_a, "moves"_a, "weights"_a = nb::none(),
             "objective"_a = nb::none(), nb::keep_alive<0, 1>())
        .def("closings", &bingo::Kernel::closings, "question"_a, "threads"_a)
        .def("guaranteed", &bingo::Kernel::guaranteed, "question"_a, "all_up_to"_a, "two_up_to"_a, "threads"_a)
        .def("losses", &bingo::Kernel::losses, "question"_a, "unseeing_moves"_a, "wins"_a, "steps"_a, "threads"_a)
        .def("best_defences", &bingo::Kernel::best_defences, "question"_a, "max_losses"_a, "steps"_a, "threads"_a)
        .def_prop_ro("nodes", &bingo::Kernel::nodes);
    bingo::bind_rows(module);
    bingo::bind_composing(module);
    bingo::bind_training(module);
    bingo::bind_engine(module);
}
