// Information-set Monte-Carlo tree search: one tree of what both players can see, grown by one deal at a time.
#pragma once

#include <vector>

#include "hidden/player.hpp"

namespace bingo {

class Tree : public Player {
  public:
    Tree(const Tables& tables, const Nets& nets, int bits) : Player(tables, nets, bits, 2) { forks_.emplace_back(); }

    // A walk through `root`, a world: down the tree by upper confidence bounds, one new branch, then to the end by
    // the networks. At the root only `options` are looked at. Returns the one that was taken (an index) and what it
    // brought player 0. Grows the tree; calls must be of one decision.
    struct Walk {
        std::size_t option;
        int value;
    };
    Walk walk(const Root& root, const std::vector<Course>& options);

  private:
    // A move that was possible in some world, as whoever makes it sees it. Draws are not told apart: what a player
    // drew counts only through what is thought of the options.
    struct Branch {
        Course option;
        int visits = 0, chances = 0;  // how often it was taken, and could have been
        double sum = 0;               // of what it brought the mover
        std::size_t fork = 0;         // the decision after it, 0: none yet
    };

    std::size_t pick(std::size_t fork, const std::vector<Course>& options, const std::vector<float>& thought, std::size_t& branch);
    int decide(std::size_t fork, Node n, int led, int pending, int total);
    int take(std::size_t fork, std::size_t branch, const Course& option, Node n, int led, int pending, int total);
    int go_on(std::size_t fork, std::size_t branch, const Node& n, int total);
    std::size_t grown(std::size_t fork, std::size_t branch);

    std::vector<std::vector<Branch>> forks_;
};

}  // namespace bingo
