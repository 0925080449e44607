// Moves turn by turn. The search does not use this: it would list moves that a bound cuts off. All others do, so that
// they play by one set of moves: best defence, levels, puzzles, and the lines of best play. Lists come in a fixed
// order, which decides between moves of equal value and so is part of many answers: claims, then leads from the lowest
// kernel number on, then declarations from the largest number of a set down.

#include "core/moves.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "core/tables.hpp"

namespace bingo {
namespace {

// Moves of the leader, after closing if they close (`node` is the closed state then). With `largest_only`, and two
// doubles or more to declare once nothing is drawn any more, only all of them are declared and none is led without. A
// declaration that ends the deal stands without a tile, unless the rules let it be led (Game::leads_after_match_end);
// one that lets its player claim stands a second time, with the claim in place of a tile.
void add_leads(const Game& game, const State& node, bool close, bool largest_only, std::vector<Move>& moves) {
    const int me = node.leader;
    const Mask doubles = game.scoring().declare_after_winning ? 0 : node.declarable & node.hand[me];
    const bool skips_smaller = largest_only && !node.open && two_or_more(doubles);
    for (Mask m = skips_smaller ? node.hand[me] & ~doubles : node.hand[me]; m; m &= m - 1)
        moves.push_back({0, lowest(m), close});
    for (Mask declared = doubles; declared; declared = skips_smaller ? 0 : (declared - 1) & doubles) {
        if (!game.is_declaration(count(declared))) continue;
        State declared_state = node;
        int gain = 0, pending = 0;
        if (game.declare(declared_state, me, declared, gain, pending) && !game.leads_after_match_end(declared)) {
            moves.push_back({declared, -1, close});
            continue;
        }
        for (Mask m = declared; m; m &= m - 1) moves.push_back({declared, lowest(m), close});
        if (game.may_claim(declared_state, me)) moves.push_back({declared, -1, close, true});
    }
}

// After a trick and what was shown with it: both draw, or the deal ends, and the next stage begins. Gains are for
// player 0 here, what Game says is for the leader: hence the signs.
void next_trick(const Game& game, MoveResult& result) {
    State& node = result.position.node;
    if (node.open) {
        game.draw(node);
    } else if (!node.hand_size) {
        const int value = game.played_out_value(node);
        result.gain += node.leader == 0 ? value : -value;
        result.is_over = true;
        return;
    }
    next_stage(game, result.position, kClaimStage);
}

// The reply, which completes a trick. Where its winner may show doubles, the draw waits for that (kShowStage).
void play_reply(const Game& game, MoveResult& result, int tile) {
    Position& position = result.position;
    const bool wins = has(game.trump().beats[!position.node.open][position.led], tile);
    const int won_with = wins ? tile : position.led;
    const bool may_show = game.may_show(position.node, won_with);
    const TrickResult trick = game.play_trick(position.node, position.led, tile, wins, position.pending);
    position.node = trick.state;
    position.led = -1;
    position.pending = 0;
    result.gain = position.node.leader == 0 ? trick.gain : -trick.gain;
    result.is_over = trick.is_over;
    if (result.is_over) return;
    position.won_with = won_with;
    if (may_show)
        position.stage = kShowStage;
    else
        next_trick(game, result);
}

}  // namespace

std::vector<Move> generate_moves(const Game& game, const Position& root, bool largest_only) {
    const State& node = root.node;
    std::vector<Move> moves;
    switch (root.stage) {
        case kClaimStage:
        case kAnswerStage: return {kClaimMove, kWaitMove};
        case kReplyStage:
            for (Mask m = game.replies(node, root.led); m; m &= m - 1) moves.push_back({0, lowest(m)});
            return moves;
        case kShowStage: {
            const Mask doubles = node.declarable & node.hand[node.leader];
            moves.push_back({});
            // Beside the double that won the trick.
            for (Mask declared = doubles; declared; declared = (declared - 1) & doubles)
                if (game.is_declaration(count(declared) + 1)) moves.push_back({declared | bit(root.won_with)});
            return moves;
        }
        default:
            add_leads(game, node, false, largest_only, moves);
            if (node.may_close()) add_leads(game, game.after_close(node), true, largest_only, moves);
            return moves;
    }
}

// The parts of a turn in their order: close, declare, then claim, lead, or go on to the next stage. A claim before the
// lead is worth what the declaration just made it, so that comes first.
MoveResult do_move(const Game& game, const Position& root, const Move& move) {
    MoveResult result{root};
    State& node = result.position.node;
    const int me = root.to_move(), sign = me == 0 ? 1 : -1;
    if (root.stage == kReplyStage) {
        play_reply(game, result, move.tile);
        return result;
    }
    if (move.close) node = game.after_close(node);
    if (move.declare) {
        result.is_over = game.declare(node, me, move.declare, result.gain, result.position.pending);
        result.gain *= sign;
        if (result.is_over) return result;
    }
    if (move.claim) {
        result.gain += sign * game.claim_gain(node, me);
        result.is_over = true;
    } else if (root.stage == kShowStage) {
        next_trick(game, result);
    } else if (root.stage == kLeadStage) {
        result.position.led = move.tile;
        result.position.stage = kReplyStage;
    } else {
        next_stage(game, result.position, root.stage + 1);
    }
    return result;
}

void next_stage(const Game& game, Position& root, int first_stage) {
    const State& node = root.node;
    if (first_stage == kClaimStage && !game.may_claim(node, node.leader)) first_stage = kAnswerStage;
    if (first_stage == kAnswerStage && !game.may_claim(node, 1 - node.leader)) first_stage = kLeadStage;
    root.stage = first_stage;
}

// The order of answers: moves that close come last; then by declared doubles, claims after leads, tiles by index.
std::vector<Move> legal_moves(const Tables& tables, const Position& root) {
    const Trump& trump = *root.deal.trump;
    const Game game(tables, root.deal);
    std::vector<Move> moves = generate_moves(game, root, false);
    if (root.stage == kClaimStage || root.stage == kAnswerStage) return moves;
    std::ranges::sort(moves, {}, [&](const Move& move) {
        return std::tuple(move.close, tiles_of(move.declare, trump), move.claim,
                          move.tile < 0 ? -1 : trump.tile_of_number[move.tile]);
    });
    return moves;
}

void check_legal(const std::vector<Move>& moves, const std::vector<Move>& legal) {
    for (const Move& move : moves)
        if (std::ranges::find(legal, move) == legal.end())
            throw std::invalid_argument("moves: expected moves that the rules allow here; found another");
}

// Where no doubles can be shown there is nothing to decide, and an answer has no such step; the search of worlds does
// (do_move), as there it depends on the hidden hand whether there is something to show.
MoveResult play(const Tables& tables, const Position& root, const Move& move) {
    const Game game(tables, root.deal);
    MoveResult result = do_move(game, root, move);
    const bool may_show = root.stage == kReplyStage && result.position.stage == kShowStage;
    if (may_show && generate_moves(game, result.position, false).size() == 1) next_trick(game, result);
    if (result.position.stage != kShowStage) result.position.won_with = -1;
    return result;
}

Position at_lead(Position root) {
    if (root.stage == kClaimStage || root.stage == kAnswerStage) root.stage = kLeadStage;
    return root;
}

}  // namespace bingo
