// Best defence (Frank and Basin 1998): the most that any strategy of player 0, who never sees the other hand, takes
// from an opponent who sees everything. What one such strategy takes (strategy.cpp), bounds on what every one loses
// (losses.cpp), and by alpha-mu search (Cazenave and Ventos 2019) the best one itself (alpha_mu.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hidden/certain_win.hpp"
#include "hidden/world_game.hpp"

namespace bingo {

// How many of its own moves a strategy tries out: all where at most `all_moves_up_to` worlds are left, two where at
// most `two_moves_up_to` are, else only the one that promises most.
struct SearchWidth {
    int all_moves_up_to, two_moves_up_to;

    int moves_tried(std::size_t worlds) const {
        if (worlds <= static_cast<std::size_t>(all_moves_up_to)) return kEveryMove;
        return worlds <= static_cast<std::size_t>(two_moves_up_to) ? 2 : 1;
    }
    static constexpr int kEveryMove = 1000;  // more than there are in any position
};

// How hard a strategy thinks; more narrows the bracket and takes longer.
constexpr SearchWidth kSearchWidth{20, 1000};

// What a deal is played for: game points (card points where the rules make them the value), or to have more than none.
enum class Aim { kPoints, kWin };

// Questions are about an endgame, `root`, in which a tile is to be led or played. Where player 1 is to do that, the
// move in question is empty. `weights`: one a hand, above 0, with so few digits that sums of them are exact.
//
// All answers rest on the same ideas. Exact values in each world (double dummy) say what a move can bring at most; what
// a strategy, or every strategy, falls short of them is its loss. At a node of player 0 one move is made for all
// worlds, since they look alike. At a node of player 1 worlds part: those in which the same move is made still look
// alike and stay together, the others go their own way. Player 1 sees everything, so in each world they take what is
// worst for player 0.
class BestDefence : public WorldGame {
  public:
    // Tables of bounds as in Solver.
    BestDefence(const Tables& tables, int bits, int open_bits)
        : WorldGame(tables, bits, open_bits), certain_win_(solver_) {}

    // Exact value for player 0, as Solver::value says, of making `move`, if the opponent holds `hand`.
    int double_dummy_value(const Position& root, const Move& move, Mask hand);

    // What the strategy that begins with `move` takes in each world. It tries to take much in total over the worlds.
    Values guaranteed_values(const Position& root, const Move& move, const std::vector<Mask>& hands,
                             const std::vector<double>& weights, SearchWidth width);

    // A lower bound on how far every strategy that begins with `move` falls short of the exact values, summed over
    // worlds by weight. `unseeing_moves`: so many of the decisions that follow are made without sight of the other
    // hand, the rest with it. Not a number: given up after `steps` values.
    double least_loss(const Position& root, const Move& move, const std::vector<Mask>& hands,
                      const std::vector<double>& weights, int unseeing_moves, Aim aim, std::uint64_t steps);

    // Of strategies that begin with `move` and lose less than `max_loss`, as `least_loss` counts, what the one that
    // loses least takes in each world: no values where there is none, nullopt where the search was given up after
    // `steps` nodes of its tree and values in single worlds.
    std::optional<Values> best_strategy(const Position& root, const Move& move, const std::vector<Mask>& hands,
                                        const std::vector<double>& weights, double max_loss, std::uint64_t steps);

  private:
    using Weights = std::vector<double>;

    static constexpr double kEpsilon = 1e-9;  // weights, and sums of them, that differ by less are the same

    // What all worlds have in common. Values below `floor` count as equal; `unseeing_moves` more decisions are made
    // unseeing.
    struct InfoNode {
        Position root;
        int floor = -kInfinity;
        int unseeing_moves = kMaxTricks;
    };

    // Where a move leads to: the worlds in which something can still be lost, and in `parent_index` where each of them
    // stood in the list before the move.
    struct Branch {
        InfoNode node{};
        int gain = 0;
        Mask played = 0;  // has left the opponent's hand
        Worlds worlds;
        std::vector<std::size_t> parent_index;

        void clear() {
            worlds.clear();
            parent_index.clear();
        }
        void add(const World& world, std::size_t world_index, const LowerBound& least_value) {
            if (world.weight <= kEpsilon || world.cap <= least_value(world.hand)) return;
            worlds.push_back({world.hand & ~played, world.cap - gain, world.weight});
            parent_index.push_back(world_index);
        }
    };

