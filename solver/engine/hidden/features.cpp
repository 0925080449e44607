// Features of situations and of moves in them, for the networks of features.hpp. A situation:
//
//    0  tiles to draw                    1, 2  card points that count, mine and theirs
//    3, 4  has a trick: I, they           5, 6  stake: what I would win from them now, they from me
//    7, 8  points that wait for a trick   9  what I can declare      10  doubles I can declare
//   11, 12  trumps: mine, unseen         13, 14  the Bingo: mine, unseen
//   15, 16  the double of trumps: mine, unseen
//   17, 18  card points in my hand, in unseen tiles   19  points of the turned tile   20  unseen tiles
//   21  tricks expected after a close    22  card points in them     23, 24  unbeatable tiles: points, number
//   25  unseen points these tricks catch
//   26  what is missing to the target after declaring all I can
//   27, 28  how far expected, certain points reach beyond that   29  doubles they have shown
//
// With a tile led, 30 to 36: its points, trump, Bingo, double; my replies that win, and whether a plain one does;
// whether it takes its leader to the target. Leads have 14 features, replies 17, listed where they are made below.

#include "hidden/features.hpp"

#include <bit>

namespace bingo {
namespace {

// Bounds on the tiles that a player does not see, 20 at most, and on those in a hand.
constexpr int kUnseen = 24, kHand = 8;

// none[u][b][h]: the chance that h tiles drawn from u hold none of b certain ones, the product of (u - b - i) / (u - i)
// for i below h (hypergeometric).
struct DrawChances {
    float none[kUnseen][kUnseen][kHand] = {};
    DrawChances() noexcept {
        for (int u = 0; u < kUnseen; ++u)
            for (int b = 0; b <= u; ++b) {
                float chance = 1;
                for (int h = 0; h < kHand; ++h) {
                    none[u][b][h] = chance;
                    chance *= u - h > 0 ? static_cast<float>(std::max(0, u - b - h)) / static_cast<float>(u - h) : 0;
                }
            }
    }
};
const DrawChances kDrawChances;

// What brings each feature to about 0 to 1. The shipped networks were trained with these.
constexpr float kTilePoints = 14;     // card points of most tiles that count, at most
constexpr float kTilesDrawn = 14;     // over a whole deal
constexpr float kTilesInHand = 7;
constexpr float kTilesUnseen = 20;
constexpr float kDoublesHeld = 4;     // seldom more
constexpr float kDoublesShown = 3;
constexpr float kTrumpsHeld = 4;
constexpr float kTrumpsUnseen = 6;
constexpr float kWinnersHeld = 4;     // replies that take the trick
constexpr float kCardPointsOfADeal = 70;  // where no target gives the scale: about half of all card points

float feature(bool holds) { return holds ? 1.0f : 0.0f; }
float ratio(Mask tiles, float of) { return static_cast<float>(std::popcount(tiles)) / of; }

}  // namespace

Observation::Observation(const Scoring& scoring, const Position& root)
    : s_(scoring),
      t_(*root.deal.trump),
      n_(root.node),
      scale_(scoring.mode == kPoints ? kCardPointsOfADeal : static_cast<float>(scoring.target)),
      me_(root.to_move()),
      other_(1 - me_),
      turned_(root.deal.stock[root.deal.stock_size - 1]),
      to_draw_(root.deal.stock_size - root.node.next),
      led_(root.led) {
    const State& node = root.node;
    const Mask theirs = root.hand_left(other_);
    Mask down = 0;
    for (int i = node.next; i + 1 < root.deal.stock_size; ++i) down |= bit(root.deal.stock[i]);
    hand_ = node.hand[me_];
    unseen_ = theirs | down;
    shown_ = s_.redeclare ? 0 : theirs & t_.doubles & ~node.declarable;
    doubles_ = hand_ & node.declarable;
    hidden_ = std::popcount(theirs & ~shown_);
    for (Mask m = hand_; m; m &= m - 1) power_[lowest(m)] = chance_unbeaten(t_.beats[1][lowest(m)]);
}

// Chance that the other holds none of these tiles, as far as the player knows: any unseen tile that was not shown is
// equally likely to be in their hand.
float Observation::chance_unbeaten(Mask beaters) const {
    if (beaters & shown_) return 0;
    const Mask unknown = unseen_ & ~shown_;
    return kDrawChances.none[std::popcount(unknown)][std::popcount(unknown & beaters)][hidden_];
}

float Observation::tile_points(int tile) const { return static_cast<float>(t_.points[tile]) / kTilePoints; }

// What declaring these doubles, or as many of them as the rules let count, brings.
float Observation::declared(Mask doubles) const {
    const int n = std::min(std::popcount(doubles), s_.most);
    return n >= 2 ? scaled(s_.worth[n] + (doubles & t_.bingo ? s_.bingo_bonus : 0)) : 0;
}

Situation Observation::situation() const {
    float tricks = 0, points = 0, unbeatable = 0, unbeatable_points = 0;
    const int own_points = points_of(hand_, t_), unseen_points = points_of(unseen_, t_);
    for (Mask m = hand_; m; m &= m - 1) {
        const int k = lowest(m);
        const float p = scaled(t_.points[k]);
        tricks += power_[k];
        points += power_[k] * p;
        if (power_[k] == 1) {
            unbeatable_points += p;
            unbeatable += 1;
        }
    }
    const float unseen = static_cast<float>(std::max(1, std::popcount(unseen_)));
    const float captured = tricks * scaled(unseen_points) / unseen;
    const bool mine_taken = n_.has_trick(me_), theirs_taken = n_.has_trick(other_);
    const float gap = scaled(s_.target - n_.counted[me_] - n_.waiting[me_]) - declared(doubles_);
    const Mask trump_double = t_.trump_double;
    // What beating a player with so many card points would bring now, as a ratio of three game points.
    const auto stake = [&](int counted, bool taken) {
        return counted == 0 && (s_.no_points || !taken) ? 1.0f : counted < s_.low ? 0.67f : 0.33f;
    };
    return {
        static_cast<float>(to_draw_) / kTilesDrawn,
        scaled(n_.counted[me_]),
        scaled(n_.counted[other_]),
        feature(mine_taken),
        feature(theirs_taken),
        stake(n_.counted[other_], theirs_taken),
        stake(n_.counted[me_], mine_taken),
        scaled(n_.waiting[me_]),
        scaled(n_.waiting[other_]),
        declared(doubles_),
        ratio(doubles_, kDoublesHeld),
        ratio(hand_ & t_.trumps, kTrumpsHeld),
        ratio(unseen_ & t_.trumps, kTrumpsUnseen),
        feature(hand_ & t_.bingo),
        feature(unseen_ & t_.bingo),
        feature(hand_ & trump_double),
        feature(unseen_ & trump_double),
        scaled(own_points),
        scaled(unseen_points),
        tile_points(turned_),
        unseen / kTilesUnseen,
        tricks / kTilesInHand,
        points,
        unbeatable_points,
        unbeatable / kTilesInHand,
        captured,
        gap,
        points + captured - gap,
        unbeatable_points - gap,
        ratio(shown_, kDoublesShown),
    };
}

LedSituation Observation::led_situation() const {
    LedSituation features;
    const Situation common = situation();
    std::copy(common.begin(), common.end(), features.begin());
    const Mask winners = hand_ & t_.beats[0][led_];
    float* led = features.data() + kSituationFeatures;
    led[0] = tile_points(led_);
    led[1] = feature(has(t_.trumps, led_));
    led[2] = feature(has(t_.bingo, led_));
    led[3] = feature(has(t_.doubles, led_));
    led[4] = ratio(winners, kWinnersHeld);
    led[5] = feature(winners & ~t_.trumps & ~t_.bingo);
    led[6] = feature(n_.counted[other_] + n_.waiting[other_] + t_.points[led_] >= s_.target);
    return features;
}

// Of a lead: its points; the chance that nobody beats it now, and that nobody would after a close; trump, Bingo, double
// of trumps, double; what can no longer be declared, and what is declared with it; its points times the first chance;
// whether it counts nothing; the chance that it reaches the target; unseen tiles that beat it; whether the Bingo may
// capture it.
LeadFeatures Observation::lead(int k, Mask doubles) const {
    const Mask beaters = t_.beats[0][k];
    const float safe = chance_unbeaten(beaters), points = tile_points(k);
    const int points_after = n_.counted[me_] + n_.waiting[me_] + t_.points[k];
    const float declarable_lost = doubles ? 0 : declared(doubles_) - declared(doubles_ & ~bit(k));
    return {
        points,
        safe,
        power_[k],
        feature(has(t_.trumps, k)),
        feature(has(t_.bingo, k)),
        feature(has(t_.trump_double, k)),
        feature(has(t_.doubles, k)),
        declarable_lost,
        declared(doubles),
        safe * points,
        feature(t_.points[k] == 0),
        safe * feature(scaled(points_after) + declared(doubles) >= scaled(s_.target)),
        ratio(unseen_ & beaters, kTilesUnseen),
        feature(beaters & t_.bingo & unseen_ && has(t_.trump_double, k)),
    };
}

// Of a reply: its points; whether it wins; the points of the trick if won, if lost; its power after a close; trump,
// Bingo, double of trumps, double; what can no longer be declared; a capture made or suffered; the target reached by
// me, by them; whether it counts nothing; what can be declared next, and its power, where it wins; the chance that
// nobody could beat it led.
ReplyFeatures Observation::reply(int k, bool wins) const {
    const float points = tile_points(k), led = tile_points(led_);
    const int trick_points = t_.points[k] + t_.points[led_];
    const bool captures = (bit(k) | bit(led_)) == t_.pair;
    return {
        points,
        feature(wins),
        wins ? points + led : 0,
        wins ? 0 : points + led,
        power_[k],
        feature(has(t_.trumps, k)),
        feature(has(t_.bingo, k)),
        feature(has(t_.trump_double, k)),
        feature(has(t_.doubles, k)),
        declared(doubles_) - declared(doubles_ & ~bit(k)),
        captures ? (wins ? 1.0f : -1.0f) : 0,
        feature(wins && n_.counted[me_] + n_.waiting[me_] + trick_points >= s_.target),
        feature(!wins && n_.counted[other_] + n_.waiting[other_] + trick_points >= s_.target),
        feature(t_.points[k] == 0),
        wins ? declared(doubles_ & ~bit(k)) : 0,
        wins ? power_[k] : 0,
        chance_unbeaten(t_.beats[0][k]),
    };
}

}  // namespace bingo
