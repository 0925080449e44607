// Means and standard errors of options over weighted deals. With weights w the mean is sum(w x) / sum(w), and the
// effective number of deals n is sum(w)^2 / sum(w^2) (Kish 1965); a variance over n deals, divided by n - 1, is the
// square of a standard error.

#include "estimates/tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bingo {
namespace {

// With fewer effective deals than this a variance may be small by chance, so that of all options together is the least
// that is believed.
constexpr int kMinOwnDeals = 8;
// A difference is taken deal by deal where the deals in common have this share of the option's weight, and are enough
// by themselves or have this share of the best one's weight, too.
constexpr double kCommonShare = 0.75, kInfinite = std::numeric_limits<double>::infinity();
// Of which means and variances are multiples: two options that bring the same in every deal are to be equal, whatever
// was added first, and to differ by exactly 0.
constexpr double kQuantum = 1.0 / (std::int64_t{1} << 40);

double quantize(double number) { return std::nearbyint(number / kQuantum) * kQuantum; }
double variance_of(double mean_of_squares, double mean) {
    return std::max(quantize(mean_of_squares - mean * mean), 0.0);
}

}  // namespace

Tally::Tally(std::size_t options)
    : deals(options), lowest(kInfinite), highest(-kInfinite), size_(options), pairs_(options * options) {}

// All pairs of options: a deal costs the square of their number, which is little beside playing it out.
void Tally::add(const Row& values, double weight) {
    for (std::size_t i = 0; i < size_; ++i) {
        if (std::isnan(values[i])) continue;
        lowest = std::min(lowest, values[i]);
        highest = std::max(highest, values[i]);
        ++deals[i];
        for (std::size_t j = 0; j < size_; ++j) {
            if (std::isnan(values[j])) continue;
            Sums& pair_sums = pairs_[i * size_ + j];
            pair_sums.weight += weight;
            pair_sums.squared_weight += weight * weight;
            pair_sums.sum += values[i] * weight;
            pair_sums.squares += values[i] * values[i] * weight;
            pair_sums.products += values[i] * weight * values[j];
        }
    }
}

Row Tally::means() const {
    Row means(size_);
    for (std::size_t i = 0; i < size_; ++i)
        means[i] = sums_of(i, i).weight > 0 ? quantize(sums_of(i, i).sum / sums_of(i, i).weight) : -kInfinite;
    return means;
}

// By the variance of each option by itself; with few deals by that of all values of all options, where that is more.
Row Tally::errors() const {
    const Row mean = means();
    double squares = 0, weights = 0, sums = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        squares += sums_of(i, i).squares;
        weights += sums_of(i, i).weight;
        sums += sums_of(i, i).sum;
    }
    const double pooled_variance = variance_of(squares / weights, sums / weights);
    Row errors(size_);
    for (std::size_t i = 0; i < size_; ++i) {
        const double weight = sums_of(i, i).weight;
        double variance = variance_of(sums_of(i, i).squares / weight, mean[i]);
        const double effective = weight * weight / sums_of(i, i).squared_weight;
        if (effective < kMinOwnDeals) variance = std::max(variance, pooled_variance);
        errors[i] = effective > 1 ? std::sqrt(variance / (effective - 1)) : kInfinite;
    }
    return errors;
}

// Paired where deals in common tell enough; else the difference of two means, with the errors of both added up.
Tally::Shortfalls Tally::shortfalls(std::size_t best) const {
    const Row mean = means(), error = errors();
    Shortfalls shortfalls{Row(size_), Row(size_)};
    for (std::size_t j = 0; j < size_; ++j) {
        const Sums &best_sums = sums_of(best, j), &option_sums = sums_of(j, best);
        const double weight = best_sums.weight;
        const double difference = quantize((best_sums.sum - option_sums.sum) / weight);
        const double squares = (best_sums.squares + option_sums.squares - 2 * best_sums.products) / weight;
        const double effective = weight * weight / best_sums.squared_weight;
        const bool has_own_variance = effective >= kMinOwnDeals || weight >= kCommonShare * sums_of(best, best).weight;
        const bool shares_deals = weight >= kCommonShare * sums_of(j, j).weight && has_own_variance;
        const bool is_paired = effective > 1 && shares_deals;
        shortfalls.means[j] = is_paired ? difference : mean[best] - mean[j];
        shortfalls.errors[j] = is_paired ? std::sqrt(variance_of(squares, difference) / (effective - 1))
                                         : std::hypot(error[j], error[best]);
    }
    return shortfalls;
}

}  // namespace bingo
