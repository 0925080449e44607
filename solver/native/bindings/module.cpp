// The binding: what Python may call.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "core/search.hpp"
#include "core/workers.hpp"
#include "hidden/alpha_mu.hpp"
#include "hidden/strategy.hpp"

namespace bingo {

namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Column = nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using HandPairs = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Tables of one rule set and one solver a thread. Positions are converted with the GIL, solved without.
class Kernel {
  public:
    Kernel(const Integers& trumps, const Integers& scoring, int bits, int open_bits)
        : tables_(load_tables(trumps, scoring)), objectives_(tables_), bits_(bits), open_bits_(open_bits) {
        check_table_bits(bits, open_bits);
    }
    Kernel(const Kernel&) = delete;  // solvers refer to tables_

    int value(nb::handle position, nb::handle objective, int yours, int theirs) {
        Root root = Reader(tables_)(position);
        set_objective(root, objectives_(objective), yours, theirs);
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Solver& mine = solver(0);
        const Watched watched(mine, call);
        return mine.value(root);
    }

    std::uint64_t nodes() const { return solvers_.nodes() + strategists_.nodes() + alpha_mus_.nodes(); }

    // Values into `out`, one a position. `objectives` is None, or has one or None for each position.
    void values(const nb::sequence& positions, const Column& out, int threads, const nb::object& objectives) {
        const std::vector<Root> roots = load(positions, objectives);
        if (out.size() != roots.size()) throw std::invalid_argument("out: one value a position");
        solve(roots, out.data(), threads);
    }

    // Values of a position with each of these pairs of hands, shape (n, 2) in tile indices, into `out`.
    void values_by_hands(nb::handle position, const HandPairs& hands, const Column& out, int threads,
                         nb::handle objective) {
        const Reader read(tables_);
        Root root = read.any_hand(position);
        set_objective(root, objectives_(objective));
        if (out.size() != hands.shape(0)) throw std::invalid_argument("out: one value a pair of hands");
        std::vector<Root> roots;
        roots.reserve(hands.shape(0));
        for (std::size_t i = 0; i < hands.shape(0); ++i) {
            check_signals(i);
            roots.push_back(read.with_hands(root, hands(i, 0), hands(i, 1)));
        }
        solve(roots, out.data(), threads);
    }

    // Rows of value, claim, declared, led[28], closed[28] into `out`, shape (positions, 59).
    void moves(const nb::sequence& positions, Rows out, int threads, const nb::object& objectives) {
        const std::vector<Root> roots = load(positions, objectives);
        constexpr std::size_t kRow = sizeof(Solver::Moves) / sizeof(int);
        if (out.shape(0) != roots.size() || out.shape(1) != kRow)
            throw std::invalid_argument("out: shape (positions, 59)");
        std::int16_t* data = out.data();
        share(roots.size(), threads, [&](Solver& s, std::size_t i) {
            Solver::Moves moves{};
            s.moves(roots[i], moves);
            const auto row = std::bit_cast<std::array<int, kRow>>(moves);
            for (std::size_t c = 0; c < kRow; ++c) data[i * kRow + c] = static_cast<std::int16_t>(row[c]);
        });
    }

    // Endgames that differ in the other hand only: values of `moves`, rows of (declared doubles, tile led or played) in
    // tile indices, as Reader::moves says, into `out`, shape (hands, moves). A hand is a work item: returns how many
    // are done; those that time did not allow hold kNone.
    std::size_t closings(nb::handle position, const Hands& hands, const Integers& moves, Rows out, int threads,
                         nb::object seconds, nb::object on_progress, nb::handle objective) {
        const Reader read(tables_);
        Root root = read.endgame(position);
        set_objective(root, objectives_(objective));
        const std::vector<Mask> worlds = Reader::numbers(root, hands);
        const std::vector<Move> made = read.moves(root, moves);
        if (out.shape(0) != worlds.size() || out.shape(1) != made.size())
            throw std::invalid_argument("out: shape (hands, moves)");
        std::int16_t* data = out.data();
        std::fill_n(data, worlds.size() * made.size(), std::int16_t{Solver::kNone});
        return share_out<Strategist>(
            worlds.size(), threads, std::move(seconds), std::move(on_progress), [&](Strategist& s, std::size_t i) {
                std::vector<std::int16_t> row;
                row.reserve(made.size());
                for (const Move& move : made)
                    row.push_back(static_cast<std::int16_t>(s.double_dummy(root, move, worlds[i])));
                std::copy(row.begin(), row.end(), data + i * made.size());
            });
    }

