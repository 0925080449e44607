// The binding of what is asked where tiles are hidden: Python's views in, values and moves out. What goes out is a
// copy, in Python's numbers of tiles; arrays own their memory. solver/analysis makes the library's answers of it.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bindings/unpack.hpp"
#include "engine.hpp"

namespace bingo {
namespace {

constexpr std::int64_t kMaxWorlds = 1'000'000'000, kMaxDrawnDeals = 1'000'000;

// --- what goes out -----------------------------------------------------------------------------------

std::tuple<double, double, double> to_python(const Interval& i) { return {i.value, i.low, i.high}; }

Column<std::int16_t> to_python(const Values& values) {
    return column_of<std::int16_t>(std::vector<std::int16_t>(values.begin(), values.end()));
}

// The same as values and analyses, with moves as Python has them: made while the trump suit is at hand, since a kernel
// number means nothing without it.
struct PyValue : MoveValue {
    PyMove py_move;

    PyValue(const MoveValue& value, const Trump& trump) : MoveValue(value), py_move(to_python(value.move, trump)) {}
};

PyValue to_python(const MoveValue& value, const Trump& trump) { return {value, trump}; }

// Lists of moves and of values.
template <class Item>
auto to_python(const std::vector<Item>& items, const Trump& trump) {
    std::vector<decltype(to_python(items[0], trump))> result;
    result.reserve(items.size());
    for (const Item& item : items) result.push_back(to_python(item, trump));
    return result;
}

struct PyAnalysis : Analysis {
    std::vector<PyValue> values;
    std::vector<PyMove> py_equivalent, py_equivalent_open;
    // Indices into `values` of the closes, in the order of solved->leads: the best close first.
    std::vector<std::size_t> close_indices;

    PyAnalysis(Analysis analysis, const Trump& trump)
        : Analysis(std::move(analysis)),
          values(to_python(moves, trump)),
          py_equivalent(to_python(equivalent, trump)),
          py_equivalent_open(to_python(equivalent_open, trump)) {
        if (!solved || std::ranges::none_of(moves, [](const MoveValue& m) { return m.move.close; })) return;
        close_indices.resize(solved->leads.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            if (const Lead* lead = values[i].solved_lead.get())
                close_indices[static_cast<std::size_t>(lead - solved->leads.data())] = i;
    }
};

// --- calls -------------------------------------------------------------------------------------------

// A request, and what the answer may cost. Python makes one for each question.
struct PyRequest : Request {
    double seconds = std::numeric_limits<double>::infinity();
    int threads = 1;
};

// The engine of one rule set. Every call reads a view, works without the GIL, and makes results of
// what comes back; one call at a time is answered.
class PyEngine {
  public:
    PyEngine(const Integers& trumps, const Integers& scoring, const Floats& weights)
        : engine_(load_tables(trumps, scoring), load_networks(weights)), objectives_(engine_.tables()) {}

    Column<std::uint32_t> hands(nb::handle infoset, nb::handle monitor) {
        const View view = engine_.view(read_information(infoset));
        return column_of<std::uint32_t>(call_lock_.run([&](Call& call) { return view.hands(call); }, monitor));
    }

    Column<double> weights(nb::handle infoset, const std::optional<std::pair<float, float>>& opponent_model,
                           nb::handle monitor) {
        std::optional<ChoiceModel> model;
        if (opponent_model) {
            model = {opponent_model->first, opponent_model->second};
            const bool is_valid = model->temperature > 0 && model->blunder > 0 && model->blunder <= 1;
            if (!is_valid)
                refuse("opponent_model", "a temperature above 0 and a blunder chance above 0, at most 1",
                       std::to_string(model->temperature) + " and " + std::to_string(model->blunder));
        }
        const View view = engine_.view(read_information(infoset));
        return column_of<double>(
            call_lock_.run([&](Call& call) { return engine_.weights(view, model, call); }, monitor));
    }

    // Hands, shape (worlds,), and the face-down tiles of each, shape (worlds, tiles).
    nb::tuple deals(nb::handle infoset, std::int64_t worlds, std::uint64_t seed, nb::handle monitor) {
        check_range("worlds", worlds, 1, kMaxDrawnDeals);
        const View view = engine_.view(read_information(infoset));
        const auto deals = call_lock_.run(
            [&](Call& call) { return Engine::deals(view, static_cast<std::size_t>(worlds), seed, call); }, monitor);
        std::vector<TileSet> hands;
        std::vector<std::uint8_t> stocks;
        for (const PossibleDeal& deal : deals) {
            hands.push_back(deal.hand);
            for (const Tile tile : deal.stock) stocks.push_back(static_cast<std::uint8_t>(tile));
        }
        return nb::make_tuple(column_of<std::uint32_t>(std::move(hands)),
                              rows_of(std::move(stocks), deals.size(), deals[0].stock.size()));
    }

