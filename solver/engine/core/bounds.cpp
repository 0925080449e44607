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
int Solver::most_declared(const State& n, int player) const {
    Mask mine = n.declarable & n.hand[player];
    if (n.open) mine |= n.declarable & ~n.hand[1 - player];
    return two_or_more(mine) ? tables_.most_declared[count(mine)] : 0;
}

// Of a hand's tiles that nothing in the other hand beats (`winners`): those sure to win a trick in phase two even if
// the other side leads. A lower bound on that set: no tile is counted on that could be lost.
//
// A tile is safe if no lead forces it to be played and lost. All others are thrown first, and once any trick is won the
// safe ones are led one by one. It remains to show that a trick is won before a safe tile must be thrown. Say s tiles
// are safe and n are in each hand, and the other holds c leads that some safe tile catches: one that it beats, and may
// always be played to. At most n - c leads are made before one of these, and if c is at least s, that is no more than
// the n - s tiles that can be thrown meanwhile. Where c is smaller, the cheapest safe tile is given up, and so on. Or
// one of the tiles beats every lead (`beat_all`), and then nothing need be counted.
//
// Where the other hand is not known, `against` has `surplus` tiles more than it: of the leads that are caught at least
// as many lie in it as if all those tiles were such leads.
Mask Solver::safe_winners(Mask winners, Mask against, int surplus) const {
    const Mask beat_all = winners & join(t_->beats_all, against, std::bit_and<Mask>{});
    Mask safe = beat_all | (winners & ~union_of(t_->forced_losers, against));
    if (beat_all) return safe;
    while (safe && count(union_of(t_->catches, safe) & against) - surplus < count(safe)) safe &= safe - 1;
    return safe;
}

// What a hand takes for certain in phase two, on lead or not: with the tiles that win their trick whoever leads and
// whatever is played to them, and on lead with all that nothing in the other hand beats, led at once. On lead one tile
// that can be beaten counts, too, if each reply allowed to it now is lower; it is led first, as that may change with
// the next reply. Every trick captures a tile of the other hand, so at least the cheapest ones of it are added.
Solver::QuickTricks Solver::quick_tricks(Mask hand, Mask against, bool on_lead) const {
    const Mask beaten = beatable_by(against);
    Mask winners = hand & ~beaten;
    int forced_lead = -1;  // the most valuable tile that wins if led now
    if (on_lead)
        forced_lead = highest_forced_winner(hand & beaten, against);
    else
        winners = safe_winners(winners, against);
    const int packed = join(t_->worth, winners, std::plus<int>{});
    int sum = packed & ((1 << Trump::kPointBits) - 1), tricks = packed >> Trump::kPointBits;
    if (forced_lead >= 0) {
        sum += t_->points[forced_lead];
        ++tricks;
    }
    return {sum + cheapest(against, tricks, *t_), tricks};
}

// Card points that `player` takes for certain in phase two; with all the tricks left also those of the last one.
int Solver::quick_points(const State& n, int player) const {
    const QuickTricks sure = quick_tricks(n.hand[player], n.hand[1 - player], n.leader == player);
    return sure.points + (sure.tricks == n.size && n.closer < 0 ? s_.last_trick : 0);
}

// Bounds where the value is a difference of card points: a side ends with at least its quick tricks, and at most with
// all but those of the other. A closer short of the target pays for what is missing, so more points never hurt them.
Bounds Solver::difference_bounds(const State& n) const {
    if (s_.failed == kShortfall && n.open) return {-kInfinity, kInfinity};
    int least[2], most[2];  // card points at the end
    for (int p = 0; p < 2; ++p) least[p] = n.counted[p] + (n.open ? 0 : quick_points(n, p));
    for (int p = 0; p < 2; ++p)
        most[p] = n.counted[p] + n.waiting[p] + n.rest - (least[1 - p] - n.counted[1 - p]) + most_declared(n, p);
    const auto penalty = [&](int p, int points) { return n.closer == p ? shortfall(p, points) : 0; };
    const int me = n.leader, other = 1 - me;
    return {least[me] - penalty(me, least[me]) - most[other] + penalty(other, most[other]),
            most[me] - penalty(me, most[me]) - least[other] + penalty(other, least[other])};
}

