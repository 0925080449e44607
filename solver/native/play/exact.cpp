#include "play/exact.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "positions/json.hpp"

namespace bingo {
namespace {

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

int Exact::listed_value(const Position& position, const Move& move) {
    Position node = position;
    std::optional<int> bound;
    if (node.root.stage == kClaimStage) {
        if (move == kClaiming) return value_of(node, move);
        node = playing_.make(node, {}).after;
    }
    if (node.root.stage == kAnswerStage) {
        bound = value_of(node, kClaiming);
        node = playing_.make(node, {}).after;
    }
    const int sign = position.mover() == 0 ? 1 : -1, value = value_of(node, move);
    return bound ? sign * std::min(sign * value, sign * *bound) : value;
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

}  // namespace bingo
