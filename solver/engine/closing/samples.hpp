// Where not every hand is tried: how many are, and what their values tell of all.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "closing/lead_solver.hpp"
#include "estimates/tally.hpp"

namespace bingo {

// A number with two limits: what holds it at 95% confidence, all the same where it is exact.
struct Interval {
    double value, low, high;
};

// Points on average, and the share of hands that bring more than 0.
struct Mean {
    Interval points, wins;
};

// Means that differ by less are the same.
constexpr double kNearly = 1e-9;

// Results lie between two ends.
struct Span {
    double least, most;

    bool exact() const { return most - least <= kNearly; }
};

Span span_of(const Columns& sure, const Columns& seen);

// Of a strategy, `halves` are the values in the same hands if it is made for each half of the sample alone. A strategy
// made for a few hands knows that the hand is one of these, and takes more than one made for all could. What that is
// worth shrinks as the sample grows. So what halving it adds is taken off as often as the sample would have to be
// doubled to hold all hands; the upper limit stays where it was.
Mean mean_of(const Endgame& tried, std::size_t hands, const Values& values, const Span& span, const Values* halves);

// What strategies take that are made for either half of hands in random order; of the hands in ascending order.
Columns halves(LeadSolver& solver, const Endgame& all, const std::vector<TileSet>& mixed,
               const std::vector<Move>& moves, const Effort& effort);

// Standard errors of what strategies take, and of what that falls short of the most.
struct SampleErrors {
    Row errors, gaps;
};

// Of what strategies take of a sample, less what halving it adds, as mean_of has it: by hand, so that what moves have
// in common cancels.
SampleErrors errors_of(const Endgame& tried, std::size_t hands, const Columns& sure, const Columns& halved);

// What solving may cost: all hands where that takes no more than so many nodes, a sample where it would.
struct Allowance {
    std::uint64_t nodes, sample_nodes;
    std::size_t pilot;  // hands that are solved to learn the price; also the smallest sample
    double growth;      // how many times as much a hand costs among twice as many: there is more to tell apart
    std::size_t few;    // so many hands are solved whatever they cost
};

// Three to six seconds of one thread at most, by the rules.
constexpr Allowance kUsualAllowance{30'000'000, 8'000'000, 128, 1.1, 800};

// How many of the hands, which are in random order, can be afforded: all of them, or fewer. `solve` does the work for
// some of them on one thread and says how many nodes that took. Where there is a time it is spent instead, by threads
// `speed` times as fast as one.
std::size_t sample_size(std::size_t hands, const std::function<std::uint64_t(std::size_t)>& solve,
                        const Allowance& allowed, const Effort& effort, double speed);

}  // namespace bingo
