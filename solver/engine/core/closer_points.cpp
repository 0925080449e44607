// The smaller game after a close. Where only the closer can still win, all there is to ask is how many card points the
// closer takes, or rather whether they take as many as they `need`. Such a search carries no score and no claims along:
// its answers are a function of the two hands, of who leads and of what may be declared, and so they serve every score
// and every deal. Two fifths of the nodes of a hard deal are spent here. It is alpha-beta with a window of one at
// `need`, for the closer, whoever leads: closer_points, then a lead and a reply (_leading and _after_lead,
// or _replying), then _after_trick.

#include "core/search.hpp"

namespace bingo {

// Whether nothing but the closer's reaching the target is left to play for: what that and a failure bring is known
// since the close, nothing else scores, and the other has no claim that would be worth more than the failure.
//
// The other cannot claim where all that is left does not take them to the target. Where it does, but both cannot have
// the target, their reaching it means that the close fails; with `others_win_two` they get 2 for claiming then, and no
// less for waiting until the close has failed. So in either case only the closer's card points count.
bool Solver::only_closer_matters(const State& node) const {
    if (!is_closer_short(node) || (trump_->capture_pair & node.hand[0] && trump_->capture_pair & node.hand[1]))
        return false;
    const int closer = node.closer, other = 1 - closer;
    const int other_most = most_card_points(node, other);
    const bool both_reach = other_most + node.points[closer] + most_declared(node, closer) >= 2 * scoring_.target;
    return other_most < scoring_.target || (scoring_.others_win_two && !both_reach);
}

// Answers by the retrograde table where that decides the deal, even though both may still reach the target or the
// double of trumps may be lost. `value` is for the leader. Two cases are decided:
//
// The closer can take what they need and keep the double safe, and in doing so they leave the other too little for the
// target: of all card points left at least `safe_points`, less what was declared of it, are in tricks of the closer. So
// nobody is quicker, nothing is captured, and the close is won.
//
// The closer can keep the double safe but cannot reach the target, even at its price. So the close fails; reaching the
// target first brings the other no more than that (`others_win_two`), and only the closer can allow a capture.
bool Solver::probe_retrograde(const State& node, int& value) const {
    if (!is_closer_short(node)) return false;
    const int closer = node.closer, other = 1 - closer;
    const Mask closer_hand = node.hand[closer], other_hand = node.hand[other];
    if (trump_->bingo & closer_hand && trump_->capture_pair & other_hand) return false;
    if (!retrograde_.has_position(deal_->suit, closer_hand, other_hand, node.declarable)) return false;
    const int need = scoring_.target - node.points[closer];
    const bool on_lead = node.leader == closer;
    const int safe_points = retrograde_.closer_points(closer_hand, other_hand, node.declarable, on_lead, true);
    int closer_gain = 0;
    if (safe_points >= need) {
        if (most_card_points(node, other) + most_declared(node, closer) - safe_points >= scoring_.target) return false;
        closer_gain = gain(node, closer, win_points(node, closer));
    } else {
        if (safe_points < 0 || !scoring_.others_win_two) return false;
        if (retrograde_.closer_points(closer_hand, other_hand, node.declarable, on_lead) >= need) return false;
        closer_gain = -gain(node, other, failure_points(node));
    }
    value = on_lead ? closer_gain : -closer_gain;
    return true;
}

// The value for the leader where nothing but the closer's reaching the target is open: see only_closer_matters.
int Solver::close_value(const State& node) {
    const int closer = node.closer, need = scoring_.target - node.points[closer];
    const ClosePosition close{node.hand[closer], node.hand[1 - closer], node.declarable, node.unplayed_points,
                              node.leader == closer};
    const int value = closer_points(close, need) >= need ? gain(node, closer, win_points(node, closer))
                                                         : -gain(node, 1 - closer, failure_points(node));
    return close.on_lead ? value : -value;
}

// A result of `need` or more is a lower bound, a smaller one an upper bound: the contract is in search.hpp. As in
// `search_node`, what is cheap comes first: the retrograde table, all that is left, quick tricks of either side, the
// table. Doubles enter the key only if two or more can be declared together, as one by itself is a tile like any other.
int Solver::closer_points(const ClosePosition& close, int need) {
    if (need <= 0) return 0;
    if (retrograde_.has_position(deal_->suit, close.closer_hand, close.other_hand, close.declarable))
        return retrograde_.closer_points(close.closer_hand, close.other_hand, close.declarable, close.on_lead);
    Mask doubles = close.declarable & close.closer_hand;
    if (!two_or_more(doubles)) doubles = 0;
    Bounds bounds{0, close.unplayed_points + (doubles ? tables_.most_declared[count(doubles)] : 0)};
    if (bounds.high < need) return bounds.high;
    const CloserTable::Key key(close.closer_hand, close.other_hand, doubles, close.on_lead, deal_->suit);
    closer_table_.prefetch(key);
    bounds.high -= quick_tricks(close.other_hand, close.closer_hand, !close.on_lead).points;
    if (bounds.high < need) return bounds.high;
    bounds.low = quick_tricks(close.closer_hand, close.other_hand, close.on_lead).points +
                 (close.on_lead && doubles ? declared_worth(doubles) : 0);
    if (bounds.low >= need) return bounds.low;
    closer_table_.probe(key, bounds);
    if (bounds.low >= need) return bounds.low;
    if (bounds.high < need) return bounds.high;
    steps_.step();
    const int value = close.on_lead ? closer_points_leading(close, doubles, need) : closer_points_replying(close, need);
    (value >= need ? bounds.low : bounds.high) = value;
    closer_table_.store(key, bounds);
    return value;
}

// The closer leads, and declares all of `doubles` if one of them.
int Solver::closer_points_leading(const ClosePosition& close, Mask doubles, int need) {
    // A double is led with the declaration: largest_is_best holds wherever this search is used.
    int best = 0;
    if (doubles) {
        const int declared_points = declared_worth(doubles);
        ClosePosition declared = close;
        if (!scoring_.redeclare) declared.declarable &= ~doubles;
        for (Mask m = doubles; m && best < need;) {
            const int led = take(m, highest(m));
            best = std::max(best, declared_points + closer_points_after_lead(declared, led, need - declared_points));
        }
    }
    for (Mask tiles = close.closer_hand & ~doubles; tiles && best < need;) {
        const int led = take(tiles, next_lead(tiles, close.other_hand));
        best = std::max(best, closer_points_after_lead(close, led, need));
    }
    return best;
}

// The closer leads `led`; the other replies so that the closer takes least. It ends as soon as some reply keeps the
// closer below `need`.
int Solver::closer_points_after_lead(const ClosePosition& close, int led, int need) {
    const Mask beats = trump_->beats[1][led];
    int least_points = kInfinity;
    for (Mask untried = replies(close.other_hand, led); untried && least_points >= need;) {
        const int reply = take(untried, next_reply(untried, beats));
        least_points = std::min(least_points, closer_points_after_trick(close, led, reply, !has(beats, reply), need));
    }
    return least_points;
}

// The other side leads; the closer replies as is best for them. `need` as in closer_points, here and below.
int Solver::closer_points_replying(const ClosePosition& close, int need) {
    int least_points = kInfinity;
    for (Mask tiles = close.other_hand; tiles && least_points >= need;) {
        const int led = take(tiles, next_lead(tiles, close.closer_hand));
        const Mask beats = trump_->beats[1][led];
        int best = 0;
        for (Mask untried = replies(close.closer_hand, led); untried && best < need;) {
            const int reply = take(untried, next_reply(untried, beats));
            best = std::max(best, closer_points_after_trick(close, reply, led, has(beats, reply), need));
        }
        least_points = std::min(least_points, best);
    }
    return least_points;
}

// After a trick of these two tiles, which the closer wins or not: what it counts for the closer, and what comes later.
int Solver::closer_points_after_trick(const ClosePosition& close, int closer_tile, int other_tile, bool wins,
                                      int need) {
    const int trick_points = trump_->points[closer_tile] + trump_->points[other_tile], gain = wins ? trick_points : 0;
    return gain + closer_points({close.closer_hand ^ bit(closer_tile), close.other_hand ^ bit(other_tile),
                                 close.declarable, close.unplayed_points - trick_points, wins},
                                need - gain);
}

}  // namespace bingo
