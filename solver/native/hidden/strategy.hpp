// Endgames with the other hand hidden: values in every world, and what one strategy that never sees it takes.
#pragma once

#include <cstddef>
#include <vector>

#include "hidden/certain_win.hpp"
#include "hidden/world_game.hpp"

namespace bingo {

// How many of its own moves the strategy tries out: all where at most `all_up_to` worlds are left, two where at most
// `two_up_to` are, else only the one that promises most.
struct SearchWidth {
    int all_up_to, two_up_to;

    int at(std::size_t worlds) const {
        if (worlds <= static_cast<std::size_t>(all_up_to)) return kEveryMove;
        return worlds <= static_cast<std::size_t>(two_up_to) ? 2 : 1;
    }
    static constexpr int kEveryMove = 1000;  // more than there are in any position
};

// How hard it is thought about; more narrows the bracket and takes longer.
constexpr SearchWidth kSearchWidth{20, 1000};

class Strategist : public WorldGame {
  public:
    // Tables of bounds as in Solver.
    Strategist(const Tables& tables, int bits, int open_bits)
        : WorldGame(tables, bits, open_bits), certain_win_(tables) {}

    // Exact value for player 0, as Solver::value says, of making `move` in `root` (an endgame in which a tile is to be
    // led or played; by player 1 where nothing is moved), if the opponent holds `hand`.
    int double_dummy(const Root& root, const Move& move, Mask hand);

    // What the strategy that begins with `move` takes in each world against an opponent who sees everything. It is made
    // to take much in total; `weights` are one a hand, above 0, and so short as numbers that sums of them are exact.
    Values guaranteed(const Root& root, const Move& move, const std::vector<Mask>& hands,
                      const std::vector<double>& weights, SearchWidth width);

  private:
    bool certain(const Root& root, Mask any, const Worlds& worlds);
    Values solve(const Root& root, const Worlds& worlds);
    Values own_node(const Root& root, const Worlds& worlds);
    Values opponent_node(const Root& root, const Worlds& worlds);
    Values follow(const Root& root, const Move& move, const Worlds& worlds);

    // Nodes after which a certain win is given up: more than most take, few beside what they save.
    static constexpr int kSteps = 1000;

    CertainWin certain_win_;
    SearchWidth width_{};
};

}  // namespace bingo
