// Best defence (Frank and Basin 1998): the most that any strategy of player 0, who never sees the other hand, takes
// from an opponent who sees everything.
#pragma once

#include <vector>

#include "hidden/world_game.hpp"

namespace bingo {

// What a deal is played for: game points (card points where the rules make them the value), or to have more than none.
enum class Aim { kPoints, kWin };

class AlphaMu : public WorldGame {
  public:
    using WorldGame::WorldGame;

    // At least so much, summed over worlds by weight, falls every strategy that begins with `move` in `root` (a closed
    // position) short of the exact values. `own_moves`: so many of the decisions that follow are made without sight of
    // the other hand, the rest with it. `weights`: one a world, not negative.
    double loss(const Root& root, const Move& move, const std::vector<Mask>& hands, const std::vector<double>& weights,
                int own_moves, Aim aim);

  private:
    using Weights = std::vector<double>;

    // What all worlds have in common. Below `floor` values are alike.
    struct Line {
        Root root;
        int floor;
        int own_moves;
    };

    struct Option;

    int least(const Line& line, Mask hand) const;
    double solve(const Line& line, const Worlds& worlds, Weights& used);
    double own_node(const Line& line, const Worlds& worlds, Weights& used);
    double opponent_node(const Line& line, const Worlds& worlds, Weights& used);
    double follow(const Line& line, const Move& move, const Worlds& worlds, Weights& used);
    bool look(const Line& line, const Worlds& worlds, Option& option, double enough);
    static void take(const Option& option, const Worlds& worlds, double loss, Weights& used);
};

}  // namespace bingo
