// Two players without search. Both value a move by card points: what it brings or costs now, and what the tile is worth
// in hand for later. They read the view only through Hand, which has nothing hidden in it.

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "levels/levels.hpp"

namespace bingo {
namespace {

// The first of the moves for which `worth` is highest.
template <class Worth>
Move best_by(const std::vector<Move>& moves, Worth worth) {
    return *std::ranges::max_element(moves, {}, worth);
}

// What somebody counts at the table before a decision: points, sure winners and doubles of the hand. Sets are in kernel
// numbers; nothing hidden is read.
class OwnView {
  public:
    OwnView(const View& view, const Tables& tables)
        : node_(view.root.node),
          trump_(view.trump_tables()),
          game_(tables, view.root.deal),
          led_(view.root.led),
          open_(view.open()),
          hidden_(view.hidden),
          unseen_(numbers_of(view.unseen - view.excluded, trump_)),
          hand_(view.root.held_by(0)) {}

    bool may_claim() const { return node_.points[0] >= target(); }

  protected:
    int target() const { return game_.scoring().target; }
    int worth(int tile) const { return trump_.points[tile]; }
    bool wins(int reply) const { return has(trump_.beats[!open_][led_], reply); }
    bool is_bingo(int tile) const { return bit(tile) == trump_.bingo; }
    Mask declarable() const { return hand_ & node_.declarable; }
    // Trumps that this one beats.
    int lower_trumps(int trump) const { return count(trump_.trumps & ~bit(trump) & ~trump_.beats[1][trump]); }

    // The most that declaring some of these doubles brings.
    int most_declared(Mask doubles) const {
        int best = 0;
        for (Mask declared = doubles; declared; declared = (declared - 1) & doubles)
            if (game_.is_declaration(count(declared))) best = std::max(best, game_.declared_worth(declared));
        return best;
    }

    const State& node_;
    const Trump& trump_;
    const Game game_;
    const int led_;
    const bool open_;
    const int hidden_;
    const Mask unseen_, hand_;
};

// --- greedy ------------------------------------------------------------------------------------------

constexpr int kBingoKeptPoints = 14;  // what the Bingo is worth in hand beyond its card points
constexpr int kSecuredPoints = 3;  // of a trump's card points, those that a trick taken with it makes sure of
constexpr int kDoubleKeptPoints = 8;  // what a double is worth in hand that may be declared with another one later

class Greedy : public OwnView {
  public:
    using OwnView::OwnView;

    Move lead(const std::vector<Move>& moves) const {
        const int largest = largest_declaration(moves);
        std::vector<Move> declaring_moves, closing_moves;
        for (const Move& move : moves) {
            if (count(move.declare) == largest && !move.close) declaring_moves.push_back(move);
            if (move.close && move.tile >= 0 && has(sure_winners(), move.tile)) closing_moves.push_back(move);
        }
        for (const Move& move : declaring_moves)
            if (move.claim || move.tile < 0) return move;  // it reaches the target, or is of all seven doubles
        if (!closing_moves.empty() && sure_points() >= target() && node_.points[1] < target())
            return best_by(closing_moves, [&](const Move& m) { return std::pair(count(m.declare), worth(m.tile)); });
        return best_by(declaring_moves, [&](const Move& m) { return appeal(m.tile); });
    }

    // How good a reply with this tile is, in card points: what the trick brings or costs, less what the tile is
    // worth in hand.
    int reply(int tile) const {
        const int trick_points = worth(led_) + worth(tile);
        return (wins(tile) ? trick_points + declarable_points(tile) : -trick_points) - hand_value(tile);
    }

  private:
    // Tiles of the hand that no unseen tile beats in phase two.
    Mask sure_winners() const { return unbeaten(hand_, unseen_, trump_); }

    // Card points that are yours for certain if you close now and lead: what counts already, the sure winners with the
    // cheapest tiles that can be played to them, and a declaration that goes with them.
    int sure_points() const {
        const Scoring& scoring = game_.scoring();
        const Mask winners = sure_winners(), doubles = declarable();
        const int reply_points = cheapest_points(unseen_, std::min(count(winners), count(unseen_)), trump_);
        const int own_points = node_.points[0] + points_of(winners, trump_) + reply_points;
        const bool declares_freely = !scoring.declare_after_winning && !scoring.declaration_needs_trick;
        return own_points + (declares_freely || doubles & winners ? most_declared(doubles) : 0);
    }

    // What leading the tile brings if all unseen tiles are as likely to be the reply, less what it is worth in hand.
    // The risk of losing it: half of (unseen tiles that beat it) * (tiles in the other hand) / (unseen tiles), at most
    // 1.
    double appeal(int tile) const {
        const int beaters = count(trump_.beats[!open_][tile] & unseen_);
        const double risk = std::min(1.0, static_cast<double>(beaters * hidden_) / std::max(count(unseen_), 1) / 2);
        return worth(tile) * (1 - 2 * risk) - hand_value(tile);
    }

