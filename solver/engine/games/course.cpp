#include "games/course.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "games/advice.hpp"
#include "games/events.hpp"
#include "play/board.hpp"
#include "play/record.hpp"

namespace bingo {
namespace {

using Text = std::string_view;
using Events = std::vector<std::string>;

enum class Asked { kLead, kReply, kClaim, kShow, kProgram, kNext, kNothing };

// In the order of Asked.
constexpr Text kAsked[] = {"lead", "reply", "claim", "show", "program", "next", "nothing"};

// What became of a word, and what there is to tell.
struct Reply {
    Text became;  // empty: nothing
    Events told;
};

Reply refused(Text code) { return {"refused", {coded(code).object()}}; }

// FNV-1a: which game the page shows.
std::uint32_t stamp_of(Text bytes) {
    std::uint32_t sum = 2166136261u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619u;
    return sum;
}

class Course {
  public:
    explicit Course(DealTable table) : table_(std::move(table)) {}

    // Take up a game that was kept. None: it cannot be read.
    static std::optional<Course> of(const Means& means, const std::vector<Text>& records);

    // Another level for the program from now on.
    void change_level(Text level) { table_.set_level(level); }
    const std::string& level() const { return table_.record().players[1]; }
    Asked asked() const;
    bool may_wait() const { return asked() == Asked::kClaim || asked() == Asked::kShow; }
    // Whether the program decides on a claim before you lead, which is not in the records if it waits.
    bool may_forestall() const {
        const Position& position = table_.now().position;
        return !table_.now().over && position.root.stage == kAnswerStage && position.to_move() == 1;
    }

    // The program makes all turns that it is asked for; who has let it lead is not asked again.
    void go() {
        while (asked() == Asked::kProgram) {
            if (table_.now().position.to_move() == 0)
                table_.make(kWaiting);
            else
                table_.answer();
        }
    }

    Reply hear(Text line);
    Reply coached() const {
        const std::optional<std::string> found = bingo::coached(table_);
        return {"told", found ? Events{*found} : Events{}};
    }

    std::string records() const;
    // As a file has them.
    std::string text() const;
    std::string shown(const Message& message, bool passed, const std::string& records) const;

  private:
    // Whether no deal follows the one on the table.
    bool last() const {
        const Record& record = table_.record();
        const int (&score)[2] = table_.now().score;
        return record.wins_match(0, score[0]) || record.wins_match(1, score[1]);
    }

    int turns() const { return static_cast<int>(table_.played().turns().size()); }

    // Turns that you may make now; claims between tricks are heard besides, true or false.
    std::vector<Move> moves() const {
        const Asked now = asked();
        if (now == Asked::kClaim) return {kWaiting};
        const bool yours = now != Asked::kProgram && now != Asked::kNext && now != Asked::kNothing;
        return yours ? table_.playing().legal(table_.waited()) : std::vector<Move>{};
    }

    std::vector<std::string> move_texts() const {
        std::vector<std::string> out;
        const bool reply = table_.now().position.root.stage == kReplyStage;
        for (const Move& move : moves()) out.push_back(move_text(move, reply, table_.trump()));
        return out;
    }

    std::vector<Record> all() const;
    Reply next(Text word);
    Reply turn(Text word, bool supposed);
    Events log() const;
    std::string last_trick() const;

