// Small networks that evaluate moves, and what a player observes while the boneyard is open, as features for them.
// Networks have one hidden layer of rectified units; weights are data, made by training.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/game.hpp"

namespace bingo {

constexpr std::size_t kHiddenUnits = 32;
using HiddenUnits = std::array<float, kHiddenUnits>;

inline void add(HiddenUnits& units, const HiddenUnits& row, float factor = 1) {
    for (std::size_t j = 0; j < kHiddenUnits; ++j) units[j] += factor * row[j];
}

// What all moves in a situation share: the sums of the hidden units before any move, and how much each will count. It
// is made once and reused for every move, as in the networks of chess engines (NNUE, Nasu 2018).
struct Accumulator {
    HiddenUnits units, output_weights;
    float output_bias;
};

// What goes in: `Situation` numbers and `Sets` sets of tiles of a situation, `Move` numbers and a tile of each move in
// it. Tiles have weights of their own under each trump suit. How much a hidden unit counts depends on what the units of
// the situation alone are (`gate`, `base`), which is reckoned once and not for each move. All members are floats, so
// that a flat array of weights in this order can be copied over one; their order is that of the files in networks/.
//
// With s the units of the situation alone and m those of the situation and a move, both kept at 0 or above, the value
// is
//
//   output_bias + sum_i s_i base_i + sum_j m_j (output_weights_j + sum_i s_i gate_ij)
//
// in game points for the mover (card points where the rules make these the value). That is some 2,000 multiplications
// for a situation and 500 for a move.
template <std::size_t Situation, std::size_t Sets, std::size_t Move>
struct Network {
    std::array<HiddenUnits, Situation> situation;
    std::array<HiddenUnits, Move> move;
    std::array<std::array<std::array<HiddenUnits, kTiles>, 7>, Sets> sets;
    std::array<std::array<HiddenUnits, kTiles>, 7> tile;
    HiddenUnits bias;
    std::array<HiddenUnits, kHiddenUnits> gate;
    HiddenUnits base, output_weights;
    float output_bias;

    // Rows of weights are added up, one for each number and each tile; then each unit above 0 says how much the units
    // of every move will count.
    Accumulator accumulate(int suit, const std::array<float, Situation>& numbers,
                           const std::array<Mask, Sets>& tiles_seen) const {
        Accumulator sums{bias, output_weights, output_bias};
        for (std::size_t i = 0; i < Situation; ++i) add(sums.units, situation[i], numbers[i]);
        for (std::size_t set = 0; set < Sets; ++set)
            for (Mask m = tiles_seen[set]; m; m &= m - 1) add(sums.units, sets[set][suit][lowest(m)]);
        for (std::size_t j = 0; j < kHiddenUnits; ++j) {
            if (sums.units[j] <= 0) continue;
            add(sums.output_weights, gate[j], sums.units[j]);
            sums.output_bias += sums.units[j] * base[j];
        }
        return sums;
    }

    // The estimated value of a move for whoever makes it; `tile_number` is that of the tile led or played, -1 for none.
    float evaluate(const Accumulator& sums, int suit, const std::array<float, Move>& numbers, int tile_number) const {
        HiddenUnits units = sums.units;
        for (std::size_t i = 0; i < Move; ++i) add(units, move[i], numbers[i]);
        if (tile_number >= 0) add(units, tile[suit][tile_number]);
        float sum = sums.output_bias;
        for (std::size_t j = 0; j < kHiddenUnits; ++j) sum += std::max(units[j], 0.0f) * sums.output_weights[j];
        return sum;
    }
};

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
// more than the player can know: which tiles are unseen, which of them the other has shown, and the turned tile. So two
// worlds that look alike to the player have the same features, whatever they hide.
//
// `me` is the player to move. Card points are in units of the target, chances and flags 0 to 1. A feature's place is
// its meaning to a trained network: none may be moved, changed or dropped without training all networks anew.
class Observation {
  public:
    // Of the mover of `root`, who is to lead or to reply.
    Observation(const Scoring& scoring, const Position& root);

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
    float chance_unbeaten(Mask beaters) const;

    const Scoring& scoring_;
    const Trump& trump_;
    const State& state_;
    const float scale_;  // card points that count as 1
    int me_, other_, turned_, tiles_to_draw_, led_;
    Mask hand_, unseen_, shown_, doubles_;
    int hidden_count_;
    float unbeaten_[kTiles] = {};  // of a tile in hand: chance that the other could not beat it, led in phase two
};

}  // namespace bingo
