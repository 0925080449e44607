#include "batch/jsonl.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "core/options.hpp"
#include "positions/utf8.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

// What has more is refused by the reader, a line as too long, brackets (in a name, say) as too many.
constexpr std::size_t kLongest = 64 * 1024 - 2, kMostBrackets = 200;

// Lines that nothing is searched for, blank ones say, are gone through quickly, but there may be many.
constexpr std::int64_t kLinesBetweenChecks = 256;

bool is_refused(Text line) {
    if (line.size() <= kMostBrackets) return false;
    const auto brackets = std::count(line.begin(), line.end(), '[') + std::count(line.begin(), line.end(), '{');
    return line.size() > kLongest || static_cast<std::size_t>(brackets) > kMostBrackets;
}

bool is_blank(Text line) { return line.find_first_not_of(" \t\r\n\v\f") == Text::npos; }

// Calls each(line, where it begins) for every line, with its end.
template <class Each>
void each_line(Text block, Each each) {
    for (std::size_t begin = 0; begin < block.size();) {
        const std::size_t end = std::min(block.find('\n', begin), block.size() - 1) + 1;
        each(block.substr(begin, end - begin), begin);
        begin = end;
    }
}

void put(std::string& out, std::int64_t n) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
}

// A chance, as short as it can be written.
void put_chance(std::string& out, int utility) {
    static_assert(Objective::kScale == 10000);
    std::string digits = std::to_string(utility % Objective::kScale);
    digits.insert(0, 4 - digits.size(), '0');
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    out += ",\"chance\":";
    out += utility == Objective::kScale ? "1." : "0.";
    out += digits;
}

// A text as JSON in ASCII.
void put_text(std::string& out, Text text) {
    while (!text.empty()) {
        const auto wide =
            std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        const auto plain = static_cast<std::size_t>(wide - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (!text.empty()) put_escaped(out, take_wide(text));
    }
}

// The same with single blanks between its words.
void put_words(std::string& out, Text text) {
    bool first = true;
    while (!text.empty()) {
        const std::size_t n = std::min(text.find(' '), text.size());
        if (n) {
            if (!first) out += ' ';
            put_text(out, text.substr(0, n));
            first = false;
        }
        text.remove_prefix(std::min(n + 1, text.size()));
    }
}

// Whether all is written, and can occur.
bool can_occur(const ParsedLine& line, const RuleSet& rules, Position& position) {
    return !line.hides() && check(line, rules.tables, rules.either_end, position);
}

}  // namespace

void JsonLines::add_rules(const std::string& written, RuleSet rules) {
    Engines& found = engines_[written];  // stays where it is, so solvers may refer to its tables
    found.endgames.reset();
    found.deals.reset();
    found.objectives.clear();
    found.rules = std::move(rules);
}

void JsonLines::add_objective(const std::string& written, const Score& score, const Objective& objective) {
    const auto found = engines_.find(written);
    if (found == engines_.end()) throw std::invalid_argument("rules: expected some that were added before");
    auto& objectives = found->second.objectives;
    Objective numbered = objective;
    numbered.id = static_cast<std::uint32_t>(objectives.size()) + 1;
    objectives.emplace(score, numbered);  // what solvers may refer to stays as it is
}

// Who led the first trick is known where none is won yet.
Score JsonLines::score(const ParsedLine& parsed, const Node& n) {
    return {parsed.match[0], parsed.match[1], parsed.first < 0 && !n.taken ? n.leader : parsed.first};
}

void JsonLines::use_only(const std::string& written) {
    const auto found = engines_.find(written);
    if (found == engines_.end()) throw std::invalid_argument("rules: expected some that were added before");
    only_ = &found->second;
    only_key_ = written;
}

JsonLines::Engines* JsonLines::engines(const ParsedLine& parsed) {
    if (only_) return parsed.rules.empty() || parsed.rules.front() == '"' ? only_ : nullptr;
    key_ = parsed.rules.empty() ? Text("\"pagat\"") : parsed.rules;
    const auto found = engines_.find(key_);
    return found == engines_.end() ? nullptr : &found->second;
}

std::optional<Parsed> JsonLines::parse(Text line) {
    Parsed parsed{};
    if (is_refused(line) || !parse_line(line, parsed.line)) return std::nullopt;
    const Engines* s = engines(parsed.line);
    parsed.known = s != nullptr;
    parsed.rules = only_ ? only_key_ : key_;
    if (s ? !can_occur(parsed.line, s->rules, parsed.position) : only_ != nullptr) return std::nullopt;
    return parsed;
}

