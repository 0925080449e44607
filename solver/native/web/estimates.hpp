// What moves are worth while tiles are hidden: by rollouts while tiles are drawn, else solved hand by hand. Mirrors
// solver/hidden/phase_one.py; the same seed and number of deals give the same deals, and so the same answer, but where
// tiles gone are not written down (Python draws those deals in another way).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hidden/player.hpp"
#include "web/exact.hpp"
#include "web/json.hpp"
#include "web/possible_deals.hpp"
#include "web/tally.hpp"
#include "web/view.hpp"

namespace bingo {

// A move, the mean of its values for player 0 with its 95 % interval, and in how many deals it was tried (0: certain).
struct Estimate {
    Move move;
    double value = 0, low = 0, high = 0;
    int worlds = 0;
};

// All options, the best first; see Estimates in solver/hidden/estimates.py.
struct Estimated {
    std::vector<Estimate> moves;
    std::vector<Move> alike;
    bool reply;  // moves are replies
    bool mine;   // the decision is player 0's
    bool rollouts, every, weighted;
    int worlds;

    // As `bingo analyze --json` and, of the best alone, `bingo close --json` have it.
    Members keys(const Trump& trump) const;
    std::string in_brief(const Trump& trump) const;
};

class Estimates {
  public:
    Estimates(const Tables& tables, const Networks& networks) : tables_(tables), networks_(networks) {}

    // By so many deals, or all where there are few. `stay_open`: options that close are left out; `only`, if given, are
    // all that are asked for; a single one need be no option.
    Estimated operator()(const View& view, int worlds, std::uint64_t seed, bool stay_open, Exact& exact,
                         const std::vector<Move>* only = nullptr);

  private:
    static constexpr int kBits = 12;  // tables of those who play deals out

    struct Options {
        std::vector<Move> open;
        std::vector<Estimate> certain;
        double cap;
    };

    Options options(const Position& sample, const Playing& playing, bool stay_open) const;
    std::vector<Row> values(const View& view, const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals,
                            std::size_t begin, std::size_t end, Exact& exact);
    double weight(const View& view, const PossibleDeal& deal);
    std::vector<double> weights(const View& view, const std::vector<Mask>& hands);
    Player& player();
    Root world(const View& view, const PossibleDeal& deal);

    const Tables& tables_;
    const Networks& networks_;
    std::unique_ptr<Player> player_;
};

}  // namespace bingo
