#include "core/turns.hpp"

namespace bingo {
namespace {

// Moves of the leader, after closing if they close.
void add_leads(const Game& game, const Node& n, bool close, bool largest, std::vector<Move>& moves) {
    const int me = n.leader;
    const Mask doubles = game.scoring().after_winning ? 0 : n.declarable & n.hand[me];
    const bool one = largest && two_or_more(doubles);
    for (Mask m = one ? n.hand[me] & ~doubles : n.hand[me]; m; m &= m - 1) moves.push_back({0, lowest(m), close});
    for (Mask part = doubles; part; part = one ? 0 : (part - 1) & doubles) {
        if (!game.is_declaration(count(part))) continue;
        Node d = n;
        int gain = 0, pending = 0;
        if (game.declare(d, me, part, gain, pending) && !game.leads_on(part)) {
            moves.push_back({part, -1, close});
            continue;
        }
        for (Mask m = part; m; m &= m - 1) moves.push_back({part, lowest(m), close});
        if (game.may_claim(d, me)) moves.push_back({part, -1, close, true});
    }
}

// The reply, which completes a trick.
void reply(const Game& game, After& a, int tile) {
    Root& r = a.root;
    const bool wins = has(game.trump().beats[!r.node.open][at(r.led)], tile);
    const int won_with = wins ? tile : r.led;
    const bool shows = game.may_show(r.node, won_with);
    const Played played = game.played(r.node, r.led, tile, wins, r.pending);
    r.node = played.node;
    r.led = -1;
    r.pending = 0;
    a.trick = r.node.leader;
    a.gain = a.trick == 0 ? played.gain : -played.gain;
    a.over = played.over;
    if (a.over) return;
    r.won_with = won_with;
    if (shows)
        r.stage = kShowStage;
    else
        settle(game, a);
}

}  // namespace

void add_moves(const Game& game, const Root& root, bool largest, std::vector<Move>& moves) {
    const Node& n = root.node;
    switch (root.stage) {
        case kClaimStage:
        case kAnswerStage:
            moves.push_back({0, -1, false, true});
            moves.push_back({});
            return;
        case kReplyStage:
            for (Mask m = game.replies(n, root.led); m; m &= m - 1) moves.push_back({0, lowest(m)});
            return;
        case kShowStage: {
            const Mask doubles = n.declarable & n.hand[n.leader];
            moves.push_back({});
            for (Mask part = doubles; part; part = (part - 1) & doubles)
                if (game.is_declaration(count(part) + 1)) moves.push_back({part | bit(root.won_with)});
            return;
        }
        default:
            add_leads(game, n, false, largest, moves);
            if (n.open && has(static_cast<Mask>(n.taken), n.leader))
                add_leads(game, game.closed(n), true, largest, moves);
    }
}

After made(const Game& game, const Root& root, const Move& move) {
    After a{root};
    Node& n = a.root.node;
    const int me = root.to_move(), sign = me == 0 ? 1 : -1;
    if (root.stage == kReplyStage) {
        reply(game, a, move.tile);
        return a;
    }
    if (move.close) n = game.closed(n);
    if (move.declare) {
        a.over = game.declare(n, me, move.declare, a.gain, a.root.pending);
        a.gain *= sign;
        if (a.over) return a;
    }
    if (move.claim) {
        a.gain += sign * game.claim(n, me);
        a.over = true;
    } else if (root.stage == kShowStage) {
        settle(game, a);
    } else if (root.stage == kLeadStage) {
        a.root.led = move.tile;
        a.root.stage = kReplyStage;
    } else {
        next_stage(game, a.root, root.stage + 1);
    }
    return a;
}

void next_stage(const Game& game, Root& root, int stage) {
    const Node& n = root.node;
    if (stage == kClaimStage && !game.may_claim(n, n.leader)) stage = kAnswerStage;
    if (stage == kAnswerStage && !game.may_claim(n, 1 - n.leader)) stage = kLeadStage;
    root.stage = stage;
}

void settle(const Game& game, After& after) {
    Root& r = after.root;
    Node& n = r.node;
    if (n.open) {
        const Mask held[2] = {n.hand[0], n.hand[1]};
        game.draw(n);
        for (const std::size_t p : {0u, 1u}) after.drawn[p] = lowest(n.hand[p] & ~held[p]);
    } else if (!n.size) {
        const int value = game.finish(n);
        after.gain += n.leader == 0 ? value : -value;
        after.over = true;
        return;
    }
    next_stage(game, r, kClaimStage);
}

}  // namespace bingo
