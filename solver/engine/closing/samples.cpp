// A sample of hands: how large it may be, what means over it say of all hands, and how far they may be off.
//
// Double-dummy values are values of single hands, so their mean is an ordinary sample mean. What a strategy takes is
// not: it was made for the hands of the sample, and would do worse against hands it was not made for. By how much is
// learnt by splitting the sample: strategies made for either half take more in sum, and what that adds (optimism, in
// the words of model selection) is assumed again for each doubling up to all hands.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "closing/leads.hpp"

namespace bingo {
namespace {

// The normal interval for a sample without replacement, with two hands added at either end of what a hand can bring: a
// few hands that all bring the same do not make it certain (Agresti and Coull 1998). Where they have weights, those add
// up to the number of hands of equal weight that would tell as much (Kish 1965).
Interval interval(const Endgame& sample, std::size_t hands, const Values& values, const Span& span, double optimism) {
    double squared_weights = 0;
    for (const double weight : sample.weights) squared_weights += weight * weight;
    // Weights in units in which they add up to the effective number of hands, to which the four others are added.
    const double unit = sample.total_weight() / squared_weights, n = sample.total_weight() * unit + 4;
    double sum = 2 * (span.low + span.high), squared_errors = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += sample.weights[i] * unit * values[i];
    const double middle = sum / n;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = sample.weights[i] * unit;
        squared_errors += weight * weight * (values[i] - middle) * (values[i] - middle);
    }
    for (const double end : {span.low, span.high}) squared_errors += 2 * (end - middle) * (end - middle);
    // The share of hands that are not in the sample: without replacement the variance shrinks by as much.
    const double unseen_share = 1 - static_cast<double>(values.size()) / static_cast<double>(hands);
    const double margin = kStandardErrors * std::sqrt(squared_errors / n / n * unseen_share);
    const double value = std::max(sample.mean(values) - optimism, span.least_in_sample);
    return {value, std::max(std::min(middle - margin - optimism, value), span.low),
            std::min(std::max(middle + margin, value), span.high)};
}

// The most game points that a player can get from here on, whatever player 1 holds.
int most_game_points(const Game& game, const State& node, int player) {
    const Trump& trump = game.trump();
    const Mask doubles = node.hand[0] & trump.doubles, held_pair = node.hand[0] & trump.capture_pair;
    const bool declares_seven = game.may_declare_seven(node) && doubles == (player == 0 ? trump.doubles : 0);
    return game.most_game_points(node, player, declares_seven, held_pair & (player == 0 ? trump.bingo : ~trump.bingo));
}

}  // namespace

Interval mean_of(const Endgame& sample, std::size_t hands, const Values& values, const Span& span,
                 const Values* split_half) {
    const double mean = sample.mean(values);
    if (values.size() == hands) return {mean, mean, mean};
    double optimism = 0;
    if (split_half) {
        const double doublings = std::log2(static_cast<double>(hands) / static_cast<double>(values.size()));
        optimism = std::max(0.0, sample.mean(*split_half) - mean) * doublings;
    }
    return interval(sample, hands, values, span, optimism);
}

Span span_of(const MoveColumns& columns) {
    int low = std::numeric_limits<int>::max(), high = std::numeric_limits<int>::min();
    for (const Values& column : columns.guaranteed) low = std::min(low, std::ranges::min(column));
    for (const Values& column : columns.double_dummy) high = std::max(high, std::ranges::max(column));
    return {static_cast<double>(low), static_cast<double>(high), static_cast<double>(low)};
}

// A utility counts from the start of the deal, a difference of game points from here. Where the opponent is to move
// nothing has happened yet.
Span span_after(const Game& game, const Position& root, const Move& move, Span sample_span) {
    const MoveResult result = root.to_move() == 0 ? do_move(game, root, move) : MoveResult{root};
    if (result.is_over || game.scoring().target_rule == kPoints) return sample_span;
    const State& node = result.position.node;
    const double value = game.scored_utility(root.node) + result.gain;
    return {value - game.gain(node, 1, most_game_points(game, node, 1)),
            value + game.gain(node, 0, most_game_points(game, node, 0)), sample_span.least_in_sample};
}

