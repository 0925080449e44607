#include "closing/closing.hpp"

#include <algorithm>
#include <utility>

namespace bingo {
namespace {

// After closing, before the lead, if the opponent holds `hand` (by tile index).
Position closed_position(const View& view, const Tables& tables, TileSet hand) {
    Position p = view.world(hand);
    Game game(tables);
    game.enter(p.root.deal);
    p.closed_points = p.root.node.counted[1];
    p.closed_tricks = p.tricks[1];
    p.root.node = game.closed(p.root.node);
    p.root.node.next = 0;
    p.root.deal.stock_size = 0;
    p.root.stage = kLeadStage;
    return p;
}

}  // namespace

Close solve_close(const View& view, const Tables& tables, const std::vector<TileSet>& hands,
                  const std::vector<double>& weights, LeadRequest request, Exact& exact, const Effort& effort) {
    const Playing& playing = exact.playing();
    const Position position = closed_position(view, tables, hands[0]);
    Endgame endgame{position.root, hands, weights};
    endgame.root.node.declarable = view.position.root.node.declarable;
    const bool all = request.moves.empty();
    for (const Move& move : playing.legal(position))
        if (all && !move.claim) request.moves.push_back(move);
    Game game(tables);
    game.enter(view.position.root.deal);
    const Node& now = view.position.root.node;
    const Scoring& s = tables.scoring;
    if (s.mode == kClaim && now.counted[1] >= s.target) request.cap = -game.win(now, 1);
    Close close{solve_leads(tables, endgame, request, effort), {}};
    std::vector<Lead>& leads = close.found.leads;

    // A declaration that reaches the target, to be claimed with at once; the smallest one.
    if (all && (s.mode != kClaim || position.root.node.counted[0] < s.target)) {
        std::optional<std::pair<Move, int>> best;
        for (const Move& move : playing.legal(position)) {
            if (!move.claim) continue;
            const int gain = playing.make(position, move).gain;
            if (gain <= 0) continue;
            if (!best || std::pair(-gain, count(move.declare)) < std::pair(-best->second, count(best->first.declare)))
                best = {move, gain};
        }
        if (best) {
            leads.push_back(
                certain_lead(best->first, std::min(best->second, request.cap), close.found, request.objective));
            std::stable_sort(leads.begin(), leads.end(), better);
        }
    }
    const Lead& top = leads[0];
    const auto worst = std::min_element(top.seen.begin(), top.seen.end());
    if (*worst > 0) return close;
    const TileSet hand = close.found.tried.hands[static_cast<std::size_t>(worst - top.seen.begin())];
    const Position against = closed_position(view, tables, hand);
    const Step first = playing.make(against, top.move);
    const Watched watched(exact, effort.watch);
    close.refutation = {hand, *worst, against, first, first.over ? std::vector<Step>{} : exact.line(first.after)};
    return close;
}

}  // namespace bingo
