#include "web/sitting.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "web/advice.hpp"
#include "web/board.hpp"
#include "web/json.hpp"
#include "web/python_random.hpp"
#include "web/record.hpp"

namespace bingo {
namespace {

using Text = std::string_view;
using Lines = std::vector<std::string>;

enum class Asked { kLead, kReply, kClaim, kShow, kProgram, kNext, kNothing };

// What is asked for as the page knows it, and what it says of that; in the order of Asked.
constexpr Text kAsked[] = {"lead", "reply", "claim", "show", "program", "next", "nothing"};
constexpr Text kPrompts[] = {"Your lead.",
                             "Your reply.",
                             "The opponent is about to lead. Go on, or claim.",
                             "You won the trick with a double. Declare it with others, or go on.",
                             "The opponent's turn.",
                             "The deal is over.",
                             "The match is over."};
constexpr Text kElsewhere = "The game has gone on elsewhere; this is how it stands.";

// What can be said, as HELP in cli/game.py has it; what a terminal has besides is left out.
constexpr const char* kTyping =
    "Type a move: a tile such as 4-4, or in full \"close, declare 6-6 5-5, lead 6-6\"; \"claim\" when you have counted "
    "enough. Or one of these words:";
const char* const kHelp[] = {
    kTyping,
    "moves: lists the moves that are possible",
    "count: tells the card points of both",
    "hint: tells the move that is worth most, by what you can know",
    "what if MOVE: tells what a move would be worth, without making it",
    "back: takes back your last move, and the answer to it",
};

struct Heard {
    Text became;  // empty: nothing
    Lines lines;
};

class Sitting {
  public:
    Sitting(std::vector<Record> done, DealTable table) : done_(std::move(done)), table_(std::move(table)) {}

    Asked asked() const {
        const Moment& now = table_.now();
        const Root& root = now.position.root;
        if (now.over) return won() ? Asked::kNothing : Asked::kNext;
        if (root.node.leader == 1 && root.led < 0 && root.stage != kShowStage) {
            const bool may_speak = table_.may_claim() && now.position.tricks[0] > 0;
            return may_speak && passed_ != turns() ? Asked::kClaim : Asked::kProgram;
        }
        if (now.position.to_move() == 1) return Asked::kProgram;
        return root.stage == kShowStage ? Asked::kShow : root.stage == kReplyStage ? Asked::kReply : Asked::kLead;
    }

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

    Heard hear(Text line);

    std::string recorded() const;
    Lines coached() const { return bingo::coached(table_); }
    std::string records() const;
    std::string shown(const Saying& saying, bool passed, const std::string& records) const;

  private:
    bool won() const {
        const Record& record = table_.record();
        const int (&score)[2] = table_.now().score;
        return record.wins_match(0, score[0]) || record.wins_match(1, score[1]);
    }

    int turns() const {
        const std::vector<Turn>& made = table_.record().turns;
        return static_cast<int>(
            std::count_if(made.begin(), made.end(), [](const Turn& t) { return t.move != kWaiting; }));
    }

    std::vector<Move> moves() const {
        const Asked now = asked();
        if (now == Asked::kClaim) return {kWaiting};
        const bool yours = now != Asked::kProgram && now != Asked::kNext && now != Asked::kNothing;
        return yours ? table_.playing().legal(table_.waited()) : std::vector<Move>{};
    }

    Lines move_texts() const {
        Lines out;
        const bool reply = table_.now().position.root.stage == kReplyStage;
        for (const Move& move : moves()) out.push_back(move_text(move, reply, table_.trump()));
        return out;
    }

    Heard next(Text word);
    Heard turn(Text word, bool supposed);
    Lines log() const;
    std::string last() const;

