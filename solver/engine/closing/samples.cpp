#include "closing/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "estimates/effort.hpp"

namespace bingo {
namespace {

// The normal interval for a sample without replacement, with two hands added at either end of the span: a few hands
// that all bring the same do not make it certain (Agresti and Coull 1998). Where they have weights, those add up to the
// number of hands of equal weight that would tell as much (Kish 1965).
Interval interval(const Endgame& tried, std::size_t hands, const Values& values, double least, double most,
                  double too_much) {
    double squared = 0;
    for (const double w : tried.weights) squared += w * w;
    const double unit = tried.total() / squared, n = tried.total() * unit + 4;
    double sum = 2 * (least + most), squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += tried.weights[i] * unit * values[i];
    const double middle = sum / n;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = tried.weights[i] * unit;
        squares += weight * weight * (values[i] - middle) * (values[i] - middle);
    }
    for (const double end : {least, most}) squares += 2 * (end - middle) * (end - middle);
    const double left_out = 1 - static_cast<double>(values.size()) / static_cast<double>(hands);
    const double margin = kStandardErrors * std::sqrt(squares / n / n * left_out);
    const double value = std::max(tried.mean(values) - too_much, least);
    return {value, std::max(std::min(middle - margin - too_much, value), least),
            std::min(std::max(middle + margin, value), most)};
}

}  // namespace

Mean mean_of(const Endgame& tried, std::size_t hands, const Values& values, const Span& span, const Values* halves) {
    const Values wins = won(values);
    if (values.size() == hands) {
        const double value = tried.mean(values), share = tried.mean(wins);
        return {{value, value, value}, {share, share, share}};
    }
    double points = 0, shares = 0;
    if (halves) {
        const double doublings = std::log2(static_cast<double>(hands) / static_cast<double>(values.size()));
        points = std::max(0.0, tried.mean(*halves) - tried.mean(values)) * doublings;
        shares = std::max(0.0, tried.mean(won(*halves)) - tried.mean(wins)) * doublings;
    }
    return {interval(tried, hands, values, span.least, span.most, points), interval(tried, hands, wins, 0, 1, shares)};
}

Span span_of(const Columns& sure, const Columns& seen) {
    int least = std::numeric_limits<int>::max(), most = std::numeric_limits<int>::min();
    for (const Values& column : sure) least = std::min(least, *std::min_element(column.begin(), column.end()));
    for (const Values& column : seen) most = std::max(most, *std::max_element(column.begin(), column.end()));
    return {static_cast<double>(least), static_cast<double>(most)};
}

Columns halves(LeadSolver& solver, const Endgame& all, const std::vector<TileSet>& mixed,
               const std::vector<Move>& moves, const Effort& effort) {
    std::vector<TileSet> ordered = mixed;
    std::sort(ordered.begin(), ordered.end());
    Columns found(moves.size(), Values(mixed.size()));
    const auto middle = mixed.begin() + static_cast<std::ptrdiff_t>(mixed.size() / 2);
    double from = 0;
    for (auto [first, last] : {std::pair(mixed.begin(), middle), std::pair(middle, mixed.end())}) {
        std::vector<TileSet> half(first, last);
        std::sort(half.begin(), half.end());
        const Columns taken = solver.guaranteed(all.of(half), moves, kSearchWidth, effort.part(from, from + 0.5));
        from = 0.5;
        for (std::size_t i = 0; i < half.size(); ++i) {
            const auto place = std::lower_bound(ordered.begin(), ordered.end(), half[i]) - ordered.begin();
            for (std::size_t k = 0; k < moves.size(); ++k) found[k][static_cast<std::size_t>(place)] = taken[k][i];
        }
    }
    return found;
}

SampleErrors errors_of(const Endgame& tried, std::size_t hands, const Columns& sure, const Columns& halved) {
    const auto size = static_cast<double>(tried.hands.size()), all = static_cast<double>(hands);
    const double left_out = std::sqrt(1 - size / all);
    std::vector<double> doublings;
    for (std::size_t k = 0; k < sure.size(); ++k) {
        const bool adds = tried.mean(halved[k]) > tried.mean(sure[k]);
        doublings.push_back(adds ? std::log2(all / size) : 0);
    }
    Tally tally(sure.size());
    Row values(sure.size());
    for (std::size_t i = 0; i < tried.hands.size(); ++i) {
        for (std::size_t k = 0; k < sure.size(); ++k)
            values[k] = sure[k][i] - doublings[k] * (halved[k][i] - sure[k][i]);
        tally.add(values, tried.weights[i]);
    }
    const Row means = tally.means();
    const auto best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
    SampleErrors found{tally.errors(), tally.shortfalls(best).errors};
    for (Row* each : {&found.errors, &found.gaps})
        for (double& error : *each) error *= left_out;
    return found;
}

std::size_t sample_size(std::size_t hands, const std::function<std::uint64_t(std::size_t)>& solve,
                        const Allowance& allowed, const Effort& effort, double speed) {
    if (hands <= std::max(allowed.few, allowed.pilot)) return hands;
    const double before = effort.spent();
    const std::size_t first = std::min(allowed.pilot, hands);
    auto price = static_cast<double>(solve(first));
    auto most = static_cast<double>(allowed.nodes), most_sampled = static_cast<double>(allowed.sample_nodes);
    if (effort.timed()) {
        price = (effort.spent() - before) / speed;
        most = most_sampled = effort.left();
    }
    const auto cost = [&](std::size_t size) {
        const double times = static_cast<double>(size) / static_cast<double>(first);
        return price * times * std::pow(allowed.growth, std::log2(std::max(times, 1.0)));
    };
    if (cost(hands) <= most) return hands;
    std::size_t size = first;
    while (2 * size < hands && 2 * cost(2 * size) <= most_sampled)
        size *= 2;  // each half is solved once more by itself
    return size;
}

}  // namespace bingo