Columns split_half_values(LeadSolver& solver, const Endgame& endgame, const std::vector<TileSet>& shuffled,
                          const std::vector<Move>& moves, const Budget& budget) {
    std::vector<TileSet> sorted = shuffled;
    std::ranges::sort(sorted);
    Columns columns(moves.size(), Values(shuffled.size()));
    const auto middle = shuffled.begin() + static_cast<std::ptrdiff_t>(shuffled.size() / 2);
    double start = 0;
    for (auto [first, last] : {std::pair(shuffled.begin(), middle), std::pair(middle, shuffled.end())}) {
        const Endgame half = endgame.subset({first, last});
        const Columns values = solver.guaranteed(half, moves, kSearchWidth, budget.slice(start, start + 0.5));
        start = 0.5;
        for (std::size_t i = 0; i < half.hands.size(); ++i) {
            const auto hand_index = std::lower_bound(sorted.begin(), sorted.end(), half.hands[i]) - sorted.begin();
            for (std::size_t k = 0; k < moves.size(); ++k) columns[k][hand_index] = values[k][i];
        }
    }
    return columns;
}

// By the same correction as mean_of, put on each hand, so that the errors are those of the corrected means.
// `unseen_share`: a sample without replacement that holds nearly all hands is nearly certain.
SampleErrors errors_of(const Endgame& sample, std::size_t hands, const MoveColumns& columns) {
    const Columns &guaranteed = columns.guaranteed, &split_half = columns.split_half;
    const auto size = static_cast<double>(sample.hands.size()), hand_count = static_cast<double>(hands);
    const double unseen_share = std::sqrt(1 - size / hand_count);
    std::vector<double> doublings;
    for (std::size_t k = 0; k < guaranteed.size(); ++k) {
        const bool is_optimistic = sample.mean(split_half[k]) > sample.mean(guaranteed[k]);
        doublings.push_back(is_optimistic ? std::log2(hand_count / size) : 0);
    }
    Tally tally(guaranteed.size());
    Row values(guaranteed.size());
    for (std::size_t i = 0; i < sample.hands.size(); ++i) {
        for (std::size_t k = 0; k < guaranteed.size(); ++k)
            values[k] = guaranteed[k][i] - doublings[k] * (split_half[k][i] - guaranteed[k][i]);
        tally.add(values, sample.weights[i]);
    }
    const Row means = tally.means();
    const auto best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
    SampleErrors result{tally.errors(), tally.shortfalls(best).errors};
    for (Row* row : {&result.value_errors, &result.gap_errors})
        for (double& error : *row) error *= unseen_share;
    return result;
}

// A pilot of `pilot_size` hands is solved to learn the price of a hand, in nodes or in time, and thrown away. Sizes are
// doubled from there, so that a price that is a little off mostly leads to the same sample.
std::size_t sample_size(std::size_t hands, const std::function<std::uint64_t(std::size_t)>& solve_pilot,
                        const Allowance& allowance, const Budget& budget, double speedup) {
    if (hands <= std::max(allowance.min_hands, allowance.pilot_size)) return hands;
    const double start = budget.seconds_spent();
    std::size_t pilot_size = std::min(allowance.pilot_size, hands);
    auto pilot_cost = static_cast<double>(solve_pilot(pilot_size));
    auto max_cost = static_cast<double>(allowance.nodes), max_sample_cost = static_cast<double>(allowance.sample_nodes);
    if (budget.is_timed()) {
        pilot_cost = (budget.seconds_spent() - start) / speedup;
        max_cost = max_sample_cost = budget.seconds_left();
    }
    const auto cost = [&](std::size_t size) {
        const double size_ratio = static_cast<double>(size) / static_cast<double>(pilot_size);
        return pilot_cost * size_ratio * std::pow(allowance.cost_growth, std::log2(std::max(size_ratio, 1.0)));
    };
    const double ratio = cost(hands) / max_cost;
    if (!budget.is_timed() && ratio > 0.5 && ratio < 2 && 4 * pilot_size < hands) {  // it may be off: look closer
        pilot_size *= 4;
        pilot_cost = static_cast<double>(solve_pilot(pilot_size));
    }
    if (cost(hands) <= max_cost) return hands;
    std::size_t size = pilot_size;
    while (2 * size < hands && 2 * cost(2 * size) <= max_sample_cost)
        size *= 2;  // each half is solved once more by itself
    return size;
}

}  // namespace bingo