    // All moves; `plays_on`: also estimates playing on, where a close is possible.
    PyAnalysis analyze(nb::handle infoset, nb::handle objective, bool plays_on, PyRequest request, nb::handle monitor) {
        const View view = engine_.view(read_information(infoset));
        request.objective = objectives_(objective);
        return {work(request, monitor,
                     [&](const Budget& budget) { return engine_.analyze(view, request, plays_on, budget); }),
                view.trump_tables()};
    }

    // `moves`: only these moves are estimated; `options`: the sensible moves, if Python has listed them already. Other
    // arguments: see Request.
    PyAnalysis estimate(nb::handle infoset, nb::handle objective, PyRequest request,
                        const std::optional<nb::sequence>& moves, nb::handle options, bool no_prune,
                        std::optional<double> enumerated, nb::handle monitor) {
        const View view = engine_.view(read_information(infoset));
        const Trump& trump = view.trump_tables();
        request.objective = objectives_(objective);
        request.no_prune = no_prune;
        request.enumerated = enumerated;
        if (moves) request.moves = read_moves(*moves, trump);
        if (!options.is_none()) request.options = read_options(options, trump);
        return {work(request, monitor, [&](const Budget& budget) { return engine_.estimate(view, request, budget); }),
                trump};
    }

    // Closes, or moves once nothing is drawn any more, one value each in the order given.
    std::vector<PyValue> solve_moves(nb::handle infoset, nb::handle objective, const nb::sequence& moves,
                                     PyRequest request, nb::handle monitor) {
        const View view = engine_.view(read_information(infoset));
        request.objective = objectives_(objective);
        const std::vector<Move> candidates = read_moves(moves, view.trump_tables());
        return to_python(
            work(request, monitor,
                 [&](const Budget& budget) { return engine_.solve_moves(view, candidates, request, budget); }),
            view.trump_tables());
    }

    // `infoset`: what the player to move knows; `position`: all tiles, for who sees them.
    PyMove reply(int level, nb::handle infoset, int stage, nb::handle position, nb::handle objective, int worlds,
                 std::uint64_t seed, unsigned rules_left_out, nb::handle monitor) {
        const View view = engine_.view(read_information(infoset));
        check_range("level", level, static_cast<int>(Level::kGreedy), static_cast<int>(Level::kCheat));
        check_range("stage", stage, kClaimStage, kReplyStage);
        check_range("worlds", worlds, 0, kMaxWorlds);
        std::optional<PackedPosition> full_position;
        if (!position.is_none()) full_position = read_position(position);
        const PyRequest request{{.worlds = worlds, .seed = seed, .objective = objectives_(objective)}};
        const Move move = work(request, monitor, [&](const Budget& budget) {
            return engine_.reply(Level(level), view, stage, full_position, request, rules_left_out, budget);
        });
        return to_python(move, view.trump_tables());
    }

  private:
    // Every question goes through here: the budget's watch and progress are those of the call.
    template <class Work>
    std::invoke_result_t<Work, Budget> work(const PyRequest& request, nb::handle monitor, Work work) {
        return call_lock_.run(
            [&](Call& call) {
                return work(Budget{request.threads, call, [&call](double share) { call.report_progress(share); },
                                   request.seconds});
            },
            monitor);
    }

