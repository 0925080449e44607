// An endgame, in which nothing is drawn any more, in each of the worlds that player 0 holds possible: moves, what they
// lead to, exact values.
// A world is one hand that the opponent (player 1) may hold. Player 0 does not know which. What all worlds have in
// common is a Position whose player 1 holds nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/moves.hpp"
#include "core/search.hpp"

namespace bingo {

// A hand of the opponent, which counts `weight` times. `cap` is the exact value after the first move of a strategy, and
// is lowered to what the strategy takes in this world. Nothing above `cap` matters any more, so no search need tell
// values above it apart.
struct World {
    Mask hand;
    int cap;
    double weight;
};

using Worlds = std::vector<World>;
using Values = std::vector<int>;  // one a world, seen from player 0

// The opponent's moves in several worlds; a world is named by its index. Worlds where they make the same move look
// alike to player 0, so these are put into one group.
class MovesByWorld {
  public:
    struct Group {
        Move move;
        const std::uint32_t *first = nullptr, *last = nullptr;  // worlds in which it can be made, in ascending order

        const std::uint32_t* begin() const { return first; }
        const std::uint32_t* end() const { return last; }
    };

    // Adds moves that can be made in `world`, or tiles that can be played there. Worlds are added in ascending order.
    void add(std::uint32_t world, const std::vector<Move>& moves);
    void add(std::uint32_t world, Mask tiles);

    // Claims first, then by declaration and tile. Groups last as long as the object.
    std::vector<Group> in_order();
    // Moves that few worlds allow first.
    std::vector<Group> rarest_first();

  private:
    void add_plain_move(std::uint32_t world, int tile) {
        plain_moves_.emplace_back(static_cast<std::uint8_t>(tile + 1), world);
        ++plain_counts_[tile + 1];
    }

    using Order = std::tuple<bool, Mask, int>;  // as moves are to be tried: no claim, declared doubles, tile
    static constexpr std::size_t kPlainMoves = kTiles + 1;  // to play or lead a tile and nothing else, or to do nothing

    std::vector<std::pair<std::uint8_t, std::uint32_t>> plain_moves_;  // tile or 0 for none, one more; world
    std::size_t plain_counts_[kPlainMoves] = {};  // of each of these
    std::vector<std::pair<Order, std::uint32_t>> other_moves_;  // order of a move, world
    std::vector<std::uint32_t> worlds_;  // of all groups
};

// What BestDefence needs of one deal in many worlds: moves, results and exact values, each worked out once for what
// worlds share and then set to a hand. Used by one thread at a time.
class WorldGame {
  public:
    // Tables of bounds as in Solver.
    WorldGame(const Tables& tables, int bits, int open_bits) : solver_(tables, bits, open_bits) {}

    // As in Solver.
    std::uint64_t nodes() const { return solver_.nodes(); }
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

    // What follows is about this position, and hands out of these tiles. Once many values in it have been asked for,
    // all that can follow is worked out (core/retrograde.hpp), which takes as long as some 300,000 searches. Values
    // stay the same.
    void expect_questions(const Position& root, Mask unseen);

  protected:
    // The least that player 0 can gain against a hand, whatever they play. It depends on few tiles of the hand only,
    // and on whether these can reach the target, so eight numbers answer for all hands.
    struct LowerBound {
        Mask seven_doubles = ~Mask{0}, bingo = 0;  // who holds all or one of these may score with them
        int needed = 0;  // card points of a hand with which its holder may reach the target
        const Tables* tables = nullptr;
        const Trump* trump = nullptr;
        Mask declarable = 0;
        std::array<int, 4> least{}, short_of_target{};

        int operator()(Mask hand) const {
            const std::size_t index = 2 * ((hand & seven_doubles) == seven_doubles) + ((hand & bingo) != 0);
            if (!tables) return least[index];
            const int points = points_of(hand, *trump) + tables->most_declared[count(hand & declarable)];
            if (tables->scoring.target_rule == kPoints) return least[0] - points;
            return (points < needed ? short_of_target : least)[index];
        }
    };

    // What a move leads to whatever the opponent holds, made once for all worlds: a move of player 0, or none where
    // the opponent is to move.
    struct SharedResult {
        MoveResult result;
        Mask declarable = 0;  // in some world
        Mask played = 0;  // has left the opponent's hand
        LowerBound bound;
    };

    const Game& game() const { return solver_.game(); }
    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }

    // The position if the opponent holds `hand`.
    Position in_world(const Position& root, Mask hand) const;
    // All moves of the player to move. Where the largest declaration is never worse, as the opponent sees the hand
    // anyway, player 0 makes only that one.
    std::vector<Move> moves(const Position& root) const;
    // Adds what the opponent, who is to move, can do in world `i`, where they hold `hand`.
    void add_moves(const Position& root, Mask hand, std::size_t i, MovesByWorld& moves_by_world) const;
    LowerBound lower_bound(const Position& root) const;
    // A cap that no value reaches.
    int no_cap() const;
    // min(cap, exact value for player 0) of a position, and of making a move in it. No less than `low` can be gained
    // there; values below `floor` need not be told apart.
    int exact_value(const Position& root, int cap, int low);
    int exact_value_after(SharedResult& shared_result, Mask hand, int cap, int floor = -kInfinity);
    SharedResult shared_result(const Position& root, const Move& move) const;
    // Whether player 0, on lead, reaches the target with tiles that no tile of `possible_tiles` (all worlds' hands)
    // beats and a declaration; `value` is what that brings.
    bool has_top_winners(const Position& root, Mask possible_tiles, int& value) const;

    Solver solver_;

  private:
    // In game points, and in utility.
    static constexpr int kAboveAnyValue = 16, kAboveAnyUtility = 2 * Objective::kMaxUtility + 1;

    static constexpr int kValuesWorthTabulating = 300'000;

    void set_hand(Position& root, Mask hand, Mask declarable) const;

    // What is expected, and how many values until it is worked out, 0: it is, or cannot be.
    Mask hand_ = 0, unseen_ = 0, declarable_ = 0;
    int expected_suit_ = -1, values_until_tabulated_ = 0;
};

}  // namespace bingo
