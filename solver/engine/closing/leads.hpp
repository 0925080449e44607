// Moves in an endgame whose other hand is hidden, over every hand that the opponent may hold, or a sample of them.
//
// Two means bracket each move. Below, what is guaranteed: what one strategy that never sees the hand takes from an
// opponent who sees everything. Above, its double-dummy value: what it is worth if you saw the hand from then on. The
// best such strategy (best defence) lies between; hidden/best_defence.hpp narrows that from above, and where the two
// limits meet it is known.
//
// Hands after a close: 31,824 with one trick played, 11,440 with two, 3,432 with three. What solving them costs is
// bounded beforehand in nodes (Allowance), not in seconds, unless a time is given: so answers are the same everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/threads.hpp"
#include "estimates/tally.hpp"
#include "estimates/values.hpp"
#include "hidden/best_defence.hpp"

namespace bingo {

// What all worlds have in common, and the hands in ascending order, by tile index, each with how much it counts.
// Weights are multiples of 2^-16, so that sums of them are exact in whatever order.
struct Endgame {
    Position root{};
    std::vector<TileSet> hands;
    std::vector<double> weights;

    // Some of the hands, in any order.
    Endgame subset(std::vector<TileSet> selected) const;
    double total_weight() const;
    double mean(const Values& values) const;
};

// In which of the hands a value wins: 1 there, else 0.
Values wins_of(const Values& values);

using Columns = std::vector<Values>;  // a column of values by hand for each move

// --- single moves (lead_solver.cpp) ------------------------------------------------------------------

// The solvers of one rule set, one a thread. Moves are of a tile led or played each, or nothing where the opponent is
// to move. No answer depends on the number of threads.
class LeadSolver {
  public:
    // Tables of bounds as in Solver.
    LeadSolver(const Tables& tables, int bits, int open_bits)
        : scoring_(tables.scoring),
          solvers_([&tables, bits, open_bits] { return std::make_unique<BestDefence>(tables, bits, open_bits); }) {}

    std::uint64_t nodes() const { return solvers_.nodes(); }

    const Scoring& scoring() const { return scoring_; }

    // Double-dummy values. Throws Stopped, as the next.
    Columns double_dummy(const Endgame& endgame, const std::vector<Move>& moves, const Budget& budget);

    // What the strategies take that begin with these moves and are made for these hands.
    Columns guaranteed(const Endgame& endgame, const std::vector<Move>& moves, SearchWidth width, const Budget& budget);

    // For each move a lower bound on what every strategy loses against the double-dummy value, as
    // BestDefence::least_loss has it; NaN where that was not found within so many steps, or in time. A win is judged in
    // game points, whatever the objective.
    std::vector<double> least_losses(const Endgame& endgame, const std::vector<Move>& moves, int unseeing_moves,
                                     Aim aim, std::uint64_t steps, const Budget& budget);

    // For each move what the strategy takes that loses least, if it loses less than `max_losses`
    // (BestDefence::best_strategy): nullopt where the search was given up, no values where no strategy loses less.
    std::vector<std::optional<Values>> best_strategies(const Endgame& endgame, const std::vector<Move>& moves,
                                                       const std::vector<double>& max_losses, std::uint64_t steps,
                                                       const Budget& budget);

  private:
    // Whether all was done in time.
    template <class Work>
    bool run_parallel(std::size_t size, const Budget& budget, Work work);

    const Scoring& scoring_;
    SolverPool<BestDefence> solvers_;
};

// --- limits (limits.cpp) -----------------------------------------------------------------------------

// Moves against all hands: values if the hand were seen, what strategies take, and what those take that are made for
// half of the hands each.
struct MoveColumns {
    std::vector<Move> moves;
    Columns double_dummy, guaranteed, split_half;
};

// `points`: limits on what our best strategy gets on average; `wins`: on the largest share of hands that any strategy
// wins.
struct Limits {
    std::vector<Interval> points, wins;
};

// Limits on every move; `guaranteed` becomes what a better strategy takes, where one is known. Without a solver, and
// where there is no time for more, the upper one is the double-dummy mean. `wins`: whether these are limited, too.
Limits find_limits(const Endgame& endgame, MoveColumns& columns, LeadSolver* solver, bool wins, const Budget& budget);

// --- samples (samples.cpp) ---------------------------------------------------------------------------

// What a hand can bring at least and at most, and what a strategy took at least in the hands tried.
struct Span {
    double low, high, least_in_sample;
};

// From the lowest guaranteed value of any move in any hand tried to the highest double-dummy value.
Span span_of(const MoveColumns& columns);

// The same after one move, as far as the rules limit it: hands that were not tried may bring what none of these did.
// When card points are the value, the rules' only limit is all points left, too wide to help: then it is the span of
// the hands tried.
Span span_after(const Game& game, const Position& root, const Move& move, Span sample_span);

// The mean over all hands, of which the values are those of the hands tried, and lie in `span`. Of a strategy,
// `split_half` are the values in the same hands if it is made for each half of the sample alone. A strategy made for a
// few hands knows that the hand is one of these, and takes more than one made for all could. What that is worth shrinks
// as the sample grows. So what halving it adds is taken off as often as the sample would have to be doubled to hold all
// hands; the upper limit stays where it was.
Interval mean_of(const Endgame& sample, std::size_t hands, const Values& values, const Span& span,
                 const Values* split_half);

// Splits `shuffled` in two and makes a strategy for each half alone; what they take, by the hands in ascending order.
Columns split_half_values(LeadSolver& solver, const Endgame& endgame, const std::vector<TileSet>& shuffled,
                          const std::vector<Move>& moves, const Budget& budget);

// Standard errors of means over a sample: of what each strategy takes, and of what that falls short of the best move.
// They are computed hand by hand, so that what all moves have in common cancels, and take the correction of mean_of
// into account.
struct SampleErrors {
    Row value_errors, gap_errors;
};
SampleErrors errors_of(const Endgame& sample, std::size_t hands, const MoveColumns& columns);

// How many of the hands, which are in random order, can be afforded: all of them, or fewer. `solve_pilot` solves
// so many of them on one thread and returns how many nodes that took. With a time limit seconds count instead of nodes,
// on threads that are together `speedup` times as fast as one.
std::size_t sample_size(std::size_t hands, const std::function<std::uint64_t(std::size_t)>& solve_pilot,
                        const Allowance& allowance, const Budget& budget, double speedup);

// --- all leads (leads.cpp) ---------------------------------------------------------------------------

struct Leads {
    std::size_t hands = 0;  // that the opponent may hold
    Endgame sample;
    std::vector<Lead> leads;  // the highest guaranteed value first, then the highest double-dummy one

    bool exhaustive() const { return sample.hands.size() == hands; }
};

// `moves`: a tile led or played each, or nothing where the opponent is to move; of those with the same tile the one
// with the best declaration is solved. `cap`: nothing brings more, as the opponent may claim first. Without a time
// limit no answer depends on the machine, nor ever on the number of threads. Throws Stopped.
Leads solve_leads(const Tables& tables, const Endgame& endgame, const std::vector<Move>& moves, int cap,
                  const Request& request, const Budget& budget);

// A move that brings the same against every hand.
Lead lead_of_one_value(const Move& move, int value, const Leads& leads, const Objective* objective);

// The order of moves: as Leads has them.
bool is_better_lead(const Lead& a, const Lead& b);

}  // namespace bingo
