// The game in which neither side sees the other's hand, in sequence form (von Stengel 1996): what each side knows, what
// they may do there, and what every pair of plans of the two brings.
//
// Chance deals both hands. All that is done afterwards is seen by both, so what a side knows is its hand and what was
// done: an information set. A sequence is all that a side has done on the way to some turn of its own, with one hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/watch.hpp"
#include "hidden/world_game.hpp"

namespace bingo {

// Both hands, kernel numbers; the tile led is in neither. `weight`: how often they count, above 0.
struct HiddenDeal {
    std::array<Mask, 2> hands;
    double weight;
};

struct SequenceForm {
    // Sequence `first + i` follows `parent` by the i-th of `moves` moves.
    struct InformationSet {
        std::uint32_t parent, first, moves;
    };

    // Sequences 0 to hands.size() - 1 are empty, one a hand; parents come before what follows them.
    struct Side {
        std::vector<Mask> hands;
        std::vector<double> weights;  // of the hands
        std::vector<InformationSet> sets;
        std::uint32_t sequences = 0;
    };

    // What player 0 gains where both play these sequences, and how much that counts.
    struct Payoff {
        std::array<std::uint32_t, 2> sequence;
        std::int32_t gain;
        double weight;
    };

    // The moves of an information set of player 0 before anybody has led or played a tile.
    struct First {
        std::uint32_t set;
        std::vector<Move> moves;
    };

    std::array<Side, 2> sides;
    std::vector<Payoff> payoffs;
    std::vector<First> first;
    double weight = 0;  // of all deals
    std::uint64_t histories = 0;  // ways in which all deals can be played

    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    // The number of a hand that one side has in some deal.
    std::uint32_t number(std::size_t side, Mask hand) const;
};

// Makes the sequence form of an endgame. Where a deal brings the same whatever both do, it is over there: it has one
// payoff, and the information sets that follow have none.
class Sequencer : private WorldGame {
  public:
    explicit Sequencer(const Tables& tables) : WorldGame(tables, 4, 4) {}

    using WorldGame::set_watch;

    // `root`: nothing is drawn any more, and no doubles are to be shown; its hands do not matter. Deals are in
    // ascending order of hands. Watched: `done` counts to `kParts`.
    SequenceForm form(const Root& root, const std::vector<HiddenDeal>& deals, Watch& watch);

    // In how many ways a deal can be played; no more than `most` are counted.
    std::uint64_t histories(const Root& root, const HiddenDeal& deal, std::uint64_t most);

    static constexpr std::size_t kParts = 100;

  private:
    // A deal that may have led to some turn: its number, what is left of the hands, and the last sequences.
    struct Item {
        std::uint32_t deal;
        std::array<Mask, 2> hands;
        std::array<std::uint32_t, 2> sequence;
    };
    using Items = std::vector<Item>;
    struct Group {
        Move move;
        Items items;
    };
    struct Bounds {
        std::int32_t low, high;
    };
    struct Ending {
        std::uint32_t deal;
        std::array<std::uint32_t, 2> sequence;
        std::int32_t gain;
    };

    void visit(const Root& root, Items& items, int gained, bool first);
    std::vector<Group> groups(const Root& root, Items& items, bool first);
    void end(const Item& item, int gain);
    void settle(const Items& items, const std::vector<Bounds>& bounds, std::size_t start);
    int last_trick(const Root& root, const Item& item) const;
    static Root with(const Root& root, const std::array<Mask, 2>& hands);
    std::uint64_t count_from(const Root& root, const std::array<Mask, 2>& hands, std::uint64_t most);

    SequenceForm form_;
    std::vector<Ending> endings_;
    std::vector<Bounds> bounds_;  // of each deal, over the turn visited last
    std::vector<std::uint8_t> settled_;  // deals, while they are taken together
    Watch* watch_ = nullptr;
};

}  // namespace bingo
