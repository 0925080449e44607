// The binding of the fast path.

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "batch/jsonl.hpp"
#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "bindings/reader.hpp"

namespace bingo {
namespace {

// What solve() says.
using Records =
    std::tuple<nb::bytes, std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::int64_t, std::int64_t>>,
               std::vector<nb::bytes>, std::map<int, std::int64_t>, std::vector<std::tuple<nb::bytes, int, int, int>>>;

// A solver of JSON Lines; one call at a time uses it.
class LinesSolver {
  public:
    LinesSolver(int bits, int deal_bits, int open_bits) : lines_(bits, deal_bits, open_bits) {
        check_table_bits(bits, open_bits);
        check_table_bits(deal_bits, open_bits);
    }

    void add_rules(const nb::bytes& written, const Integers& trumps, const Integers& scoring, bool either_end,
                   const nb::bytes& label) {
        const std::string key(view(written));
        RuleSet rules{load_tables(trumps, scoring), either_end, std::string(view(label))};
        turnstile_.pass([&](Call&) { lines_.add_rules(key, std::move(rules)); });
    }

    void use_only(const nb::bytes& written) {
        const std::string key(view(written));
        turnstile_.pass([&](Call&) { lines_.use_only(key); });
    }

    // `first`: who led the first trick of the deal, -1: not known.
    void add_objective(const nb::bytes& written, int you, int opponent, int first, nb::handle objective) {
        const std::string key(view(written));
        check_range("score", you, 0, Objective::kMostNeeded);
        check_range("score", opponent, 0, Objective::kMostNeeded);
        check_range("first", first, -1, 1);
        const Objective made = GivenObjectives::read(objective);
        turnstile_.pass([&](Call&) { lines_.add_objective(key, {you, opponent, first}, made); });
    }

    // (records, [(place in them, place in the block, length, number, line)], rules not known, {value: positions},
    // [(rules, score, score, who led first)] not known).
    Records solve(const nb::bytes& block, const nb::bytes& source, std::int64_t number, std::int64_t line, int detail,
                  bool compare, bool match) {
        check_range("number", number, 0, kMostLines);
        check_range("line", line, 0, kMostLines);
        check_range("detail", detail, 0, 2);
        const Task task{std::string(view(source)), number, line, detail, compare, match};
        const std::string_view text = view(block);
        const Solved solved = turnstile_.pass([&](Call& call) { return lines_.solve(text, task, call); });
        Records found{bytes(solved.out), {}, {}, solved.values, {}};
        auto& [out, gaps, unknown, values, scores] = found;
        for (const Gap& gap : solved.gaps) gaps.emplace_back(gap.out, gap.begin, gap.size, gap.number, gap.line);
        for (const std::string& rules : solved.unknown) unknown.push_back(bytes(rules));
        for (const auto& [rules, score] : solved.scores)
            scores.emplace_back(bytes(rules), score[0], score[1], score[2]);
        return found;
    }

    // What a line was taken for: (its rules as they stand, (trump, hands, leader, led, points, tricks, declared, shown,
    // pending, stock, turned), closed, carried, stage, name, match: score and who led first), by tile index; None if it
    // was declined, and the rules alone if these are not known.
    nb::object parse(const nb::bytes& line) {
        const std::string_view text = view(line);
        const std::optional<Parsed> parsed = turnstile_.pass([&](Call&) { return lines_.parse(text); });
        if (!parsed) return nb::none();
        if (!parsed->known) return bytes(parsed->rules);
        const Position& position = parsed->position;
        const Root& root = position.root;
        const ParsedLine& written = parsed->line;
        const auto pair = [](const int (&two)[2]) { return nb::make_tuple(two[0], two[1]); };
        const auto tile = [](int n) { return n < 0 ? nb::object(nb::none()) : nb::object(nb::int_(n)); };
        nb::list stock;
        for (int i = 0; i < written.stock_size; ++i) stock.append(written.stock[i]);
        nb::object closed = nb::none(), match = nb::none();
        if (written.closed) closed = nb::make_tuple(written.closed_by, written.closed_points, written.closed_tricks);
        if (written.has_match) match = nb::make_tuple(written.match[0], written.match[1], tile(written.first));
        const nb::tuple board = nb::make_tuple(
            root.deal.suit, nb::make_tuple(written.sides[0].hand, written.sides[1].hand), written.lead,
            tile(written.led), pair(position.points), pair(position.tricks), pair(position.declared),
            tile_indices(position.shown, *root.deal.trump), root.pending, nb::tuple(stock), tile(written.turned));
        return nb::make_tuple(bytes(parsed->rules), board, closed, pair(written.carried), root.stage,
                              nb::str(written.name.data(), written.name.size()), match);
    }

  private:
    static constexpr std::int64_t kMostLines = std::int64_t{1} << 53;

    JsonLines lines_;
    Turnstile turnstile_;
};

// (lines, lines that are not blank).
std::pair<std::int64_t, std::int64_t> lines(const nb::bytes& block) {
    const std::string_view text = view(block);
    const Lines found = Turnstile().pass([&](Call& call) { return count_lines(text, call); });
    return {found.all, found.written};
}

}  // namespace

void bind_jsonl(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<LinesSolver>(module, "JsonLines")
        .def(nb::init<int, int, int>(), "bits"_a, "deal_bits"_a, "open_bits"_a)
        .def("add_rules", &LinesSolver::add_rules, "written"_a, "trumps"_a, "scoring"_a, "either_end"_a, "label"_a)
        .def("add_objective", &LinesSolver::add_objective, "written"_a, "you"_a, "opponent"_a, "first"_a,
             "objective"_a.none())
        .def("use_only", &LinesSolver::use_only, "written"_a)
        .def("solve", &LinesSolver::solve, "block"_a, "source"_a, "number"_a, "line"_a, "detail"_a, "compare"_a,
             "match"_a = true)
        .def("parse", &LinesSolver::parse, "line"_a);
    module.def("count_lines", &lines, "block"_a);
}

}  // namespace bingo