    std::vector<Record> done_;
    DealTable table_;
    int passed_ = -1;  // turns made when you last let the program lead
};

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

Heard Sitting::hear(Text line) {
    std::string word = plain(line);
    const bool over = table_.now().over;
    if (word == "help") return {"aside", {std::begin(kHelp), std::end(kHelp)}};
    if (word == "board") return {"aside", {}};
    if (word == "back") {
        if (!table_.back()) return {"refused", {"There is no move of yours to take back."}};
        passed_ = -1;
        return {"back", {}};
    }
    if (word == "count") return {"told", {card_points(table_.now().position)}};
    if (word == "why") return {"told", why(table_)};
    if (over) return next(word);
    if (asked() == Asked::kProgram) return {"refused", {"It is the opponent's turn."}};
    if ((word.empty() || word == "wait" || word == "no") && may_wait()) {
        passed_ = turns();
        table_.make(kWaiting);
        return {"waited", {}};
    }
    if (word == "moves") {
        Lines possible = move_texts();
        if (table_.may_claim()) possible.emplace_back("claim");
        std::string listed_moves;
        for (const std::string& move : possible) listed_moves += (listed_moves.empty() ? "" : "; ") + move;
        return {"told", {"Possible: " + listed_moves + '.'}};
    }
    if (word == "hint") return {"told", hint(table_)};
    const bool supposed = word.starts_with("what if");
    if (supposed) word = plain(Text(word).substr(7, word.find_last_not_of(" ?") - 6));
    return turn(word, supposed);
}

Heard Sitting::next(Text word) {
    if (won() || !(word.empty() || word == "next" || word == "y" || word == "yes"))
        return {"refused", {won() ? "The match is over." : "The deal is over."}};
    done_.push_back(table_.finished());
    const Record following = next_deal(done_.back(), table_.rules());
    table_ = DealTable::of(following, following.level, table_.rules(), table_.means()).value();
    passed_ = -1;
    return {"dealt", {}};
}

Heard Sitting::turn(Text word, bool supposed_only) {
    const bool replying = table_.now().position.root.stage == kReplyStage;
    const std::optional<Said> said = parse_turn(word, replying, table_.trump());
    if (!said)
        return {"refused",
                {"move: expected close, declare TILES, lead TILE, play TILE or claim, joined by commas; found '" +
                 std::string(word.substr(0, 60)) + "'"}};
    if (const std::string fault = table_.fault(*said); !fault.empty()) return {"refused", {fault}};
    if (supposed_only) return {"told", supposed(table_, *said)};
    const std::size_t before = table_.played().moments().size();
    table_.make(said->move);
    const std::vector<Moment>& moments = table_.played().moments();
    if (moments.size() == before) return {"made", {}};
    const Moment& made = moments.back();
    const std::string words = told(made, table_.now());
    return {made.turn.player == 0 ? "made" : "forestalled", words.empty() ? Lines{} : Lines{words}};
}

// --- what is kept and shown --------------------------------------------------------------------------

std::string Sitting::recorded() const {
    std::string out;
    for (const Record& record : done_)
        out += record_yaml(record, Replay::of(record, table_.rules()).value(), table_.rules()) + "---\n";
    return out + record_yaml(table_.finished(), table_.played(), table_.rules());
}

std::string Sitting::records() const {
    std::vector<std::string> written;
    written.reserve(done_.size() + 1);
    for (const Record& record : done_)
        written.push_back(record_json(record, Replay::of(record, table_.rules()).value(), table_.rules()));
    written.push_back(record_json(table_.finished(), table_.played(), table_.rules()));
    return listed(written);
}

Lines Sitting::log() const {
    const std::vector<Moment>& moments = table_.played().moments();
    Lines lines;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::string words = told(moments[i], i + 1 < moments.size() ? moments[i + 1] : table_.now());
        if (!words.empty()) lines.push_back(words);
    }
    if (table_.now().over)
        for (std::string& words : outcome(table_.now(), table_.finished(), table_.scoring()))
            lines.push_back(std::move(words));
    return lines;
}

// The last trick, while nothing is led.
std::string Sitting::last() const {
    const Moment& now = table_.now();
    const Root& root = now.position.root;
    if (root.led >= 0 || now.history.empty()) return "null";
    const PastTrick& trick = now.history.back();
    const auto name = [](int player) { return player == 0 ? "you" : "opponent"; };
    const auto tile = [&](int number) { return tile_text(table_.trump().tile[at(number)]); };
    return Members()
        .text("leader", name(trick.leader))
        .text("led", tile(trick.led))
        .text("reply", tile(trick.reply))
        .text("taker", name(root.node.leader))
        .object();
}

std::string Sitting::shown(const Saying& saying, bool passed, const std::string& records) const {
    const Asked now = asked();
    Mask doubles = 0;
    const std::vector<Move> possible = moves();
    for (const Move& move : possible) doubles |= move.declare;
    const auto name = static_cast<std::size_t>(now);
    const auto& match = table_.record().match;
    return Members()
        .add("stamp", static_cast<std::int64_t>(crc32(records)))
        .add("passed", passed)
        .add("deal", static_cast<int>(done_.size()) + 1)
        .add("at", static_cast<int>(done_.size()))
        .add("duplicate", std::string("null"))
        .add("deals", std::string("null"))
        .add("match", match ? '[' + written((*match)[0]) + ',' + written((*match)[1]) + ']' : "null")
        .text("level", table_.record().level)
        .text("asked", kAsked[name])
        .text("prompt", kPrompts[name])
        .add("board", board_seen(table_.now(), table_.record(), table_.rules().label, table_.scoring(), saying.count))
        .add("last", last())
        .add("moves", quoted_list(move_texts()))
        .text("doubles", tiles_text(tile_indices(doubles, table_.trump())))
        .add("claim", table_.may_claim() && !possible.empty())
        .add("closing", now == Asked::kLead && table_.now().position.root.node.open != 0)
        .add("log", quoted_list(log()))
        .add("over", table_.now().over)
        .object();
}

// The answer: the records as they are now, the game as it is shown, and what there is to tell.
std::string answered(const Sitting& sitting, const Saying& saying, bool passed, Text became = {},
                     const Lines& lines = {}) {
    const std::string records = sitting.records();
    return Members()
        .add("records", records)
        .add("game", sitting.shown(saying, passed, records))
        .add("became", became.empty() ? "null" : quoted(became))
        .add("told", quoted_list(lines))
        .object();
}

}  // namespace