    std::vector<Record> done_;
    DealTable table_;
    int passed_ = -1;  // turns made when you last let the program lead
};

Asked Course::asked() const {
    const Moment& now = table_.now();
    const Root& root = now.position.root;
    if (now.over) return last() ? Asked::kNothing : Asked::kNext;
    if (root.node.leader == 1 && root.led < 0 && root.stage != kShowStage) {
        const bool may_speak = table_.may_claim() && now.position.tricks[0] > 0;
        return may_speak && passed_ != turns() ? Asked::kClaim : Asked::kProgram;
    }
    if (now.position.to_move() == 1) return Asked::kProgram;
    return root.stage == kShowStage ? Asked::kShow : root.stage == kReplyStage ? Asked::kReply : Asked::kLead;
}

std::optional<Course> Course::of(const Means& means, const std::vector<Text>& records) {
    std::vector<Record> deals;
    for (const Text deal : records) {
        std::optional<Record> record = read_record(deal, means.rules);
        if (!record || is_level(record->players[0]) || !Replay::of(*record, means.rules)) return std::nullopt;
        deals.push_back(*std::move(record));
    }
    if (deals.empty()) return std::nullopt;
    const Record& now = deals.back();
    const Text known = is_level(now.players[1]) ? Text(now.players[1]) : NewGame{}.level;
    Course course(DealTable(now, known, means));
    deals.pop_back();
    course.done_ = std::move(deals);
    return course;
}

// --- words -------------------------------------------------------------------------------------------

// A word in small letters, blanks made one, without what ends a sentence.
std::string plain(Text line) {
    std::string out;
    for (const char c : line) {
        const bool blank = c == ' ' || c == '\t';
        if (blank && (out.empty() || out.back() == ' ')) continue;
        out += blank ? ' ' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    while (!out.empty() && Text(" .!").find(out.back()) != Text::npos) out.pop_back();
    static const std::map<Text, Text> synonyms = {
        {"?", "help"},       {"h", "help"},      {"commands", "help"},  {"again", "board"},
        {"show", "board"},   {"table", "board"}, {"position", "board"}, {"undo", "back"},
        {"points", "count"}, {"score", "count"}, {"take back", "back"},
    };
    const auto found = synonyms.find(out);
    return found == synonyms.end() ? out : std::string(found->second);
}

Reply Course::hear(Text line) {
    std::string word = plain(line);
    const bool over = table_.now().over, supposed = word.starts_with("what if");
    if (word == "help" || word == "board") return {"aside", {coded(word).object()}};
    if (word == "back") {
        if (!table_.back()) return refused("nothing-back");
        passed_ = -1;
        return {"back", {}};
    }
    if (word == "count") return {"told", {points_event(table_.now().position)}};
    if (word == "why") return {"told", {why(table_)}};
    if (over) return next(word);
    if (asked() == Asked::kProgram) return refused("opponents-turn");
    if ((word.empty() || word == "wait" || word == "no") && may_wait()) {
        passed_ = turns();
        table_.make(kWaiting);
        return {"waited", {}};
    }
    if (word == "moves") {
        std::vector<std::string> possible = move_texts();
        if (table_.may_claim()) possible.emplace_back("claim");
        return {"told", {coded("moves").add("moves", quoted_list(possible)).object()}};
    }
    if (word == "hint") return {"told", {hint(table_)}};
    if (supposed) word = plain(Text(word).substr(7, word.find_last_not_of(" ?") - 6));
    return turn(word, supposed);
}

Reply Course::next(Text word) {
    const bool ended = last();
    if (ended || !(word.empty() || word == "next" || word == "y" || word == "yes"))
        return refused(ended ? "match-over" : "deal-over");
    done_.push_back(table_.finished());
    table_ = DealTable(next_deal(done_.back(), table_.rules()), level(), table_.means());
    passed_ = -1;
    return {"dealt", {}};
}

Reply Course::turn(Text word, bool supposed_only) {
    const bool replying = table_.now().position.root.stage == kReplyStage;
    const std::optional<TypedTurn> typed = parse_turn(word, replying, table_.trump());
    if (!typed) return {"refused", {coded("no-move").text("found", word.substr(0, 60)).object()}};
    if (const std::optional<Objection> fault = table_.fault(*typed)) {
        Members told = coded("illegal").text("move", typed->text(table_.trump())).text("because", fault->code);
        if (fault->tiles) told.text("tiles", tiles_text(fault->tiles));
        if (fault->number) told.add("number", fault->number);
        return {"refused", {told.object()}};
    }
    if (supposed_only) return {"told", {supposed(table_, *typed)}};
    const std::size_t before = table_.played().moments().size();
    table_.make(typed->move);
    const std::vector<Moment>& moments = table_.played().moments();
    if (moments.size() == before) return {"made", {}};
    const std::optional<std::string> event = turn_event(moments.back(), table_.now());
    return {moments.back().turn.player == 0 ? "made" : "forestalled", event ? Events{*event} : Events{}};
}

// --- what is kept and shown --------------------------------------------------------------------------

// All deals in the order of a file.
std::vector<Record> Course::all() const {
    std::vector<Record> deals = done_;
    deals.push_back(table_.finished());
    return deals;
}

std::string Course::text() const {
    std::string out;
    for (const Record& record : all()) out += (out.empty() ? "" : "---\n") + record_yaml(record, table_.rules());
    return out;
}

std::string Course::records() const {
    std::vector<std::string> written;
    for (const Record& record : all()) written.push_back(record_json(record, table_.rules()));
    return listed(written);
}

Events Course::log() const {
    const std::vector<Moment>& moments = table_.played().moments();
    Events events;
    for (std::size_t i = 0; i < moments.size(); ++i)
        if (auto event = turn_event(moments[i], i + 1 < moments.size() ? moments[i + 1] : table_.now()))
            events.push_back(*std::move(event));
    if (table_.now().over) events.push_back(end_event(table_.now(), table_.finished(), table_.scoring()));
    return events;
}

// The last trick, while nothing is led.
std::string Course::last_trick() const {
    const Moment& now = table_.now();
    const Root& root = now.position.root;
    if (root.led >= 0 || now.history.empty()) return "null";
    const PastTrick& trick = now.history.back();
    const auto tile = [&](int number) { return tile_text(table_.trump().tile[at(number)]); };
    return Members()
        .text("leader", kPlayers[trick.leader])
        .text("led", tile(trick.led))
        .text("reply", tile(trick.reply))
        .text("taker", kPlayers[root.node.leader])
        .object();
}

std::string Course::shown(const Message& message, bool passed, const std::string& records) const {
    const Asked now = asked();
    Mask doubles = 0;
    const std::vector<Move> possible = moves();
    for (const Move& move : possible) doubles |= move.declare;
    const auto& match = table_.record().match;
    return Members()
        .add("stamp", static_cast<std::int64_t>(stamp_of(records)))
        .add("passed", passed)
        .add("deal", static_cast<int>(done_.size()) + 1)
        .add("match", match ? '[' + written((*match)[0]) + ',' + written((*match)[1]) + ']' : "null")
        .text("level", level())
        .text("asked", kAsked[static_cast<std::size_t>(now)])
        .add("board", board_seen(table_.now(), table_.record(), table_.rules().label, table_.scoring(), message.count))
        .add("last", last_trick())
        .add("moves", quoted_list(move_texts()))
        .text("doubles", tiles_text(tile_indices(doubles, table_.trump())))
        .add("claim", table_.may_claim() && !possible.empty())
        .add("closing", now == Asked::kLead && table_.now().position.root.node.open != 0)
        .add("log", listed(log()))
        .add("over", table_.now().over)
        .object();
}

// The answer: the records as they are now, the game as it is shown, and what there is to tell.
std::string answered(const Course& course, const Message& message, bool passed, const Reply& reply) {
    const std::string records = course.records();
    return Members()
        .add("records", records)
        .text("text", course.text())
        .add("game", course.shown(message, passed, records))
        .add("became", reply.became.empty() ? "null" : quoted(reply.became))
        .add("told", listed(reply.told))
        .object();
}

}  // namespace

std::string begin_game(const Means& means, const NewGame& wanted, const Message& message) {
    const int leader = wanted.seat == "first" ? 0 : wanted.seat == "second" ? 1 : -1;
    const Record first = first_deal(means.rules, static_cast<std::uint64_t>(wanted.seed), wanted.match, leader);
    const Course course(DealTable(first, wanted.level, means));
    return answered(course, message, false, {{}, {coded("seed").add("seed", wanted.seed).object()}});
}

std::string continue_game(const Means& means, const std::vector<Text>& records, const Message& message) {
    std::optional<Course> found = Course::of(means, records);
    if (!found) return Members().text("error", "The game that is kept here cannot be read.").object();
    Course& course = *found;
    if (message.stamp && *message.stamp != static_cast<std::int64_t>(stamp_of(course.records())))
        return answered(course, message, false, refused("elsewhere"));
    if (!message.level.empty()) course.change_level(message.level);
    if (message.passed && course.may_wait()) course.hear("wait");
    if (message.word == "coach") return Members().add("told", listed(course.coached().told)).object();
    if (message.word == "look") return answered(course, message, message.passed, {});
    if (message.word == "go" || course.may_forestall()) course.go();
    if (message.word == "go") return answered(course, message, false, {});
    const Reply reply = course.hear(message.word);
    const bool stays = reply.became == "told" || reply.became == "refused" || reply.became == "aside";
    const bool passed = (message.passed && stays) || reply.became == "waited";
    return answered(course, message, passed, reply);
}

}  // namespace bingo
