// A player who sees only their own hand plays deals out while the boneyard is open; what follows the lead after a
// close, or the last draw, is solved exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/chance.hpp"
#include "core/search.hpp"
#include "hidden/features.hpp"

namespace bingo {

// What the leader or the one who replies may do in one turn. `tile` is -1 only where a declaration ends the deal.
struct Course {
    Mask declare = 0;
    int tile = -1;
    bool close = false;
};

class Player;

// A row of training data: what was seen, one thing that might be done, and what it would bring on the mean.
struct Lesson {
    static constexpr std::size_t kFeatures = kSituationFeatures + kLedFeatures + kReplyFeatures;
    enum Kind : int { kLead, kReply, kClose };
    int kind, turn;  // lessons of one turn follow each other
    int suit;
    Mask hand, unseen;
    int led, tile;
    std::array<float, kFeatures> features;
    float worth;
};

// Strays from what is thought best now and then, and at every turn has each option played out by `other` in so many
// deals that the mover takes for possible (where declaring again is allowed, doubles shown before are forgotten). Deals
// count by how likely the tile on the table would have been led: a leader leads any tile with the chance `blunder`, else
// as `likelihood` says.
struct Teacher {
    Chance chance;
    float stray;
    int deals;
    float temperature, blunder;
    Player* other;  // not the one who is taught
    std::vector<Lesson> lessons;
    int turns;  // so far, in all deals
};

class Player : public Solver {
  public:
    Player(const Tables& tables, const Nets& nets, int bits, int open_bits) : Solver(tables, bits, open_bits), nets_{&nets, &nets} {}

    // From now on player 1 plays by these.
    void oppose(const Nets& nets) { nets_[1] = &nets; }

    // Game points for player 0 if the mover of `root` takes `option` in this world and both play on by the networks.
    // Nobody claims any more before this lead. Overwrites nothing but the tables.
    int play_out(const Root& root, const Course& option);

    // As play_out from before the claims that come before a lead.
    int play_out(const Root& root);

    // `root`, if the opponent (player 1) holds `hand` and the face-down tiles are `stock` in drawing order.
    Root in_world(const Root& root, Mask hand, const int* stock) const;

    // What the network of the mover thinks of its options, seen from the mover; `options` is filled in as well.
    void judge(const Root& root, std::vector<Course>& options, std::vector<float>& values);

    // The chance that the leader of this world would have led the tile that lies on the table, if they choose options
    // with odds that grow e-fold with every `temperature` of what the networks think of them.
    float likelihood(const Root& root, float temperature);

    // A deal played by the networks, whose turns `teacher` draws lessons from.
    void learn(const Root& root, Teacher& teacher);

  protected:
    void enter(const Root& root);
    Mask face_down(const Node& n) const;
    int turned() const { return deal_->stock[deal_->stock_size - 1]; }
    Sight sight(const Node& n, int player, int led) const;
    Mask declaration(Mask doubles, int led) const;
    void lead_options(const Node& n, std::vector<Course>& options, std::vector<float>& values) const;
    void reply_options(const Node& n, int led, std::vector<Course>& options, std::vector<float>& values) const;
    Course choose(const Node& n, int led);

    bool leads(Node& n, const Course& option, int& gain, int& pending) const;
    bool replies_and_draws(Node& n, int led, int reply, int pending, int& total);
    bool shows(Node& n, int won_with, int& total) const;
    int settled(const Node& n);
    int closing(const Node& n, const Course& option);
    void examine(const Node& n, int led) const;
    Lesson lesson(const Sight& eyes, int led, const Course& done) const;
    int between_tricks(Node n, int total);
    int from_lead(Node& n, const Course& option, int& total, bool& over);

    const Nets* nets_[2];  // of each player
    Mask down_[15] = {};  // by the first tile not yet drawn: face-down tiles, the turned one left out
    Teacher* teacher_ = nullptr;
    int pending_ = 0;  // card points that hang on the trick now led, for the teacher
    std::vector<Course> options_;
    std::vector<float> values_;
};

}  // namespace bingo