    // What the strategies that begin with each move take in each world, into `out`, shape (moves, hands). They are made
    // to take much in total, each hand counting as often as its weight says. A move is a work item: as closings.
    std::size_t guaranteed(nb::handle position, const Hands& hands, const Integers& moves, const Doubles& weights,
                           Rows out, int all_up_to, int two_up_to, int threads, nb::object seconds,
                           nb::object on_progress, nb::handle objective) {
        const Reader read(tables_);
        Root root = read.endgame(position);
        set_objective(root, objectives_(objective));
        const std::vector<Mask> worlds = Reader::numbers(root, hands);
        const std::vector<Move> made = read.moves(root, moves);
        if (out.shape(1) != worlds.size() || out.shape(0) != made.size())
            throw std::invalid_argument("out: shape (moves, hands)");
        const std::vector<double> counting = load_weights(weights, worlds.size());
        std::int16_t* data = out.data();
        std::fill_n(data, worlds.size() * made.size(), std::int16_t{Solver::kNone});
        return share_out<Strategist>(
            made.size(), threads, std::move(seconds), std::move(on_progress), [&](Strategist& s, std::size_t k) {
                const Values values = s.guaranteed(root, made[k], worlds, counting, {all_up_to, two_up_to});
                for (std::size_t i = 0; i < values.size(); ++i)
                    data[k * values.size() + i] = static_cast<std::int16_t>(values[i]);
            });
    }

    // At least so much falls every strategy that begins with each move short of the exact values, as AlphaMu::loss
    // says, into `out`, one a move. A move is a work item: returns how many are done; those that time or steps did not
    // allow hold NaN.
    std::size_t losses(nb::handle position, const Hands& hands, const Integers& moves, const Doubles& weights,
                       nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu> out, int own_moves, bool wins,
                       std::uint64_t steps, int threads, nb::object seconds, nb::object on_progress,
                       nb::handle objective) {
        const Reader read(tables_);
        Root root = read.endgame(position);
        set_objective(root, objectives_(objective));
        if (wins && root.deal.objective) throw std::invalid_argument("wins: expected no objective beside it");
        const std::vector<Mask> worlds = Reader::numbers(root, hands);
        const std::vector<Move> made = read.moves(root, moves);
        if (out.size() != made.size()) throw std::invalid_argument("out: one a move");
        const std::vector<double> counting = load_weights(weights, worlds.size());
        check_range("own_moves", own_moves, 0, kMostTricks);
        double* data = out.data();
        std::fill_n(data, made.size(), std::numeric_limits<double>::quiet_NaN());
        return share_out<AlphaMu>(
            made.size(), threads, std::move(seconds), std::move(on_progress), [&](AlphaMu& s, std::size_t k) {
                data[k] = s.loss(root, made[k], worlds, counting, own_moves, wins ? Aim::kWin : Aim::kPoints, steps);
            });
    }

    // The best strategy that begins with each move, where one loses less than `below` (one a move) says: see
    // AlphaMu::best. What it takes in each world into `out`, shape (moves, hands); returns for each move 1 where one
    // was found, 0 where there is none, -1 where that is not known, and -2 where time did not allow to look.
    std::vector<int> best_defences(nb::handle position, const Hands& hands, const Integers& moves,
                                   const Doubles& weights, const Doubles& below, Rows out, std::uint64_t steps,
                                   unsigned without, int threads, nb::object seconds, nb::object on_progress,
                                   nb::handle objective) {
        const Reader read(tables_);
        Root root = read.endgame(position);
        set_objective(root, objectives_(objective));
        const std::vector<Mask> worlds = Reader::numbers(root, hands);
        const std::vector<Move> made = read.moves(root, moves);
        if (out.shape(1) != worlds.size() || out.shape(0) != made.size())
            throw std::invalid_argument("out: shape (moves, hands)");
        if (below.size() != made.size()) throw std::invalid_argument("below: one a move");
        if (!std::all_of(below.data(), below.data() + below.size(), [](double b) { return std::isfinite(b); }))
            throw std::invalid_argument("below: expected finite numbers");
        const std::vector<double> counting = load_weights(weights, worlds.size());
        const auto on = [&](unsigned cut) { return !(without >> cut & 1); };
        const Cuts cuts{on(0), on(1), on(2), on(3), on(4)};
        std::int16_t* data = out.data();
        std::vector<int> found(made.size(), -2);
        share_out<AlphaMu>(
            made.size(), threads, std::move(seconds), std::move(on_progress), [&](AlphaMu& s, std::size_t k) {
                Values values;
                const AlphaMu::Found result =
                    s.best(root, made[k], worlds, counting, below.data()[k], steps, cuts, values);
                for (std::size_t i = 0; i < values.size(); ++i)
                    data[k * values.size() + i] = static_cast<std::int16_t>(values[i]);
                found[k] = result == AlphaMu::Found::kBetter ? 1 : result == AlphaMu::Found::kNone ? 0 : -1;
            });
        return found;
    }

  private:
    static std::vector<double> load_weights(const Doubles& weights, std::size_t hands) {
        if (weights.size() != hands) throw std::invalid_argument("weights: one a hand");
        std::vector<double> found(weights.data(), weights.data() + weights.size());
        if (!std::all_of(found.begin(), found.end(), [](double w) { return w > 0 && std::isfinite(w); }))
            throw std::invalid_argument("weights: expected finite numbers above 0");
        return found;
    }

    Solver& solver(std::size_t w) {
        return solvers_.get(w, [this] { return std::make_unique<Solver>(tables_, bits_, open_bits_); });
    }

    template <class OfWorlds>
    Solvers<OfWorlds>& of_worlds() {
        if constexpr (std::is_same_v<OfWorlds, Strategist>)
            return strategists_;
        else
            return alpha_mus_;
    }