    // What can be declared with the lead, and the points of one's own declaration that now count.
    int declarable_points(int reply) const {
        return node_.waiting_points[0] + most_declared(declarable() & ~bit(reply));
    }

    // What a tile is worth in hand: points of the Bingo and of trumps can wait, the more so the more trumps they beat.
    int hand_value(int tile) const {
        const int double_kept = has(declarable(), tile) ? kDoubleKeptPoints : 0;
        if (is_bingo(tile)) return double_kept + worth(tile) + kBingoKeptPoints;
        if (!has(trump_.trumps, tile)) return double_kept;
        return double_kept + worth(tile) - kSecuredPoints + lower_trumps(tile);
    }
};

// --- textbook ----------------------------------------------------------------------------------------

// In card points: what a tile is worth kept, a trick beside what lies on it, a winner led in phase two, and a trump
// kept from being beaten.
constexpr int kStrongPrice = 40, kDoublePrice = 10, kTrickPoints = 5, kWinnerPoints = 20, kTrumpKeptPoints = 15;
// In the count for closing: what the Bingo and the double of trumps add, and what it must come to beyond the target:
// always, where plain doubles can be beaten, and where play goes on.
constexpr int kStrongCountPoints = 10, kCloseMargin = 10, kCloseMarginBeaten = 10, kCloseMarginEachScores = 15;
// Game points that a failed close costs, and by how much more the count must pass the target where that would lose the
// match.
constexpr int kFailedCloseGamePoints = 2, kCloseMarginLastDeal = 10;

class Textbook : public OwnView {
  public:
    Textbook(const View& view, const Tables& tables, unsigned rules_left_out, const Objective* objective)
        : OwnView(view, tables),
          opponent_needs_(objective ? objective->points_needed[1] : std::numeric_limits<int>::max()),
          drawn_last_(view.face_down == 1 ? trump_.number_of_tile[view.position.turned] : -1),
          rules_left_out_(tables.scoring.target_rule == kPoints ? rules_left_out | kForGamePoints : rules_left_out) {}

    Move lead(const std::vector<Move>& moves) const {
        const int largest = largest_declaration(moves);
        for (const Move& move : moves)
            if (count(move.declare) == largest && !move.close && (move.claim || move.tile < 0)) return move;
        const bool may_close = std::ranges::any_of(moves, &Move::close);
        const bool closes = may_close && closing_count() >= closing_threshold();
        std::vector<Move> leads;
        for (const Move& move : moves)
            if (move.close == closes && move.tile >= 0 && (!move.declare || count(move.declare) == largest))
                leads.push_back(move);
        return best_by(leads, [&](const Move& m) { return lead_order(m); });
    }

    // The same by the rules of the textbook: winning a trick is worth more than its card points, and strong tiles and
    // doubles are kept.
    int reply(int tile) const {
        const int trick_points = worth(led_) + worth(tile);
        const int trick_value =
            wins(tile) ? trick_points + (has_rule(kTakes) ? kTrickPoints : 0) + shown_points(tile) : -trick_points;
        const bool ducks = wins(tile) && loser_draws_trump_double() && !has_rule(kTakesLast);
        return trick_value - hand_value(tile) - (ducks ? kStrongPrice : 0);
    }

  private:
    using LeadOrder = std::tuple<int, int, int>;

    bool has_rule(TextbookRule rule) const { return !(rules_left_out_ & rule); }
    bool is_strong(int tile) const { return is_bingo(tile) || bit(tile) == trump_.trump_double; }

    // Card points you have, those you can declare, and those in your hand, of which the two strongest tiles count more.
    int closing_count() const {
        int count = node_.points[0] + most_declared(declarable());
        for (Mask m = hand_; m; m &= m - 1) count += worth(lowest(m)) + (is_strong(lowest(m)) ? kStrongCountPoints : 0);
        return count;
    }

    // The count of closing_count from which on the textbook closes: the target and a margin, which is larger where
    // doubles can be beaten and where a failure would lose the match.
    int closing_threshold() const {
        const int target_rule = game_.scoring().target_rule;
        if (target_rule == kPoints || !has_rule(kCloses)) return std::numeric_limits<int>::max();
        return target() + kCloseMargin + (plain_tiles_beat_doubles() ? kCloseMarginBeaten : 0) +
               (target_rule == kEachScores ? kCloseMarginEachScores : 0) +
               (opponent_needs_ <= kFailedCloseGamePoints ? kCloseMarginLastDeal : 0);
    }

    // Whether plain tiles other than the Bingo beat plain doubles, as where the heavier tile wins.
    bool plain_tiles_beat_doubles() const {
        const Mask plain_tiles = kAllTiles & ~trump_.trumps & ~trump_.bingo, doubles = trump_.doubles & plain_tiles;
        return unbeaten(doubles, plain_tiles, trump_) != doubles;
    }

    // Whether who loses this trick, the last before the boneyard is exhausted, draws the double of trumps.
    bool loser_draws_trump_double() const {
        return drawn_last_ >= 0 && !game_.scoring().winner_draws_turned && bit(drawn_last_) == trump_.trump_double;
    }

