#include "answers/request.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
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

std::string shown(Text value) { return std::string(value.substr(0, 40)); }

// Whole numbers from `least` to `most`.
std::int64_t whole(Text value, Text what, std::int64_t least, std::int64_t most) {
    std::int64_t found = 0;
    if (!read_number(value, found)) refuse(std::string(what), "a whole number", shown(value));
    check_range(std::string(what).c_str(), found, least, most);
    return found;
}

int number(Text value, Text what, int least, int most) { return static_cast<int>(whole(value, what, least, most)); }

double real(Text value, Text what) {
    double found = 0;
    if (!read_real(value, found)) refuse(std::string(what), "a number", shown(value));
    return found;
}

std::vector<Text> rows(Text value, Text what) {
    std::vector<Text> found;
    if (!read_array(value, found)) refuse(std::string(what), "a list", shown(value));
    return found;
}

Text words(Text value, Text what) {
    Text found;
    if (!read_text(value, found)) refuse(std::string(what), "a text", shown(value));
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

    std::vector<PastTrick> read(const std::vector<Text>& written) {
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

// Moves in words.
class Moves {
  public:
    Moves(const std::vector<Move>& legal, bool reply, const Trump& trump) {
        for (const Move& move : legal) known_.emplace(move_text(move, reply, trump), move);
        for (const Move& move : {kClaiming, kWaiting}) known_.emplace(move_text(move, reply, trump), move);
    }

    Move one(Text value) const {
        const Text move = words(value, "moves");
        const auto found = known_.find(move);
        if (found == known_.end()) refuse("moves", "moves that the rules allow here", std::string(move));
        return found->second;
    }

    std::vector<Move> all(const std::vector<Text>& values) const {
        std::vector<Move> found;
        found.reserve(values.size());
        for (const Text value : values) found.push_back(one(value));
        return found;
    }

    std::vector<std::pair<Move, double>> rated(Request& request, Text key) const {
        std::vector<std::pair<Move, double>> found;
        for (const Text row : request.list(key)) {
            const std::vector<Text> pair = rows(row, key);
            if (pair.size() != 2) refuse(std::string(key), "pairs of a move and its value", shown(row));
            found.emplace_back(one(pair[0]), real(pair[1], key));
        }
        return found;
    }

    Options options(Text written) const {
        Request request(written, "options");
        Options found;
        found.open = all(request.list("open"));
        found.certain = rated(request, "certain");
        found.solved = rated(request, "solved");
        if (const Text cap = request.take("cap"); !cap.empty()) found.cap = real(cap, "options.cap");
        request.done();
        return found;
    }

  private:
    std::map<std::string, Move, std::less<>> known_;
};

}  // namespace

// --- members -----------------------------------------------------------------------------------------

Request::Request(Text object, Text what) : what_(what) {
    if (!read_object(object, members_)) refuse(std::string(what), "an object", shown(object));
}

Request::Text Request::take(Text key) {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const auto& one) { return one.first == key; });
    if (found == members_.end()) return {};
    const Text value = found->second;
    members_.erase(found);
    return value == "null" ? Text() : value;
}

Request::Text Request::text(Text key, Text otherwise) {
    const Text value = take(key);
    return value.empty() ? otherwise : words(value, key);
}

std::int64_t Request::number(Text key, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    const Text value = take(key);
    return value.empty() ? otherwise : whole(value, key, least, most);
}

double Request::real(Text key, double otherwise) {
    const Text value = take(key);
    return value.empty() ? otherwise : bingo::real(value, key);
}

bool Request::flag(Text key, bool otherwise) {
    const Text value = take(key);
    if (!value.empty() && value != "true" && value != "false") refuse(std::string(key), "true or false", shown(value));
    return value.empty() ? otherwise : value == "true";
}

std::vector<Request::Text> Request::list(Text key) {
    const Text value = take(key);
    return value.empty() ? std::vector<Text>() : rows(value, key);
}

std::vector<Request::Text> Request::texts(Text key) {
    std::vector<Text> found = list(key);
    for (Text& value : found) value = words(value, key);
    return found;
}

void Request::done() const {
    if (!members_.empty())
        refuse(std::string(what_), "members that there are, each once", std::string(members_[0].first));
}

// --- what stands in them -----------------------------------------------------------------------------

void read_known(Text written, View& view) {
    if (written.empty()) return;
    Request request(written, "known");
    std::vector<PastTrick> tricks = Tricks(view).read(request.list("tricks"));
    const auto barred = static_cast<Mask>(request.number("barred", 0, 0, kAllTiles));
    request.done();
    view.know(barred, std::move(tricks));
}

EstimateMembers read_estimate(Request& request, const std::vector<Move>& legal, bool reply, const Trump& trump) {
    constexpr Text kMethods[] = {"rollout", "pimc"};  // by Method
    const Moves moves(legal, reply, trump);
    EstimateMembers found{};
    EstimateRequest& wanted = found.request;
    const Text named = request.text("method", kMethods[0]);
    const auto method = std::find(std::begin(kMethods), std::end(kMethods), named);
    if (method == std::end(kMethods)) refuse("method", "rollout or pimc", std::string(named));
    wanted.method = static_cast<Method>(method - std::begin(kMethods));
    found.seconds = request.real("seconds", std::numeric_limits<double>::infinity());
    if (!(found.seconds > 0)) refuse("seconds", "a number above 0", std::to_string(found.seconds));
    wanted.until_clear = request.flag("until_clear");
    wanted.equal_weights = request.flag("equal_weights");
    wanted.prune = !request.flag("thorough");
    wanted.stay_open = request.flag("stay_open");
    if (const Text most = request.take("enumerated"); !most.empty()) wanted.enumerated = real(most, "enumerated");
    found.only = moves.all(request.list("only"));
    if (const Text options = request.take("options"); !options.empty()) wanted.listed = moves.options(options);
    request.done();
    return found;
}

std::optional<Choosing> read_choosing(Request& request) {
    constexpr double kUsual = -1;
    const double temperature = request.real("temperature", kUsual), blunder = request.real("blunder", kUsual);
    request.done();
    if (temperature == kUsual && blunder == kUsual) return std::nullopt;
    if (!(temperature > 0) || !(blunder > 0) || !(blunder <= 1))
        refuse("temperature, blunder", "a number above 0 and a chance above 0", "others");
    return Choosing{static_cast<float>(temperature), static_cast<float>(blunder)};
}

Objectives::Table read_objective(Text written) {
    Request request(written, "objective");
    Objectives::Table table;
    for (const Text row : request.list("table")) {
        table.emplace_back();
        for (const Text value : rows(row, "objective: a row"))
            table.back().push_back(number(value, "objective: a utility", 0, Objective::kScale));
    }
    request.done();
    return table;
}

}  // namespace bingo