    void solve(const std::vector<Root>& roots, std::int16_t* out, int threads) {
        share(roots.size(), threads,
              [&](Solver& s, std::size_t i) { out[i] = static_cast<std::int16_t>(s.value(roots[i])); });
    }

    template <class Work>
    void share(std::size_t size, int threads, Work work) {
        check_threads(threads);
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        Workers(size, call).run(threads, [this](std::size_t w) -> Solver& { return solver(w); }, work);
    }

    template <class OfWorlds, class Work>
    std::size_t share_out(std::size_t size, int threads, nb::object seconds, nb::object on_progress, Work work) {
        check_threads(threads);
        Call call(std::move(seconds), std::move(on_progress));
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            const auto make = [this] { return std::make_unique<OfWorlds>(tables_, bits_, open_bits_); };
            const auto one = [&](std::size_t w) -> OfWorlds& { return of_worlds<OfWorlds>().get(w, make); };
            Workers(size, call).run(threads, one, work);
        }
        call.tell();
        return call.done;
    }

    std::vector<Root> load(const nb::sequence& positions, const nb::object& objectives) {
        std::vector<Root> roots;
        roots.reserve(nb::len(positions));
        const Reader read(tables_);
        for (nb::handle position : positions) {
            check_signals(roots.size());
            roots.push_back(read(position));
        }
        if (objectives.is_none()) return roots;
        if (nb::len(objectives) != roots.size()) throw std::invalid_argument("objectives: expected one a position");
        std::unordered_map<PyObject*, const Objective*> known;  // positions share a few
        std::size_t i = 0;
        for (nb::handle objective : objectives) {
            const auto [found, added] = known.try_emplace(objective.ptr());
            if (added) found->second = objectives_(objective);
            set_objective(roots[i++], found->second);
        }
        return roots;
    }

    const Tables tables_;
    GivenObjectives objectives_;
    int bits_, open_bits_;
    Solvers<Solver> solvers_;
    Solvers<Strategist> strategists_;
    Solvers<AlphaMu> alpha_mus_;
    Turnstile turnstile_;  // one call at a time uses the solvers
};

}  // namespace
}  // namespace bingo

namespace nb = nanobind;

NB_MODULE(_kernel, module) {
    using namespace nb::literals;
    module.attr("__version__") = BINGO_VERSION;
    module.attr("SEARCH_WIDTH") = nb::make_tuple(bingo::kSearchWidth.all_up_to, bingo::kSearchWidth.two_up_to);
    const nb::exception<bingo::Stopped> stopped(module, "Stopped");
    nb::class_<bingo::Stop>(module, "Stop")
        .def(nb::init<>())
        .def("set", &bingo::Stop::set)
        .def("is_set", &bingo::Stop::is_set);
    nb::class_<bingo::Kernel>(module, "Kernel")
        .def(nb::init<const bingo::Integers&, const bingo::Integers&, int, int>(), "trumps"_a, "scoring"_a, "bits"_a,
             "open_bits"_a)
        .def("value", &bingo::Kernel::value, "position"_a.none(), "objective"_a = nb::none(), "yours"_a = 0,
             "theirs"_a = 0)
        .def("values", &bingo::Kernel::values, "positions"_a, "out"_a, "threads"_a, "objectives"_a = nb::none())
        .def("values_by_hands", &bingo::Kernel::values_by_hands, "position"_a.none(), "hands"_a, "out"_a, "threads"_a,
             "objective"_a = nb::none())
        .def("moves", &bingo::Kernel::moves, "positions"_a, "out"_a, "threads"_a, "objectives"_a = nb::none())
        .def("closings", &bingo::Kernel::closings, "position"_a.none(), "hands"_a, "moves"_a, "out"_a, "threads"_a,
             "seconds"_a = nb::none(), "on_progress"_a = nb::none(), "objective"_a = nb::none())
        .def("guaranteed", &bingo::Kernel::guaranteed, "position"_a.none(), "hands"_a, "moves"_a, "weights"_a, "out"_a,
             "all_up_to"_a, "two_up_to"_a, "threads"_a, "seconds"_a = nb::none(), "on_progress"_a = nb::none(),
             "objective"_a = nb::none())
        .def("losses", &bingo::Kernel::losses, "position"_a.none(), "hands"_a, "moves"_a, "weights"_a, "out"_a,
             "own_moves"_a, "wins"_a, "steps"_a, "threads"_a, "seconds"_a = nb::none(), "on_progress"_a = nb::none(),
             "objective"_a = nb::none())
        .def("best_defences", &bingo::Kernel::best_defences, "position"_a.none(), "hands"_a, "moves"_a, "weights"_a,
             "below"_a, "out"_a, "steps"_a, "without"_a, "threads"_a, "seconds"_a = nb::none(),
             "on_progress"_a = nb::none(), "objective"_a = nb::none())
        .def_prop_ro("nodes", &bingo::Kernel::nodes);
    bingo::bind_jsonl(module);
    bingo::bind_composing(module);
    bingo::bind_player(module);
    bingo::bind_web(module);
    bingo::bind_equilibrium(module);
}