    // What keeping the tile is worth, in card points: the two strongest tiles, and doubles that may still be
    // declared.
    int hand_value(int tile) const {
        if (is_strong(tile)) return has_rule(kKeepsStrong) ? kStrongPrice : 0;
        return has(declarable(), tile) && plain_tiles_beat_doubles() && has_rule(kKeepsStrong) ? kDoublePrice : 0;
    }

    // What winning with this double lets you declare, where doubles are so declared.
    int shown_points(int tile) const {
        return game_.scoring().declare_after_winning && has(declarable(), tile) ? 2 * most_declared(declarable()) : 0;
    }

    // Which lead is best: compared in order.
    LeadOrder lead_order(const Move& m) const { return m.close || !open_ ? order_after_close(m) : order_while_open(m); }

    // Once the reply must follow: declare first, then lead what no unseen tile beats, then what few of them beat;
    // of such leads the one that most unseen tiles must follow.
    LeadOrder order_after_close(const Move& move) const {
        const int beater_count = count(trump_.beats[1][move.tile] & unseen_);
        const bool spends_trump = has_rule(kKeepsTrumps) && has(trump_.trumps, move.tile) && !is_strong(move.tile);
        const int trump_price = spends_trump ? kTrumpKeptPoints - worth(move.tile) : 0;
        const int strength = (beater_count ? 0 : kWinnerPoints) - beater_count;
        const bool declares = move.declare && has_rule(kDeclaresFirst);
        return has_rule(kLeadsWinners) ? LeadOrder(declares, strength - trump_price, follower_count(move.tile))
                                       : LeadOrder(declares, -trump_price, 0);
    }

    // Of the unseen tiles those that must follow where this one is led, unless it is a trump.
    int follower_count(int tile) const {
        Mask suit_tiles = 0;
        for (const Mask tiles : trump_.reply_classes[tile]) {
            if (tiles & trump_.trumps) break;
            suit_tiles |= tiles;
        }
        return count(suit_tiles & unseen_);
    }

    // While the boneyard is open: declare if that helps at once, else lead what counts nothing, and keep trumps,
    // doubles and the strongest tiles, in this order.
    LeadOrder order_while_open(const Move& move) const {
        enum { kStrong, kTrump, kDouble, kDeclared, kCounting, kWorthless, kAtOnce };
        if (move.declare && opens_with_strong_bingo(move)) return {kAtOnce, 0, 0};
        if (move.declare)
            return {has_rule(kWaits) && !reaches_low_points(move) ? kDeclared : kAtOnce, -worth(move.tile), 0};
        if (is_strong(move.tile)) return {kStrong, -worth(move.tile), 0};
        if (has(trump_.trumps | trump_.doubles, move.tile))
            return {has(trump_.trumps, move.tile) ? kTrump : kDouble, -worth(move.tile), 0};
        const Mask higher_tiles = (unseen_ | hand_) & trump_.beats[1][move.tile] & ~trump_.trumps & ~trump_.bingo;
        return {worth(move.tile) && has_rule(kLeadsNothing) ? kCounting : kWorthless, -count(higher_tiles), 0};
    }

    // A first lead of the Bingo with which to declare: one of three doubles, or with the double of trumps in hand.
    bool opens_with_strong_bingo(const Move& move) const {
        const bool is_strong_declaration = count(move.declare) > 2 || hand_ & trump_.trump_double & ~trump_.bingo;
        return has_rule(kOpensWithBingo) && !node_.trick_bits && is_bingo(move.tile) && is_strong_declaration;
    }

    // Whether declaring counts at once and comes to as many card points as make a lost deal cost less.
    bool reaches_low_points(const Move& move) const {
        const int low = game_.scoring().low_points, points = node_.points[0];
        return opponent_needs_ > 1 && node_.has_trick(0) && points < low && points + most_declared(move.declare) >= low;
    }

    const int opponent_needs_;  // game points to win the match, where that counts
    const int drawn_last_;  // the turned tile, where this trick is the last before it is drawn; else -1
    const unsigned rules_left_out_;
};

template <class Player>
Move choose_move(const Player& player, int stage, const std::vector<Move>& moves) {
    if (stage == kClaimStage || stage == kAnswerStage) return player.may_claim() ? kClaimMove : kWaitMove;
    if (stage == kLeadStage) return player.lead(moves);
    return best_by(moves, [&](const Move& m) { return player.reply(m.tile); });
}

}  // namespace

int largest_declaration(const std::vector<Move>& moves) {
    int largest = 0;
    for (const Move& move : moves) largest = std::max(largest, count(move.declare));
    return largest;
}

Move greedy(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables) {
    return choose_move(Greedy(view, tables), stage, moves);
}

Move textbook(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables,
              unsigned rules_left_out, const Objective* objective) {
    return choose_move(Textbook(view, tables, rules_left_out, objective), stage, moves);
}

}  // namespace bingo
