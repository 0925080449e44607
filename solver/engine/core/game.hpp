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
// drawn yet, and its winner may declare the double that won it with others (rules `after_winning`). The search is
// entered at any of them; a `State` by itself stands for the moment between two tricks.
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
    // A player closes; the other has so many card points then, and a trick or none.
    void close(int player, int other_points, bool has_trick, const Scoring& s) {
        open = 0;
        closer = static_cast<std::int8_t>(player);
        close_win = static_cast<std::int8_t>(s.judged_at_close ? s.winning(other_points, has_trick) : 0);
        close_fail = static_cast<std::int8_t>(s.failed_close == kNoTrickAtClose ? (has_trick ? 2 : 3) : 0);
    }
    // Sets `unplayed_points`, where these are all tiles not yet played. The card points of the last trick belong to it
    // unless somebody has closed: then nobody gets them.
    void count_unplayed(Mask unplayed, const Trump& t, int last_trick) {
        unplayed_points = static_cast<std::int16_t>(points_of(unplayed, t) + (closer < 0 ? last_trick : 0));
    }
};

// A position as Python gives it: a node and where in the turn it stands.
struct Position {
    Deal deal;
    State node;
    int stage;
    int led;       // kernel number, -1: nothing led
    int pending;   // card points that hang on the trick now led
    int won_with;  // kernel number of the double that won the last trick (kShowStage)

    // Who is to move: before a lead, who may claim.
    int to_move() const { return stage == kAnswerStage || stage == kReplyStage ? 1 - node.leader : node.leader; }
    // The player whose moves are listed: between tricks the leader, whoever may claim first.
    int mover() const { return stage == kReplyStage ? 1 - node.leader : node.leader; }
    // The hand of a player without the tile on the table.
    Mask hand_left(int player) const { return node.hand[player] & ~(led >= 0 && node.leader == player ? bit(led) : 0); }
};

// The first lead of a deal before any tile is dealt.
inline Position first_lead(const Tables& tables, int suit, int leader) {
    Position root{};
    root.deal.suit = suit;
    const Trump& t = *(root.deal.trump = &tables.trump.at(suit));
    root.stage = kLeadStage;
    root.led = root.won_with = -1;
    State& n = root.node;
    n.leader = static_cast<std::int8_t>(leader);
    n.closer = -1;
    n.open = 1;
    n.hand_size = kHandSize;
    n.declarable = t.doubles;
    n.count_unplayed(kAllTiles, t, tables.scoring.last_trick);
    return root;
}

// Where a failed close costs the closer the card points that are missing (kShortfall), it costs at least so many.
constexpr int kMinShortfall = 7;

// After a trick: the state before drawing, led by the winner; what the winner gained at once; whether the deal is over.
struct TrickResult {
    State state;
    int gain;
    bool over;
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
    int win_points(const State& n, int player) const {
        const int other = 1 - player;
        if (n.closer >= 0) {
            if (n.closer != player && scoring_.others_two) return 2;
            if (n.closer == player && scoring_.judged_at_close) return n.close_win;
        }
        return scoring_.winning(n.points[other], n.has_trick(other));
    }

    // Game points of the closer's opponent if the close failed now. `at_end` is what to take where the tricks at the
    // end of the deal decide (kNoTrickAtEnd): 2 or 3 for a bound, as the end is not known.
    int failure_points(const State& n, int at_end) const {
        if (scoring_.failed_close == kNoTrickAtClose) return n.close_fail;
        return scoring_.failed_close == kNoTrickAtEnd ? at_end : 2;
    }
    int failure_points(const State& n) const { return failure_points(n, no_trick_loss(n)); }
    // What is lost where it depends on whether either player has no trick.
    static int no_trick_loss(const State& n) { return n.trick_bits == 3 ? 2 : 3; }

    // The utility of player 0 if nothing more is scored; 0 without an objective.
    int scored_utility(const State& n) const {
        return objective_ ? objective_->utility(n.game_points[0], n.game_points[1]) : 0;
    }

    // What `player` gains if they score so much, the other `other_points`, and no more is scored; where both have what
    // they need then, it is the player who wins the match. In utility it is a difference of two entries of the table,
    // which differs from score to score: gains of the same game points are not the same everywhere.
    int gain(const State& n, int player, int points, int other_points = 0) const {
        if (!objective_) return points - other_points;
        const int own_score = n.game_points[player] + points, other_score = n.game_points[1 - player] + other_points;
        const int after =
            player == 0 ? objective_->utility(own_score, other_score) : objective_->utility(other_score, own_score, 1);
        return player == 0 ? after - scored_utility(n) : scored_utility(n) - after;
    }

