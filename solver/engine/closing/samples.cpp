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

// The normal interval for a sample without replacement, with two hands added at either end of the span: a few hands
// that all bring the same do not make it certain (Agresti and Coull 1998). Where they have weights, those add up to the
// number of hands of equal weight that would tell as much (Kish 1965).
Interval interval(const Endgame& tried, std::size_t hands, const Values& values, const Interval& range,
                  double optimism) {
    double squared = 0;
    for (const double w : tried.weights) squared += w * w;
    // Weights in units in which they add up to the effective number of hands, to which the four others are added.
    const double unit = tried.total() / squared, n = tried.total() * unit + 4;
    double sum = 2 * (range.low + range.high), squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += tried.weights[i] * unit * values[i];
    const double middle = sum / n;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = tried.weights[i] * unit;
        squares += weight * weight * (values[i] - middle) * (values[i] - middle);
    }
    for (const double end : {range.low, range.high}) squares += 2 * (end - middle) * (end - middle);
    // The share of hands that are not in the sample: without replacement the variance shrinks by as much.
    const double left_out = 1 - static_cast<double>(values.size()) / static_cast<double>(hands);
    const double margin = kStandardErrors * std::sqrt(squares / n / n * left_out);
    const double value = std::max(tried.mean(values) - optimism, range.low);
    return {value, std::max(std::min(middle - margin - optimism, value), range.low),
            std::min(std::max(middle + margin, value), range.high)};
}

}  // namespace

Interval mean_of(const Endgame& tried, std::size_t hands, const Values& values, const Interval& range,
                 const Values* split_half) {
    const double mean = tried.mean(values);
    if (values.size() == hands) return {mean, mean, mean};
    double optimism = 0;
    if (split_half) {
        const double doublings = std::log2(static_cast<double>(hands) / static_cast<double>(values.size()));
        optimism = std::max(0.0, tried.mean(*split_half) - mean) * doublings;
    }
    return interval(tried, hands, values, range, optimism);
}

Interval range_of(const MoveColumns& columns) {
    int least = std::numeric_limits<int>::max(), most = std::numeric_limits<int>::min();
    for (const Values& c : columns.guaranteed) least = std::min(least, *std::min_element(c.begin(), c.end()));
    for (const Values& c : columns.double_dummy) most = std::max(most, *std::max_element(c.begin(), c.end()));
    return {0, static_cast<double>(least), static_cast<double>(most)};
}

Columns split_half_values(LeadSolver& solver, const Endgame& all, const std::vector<TileSet>& shuffled,
                          const std::vector<Move>& moves, const Budget& budget) {
    std::vector<TileSet> ordered = shuffled;
    std::sort(ordered.begin(), ordered.end());
    Columns columns(moves.size(), Values(shuffled.size()));
    const auto middle = shuffled.begin() + static_cast<std::ptrdiff_t>(shuffled.size() / 2);
    double from = 0;
    for (auto [first, last] : {std::pair(shuffled.begin(), middle), std::pair(middle, shuffled.end())}) {
        const Endgame half = all.subset({first, last});
        const Columns taken = solver.guaranteed(half, moves, kSearchWidth, budget.slice(from, from + 0.5));
        from = 0.5;
        for (std::size_t i = 0; i < half.hands.size(); ++i) {
            const auto place = std::lower_bound(ordered.begin(), ordered.end(), half.hands[i]) - ordered.begin();
            for (std::size_t k = 0; k < moves.size(); ++k) columns[k][place] = taken[k][i];
        }
    }
    return columns;
}

// By the same correction as mean_of, put on each hand, so that the errors are those of the corrected means. `left_out`:
// a sample without replacement that holds nearly all hands is nearly certain.
SampleErrors errors_of(const Endgame& tried, std::size_t hands, const MoveColumns& columns) {
    const Columns &sure = columns.guaranteed, &split = columns.split_half;
    const auto size = static_cast<double>(tried.hands.size()), all = static_cast<double>(hands);
    const double left_out = std::sqrt(1 - size / all);
    std::vector<double> doublings;
    for (std::size_t k = 0; k < sure.size(); ++k) {
        const bool adds = tried.mean(split[k]) > tried.mean(sure[k]);
        doublings.push_back(adds ? std::log2(all / size) : 0);
    }
    Tally tally(sure.size());
    Row values(sure.size());
    for (std::size_t i = 0; i < tried.hands.size(); ++i) {
        for (std::size_t k = 0; k < sure.size(); ++k)
            values[k] = sure[k][i] - doublings[k] * (split[k][i] - sure[k][i]);
        tally.add(values, tried.weights[i]);
    }
    const Row means = tally.means();
    const auto best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
    SampleErrors sample{tally.errors(), tally.shortfalls(best).errors};
    for (Row* each : {&sample.errors, &sample.gaps})
        for (double& error : *each) error *= left_out;
    return sample;
}

// A pilot of `pilot` hands is solved to learn the price of a hand, in nodes or in time, and thrown away. Sizes are
// doubled from there, so that a price that is a little off mostly leads to the same sample.
std::size_t sample_size(std::size_t hands, const std::function<std::uint64_t(std::size_t)>& solve,
                        const Allowance& allowed, const Budget& budget, double speed) {
    if (hands <= std::max(allowed.min_hands, allowed.pilot)) return hands;
    const double before = budget.spent();
    std::size_t first = std::min(allowed.pilot, hands);
    auto price = static_cast<double>(solve(first));
    auto most = static_cast<double>(allowed.nodes), most_sampled = static_cast<double>(allowed.sample_nodes);
    if (budget.timed()) {
        price = (budget.spent() - before) / speed;
        most = most_sampled = budget.left();
    }
    const auto cost = [&](std::size_t size) {
        const double times = static_cast<double>(size) / static_cast<double>(first);
        return price * times * std::pow(allowed.growth, std::log2(std::max(times, 1.0)));
    };
    const double guess = cost(hands) / most;
    if (!budget.timed() && guess > 0.5 && guess < 2 && 4 * first < hands) {  // it may be off by half: look closer
        first *= 4;
        price = static_cast<double>(solve(first));
    }
    if (cost(hands) <= most) return hands;
    std::size_t size = first;
    while (2 * size < hands && 2 * cost(2 * size) <= most_sampled)
        size *= 2;  // each half is solved once more by itself
    return size;
}

}  // namespace bingo
