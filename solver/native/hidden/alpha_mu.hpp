// Best defence (Frank and Basin 1998): the most that any strategy of player 0, who never sees the other hand, takes
// from an opponent who sees everything. Bounds on it (losses.cpp), and by alpha-mu search (Cazenave and Ventos 2019)
// the strategy itself (alpha_mu.cpp).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hidden/world_game.hpp"

namespace bingo {

// What a deal is played for: game points (card points where the rules make them the value), or to have more than none.
enum class Aim { kPoints, kWin };

class AlphaMu : public WorldGame {
  public:
    using WorldGame::WorldGame;

    // At least so much, summed over worlds by weight, falls every strategy that begins with `move` in `root` (an
    // endgame in which a tile is to be led or played; by player 1 where nothing is moved) short of the exact values.
    // `own_moves`: so many of the decisions that follow are made without sight of the other hand, the rest with it.
    // `weights`: one a world, above 0. Not a number: given up after `steps` values.
    double loss(const Root& root, const Move& move, const std::vector<Mask>& hands, const std::vector<double>& weights,
                int own_moves, Aim aim, std::uint64_t steps);

    enum class Found { kBetter, kNone, kUnknown };

    // Looks for a strategy that begins with `move` and loses less than `below`, as `loss` counts. kBetter: `values` is
    // what the one that loses least takes in each world. kNone: there is none. kUnknown: the search was given up after
    // `steps` nodes of its tree and values in single worlds.
    Found best(const Root& root, const Move& move, const std::vector<Mask>& hands, const std::vector<double>& weights,
               double below, std::uint64_t steps, Values& values);

  private:
    using Weights = std::vector<double>;

    // What all worlds have in common. Below `floor` values are alike.
    struct Line {
        Root root;
        int floor;
        int own_moves;
    };

    // A move of player 0.
    struct Option {
        Move move;
        std::vector<int> lost;  // at once in each world, as far as it was looked at
        double at_once = 0;     // by weight
        double later = 0;       // at least, by weight
        Weights used;           // for that

        double loss() const { return at_once + later; }
    };

    static constexpr double kNothing = 1e-9;  // weights, and sums of them, that differ by less are the same

    Line begin(const Root& root, const Move& move, const std::vector<Mask>& hands, const std::vector<double>& weights,
               Aim aim, Worlds& worlds);
    LowerBound least(const Line& line) const;
    // Makes a move of player 0: what all worlds then have in common, those of them in which something can still be
    // lost, and which they are. False where there are none.
    bool made(const Line& line, const Move& move, const Worlds& worlds, Line& next, Worlds& left,
              std::vector<std::size_t>& where) const;
    // Whether nothing is lost any more, whatever the opponent holds.
    bool safe(const Line& line, const Worlds& worlds) const;

    double solve(const Line& line, const Worlds& worlds, Weights& used);
    double own_node(const Line& line, const Worlds& worlds, Weights& used);
    double opponent_node(const Line& line, const Worlds& worlds, Weights& used);
    double follow(const Line& line, const Move& move, const Worlds& worlds, Weights& used);
    bool look(const Line& line, const Worlds& worlds, Option& option, double enough);
    static void take(const Option& option, const Worlds& worlds, double loss, Weights& used);

    // Fronts: what is lost in each world by strategies of which none loses less than another everywhere.
    using Losses = std::vector<int>;
    using Front = std::vector<Losses>;
    enum class Wanted { kFront, kLeast };  // all of it, or what loses least in total

    Front front(const Line& line, const Worlds& worlds, double below, Wanted wanted);
    Front own_front(const Line& line, const Worlds& worlds, double below, Wanted wanted);
    Front opponent_front(const Line& line, const Worlds& worlds, double below, Wanted wanted);
    Front front_after(const Line& line, const Move& move, const Worlds& worlds, double below, Wanted wanted);
    void leave_alike(const Root& root, const Worlds& worlds, std::vector<Move>& moves) const;

    using Key = std::vector<std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Known {
        double below = 0;
        Front front;
    };
    // False, from then on, where as many steps were taken as may be: whatever is returned then means nothing.
    bool step() {
        given_up_ = given_up_ || !steps_left_;
        steps_left_ -= !given_up_;
        return !given_up_;
    }

    static Key key(const Line& line, const Worlds& worlds);

    std::uint64_t steps_left_ = 0;
    bool given_up_ = false;
    std::unordered_map<Key, Known, Hash> known_;  // of one call
};

}  // namespace bingo
