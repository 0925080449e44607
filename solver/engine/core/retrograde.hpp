// What the closer takes in every position that can still come up after a close with one hand known: worked out from the
// last trick backwards, so that asking is looking up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/monitor.hpp"

namespace bingo {

// The closer holds a part of one hand, the other as many of some unseen tiles. Two things are told apart beside the
// hands: who leads, and whether the closer may still declare all doubles of that part that could be declared first.
class Retrograde {
  public:
    // Works all of it out for hands of at most kHandSize tiles. `declarable`: doubles that the closer may declare,
    // which takes all of them at once and is possible on lead only. After it was stopped nothing is worked out.
    void tabulate(const Game& game, Mask closer_hand, Mask unseen, Mask declarable, Steps& steps);

    bool is_ready() const { return closer_hand_ != 0; }

    // Whether it is worked out for this trump suit, these hands and what may be declared.
    bool has_position(int suit, Mask closer_hand, Mask other_hand, Mask declarable) const {
        const Mask doubles = declarable & closer_hand;
        return is_ready() && suit == suit_ && !(closer_hand & ~closer_hand_) && !(other_hand & ~unseen_) &&
               (!two_or_more(doubles) || doubles == (declarable_ & closer_hand));
    }

    // Card points that the closer takes from here on if both play for these alone, declared ones included, at most
    // kMaxPoints. With `keeps_trump_double` the closer also keeps the double of trumps from the Bingo, and the result
    // is -1 where that cannot be had. Both hands are equally large.
    static constexpr int kMaxPoints = 254;
    int closer_points(Mask closer_hand, Mask other_hand, Mask declarable, bool closer_leads,
                      bool keeps_trump_double = false) const {
        const std::size_t index =
            first_index_[union_of(hand_index_, closer_hand)] + rank_[union_of(unseen_index_, other_hand)];
        return closer_points_[index][closer_leads][2 * keeps_trump_double + two_or_more(declarable & closer_hand)] - 1;
    }

  private:
    // Card points plus one, 0 where the double of trumps cannot be kept: by who leads, how safely, and whether all may
    // be declared.
    static constexpr std::size_t kCountingWays = 4;
    using CloserPoints = std::array<std::array<std::uint8_t, kCountingWays>, 2>;

    struct ReplySets {
        Mask beats;
        std::array<Mask, kReplyClasses> classes;
    };

    Mask closer_hand_ = 0, unseen_ = 0, declarable_ = 0;
    int suit_ = -1;
    // Sets of tiles as sets of indices: of tiles in the hand, and of unseen ones.
    Trump::ChunkTable<Mask> hand_index_{}, unseen_index_{};
    std::array<std::uint32_t, Trump::kChunkSets> first_index_{};  // of a part of the hand: where its positions start
    std::vector<std::uint32_t> rank_;  // of a set of unseen tiles among those as large
    std::vector<CloserPoints> closer_points_;
};

}  // namespace bingo
