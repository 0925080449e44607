// Rollouts. A deal is played on move by move, each player taking the option that their network evaluates highest, until
// a close or the last draw; from there on it is solved with all tiles seen, which takes a handful of nodes. Nothing in
// it is left to chance: in one world a move always brings the same, and so moves are compared deal by deal. Ties go to
// the first of equal options, in the order in which they are listed here.

#include "hidden/player.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bingo {
namespace {

// Solving a close with both hands seen flatters it. This is by how much, on average: what the closer is guaranteed
// falls short of the double-dummy value by a share of `gap`, how far the close lies above a failed one, or, where a
// deal is worth card points, by so many of them. Fitted by least squares (benchmarks/README.md, Calibration).
// `to_draw`: tiles left to draw, the turned one too; `worth`: what the network says of the close, within -3 and 3.5.
double blind_loss(const std::array<float, 4>& coefficients, const Scoring& scoring, int to_draw, float worth, int gap) {
    const double drawn_share = to_draw / 12.0, x = std::clamp(static_cast<double>(worth), -3.0, 3.5);
    const double share = coefficients[0] + coefficients[1] * drawn_share + x * (coefficients[2] + x * coefficients[3]);
    if (scoring.mode == kPoints) return std::max(share, 0.0);
    return std::clamp(share, 0.0, 1.0) * std::max(gap, 0);
}

}  // namespace

void Player::set_deal(const Position& root) {
    solver_.set_deal(root.deal);
    correction_ = 0;
}

// --- options -----------------------------------------------------------------------------------------

// The largest declaration with the double that is led: all of them, or where that is not allowed the highest ones up to
// the number that is.
Mask Player::declaration(Mask doubles, int led) const {
    if (game().is_declaration(count(doubles))) return doubles;
    Mask declared = bit(led);
    for (Mask m = doubles & ~declared; m && count(declared) < scoring().most; m ^= bit(highest(m)))
        declared |= bit(highest(m));
    return declared;
}

// Every tile, led plain and, if it is a double of two or more, with the largest declaration; the same with a close
// before it, where the player may close. Closing has a network of its own, as it is worth something else.
void Player::lead_options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const {
    const State& n = root.node;
    const int suit = root.deal.suit;
    const Observation observation(scoring(), root);
    const Situation situation = observation.situation();
    const bool may_close = n.has_trick(n.leader);
    const Accumulator leading = networks_.lead.accumulate(suit, situation, observation.sets());
    const Accumulator after_close =
        may_close ? networks_.close.accumulate(suit, situation, observation.sets()) : leading;
    const Mask doubles = scoring().after_winning ? 0 : n.declarable & n.hand[n.leader];
    const auto add = [&](Mask declare, int tile) {
        const LeadFeatures move = observation.lead(tile, declare);
        options.push_back({declare, tile});
        values.push_back(networks_.lead.evaluate(leading, suit, move, tile));
        if (!may_close) return;
        options.push_back({declare, tile, true});
        values.push_back(networks_.close.evaluate(after_close, suit, move, tile));
    };
    if (scoring().seven && count(doubles) == 7) {
        options.push_back({doubles});
        values.push_back(static_cast<float>(scoring().seven));
    }
    for (Mask m = n.hand[n.leader]; m; m &= m - 1) {
        add(0, lowest(m));
        if (has(doubles, lowest(m)) && two_or_more(doubles)) add(declaration(doubles, lowest(m)), lowest(m));
    }
}

void Player::reply_options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const {
    const int suit = root.deal.suit;
    const Observation observation(scoring(), root);
    const Accumulator replying = networks_.reply.accumulate(suit, observation.led_situation(), observation.led_sets());
    for (Mask m = root.node.hand[root.to_move()]; m; m &= m - 1) {
        const int k = lowest(m);
        options.push_back({0, k});
        const ReplyFeatures reply = observation.reply(k, has(trump().beats[0][root.led], k));
        values.push_back(networks_.reply.evaluate(replying, suit, reply, k));
    }
}

void Player::options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const {
    options.clear();
    values.clear();
    if (root.stage == kReplyStage)
        reply_options(root, options, values);
    else
        lead_options(root, options, values);
}

// Softmax over the options, with the highest value taken off first so that no exponential overflows. A close counts
// once, as the option that its best lead makes it; among its leads it is then shared out by their odds.
float Player::likelihood(const Position& root, const Move& move, float temperature) {
    solver_.check();
    set_deal(root);
    options(root, options_, values_);
    const float highest = *std::max_element(values_.begin(), values_.end());
    float total = 0, match = 0, best_close = 0, closes = 0;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const Move& option = options_[i];
        const float odds = std::exp((values_[i] - highest) / temperature);
        if (option.tile == move.tile && option.close == move.close && !option.declare == !move.declare) match += odds;
        if (option.close) {
            best_close = std::max(best_close, odds);  // closing counts once, whatever is led after it
            closes += odds;
        } else {
            total += odds;
        }
    }
    if (move.close) match *= closes > 0 ? best_close / closes : 0;
    return match / (total + best_close);
}

Move Player::choose(const Position& root) {
    options(root, options_, values_);
    return options_[static_cast<std::size_t>(std::max_element(values_.begin(), values_.end()) - values_.begin())];
}

