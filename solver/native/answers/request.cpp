#include "answers/request.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/load.hpp"
#include "core/tiles.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

// Whole numbers from `least` to `most`.
int number(Text value, const char* what, int least, int most) {
    std::int64_t found = 0;
    if (!read_number(value, found)) refuse(what, "a whole number", std::string(value));
    check_range(what, found, least, most);
    return static_cast<int>(found);
}

std::vector<Text> rows(Text value, const char* what) {
    std::vector<Text> found;
    if (!read_array(value, found)) refuse(what, "a list", std::string(value.substr(0, 40)));
    return found;
}

// The tricks of a deal up to where the view is: each tile once, none that is still in a hand or turned, and a close
// only where it was.
class Tricks {
  public:
    explicit Tricks(const View& view)
        : view_(view),
          led_(view.position.root.led),
          left_(~(view.position.root.node.hand[0] | view.position.root.node.hand[1]) & kAllTiles) {
        if (led_ >= 0) left_ |= bit(led_);
        if (view.turned >= 0) left_ &= ~bit(view.trump().number[at(view.turned)]);
    }

    std::vector<PastTrick> read(Text value) {
        const std::vector<Text> written = rows(value, "known.tricks");
        const int whole = view_.position.tricks[0] + view_.position.tricks[1];
        const int all = whole + (led_ >= 0), size = view_.position.root.node.size;
        if (!written.empty() && static_cast<int>(written.size()) != all)
            refuse("known.tricks", std::to_string(all) + " tricks, or none", std::to_string(written.size()));
        const int close = view_.position.root.node.closer < 0 ? -1 : whole - (kDealt - size);
        std::vector<PastTrick> found;
        for (const Text row : written) {
            const auto i = static_cast<int>(found.size());
            found.push_back(trick(row));
            if (found.back().closed != (i == close))
                throw std::invalid_argument("known.tricks: expected a close where the position has one");
            if ((found.back().reply < 0) != (i == whole))
                throw std::invalid_argument("known.tricks: expected a reply to every lead but the one on the table");
        }
        if (led_ >= 0 && !found.empty() && found.back().led != led_)
            throw std::invalid_argument("known.tricks: expected the tile on the table to be led last");
        return found;
    }

  private:
    PastTrick trick(Text row) {
        const std::vector<Text> values = rows(row, "known.tricks");
        if (values.size() != 6) refuse("known.tricks", "rows of 6 numbers", std::to_string(values.size()) + " numbers");
        PastTrick found{};
        found.leader = number(values[0], "known.tricks: a leader", 0, 1);
        found.led = tile(number(values[1], "known.tricks: a tile", 0, kTiles - 1));
        const int reply = number(values[2], "known.tricks: a reply", -1, kTiles - 1);
        found.reply = reply < 0 ? -1 : tile(reply);
        found.declared = doubles(values[3]);
        found.shown = doubles(values[4]);
        found.closed = number(values[5], "known.tricks: closing", 0, 1) != 0;
        return found;
    }

    int tile(int index) {
        const int k = view_.trump().number[at(index)];
        if (!has(left_, k))
            throw std::invalid_argument("known.tricks: expected each tile once, and none that is in a hand or turned");
        left_ &= ~bit(k);
        return k;
    }

    Mask doubles(Text value) const {
        const int tiles = number(value, "known.tricks: doubles", 0, static_cast<int>(kAllTiles));
        const Mask found = tile_numbers(static_cast<Mask>(tiles), view_.trump());
        if (found & ~view_.trump().doubles)
            throw std::invalid_argument("known.tricks: expected doubles to be declared");
        return found;
    }

    const View& view_;
    int led_;
    Mask left_;  // tiles that may have been played
};

}  // namespace

void read_known(Text written, View& view) {
    if (written.empty()) return;
    std::vector<std::pair<Text, Text>> members;
    if (!read_object(written, members)) refuse("known", "an object", std::string(written.substr(0, 40)));
    Mask barred = 0;
    std::vector<PastTrick> tricks;
    for (const auto& [key, value] : members) {
        if (key == "tricks")
            tricks = Tricks(view).read(value);
        else if (key == "barred")
            barred = static_cast<Mask>(number(value, "known.barred", 0, static_cast<int>(kAllTiles)));
        else
            refuse("known", "tricks and barred", std::string(key));
    }
    view.know(barred, std::move(tricks));
}

