// Questions about a game against the program.

#include <algorithm>
#include <optional>

#include "web/answer.hpp"
#include "web/json.hpp"
#include "web/record.hpp"
#include "web/sitting.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr std::size_t kMostDeals = 1000;

std::string wrong(Text field, Text expected, Text found) {
    const std::string one = Members().text("field", field).text("expected", expected).text("found", found).object();
    return Members().add("reasons", listed({one})).object();
}

bool read_flag(Text value, bool& flag) {
    flag = value == "true";
    return flag || value == "false";
}

bool is_level(Text name) { return std::find(kLevels.begin(), kLevels.end(), name) != kLevels.end(); }

}  // namespace

std::string Answerer::at_the_table(const Asking& members, bool begins) {
    NewGame wanted;
    Saying saying;
    Text rules_named, duplicate, level;
    std::vector<Text> records;
    for (const auto& [key, value] : members) {
        bool known = true;
        std::int64_t number = 0;
        if (key == "ask") continue;
        if (key == "deals") {
            known = value == "null" || read_number(value, number);  // for duplicate, which cannot be had here
        } else if (key == "level") {
            known = read_text(value, level);
        } else if (key == "count") {
            known = read_flag(value, wanted.count);
            saying.count = wanted.count;
        } else if (begins && key == "rules") {
            rules_named = value;
        } else if (begins && key == "match") {
            known = read_flag(value, wanted.match);
        } else if (begins && key == "seat") {
            known = read_text(value, wanted.seat);
        } else if (begins && key == "duplicate") {
            known = read_text(value, duplicate);
        } else if (begins && key == "seed") {
            known = read_number(value, wanted.seed) && wanted.seed >= 0;
        } else if (!begins && key == "records") {
            known = read_array(value, records) && records.size() <= kMostDeals;
        } else if (!begins && key == "say") {
            if (!read_text(value, saying.word)) saying.word = "something else";
        } else if (!begins && key == "stamp") {
            known = value == "null" || read_number(value, number);
            if (value != "null") saying.stamp = number;
        } else if (!begins && key == "passed") {
            known = read_flag(value, saying.passed);
        } else {
            known = false;
        }
        if (!known)
            return Members().text("error", "This is no question that can be answered: " + std::string(key)).object();
    }
    if (!begins && records.empty()) return Members().add("game", std::string("null")).object();
    if (!level.empty() && !is_level(level)) return wrong("level", "one of greedy, club, strongest, cheat", level);
    if (!level.empty()) wanted.level = saying.level = level;
    Rules* const found = rules_.find(begins ? rules_named : rules_of(records[0]));
    if (!found)
        return wrong("rules", "a preset, with one field changed at most; the program in Python knows all rules",
                     "others");
    Rules& rules = *found;
    const GameRules set{rules.label, rules.either_end, rules.tables};
    const Means means{*rules.exact, *rules.estimates};
    if (!begins) return say_in_game(set, means, records, saying);
    if (!wanted.seat.empty() && wanted.seat != "first" && wanted.seat != "second")
        return wrong("seat", "one of first, second", wanted.seat);
    if (wanted.match && rules.tables.scoring.mode == kPoints)
        return wrong("match", "rules that are worth game points, of which 7 win", rules.label);
    if (!duplicate.empty())
        return wrong("duplicate", "nobody to be compared with, which takes the program in Python", duplicate);
    return begin_game(set, means, wanted);
}

}  // namespace bingo