    // The worlds, each with its exact value as the cap. `aim`: below which floor values are alike, and the cap.
    InfoNode make_root(const Position& root, const Move& move, const std::vector<Mask>& hands,
                       const std::vector<double>& weights, Aim aim, Worlds& worlds);
    // The least that any play brings in a world, and no less than the floor.
    LowerBound node_lower_bound(const InfoNode& node) const;
    // Makes a move. The first leaves the branch without worlds, for a move of player 1 that only some allow; the second
    // puts in all that are left. False where the move ends the deal or no world is left.
    bool do_move(const InfoNode& node, const Move& move, Branch& branch) const;
    bool do_move(const InfoNode& node, const Move& move, const Worlds& worlds, Branch& branch) const;
    // What the opponent can do in the worlds in which something can still be lost.
    MovesByWorld moves_by_world(const InfoNode& node, const Worlds& worlds) const;
    // Whether nothing is lost any more, whatever the opponent holds.
    bool nothing_to_lose(const InfoNode& node, const Worlds& worlds) const;

    // One strategy. Each of these lowers the cap of every world to what the strategy takes there; before, a cap is at
    // most the exact value.
    void play(const InfoNode& node, Worlds& worlds);
    void play(Branch& branch, Worlds& worlds);
    void play_own(const InfoNode& node, Worlds& worlds);
    void play_opponent(const InfoNode& node, Worlds& worlds);
    void play_after_move(const InfoNode& node, const Move& move, Worlds& worlds);
    bool wins_for_certain(const Position& root, const Worlds& worlds);

    // A move of player 0 at one node, with what it loses: at once, as the exact value falls, and later, as far as a
    // bound knows. Losses are 0 or more and in the units of values; `loss_now` and `loss_later` are sums over worlds,
    // each times its weight.
    struct Option {
        Move move;
        std::vector<int> losses;  // at once in each world, as far as it was looked at
        double loss_now = 0;  // by weight
        double loss_later = 0;  // at least, by weight
        Weights used_weights;  // how much of each world's weight `loss_later` rests on

        double loss() const { return loss_now + loss_later; }
    };

    // A bound on the sum of losses by weight, and in `used` how much of each world's weight it needs.
    double loss_bound(const InfoNode& node, const Worlds& worlds, Weights& used);
    double own_node_bound(const InfoNode& node, const Worlds& worlds, Weights& used);
    double opponent_node_bound(const InfoNode& node, const Worlds& worlds, Weights& used);
    double loss_bound_after(const InfoNode& node, const Move& move, const Worlds& worlds, Weights& used);
    bool add_losses_now(const InfoNode& node, const Worlds& worlds, Option& option, double threshold);
    // Worlds once an option was chosen, which lowers the exact values in them.
    static Worlds lower_caps(Worlds worlds, const Option& option);
    static void raise_used_weights(const Option& option, const Worlds& worlds, double loss, Weights& used);

    // Fronts: what is lost in each world by strategies of which none loses less than another everywhere.
    using Losses = std::vector<int>;
    using Front = std::vector<Losses>;
    enum class FrontMode { kWholeFront, kLeastLoss };  // all of it, or what loses least in total

    Front front(const InfoNode& node, const Worlds& worlds, double max_loss, FrontMode mode);
    Front own_front(const InfoNode& node, const Worlds& worlds, double max_loss, FrontMode mode);
    Front opponent_front(const InfoNode& node, const Worlds& worlds, double max_loss, FrontMode mode);
    Front front_after(const InfoNode& node, const Move& move, const Worlds& worlds, double max_loss, FrontMode mode);
    void drop_equivalent_moves(const Position& root, const Worlds& worlds, std::vector<Move>& moves) const;

    using Key = std::vector<std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct StoredFront {
        double max_loss = 0;
        Front front;
    };
    // Counts a step. False once there were too many: results found from then on mean nothing.
    bool step(std::uint64_t count = 1) {
        given_up_ = given_up_ || steps_left_ < count;
        if (!given_up_) steps_left_ -= count;
        return !given_up_;
    }

    static Key key(const InfoNode& node, const Worlds& worlds);

    CertainWin certain_win_;
    SearchWidth width_{};
    std::uint64_t steps_left_ = 0;
    bool given_up_ = false;
    std::unordered_map<Key, StoredFront, Hash> fronts_;  // of one call
};

}  // namespace bingo