namespace {

double real(Text value, const char* what) {
    double found = 0;
    if (!read_real(value, found)) refuse(what, "a number", std::string(value.substr(0, 40)));
    return found;
}

bool yes(Text value, Text what) {
    if (value != "true" && value != "false")
        refuse(std::string(what), "true or false", std::string(value.substr(0, 40)));
    return value == "true";
}

// Moves in words.
class Moves {
  public:
    Moves(const std::vector<Move>& legal, bool reply, const Trump& trump) {
        for (const Move& move : legal) known_.emplace(move_text(move, reply, trump), move);
        for (const Move& move : {kClaiming, kWaiting}) known_.emplace(move_text(move, reply, trump), move);
    }

    Move one(Text value) const {
        Text words;
        if (!read_text(value, words)) refuse("moves", "moves", std::string(value.substr(0, 40)));
        const auto found = known_.find(words);
        if (found == known_.end()) refuse("moves", "moves that the rules allow here", std::string(words));
        return found->second;
    }

    std::vector<Move> all(Text value) const {
        std::vector<Move> found;
        for (const Text each : rows(value, "moves")) found.push_back(one(each));
        return found;
    }

    Options options(Text written) const {
        std::vector<std::pair<Text, Text>> members;
        if (!read_object(written, members)) refuse("options", "an object", std::string(written.substr(0, 40)));
        Options found;
        for (const auto& [key, value] : members) {
            if (key == "open") {
                found.open = all(value);
            } else if (key == "cap") {
                found.cap = real(value, "options.cap");
            } else if (key == "certain" || key == "solved") {
                auto& known = key == "solved" ? found.solved : found.certain;
                const char* const where = key == "solved" ? "options.solved" : "options.certain";
                for (const Text row : rows(value, where)) {
                    const std::vector<Text> pair = rows(row, where);
                    if (pair.size() != 2) refuse(where, "pairs of a move and its value", std::string(row));
                    known.emplace_back(one(pair[0]), real(pair[1], where));
                }
            } else {
                refuse("options", "open, certain, solved and cap", std::string(key));
            }
        }
        return found;
    }

  private:
    std::map<std::string, Move, std::less<>> known_;
};

}  // namespace

EstimateMembers read_estimate(const std::vector<std::pair<Text, Text>>& members, const std::vector<Move>& legal,
                              bool reply, const Trump& trump) {
    const Moves moves(legal, reply, trump);
    EstimateMembers found{{}, {}, std::numeric_limits<double>::infinity()};
    EstimateRequest& request = found.request;
    for (const auto& [key, value] : members) {
        if (key == "method") {
            if (value == "\"rollout\"")
                request.method = Method::kRollout;
            else if (value == "\"ismcts\"")
                request.method = Method::kTree;
            else if (value == "\"pimc\"")
                request.method = Method::kSolved;
            else
                refuse("method", "rollout, ismcts or pimc", std::string(value.substr(0, 40)));
        } else if (key == "seconds") {
            found.seconds = real(value, "seconds");
            if (!(found.seconds > 0)) refuse("seconds", "a number above 0", std::string(value));
        } else if (key == "apart") {
            request.apart = yes(value, key);
        } else if (key == "even") {
            request.inference = !yes(value, key);
        } else if (key == "thorough") {
            request.prune = !yes(value, key);
        } else if (key == "stay_open") {
            request.stay_open = yes(value, key);
        } else if (key == "enumerated") {
            request.enumerated = real(value, "enumerated");
        } else if (key == "only") {
            found.only = moves.all(value);
        } else if (key == "options") {
            request.listed = moves.options(value);
        } else {
            refuse("request", "members that there are", std::string(key));
        }
    }
    return found;
}

std::optional<Choosing> read_choosing(const std::vector<std::pair<Text, Text>>& members) {
    if (members.empty()) return std::nullopt;
    double temperature = 0, blunder = 0;
    for (const auto& [key, value] : members) {
        if (key != "temperature" && key != "blunder") refuse("request", "members that there are", std::string(key));
        (key == "blunder" ? blunder : temperature) = real(value, "temperature, blunder");
    }
    if (!(temperature > 0) || !(blunder > 0) || !(blunder <= 1))
        refuse("temperature, blunder", "a number above 0 and a chance above 0", "others");
    return Choosing{static_cast<float>(temperature), static_cast<float>(blunder)};
}

Objectives::Table read_objective(Text written) {
    std::vector<std::pair<Text, Text>> members;
    if (!read_object(written, members) || members.size() != 1 || members[0].first != "table")
        refuse("objective", "an object with a table", std::string(written.substr(0, 40)));
    Objectives::Table table;
    for (const Text row : rows(members[0].second, "objective: table")) {
        table.emplace_back();
        for (const Text value : rows(row, "objective: a row"))
            table.back().push_back(number(value, "objective: a utility", 0, Objective::kScale));
    }
    return table;
}

}  // namespace bingo
