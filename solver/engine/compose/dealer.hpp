// Sensible play of whole deals, by chance: where positions for puzzles come from.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/unpack.hpp"

namespace bingo {

// Which positions are wanted: tiles in the hand of the player to move (boneyard not open), face-down tiles left
// (boneyard open).
struct Wanted {
    int least_tiles, most_tiles, most_stock;
};

class Dealer {
  public:
    // `either_end`: whether either end of the turned tile may be trumps, else its higher one is.
    Dealer(const Tables& tables, bool either_end) : tables_(tables), game_(tables), either_end_(either_end) {}

    // Plays one deal to its end, or to a claim, and appends the wanted positions in which somebody has a choice and
    // the other may not claim first. The player to move is player 0 in each of them.
    void play(std::uint64_t seed, const Wanted& wanted, std::vector<PackedPosition>& out);

  private:
    const Scoring& scoring() const { return game_.scoring(); }
    const Trump& trump() const { return game_.trump(); }
    void deal_out(std::uint64_t seed);
    void add_candidate(int stage, int led, int pending, std::vector<PackedPosition>& out);
    bool is_wanted(int player, int led);
    bool wants_to_close();
    Mask declares();
    int leads(Mask doubles);
    int replies_with(int led);
    bool finish_trick(int led, int reply, int pending);
    bool show(int won_with);
    Mask unseen(int player) const;

    const Tables& tables_;
    Game game_;
    const bool either_end_;
    Rng chance_{0};
    Wanted wanted_{};
    Deal dealt_{};
    Node n_{};
    PackedPosition given_{};  // what the node does not have; the rest is filled in for candidates
    Mask shown_ = 0;  // declared doubles in kernel numbers
};

}  // namespace bingo