bool JsonLines::answer(Text line, const Task& task, Watch& watch, Solved& solved, std::int64_t number,
                       std::int64_t at_line) {
    ParsedLine& parsed = parsed_;
    Position position{};
    if (is_refused(line) || !parse_line(line, parsed)) return false;
    Engines* const s = engines(parsed);
    if (!s) {
        const bool known = only_ || std::count(solved.unknown.begin(), solved.unknown.end(), key_);
        if (!known && solved.unknown.size() < 16) solved.unknown.push_back(key_);
        return false;
    }
    if (!can_occur(parsed, s->rules, position)) return false;
    if (parsed.best_size && !task.compare) return false;  // moves that nobody compares are still read
    const Objective* goal = nullptr;
    if (task.match && parsed.has_match && s->rules.tables.scoring.mode != kPoints) {
        const Node& n = position.root.node;
        const int target = s->rules.tables.scoring.target;
        if (s->rules.tables.scoring.mode == kEachScores && std::max(n.counted[0], n.counted[1]) >= target)
            return false;  // what was scored for it is part of the score
        const Score at_score = score(parsed, n);
        const auto known = s->objectives.find(at_score);
        if (known == s->objectives.end()) {
            solved.scores.emplace(only_ ? only_key_ : key_, at_score);
            return false;
        }
        goal = &known->second;
    }
    auto& solver = position.root.deal.stock_size ? s->deals : s->endgames;
    if (!solver)
        solver =
            std::make_unique<Solver>(s->rules.tables, position.root.deal.stock_size ? deal_bits_ : bits_, open_bits_);
    const bool every = task.detail == 2, chances = goal != nullptr;
    if (every && (chances || position.root.stage == kShowStage)) return false;
    const Watched watched(*solver, watch);
    std::vector<std::string> best;
    std::vector<Rated> rated;
    if (every) rated = all_moves(*solver, position.root);
    for (const Rated& one : rated)
        if (one.value == rated[0].value) best.push_back(one.move);
    const bool moves = task.detail || parsed.best_size;
    ForMatch found{};
    if (chances) found = best_for_match(*solver, position.root, *goal, best);
    const int value = chances ? found.value
                      : every ? rated[0].value
                      : moves ? best_moves(*solver, position.root, best)
                              : solver->value(position.root);
    if (task.compare && parsed.has_value && parsed.value != value) return false;
    if (parsed.best_size) {
        const auto begin = parsed.best.begin(), end = begin + parsed.best_size;
        const auto expected = [&](const std::string& move) { return std::find(begin, end, move) != end; };
        const auto named = [&](Text move) { return std::find(best.begin(), best.end(), move) != best.end(); };
        if (!std::all_of(best.begin(), best.end(), expected) || !std::all_of(begin, end, named)) return false;
    }
    ++solved.values[value];
    std::string& out = solved.out;
    out += '{';
    out += task.source;
    out += ",\"position\":";
    put(out, number);
    out += ",\"line_number\":";
    put(out, at_line);
    out += ",\"name\":\"";
    put_words(out, parsed.name);
    out += "\",\"rules\":";
    out += s->rules.label;
    out += ",\"exact\":true,\"to_move\":";
    out += position.root.mover() == 0 ? "\"you\"" : "\"opponent\"";
    out += ",\"value\":";
    put(out, value);
    if (chances) put_chance(out, found.utility);
    if (task.detail) {
        out += ",\"best\":[";
        for (std::size_t i = 0; i < best.size(); ++i) {
            out += i ? ",\"" : "\"";
            out += best[i];
            out += '"';
        }
        out += ']';
    }
    for (const Rated& one : rated) {
        out += &one == rated.data() ? ",\"moves\":[{\"move\":\"" : ",{\"move\":\"";
        out += one.move;
        out += "\",\"value\":";
        put(out, one.value);
        out += '}';
    }
    out += every ? "]}\n" : "}\n";
    return true;
}

Lines count_lines(Text block, Watch& watch) {
    Lines lines{};
    each_line(block, [&](Text line, std::size_t) {
        if (++lines.all % kLinesBetweenChecks == 0) watch.check();
        lines.written += !is_blank(line);
    });
    return lines;
}

Solved JsonLines::solve(Text block, const Task& task, Watch& watch) {
    Solved solved;
    solved.out.reserve(block.size());
    std::int64_t number = task.number, at_line = task.line;
    each_line(block, [&](Text line, std::size_t begin) {
        if (at_line % kLinesBetweenChecks == 0) watch.check();
        if (!is_blank(line)) {
            if (!answer(line, task, watch, solved, number, at_line))
                solved.gaps.push_back({solved.out.size(), begin, line.size(), number, at_line});
            ++number;
        }
        ++at_line;
    });
    return solved;
}

}  // namespace bingo
