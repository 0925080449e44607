// What is asked of a decision while tiles are hidden, and what moves are worth. Moves are in kernel numbers.
//
// Values are for player 0, who asks. Points are game points still to come (card points where the rules make these the
// value); wins are the share of hands in which points come out above 0; a chance is that to win the match, 0 to 1,
// after all that is still to come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/moves.hpp"
#include "hidden/world_game.hpp"

namespace bingo {

// --- what is asked -----------------------------------------------------------------------------------

// How a move is valued in a deal. Once nothing is drawn any more each is solved.
enum class Method {
    kRollout,      // both play on by the networks, each seeing their own tiles only
    kDoubleDummy,  // solved with both hands and the stock seen
};

// What player 0 can do, and which of these moves need no estimate.
struct Options {
    std::vector<Move> open;                        // those to be estimated; waiting where the opponent is to move
    std::vector<std::pair<Move, double>> certain;  // claims, and declarations that end the deal, with their value
    std::vector<std::pair<Move, double>> solved;   // others, with their value in what counts: points, or chances
    double cap = std::numeric_limits<double>::infinity();  // open ones bring no more, as the opponent may claim first
};

// The sensible moves in any world that fits what is known: they do not depend on what is hidden. Each tile that may be
// led comes without a declaration and with the largest one that it allows. `no_close`: without closes.
Options sensible_options(const Position& sample, const Tables& tables, bool no_close);

// What solving over hands may cost: all hands where that takes at most `nodes`, else a sample for `sample_nodes`.
struct Allowance {
    std::uint64_t nodes, sample_nodes;
    std::size_t pilot_size;  // hands that are solved to learn the price; also the smallest sample
    double cost_growth;  // how many times as much a hand costs among twice as many: there is more to tell apart
    std::size_t min_hands;  // so many hands are solved whatever they cost
};

// Two to four seconds of one thread at most, by the rules; half of it for each of game points and chances.
constexpr Allowance kUsualAllowance{22'000'000, 8'000'000, 128, 1.1, 800};

// How a decision is valued.
struct Request {
    Method method = Method::kRollout;
    int worlds = 0;  // deals that are drawn at most; 0: as many as the time allows
    // The decision ends early once no other move can be better than the best by more than this share of the range of
    // values; nullopt: never.
    std::optional<double> margin = std::nullopt;
    bool uniform = false;  // whether all deals count alike, however the opponent played
    std::size_t hands = 0;  // a sample of so many hands at most, whatever it costs; 0: as many as can be afforded
    bool narrow = true;  // whether limits of best defence are narrowed: else the upper one is double dummy
    std::uint64_t seed = 0;
    const Objective* objective = nullptr;  // the match, where that counts: chances are maximized, not points
    // The moves to look at: some of the options, or any single legal move; nullopt: all options. `options`: the
    // options, where the caller has listed them already.
    std::optional<std::vector<Move>> moves = std::nullopt;
    std::optional<Options> options = std::nullopt;
    bool no_close = false, no_prune = false;  // closes are left out; moves that fall far short are not given up
    std::optional<double> enumerated = std::nullopt;  // all deals are gone through where there are at most so many
    Allowance allowance = kUsualAllowance;
};

// --- what moves are worth ----------------------------------------------------------------------------

// Means that differ by less are the same.
constexpr double kTolerance = 1e-9;

// A number with two limits: what holds it at 95% confidence, or for certain; all the same where it is exact. Which of
// the two it is, Kind says.
struct Interval {
    double value, low, high;

    bool exact() const { return high - low <= kTolerance; }
};

// kEstimate: a mean over deals or over a sample of hands. kLimits: every hand was tried, and best defence lies between
// the limits. kExact: the limits meet. kCertain: a claim, or a declaration that ends the deal.
enum class Kind { kEstimate, kLimits, kExact, kCertain };

// What a move is worth against hidden hands: on average in points, in shares of hands won, or in chances to win the
// match.
struct Bracket {
    Interval guaranteed, double_dummy;
    std::optional<Interval> best = std::nullopt;  // best defence lies between; none where hands were left out

    bool exact() const { return best && best->exact(); }
    // What play that never sees the hand can be sure of, with the limits of the most that it could be sure of.
    Interval interval() const {
        return {guaranteed.value, best ? best->low : guaranteed.low, best ? best->high : double_dummy.high};
    }
};

// A move solved against the hidden hand; `double_dummy` and `guaranteed` have a value for each hand tried.
struct Lead {
    Move move;
    Bracket points, wins;
    std::optional<Bracket> chance;  // where that counts
    Values double_dummy, guaranteed;
    // Of a sample, standard errors in what counts: of what is guaranteed, and of how far it falls short of the best.
    double error = 0, gap = 0;

    const Bracket& criterion() const { return chance ? *chance : points; }
    Kind kind() const {
        if (!points.best) return Kind::kEstimate;
        return points.exact() && criterion().exact() ? Kind::kExact : Kind::kLimits;
    }
};

// What a move is worth for player 0. `gap` is the standard error of its difference to the best move that is not
// certain, compared deal by deal; `error` is that of what was solved in a sample of hands.
struct MoveValue {
    Move move;
    Kind kind = Kind::kEstimate;
    Interval points = {};
    std::optional<Interval> chance = std::nullopt;  // to win the match, where that counts
    int worlds = 0;  // deals or hands it was tried in; 0: certain
    // Where the move was given up: a lower bound on how much it is worse than the best way of playing on; the same in
    // chances.
    std::optional<double> worse = std::nullopt, chance_worse = std::nullopt;
    double gap = 0, error = 0;
    std::shared_ptr<const Lead> solved_lead = nullptr;  // what was solved

    const Interval& criterion() const { return chance ? *chance : points; }
};

}  // namespace bingo
