#include "estimates/tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bingo {
namespace {

constexpr int kFewestForOwnVariance = 8;
constexpr double kCommonShare = 0.75, kInfinite = std::numeric_limits<double>::infinity();
// Of which means and variances are multiples: two options that bring the same are to be equal, whatever was added
// first.
constexpr double kGrain = 1.0 / (std::int64_t{1} << 40);

double quantize(double number) { return std::nearbyint(number / kGrain) * kGrain; }
double variance_of(double mean_of_squares, double mean) {
    return std::max(quantize(mean_of_squares - mean * mean), 0.0);
}

}  // namespace

Tally::Tally(std::size_t options)
    : deals(options),
      least(kInfinite),
      greatest(-kInfinite),
      size_(options),
      weight_(options * options),
      squared_weight_(options * options),
      sum_(options * options),
      squares_(options * options),
      products_(options * options) {}

void Tally::add(const Row& values, double weight) {
    for (std::size_t i = 0; i < size_; ++i) {
        if (std::isnan(values[i])) continue;
        least = std::min(least, values[i]);
        greatest = std::max(greatest, values[i]);
        ++deals[i];
        for (std::size_t j = 0; j < size_; ++j) {
            if (std::isnan(values[j])) continue;
            weight_[at(i, j)] += weight;
            squared_weight_[at(i, j)] += weight * weight;
            sum_[at(i, j)] += values[i] * weight;
            squares_[at(i, j)] += values[i] * values[i] * weight;
            products_[at(i, j)] += values[i] * weight * values[j];
        }
    }
}

Row Tally::means() const {
    Row means(size_);
    for (std::size_t i = 0; i < size_; ++i)
        means[i] = weight_[at(i, i)] > 0 ? quantize(sum_[at(i, i)] / weight_[at(i, i)]) : -kInfinite;
    return means;
}

Row Tally::errors() const {
    const Row mean = means();
    double squares = 0, weights = 0, sums = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        squares += squares_[at(i, i)];
        weights += weight_[at(i, i)];
        sums += sum_[at(i, i)];
    }
    const double overall = variance_of(squares / weights, sums / weights);
    Row errors(size_);
    for (std::size_t i = 0; i < size_; ++i) {
        const double weight = weight_[at(i, i)];
        double variance = variance_of(squares_[at(i, i)] / weight, mean[i]);
        const double effective = weight * weight / squared_weight_[at(i, i)];
        if (effective < kFewestForOwnVariance) variance = std::max(variance, overall);
        errors[i] = effective > 1 ? std::sqrt(variance / (effective - 1)) : kInfinite;
    }
    return errors;
}

Tally::Shortfalls Tally::shortfalls(std::size_t best) const {
    const Row mean = means(), error = errors();
    Shortfalls shortfalls{Row(size_), Row(size_)};
    for (std::size_t j = 0; j < size_; ++j) {
        const double weight = weight_[at(best, j)];
        const double paired = quantize((sum_[at(best, j)] - sum_[at(j, best)]) / weight);
        const double squares = (squares_[at(best, j)] + squares_[at(j, best)] - 2 * products_[at(best, j)]) / weight;
        const double effective = weight * weight / squared_weight_[at(best, j)];
        const bool enough = effective >= kFewestForOwnVariance || weight >= kCommonShare * weight_[at(best, best)];
        const bool common = weight >= kCommonShare * weight_[at(j, j)] && enough;
        const bool together = effective > 1 && common;
        shortfalls.short_of[j] = together ? paired : mean[best] - mean[j];
        shortfalls.errors[j] =
            together ? std::sqrt(variance_of(squares, paired) / (effective - 1)) : std::hypot(error[j], error[best]);
    }
    return shortfalls;
}

}  // namespace bingo
