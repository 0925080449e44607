// All moves of one decision against the hidden hand: how many hands, their values, strategies, limits, and errors where
// it was a sample. Everything goes by hands in one random order from the seed (`shuffled`), of which the sample is the
// first part; within an Endgame they stand in ascending order.

#include "closing/leads.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/rng.hpp"

namespace bingo {
namespace {

constexpr int kTableBits = 16, kOpenTableBits = 18;  // tables of bounds: small ones that stay in cache
// Shares of the work for the progress that is shown: double-dummy values, then strategies.
constexpr double kValuesShare = 0.1, kStrategiesShare = 0.5;
// With a time limit the price of a hand is learnt from so few hands at first, and from ever more as long as there is
// time.
constexpr std::size_t kTimedPilotHands = 16;
constexpr double kTimedGrowth = 1.2;

// Leaves each tile with the declaration that has the best mean value, the larger one of equal ones. Strategies cost far
// more than values, so they are made for these moves only.
void best_declarations(const Endgame& endgame, std::vector<Move>& moves, Columns& values) {
    const auto merit = [&](std::size_t k) { return std::pair(endgame.mean(values[k]), count(moves[k].declare)); };
    std::vector<std::size_t> best_indices;  // indices of moves, one for each tile
    for (std::size_t k = 0; k < moves.size(); ++k) {
        const auto same_tile =
            std::ranges::find(best_indices, moves[k].tile, [&](std::size_t b) { return moves[b].tile; });
        if (same_tile == best_indices.end())
            best_indices.push_back(k);
        else if (merit(k) > merit(*same_tile))
            *same_tile = k;
    }
    std::vector<Move> best_moves;
    Columns columns;
    for (const std::size_t k : best_indices) {
        best_moves.push_back(moves[k]);
        columns.push_back(std::move(values[k]));
    }
    moves = std::move(best_moves);
    values = std::move(columns);
}

// Where the opponent may claim first nothing brings more than that leaves.
void cap_values(Columns& columns, int cap) {
    for (Values& column : columns)
        for (int& value : column) value = std::min(value, cap);
}

Interval to_win_chances(const Interval& utility) {
    constexpr double kMaxUtility = Objective::kMaxUtility;
    return {utility.value / kMaxUtility, utility.low / kMaxUtility, utility.high / kMaxUtility};
}

// Values, then strategies, and with a sample the strategies of its halves.
MoveColumns solve_columns(LeadSolver& solver, const Endgame& endgame, const Endgame& sample,
                          const std::vector<TileSet>& shuffled, const std::vector<Move>& candidates, int cap,
                          const Budget& budget) {
    MoveColumns columns{candidates, solver.double_dummy(sample, candidates, budget.slice(0, kValuesShare)), {}, {}};
    best_declarations(sample, columns.moves, columns.double_dummy);
    const bool is_exhaustive = sample.hands.size() == endgame.hands.size();
    const double sample_share = kValuesShare + (is_exhaustive ? 1 : 0.5) * (1 - kValuesShare);
    columns.guaranteed =
        solver.guaranteed(sample, columns.moves, kSearchWidth, budget.slice(kValuesShare, sample_share));
    columns.split_half =
        is_exhaustive ? columns.guaranteed
                      : split_half_values(solver, endgame, shuffled, columns.moves, budget.slice(sample_share, 1));
    for (Columns* values : {&columns.double_dummy, &columns.guaranteed, &columns.split_half}) cap_values(*values, cap);
    return columns;
}

// What the hands not tried may bring after each move; no more than `cap`.
std::vector<Span> move_spans(const Tables& tables, const Position& root, const MoveColumns& columns, int cap) {
    const Game game(tables, root.deal);
    std::vector<Span> spans;
    for (const Move& move : columns.moves) {
        spans.push_back(span_after(game, root, move, span_of(columns)));
        spans.back().high = std::min<double>(spans.back().high, cap);
    }
    return spans;
}

// In which hands each move wins, in place of what it brings.
MoveColumns as_wins(MoveColumns columns) {
    for (Columns* values : {&columns.double_dummy, &columns.guaranteed, &columns.split_half})
        for (Values& column : *values) column = wins_of(column);
    return columns;
}

// A bracket for each move; `limits` where every hand was tried.
std::vector<Bracket> brackets(const Endgame& sample, std::size_t hands, const MoveColumns& columns,
                              const std::vector<Span>& spans, const std::vector<Interval>& limits) {
    std::vector<Bracket> result;
    for (std::size_t k = 0; k < columns.moves.size(); ++k) {
        result.push_back({mean_of(sample, hands, columns.guaranteed[k], spans[k], &columns.split_half[k]),
                          mean_of(sample, hands, columns.double_dummy[k], spans[k], nullptr)});
        if (!limits.empty()) result.back().best = limits[k];
    }
    return result;
}

}  // namespace

bool is_better_lead(const Lead& a, const Lead& b) {
    const auto merit = [](const Lead& lead) {
        const Bracket& bracket = lead.criterion();
        return std::tuple(bracket.guaranteed.value, bracket.double_dummy.value, lead.points.guaranteed.value,
                          lead.points.double_dummy.value);
    };
    return merit(a) > merit(b);
}

// With the score of a match all is solved twice, for the match and for game points, of the same moves: answers name
// both.
Leads solve_leads(const Tables& tables, const Endgame& endgame, const std::vector<Move>& candidates, int cap,
                  const Request& request, const Budget& budget) {
    const Objective* const match = request.objective;
    const auto with_objective = [match](Endgame copy) {
        copy.root.deal.objective = match;
        return copy;
    };
    std::vector<TileSet> shuffled = endgame.hands;
    Rng rng(request.seed);
    rng.shuffle(shuffled.data(), shuffled.size());
    Allowance allowance = request.allowance;
    if (budget.is_timed()) allowance = {allowance.nodes, allowance.sample_nodes, kTimedPilotHands, kTimedGrowth, 0};
    if (tables.scoring.target_rule == kPoints || tables.scoring.target_rule == kEachScores)
        allowance.nodes -= allowance.nodes / 4;  // each takes longer than where a claim or the first at the target wins
    // All is solved twice then, and limits are looked for on chances too.
    if (match)
        allowance = {allowance.nodes / 3, allowance.sample_nodes / 2, allowance.pilot_size, allowance.cost_growth,
                     allowance.min_hands};
    const double threads = std::min<double>(budget.threads, static_cast<double>(candidates.size()));
    // What the hands cost on one thread, with tables of its own: the same number of nodes whatever was asked before.
    const auto solve_pilot = [&](std::size_t size) {
        const Endgame pilot = endgame.subset({shuffled.begin(), shuffled.begin() + static_cast<std::ptrdiff_t>(size)});
        LeadSolver solver(tables, kTableBits, kOpenTableBits);
        const Budget single_thread{1, budget.watch};
        std::vector<Move> moves = candidates;
        Columns values = solver.double_dummy(pilot, moves, single_thread);
        best_declarations(pilot, moves, values);
        solver.guaranteed(pilot, moves, kSearchWidth, single_thread);
        return solver.nodes();
    };
    const double speedup = std::max(1.0, 0.8 * threads) / (match ? 2 : 1);
    shuffled.resize(request.hands ? std::min(request.hands, shuffled.size())
                                  : sample_size(shuffled.size(), solve_pilot, allowance, budget, speedup));
    Leads result{endgame.hands.size(), endgame.subset(shuffled), {}};
    const Endgame& sample = result.sample;
    const bool is_exhaustive = result.exhaustive(), capped = cap < kInfinity;
    LeadSolver solver(tables, kTableBits, kOpenTableBits);
    // With the score of a match, what is declared goes by it; points are then those of the same moves.
    const double each_share = match ? 0.5 : 1, start = kValuesShare + kStrategiesShare;
    std::vector<Move> moves = candidates;
    MoveColumns match_columns;
    if (match) {
        match_columns = solve_columns(solver, with_objective(endgame), with_objective(sample), shuffled, moves,
                                      capped ? match->utility_of(cap) : kInfinity, budget.slice(0, each_share * start));
        moves = match_columns.moves;
    }
    MoveColumns columns = solve_columns(solver, endgame, sample, shuffled, moves, cap,
                                        budget.slice(match ? each_share * start : 0, start));
    // The limits get a share of the progress bar, and of what time is left.
    const auto slice = [&](double from, double to, double share_of_left) {
        return budget.slice(from, to, std::max(budget.seconds_left() * share_of_left, 1e-3));
    };
    const double middle = match ? (1 + start) / 2 : 1;
    Limits point_limits, chance_limits;
    LeadSolver* const limit_solver = capped || !request.narrow ? nullptr : &solver;
    if (is_exhaustive) {
        point_limits = find_limits(sample, columns, limit_solver, true, slice(start, middle, each_share));
        if (match)
            chance_limits =
                find_limits(with_objective(sample), match_columns, limit_solver, false, slice(middle, 1, 1));
    }
    const auto bracket = [&](const Endgame& subset, const MoveColumns& move_columns, int move_cap,
                             const std::vector<Interval>& known_limits) {
        return brackets(subset, result.hands, move_columns, move_spans(tables, subset.root, move_columns, move_cap),
                        known_limits);
    };
    const std::vector<Bracket> points = bracket(sample, columns, cap, point_limits.points),
                               wins = brackets(sample, result.hands, as_wins(columns),
                                               {columns.moves.size(), Span{0, 1, 0}}, point_limits.wins);
    for (std::size_t k = 0; k < columns.moves.size(); ++k)
        result.leads.push_back(
            {columns.moves[k], points[k], wins[k], {}, columns.double_dummy[k], columns.guaranteed[k]});
    if (match) {
        const std::vector<Bracket> utility = bracket(with_objective(sample), match_columns,
                                                     capped ? match->utility_of(cap) : kInfinity, chance_limits.points);
        for (std::size_t k = 0; k < utility.size(); ++k) {
            const auto& [guaranteed, double_dummy, best] = utility[k];
            const auto best_chances = best ? std::optional(to_win_chances(*best)) : std::nullopt;
            result.leads[k].chance = Bracket{to_win_chances(guaranteed), to_win_chances(double_dummy), best_chances};
        }
    }
    if (!is_exhaustive) {
        // Errors are in what counts: chances where there is a match.
        const SampleErrors errors = errors_of(sample, result.hands, match ? match_columns : columns);
        const double unit = match ? 1.0 / Objective::kMaxUtility : 1.0;
        for (std::size_t k = 0; k < result.leads.size(); ++k) {
            result.leads[k].error = unit * errors.value_errors[k];
            result.leads[k].gap = unit * errors.gap_errors[k];
        }
    }
    std::ranges::stable_sort(result.leads, is_better_lead);
    return result;
}

Lead lead_of_one_value(const Move& move, int value, const Leads& leads, const Objective* objective) {
    const auto constant_bracket = [](double v) { return Bracket{{v, v, v}, {v, v, v}, Interval{v, v, v}}; };
    const Values values(leads.sample.hands.size(), value);
    Lead lead{move, constant_bracket(value), constant_bracket(value > 0), {}, values, values};
    if (objective) lead.chance = constant_bracket(objective->win_chance(value));
    return lead;
}

}  // namespace bingo
