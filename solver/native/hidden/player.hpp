// A player who sees only their own hand plays deals out while the boneyard is open; what follows the lead after a
// close, or the last draw, is solved exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/chance.hpp"
#include "core/search.hpp"
#include "hidden/features.hpp"

namespace bingo {

class Player;

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

// Self-play that samples are taken from. With the chance `epsilon` a turn is a random one. At every turn `evaluator`
// plays each option out in so many deals that the mover takes for possible (where declaring again is allowed, doubles
// shown before are forgotten). Deals count by how likely the tile on the table would have been led: a leader leads any
// tile with the chance `blunder`, else as `likelihood` says.
struct SelfPlay {
    Chance chance;
    float epsilon;
    int deals;
    float temperature, blunder;
    Player* evaluator;  // not the one who plays
    std::vector<Sample> samples;
    int turns;  // so far, in all deals
};

class Player : public Solver {
  public:
    Player(const Tables& tables, const Networks& networks, int bits, int open_bits)
        : Solver(tables, bits, open_bits), networks_{&networks, &networks} {}

    // From now on player 1 plays by these.
    void oppose(const Networks& networks) { networks_[1] = &networks; }

    // Game points for player 0 if the mover of `root` takes `option` in this world and both play on by the networks.
    // Nobody claims any more before this lead. Overwrites nothing but the tables.
    int play_out(const Root& root, const Move& option);

    // As play_out from before the claims that come before a lead.
    int play_out(const Root& root);

    // `root`, if the opponent (player 1) holds `hand` and the face-down tiles are `stock` in drawing order.
    Root in_world(const Root& root, Mask hand, const int* stock) const;

    // The mover's options, and what its network evaluates them to, for the mover.
    void evaluate(const Root& root, std::vector<Move>& options, std::vector<float>& values);

    // The chance that the leader of this world would have led the tile that lies on the table, if they choose options
    // with odds that grow e-fold with every `temperature` of their evaluation.
    float likelihood(const Root& root, float temperature);

    // A deal played by the networks, from whose turns samples are taken.
    void play(const Root& root, SelfPlay& sampling);

  protected:
    void enter(const Root& root);
    Mask face_down(const Node& n) const;
    int turned() const { return deal_->stock[deal_->stock_size - 1]; }
    Observation observe(const Node& n, int player, int led) const;
    Mask declaration(Mask doubles, int led) const;
    void lead_options(const Node& n, std::vector<Move>& options, std::vector<float>& values) const;
    void reply_options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const;
    Move choose(const Node& n, int led);

    bool leads(Node& n, const Move& option, int& gain, int& pending) const;
    bool replies_and_draws(Node& n, int led, int reply, int pending, int& total);
    bool shows(Node& n, int won_with, int& total) const;
    int settled(const Node& n);
    int closing(const Node& n, const Move& option);
    void take_samples(const Node& n, int led) const;
    Sample sample(const Observation& observation, int led, const Move& option) const;
    int between_tricks(Node n, int total);
    int from_lead(Node& n, const Move& option, int& total, bool& over);

    const Networks* networks_[2];  // of each player
    Mask down_[15] = {};  // by the first tile not yet drawn: face-down tiles, the turned one left out
    SelfPlay* sampling_ = nullptr;
    int pending_ = 0;  // card points that hang on the trick now led, for samples
    std::vector<Move> options_;
    std::vector<float> values_;
};

}  // namespace bingo