    // Adds a score of `player` to `gained`, which counts for them, and to the state. True when it ends the match,
    // and with it the deal.
    bool score(State& n, int player, int points, int& gained) const {
        gained += gain(n, player, points);
        if (!objective_) return false;
        const int cap = objective_->needed[player];
        n.game_points[player] = static_cast<std::int8_t>(std::min(n.game_points[player] + points, cap));
        return n.game_points[player] == cap;
    }

    // What claiming now gains `player`: a loss where the claim is false, of as much as a failed close where the closer
    // makes it.
    int claim(const State& n, int player) const {
        if (at_target(n, player)) return gain(n, player, win_points(n, player));
        const int other_loss = n.closer == player ? failure_points(n) : 2;
        return -gain(n, 1 - player, scoring_.false_no_trick ? no_trick_loss(n) : other_loss);
    }

    bool at_target(const State& n, int player) const { return n.points[player] >= scoring_.target; }
    bool may_claim(const State& n, int player) const {
        return scoring_.mode == kClaim && (scoring_.false_claims || at_target(n, player));
    }
    // Whether somebody may still declare all seven doubles.
    bool may_declare_seven(const State& n) const { return scoring_.seven_doubles && n.declarable == trump_->doubles; }
    // Whether a claim of `player` would be true.
    bool has_claim(const State& n, int player) const { return scoring_.mode == kClaim && at_target(n, player); }

    // The most game points that `player` can get from here on: they win or the other's close fails, whichever brings
    // more (both where each player scores), or a false claim is made; with all seven doubles declared, if they may be
    // (`seven`), and the double of trumps captured (`captures`).
    int most_game_points(const State& n, int player, bool seven, bool captures) const {
        const bool each_scores = scoring_.mode == kEachScores;
        const auto has_scored = [&](int p) { return each_scores && at_target(n, p); };
        const int own_win = has_scored(player) ? 0 : win_points(n, player);
        const int failure = n.closer == 1 - player && !has_scored(1 - player) ? failure_points(n) : 0;
        int most =
            std::max(each_scores ? own_win + failure : std::max(own_win, failure), scoring_.false_claims ? 3 : 0);
        if (seven) most = each_scores ? most + scoring_.seven_doubles : std::max<int>(most, scoring_.seven_doubles);
        return most + (captures ? scoring_.capture : 0);
    }

    // Card points that the other side gets when a close ends with `points` for the closer: what the closer is short of
    // the target with those carried over, and no less than kMinShortfall. 0 where nothing is missing.
    int shortfall(int closer, int points) const {
        if (scoring_.failed_close != kShortfall) return 0;
        const int missing = scoring_.target - deal_->carried[closer] - points;
        return missing > 0 ? std::max(kMinShortfall, missing) : 0;
    }

    // The value for the leader, who won the last trick, when all tiles are played.
    int played_out_value(const State& n) const;

    // Scores `player`, who had `points_before` card points, for reaching the target; true when that ends the deal.
    bool score_target(State& n, int points_before, int player, int& gained) const {
        if (scoring_.mode != kFirstEnds && scoring_.mode != kEachScores) return false;
        if (points_before >= scoring_.target || !at_target(n, player)) return false;
        return score(n, player, win_points(n, player), gained) || scoring_.mode == kFirstEnds;
    }

    // Whether so many doubles may be declared together.
    bool is_declaration(int doubles) const { return scoring_.is_declaration(doubles); }

    // Card points of declaring these doubles.
    int declared_worth(Mask doubles) const {
        return scoring_.declaration_points[count(doubles)] + (doubles & trump_->bingo ? scoring_.bingo_bonus : 0);
    }

    // Applies a declaration of `player`. `gained` grows by what it scores for them; `pending` becomes the points
    // that they get only by winning this trick, where the rules say so. True when it ends the deal.
    bool declare(State& n, int player, Mask doubles, int& gained, int& pending) const;

    // Whether a declaration that ended the match leaves a tile to be led by the rules of the deal, which know no match.
    bool leads_on(Mask doubles) const {
        return scoring_.mode == kEachScores && (!scoring_.seven_doubles || count(doubles) != kSuits);
    }

    // The position after the leader turned the turned tile down.
    State closed(const State& n) const;

    // The tiles that may be played to this lead.
    Mask replies(const State& n, int led) const {
        const Mask hand = n.hand[1 - n.leader];
        return n.open ? hand : replies(hand, led);
    }

    // The tiles of a hand that may be played to this lead in phase two.
    Mask replies(Mask hand, int led) const { return allowed_replies(trump_->reply_classes[led], hand); }

    // What a trick leads to; `led` is still in the leader's hand.
    TrickResult play_trick(const State& n, int led, int reply, bool wins, int pending) const;

