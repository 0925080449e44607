#include "play/playing.hpp"

#include <algorithm>
#include <tuple>

#include "core/turns.hpp"

namespace bingo {
namespace {

bool nothing_to_show(const Game& game, const Root& root) {
    std::vector<Move> moves;
    add_moves(game, root, false, moves);
    return moves.size() == 1;
}

}  // namespace

std::vector<Move> Playing::legal(const Position& position) const {
    const Root& r = position.root;
    const Trump& t = *r.deal.trump;
    Game game = game_;
    game.enter(r.deal);
    std::vector<Move> moves;
    add_moves(game, r, false, moves);
    if (r.stage == kClaimStage || r.stage == kAnswerStage) return moves;
    const auto place = [&](const Move& m) {
        return std::tuple(m.close, tiles_of(m.declare, t), m.claim, m.tile < 0 ? -1 : t.tile[at(m.tile)]);
    };
    std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) { return place(a) < place(b); });
    return moves;
}

Step Playing::make(const Position& position, const Move& move) const {
    const Node& before = position.root.node;
    const int player = position.to_move(), other = 1 - before.leader;
    Game game = game_;
    game.enter(position.root.deal);
    After after = made(game, position.root, move);
    if (after.trick >= 0 && after.root.stage == kShowStage && nothing_to_show(game, after.root)) settle(game, after);
    Step step{player, move, position, after.gain, after.over, after.trick, {after.drawn[0], after.drawn[1]}};
    Position& p = step.after;
    p.root = after.root;
    if (p.root.stage != kShowStage) p.root.won_with = -1;
    const Node& n = p.root.node;
    const auto points = [](const Node& of, int who) { return of.counted[who] + of.waiting[who]; };
    if (move.close) {
        p.closed_points = before.counted[other];
        p.closed_tricks = p.tricks[other];
    }
    if (move.declare && (!game.scoring().seven || count(move.declare) != kSuits)) {
        p.shown |= move.declare;
        p.declared[player] += points(n, player) - points(before, player);
    }
    if (const int winner = step.trick; winner >= 0) {
        const int earned = winner == before.leader ? position.root.pending : 0;
        p.points[winner] += n.counted[winner] - points(before, winner) - earned;
        p.declared[winner] += earned;
        ++p.tricks[winner];
    }
    p.shown &= n.hand[0] | n.hand[1];
    return step;
}

Position Playing::at_lead(const Position& position) {
    Position p = position;
    if (p.root.stage == kClaimStage || p.root.stage == kAnswerStage) p.root.stage = kLeadStage;
    return p;
}

}  // namespace bingo
