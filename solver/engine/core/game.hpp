// The game on integers: positions between two tricks, what moves do to them, what a deal scores.
// Mirrors solver/game/legal.py and scoring.py; a test compares the two position by position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/tables.hpp"

namespace bingo {

// Where in a turn a position stands, in the order in which a trick goes through them. kClaimStage: the leader of the
// next trick may claim. kAnswerStage: they did not, and the other may claim. kLeadStage: the leader closes, declares
// and leads. kReplyStage: a tile is led, and still in the leader's hand. kShowStage: the trick is stored, nothing is
// drawn yet, and its winner may declare the double that won it with others (rules `declare_after_winning`). The search
// is entered at any of them; a `State` by itself stands for the moment between two tricks.
enum Stage : std::int32_t { kClaimStage, kAnswerStage, kLeadStage, kReplyStage, kShowStage };

// What stays the same during one solve. Players are 0 and 1.
struct Deal {
    const Trump* trump;
    int suit;        // trump suit 0..6
    int stock[kBoneyardSize];  // face-down tiles in drawing order, then the turned tile (kernel numbers)
    int stock_size;  // 0 unless the boneyard is open
    int carried[2];  // card points from earlier deals
    const Objective* objective;  // nullptr: the difference of game points
};

// A position between two tricks: 32 bytes, copied at every move rather than changed and restored. What the rest of the
// deal is worth follows from it, the Deal and the rules alone. Both hands are equally large. Card points of a
// declaration lie in `waiting_points` until the player has a trick, then in `points`.
struct State {
    Mask hand[2];
    Mask declarable;  // doubles not yet played that may be declared, whoever holds them
    std::int16_t points[2];  // card points that count now
    std::int16_t waiting_points[2];  // declared points of a player without a trick
    std::int16_t unplayed_points;  // card points of all tiles not yet played, with those of the last trick
    std::int8_t leader;
    std::int8_t hand_size;  // tiles in each hand
    std::int8_t trick_bits;  // bit p: player p has a trick
    std::int8_t next_draw;  // first stock tile not yet drawn
    std::int8_t open;  // boneyard open
    std::int8_t closer;  // -1: nobody closed
    std::int8_t close_win;  // game points of the closer's win, where judged at the close
    std::int8_t close_fail;  // game points of a failed close, where judged at the close
    std::int8_t game_points[2];  // game points so far, at most those needed; 0 without an objective

    bool has_trick(int player) const { return trick_bits >> player & 1; }
    bool may_close() const { return open && has_trick(leader); }  // the leader, before a lead
    int tiles_to_draw(const Deal& deal) const { return open ? deal.stock_size - next_draw : 0; }  // with the turned one
    // A player closes; the other has so many card points then, and a trick or none.
    void close(int player, int other_points, bool has_trick, const Scoring& scoring) {
        open = 0;
        closer = static_cast<std::int8_t>(player);
        close_win = static_cast<std::int8_t>(scoring.judged_at_close ? scoring.win_points(other_points, has_trick) : 0);
        close_fail = static_cast<std::int8_t>(scoring.failed_close == kNoTrickAtClose ? (has_trick ? 2 : 3) : 0);
    }
    // Sets `unplayed_points`, where these are all tiles not yet played. The card points of the last trick belong to it
    // unless somebody has closed: then nobody gets them.
    void count_unplayed(Mask unplayed, const Trump& trump, int last_trick_points) {
        unplayed_points = static_cast<std::int16_t>(points_of(unplayed, trump) + (closer < 0 ? last_trick_points : 0));
    }
};

// A position as Python gives it: a node and where in the turn it stands.
struct Position {
    Deal deal;
    State node;
    int stage;
    int led;  // kernel number, -1: nothing led
    int pending;  // card points that hang on the trick now led
    int won_with;  // kernel number of the double that won the last trick (kShowStage)