// --- playing -----------------------------------------------------------------------------------------

// Exact value for player 0, where nothing is drawn any more: the search knows it for the leader.
int Player::solve_rest(const Position& root) {
    const int value = solver_.value_by_zero_windows(root);
    return root.node.leader == 0 ? value : -value;
}

// Besides returning the value, notes in `correction_` by how much it flatters the closer: negative if player 0 closed,
// positive if the other did.
int Player::close_value(const Position& root, const Move& move) {
    const MoveResult closed = do_move(game(), root, move);
    if (closed.over) return closed.gain;
    const int value = closed.gain + solve_rest(closed.position);
    const State& n = closed.position.node;
    const int sign = n.leader == 0 ? 1 : -1, gap = sign * value + game().gain(n, 1 - n.leader, game().failed(n));
    const Observation observation(scoring(), root);
    const auto& network = networks_.close;
    const int suit = root.deal.suit;
    const Accumulator closing = network.accumulate(suit, observation.situation(), observation.sets());
    const float worth = network.evaluate(closing, suit, observation.lead(move.tile, move.declare), move.tile);
    correction_ = -sign * blind_loss(networks_.blind, scoring(), root.deal.stock_size - root.node.next, worth, gap);
    return value;
}

// What is done without a network: claiming as soon as it is true, and showing after a trick as many doubles as the
// rules let count (dropping the lowest ones until they do).
Move Player::forced_move(const Position& root) const {
    const State& n = root.node;
    if (root.stage != kShowStage) return {0, -1, false, game().has_claim(n, root.to_move())};
    Mask part = n.declarable & n.hand[n.leader];
    while (part && !game().is_declaration(count(part) + 1)) part &= part - 1;
    return {part ? part | bit(root.won_with) : 0};
}

// A declaration that reaches the target is claimed on at once. Then claims and shown doubles are gone through until
// somebody has to lead or reply; where nothing is drawn any more that is left to the search.
MoveResult Player::step(const Position& root, const Move& move) const {
    Move first = move;
    State n = root.node;
    int gain = 0, pending = 0;
    const bool leads = root.stage != kShowStage;  // else whoever can claims after the draw
    if (leads && move.declare && !game().declare(n, n.leader, move.declare, gain, pending) &&
        game().has_claim(n, n.leader))
        first = {move.declare, -1, false, true};
    MoveResult a = do_move(game(), root, first);
    while (!a.over && (a.position.stage == kShowStage || (a.position.node.open && a.position.stage < kLeadStage))) {
        MoveResult next = do_move(game(), a.position, forced_move(a.position));
        next.gain += a.gain;
        a = next;
    }
    return a;
}

// After the last trick before the boneyard is exhausted one player draws the face-down tile and the other the turned
// one. So all that the replier cannot see is which of seven tiles lies face down and which six the leader holds besides
// the one led: seven worlds, fewer where the leader has shown doubles, each solved after each reply. The network
// decides between replies of equal sums.
Move Player::reply_before_last_draw(const Position& root) {
    const State& n = root.node;
    const Mask down = bit(root.deal.stock[n.next]), hidden = (n.hand[n.leader] & ~bit(root.led)) | down;
    const Mask shown = trump().doubles & ~n.declarable;  // lies in the leader's hand
    std::vector<Move> replies;
    std::vector<float> promise;
    options(root, replies, promise);
    std::vector<int> sums;
    for (const Move& reply : replies) {
        int sum = 0;
        for (Mask left = hidden & ~shown; left; left &= left - 1) {
            Position world = root;
            world.deal.stock[n.next] = lowest(left);
            world.node.hand[n.leader] = (hidden & ~bit(lowest(left))) | bit(root.led);
            solver_.set_deal(world.deal);
            const MoveResult a = step(world, reply);
            sum += a.gain + (a.over ? 0 : solve_rest(a.position));
        }
        sums.push_back(n.leader == 0 ? -sum : sum);
    }
    solver_.set_deal(root.deal);
    std::size_t best = 0;
    for (std::size_t i = 1; i < replies.size(); ++i)
        if (std::pair(sums[i], promise[i]) > std::pair(sums[best], promise[best])) best = i;
    return replies[best];
}

// Ends at a close, the last draw or the end of the deal.
int Player::play_on(Position root, int total) {
    for (;;) {
        if (!root.node.open) return total + solve_rest(root);
        const Move move = choose(root);
        if (move.close) return total + close_value(root, move);
        const MoveResult a = step(root, move);
        total += a.gain;
        if (a.over) return total;
        root = a.position;
    }
}

// `correction_` is reset by `set_deal`, so it is of this deal alone.
int Player::play_out(const Position& root, const Move& move) {
    solver_.check();
    set_deal(root);
    const int before = game().scored_utility(root.node);
    const bool waits = move == Move{} && root.stage != kShowStage;  // the mover plays by the networks
    const Move first = waits ? choose(root) : move;
    if (first.close) return before + close_value(root, first);
    MoveResult a = step(root, first);
    int total = before + a.gain;
    if (!waits && !a.over && a.position.stage == kReplyStage && root.deal.stock_size - root.node.next == 2) {
        a = step(a.position, reply_before_last_draw(a.position));
        total += a.gain;
    }
    return a.over ? total : play_on(a.position, total);
}

}  // namespace bingo
