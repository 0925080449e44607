// The fast path of batches: lines of JSON in, lines of JSON out, for positions written in the usual way.
// What it declines is left to the readable way, which alone knows every notation and every message.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "batch/best_moves.hpp"
#include "core/workers.hpp"
#include "positions/check.hpp"

namespace bingo {

// Rules as lines need them; `label` is how records name them.
struct RuleSet {
    Tables tables{};
    bool either_end = false;
    std::string label;
};

struct Task {
    std::string source;  // what a record says of where it comes from, as JSON members: "file":"a.jsonl"
    std::int64_t number, line;  // of the first position and the first line of the block
    int detail;    // records have the best moves (1), every move (2), or the value alone (0)
    bool compare;  // what a line expects is held against the answer
    bool match;  // match scores count
};

// A match score: game points of both, and who led the deal's first trick; -1 where that is not known.
using Score = std::array<int, 3>;

// A line that was declined: where its record belongs in the output, where it stands in the block.
struct Gap {
    std::size_t out, begin, size;
    std::int64_t number, line;
};

struct Solved {
    std::string out;
    std::vector<Gap> gaps;
    std::vector<std::string> unknown;  // rules not added, as they stand; each once
    std::set<std::pair<std::string, Score>> scores;  // those without an objective, under rules as they stand
    std::map<int, std::int64_t> values;  // how many positions have this value
};

// A line that was accepted: what check() made of it, under rules as they stand; or that these are not `known`.
struct Parsed {
    Position position{};
    ParsedLine line;
    std::string rules;
    bool known = true;
};

struct Lines {
    std::int64_t all, written;  // lines, the last one with or without its end; those that are not blank
};

Lines count_lines(std::string_view block, Watch& watch);

class JsonLines {
  public:
    // Tables of bounds as in Solver; positions that go through an open boneyard use tables of 2^deal_bits.
    JsonLines(int bits, int deal_bits, int open_bits) : bits_(bits), deal_bits_(deal_bits), open_bits_(open_bits) {}
    JsonLines(const JsonLines&) = delete;  // solvers refer to tables

    // What rules written so mean. Rules that are no longer used may be added again.
    void add_rules(const std::string& written, RuleSet rules);

    // What is maximized under rules written so, which were added before, at a match score.
    void add_objective(const std::string& written, const Score& score, const Objective& objective);

    // Whatever the lines' own rules are, use the ones that were added as `written`.
    void use_only(const std::string& written);

    // Every line of a block, the last one with or without its end. Blank lines do not count.
    Solved solve(std::string_view block, const Task& task, Watch& watch);

    std::optional<Parsed> parse(std::string_view line);

  private:
    struct Engines {
        RuleSet rules;
        std::unique_ptr<Solver> endgames, deals;
        std::map<Score, Objective> objectives;
    };

    Engines* engines(const ParsedLine& parsed);
    static Score score(const ParsedLine& parsed, const Node& n);
    bool answer(std::string_view line, const Task& task, Watch& watch, Solved& solved, std::int64_t number,
                std::int64_t at_line);

    int bits_, deal_bits_, open_bits_;
    std::unordered_map<std::string, Engines> engines_;
    Engines* only_ = nullptr;
    std::string only_key_;
    ParsedLine parsed_;  // the line at hand
    std::string key_;
};

}  // namespace bingo
