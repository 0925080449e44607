// The binding of the fast lane.

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "batch/jsonl.hpp"
#include "bindings/reader.hpp"

namespace bingo {
namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

void teach(Lane& lane, const nb::bytes& written, const Integers& trumps, const Integers& scoring, bool either_end, const nb::bytes& label) {
    lane.teach(std::string(view(written)), {load_tables(trumps, scoring), either_end, std::string(view(label))});
}

// (records, [(place in them, place in the block, length, number, line)], rules not known, {value: positions}).
nb::tuple solve(Lane& lane, const nb::bytes& block, const nb::bytes& source, std::int64_t number, std::int64_t line, bool best, bool compare) {
    const Task task{std::string(view(source)), number, line, best, compare};
    const std::string_view text = view(block);
    Solved solved;
    {
        nb::gil_scoped_release release;
        solved = lane.solve(text, task);
    }
    nb::list holes, unknown;
    for (const Hole& h : solved.holes) holes.append(nb::make_tuple(h.out, h.begin, h.size, h.number, h.line));
    for (const std::string& rules : solved.unknown) unknown.append(bytes(rules));
    return nb::make_tuple(bytes(solved.out), holes, unknown, solved.values);
}

// (lines, lines that are not blank).
nb::tuple lines(const nb::bytes& block) {
    const std::string_view text = view(block);
    Lines found{};
    {
        nb::gil_scoped_release release;
        found = count_lines(text);
    }
    return nb::make_tuple(found.all, found.written);
}

// What a line was taken for, None if it was declined: (trump, hands, leader, led, points, tricks, declared, shown,
// stock, turned, closed, stage), by tile index, -1 for none.
nb::object see(Lane& lane, const nb::bytes& line) {
    const auto seen = lane.see(view(line));
    if (!seen) return nb::none();
    const Given& g = seen->given;
    const Written& w = seen->written;
    nb::list stock;
    for (int i = 0; i < w.stock_size; ++i) stock.append(w.stock[i]);
    const auto pair = [](const int (&two)[2]) { return nb::make_tuple(two[0], two[1]); };
    const nb::object closed = w.closed ? nb::object(nb::make_tuple(w.closed_by, w.closed_points, w.closed_tricks)) : nb::none();
    return nb::make_tuple(g.trump, nb::make_tuple(w.sides[0].hand, w.sides[1].hand), w.lead, w.led, pair(g.points), pair(g.tricks), pair(g.declared),
                          g.shown, nb::tuple(stock), w.turned, closed, g.root.stage);
}

}  // namespace

void bind_lane(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Lane>(module, "Lane")
        .def(nb::init<int, int, int>(), "bits"_a, "deal_bits"_a, "open_bits"_a)
        .def("teach", &teach, "written"_a, "trumps"_a, "scoring"_a, "either_end"_a, "label"_a)
        .def("force", [](Lane& lane, const nb::bytes& written) { lane.force(std::string(view(written))); }, "written"_a)
        .def("solve", &solve, "block"_a, "source"_a, "number"_a, "line"_a, "best"_a, "compare"_a)
        .def("see", &see, "line"_a);
    module.def("count_lines", &lines, "block"_a);
}

}  // namespace bingo
