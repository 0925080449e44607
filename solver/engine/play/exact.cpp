#include "play/exact.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace bingo {
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

}  // namespace bingo