    // Who is to move: before a lead, who may claim.
    int to_move() const { return stage == kAnswerStage || stage == kReplyStage ? 1 - node.leader : node.leader; }
    // The player whose moves are listed: between tricks the leader, whoever may claim first.
    int mover() const { return stage == kReplyStage ? 1 - node.leader : node.leader; }
    // The hand of a player without the tile on the table.
    Mask held_by(int player) const { return node.hand[player] & ~(led >= 0 && node.leader == player ? bit(led) : 0); }
};

// The first lead of a deal before any tile is dealt.
inline Position first_lead(const Tables& tables, int suit, int leader) {
    Position root{};
    root.deal.suit = suit;
    const Trump& trump = *(root.deal.trump = &tables.trump.at(suit));
    root.stage = kLeadStage;
    root.led = root.won_with = -1;
    State& node = root.node;
    node.leader = static_cast<std::int8_t>(leader);
    node.closer = -1;
    node.open = 1;
    node.hand_size = kHandSize;
    node.declarable = trump.doubles;
    node.count_unplayed(kAllTiles, trump, tables.scoring.last_trick_points);
    return root;
}

// Where a failed close costs the closer the card points that are missing (kShortfall), it costs at least so many.
constexpr int kMinShortfall = 7;

// After a trick: the state before drawing, led by the winner; what the winner gained at once; whether the deal is over.
struct TrickResult {
    State state;
    int gain;
    bool is_over;
};

// The rules of one deal, on integers: what Solver, Player and WorldGame have in common. A gain is what a player scores
// in game points or, with an objective, what that adds to their utility: to player 0 as much as it takes from player 1.
// So the gains of a deal add up to what its end is worth, less what there was before (`scored_utility`), and a search
// may add the gain of a move to the value of what follows it. Functions do not check moves; who calls them lists legal
// ones.
class Game {
  public:
    explicit Game(const Tables& tables) : tables_(tables), scoring_(tables.scoring) {}
    Game(const Tables& tables, const Deal& deal) : Game(tables) { set_deal(deal); }

    const Tables& tables() const { return tables_; }
    const Scoring& scoring() const { return scoring_; }

    // The deal that positions are of from now on, and its trump suit.
    void set_deal(const Deal& deal) {
        deal_ = &deal;
        trump_ = deal.trump;
        objective_ = deal.objective;
    }
    const Deal& deal() const { return *deal_; }
    const Trump& trump() const { return *trump_; }

    // Game points of `player` if they win the deal now: fixed by the close, or by what the other player has at this
    // moment. As their points and tricks only grow, a win is never worth more later.
    int win_points(const State& node, int player) const {
        const int other = 1 - player;
        if (node.closer >= 0) {
            if (node.closer != player && scoring_.others_win_two) return 2;
            if (node.closer == player && scoring_.judged_at_close) return node.close_win;
        }
        return scoring_.win_points(node.points[other], node.has_trick(other));
    }

    // Game points of the closer's opponent if the close failed now. `points_at_end` is what to take where the tricks at
    // the end of the deal decide (kNoTrickAtEnd): 2 or 3 for a bound, as the end is not known.
    int failure_points(const State& node, int points_at_end) const {
        if (scoring_.failed_close == kNoTrickAtClose) return node.close_fail;
        return scoring_.failed_close == kNoTrickAtEnd ? points_at_end : 2;
    }
    int failure_points(const State& node) const { return failure_points(node, no_trick_loss(node)); }
    // What is lost where it depends on whether either player has no trick.
    static int no_trick_loss(const State& node) { return node.trick_bits == 3 ? 2 : 3; }

    // The utility of player 0 if nothing more is scored; 0 without an objective.
    int scored_utility(const State& node) const {
        return objective_ ? objective_->utility(node.game_points[0], node.game_points[1]) : 0;
    }

    // What `player` gains if they score so much, the other `other_points`, and no more is scored; where both have what
    // they need then, it is the player who wins the match. In utility it is a difference of two entries of the table,
    // which differs from score to score: gains of the same game points are not the same everywhere.
    int gain(const State& node, int player, int own_points, int other_points = 0) const {
        if (!objective_) return own_points - other_points;
        const int own_score = node.game_points[player] + own_points,
                  other_score = node.game_points[1 - player] + other_points;
        const int utility_after =
            player == 0 ? objective_->utility(own_score, other_score) : objective_->utility(other_score, own_score, 1);
        return player == 0 ? utility_after - scored_utility(node) : scored_utility(node) - utility_after;
    }

    // Adds a score of `player` to `total_gain`, which counts for them, and to the state. True when it ends the match,
    // and with it the deal.
    bool score(State& node, int player, int points, int& total_gain) const {
        total_gain += gain(node, player, points);
        if (!objective_) return false;
        const int needed = objective_->points_needed[player];
        node.game_points[player] = static_cast<std::int8_t>(std::min(node.game_points[player] + points, needed));
        return node.game_points[player] == needed;
    }

    // What claiming now gains `player`: a loss where the claim is false, of as much as a failed close where the closer
    // makes it.
    int claim_gain(const State& node, int player) const {
        if (at_target(node, player)) return gain(node, player, win_points(node, player));
        const int usual_loss = node.closer == player ? failure_points(node) : 2;
        return -gain(node, 1 - player, scoring_.false_claim_by_tricks ? no_trick_loss(node) : usual_loss);
    }