// Bounds on the value of a position before a lead, for the leader.
//
// A side that cannot reach the target by any distribution of the tiles left cannot win; in a closed deal
// that decides a failure, and where the points left are enough for both to have the target, the other
// side reaches it. Nobody can win more than a claim would bring now, since the other's card points and
// tricks only grow; both can get the Bingo's capture on top. Where each scores, a side that is sure of the
// card points it needs is sure to score, and cannot fail.
Bounds Solver::static_bounds(const State& n) const {
    if (s_.mode == kPoints) return difference_bounds(n);
    const int me = n.leader, other = 1 - me;
    int capture[2] = {0, 0};
    if (t_->pair && (n.open || !(t_->pair & ~(n.hand[0] | n.hand[1])))) {
        const Mask top = t_->pair & ~t_->bingo, unseen = n.open ? ~(n.hand[0] | n.hand[1]) : 0;
        for (int p = 0; p < 2; ++p)
            if ((n.hand[p] | unseen) & t_->bingo && (n.hand[1 - p] | unseen) & top) capture[p] = s_.capture;
    }
    const bool seven = may_declare_seven(n);
    const int sure_points = n.open ? 0 : quick_points(n, me);
    const bool wins =
        s_.mode == kClaim && !n.open && !s_.false_claims && n.counted[other] < s_.target && sure_win(n, sure_points);
    // On lead the win is claimed before the other takes a trick, so the other has no more then than now: the value is
    // what a claim now would bring, unless something else scores on the way.
    if (wins && n.closer != other && !seven && !capture[0] && !capture[1]) {
        const int gained = gain(n, me, win(n, me));
        return {gained, gained};
    }
    const bool each_scores = s_.mode == kEachScores;  // else one of the two wins
    // Each side by itself. It can win if all card points that are left would do, but for those that the other takes for
    // certain (worked out only where it can make a difference). It then wins no more than a claim would bring now.
    bool can_win[2];
    int upper[2], lower[2] = {0, 0};  // game points p can get at most, and is sure of
    for (int p = 0; p < 2; ++p) {
        int reachable = n.counted[p] + n.waiting[p] + n.rest + most_declared(n, p);
        if (!n.open && reachable >= s_.target) reachable -= p == other ? sure_points : quick_points(n, other);
        can_win[p] = reachable >= s_.target;
        const bool scored = each_scores && n.counted[p] >= s_.target;
        upper[p] = can_win[p] && !scored ? win(n, p) : 0;
        if (each_scores && can_win[p] && !scored && !n.open &&
            n.counted[p] + (p == me ? sure_points : quick_points(n, p)) >= s_.target)
            lower[p] = p == me ? upper[p] : 1;  // the leader at once, the other some time
        if (seven && !(n.hand[1 - p] & t_->doubles))
            upper[p] = each_scores ? upper[p] + s_.seven : std::max(upper[p], s_.seven);
    }
    // A close that may still fail, or must: the least and the most that the tricks at the end could make it cost. Under
    // kFirstEnds the other may reach the target before the end, which can be worth less than the failure.
    if (n.closer >= 0 && n.counted[n.closer] < s_.target && !lower[n.closer]) {
        const int closer = n.closer, o = 1 - closer;
        if (!can_win[closer]) {
            lower[o] = failed(n, 2);
            if (s_.mode == kFirstEnds) lower[o] = std::min(lower[o], s_.others_two ? 2 : 1);
        }
        const int fail = failed(n, 3);
        upper[o] = each_scores ? upper[o] + fail : std::max(upper[o], fail);
    } else if (n.closer < 0 && s_.mode == kClaim && !n.open &&
               n.counted[0] + n.counted[1] + n.rest >= 2 * s_.target - 1) {
        for (int p = 0; p < 2; ++p)
            if (!can_win[p]) lower[1 - p] = 1;
    }
    if (s_.false_claims)  // any loss can be cut to 2
        for (int& points : lower) points = std::min(points, 2);
    // Where only one side can win, a side that is sure to win leaves the other nothing but a capture.
    Bounds b{-gain(n, other, lower[me] && !each_scores ? capture[other] : upper[other] + capture[other], lower[me]),
             gain(n, me, lower[other] && !each_scores ? capture[me] : upper[me] + capture[me], lower[other])};
    if (wins)  // a failure may come first
        b.low = std::max(b.low, gain(n, me, n.closer == other ? std::min(win(n, me), 2) : win(n, me)));
    return b;
}

// A value that `player` cannot fall below even by the worst play; -kInfinity where the position does not tell at a
// glance. It is for lists of moves, in which a move need not be searched below what any move brings.
int Solver::least(const State& n, int player) const {
    const bool captures = t_->pair && !(t_->pair & ~(n.hand[0] | n.hand[1]));
    if (s_.mode != kClaim || s_.false_claims || n.open || captures || may_declare_seven(n)) return -kInfinity;
    const int failure = n.closer == player ? failed(n, 3) : 0;
    return -gain(n, 1 - player, std::max(win(n, 1 - player), failure));
}

// Whether the leader can claim before the other takes another trick, by leading only tiles that nothing in the other
// hand beats, or by declaring (phase two; the other must not be able to claim meanwhile). `sure_points` are the card
// points of these tricks. Declaring counts once a trick is won, by now or by one of them; doubles that are not among
// the winners need not be led for that, as a declaration is claimed with at once.
bool Solver::sure_win(const State& n, int sure_points, bool takes_trick) const {
    const int me = n.leader;
    const Mask doubles = n.declarable & n.hand[me];
    int sum = n.counted[me] + n.waiting[me] + sure_points;
    if (s_.largest_is_best && two_or_more(doubles) && (takes_trick || n.has_trick(me))) {
        sum += declared_worth(doubles);
        takes_trick = true;
    }
    return takes_trick && sum >= s_.target;
}

}  // namespace bingo
