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
constexpr int kMaxUnseen = 24, kMaxHandSize = 8;

// none[u][b][h]: the chance that h tiles drawn from u hold none of b certain ones, the product of (u - b - i) / (u - i)
// for i below h (hypergeometric).
struct DrawChances {
    float none[kMaxUnseen][kMaxUnseen][kMaxHandSize] = {};
    DrawChances() noexcept {
        for (int u = 0; u < kMaxUnseen; ++u)
            for (int b = 0; b <= u; ++b) {
                float chance = 1;
                for (int h = 0; h < kMaxHandSize; ++h) {
                    none[u][b][h] = chance;
                    chance *= u - h > 0 ? static_cast<float>(std::max(0, u - b - h)) / static_cast<float>(u - h) : 0;
                }
            }
    }
};
const DrawChances kDrawChances;

// What brings each feature to about 0 to 1. The shipped networks were trained with these.
constexpr float kTilePointsScale = 14;     // card points of most tiles that count, at most
constexpr float kTilesDrawnScale = 14;     // over a whole deal
constexpr float kTilesInHandScale = 7;
constexpr float kTilesUnseenScale = 20;
constexpr float kDoublesHeldScale = 4;     // seldom more
constexpr float kDoublesShownScale = 3;
constexpr float kTrumpsHeldScale = 4;
constexpr float kTrumpsUnseenScale = 6;
constexpr float kWinnersHeldScale = 4;     // replies that take the trick
constexpr float kCardPointsScale = 70;  // where no target gives the scale: about half of all card points

float feature(bool condition) { return condition ? 1.0f : 0.0f; }
float ratio(Mask tiles, float scale) { return static_cast<float>(std::popcount(tiles)) / scale; }

}  // namespace

Observation::Observation(const Scoring& scoring, const Position& root)
    : scoring_(scoring),
      trump_(*root.deal.trump),
      state_(root.node),
      scale_(scoring.target_rule == kPoints ? kCardPointsScale : static_cast<float>(scoring.target)),
      me_(root.to_move()),
      other_(1 - me_),
      turned_(root.deal.stock[root.deal.stock_size - 1]),
      tiles_to_draw_(root.node.tiles_to_draw(root.deal)),
      led_(root.led) {
    const State& node = root.node;
    const Mask other_hand = root.held_by(other_);
    Mask face_down = 0;
    for (int i = node.next_draw; i + 1 < root.deal.stock_size; ++i) face_down |= bit(root.deal.stock[i]);
    hand_ = node.hand[me_];
    unseen_ = other_hand | face_down;
    shown_ = scoring_.redeclare ? 0 : other_hand & trump_.doubles & ~node.declarable;
    doubles_ = hand_ & node.declarable;
    hidden_count_ = std::popcount(other_hand & ~shown_);
    for (Mask m = hand_; m; m &= m - 1) unbeaten_[lowest(m)] = chance_unbeaten(trump_.beats[1][lowest(m)]);
}

// Chance that the other holds none of these tiles, as far as the player knows: any unseen tile that was not shown is
// equally likely to be in their hand.
float Observation::chance_unbeaten(Mask beaters) const {
    if (beaters & shown_) return 0;
    const Mask unknown = unseen_ & ~shown_;
    return kDrawChances.none[std::popcount(unknown)][std::popcount(unknown & beaters)][hidden_count_];
}

float Observation::tile_points(int tile) const { return static_cast<float>(trump_.points[tile]) / kTilePointsScale; }

// What declaring these doubles, or as many of them as the rules let count, brings.
float Observation::declared(Mask doubles) const {
    const int n = std::min(std::popcount(doubles), scoring_.max_doubles);
    return n >= 2 ? scaled(scoring_.declaration_points[n] + (doubles & trump_.bingo ? scoring_.bingo_bonus : 0)) : 0;
}

