// Self-play that training samples are taken from.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/chance.hpp"
#include "hidden/belief.hpp"

namespace bingo {

// A training sample: what was observed, one option, and its mean value.
struct Sample {
    static constexpr std::size_t kFeatures = kSituationFeatures + kLedFeatures + kReplyFeatures;
    enum Kind : int { kLead, kReply, kClose };
    int kind, turn;  // samples of one turn follow each other
    int suit;
    Mask hand, unseen;
    int led, tile;
    std::array<float, kFeatures> features;
    float value;
};

// Plays deals and takes samples: at every turn each option is played out in so many deals that the mover takes for
// possible (where declaring again is allowed, doubles shown before are forgotten). Deals count by how likely the tile
// on the table would have been led.
class SelfPlay {
  public:
    struct Settings {
        float epsilon;  // chance of a random move
        int deals;
        Choosing choosing;  // how a leader is thought to have chosen
    };

    // One player plays, the other plays out.
    SelfPlay(Player& player, Player& evaluator, const Settings& settings, std::uint64_t seed)
        : player_(player), evaluator_(evaluator), settings_(settings), chance_(seed) {}

    // Plays a deal, and appends the samples of all its turns.
    void play(const Root& root, std::vector<Sample>& samples);

    // For the player: takes samples of a turn, and says which option is to be taken; `best` is evaluated highest.
    std::size_t choose(const Node& n, int led, int pending, const std::vector<Move>& options, std::size_t best);

  private:
    void take_samples(const Node& n, int led, int pending, const std::vector<Move>& options);
    std::vector<float> mean_values(const Node& n, int led, int pending, const std::vector<Move>& options);
    Sample sample(const Observation& observation, int led, const Move& option, float value) const;

    Player &player_, &evaluator_;
    const Settings settings_;
    Chance chance_;
    std::vector<Sample>* samples_ = nullptr;
    int turns_ = 0;  // so far, in all deals
};

}  // namespace bingo
