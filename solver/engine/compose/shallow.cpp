#include "compose/shallow.hpp"

namespace bingo {

template <class Visit>
void Shallow::each_lead(const Node& n, int tricks, const int& alpha, int beta, Visit visit) const {
    const int me = n.leader;
    for (int close = 0; close <= (n.open && has(static_cast<Mask>(n.taken), me)); ++close) {
        const Node from = close ? game_.closed(n) : n;
        for (Mask m = n.hand[me]; m; m &= m - 1)
            if (visit(close, lowest(m), lead_tile(from, lowest(m), 0, tricks, alpha, beta))) return;
        const Mask doubles = scoring().after_winning ? 0 : n.declarable & n.hand[me];
        if (!game_.is_declaration(count(doubles))) continue;
        Node d = from;
        int gain = 0, pending = 0;
        if (game_.declare(d, me, doubles, gain, pending)) {
            if (visit(close, -1, unit() * gain)) return;
            continue;
        }
        if (claims(d, me) && visit(close, -1, unit() * game_.claim(d, me))) return;
        gain *= unit();
        for (Mask m = doubles; m; m &= m - 1)
            if (visit(close, lowest(m), gain + lead_tile(d, lowest(m), pending, tricks, alpha - gain, beta - gain)))
                return;
    }
}

void Shallow::moves(const Root& root, int tricks, Solver::Moves& out) {
    game_.enter(root.deal);
    out.claim = out.declared = kNothing;
    std::fill(out.led, out.led + kTiles, kNothing);
    std::fill(out.closed, out.closed + kTiles, kNothing);
    const Node& n = root.node;
    const int me = n.leader, sign = me == 0 ? 1 : -1;
    if (root.stage == kReplyStage) {
        int best = kInfinity;
        for (Mask m = game_.replies(n, root.led); m; m &= m - 1) {
            const int value = trick(n, root.led, lowest(m), root.pending, tricks, -kInfinity, kInfinity);
            out.led[trump().tile[at(lowest(m))]] = sign * value;
            best = std::min(best, value);
        }
        out.value = sign * best;
        return;
    }
    int best = -kInfinity;
    const auto offer = [&](int& slot, int value) {
        best = std::max(best, value);
        if (slot == kNothing || sign * slot < value) slot = sign * value;
    };
    if (root.stage == kClaimStage && claims(n, me)) offer(out.claim, unit() * game_.claim(n, me));
    each_lead(n, tricks, -kInfinity, kInfinity, [&](int close, int k, int value) {
        offer(k < 0 ? out.declared : (close ? out.closed : out.led)[trump().tile[at(k)]], value);
        return false;
    });
    out.value = sign * best;
}

int Shallow::between(const Node& n, int tricks, int alpha, int beta) const {
    const int me = n.leader, other = 1 - me;
    const int own = claims(n, me) ? unit() * game_.claim(n, me) : -kInfinity;
    if (own >= beta) return own;
    alpha = std::max(alpha, own);
    if (claims(n, other)) {
        const int cap = -unit() * game_.claim(n, other);
        if (!tricks || cap <= alpha) return std::max(own, cap);
        return std::max(own, std::min(cap, lead(n, tricks, alpha, std::min(beta, cap))));
    }
    return std::max(own, tricks ? lead(n, tricks, alpha, beta) : estimate(n));
}

int Shallow::lead(const Node& n, int tricks, int alpha, int beta) const {
    steps_.step();
    int best = -kInfinity;
    each_lead(n, tricks, alpha, beta, [&](int, int, int value) {
        best = std::max(best, value);
        alpha = std::max(alpha, best);
        return best >= beta;
    });
    return best;
}

int Shallow::lead_tile(const Node& n, int led, int pending, int tricks, int alpha, int beta) const {
    int best = kInfinity;
    for (Mask m = game_.replies(n, led); m && alpha < beta; m &= m - 1) {
        best = std::min(best, trick(n, led, lowest(m), pending, tricks, alpha, beta));
        beta = std::min(beta, best);
    }
    return best;
}

int Shallow::trick(const Node& n, int led, int reply, int pending, int tricks, int alpha, int beta) const {
    const bool wins = has(trump().beats[!n.open][at(led)], reply);
    const Played p = game_.played(n, led, reply, wins, pending);
    int value = unit() * p.gain;
    if (!p.over) {
        const int a = (wins ? -beta : alpha) - value, b = (wins ? -alpha : beta) - value;
        const int won_with = wins ? reply : led;
        int after = go_on(p.node, tricks - 1, a, b);
        const Mask rest = p.node.declarable & p.node.hand[p.node.leader];
        if (game_.may_show(n, won_with) && game_.is_declaration(count(rest) + 1)) {
            Node d = p.node;
            int gain = 0, none = 0;
            const bool over = game_.declare(d, d.leader, rest | bit(won_with), gain, none);
            gain *= unit();
            after = std::max(after, gain + (over ? 0 : go_on(d, tricks - 1, a - gain, b - gain)));
        }
        value += after;
    }
    return wins ? -value : value;
}

int Shallow::go_on(Node n, int tricks, int alpha, int beta) const {
    if (n.open)
        game_.draw(n);
    else if (!n.size)
        return unit() * game_.finish(n);
    return between(n, tricks, alpha, beta);
}

int Shallow::estimate(const Node& n) const {
    const int me = n.leader, other = 1 - me;
    if (scoring().mode == kPoints) return n.counted[me] - n.counted[other];
    int value = std::min<int>(n.counted[me], scoring().target) - std::min<int>(n.counted[other], scoring().target);
    if (n.closer >= 0 && n.counted[n.closer] < scoring().target)
        value += unit() * (n.closer == me ? -game_.failed(n) : game_.failed(n));
    return value;
}

}  // namespace bingo
