// The binding of what is asked where tiles are hidden: Python's views in, values and moves out.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "bindings/view_reader.hpp"

namespace bingo {
namespace {

using engine::Analysis;
using engine::Budget;
using engine::MoveValue;

constexpr int kMostThreads = 256;
constexpr std::int64_t kMostWorlds = 1'000'000'000, kMostDealt = 1'000'000;

// --- what goes out -----------------------------------------------------------------------------------

// (close, declared doubles, tile or None, claim).
nb::tuple out(const engine::Move& move) {
    nb::object tile = nb::none();
    if (move.tile) tile = nb::int_(static_cast<int>(*move.tile));
    return nb::make_tuple(move.close, move.declare.bits, tile, move.claim);
}

nb::list out(const std::vector<engine::Move>& moves) {
    nb::list all;
    for (const engine::Move& move : moves) all.append(out(move));
    return all;
}

std::tuple<double, double, double> out(const Interval& i) { return {i.value, i.low, i.high}; }

Column<std::uint32_t> out(const std::vector<TileSet>& sets) {
    std::vector<std::uint32_t> bits;
    bits.reserve(sets.size());
    for (const TileSet set : sets) bits.push_back(set.bits);
    return column_of(std::move(bits));
}

Column<std::int16_t> out(const Values& values) {
    return column_of(std::vector<std::int16_t>(values.begin(), values.end()));
}

// --- calls -------------------------------------------------------------------------------------------

class Views {
  public:
    Views(const Integers& trumps, const Integers& scoring, const Floats& weights)
        : engine_(load_tables(trumps, scoring), load_networks(weights)) {}

    Column<std::uint32_t> hands(nb::handle known, nb::handle monitor) {
        const engine::View view = ViewReader().view(known);
        return out(pass(monitor, [&](Call& call) { return engine_.hands(view, call); }));
    }

    Column<double> weights(nb::handle known, const std::optional<std::pair<float, float>>& choosing,
                           nb::handle monitor) {
        const auto odd = [](double value, double most) { return std::isnan(value) || value <= 0 || value > most; };
        if (choosing && (odd(choosing->first, std::numeric_limits<double>::infinity()) || odd(choosing->second, 1)))
            refuse("choosing", "a temperature above 0 and a chance above 0", "others");
        const engine::View view = ViewReader().view(known);
        return column_of(pass(monitor, [&](Call& call) { return engine_.weights(view, choosing, call); }));
    }

    // Hands, shape (worlds,), and the face-down tiles of each, shape (worlds, tiles).
    nb::tuple deals(nb::handle known, std::int64_t worlds, std::uint64_t seed, nb::handle monitor) {
        check_range("worlds", worlds, 1, kMostDealt);
        const engine::View view = ViewReader().view(known);
        const std::vector<engine::Deal> deals = pass(
            monitor, [&](Call& call) { return engine_.deals(view, static_cast<std::size_t>(worlds), seed, call); });
        std::vector<TileSet> hands;
        std::vector<std::uint8_t> stocks;
        for (const engine::Deal& deal : deals) {
            hands.push_back(deal.hand);
            for (const Tile tile : deal.stock) stocks.push_back(static_cast<std::uint8_t>(tile));
        }
        const std::size_t size = deals[0].stock.size();
        return nb::make_tuple(out(hands), rows_of(std::move(stocks), deals.size(), size));
    }

    Analysis analyze(nb::handle known, nb::handle objective, bool open, const Budget& budget, nb::handle monitor) {
        const engine::View view = ViewReader().view(known);
        const Objectives::Table table = GivenObjectives::table(objective);
        return work(budget, monitor,
                    [&](const Effort& effort) { return engine_.analyze(view, table, open, budget, effort); });
    }

    // `only`: moves; `listed`: moves to be estimated, pairs of those that are certain and of those solved otherwise,
    // and a cap.
    Analysis estimate(nb::handle known, nb::handle objective, const Budget& budget,
                      const std::optional<nb::sequence>& only, const std::optional<nb::tuple>& listed, bool no_close,
                      bool no_prune, std::optional<double> enumerated, nb::handle monitor) {
        const ViewReader read;
        const engine::View view = read.view(known);
        const Objectives::Table table = GivenObjectives::table(objective);
        engine::EstimateOptions options{{}, {}, no_close, no_prune, enumerated};
        if (only) options.only = read.moves(*only);
        if (listed) {
            if (nb::len(*listed) != 4) throw std::invalid_argument("listed: expected three lists and a cap");
            const auto list = [&](std::size_t i) { return nb::cast<nb::sequence>((*listed)[i]); };
            const nb::object cap = (*listed)[3];
            options.listed =
                engine::Listed{read.moves(list(0)), read.valued(list(1)), read.valued(list(2)),
                               cap.is_none() ? std::numeric_limits<double>::infinity() : nb::cast<double>(cap)};
        }
        return work(budget, monitor,
                    [&](const Effort& effort) { return engine_.estimate(view, table, options, budget, effort); });
    }

