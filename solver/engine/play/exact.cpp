#include "play/exact.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "positions/json.hpp"

namespace bingo {
namespace {

int bounded(int sign, int value, const std::optional<int>& bound) {
    return bound ? sign * std::min(sign * value, sign * *bound) : value;
}

}  // namespace

std::vector<std::string> in_words(const std::vector<Step>& line, const Trump& trump) {
    std::vector<std::string> words;
    for (const Step& step : line)
        if (step.move != kWaiting)
            words.push_back(std::string(kPlayers[step.player]) + ' ' + move_text(step.move, step.trick >= 0, trump));
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

// Nobody claims before the move; what the other's claim would be worth, if they may.
std::optional<int> Exact::pass_claims(Position& position) {
    std::optional<int> bound;
    if (position.root.stage == kClaimStage) position = playing_.make(position, {}).after;
    if (position.root.stage == kAnswerStage) {
        bound = value_of(position, kClaiming);
        position = playing_.make(position, {}).after;
    }
    return bound;
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
    if (position.root.stage == kClaimStage) offer(kClaiming, value_of(position, kClaiming));
    Position node = position;
    const std::optional<int> bound = pass_claims(node);
    for (const Move& move : playing_.legal(node)) offer(move, bounded(sign, value_of(node, move), bound));
    std::stable_sort(listed.begin(), listed.end(), [&](const Choice& a, const Choice& b) {
        return std::tuple(-sign * a.value, !a.move.claim, a.move.close) <
               std::tuple(-sign * b.value, !b.move.claim, b.move.close);
    });
    return listed;
}

int Exact::listed_value(const Position& position, const Move& move) {
    if (position.root.stage == kClaimStage && move == kClaiming) return value_of(position, move);
    Position node = position;
    const std::optional<int> bound = pass_claims(node);
    return bounded(position.mover() == 0 ? 1 : -1, value_of(node, move), bound);
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
    return Members()
        .text("name", name)
        .text("rules", rules)
        .add("exact", true)
        .text("to_move", kPlayers[position.mover()])
        .add("value", value)
        .add("best", quoted_list(best))
        .add("moves", listed(moves))
        .add("line", quoted_list(in_words(line(position), trump)))
        .add("nodes", static_cast<std::int64_t>(nodes() - before))
        .object();
}

}  // namespace bingo
