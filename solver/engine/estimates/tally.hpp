// Means of options over deals, and how sure one may be that one is better than another.
#pragma once

#include <cstddef>
#include <vector>

namespace bingo {

constexpr double kStandardErrors = 1.96;  // on either side of a mean: 95%

// Rows of numbers, one an option or one a deal.
using Row = std::vector<double>;

// Sums over deals from which means, variances and those of differences follow. A difference of two options is estimated
// deal by deal where both were tried, as the luck of a deal that both share then cancels: far fewer deals tell them
// apart (common random numbers). Deals have weights; "effective" is the number of equal ones that would tell as much.
class Tally {
  public:
    explicit Tally(std::size_t options);

    // Values of the options in one deal, NaN where one was not tried, and how much the deal counts.
    void add(const Row& values, double weight);

    // By option. A mean of nothing is -infinity; an error is the standard error of a mean, infinite for one deal.
    Row means() const;
    Row errors() const;
    // How much each option falls short of a given one on average, and the standard error of that.
    struct Shortfalls {
        Row means, errors;
    };
    Shortfalls shortfalls(std::size_t best) const;

    std::vector<int> deals;  // in which each option was tried
    double lowest, highest;

  private:
    // Of the deals in which both options of a pair were tried, by what the first brought: means and variances of
    // differences come from these.
    struct Sums {
        double weight = 0, squared_weight = 0, sum = 0, squares = 0, products = 0;
    };
    const Sums& sums_of(std::size_t option, std::size_t other) const { return pairs_[option * size_ + other]; }

    std::size_t size_;
    std::vector<Sums> pairs_;
};

}  // namespace bingo
