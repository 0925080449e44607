// Whether a close is won for certain without sight of the other hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search.hpp"

namespace bingo {

// After a close by player 0, who does not see which of some hands the opponent holds: whether one strategy of theirs
// wins against each of these hands. To win is to take `points_needed` card points before the opponent takes
// `points_allowed`, and not to lose the double of trumps to the Bingo on the way.
//
// Asking this of the hands one by one takes a tree of sets of hands. So a stronger opponent is tried first, who holds
// any tiles out of all of these hands and decides which as play goes on. That is a game of perfect information, with
// one table for all sets of hands, and mostly this opponent is beaten, too.
class CertainWin {
  public:
    static constexpr std::size_t kMaxHands = 20;
    static constexpr int kAnyPoints = 127;  // what the opponent takes does not matter
    // Marks a hand against which the close need not be won: only the double of trumps is not to be lost.
    static constexpr Mask kLostHand = Mask{1} << kTiles;

    // The deal is that of `solver`, which counts the nodes.
    explicit CertainWin(Solver& solver) : solver_(solver), entries_(std::size_t{1} << kTableBits) {}

    // What player 0 is to reach from here on; `points_needed` and `points_allowed` count down as tricks are taken.
    // `points_needed` card points are wanted before the opponent has taken `points_allowed` of them.
    struct Target {
        Mask hand = 0;
        Mask doubles = 0;  // that may still be declared, whoever holds them
        int points_needed = 0, points_allowed = kAnyPoints;
        bool win = true;  // else only the double of trumps matters
    };

    // For 1 to kMaxHands hands: whether there is such a strategy, `on_lead` or not; `led`, if not -1, lies on the
    // table and still in its player's hand. False also where more than `steps` nodes would be needed to tell.
    bool is_certain(const Target& target, const std::vector<Mask>& hands, bool on_lead, int led, int steps);

  private:
    static constexpr int kTableBits = 14;  // entries of the table

    enum Answer { kNo, kYes, kUnknown };

    using Hands = std::vector<Mask>;

    // True: against each of these hands the target is reached, by one strategy. False: not shown, as there may be
    // no such strategy or no nodes were left.
    bool search_trick(const Target& target, const Hands& hands, bool on_lead);
    bool wins_leading(const Target& target, const Hands& hands, int led);
    bool wins_replying(const Target& target, const Hands& hands, int led);
    bool wins_after_trick(Target target, const Hands& hands, int own_tile, int other_tile, bool wins);

    // The same against the stronger opponent, who may hold any of the tiles `possible_tiles`. kYes and kNo are exact,
    // and are stored; kUnknown where no nodes were left. After a kNo there may still be a strategy against each single
    // hand.
    Answer search_trick(const Target& target, Mask possible_tiles, bool on_lead);
    Answer search(const Target& target, Mask possible_tiles, bool on_lead);
    Answer wins_leading(const Target& target, Mask possible_tiles, int led);
    Answer wins_replying(const Target& target, Mask possible_tiles, int led);
    Answer wins_after_trick(Target target, Mask possible_tiles, int own_tile, int other_tile, bool wins);

    // Counts a trick of these two tiles in the target; false if that loses the double of trumps to the Bingo.
    bool play_trick(Target& target, int own_tile, int other_tile, bool wins) const;
    static Mask declarable(const Target& target);
    // Card points that player 0 takes whichever of these tiles the opponent holds: a lower bound, without search.
    int sure_points(const Target& target, Mask possible_tiles, bool on_lead) const;
    // Card points that player 0 cannot pass whichever of these tiles the opponent holds: an upper bound, without
    // search.
    int most_card_points(const Target& target, Mask possible_tiles) const;
    // Whether one side holds the double of trumps and the other may hold the Bingo, which captures it.
    bool double_at_risk(Mask own_hand, Mask other_hand) const {
        const Mask capture_pair = trump().capture_pair, bingo = trump().bingo;
        return capture_pair & own_hand & ~bingo && capture_pair & other_hand & bingo;
    }
    int next_lead(Mask tiles, Mask other_tiles) const;
    template <class Wins>
    bool any_lead(const Target& target, Mask possible_tiles, Wins wins) const;
    static Target target_against(Target target, Mask hand);

    // A function of its key, suit, allowed and the rules alone. The key, high bits left:
    //
    //   [ doubles to declare 7 | player 0 is about to lead 1 | tiles of the other hands 28 | tiles of player 0 28 ]
    struct Entry {
        std::uint64_t key;
        std::int16_t low, high;   // points that are reached; points that are out of reach
        std::int16_t allowed, suit;  // allowed: -1 where nothing is to be won; suit: one more than the trump suit
    };

    // One more node; whether that is too many.
    bool out_of_steps() {
        solver_.count_node();
        return --steps_left_ < 0;
    }

    const Game& game() const { return solver_.game(); }
    const Trump& trump() const { return game().trump(); }

    Solver& solver_;
    std::vector<Entry> entries_;
    int steps_left_ = 0;
};

}  // namespace bingo
