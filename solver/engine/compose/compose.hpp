// Where positions for puzzles come from: sensible play of whole deals, by chance; and what their moves seem to be worth
// to somebody who looks only a few tricks ahead.
#pragma once

#include <cstdint>
#include <vector>

#include "core/move_values.hpp"
#include "core/rng.hpp"
#include "core/unpack.hpp"

namespace bingo {

// Which positions are wanted: tiles in the hand of the player to move (boneyard not open), face-down tiles left
// (boneyard open).
struct CandidateSizes {
    int least_hand_size, most_hand_size, most_stock_size;
};

class Dealer {
  public:
    // `either_end`: whether either end of the turned tile may be trumps, else its higher one is.
    Dealer(const Tables& tables, bool either_end) : game_(tables), either_end_(either_end) {}

    // Plays one deal to its end, or to a claim, and appends the wanted positions in which somebody has a choice and
    // the other may not claim first. The player to move is player 0 in each of them.
    void play(std::uint64_t seed, const CandidateSizes& sizes, std::vector<PackedPosition>& candidates);

  private:
    void deal_tiles(std::uint64_t seed);
    bool is_candidate(int player, const CandidateSizes& sizes) const;
    PackedPosition pack(int stage) const;
    bool wants_to_close();
    Mask declarable() const;
    template <class Appeal>
    int choose_tile(Mask tiles, Appeal appeal);
    int choose_lead(Mask doubles);
    int choose_reply();
    Mask unseen(int player) const;

    Game game_;
    const bool either_end_;
    Rng rng_{0};
    Position position_{};
    PackedPosition tallies_{};  // what the position does not have: trump, tricks, declared points, the close
    Mask shown_ = 0;  // declared doubles in kernel numbers
};

class Shallow {
  public:
    explicit Shallow(const Tables& tables) : game_(tables) {}

    // What every move seems worth for player 0 after so many tricks (1 or more). A game point counts
    // kUnitsPerGamePoint; what is still open counts as the difference of card points, none above the target, and a
    // close that has not succeeded yet as failed. Of declarations only the largest is looked at. Claims that are true
    // are seen, false ones are not made.
    static constexpr int kUnitsPerGamePoint = 100;
    Solver::Moves moves(const Position& position, int tricks);

    // The watch that is asked from now on whether to go on, nullptr for none.
    void set_watch(Watch* watch) { steps_.set_watch(watch); }

  private:
    // Values for player 0, fail-soft as in Solver.
    int search(const Position& position, int tricks, int alpha, int beta);
    int value_of(const Position& position, const Move& move, int tricks, int alpha, int beta);
    std::vector<Move> sensible_moves(const Position& position) const;
    int estimate(const State& node) const;
    int units_per_point() const { return game_.scoring().target_rule == kPoints ? 1 : kUnitsPerGamePoint; }

    Game game_;
    Steps steps_;
};

}  // namespace bingo
