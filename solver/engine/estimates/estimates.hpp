// What moves are worth while tiles are hidden: every move estimated on deals that fit what is known, until it is known
// well enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workers.hpp"
#include "estimates/effort.hpp"
#include "estimates/options.hpp"
#include "estimates/possible_deals.hpp"
#include "estimates/tally.hpp"
#include "hidden/belief.hpp"
#include "hidden/player.hpp"
#include "play/exact.hpp"
#include "play/view.hpp"

namespace bingo {

// How a move is valued in a deal. Once nothing is drawn any more each is solved.
enum class Method {
    kRollout,  // both play on by the networks, each seeing their own tiles only
    kSolved,   // solved with both hands and the stock seen
};

// A move, the mean of its values for player 0 with its 95% interval, and in how many deals it was tried (0: certain).
// `gap` is the standard error of what it falls short of the best one that is not certain, compared deal by deal.
// `worse` is by how much it falls short at least, of one that was given up.
struct Estimate {
    Move move;
    double value = 0, low = 0, high = 0;
    int worlds = 0;
    double gap = 0;
    std::optional<double> worse = std::nullopt;
};

// All options, the best first.
struct Estimated {
    std::vector<Estimate> moves;
    std::vector<Move> alike;  // that cannot be told from the best at 95%
    bool reply;               // moves are replies
    bool mine;                // the decision is player 0's
    Method method;
    bool every, weighted;  // whether all deals there are were gone through, and weighted by how the opponent played
    int worlds;            // deals that were looked at
    bool stopped = false;  // before it was done
};

// What is asked.
struct EstimateRequest {
    Method method = Method::kRollout;
    int worlds = 0;                    // deals that are drawn at most; 0: as many as the time allows
    bool until_clear = false;          // whether to end once the best move is told from all others
    bool prune = true;                 // whether moves that fall far short are given up
    bool equal_weights = false;        // whether all deals count alike, however the opponent played
    std::optional<double> enumerated;  // all deals are gone through where there are no more, nor than is usual
    std::uint64_t seed = 0;
    bool stay_open = false;                 // closes are left out
    const std::vector<Move>* only = nullptr;  // of the options, all that are asked for; a single one need be none
    std::optional<Options> listed;     // the options; none: the sensible ones
    const Objective* objective = nullptr;   // values are chances
};

// A weight of a hand or deal, as a multiple of 2^-16.
double in_units(double weight);

class Estimates {
  public:
    Estimates(const Tables& tables, const Networks& networks) : tables_(tables), networks_(networks) {}
    Estimates(const Estimates&) = delete;  // workers refer to tables_ and networks_

    // Without a time limit the answer depends on neither the machine nor the threads. Throws Stopped where no deal has
    // been looked at yet, std::invalid_argument where none fits.
    Estimated operator()(const View& view, const EstimateRequest& request, const Effort& effort);

    // Whether the opponent's play tells anything of their hand: tricks are known in order, and tiles still hidden.
    static bool has_inference(const View& view);
    // How likely the opponent would have played all that they did with each hand.
    std::vector<double> likelihoods(const View& view, const std::vector<TileSet>& hands, const Choosing& choosing,
                                    Watch& watch);
    // How often each hand counts, by how likely the opponent would have played all that they did with it; 1 on average.
    const std::vector<double>& weights(const View& view, const std::vector<TileSet>& hands, Watch& watch);

  private:
    static constexpr int kBits = 12;

    // What values are found with, one a thread.
    struct Worker {
        Player player;
        Exact exact;

        Worker(const Tables& tables, const Networks& networks) : player(tables, networks, kBits), exact(tables) {}
        void set_watch(Watch* watch) {
            player.set_watch(watch);
            exact.set_watch(watch);
        }
    };

    // One decision while it is estimated; in trials.cpp.
    class Trials;

    Worker& worker(std::size_t w);

    const Tables& tables_;
    const Networks& networks_;
    Solvers<Worker> workers_;
    struct Weighed {
        Mask own;
        int suit;
        std::optional<Tile> turned;
        std::vector<PastTrick> past;
        std::vector<TileSet> hands;

        bool operator==(const Weighed&) const = default;
    };
    Weighed weighed_{};  // what was weighed last: closing and playing on, choosing and comparing ask for the same
    std::vector<double> weights_;
};

}  // namespace bingo