    std::vector<MoveValue> solve_moves(nb::handle known, nb::handle objective, const nb::sequence& moves,
                                       const Budget& budget, nb::handle monitor) {
        const ViewReader read;
        const engine::View view = read.view(known);
        const Objectives::Table table = GivenObjectives::table(objective);
        const std::vector<engine::Move> only = read.moves(moves);
        return work(budget, monitor,
                    [&](const Effort& effort) { return engine_.solve_moves(view, table, only, budget, effort); });
    }

    // `known`: what the player to move knows; `position`: all tiles, for who sees them.
    nb::tuple reply(const std::string& level, nb::handle known, int stage, nb::handle position, nb::handle objective,
                    int worlds, std::uint64_t seed, unsigned without, nb::handle monitor) {
        const engine::View view = ViewReader().view(known);
        check_range("stage", stage, kClaimStage, kShowStage);
        check_range("worlds", worlds, 0, kMostWorlds);
        std::optional<Given> all;
        if (!position.is_none()) all = PositionReader().given(position);
        const Objectives::Table table = GivenObjectives::table(objective);
        return out(pass(monitor, [&](Call& call) {
            const Effort effort{1, call, [&call](double share) { call.set_share(share); }};
            return engine_.reply(level, view, stage, all, table, worlds, seed, without, effort);
        }));
    }

  private:
    template <class Work>
    std::invoke_result_t<Work, Call&> pass(nb::handle monitor, Work work) {
        return turnstile_.pass(work, monitor);
    }

    template <class Work>
    std::invoke_result_t<Work, Effort> work(const Budget& budget, nb::handle monitor, Work work) {
        return pass(monitor, [&](Call& call) {
            return work(Effort{budget.threads, call, [&call](double share) { call.set_share(share); },
                               Effort::Clock::now(), budget.seconds});
        });
    }

