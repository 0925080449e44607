// What moves are worth while tiles are hidden: every move estimated on deals that fit what is known, until it is known
// well enough. Values are for player 0; where the opponent is to move, the only option is to wait.
#pragma once

#include <memory>
#include <tuple>
#include <vector>

#include "core/move_values.hpp"
#include "core/threads.hpp"
#include "estimates/tally.hpp"
#include "estimates/values.hpp"
#include "hidden/player.hpp"

namespace bingo {

// All options, the best first.
struct Estimates {
    std::vector<MoveValue> moves;
    std::vector<Move> equivalent;      // that cannot be told from the best at 95%
    bool exhaustive = true;  // whether every possible deal was looked at
    bool weighted = false;  // whether deals count by how the opponent played
    int worlds = 0;  // deals that were looked at
    bool stopped = false;  // whether it ended before it was done
};

// A weight of a hand or deal, as a multiple of 2^-16.
double quantize_weight(double weight);

class Estimator {
  public:
    Estimator(const Tables& tables, const Networks& networks)
        : tables_(tables), solvers_([&] { return std::make_unique<Solvers>(tables, networks); }) {}
    Estimator(const Estimator&) = delete;  // solvers refer to tables and networks

    // Without a time limit the answer depends on neither the machine nor the threads. Throws Stopped where no deal has
    // been looked at yet, std::invalid_argument where none fits.
    Estimates estimate(const View& view, const Request& request, const Budget& budget);

    // Whether the opponent's play says anything of their hand: tricks are known in order, and some of its tiles are
    // hidden.
    static bool has_inference(const View& view);
    // How likely the opponent would have played all that they did with each hand.
    std::vector<double> likelihoods(const View& view, const std::vector<TileSet>& hands,
                                    const ChoiceModel& opponent_model, Watch& watch);
    // How often each hand counts, by how likely the opponent would have played all that they did with it; 1 on average.
    const std::vector<double>& weights(const View& view, const std::vector<TileSet>& hands, Watch& watch);

  private:
    // What values come from, one a thread.
    struct Solvers {
        Player player;
        ExactSolver exact;

        Solvers(const Tables& tables, const Networks& networks) : player(tables, networks, kTableBits), exact(tables) {}
        void set_watch(Watch* watch) {
            player.set_watch(watch);
            exact.set_watch(watch);
        }
    };

    static constexpr int kTableBits = 12;

    // What each of these moves brings in each deal: a row a deal. Throws Stopped.
    std::vector<Row> trials(const View& view, const Request& request, const std::vector<Move>& moves,
                            const std::vector<PossibleDeal>& deals, const Budget& budget);
    // How likely the opponent would have led what lies on the table.
    double lead_likelihood(const View& view, const PossibleDeal& deal);

    const Tables& tables_;
    SolverPool<Solvers> solvers_;
    // The last weights, kept because closing and playing on, choosing and comparing ask for the same ones; and what
    // they depend on: own hand, trump suit, turned tile, what was played, and the hands.
    std::tuple<Mask, int, int, std::vector<PastTrick>, std::vector<TileSet>> weights_key_;
    std::vector<double> weights_;
};

}  // namespace bingo
