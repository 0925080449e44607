// Every sensible move of a position with its value.
#pragma once

#include <algorithm>

#include "core/search.hpp"

namespace bingo {

template <class Offer, class Wanted>
void Solver::options(const Root& root, int alpha, int beta, Offer offer, Wanted wanted) {
    start(root);
    const Node& n = root.node;
    const int me = n.leader;
    if (root.stage == kReplyStage) {
        const Mask beats = t_->beats[!n.open][at(root.led)];
        for (Mask m = replies(n, root.led); m; m &= m - 1) {
            const int k = lowest(m);
            if (!wanted(Move{0, k})) continue;
            offer({0, k}, -trick(n, root.led, k, has(beats, k), root.pending, -beta, -alpha));
        }
        return;
    }
    int cap = kInfinity;
    const auto capped = [&](const Move& move, int value) { offer(move, std::min(value, cap)); };
    if (root.stage == kClaimStage && may_claim(n, me)) capped({0, -1, false, true}, claim(n, me));
    if (root.stage <= kAnswerStage && may_claim(n, 1 - me)) cap = -claim(n, 1 - me);
    for (const bool close : {false, true}) {
        if (close && !(n.open && has(static_cast<Mask>(n.taken), me))) break;
        const Node from = close ? closed(n) : n;
        for (Mask m = from.hand[me]; m; m &= m - 1) {
            const Move lead{0, lowest(m), close};
            if (wanted(lead)) capped(lead, lead_tile(from, lead.tile, 0, alpha, beta));
        }
        const Mask doubles = s_.after_winning ? 0 : from.declarable & from.hand[me];
        for (Mask part = doubles; part; part = (part - 1) & doubles) {
            if (!is_declaration(count(part))) continue;
            Node d = from;
            int gain = 0, pending = 0;
            if (declare(d, me, part, gain, pending)) {
                if (!leads_on(part)) capped({part, -1, close}, gain);
                for (Mask m = leads_on(part) ? part : 0; m; m &= m - 1) capped({part, lowest(m), close}, gain);
                continue;
            }
            if (!close && may_claim(d, me)) capped({part, -1, false, true}, claim(d, me));
            for (Mask m = part; m; m &= m - 1) {
                const Move lead{part, lowest(m), close};
                if (wanted(lead)) capped(lead, gain + lead_tile(d, lead.tile, pending, alpha - gain, beta - gain));
            }
        }
    }
}

}  // namespace bingo
