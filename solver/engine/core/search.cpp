// Alpha-beta over tricks. The functions call each other in a circle, once round for each trick:
//
//   search_trick     the leader may claim, then the other may
//     search_node    bounds without search, the table; else
//     search_moves   close (which is `search_node` again, of the closed position), declare, lead
//     lead_tile      every reply that is allowed
//     end_trick      the tiles are stored and scored; where the rules allow it, doubles are shown (`search_show`)
//     next_trick     draw, or end the deal; then search_trick
//
// A value is always that for the leader of the State at hand, `me`: what they gain from here on less what the other
// gains. Only a trick changes who that is, so signs change in `end_trick` and nowhere else, where the reply wins.
// What is gained on the way is added to the value of what follows, and so the window of what follows is moved by it: to
// learn whether gain + rest is at least beta is to learn whether rest is at least beta - gain.
//
// States are copied on the stack, 14 tricks deep at most, and nothing is allocated.

#include "core/search.hpp"

#include <utility>

namespace bingo {

// Between two tricks: the leader may claim, then the other may, then comes the lead.
//
// What the leader does not claim the other may take from them: playing on is worth at most `claim_cap`, what the
// other's claim leaves. So beta need not be above it, and where it is no more than alpha the rest cannot matter. Nobody
// is obliged to claim: the other picks the smaller of `claim_cap` and playing on, the leader the larger of that and
// their own claim.
int Solver::search_trick(const State& node, int alpha, int beta) {
    if (!may_claim(node, node.leader)) return search_answer(node, alpha, beta);
    const int own_gain = claim_gain(node, node.leader);
    return own_gain >= beta ? own_gain : std::max(own_gain, search_answer(node, std::max(alpha, own_gain), beta));
}

// The leader has not claimed; the other may.
int Solver::search_answer(const State& node, int alpha, int beta) {
    const int other = 1 - node.leader;
    if (!may_claim(node, other)) return search_node(node, alpha, beta);
    const int claim_cap = -claim_gain(node, other);
    return claim_cap <= alpha ? claim_cap : std::min(claim_cap, search_node(node, alpha, std::min(beta, claim_cap)));
}

// Positions with the same key and context have the same value relative to `value_offset`. What cannot matter any more
// is left out, so that they meet in one entry: which player is the leader, where both are alike; card points beyond the
// target; under kPoints, once nothing is drawn any more, all points but the closer's, which decide the shortfall.
// Doubles that have been played need no bit: `declared_doubles` is of those still held.
Key Solver::key(const State& node) const {
    const int me = node.leader, other = 1 - me;
    int own_points = std::min<int>(node.points[me], scoring_.target),
        other_points = std::min<int>(node.points[other], scoring_.target);
    if (scoring_.target_rule == kPoints && !node.open) {
        if (node.closer != me) own_points = 0;
        if (node.closer != other) other_points = 0;
    }
    const Mask declared_tiles = (node.hand[0] | node.hand[1]) & trump_->doubles & ~node.declarable;
    const Mask declared_doubles = declared_tiles ? union_of(trump_->double_indices, declared_tiles) : 0;
    const unsigned closer = node.closer < 0 ? 0 : node.closer == me ? 1 : 2;
    const auto trick_bits =
        static_cast<unsigned>(me == 0 ? node.trick_bits : (node.trick_bits >> 1 | (node.trick_bits & 1) << 1));
    const unsigned player = scoring_.target_rule == kPoints || objective_ ? static_cast<unsigned>(me) : 0;
    const auto u64 = [](auto number) { return static_cast<std::uint64_t>(number); };
    return {u64(node.hand[me]) | u64(node.hand[other]) << 28 | u64(player) << 56 | u64(trick_bits) << 57 |
                u64(closer) << 59 | u64(node.close_win) << 61,
            u64(own_points) | u64(other_points) << 8 | u64(node.waiting_points[me]) << 16 |
                u64(node.waiting_points[other]) << 24 | u64(node.tiles_to_draw(*deal_)) << 32 |
                u64(node.close_fail) << 36 | u64(deal_->suit) << 38 | u64(declared_doubles) << 41 |
                u64(node.hand_size) << 48 | u64(node.game_points[me]) << 52 | u64(node.game_points[other]) << 57};
}

// What a value depends on beside the key. With tiles to draw that is the stock, and all else that `set_root` compares;
// without, only the objective, or what the closer carries over.
std::uint32_t Solver::context(const State& node) const {
    if (node.open) return deal_number_;
    if (objective_) return objective_->id;
    return scoring_.target_rule == kPoints && node.closer >= 0 ? static_cast<std::uint32_t>(deal_->carried[node.closer])
                                                               : 0;
}

// The leader is to close, declare or lead; nobody claims any more before this trick.
//
// What is cheapest comes first: a smaller game that decides, then bounds from the tiles alone, while the entries of the
// table are on their way from memory. What is known narrows the window, so the search below never looks for what is
// outside of it. The result is stored as one bound, or as both where it lies within the window: a result above alpha is
// a lower bound, one below beta an upper one (fail-soft).
int Solver::search_node(const State& node, int alpha, int beta) {
    if (only_closer_matters(node)) return close_value(node);
    if (int value = 0; retrograde_.is_ready() && probe_retrograde(node, value)) return value;
    Table& table = node.open ? open_table_ : table_;
    const Key node_key = key(node);
    table.prefetch(node_key);
    Bounds bounds = static_bounds(node);
    if (bounds.low >= beta || bounds.low == bounds.high) return bounds.low;
    if (bounds.high <= alpha) return bounds.high;
    const bool monotone = scoring_.target_rule == kClaim;
    table.probe(node_key, context(node), monotone, value_offset(node), bounds);
    if (bounds.low >= beta || bounds.low == bounds.high) return bounds.low;
    if (bounds.high <= alpha) return bounds.high;
    alpha = std::max(alpha, bounds.low);
    beta = std::min(beta, bounds.high);
    const int value = search_moves(node, alpha, beta);
    if (value > alpha) bounds.low = value;
    if (value < beta) bounds.high = value;
    table.store(node_key, context(node), value_offset(node), bounds);
    return value;
}

// The best of closing, declaring and leading, in an order that should cut early.
//
// Closing comes first, as it is a smaller game that often settles the matter. Only in the last open trick does a close
// not won at sight come after the first lead: such closes fail often, and then another move may succeed (8% fewer nodes
// in whole deals, benchmarks/IDEAS.md). Where the largest declaration is never worse, no smaller one is tried and no
// double of it is led without it; while tiles are drawn that holds only where doubles may be declared again, as waiting
// for another double can bring more.
int Solver::search_moves(const State& node, int alpha, int beta) {
    steps_.step();
    const int me = node.leader;
    int best = -kInfinity;
    const auto cuts_off = [&](int value) {
        best = std::max(best, value);
        alpha = std::max(alpha, best);
        return alpha >= beta;
    };
    bool may_close = node.may_close();
    const bool closes_later = may_close && node.tiles_to_draw(*deal_) <= 2 && !sure_win(node, quick_points(node, me));
    if (may_close && !closes_later && cuts_off(search_node(after_close(node), alpha, beta))) return best;
    may_close = closes_later;
    Mask tiles = node.hand[me];
    const Mask doubles = scoring_.declare_after_winning ? 0 : node.declarable & node.hand[me];
    if (two_or_more(doubles)) {
        const bool largest_only = scoring_.largest_is_best && (!node.open || scoring_.redeclare);
        if (largest_only) tiles &= ~doubles;
        for (Mask declared = doubles; declared; declared = largest_only ? 0 : (declared - 1) & doubles)
            if (is_declaration(count(declared)) && cuts_off(declare_and_lead(node, declared, alpha, beta))) return best;
    }
    while (tiles) {
        const int led = take(tiles, next_lead(node, tiles));
        if (cuts_off(lead_tile(node, led, 0, alpha, beta))) {
            if (node.open) ++history_[node.next_draw][me][led];
            return best;
        }
        if (std::exchange(may_close, false) && cuts_off(search_node(after_close(node), alpha, beta))) return best;
    }
    return best;
}

// While the boneyard is open: what has been best most often after as many draws.
int Solver::next_lead(const State& node, Mask tiles) const {
    if (!node.open) return next_lead(tiles, node.hand[1 - node.leader]);
    const auto& history = history_[node.next_draw][node.leader];
    int best = highest(tiles);
    for (Mask m = tiles; m; m &= m - 1)
        if (history[lowest(m)] > history[best]) best = lowest(m);
    return best;
}

// Phase two: what nothing in the other hand beats, the most valuable first; then a tile whose every allowed reply is
// lower; else the most valuable tile.
int Solver::next_lead(Mask tiles, Mask other_hand) const {
    if (const Mask winners = tiles & ~beatable_by(other_hand)) return highest(winners);
    if (const int forced_lead = highest_forced_winner(tiles, other_hand); forced_lead >= 0) return forced_lead;
    return highest(tiles);
}

// The best way to go on after declaring `doubles`: claim, or lead one of them. The declarer alone may claim here, so
// the other's claims put no cap on it.
int Solver::declare_and_lead(const State& node, Mask doubles, int alpha, int beta) {
    State declared_state = node;
    int gain = 0, pending = 0;
    if (declare(declared_state, node.leader, doubles, gain, pending)) return gain;
    int best = -kInfinity;
    if (may_claim(declared_state, node.leader)) {
        best = claim_gain(declared_state, node.leader);
        alpha = std::max(alpha, best);
    }
    for (Mask m = doubles; m && alpha < beta;) {
        const int led = take(m, highest(m));
        best = std::max(best, gain + lead_tile(declared_state, led, pending, alpha - gain, beta - gain));
        alpha = std::max(alpha, best);
    }
    return best;
}

// `led` is led (it is still in the leader's hand); the other replies as is best for them, which is the least for the
// leader. Phase two: replies are tried by `next_reply`, the most valuable that wins first, else the cheapest.
int Solver::lead_tile(const State& node, int led, int pending, int alpha, int beta) {
    if (node.open) return search_open_replies(node, led, pending, alpha, beta);
    const Mask beats = trump_->beats[1][led];
    int best = kInfinity;
    for (Mask untried = replies(node, led); untried && alpha < beta;) {
        const int reply = take(untried, next_reply(untried, beats));
        best = std::min(best, end_trick(node, led, reply, has(beats, reply), pending, alpha, beta));
        beta = std::min(beta, best);
    }
    return best;
}

// As lead_tile while the boneyard is open, where any reply is allowed and the order matters most. The reply that last
// refuted this lead comes first. Then it is asked of each reply that wins the trick whether closing at once with the
// trick won settles the matter: at sight for all of them, as that is nearly free, and only then by search. Last come
// all replies, those first that refuted leads of this player most often after as many draws. Closing at once is one of
// the replier's ways to go on, so what it leaves the leader is an upper bound, and where that is at most alpha no other
// reply need be looked at.
int Solver::search_open_replies(const State& node, int led, int pending, int alpha, int beta) {
    const Mask beats = trump_->beats[0][led];
    std::int8_t& refutation = last_refutation_[node.next_draw][led];
    auto& refutation_counts = refutation_counts_[node.next_draw][node.leader];
    Mask untried = node.hand[1 - node.leader];
    int best = kInfinity;
    const auto refutes = [&](int reply, int value) {
        best = std::min(best, value);
        beta = std::min(beta, best);
        if (alpha < beta) return false;
        refutation = static_cast<std::int8_t>(reply);
        ++refutation_counts[reply];
        return true;
    };
    if (const int reply = refutation; reply >= 0 && has(untried, reply)) {
        if (refutes(reply, end_trick(node, led, reply, has(beats, reply), pending, alpha, beta))) return best;
        untried ^= bit(reply);
    }
    for (const bool is_deep : {false, true})
        for (Mask winning_replies = untried & beats; winning_replies;) {
            const int reply = take(winning_replies, highest(winning_replies));
            if (refutes(reply, close_at_once_bound(node, led, reply, pending, alpha, beta, is_deep))) return best;
        }
    while (untried) {
        int reply = next_reply(untried, beats);
        for (Mask m = untried; m; m &= m - 1)
            if (refutation_counts[lowest(m)] > refutation_counts[reply]) reply = lowest(m);
        untried ^= bit(reply);
        if (refutes(reply, end_trick(node, led, reply, has(beats, reply), pending, alpha, beta))) return best;
    }
    return best;
}

// An upper bound for the leader from the reply taking the trick and closing at once, with or without search; +infinity
// where that is not possible or decides nothing. Two tiles or fewer to draw: after this trick there is no boneyard left
// to close. With the old leader at the target the bound would not hold, as they may claim before the close. Should the
// replier be able to claim, that can only be better for them.
int Solver::close_at_once_bound(const State& node, int led, int reply, int pending, int alpha, int beta, bool is_deep) {
    if (scoring_.target_rule != kClaim || scoring_.declare_after_winning || node.tiles_to_draw(*deal_) <= 2)
        return kInfinity;
    TrickResult trick = play_trick(node, led, reply, true, pending);
    if (trick.is_over) return kInfinity;  // a capture ended the match, see `end_trick`
    draw(trick.state);
    if (may_claim(trick.state, node.leader)) return kInfinity;
    const State closed_state = after_close(trick.state);
    const int value = -trick.gain - (is_deep ? search_node(closed_state, -beta - trick.gain, -alpha - trick.gain)
                                             : static_bounds(closed_state).low);
    return value <= alpha ? value : kInfinity;
}

// Stores a trick and searches what follows. If the reply wins, its player leads next, and their value is asked for in
// the window seen from their side.
int Solver::end_trick(const State& node, int led, int reply, bool reply_wins, int pending, int alpha, int beta) {
    TrickResult trick = play_trick(node, led, reply, reply_wins, pending);
    if (trick.is_over) return reply_wins ? -trick.gain : trick.gain;
    const int next_alpha = (reply_wins ? -beta : alpha) - trick.gain,
              next_beta = (reply_wins ? -alpha : beta) - trick.gain;
    const int won_with = reply_wins ? reply : led;
    const int value = trick.gain + (may_show(node, won_with) ? search_show(trick.state, won_with, next_alpha, next_beta)
                                                             : next_trick(trick.state, next_alpha, next_beta));
    return reply_wins ? -value : value;
}

// The winner of a trick (the leader now) may declare the double that won it with some of the hand, or nothing; the draw
// comes after that.
int Solver::search_show(const State& node, int won_with, int alpha, int beta) {
    const Mask doubles = node.declarable & node.hand[node.leader];
    int best = -kInfinity;
    for (Mask declared = doubles; declared && alpha < beta; declared = (declared - 1) & doubles) {
        if (!is_declaration(count(declared) + 1)) continue;
        State next_state = node;
        int gain = 0, pending = 0;
        const bool is_over = declare(next_state, node.leader, declared | bit(won_with), gain, pending);
        best = std::max(best, is_over ? gain : gain + next_trick(next_state, alpha - gain, beta - gain));
        alpha = std::max(alpha, best);
    }
    if (alpha < beta) {
        State next_state = node;
        best = std::max(best, next_trick(next_state, alpha, beta));
    }
    return best;
}

// After a trick is settled: draw while the boneyard is open, end the deal after the last tile.
int Solver::next_trick(State& node, int alpha, int beta) {
    if (node.open)
        draw(node);
    else if (!node.hand_size)
        return played_out_value(node);
    return search_trick(node, alpha, beta);
}

// --- entry points: a position as Python gives it -----------------------------------------------------

// Any deal in which nothing is drawn any more: keys hold the trump suit, so entries of earlier deals stay true and
// serve again.
void Solver::set_deal(const Deal& deal) {
    Game::set_deal(deal);
    table_.allocate();
    closer_table_.allocate();
}

// Entries of the open table stay true while the stock is the one they were made with, or the end of it: the key says
// how many tiles are left to draw, and these are then the same ones. So all moves of a deal share one table. Anything
// else gets a new number, which costs less than clearing the table.
void Solver::set_root(const Position& root) {
    steps_.step();  // the root
    set_deal(root.deal);
    const int stock_size = root.deal.stock_size;
    if (!stock_size) return;
    open_table_.allocate();
    const Deal &deal = root.deal, &last_deal = last_deal_;
    const bool is_same_deal =
        stock_size <= last_deal.stock_size && deal.suit == last_deal.suit &&
        std::equal(deal.stock, deal.stock + stock_size, last_deal.stock + last_deal.stock_size - stock_size) &&
        std::equal(deal.carried, deal.carried + 2, last_deal.carried) && deal.objective == last_deal.objective;
    if (is_same_deal) return;
    ++deal_number_;
    last_deal_ = deal;
    constexpr std::size_t entry_count = sizeof(history_) / sizeof(history_[0][0][0]);
    std::fill(&history_[0][0][0], &history_[0][0][0] + entry_count, 0u);
    std::fill(&refutation_counts_[0][0][0], &refutation_counts_[0][0][0] + entry_count, 0u);
    std::fill(&last_refutation_[0][0], &last_refutation_[0][0] + sizeof(last_refutation_), std::int8_t{-1});
}

// At whatever stage the position stands.
int Solver::search(const Position& root, int alpha, int beta) {
    const State& node = root.node;
    switch (root.stage) {
        case kClaimStage: return search_trick(node, alpha, beta);
        case kAnswerStage: return search_answer(node, alpha, beta);
        case kReplyStage: return lead_tile(node, root.led, root.pending, alpha, beta);
        case kShowStage: return search_show(node, root.won_with, alpha, beta);
        default: return search_node(node, alpha, beta);
    }
}

}  // namespace bingo