    bool at_target(const State& node, int player) const { return node.points[player] >= scoring_.target; }
    bool may_claim(const State& node, int player) const {
        return scoring_.target_rule == kClaim && (scoring_.false_claims || at_target(node, player));
    }
    // Whether somebody may still declare all seven doubles.
    bool may_declare_seven(const State& node) const {
        return scoring_.seven_doubles && node.declarable == trump_->doubles;
    }
    // Whether a claim of `player` would be true.
    bool has_claim(const State& node, int player) const { return may_claim(node, player) && at_target(node, player); }

    // The most game points that `player` can get from here on: they win or the other's close fails, whichever brings
    // more (both where each player scores), or a false claim is made; with all seven doubles declared, if they may be
    // (`declares_seven`), and the double of trumps captured (`captures`).
    int most_game_points(const State& node, int player, bool declares_seven, bool captures) const {
        const bool each_scores = scoring_.target_rule == kEachScores;
        const auto has_scored = [&](int scorer) { return each_scores && at_target(node, scorer); };
        const auto sum_or_larger = [&](int a, int b) { return each_scores ? a + b : std::max(a, b); };
        const int own_win = has_scored(player) ? 0 : win_points(node, player);
        const int failure = node.closer == 1 - player && !has_scored(1 - player) ? failure_points(node) : 0;
        int most_points = std::max(sum_or_larger(own_win, failure), scoring_.false_claims ? 3 : 0);
        if (declares_seven) most_points = sum_or_larger(most_points, scoring_.seven_doubles);
        return most_points + (captures ? scoring_.capture_points : 0);
    }

    // Card points that the other side gets when a close ends with `points` for the closer: what the closer is short of
    // the target with those carried over, and no less than kMinShortfall. 0 where nothing is missing.
    int shortfall(int closer, int points) const {
        if (scoring_.failed_close != kShortfall) return 0;
        const int missing_points = scoring_.target - deal_->carried[closer] - points;
        return missing_points > 0 ? std::max(kMinShortfall, missing_points) : 0;
    }

    // The value for the leader, who won the last trick, when all tiles are played.
    int played_out_value(const State& node) const;

    // Scores `player`, who had `points_before` card points, for reaching the target; true when that ends the deal.
    bool score_target(State& node, int points_before, int player, int& total_gain) const {
        if (scoring_.target_rule != kFirstEnds && scoring_.target_rule != kEachScores) return false;
        if (points_before >= scoring_.target || !at_target(node, player)) return false;
        return score(node, player, win_points(node, player), total_gain) || scoring_.target_rule == kFirstEnds;
    }

    // Whether so many doubles may be declared together.
    bool is_declaration(int doubles) const { return scoring_.is_declaration(doubles); }

    // Card points of declaring these doubles.
    int declared_worth(Mask doubles) const {
        return scoring_.declaration_points[count(doubles)] + (doubles & trump_->bingo ? scoring_.bingo_bonus : 0);
    }

    // Applies a declaration of `player`. `total_gain` grows by what it scores for them; `pending` becomes the points
    // that they get only by winning this trick, where the rules say so. True when it ends the deal.
    bool declare(State& node, int player, Mask doubles, int& total_gain, int& pending) const;

    // Whether a declaration that ended the match leaves a tile to be led by the rules of the deal, which know no match.
    bool leads_after_match_end(Mask doubles) const {
        return scoring_.target_rule == kEachScores && (!scoring_.seven_doubles || count(doubles) != kSuits);
    }

    // The position after the leader turned the turned tile down.
    State after_close(const State& node) const;

    // The tiles that may be played to this lead.
    Mask replies(const State& node, int led) const {
        const Mask hand = node.hand[1 - node.leader];
        return node.open ? hand : replies(hand, led);
    }

    // The tiles of a hand that may be played to this lead in phase two.
    Mask replies(Mask hand, int led) const { return allowed_replies(trump_->reply_classes[led], hand); }

    // What a trick leads to; `led` is still in the leader's hand.
    TrickResult play_trick(const State& node, int led, int reply, bool reply_wins, int pending) const;

    // Whether the winner of a trick (the leader of `node`) may declare with the double it was won with.
    bool may_show(const State& node, int won_with) const {
        return scoring_.declare_after_winning && has(trump_->doubles, won_with) &&
               (scoring_.redeclare || has(node.declarable, won_with));
    }

    // Both draw; the leader is the winner of the last trick, who draws first. The last pair is a face-down tile and the
    // turned one, which lies at the end of `stock`: the rules say which of the two the winner takes. With it the
    // boneyard is exhausted.
    void draw(State& node) const {
        int winner_tile = deal_->stock[node.next_draw], loser_tile = deal_->stock[node.next_draw + 1];
        node.next_draw = static_cast<std::int8_t>(node.next_draw + 2);
        if (node.next_draw == deal_->stock_size) {
            node.open = 0;
            if (scoring_.winner_draws_turned) std::swap(winner_tile, loser_tile);
        }
        node.hand[node.leader] |= bit(winner_tile);
        node.hand[1 - node.leader] |= bit(loser_tile);
        ++node.hand_size;
    }

