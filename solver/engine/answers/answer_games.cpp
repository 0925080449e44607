// Questions about a game against the program.

#include <limits>
#include <optional>

#include "answers/answer.hpp"
#include "games/course.hpp"
#include "play/record.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr std::size_t kMostDeals = 2000;
constexpr std::int64_t kMostPlayedOut = 100'000, kNoStamp = std::numeric_limits<std::int64_t>::min();

std::string no_level(Text found) {
    std::string expected = "one of " + std::string(kLevels[0]);
    for (std::size_t i = 1; i < kLevels.size(); ++i) expected += ", " + std::string(kLevels[i]);
    return refusal("level", expected, found);
}

// A deal played on to its end by two levels.
std::string played_out(Text written, const std::vector<Text>& levels, const Means& means, int worlds) {
    const std::optional<Record> record = read_record(written, means.rules);
    if (!record || levels.size() != 2 || !Replay::of(*record, means.rules))
        return Members().text("error", "expected a record of all tiles, and two levels").object();
    const Record found = play_on(*record, {levels[0], levels[1]}, means, worlds);
    return Members().add("record", record_json(found, means.rules)).object();
}

}  // namespace

std::string Answerer::at_the_table(Request& request, Text ask, const Effort& effort) {
    NewGame wanted;
    Message message;
    Text rules_named;
    std::vector<Text> records, players;
    std::int64_t worlds = 0, without = 0;
    const bool begins = ask == "begin", plays = ask == "playout";
    if (plays) {
        records = {request.take("record")};
        players = request.texts("levels");
        worlds = request.number("worlds", 0, 1, kMostPlayedOut);
        without = request.number("without", 0, 0, kMostPlayedOut);
    } else {
        message.level = request.text("level");
        message.count = request.flag("count");
    }
    if (begins) {
        rules_named = request.take("rules");
        wanted.match = request.flag("match");
        wanted.seat = request.text("seat");
        wanted.seed = request.number("seed", 0, 0);
    }
    if (ask == "game") {
        records = request.list("records");
        const Text said = request.take("say");
        if (!said.empty() && !read_text(said, message.word)) message.word = "something else";
        if (const auto stamp = request.number("stamp", kNoStamp, kNoStamp); stamp != kNoStamp) message.stamp = stamp;
        message.passed = request.flag("passed");
    }
    request.done();
    if (records.size() > kMostDeals) return refusal("records", "2000 deals at most", "more");
    if (!begins && records.empty()) return Members().add("game", std::string("null")).object();
    std::vector<Text> named = players;
    named.push_back(message.level);
    for (const Text level : named)
        if (!level.empty() && !is_level(level)) return no_level(level);
    if (!message.level.empty()) wanted.level = message.level;
    Rules* const found = rules_.find(begins ? rules_named : rules_of(records[0]));
    if (!found) return refusal("rules", "rules that the engine has learnt", "others");
    Rules& rules = *found;
    const Means means{rules, *rules.exact, *rules.estimates, effort, static_cast<unsigned>(without)};
    if (plays) return played_out(records[0], players, means, static_cast<int>(worlds));
    if (!begins) return continue_game(means, records, message);
    if (!wanted.seat.empty() && wanted.seat != "first" && wanted.seat != "second")
        return refusal("seat", "one of first, second", wanted.seat);
    if (wanted.match && rules.tables.scoring.mode == kPoints)
        return refusal("match", "rules that are worth game points, of which 7 win", rules.label);
    return begin_game(means, wanted, message);
}

}  // namespace bingo
