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
        const int low = least(n, 1 - me);
        for (Mask m = replies(n, root.led); m; m &= m - 1) {
            const int k = lowest(m);
            if (!wanted(Move{0, k})) continue;
            const int a = std::max(alpha, low);
            offer({0, k},
                  low >= beta ? low : std::max(low, -trick(n, root.led, k, has(beats, k), root.pending, -beta, -a)));
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
        const int low = least(from, me);
        const auto search = [&](const Node& before, int led, int pending, int a, int b) {
            return low >= b ? low : std::max(low, lead_tile(before, led, pending, std::max(a, low), b));
        };
        const Mask doubles = s_.after_winning ? 0 : from.declarable & from.hand[me];
        // Where fewer are never better, they are not looked at, except those to be led beside a declaration that ends
        // the deal.
        const bool all = s_.largest_is_best && !from.open && two_or_more(doubles) && doubles != t_->doubles;
        for (Mask m = from.hand[me] & ~(all ? doubles : 0); m; m &= m - 1) {
            const Move lead{0, lowest(m), close};
            if (wanted(lead)) capped(lead, search(from, lead.tile, 0, alpha, beta));
        }
        for (Mask part = doubles; part; part = all ? 0 : (part - 1) & doubles) {
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
                if (wanted(lead)) capped(lead, gain + search(d, lead.tile, pending, alpha - gain, beta - gain));
            }
        }
    }
}

}  // namespace bingo
