#include "core/exact.hpp"

#include <optional>
#include <tuple>

namespace bingo {

Solver& Exact::solver(const Root& root) {
    auto& solver = root.node.open ? deals_ : endgames_;
    if (!solver) {
        solver = std::make_unique<Solver>(tables_, root.node.open ? bits_.deals : bits_.endgames, bits_.open);
        solver->set_watch(watch_);
    }
    return *solver;
}

void Exact::set_watch(Watch* watch) {
    watch_ = watch;
    for (Solver* each : {endgames_.get(), deals_.get()})
        if (each) each->set_watch(watch);
}

int Exact::value_of(const Root& root, const Move& move) {
    const MoveResult result = play(tables_, root, move);
    if (!root.deal.objective) return result.over ? result.gain : result.gain + value(result.root);
    if (!result.over) return value(result.root);
    Game game(tables_);
    game.enter(root.deal);
    return game.worth(root.node) + result.gain;
}

std::vector<Exact::Step> Exact::line(Root root) {
    std::vector<Step> steps;
    for (bool over = false; !over;) {
        const int player = root.to_move(), sign = player == 0 ? 1 : -1;
        using Merit = std::tuple<int, bool, bool, int>;
        std::optional<Merit> most;
        Move best{};
        for (const Move& move : legal_moves(tables_, root)) {
            if (move.close && move.claim) continue;
            const Merit merit(sign * value_of(root, move), move.claim, !move.close, count(move.declare));
            if (most && !(merit > *most)) continue;
            most = merit;
            best = move;
        }
        steps.push_back({player, root.stage == kReplyStage, best});
        const MoveResult result = play(tables_, root, best);
        root = result.root;
        over = result.over;
    }
    return steps;
}

}  // namespace bingo
