#include "web/exact.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <tuple>

#include "web/json.hpp"

namespace bingo {
namespace {

const char* const kPlayers[] = {"you", "opponent"};

std::string text_of(const Step& step, bool reply, const Trump& trump) {
    return std::string(kPlayers[step.player]) + ' ' + move_text(step.move, reply, trump);
}

bool is_reply(const Step& step) { return step.trick >= 0; }

}  // namespace

std::vector<std::string> in_words(const std::vector<Step>& line, const Trump& trump) {
    std::vector<std::string> words;
    for (const Step& step : line)
        if (step.move != Move{}) words.push_back(text_of(step, is_reply(step), trump));
    return words;
}

// --- values ------------------------------------------------------------------------------------------

Solver& Exact::solver(const Root& root) {
    auto& found = root.node.open ? deals_ : endgames_;
    if (!found) {
        found = std::make_unique<Solver>(tables_, root.node.open ? kDealBits : kBits, kOpenBits);
        found->set_watch(watch_);
    }
    return *found;
}

void Exact::set_watch(Watch* watch) {
    watch_ = watch;
    for (Solver* each : {endgames_.get(), deals_.get()})
        if (each) each->set_watch(watch);
}

std::uint64_t Exact::nodes() const { return (endgames_ ? endgames_->nodes() : 0) + (deals_ ? deals_->nodes() : 0); }

int Exact::value_of(const Position& position, const Move& move) {
    const Step step = playing_.make(position, move);
    if (!position.root.deal.objective) return step.over ? step.gain : step.gain + value(step.after);
    Game game = playing_.game();
    game.enter(position.root.deal);
    return step.over ? game.worth(position.root.node) + step.gain : value(step.after);
}

std::vector<Choice> Exact::choices(const Position& position) {
    const int sign = position.mover() == 0 ? 1 : -1;
    std::vector<Choice> listed;
    const auto kind = [](const Move& m) { return std::tuple(m.close, m.claim, m.tile, m.tile < 0 && m.declare); };
    const auto offer = [&](const Move& move, int value) {
        if (move.close && move.claim) return;  // worth what the same claim is without closing
        const auto known =
            std::find_if(listed.begin(), listed.end(), [&](const Choice& c) { return kind(c.move) == kind(move); });
        if (known == listed.end())
            listed.push_back({move, value});
        else if (sign * value > sign * known->value ||
                 (value == known->value && count(move.declare) > count(known->move.declare)))
            *known = {move, value};
    };
    Position node = position;
    std::optional<int> bound;
    if (node.root.stage == kClaimStage) {
        offer(kClaiming, value_of(node, kClaiming));
        node = playing_.make(node, {}).after;
    }
    if (node.root.stage == kAnswerStage) {
        bound = value_of(node, kClaiming);
        node = playing_.make(node, {}).after;
    }
    for (const Move& move : playing_.legal(node)) {
        const int value = value_of(node, move);
        offer(move, bound ? sign * std::min(sign * value, sign * *bound) : value);
    }
    std::stable_sort(listed.begin(), listed.end(), [&](const Choice& a, const Choice& b) {
        return std::tuple(-sign * a.value, !a.move.claim, a.move.close) <
               std::tuple(-sign * b.value, !b.move.claim, b.move.close);
    });
    return listed;
}

std::vector<Step> Exact::line(Position position) {
    std::vector<Step> steps;
    for (bool over = false; !over;) {
        const int sign = position.to_move() == 0 ? 1 : -1;
        using Merit = std::tuple<int, bool, bool, int>;
        std::optional<Merit> most;
        Move best{};
        for (const Move& move : playing_.legal(position)) {
            if (move.close && move.claim) continue;
            const Merit merit(sign * value_of(position, move), move.claim, !move.close, count(move.declare));
            if (most && !(merit > *most)) continue;
            most = merit;
            best = move;
        }
        steps.push_back(playing_.make(position, best));
        position = steps.back().after;
        over = steps.back().over;
    }
    return steps;
}

// --- answers -----------------------------------------------------------------------------------------

std::string Exact::analysis(const Position& position, std::string_view name, std::string_view rules) {
    const std::uint64_t before = nodes();
    const Trump& trump = *position.root.deal.trump;
    const bool reply = position.root.stage == kReplyStage;
    const std::vector<Choice> found = choices(position);
    const int value = found[0].value;
    std::vector<std::string> best, moves;
    for (const Choice& c : found) {
        const std::string words = move_text(c.move, reply, trump);
        if (c.value == value) best.push_back(words);
        moves.push_back(Members().text("move", words).add("value", c.value).object());
    }
    const std::vector<std::string> words = in_words(line(position), trump);
    return Members()
        .text("name", name)
        .text("rules", rules)
        .add("exact", true)
        .text("to_move", kPlayers[position.mover()])
        .add("value", value)
        .add("best", quoted_list(best))
        .add("moves", listed(moves))
        .add("line", quoted_list(words))
        .add("nodes", static_cast<std::int64_t>(nodes() - before))
        .object();
}

namespace {

// A decision of the tree, and what its moves do.
struct Grown {
    struct Branch {
        Step step;
        int value;
        bool reply;
    };
    Position position;
    std::vector<Branch> branches;
};

std::string packed(const Grown::Branch& branch, int mover, const std::optional<std::size_t>& to, const Trump& trump) {
    const Step& s = branch.step;
    const bool plain = s.move.tile >= 0 && !s.move.close && !s.move.declare;
    std::string move = plain ? tile_text(trump.tile[at(s.move.tile)]) : move_text(s.move, branch.reply, trump);
    if (s.player != mover) move = std::string(kPlayers[s.player]) + ' ' + move_text(s.move, branch.reply, trump);
    std::vector<std::string> row{quoted(move), written(branch.value)};
    row.push_back(s.over ? "-1" : to ? written(static_cast<std::int64_t>(*to)) : "null");
    row.push_back(s.trick < 0 ? "null" : written(s.trick));
    row.push_back(s.gain ? written(s.gain) : "null");
    const auto tile = [&](int k) { return quoted(tile_text(trump.tile[at(k)])); };
    row.push_back(s.drawn[0] < 0 ? "null" : listed({tile(s.drawn[0]), tile(s.drawn[1])}));
    const Node& n = s.after.root.node;
    row.push_back(s.over ? listed({written(int{n.counted[0]}), written(int{n.counted[1]})}) : "null");
    while (row.size() > 3 && row.back() == "null") row.pop_back();
    return listed(row);
}

}  // namespace

std::string Exact::tree(const Position& position, std::size_t branches, std::uint64_t nodes_allowed) {
    std::vector<Grown> grown;
    const auto number = [&](const Position& p) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grown.size(); ++i)
            if (grown[i].position == p) return i;
        return std::nullopt;
    };
    const auto grow = [&](const Position& start) {
        Grown here{start, {}};
        const std::vector<Choice> found = choices(start);
        Position node = start;
        std::vector<Grown::Branch> other;
        if (node.root.stage == kClaimStage) node = playing_.make(node, {}).after;
        if (node.root.stage == kAnswerStage) {
            other.push_back({playing_.make(node, kClaiming), value_of(node, kClaiming), false});
            node = playing_.make(node, {}).after;
        }
        const bool reply = node.root.stage == kReplyStage;
        for (const Choice& c : found) {
            const bool claim = c.move == kClaiming;
            here.branches.push_back({playing_.make(claim ? start : node, c.move), c.value, reply});
        }
        const bool first = !other.empty() && other[0].value == found[0].value;
        here.branches.insert(first ? here.branches.begin() : here.branches.end(), other.begin(), other.end());
        return here;
    };
    const std::uint64_t before = nodes();
    std::deque<Position> starts{position};
    std::size_t many = 0;
    while (!starts.empty() && many < branches && nodes() - before < nodes_allowed) {
        std::optional<Position> place = starts.front();
        starts.pop_front();
        while (place && !number(*place)) {
            grown.push_back(grow(*place));
            const Grown& here = grown.back();
            many += here.branches.size();
            for (std::size_t i = 1; i < here.branches.size(); ++i) {
                const Step& step = here.branches[i].step;
                if (!step.over && !number(step.after)) starts.push_back(step.after);
            }
            const Step& best = here.branches[0].step;
            place = best.over ? std::nullopt : std::optional(best.after);
        }
    }
    const Trump& trump = *position.root.deal.trump;
    std::vector<std::string> out;
    out.reserve(grown.size());
    for (const Grown& here : grown) {
        const int mover = here.position.mover();
        std::vector<std::string> rows;
        rows.reserve(here.branches.size());
        for (const Grown::Branch& branch : here.branches)
            rows.push_back(packed(branch, mover, branch.step.over ? std::nullopt : number(branch.step.after), trump));
        const Node& n = here.position.root.node;
        out.push_back(listed({written(mover), written(int{n.counted[0]}), written(int{n.counted[1]}), listed(rows)}));
    }
    return listed(out);
}

}  // namespace bingo
