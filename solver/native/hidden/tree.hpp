// Information-set Monte-Carlo tree search: one tree of what both players can observe, grown by one deal at a time.
#pragma once

#include <vector>

#include "hidden/player.hpp"

namespace bingo {

class Tree {
  public:
    // As Player.
    Tree(const Tables& tables, const Networks& networks, int bits) : player_(tables, networks, bits) {
        nodes_.emplace_back();
    }

    // A simulation from `root`, a world: down the tree by upper confidence bounds, one new edge, then to the end by
    // the networks. At the root only `options` are looked at. Returns the one that was chosen (an index) and its value
    // for player 0. Grows the tree; calls must be of one decision.
    struct Simulation {
        std::size_t option;
        double value;
    };
    Simulation simulate(const Root& root, const std::vector<Move>& options);

    const Player& player() const { return player_; }
    void set_watch(Watch* watch) { player_.set_watch(watch); }

  private:
    // A move that was possible in some world, as whoever makes it sees it. Draws are not told apart: what a player
    // drew counts only through the priors of the options.
    struct Edge {
        Move move;
        int visits = 0, available = 0;  // how often it was chosen, and could have been
        double sum = 0;                 // of its values for the mover
        std::size_t child = 0;          // the node it leads to, 0: none yet
    };
    using Edges = std::vector<Edge>;  // of a node: an information set of the player to move

    std::size_t select(std::size_t node, const Root& root, const std::vector<Move>& options,
                       const std::vector<float>& evaluations, std::size_t& edge);
    double prior(const Root& root, int player, double points) const;
    int decide(std::size_t node, const Root& root, int total);
    int descend(std::size_t node, std::size_t edge, const Move& move, const Root& root, int total);
    // `gained`: by player 0, in the simulation that ended just now.
    void back_up(std::size_t node, std::size_t edge, bool mine, int gained);
    std::size_t expand(std::size_t node, std::size_t edge);

    Player player_;
    std::vector<Edges> nodes_;
};

}  // namespace bingo