    Engine engine_;
    ObjectiveReader objectives_;
    CallLock call_lock_;  // one call at a time is answered
};

// Checks what a request is made of; counts come as 64 bits so that a number that is too large is refused, not cut.
PyRequest make_request(bool double_dummy, std::int64_t worlds, double seconds, std::optional<double> margin,
                       bool uniform, std::int64_t hands, bool narrow, std::uint64_t seed, int threads) {
    check_range("worlds", worlds, 0, kMaxWorlds);
    check_range("hands", hands, 0, kMaxWorlds);
    check_range("threads", threads, 1, kMaxThreads);
    if (!(seconds > 0)) refuse("seconds", "a number above 0", std::to_string(seconds));
    return {{double_dummy ? Method::kDoubleDummy : Method::kRollout, static_cast<int>(worlds), margin, uniform,
             static_cast<std::size_t>(hands), narrow, seed},
            seconds,
            threads};
}

void bind_results(nb::module_& module) {
    const auto internal = nb::rv_policy::reference_internal;
    const auto automatic = nb::rv_policy::automatic;
    nb::class_<Bracket>(module, "Bracket")
        .def_prop_ro("guaranteed", [](const Bracket& b) { return to_python(b.guaranteed); })
        .def_prop_ro("double_dummy", [](const Bracket& b) { return to_python(b.double_dummy); })
        .def_prop_ro("best", [](const Bracket& b) {
            return b.best ? std::optional(std::pair(b.best->low, b.best->high)) : std::nullopt;
        });
    nb::class_<Lead>(module, "Lead")
        .def_ro("points", &Lead::points)
        .def_ro("wins", &Lead::wins)
        .def_prop_ro("chance", [](const Lead& lead) { return lead.chance; })
        .def_prop_ro(
            "double_dummy", [](const Lead& lead) { return to_python(lead.double_dummy); }, automatic)
        .def_prop_ro(
            "guaranteed", [](const Lead& lead) { return to_python(lead.guaranteed); }, automatic)
        .def_ro("gap", &Lead::gap);
    nb::class_<PyValue>(module, "MoveValue")
        .def_ro("move", &PyValue::py_move)
        .def_prop_ro("kind", [](const PyValue& value) { return static_cast<int>(value.kind); })
        .def_prop_ro("points", [](const PyValue& value) { return to_python(value.points); })
        .def_prop_ro(
            "chance",
            [](const PyValue& value) { return value.chance ? std::optional(to_python(*value.chance)) : std::nullopt; })
        .def_ro("worlds", &PyValue::worlds)
        .def_ro("worse", &PyValue::worse)
        .def_ro("chance_worse", &PyValue::chance_worse)
        .def_ro("gap", &PyValue::gap)
        .def_ro("error", &PyValue::error)
        .def_prop_ro(
            "solved_lead", [](const PyValue& value) { return value.solved_lead.get(); }, internal,
            nb::for_getter(nb::sig("def solved_lead(self) -> Lead | None")));
    nb::class_<PyAnalysis>(module, "Analysis")
        .def_ro("moves", &PyAnalysis::values)
        .def_ro("equivalent", &PyAnalysis::py_equivalent)
        .def_ro("equivalent_open", &PyAnalysis::py_equivalent_open)
        .def_ro("weighted", &PyAnalysis::weighted)
        .def_ro("stopped", &PyAnalysis::stopped)
        .def_ro("estimated", &PyAnalysis::estimated)
        .def_ro("exhaustive", &PyAnalysis::exhaustive)
        .def_ro("worlds", &PyAnalysis::worlds)
        .def_ro("double_dummy", &PyAnalysis::double_dummy)
        .def_ro("closes", &PyAnalysis::close_indices)
        .def_prop_ro("hands", [](const PyAnalysis& a) { return a.solved ? a.solved->hands : 0; })
        .def_prop_ro(
            "tried",
            [](const PyAnalysis& a) {
                return column_of<std::uint32_t>(a.solved ? a.solved->sample.hands : std::vector<TileSet>{});
            },
            automatic)
        .def_prop_ro(
            "weights",
            [](const PyAnalysis& a) {
                return column_of<double>(a.solved ? a.solved->sample.weights : std::vector<double>{});
            },
            automatic);
}

}  // namespace

void bind_engine(nb::module_& module) {
    using namespace nb::literals;
    const nb::exception<Stopped> stopped(module, "Stopped");
    bind_results(module);
    nb::class_<PyRequest>(module, "Request")
        .def(nb::new_(&make_request), nb::kw_only(), "double_dummy"_a = false, "worlds"_a = 0,
             "seconds"_a = std::numeric_limits<double>::infinity(), "margin"_a = nb::none(), "uniform"_a = false,
             "hands"_a = 0, "narrow"_a = true, "seed"_a = 0, "threads"_a = 1);
    nb::class_<PyEngine>(module, "Engine")
        .def(nb::init<const Integers&, const Integers&, const Floats&>(), "trumps"_a, "scoring"_a, "weights"_a)
        .def("hands", &PyEngine::hands, "known"_a.none(), "monitor"_a = nb::none())
        .def("weights", &PyEngine::weights, "known"_a.none(), "opponent_model"_a = nb::none(), "monitor"_a = nb::none())
        .def("deals", &PyEngine::deals, "known"_a.none(), "worlds"_a, "seed"_a, "monitor"_a = nb::none())
        .def("analyze", &PyEngine::analyze, "known"_a.none(), "objective"_a.none(), "open"_a, "request"_a,
             "monitor"_a = nb::none())
        .def("estimate", &PyEngine::estimate, "known"_a.none(), "objective"_a.none(), "request"_a,
             "moves"_a = nb::none(), "options"_a = nb::none(), "no_prune"_a = false, "enumerated"_a = nb::none(),
             "monitor"_a = nb::none())
        .def("solve_moves", &PyEngine::solve_moves, "known"_a.none(), "objective"_a.none(), "moves"_a, "request"_a,
             "monitor"_a = nb::none())
        .def("reply", &PyEngine::reply, "level"_a, "known"_a.none(), "stage"_a, "position"_a = nb::none(),
             "objective"_a = nb::none(), "worlds"_a = 0, "seed"_a = 0, "without"_a = 0, "monitor"_a = nb::none());
}

}  // namespace bingo