  protected:
    const Tables& tables_;
    const Scoring& scoring_;
    const Deal* deal_ = nullptr;
    const Trump* trump_ = nullptr;
    const Objective* objective_ = nullptr;
};

// In order: card points where they are the value; a close that failed; nothing more where points were scored on the
// way; else a claim by the winner of the last trick, who is asked first, or by the other, or a void deal. A closer
// below the target fails whatever the other has, so that is looked at before any claim.
inline int Game::played_out_value(const State& node) const {
    const int me = node.leader, other = 1 - me;
    if (scoring_.target_rule == kPoints) {
        int card_points[2] = {node.points[0], node.points[1]};
        if (node.closer >= 0) card_points[1 - node.closer] += shortfall(node.closer, card_points[node.closer]);
        return card_points[me] - card_points[other];
    }
    if (node.closer >= 0 && !at_target(node, node.closer)) {
        const int failure_gain = gain(node, 1 - node.closer, failure_points(node));
        return node.closer == me ? -failure_gain : failure_gain;
    }
    if (scoring_.target_rule != kClaim) return 0;
    if (at_target(node, me)) return gain(node, me, win_points(node, me));
    if (at_target(node, other)) return -gain(node, other, win_points(node, other));
    return 0;
}

// All seven doubles are points by themselves and end the deal. Otherwise the worth goes where the rules say: to
// `pending` if it hangs on the trick, to `points` if the player has a trick, else to `waiting_points`.
inline bool Game::declare(State& node, int player, Mask doubles, int& total_gain, int& pending) const {
    if (scoring_.seven_doubles && count(doubles) == kSuits) {
        score(node, player, scoring_.seven_doubles, total_gain);
        return true;
    }
    const int worth = declared_worth(doubles);
    if (!scoring_.redeclare) node.declarable &= ~doubles;
    if (scoring_.declaration_needs_trick) {
        pending = worth;
        return false;
    }
    const int points_before = node.points[player];
    auto& points = node.has_trick(player) ? node.points : node.waiting_points;
    points[player] = static_cast<std::int16_t>(points[player] + worth);
    return score_target(node, points_before, player, total_gain);
}

// `unplayed_points` is counted anew, as the tiles of the boneyard and the points of the last trick are out of play now.
// Whose tricks and points decide what the close is worth is noted in the state here, once (`State::close`).
inline State Game::after_close(const State& node) const {
    State closed_node = node;
    const int other = 1 - node.leader;
    closed_node.close(node.leader, node.points[other], node.has_trick(other), scoring_);
    closed_node.count_unplayed(node.hand[0] | node.hand[1], *trump_, scoring_.last_trick_points);
    return closed_node;
}

// The order is that of the rules: the trick is stored with its card points; what waited for a first trick, and what
// hung on this one, counts; then the target may be reached; then the Bingo may capture. Both of the last are scored
// even where the first ends the deal.
inline TrickResult Game::play_trick(const State& node, int led, int reply, bool reply_wins, int pending) const {
    const int me = node.leader, winner = reply_wins ? 1 - me : me;
    TrickResult trick{node, 0, false};
    State& next_node = trick.state;
    next_node.hand[me] ^= bit(led);
    next_node.hand[1 - me] ^= bit(reply);
    next_node.declarable &= ~(bit(led) | bit(reply));
    int trick_points = trump_->points[led] + trump_->points[reply];
    if (node.hand_size == 1 && !node.open && node.closer < 0) trick_points += scoring_.last_trick_points;
    next_node.unplayed_points = static_cast<std::int16_t>(next_node.unplayed_points - trick_points);
    const int points_before = next_node.points[winner];
    next_node.points[winner] = static_cast<std::int16_t>(points_before + trick_points +
                                                         next_node.waiting_points[winner] + (reply_wins ? 0 : pending));
    next_node.waiting_points[winner] = 0;
    next_node.trick_bits = static_cast<std::int8_t>(next_node.trick_bits | 1 << winner);
    next_node.leader = static_cast<std::int8_t>(winner);
    --next_node.hand_size;
    trick.is_over = score_target(next_node, points_before, winner, trick.gain);
    if ((bit(led) | bit(reply)) == trump_->capture_pair)
        trick.is_over = score(next_node, winner, scoring_.capture_points, trick.gain) || trick.is_over;
    return trick;
}

}  // namespace bingo
