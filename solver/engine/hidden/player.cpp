// Rollouts. A deal is played on move by move, each player taking the option that their network evaluates highest, until
// a close or the last draw; from there on it is solved with all tiles seen, which takes a handful of nodes. Nothing in
// it is left to chance: in one world a move always brings the same, and so moves are compared deal by deal. Ties go to
// the first of equal options, in the order in which they are listed here.

#include "hidden/player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
    if (scoring.target_rule == kPoints) return std::max(share, 0.0);
    return std::clamp(share, 0.0, 1.0) * std::max(gap, 0);
}

}  // namespace

void Player::set_deal(const Position& root) {
    solver_.set_deal(root.deal);
    blind_correction_ = 0;
}

// --- options -----------------------------------------------------------------------------------------

// The largest declaration with the double that is led: all of them, or where that is not allowed the highest ones up to
// the number that is.
Mask Player::largest_declaration(Mask doubles, int led) const {
    if (game().is_declaration(count(doubles))) return doubles;
    Mask declared = bit(led);
    for (Mask m = doubles & ~declared; m && count(declared) < scoring().max_doubles; m ^= bit(highest(m)))
        declared |= bit(highest(m));
    return declared;
}

// Every tile, led plain and, if it is a double of two or more, with the largest declaration; the same with a close
// before it, where the player may close. Closing has a network of its own, as it is worth something else.
void Player::add_leads(const Position& root, std::vector<EvaluatedMove>& options) const {
    const State& node = root.node;
    const int suit = root.deal.suit;
    const Observation observation(scoring(), root);
    const Situation situation = observation.situation();
    const bool may_close = node.may_close();
    const Accumulator lead_sums = networks_.lead.accumulate(suit, situation, observation.sets());
    const Accumulator close_sums =
        may_close ? networks_.close.accumulate(suit, situation, observation.sets()) : lead_sums;
    const Mask doubles = scoring().declare_after_winning ? 0 : node.declarable & node.hand[node.leader];
    const auto add = [&](Mask declare, int tile) {
        const LeadFeatures features = observation.lead(tile, declare);
        options.push_back({{declare, tile}, networks_.lead.evaluate(lead_sums, suit, features, tile)});
        if (may_close)
            options.push_back({{declare, tile, true}, networks_.close.evaluate(close_sums, suit, features, tile)});
    };
    if (scoring().seven_doubles && count(doubles) == kSuits)
        options.push_back({{doubles}, static_cast<float>(scoring().seven_doubles)});
    for (Mask m = node.hand[node.leader]; m; m &= m - 1) {
        add(0, lowest(m));
        if (has(doubles, lowest(m)) && two_or_more(doubles)) add(largest_declaration(doubles, lowest(m)), lowest(m));
    }
}

void Player::add_replies(const Position& root, std::vector<EvaluatedMove>& options) const {
    const int suit = root.deal.suit;
    const Observation observation(scoring(), root);
    const Accumulator led_sums = networks_.reply.accumulate(suit, observation.led_situation(), observation.led_sets());
    for (Mask m = root.node.hand[root.to_move()]; m; m &= m - 1) {
        const int tile = lowest(m);
        const ReplyFeatures reply = observation.reply(tile, has(trump().beats[0][root.led], tile));
        options.push_back({{0, tile}, networks_.reply.evaluate(led_sums, suit, reply, tile)});
    }
}

void Player::evaluate(const Position& root, std::vector<EvaluatedMove>& options) const {
    options.clear();
    root.stage == kReplyStage ? add_replies(root, options) : add_leads(root, options);
}

// Softmax over the options, with the highest value taken off first so that no exponential overflows. A close counts
// once, as the option that its best lead makes it; among its leads it is then shared out by their odds.
float Player::likelihood(const Position& root, const Move& move, float temperature) {
    solver_.check_watch();
    set_deal(root);
    evaluate(root, options_);
    const float highest_value = std::ranges::max(options_, {}, &EvaluatedMove::value).value;
    float total_odds = 0, move_odds = 0, best_close = 0, close_odds = 0;
    for (const auto& [option, value] : options_) {
        const float odds = std::exp((value - highest_value) / temperature);
        if (option.tile == move.tile && option.close == move.close && !option.declare == !move.declare)
            move_odds += odds;
        if (option.close) {
            best_close = std::max(best_close, odds);  // closing counts once, whatever is led after it
            close_odds += odds;
        } else {
            total_odds += odds;
        }
    }
    if (move.close) move_odds *= close_odds > 0 ? best_close / close_odds : 0;
    return move_odds / (total_odds + best_close);
}

Move Player::choose(const Position& root) {
    evaluate(root, options_);
    return std::ranges::max(options_, {}, &EvaluatedMove::value).move;
}

// --- playing -----------------------------------------------------------------------------------------

// Exact value for player 0, where nothing is drawn any more: the search knows it for the leader.
int Player::solve_endgame(const Position& root) {
    const int value = solver_.value_by_zero_windows(root);
    return root.node.leader == 0 ? value : -value;
}

