// What can be said of a position without search: bounds that are always true, from tiles and points alone. Half of all
// positions in which nothing is drawn any more are won at sight here and cost no node, so it is these functions that a
// search spends its time in.
//
// Two facts carry most of them. More own points and fewer of the other's never hurt. And what a hand takes whatever is
// played (its quick tricks) the other side does not get, so a lower bound on one side is an upper bound on the other.

#include "core/search.hpp"

namespace bingo {

// While tiles are drawn, every double that the other does not hold may still come to hand. A single double is no
// declaration.
int Solver::most_declared(const State& node, int player) const {
    Mask possible_doubles = node.declarable & node.hand[player];
    if (node.open) possible_doubles |= node.declarable & ~node.hand[1 - player];
    return two_or_more(possible_doubles) ? tables_.most_declared[count(possible_doubles)] : 0;
}

// Of a hand's tiles that nothing in the other hand beats (`winners`): those sure to win a trick in phase two even if
// the other side leads. A lower bound on that set: no tile is counted on that could be lost.
//
// A tile is safe if no lead forces it to be played and lost. All others are thrown first, and once any trick is won the
// safe ones are led one by one. It remains to show that a trick is won before a safe tile must be thrown. Say s tiles
// are safe and n are in each hand, and the other holds c leads that some safe tile catches: one that it beats, and may
// always be played to. At most n - c leads are made before one of these, and if c is at least s, that is no more than
// the n - s tiles that can be thrown meanwhile. Where c is smaller, the cheapest safe tile is given up, and so on. Or
// one of the tiles beats every lead (`all_beaters`), and then nothing need be counted.
//
// Where the other hand is not known, `other_hand` has `surplus_tiles` tiles more than it: of the leads that are caught
// at least as many lie in it as if all those tiles were such leads.
Mask Solver::safe_winners(Mask winners, Mask other_hand, int surplus_tiles) const {
    const Mask all_beaters = winners & join_chunks(trump_->beats_all, other_hand, std::bit_and<Mask>{});
    Mask safe = all_beaters | (winners & ~union_of(trump_->forced_losers, other_hand));
    if (all_beaters) return safe;
    while (safe && count(union_of(trump_->catches, safe) & other_hand) - surplus_tiles < count(safe)) safe &= safe - 1;
    return safe;
}

// What a hand takes for certain in phase two, on lead or not: with the tiles that win their trick whoever leads and
// whatever is played to them, and on lead with all that nothing in the other hand beats, led at once. On lead one tile
// that can be beaten counts, too, if each reply allowed to it now is lower; it is led first, as that may change with
// the next reply. Every trick captures a tile of the other hand, so at least the cheapest ones of it are added.
Solver::QuickTricks Solver::quick_tricks(Mask hand, Mask other_hand, bool on_lead) const {
    const Mask beatable = beatable_by(other_hand);
    Mask winners = hand & ~beatable;
    int forced_lead = -1;  // the most valuable tile that wins if led now
    if (on_lead)
        forced_lead = highest_forced_winner(hand & beatable, other_hand);
    else
        winners = safe_winners(winners, other_hand);
    const int points_and_count = join_chunks(trump_->points_and_count, winners, std::plus<int>{});
    int points = points_and_count & ((1 << Trump::kPointBits) - 1), tricks = points_and_count >> Trump::kPointBits;
    if (forced_lead >= 0) {
        points += trump_->points[forced_lead];
        ++tricks;
    }
    return {points + cheapest_points(other_hand, tricks, *trump_), tricks};
}

// Card points that `player` takes for certain in phase two; with all the tricks left also those of the last one.
int Solver::quick_points(const State& node, int player) const {
    const QuickTricks quick = quick_tricks(node.hand[player], node.hand[1 - player], node.leader == player);
    return quick.points + (quick.tricks == node.hand_size && node.closer < 0 ? scoring_.last_trick_points : 0);
}

// Bounds where the value is a difference of card points: a side ends with at least its quick tricks, and at most with
// all but those of the other. A closer short of the target pays for what is missing, so more points never hurt them.
Bounds Solver::difference_bounds(const State& node) const {
    if (scoring_.failed_close == kShortfall && node.open) return {-kInfinity, kInfinity};
    int least_points[2], most_points[2];  // card points at the end
    for (int p = 0; p < 2; ++p) least_points[p] = node.points[p] + (node.open ? 0 : quick_points(node, p));
    for (int p = 0; p < 2; ++p) most_points[p] = most_card_points(node, p) - (least_points[1 - p] - node.points[1 - p]);
    const auto penalty = [&](int p, int points) { return node.closer == p ? shortfall(p, points) : 0; };
    const int me = node.leader, other = 1 - me;
    return {least_points[me] - penalty(me, least_points[me]) - most_points[other] + penalty(other, most_points[other]),
            most_points[me] - penalty(me, most_points[me]) - least_points[other] + penalty(other, least_points[other])};
}

// Bounds on the value of a position before a lead, for the leader.
//
// A side that cannot reach the target by any distribution of the tiles left cannot win; in a closed deal
// that decides a failure, and where the points left are enough for both to have the target, the other
// side reaches it. Nobody can win more than a claim would bring now, since the other's card points and
// tricks only grow; both can get the Bingo's capture on top. Where each scores, a side that is sure of the
// card points it needs is sure to score, and cannot fail.
Bounds Solver::static_bounds(const State& node) const {
    if (scoring_.target_rule == kPoints) return difference_bounds(node);
    const int me = node.leader, other = 1 - me;
    int capture_points[2] = {0, 0};
    if (trump_->capture_pair && (node.open || !(trump_->capture_pair & ~(node.hand[0] | node.hand[1])))) {
        const Mask trump_double = trump_->capture_pair & ~trump_->bingo,
                   unseen = node.open ? ~(node.hand[0] | node.hand[1]) : 0;
        for (int p = 0; p < 2; ++p)
            if ((node.hand[p] | unseen) & trump_->bingo && (node.hand[1 - p] | unseen) & trump_double)
                capture_points[p] = scoring_.capture_points;
    }
    const bool seven_possible = may_declare_seven(node);
    const int sure_points = node.open ? 0 : quick_points(node, me);
    const bool leader_wins = scoring_.target_rule == kClaim && !node.open && !scoring_.false_claims &&
                             !at_target(node, other) && sure_win(node, sure_points);
    // On lead the win is claimed before the other takes a trick, so the other has no more then than now: the value is
    // what a claim now would bring, unless something else scores on the way.
    if (leader_wins && node.closer != other && !seven_possible && !capture_points[0] && !capture_points[1]) {
        const int win_gain = gain(node, me, win_points(node, me));
        return {win_gain, win_gain};
    }
    const bool each_scores = scoring_.target_rule == kEachScores;  // else one of the two wins
    // Each side by itself. It can win if all card points that are left would do, but for those that the other takes for
    // certain (worked out only where it can make a difference). It then wins no more than a claim would bring now.
    bool can_win[2];
    int upper_points[2], lower_points[2] = {0, 0};  // game points p can get at most, and is sure of
    for (int p = 0; p < 2; ++p) {
        int& upper = upper_points[p];
        int reachable = most_card_points(node, p);
        if (!node.open && reachable >= scoring_.target)
            reachable -= p == other ? sure_points : quick_points(node, other);
        can_win[p] = reachable >= scoring_.target;
        const bool has_scored = each_scores && at_target(node, p);
        upper = can_win[p] && !has_scored ? win_points(node, p) : 0;
        if (each_scores && can_win[p] && !has_scored && !node.open &&
            node.points[p] + (p == me ? sure_points : quick_points(node, p)) >= scoring_.target)
            lower_points[p] = p == me ? upper : 1;  // the leader at once, the other some time
        if (seven_possible && !(node.hand[1 - p] & trump_->doubles))
            upper = each_scores ? upper + scoring_.seven_doubles : std::max(upper, scoring_.seven_doubles);
    }
    // A close that may still fail, or must: the least and the most that the tricks at the end could make it cost. Under
    // kFirstEnds the other may reach the target before the end, which can be worth less than the failure.
    if (node.closer >= 0 && !at_target(node, node.closer) && !lower_points[node.closer]) {
        int &lower = lower_points[1 - node.closer], &upper = upper_points[1 - node.closer];
        if (!can_win[node.closer]) {
            lower = failure_points(node, 2);
            if (scoring_.target_rule == kFirstEnds) lower = std::min(lower, scoring_.others_win_two ? 2 : 1);
        }
        const int failure = failure_points(node, 3);
        upper = each_scores ? upper + failure : std::max(upper, failure);
    } else if (node.closer < 0 && scoring_.target_rule == kClaim && !node.open &&
               node.points[0] + node.points[1] + node.unplayed_points >= 2 * scoring_.target - 1) {
        for (int p = 0; p < 2; ++p)
            if (!can_win[p]) lower_points[1 - p] = 1;
    }
    if (scoring_.false_claims)  // any loss can be cut to 2
        for (int& points : lower_points) points = std::min(points, 2);
    // Where only one side can win, a side that is sure to win leaves the other nothing but a capture.
    const auto most = [&](int p) {
        return capture_points[p] + (lower_points[1 - p] && !each_scores ? 0 : upper_points[p]);
    };
    Bounds bounds{-gain(node, other, most(other), lower_points[me]), gain(node, me, most(me), lower_points[other])};
    const int max_win = node.closer == other ? 2 : kInfinity;  // a failure may come first
    if (leader_wins) bounds.low = std::max(bounds.low, gain(node, me, std::min(win_points(node, me), max_win)));
    return bounds;
}

// A value that `player` cannot fall below even by the worst play; -kInfinity where the position does not tell at a
// glance. It is for lists of moves, in which a move need not be searched below what any move brings.
int Solver::least_value(const State& node, int player) const {
    const bool captures = trump_->capture_pair && !(trump_->capture_pair & ~(node.hand[0] | node.hand[1]));
    if (scoring_.target_rule != kClaim || scoring_.false_claims || node.open || captures || may_declare_seven(node))
        return -kInfinity;
    const int failure = node.closer == player ? failure_points(node, 3) : 0;
    return -gain(node, 1 - player, std::max(win_points(node, 1 - player), failure));
}

// Whether the leader can claim before the other takes another trick, by leading only tiles that nothing in the other
// hand beats, or by declaring (phase two; the other must not be able to claim meanwhile). `sure_points` are the card
// points of these tricks. Declaring counts once a trick is won, by now or by one of them; doubles that are not among
// the winners need not be led for that, as a declaration is claimed with at once.
bool Solver::sure_win(const State& node, int sure_points, bool takes_trick) const {
    const int me = node.leader;
    const Mask doubles = node.declarable & node.hand[me];
    int reachable = node.points[me] + node.waiting_points[me] + sure_points;
    if (scoring_.largest_is_best && two_or_more(doubles) && (takes_trick || node.has_trick(me))) {
        reachable += declared_worth(doubles);
        takes_trick = true;
    }
    return takes_trick && reachable >= scoring_.target;
}

}  // namespace bingo
