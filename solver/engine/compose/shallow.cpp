// What moves seem worth to a player who sees all tiles but only a few tricks ahead: plain alpha-beta to a fixed depth
// with an estimate at its end. A puzzle is good where this picks the wrong move and the exact search the right one, so
// it is to be short-sighted in the way of a person: it sees claims and captures that are near, and counts card points
// for the rest.

#include <algorithm>

#include "compose/compose.hpp"

namespace bingo {

// All moves of the position, each with a window of its own, so that every number is exact at this depth. A claim is
// looked at where it can be made; all else is a decision about the lead or the reply.
Solver::Moves Shallow::moves(const Position& position, int tricks) {
    game_.set_deal(position.deal);
    const Position decision = at_lead(position);
    const int sign = decision.to_move() == 0 ? 1 : -1;
    int best = -sign * kInfinity;
    Solver::Moves moves;
    const auto add_move = [&](const Position& from, const Move& move) {
        const int value = value_of(from, move, tricks, -kInfinity, kInfinity);
        if (sign * best < sign * value) best = value;
        moves.offer(move, *position.deal.trump, value, sign);
    };
    if (position.stage == kClaimStage)
        for (const Move& move : sensible_moves(position))
            if (move.claim) add_move(position, move);
    for (const Move& move : sensible_moves(decision)) add_move(decision, move);
    moves.value = static_cast<std::int16_t>(best);
    return moves;
}

// Values for player 0, so the mover maximizes or minimizes. `tricks` counts down with each reply, and the estimate is
// taken before a lead only, when the last trick is stored.
int Shallow::search(const Position& position, int tricks, int alpha, int beta) {
    steps_.step();
    if (position.stage == kLeadStage && !tricks) return estimate(position.node);
    const bool is_maximizing = position.to_move() == 0;
    int best = is_maximizing ? -kInfinity : kInfinity;
    for (const Move& move : sensible_moves(position)) {
        const int value = value_of(position, move, tricks, alpha, beta);
        best = is_maximizing ? std::max(best, value) : std::min(best, value);
        (is_maximizing ? alpha : beta) = is_maximizing ? std::max(alpha, best) : std::min(beta, best);
        if (alpha >= beta || (move.claim && position.stage == kAnswerStage && !tricks)) break;
    }
    return best;
}

// Gains are counted in units of the estimate, and move the window as in Solver.
int Shallow::value_of(const Position& position, const Move& move, int tricks, int alpha, int beta) {
    const MoveResult result = do_move(game_, position, move);
    const int scaled = units_per_point() * result.gain;
    if (result.is_over) return scaled;
    return scaled + search(result.position, tricks - (position.stage == kReplyStage), alpha - scaled, beta - scaled);
}

// Without false claims, and declarations that are not the largest.
std::vector<Move> Shallow::sensible_moves(const Position& position) const {
    const State& node = position.node;
    const int sign = position.to_move() == 0 ? 1 : -1;
    const Mask shown = position.stage == kShowStage ? bit(position.won_with) : 0;
    const Mask largest_declaration = (node.declarable & node.hand[node.leader]) | shown;
    std::vector<Move> moves = generate_moves(game_, position, false);
    std::erase_if(moves, [&](const Move& move) {
        if (move.declare && move.declare != largest_declaration) return true;
        return move.claim && sign * do_move(game_, position, move).gain <= 0;
    });
    return moves;
}

// In units of kUnitsPerGamePoint to a game point: the card points that each is ahead, none counted beyond the target,
// and a close that has not succeeded yet as failed.
int Shallow::estimate(const State& node) const {
    const Scoring& scoring = game_.scoring();
    if (scoring.target_rule == kPoints) return node.points[0] - node.points[1];
    int value = std::min<int>(node.points[0], scoring.target) - std::min<int>(node.points[1], scoring.target);
    if (node.closer >= 0 && !game_.at_target(node, node.closer))
        value += units_per_point() * (node.closer == 0 ? -game_.failure_points(node) : game_.failure_points(node));
    return value;
}

}  // namespace bingo