// Besides returning the value, notes in `blind_correction_` by how much it flatters the closer: negative if
// player 0 closed, positive if the other did.
int Player::close_value(const Position& root, const Move& move) {
    const MoveResult close_result = do_move(game(), root, move);
    if (close_result.is_over) return close_result.gain;
    const int value = close_result.gain + solve_endgame(close_result.position);
    const State& node = close_result.position.node;
    const int sign = node.leader == 0 ? 1 : -1,
              gap = sign * value + game().gain(node, 1 - node.leader, game().failure_points(node));
    const Observation observation(scoring(), root);
    const auto& network = networks_.close;
    const int suit = root.deal.suit;
    const Accumulator close_sums = network.accumulate(suit, observation.situation(), observation.sets());
    const float worth = network.evaluate(close_sums, suit, observation.lead(move.tile, move.declare), move.tile);
    blind_correction_ = -sign * blind_loss(networks_.blind, scoring(), root.node.tiles_to_draw(root.deal), worth, gap);
    return value;
}

// What is done without a network: claiming as soon as it is true, and showing after a trick as many doubles as the
// rules let count (dropping the lowest ones until they do).
Move Player::forced_move(const Position& root) const {
    const State& node = root.node;
    if (root.stage != kShowStage) return {0, -1, false, game().has_claim(node, root.to_move())};
    Mask shown = node.declarable & node.hand[node.leader];
    while (shown && !game().is_declaration(count(shown) + 1)) shown &= shown - 1;
    return {shown ? shown | bit(root.won_with) : 0};
}

// A declaration that reaches the target is claimed on at once. Then claims and shown doubles are gone through until
// somebody has to lead or reply; where nothing is drawn any more that is left to the search.
MoveResult Player::play_to_next_turn(const Position& root, const Move& move) const {
    Move first_move = move;
    State node = root.node;
    int gain = 0, pending = 0;
    const bool is_lead = root.stage != kShowStage;  // else whoever can claims after the draw
    if (is_lead && move.declare && !game().declare(node, node.leader, move.declare, gain, pending) &&
        game().has_claim(node, node.leader))
        first_move = {move.declare, -1, false, true};
    MoveResult result = do_move(game(), root, first_move);
    while (!result.is_over &&
           (result.position.stage == kShowStage || (result.position.node.open && result.position.stage < kLeadStage))) {
        MoveResult next_result = do_move(game(), result.position, forced_move(result.position));
        next_result.gain += result.gain;
        result = next_result;
    }
    return result;
}

// After the last trick before the boneyard is exhausted one player draws the face-down tile and the other the turned
// one. So all that the replier cannot see is which of seven tiles lies face down and which six the leader holds besides
// the one led: seven worlds, fewer where the leader has shown doubles, each solved after each reply. The network
// decides between replies of equal sums.
Move Player::reply_before_last_draw(const Position& root) {
    const State& node = root.node;
    const Mask face_down = bit(root.deal.stock[node.next_draw]),
               hidden_tiles = (node.hand[node.leader] & ~bit(root.led)) | face_down;
    const Mask shown = trump().doubles & ~node.declarable;  // lies in the leader's hand
    std::vector<EvaluatedMove> replies;
    evaluate(root, replies);
    Move best;
    std::pair best_merit(std::numeric_limits<int>::min(), 0.0f);
    for (const auto& [reply, value] : replies) {
        int sum = 0;
        for (Mask untried = hidden_tiles & ~shown; untried; untried &= untried - 1) {
            Position world = root;
            world.deal.stock[node.next_draw] = lowest(untried);
            world.node.hand[node.leader] = (hidden_tiles & ~bit(lowest(untried))) | bit(root.led);
            solver_.set_deal(world.deal);
            const MoveResult result = play_to_next_turn(world, reply);
            sum += result.gain + (result.is_over ? 0 : solve_endgame(result.position));
        }
        const std::pair merit(node.leader == 0 ? -sum : sum, value);
        if (merit <= best_merit) continue;
        best = reply;
        best_merit = merit;
    }
    solver_.set_deal(root.deal);
    return best;
}

// Ends at a close, the last draw or the end of the deal.
int Player::play_on(Position root, int total_gain) {
    for (;;) {
        if (!root.node.open) return total_gain + solve_endgame(root);
        const Move move = choose(root);
        if (move.close) return total_gain + close_value(root, move);
        const MoveResult result = play_to_next_turn(root, move);
        total_gain += result.gain;
        if (result.is_over) return total_gain;
        root = result.position;
    }
}

// `blind_correction_` is reset by `set_deal`, so it is of this deal alone.
int Player::play_out(const Position& root, const Move& move) {
    solver_.check_watch();
    set_deal(root);
    const int score_before = game().scored_utility(root.node);
    const bool waits = move == Move{} && root.stage != kShowStage;  // the mover plays by the networks
    const Move first_move = waits ? choose(root) : move;
    if (first_move.close) return score_before + close_value(root, first_move);
    MoveResult result = play_to_next_turn(root, first_move);
    int total_gain = score_before + result.gain;
    if (!waits && !result.is_over && result.position.stage == kReplyStage && root.node.tiles_to_draw(root.deal) == 2) {
        result = play_to_next_turn(result.position, reply_before_last_draw(result.position));
        total_gain += result.gain;
    }
    return result.is_over ? total_gain : play_on(result.position, total_gain);
}

}  // namespace bingo
