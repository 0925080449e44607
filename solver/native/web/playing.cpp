#include "web/playing.hpp"

#include <algorithm>

namespace bingo {
namespace {

// Calls each(tiles, in kernel numbers) for every subset of some tiles, by index in ascending order, the empty one
// first.
template <class Each>
void each_subset(Mask numbers, const Trump& t, Each each) {
    const Mask tiles = tile_indices(numbers, t);
    Mask part = 0;
    do {
        each(tile_numbers(part, t));
        part = (part - tiles) & tiles;
    } while (part);
}

// The same for every tile of a set.
template <class Each>
void each_tile(Mask numbers, const Trump& t, Each each) {
    for (Mask m = tile_indices(numbers, t); m; m &= m - 1) each(t.number[at(lowest(m))]);
}

}  // namespace

Position Position::of(const CheckedPosition& checked, const ParsedLine& line) {
    Position p{};
    p.root = checked.root;
    for (const std::size_t side : {0u, 1u}) {
        p.points[side] = checked.points[side];
        p.tricks[side] = checked.tricks[side];
        p.declared[side] = checked.declared[side];
    }
    p.shown = tile_numbers(checked.shown, *checked.root.deal.trump);
    p.closed_points = line.closed_points;
    p.closed_tricks = line.closed_tricks;
    return p;
}

bool Position::operator==(const Position& other) const {
    const Node &a = root.node, &b = other.root.node;
    const auto same = [](const int (&x)[2], const int (&y)[2]) { return x[0] == y[0] && x[1] == y[1]; };
    return a.hand[0] == b.hand[0] && a.hand[1] == b.hand[1] && a.leader == b.leader && a.next == b.next &&
           a.open == b.open && a.closer == b.closer && root.stage == other.root.stage && root.led == other.root.led &&
           root.pending == other.root.pending && root.won_with == other.root.won_with && shown == other.shown &&
           same(points, other.points) && same(tricks, other.tricks) && same(declared, other.declared) &&
           closed_points == other.closed_points && closed_tricks == other.closed_tricks;
}

// --- legal moves -------------------------------------------------------------------------------------

std::vector<Move> Playing::legal(const Position& position) const {
    const Root& r = position.root;
    const Node& n = r.node;
    const Trump& t = *r.deal.trump;
    std::vector<Move> out;
    if (r.stage == kClaimStage || r.stage == kAnswerStage) return {{0, -1, false, true}, {}};
    if (r.stage == kReplyStage) {
        Game game = game_;
        game.enter(r.deal);
        each_tile(game.replies(n, r.led), t, [&](int k) { out.push_back({0, k}); });
    } else if (r.stage == kShowStage) {
        out.emplace_back();
        for (const Mask doubles : shows(n, r.won_with, t)) out.push_back({doubles});
    } else {
        turns(position, false, out);
        if (n.open && has(static_cast<Mask>(n.taken), n.leader)) turns(position, true, out);
    }
    return out;
}

void Playing::turns(const Position& position, bool close, std::vector<Move>& out) const {
    const Node& n = position.root.node;
    const Trump& t = *position.root.deal.trump;
    const int me = n.leader;
    each_tile(n.hand[me], t, [&](int k) { out.push_back({0, k, close}); });
    if (game_.scoring().after_winning) return;
    Game game = game_;
    game.enter(position.root.deal);
    const Node from = close ? game.closed(n) : n;
    each_subset(from.declarable & from.hand[me], t, [&](Mask doubles) {
        if (!game.is_declaration(count(doubles))) return;
        Node d = from;
        int gain = 0, pending = 0;
        if (game.declare(d, me, doubles, gain, pending)) {
            out.push_back({doubles, -1, close});
            return;
        }
        each_tile(doubles, t, [&](int k) { out.push_back({doubles, k, close}); });
        if (game.may_claim(d, me)) out.push_back({doubles, -1, close, true});
    });
}

// Declarations of the winner of a trick: the double that won it and some of the hand.
std::vector<Mask> Playing::shows(const Node& n, int won_with, const Trump& t) const {
    std::vector<Mask> out;
    each_subset(n.declarable & n.hand[n.leader] & t.doubles, t, [&](Mask doubles) {
        if (doubles && game_.is_declaration(count(doubles) + 1)) out.push_back(doubles | bit(won_with));
    });
    return out;
}

// --- playing -----------------------------------------------------------------------------------------

Step Playing::make(const Position& position, const Move& move) const {
    Step step{position.to_move(), move, position};
    Position& p = step.after;
    Node& n = p.root.node;
    const int sign = step.player == 0 ? 1 : -1;
    Game game = game_;
    game.enter(position.root.deal);
    if (p.root.stage == kClaimStage || p.root.stage == kAnswerStage) {
        if (move.claim) {
            step.gain = sign * game.claim(n, step.player);
            step.over = true;
        } else {
            between(p, p.root.stage);
        }
        return step;
    }
    if (p.root.stage == kReplyStage) {
        reply(step);
        return step;
    }
    if (move.close) {
        const int other = 1 - n.leader;
        p.closed_points = n.counted[other];
        p.closed_tricks = p.tricks[other];
        n = game.closed(n);
    }
    int gain = 0;
    if (move.declare) step.over = declare(p, move.declare, gain);
    step.gain = sign * gain;
    if (step.over) return step;
    if (p.root.stage == kShowStage) {
        p.root.won_with = -1;
        draw(step);
    } else if (move.claim) {
        step.gain += sign * game.claim(n, step.player);
        step.over = true;
    } else {
        p.root.led = move.tile;
        p.root.stage = kReplyStage;
    }
    return step;
}

bool Playing::declare(Position& p, Mask doubles, int& gain) const {
    Game game = game_;
    game.enter(p.root.deal);
    Node& n = p.root.node;
    const int me = n.leader, before = n.counted[me] + n.waiting[me];
    const bool all = game.scoring().seven && count(doubles) == kSuits;
    const bool over = game.declare(n, me, doubles, gain, p.root.pending);
    if (all) return over;
    p.shown = (p.shown | doubles) & (n.hand[0] | n.hand[1]);
    p.declared[me] += n.counted[me] + n.waiting[me] - before;
    return over;
}

void Playing::reply(Step& step) const {
    Position& p = step.after;
    Root& r = p.root;
    const Trump& t = *r.deal.trump;
    const Node before = r.node;
    Game game = game_;
    game.enter(r.deal);
    const int tile = step.move.tile;
    const bool wins = has(t.beats[!before.open][at(r.led)], tile);
    const Played played = game.played(before, r.led, tile, wins, r.pending);
    const int winner = played.node.leader, won_with = wins ? tile : r.led, earned = wins ? 0 : r.pending;
    r.node = played.node;
    p.points[winner] += played.node.counted[winner] - before.counted[winner] - before.waiting[winner] - earned;
    p.declared[winner] += earned;
    ++p.tricks[winner];
    p.shown &= r.node.hand[0] | r.node.hand[1];
    r.led = -1;
    r.pending = 0;
    step.trick = winner;
    step.gain = winner == 0 ? played.gain : -played.gain;
    step.over = played.over;
    if (step.over) return;
    if (game.may_show(before, won_with) && !shows(r.node, won_with, t).empty()) {
        r.stage = kShowStage;
        r.won_with = won_with;
    } else {
        draw(step);
    }
}

// After a trick is settled: both draw in phase one, and the deal ends after the last tile.
void Playing::draw(Step& step) const {
    Position& p = step.after;
    Node& n = p.root.node;
    Game game = game_;
    game.enter(p.root.deal);
    if (n.open) {
        const Mask held[2] = {n.hand[0], n.hand[1]};
        game.draw(n);
        for (const std::size_t side : {0u, 1u}) step.drawn[side] = lowest(n.hand[side] & ~held[side]);
    } else if (!n.size) {
        const int value = game.finish(n);
        step.gain += n.leader == 0 ? value : -value;
        step.over = true;
        return;
    }
    between(p, -1);
}

// The first stage after this one (-1: before all) in which there is something to decide.
void Playing::between(Position& p, int after) const {
    const Node& n = p.root.node;
    p.root.stage = after < kClaimStage && game_.may_claim(n, n.leader)        ? kClaimStage
                   : after < kAnswerStage && game_.may_claim(n, 1 - n.leader) ? kAnswerStage
                                                                              : kLeadStage;
}

Position Playing::at_lead(const Position& position) {
    Position p = position;
    if (p.root.stage == kClaimStage || p.root.stage == kAnswerStage) p.root.stage = kLeadStage;
    return p;
}

}  // namespace bingo