std::string begin_game(const GameRules& rules, const Means& means, const NewGame& wanted) {
    const int leader = wanted.seat == "first" ? 0 : wanted.seat == "second" ? 1 : -1;
    const std::string seed = std::to_string(wanted.seed);
    const Record first = first_deal(rules, seed, wanted.match, leader);
    const Sitting sitting({}, DealTable::of(first, wanted.level, rules, means).value());
    Saying saying;
    saying.count = wanted.count;
    return answered(sitting, saying, false, {}, {"Seed " + seed + '.'});
}

std::string say_in_game(const GameRules& rules, const Means& means, const std::vector<Text>& records,
                        const Saying& saying) {
    std::vector<Record> done;
    std::vector<std::string> written;
    for (const Text deal : records) {
        std::optional<Record> record = read_record(deal, rules);
        const std::optional<Replay> played = record ? Replay::of(*record, rules) : std::nullopt;
        if (!played) return Members().text("error", "The game that is kept here cannot be read.").object();
        record->turns = played->turns();  // each with its player
        written.push_back(record_json(*record, *played, rules));
        done.push_back(*std::move(record));
    }
    const Record last = std::move(done.back());
    done.pop_back();
    Sitting sitting(std::move(done),
                    DealTable::of(last, saying.level.empty() ? last.level : saying.level, rules, means).value());
    if (saying.stamp && *saying.stamp != static_cast<std::int64_t>(crc32(listed(written))))
        return answered(sitting, saying, false, "refused", {std::string(kElsewhere)});
    if (saying.passed && sitting.may_wait()) sitting.hear("wait");
    if (saying.word == "record") return Members().text("record", sitting.recorded()).object();
    if (saying.word == "coach") return Members().add("told", quoted_list(sitting.coached())).object();
    if (saying.word == "look") return answered(sitting, saying, saying.passed);
    if (saying.word == "go" || sitting.may_forestall()) sitting.go();
    if (saying.word == "go") return answered(sitting, saying, false);
    const Heard heard = sitting.hear(saying.word);
    const bool stays = heard.became == "told" || heard.became == "refused" || heard.became == "aside";
    const bool passed = (saying.passed && stays) || heard.became == "waited";
    return answered(sitting, saying, passed, heard.became, heard.lines);
}

}  // namespace bingo
