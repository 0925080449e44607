// Questions about a game against the program.

#include <optional>

#include "answers/asked.hpp"
#include "games/course.hpp"
#include "play/record.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr std::size_t kMostDeals = 2000;
constexpr std::int64_t kMostPlayedOut = 100'000;

bool read_flag(Text value, bool& flag) {
    flag = value == "true";
    return flag || value == "false";
}

std::string no_level(Text found) {
    std::string expected = "one of " + std::string(kLevels[0]);
    for (std::size_t i = 1; i < kLevels.size(); ++i) expected += ", " + std::string(kLevels[i]);
    return refusal("level", expected, found);
}

// A deal played on to its end by two levels.
std::string played_out(Text written, const std::vector<Text>& levels, const GameRules& rules, const Means& means,
                       int worlds) {
    const std::optional<Record> record = read_record(written, rules);
    if (!record || levels.size() != 2 || !Replay::of(*record, rules))
        return Members().text("error", "expected a record of all tiles, and two levels").object();
    const Record found = play_on(*record, {levels[0], levels[1]}, rules, means, worlds);
    return Members().add("record", record_json(found, rules)).object();
}

}  // namespace

std::string Answerer::at_the_table(const Asking& members, Text ask, const Effort& effort) {
    NewGame wanted;
    Message message;
    Text rules_named;
    std::vector<Text> records, players;
    std::int64_t worlds = 0, without = 0;
    const bool begins = ask == "begin", plays = ask == "playout";
    for (const auto& [key, value] : members) {
        bool known = true;
        std::int64_t number = 0;
        if (key == "ask") continue;
        if (!plays && key == "deals") {
            known = value == "null" || (read_number(value, message.deals) && message.deals > 0);
        } else if (!plays && key == "level") {
            known = read_text(value, message.level);
        } else if (!plays && key == "count") {
            known = read_flag(value, message.count);
        } else if (begins && key == "rules") {
            rules_named = value;
        } else if (begins && key == "match") {
            known = read_flag(value, wanted.match);
        } else if (begins && key == "seat") {
            known = read_text(value, wanted.seat);
        } else if (begins && key == "duplicate") {
            known = read_text(value, wanted.duplicate);
        } else if (begins && key == "seed") {
            known = read_number(value, wanted.seed) && wanted.seed >= 0;
        } else if (ask == "game" && key == "records") {
            known = read_array(value, records) && records.size() <= kMostDeals;
        } else if (ask == "game" && key == "say") {
            if (!read_text(value, message.word)) message.word = "something else";
        } else if (ask == "game" && key == "stamp") {
            known = value == "null" || read_number(value, number);
            if (value != "null") message.stamp = number;
        } else if (ask == "game" && key == "passed") {
            known = read_flag(value, message.passed);
        } else if (plays && key == "record") {
            records = {value};
        } else if (plays && key == "levels") {
            known = read_array(value, players) && players.size() == 2;
        } else if (plays && key == "worlds") {
            known = read_number(value, worlds) && worlds > 0 && worlds <= kMostPlayedOut;
        } else if (plays && key == "without") {
            known = read_number(value, without) && without >= 0 && without <= kMostPlayedOut;
        } else {
            known = false;
        }
        if (!known) return Members().text("error", "This question cannot be answered: " + std::string(key)).object();
    }
    if (!begins && records.empty()) return Members().add("game", std::string("null")).object();
    std::vector<Text> named{message.level, wanted.duplicate};
    for (Text& player : players) {
        if (!read_text(player, player)) player = "something else";
        named.push_back(player);
    }
    for (const Text level : named)
        if (!level.empty() && !is_level(level)) return no_level(level);
    if (!message.level.empty()) wanted.level = message.level;
    Rules* const found = rules_.find(begins ? rules_named : rules_of(records[0]));
    if (!found) return refusal("rules", "a preset, with one field changed at most", "others");
    Rules& rules = *found;
    const GameRules set{rules.label, rules.either_end, rules.tables};
    const Means means{*rules.exact, *rules.estimates, effort, static_cast<unsigned>(without)};
    if (plays) return played_out(records[0], players, set, means, static_cast<int>(worlds));
    if (!begins) return continue_game(set, means, records, message);
    if (!wanted.seat.empty() && wanted.seat != "first" && wanted.seat != "second")
        return refusal("seat", "one of first, second", wanted.seat);
    if (wanted.match && rules.tables.scoring.mode == kPoints)
        return refusal("match", "rules that are worth game points, of which 7 win", rules.label);
    if (wanted.match && !wanted.duplicate.empty())
        return refusal("duplicate", "no match, as all deals count alike", "both");
    return begin_game(set, means, wanted, message);
}

std::string Answerer::replied(Asked& asked) {
    Rules& rules = *asked.rules;
    const View view = asked.view();
    const GameRules set{rules.label, rules.either_end, rules.tables};
    Position position = asked.line.hides() ? view.position : asked.position;
    Text level = NewGame{}.level;
    for (const auto& [key, value] : asked.more)
        if (key != "level" || !read_text(value, level)) return refusal(key, "a level", "another key");
    if (!asked.stage.empty()) {
        const std::optional<int> stage = stage_of(asked.stage);
        if (!stage) return refusal("stage", "claim, answer, lead or reply", asked.stage);
        position.root.stage = *stage;
    }
    if (position.to_move() != 0) return refusal("lead", "a position in which you are to move", "the opponent");
    if (!is_level(level)) return no_level(level);
    const Move move = choose(
        level, position, !asked.line.hides(), [&] { return view; }, asked.seed, set,
        {*rules.exact, *rules.estimates, {1, *asked.watch, asked.progress}}, asked.worlds);
    const bool reply = position.root.stage == kReplyStage;
    return Members().text("move", move == kWaiting ? "wait" : move_text(move, reply, view.trump())).object();
}

}  // namespace bingo