    engine::Engine engine_;
    Turnstile turnstile_;  // one call at a time is answered
};

Budget budget_of(bool double_dummy, std::int64_t worlds, double seconds, bool until_separated, bool uniform,
                 std::int64_t hands, bool narrow, std::uint64_t seed, int threads) {
    check_range("worlds", worlds, 0, kMostWorlds);
    check_range("hands", hands, 0, kMostWorlds);
    check_range("threads", threads, 1, kMostThreads);
    if (!(seconds > 0)) refuse("seconds", "a number above 0", std::to_string(seconds));
    return {double_dummy ? engine::Method::kDoubleDummy : engine::Method::kRollout,
            static_cast<int>(worlds),
            seconds,
            until_separated,
            uniform,
            static_cast<std::size_t>(hands),
            narrow,
            seed,
            threads};
}

void bind_results(nb::module_& module) {
    const auto inside = nb::rv_policy::reference_internal;
    const auto own = nb::rv_policy::move;
    nb::class_<Bracket>(module, "Bracket")
        .def_prop_ro("guaranteed", [](const Bracket& b) { return out(b.guaranteed); })
        .def_prop_ro("double_dummy", [](const Bracket& b) { return out(b.double_dummy); })
        .def_prop_ro("best", [](const Bracket& b) {
            return b.best ? std::optional(std::pair(b.best->least, b.best->most)) : std::nullopt;
        });
    nb::class_<engine::Lead>(module, "Lead")
        .def_ro("points", &engine::Lead::points)
        .def_ro("wins", &engine::Lead::wins)
        .def_prop_ro("chance", [](const engine::Lead& lead) { return lead.chance; })
        .def_prop_ro(
            "double_dummy", [](const engine::Lead& lead) { return out(lead.double_dummy); }, own)
        .def_prop_ro(
            "guaranteed", [](const engine::Lead& lead) { return out(lead.guaranteed); }, own)
        .def_ro("gap", &engine::Lead::gap);
    nb::class_<MoveValue>(module, "MoveValue")
        .def_prop_ro("move", [](const MoveValue& value) { return out(value.move); })
        .def_prop_ro("kind", [](const MoveValue& value) { return static_cast<int>(value.kind); })
        .def_prop_ro("points", [](const MoveValue& value) { return out(value.points); })
        .def_prop_ro(
            "chance",
            [](const MoveValue& value) { return value.chance ? std::optional(out(*value.chance)) : std::nullopt; })
        .def_ro("worlds", &MoveValue::worlds)
        .def_ro("worse", &MoveValue::worse)
        .def_ro("chance_worse", &MoveValue::chance_worse)
        .def_ro("gap", &MoveValue::gap)
        .def_ro("error", &MoveValue::error)
        .def_prop_ro(
            "lead", [](const MoveValue& v) { return v.lead ? &*v.lead : nullptr; }, inside,
            nb::for_getter(nb::sig("def lead(self) -> Lead | None")));
    nb::class_<Analysis>(module, "Analysis")
        .def_ro("moves", &Analysis::moves)
        .def_prop_ro("alike", [](const Analysis& a) { return out(a.alike); })
        .def_prop_ro("alike_open", [](const Analysis& a) { return out(a.alike_open); })
        .def_ro("mine", &Analysis::mine)
        .def_ro("weighted", &Analysis::weighted)
        .def_ro("stopped", &Analysis::stopped)
        .def_ro("estimated", &Analysis::estimated)
        .def_ro("every", &Analysis::every)
        .def_ro("worlds", &Analysis::worlds)
        .def_ro("hands", &Analysis::hands)
        .def_prop_ro("double_dummy", [](const Analysis& a) { return a.method == engine::Method::kDoubleDummy; })
        .def_ro("closes", &Analysis::closes)
        .def_prop_ro(
            "tried", [](const Analysis& a) { return out(a.tried); }, own)
        .def_prop_ro(
            "weights", [](const Analysis& a) { return column_of(std::vector<double>(a.weights)); }, own)
        .def_prop_ro("refutation", [](const Analysis& a) {  // hand, value, (player, is a reply, move) of each step
            using Steps = std::vector<std::tuple<int, bool, nb::tuple>>;
            std::optional<std::tuple<std::uint32_t, int, Steps>> refutation;
            if (!a.refutation) return refutation;
            refutation = {a.refutation->hand.bits, a.refutation->value, {}};
            for (const engine::Step& step : a.refutation->line)
                std::get<Steps>(*refutation).emplace_back(step.player, step.reply, out(step.move));
            return refutation;
        });
}

}  // namespace

void bind_engine(nb::module_& module) {
    using namespace nb::literals;
    const nb::exception<Stopped> stopped(module, "Stopped");
    bind_results(module);
    nb::class_<Budget>(module, "Budget")
        .def(
            "__init__",
            [](Budget* self, bool double_dummy, std::int64_t worlds, double seconds, bool until_separated, bool uniform,
               std::int64_t hands, bool narrow, std::uint64_t seed, int threads) {
                new (self) Budget(
                    budget_of(double_dummy, worlds, seconds, until_separated, uniform, hands, narrow, seed, threads));
            },
            nb::kw_only(), "double_dummy"_a = false, "worlds"_a = 0,
            "seconds"_a = std::numeric_limits<double>::infinity(), "until_separated"_a = false, "uniform"_a = false,
            "hands"_a = 0, "narrow"_a = true, "seed"_a = 0, "threads"_a = 1);
    nb::class_<Views>(module, "Engine")
        .def(nb::init<const Integers&, const Integers&, const Floats&>(), "trumps"_a, "scoring"_a, "weights"_a)
        .def("hands", &Views::hands, "known"_a.none(), "monitor"_a = nb::none())
        .def("weights", &Views::weights, "known"_a.none(), "choosing"_a = nb::none(), "monitor"_a = nb::none())
        .def("deals", &Views::deals, "known"_a.none(), "worlds"_a, "seed"_a, "monitor"_a = nb::none())
        .def("analyze", &Views::analyze, "known"_a.none(), "objective"_a.none(), "open"_a, "budget"_a,
             "monitor"_a = nb::none())
        .def("estimate", &Views::estimate, "known"_a.none(), "objective"_a.none(), "budget"_a, "only"_a = nb::none(),
             "listed"_a = nb::none(), "no_close"_a = false, "no_prune"_a = false, "enumerated"_a = nb::none(),
             "monitor"_a = nb::none())
        .def("solve_moves", &Views::solve_moves, "known"_a.none(), "objective"_a.none(), "moves"_a, "budget"_a,
             "monitor"_a = nb::none())
        .def("reply", &Views::reply, "level"_a, "known"_a.none(), "stage"_a, "position"_a = nb::none(),
             "objective"_a = nb::none(), "worlds"_a = 0, "seed"_a = 0, "without"_a = 0, "monitor"_a = nb::none());
}

}  // namespace bingo