Situation Observation::situation() const {
    float expected_tricks = 0, points = 0, unbeatable = 0, unbeatable_points = 0;
    const int own_points = points_of(hand_, trump_), unseen_points = points_of(unseen_, trump_);
    for (Mask m = hand_; m; m &= m - 1) {
        const int tile = lowest(m);
        const float worth = scaled(trump_.points[tile]);
        expected_tricks += unbeaten_[tile];
        points += unbeaten_[tile] * worth;
        if (unbeaten_[tile] == 1) {
            unbeatable_points += worth;
            unbeatable += 1;
        }
    }
    const float unseen = static_cast<float>(std::max(1, std::popcount(unseen_)));
    const float captured = expected_tricks * scaled(unseen_points) / unseen;
    const bool has_trick = state_.has_trick(me_), other_has_trick = state_.has_trick(other_);
    const float gap = scaled(scoring_.target - state_.points[me_] - state_.waiting_points[me_]) - declared(doubles_);
    const Mask trump_double = trump_.trump_double;
    // What beating a player with so many card points would bring now, as a ratio of three game points.
    const auto stake = [&](int loser_points, bool loser_has_trick) {
        return std::array{0.33f, 0.67f, 1.0f}[scoring_.win_points(loser_points, loser_has_trick) - 1];
    };
    return {
        static_cast<float>(tiles_to_draw_) / kTilesDrawnScale,
        scaled(state_.points[me_]),
        scaled(state_.points[other_]),
        feature(has_trick),
        feature(other_has_trick),
        stake(state_.points[other_], other_has_trick),
        stake(state_.points[me_], has_trick),
        scaled(state_.waiting_points[me_]),
        scaled(state_.waiting_points[other_]),
        declared(doubles_),
        ratio(doubles_, kDoublesHeldScale),
        ratio(hand_ & trump_.trumps, kTrumpsHeldScale),
        ratio(unseen_ & trump_.trumps, kTrumpsUnseenScale),
        feature(hand_ & trump_.bingo),
        feature(unseen_ & trump_.bingo),
        feature(hand_ & trump_double),
        feature(unseen_ & trump_double),
        scaled(own_points),
        scaled(unseen_points),
        tile_points(turned_),
        unseen / kTilesUnseenScale,
        expected_tricks / kTilesInHandScale,
        points,
        unbeatable_points,
        unbeatable / kTilesInHandScale,
        captured,
        gap,
        points + captured - gap,
        unbeatable_points - gap,
        ratio(shown_, kDoublesShownScale),
    };
}

LedSituation Observation::led_situation() const {
    LedSituation features;
    const Situation common = situation();
    std::copy(common.begin(), common.end(), features.begin());
    const Mask winners = hand_ & trump_.beats[0][led_];
    float* led_features = features.data() + kSituationFeatures;
    led_features[0] = tile_points(led_);
    led_features[1] = feature(has(trump_.trumps, led_));
    led_features[2] = feature(has(trump_.bingo, led_));
    led_features[3] = feature(has(trump_.doubles, led_));
    led_features[4] = ratio(winners, kWinnersHeldScale);
    led_features[5] = feature(winners & ~trump_.trumps & ~trump_.bingo);
    led_features[6] =
        feature(state_.points[other_] + state_.waiting_points[other_] + trump_.points[led_] >= scoring_.target);
    return features;
}

// Of a lead: its points; the chance that nobody beats it now, and that nobody would after a close; trump, Bingo, double
// of trumps, double; what can no longer be declared, and what is declared with it; its points times the first chance;
// whether it counts nothing; the chance that it reaches the target; unseen tiles that beat it; whether the Bingo may
// capture it.
LeadFeatures Observation::lead(int tile, Mask doubles) const {
    const Mask beaters = trump_.beats[0][tile];
    const float safe_chance = chance_unbeaten(beaters), points = tile_points(tile);
    const int points_after = state_.points[me_] + state_.waiting_points[me_] + trump_.points[tile];
    const float declarable_lost = doubles ? 0 : declared(doubles_) - declared(doubles_ & ~bit(tile));
    return {
        points,
        safe_chance,
        unbeaten_[tile],
        feature(has(trump_.trumps, tile)),
        feature(has(trump_.bingo, tile)),
        feature(has(trump_.trump_double, tile)),
        feature(has(trump_.doubles, tile)),
        declarable_lost,
        declared(doubles),
        safe_chance * points,
        feature(trump_.points[tile] == 0),
        safe_chance * feature(scaled(points_after) + declared(doubles) >= scaled(scoring_.target)),
        ratio(unseen_ & beaters, kTilesUnseenScale),
        feature(beaters & trump_.bingo & unseen_ && has(trump_.trump_double, tile)),
    };
}

// Of a reply: its points; whether it wins; the points of the trick if won, if lost; its power after a close; trump,
// Bingo, double of trumps, double; what can no longer be declared; a capture made or suffered; the target reached by
// me, by them; whether it counts nothing; what can be declared next, and its power, where it wins; the chance that
// nobody could beat it led.
ReplyFeatures Observation::reply(int tile, bool wins) const {
    const float points = tile_points(tile), led_points = tile_points(led_);
    const int trick_points = trump_.points[tile] + trump_.points[led_];
    const bool captures = (bit(tile) | bit(led_)) == trump_.capture_pair;
    return {
        points,
        feature(wins),
        wins ? points + led_points : 0,
        wins ? 0 : points + led_points,
        unbeaten_[tile],
        feature(has(trump_.trumps, tile)),
        feature(has(trump_.bingo, tile)),
        feature(has(trump_.trump_double, tile)),
        feature(has(trump_.doubles, tile)),
        declared(doubles_) - declared(doubles_ & ~bit(tile)),
        captures ? (wins ? 1.0f : -1.0f) : 0,
        feature(wins && state_.points[me_] + state_.waiting_points[me_] + trick_points >= scoring_.target),
        feature(!wins && state_.points[other_] + state_.waiting_points[other_] + trick_points >= scoring_.target),
        feature(trump_.points[tile] == 0),
        wins ? declared(doubles_ & ~bit(tile)) : 0,
        wins ? unbeaten_[tile] : 0,
        chance_unbeaten(trump_.beats[0][tile]),
    };
}

}  // namespace bingo