    // Whether the winner of a trick (the leader of `n`) may declare with the double it was won with.
    bool may_show(const State& before, int won_with) const {
        return scoring_.after_winning && has(trump_->doubles, won_with) &&
               (scoring_.redeclare || has(before.declarable, won_with));
    }

    // Both draw; the leader is the winner of the last trick, who draws first. The last pair is a face-down tile and the
    // turned one, which lies at the end of `stock`: the rules say which of the two the winner takes. With it the
    // boneyard is exhausted.
    void draw(State& n) const {
        int first = deal_->stock[n.next_draw], second = deal_->stock[n.next_draw + 1];
        n.next_draw = static_cast<std::int8_t>(n.next_draw + 2);
        if (n.next_draw == deal_->stock_size) {
            n.open = 0;
            if (scoring_.winner_draws_turned) std::swap(first, second);
        }
        n.hand[n.leader] |= bit(first);
        n.hand[1 - n.leader] |= bit(second);
        ++n.hand_size;
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
inline int Game::played_out_value(const State& n) const {
    const int me = n.leader, other = 1 - me;
    if (scoring_.mode == kPoints) {
        int worth[2] = {n.points[0], n.points[1]};
        if (n.closer >= 0) worth[1 - n.closer] += shortfall(n.closer, worth[n.closer]);
        return worth[me] - worth[other];
    }
    if (n.closer >= 0 && !at_target(n, n.closer)) {
        const int gained = gain(n, 1 - n.closer, failure_points(n));
        return n.closer == me ? -gained : gained;
    }
    if (scoring_.mode != kClaim) return 0;
    if (at_target(n, me)) return gain(n, me, win_points(n, me));
    if (at_target(n, other)) return -gain(n, other, win_points(n, other));
    return 0;
}

// All seven doubles are points by themselves and end the deal. Otherwise the worth goes where the rules say: to
// `pending` if it hangs on the trick, to `points` if the player has a trick, else to `waiting_points`.
inline bool Game::declare(State& n, int player, Mask doubles, int& gained, int& pending) const {
    if (scoring_.seven_doubles && count(doubles) == kSuits) {
        score(n, player, scoring_.seven_doubles, gained);
        return true;
    }
    const int worth = declared_worth(doubles);
    if (!scoring_.redeclare) n.declarable &= ~doubles;
    if (scoring_.with_its_trick) {
        pending = worth;
        return false;
    }
    const int points_before = n.points[player];
    auto& side = n.has_trick(player) ? n.points : n.waiting_points;
    side[player] = static_cast<std::int16_t>(side[player] + worth);
    return score_target(n, points_before, player, gained);
}

// `unplayed_points` is counted anew, as the tiles of the boneyard and the points of the last trick are out of play now.
// Whose tricks and points decide what the close is worth is noted in the state here, once (`State::close`).
inline State Game::closed(const State& n) const {
    State after = n;
    const int other = 1 - n.leader;
    after.close(n.leader, n.points[other], n.has_trick(other), scoring_);
    after.count_unplayed(n.hand[0] | n.hand[1], *trump_, scoring_.last_trick);
    return after;
}

// The order is that of the rules: the trick is stored with its card points; what waited for a first trick, and what
// hung on this one, counts; then the target may be reached; then the Bingo may capture. Both of the last are scored
// even where the first ends the deal.
inline TrickResult Game::play_trick(const State& n, int led, int reply, bool wins, int pending) const {
    const int me = n.leader, winner = wins ? 1 - me : me;
    TrickResult trick{n, 0, false};
    State& after = trick.state;
    after.hand[me] ^= bit(led);
    after.hand[1 - me] ^= bit(reply);
    after.declarable &= ~(bit(led) | bit(reply));
    int worth = trump_->points[led] + trump_->points[reply];
    if (n.hand_size == 1 && !n.open && n.closer < 0) worth += scoring_.last_trick;
    after.unplayed_points = static_cast<std::int16_t>(after.unplayed_points - worth);
    const int points_before = after.points[winner];
    after.points[winner] =
        static_cast<std::int16_t>(points_before + worth + after.waiting_points[winner] + (wins ? 0 : pending));
    after.waiting_points[winner] = 0;
    after.trick_bits = static_cast<std::int8_t>(after.trick_bits | 1 << winner);
    after.leader = static_cast<std::int8_t>(winner);
    --after.hand_size;
    trick.over = score_target(after, points_before, winner, trick.gain);
    if ((bit(led) | bit(reply)) == trump_->capture_pair)
        trick.over = score(after, winner, scoring_.capture, trick.gain) || trick.over;
    return trick;
}

}  // namespace bingo
