// What a player observes while the boneyard is open, as features for the networks.
#pragma once

#include <array>

#include "core/game.hpp"
#include "hidden/networks.hpp"

namespace bingo {

constexpr std::size_t kSituationFeatures = 30, kLedFeatures = 7, kLeadFeatures = 14, kReplyFeatures = 17;
using Situation = std::array<float, kSituationFeatures>;
using LedSituation = std::array<float, kSituationFeatures + kLedFeatures>;
using LeadFeatures = std::array<float, kLeadFeatures>;
using ReplyFeatures = std::array<float, kReplyFeatures>;

struct Networks {
    Network<kSituationFeatures, 2, kLeadFeatures> lead;  // leading a tile, with or without a declaration
    Network<kSituationFeatures + kLedFeatures, 3, kReplyFeatures> reply;
    Network<kSituationFeatures, 2, kLeadFeatures> close;  // closing, and then leading a tile
    std::array<float, 4> blind;  // see blind_loss
};

// What a player observes who is to move while the boneyard is open. Of the other's hand and of the stock it takes no
// more than the player can know: which tiles are unseen, which of them the other has shown, and the turned tile.
class Observation {
  public:
    // Of the mover of `root`, who is to lead or to reply.
    Observation(const Scoring& scoring, const Root& root);

    Situation situation() const;
    LedSituation led_situation() const;
    LeadFeatures lead(int tile, Mask declared) const;
    ReplyFeatures reply(int tile, bool wins) const;

    // Tiles in hand, tiles unseen, and the tile led.
    std::array<Mask, 2> sets() const { return {hand_, unseen_}; }
    std::array<Mask, 3> led_sets() const { return {hand_, unseen_, bit(led_)}; }

  private:
    float scaled(int card_points) const { return static_cast<float>(card_points) / scale_; }
    float tile_points(int tile) const;
    float declared(Mask doubles) const;
    float nobody_beats(Mask beaters) const;

    const Scoring& s_;
    const Trump& t_;
    const Node& n_;
    const float scale_;  // card points that count as 1
    int me_, other_, turned_, to_draw_, led_;
    Mask hand_, unseen_, shown_, doubles_;
    int hidden_;
    float power_[kTiles] = {};  // of a tile in hand: chance that the other could not beat it, led in phase two
};

}  // namespace bingo
