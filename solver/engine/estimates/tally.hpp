// Means of options over deals, and how sure one may be that one is better than another.
#pragma once

#include <cstddef>
#include <vector>

namespace bingo {

constexpr double kStandardErrors = 1.96;  // on either side of a mean: 95%

// Rows of numbers, one an option or one a deal.
using Row = std::vector<double>;

class Tally {
  public:
    explicit Tally(std::size_t options);

    // Values of the options in one deal, NaN where one was not tried, and how much the deal counts.
    void add(const Row& values, double weight);

    Row means() const;
    Row errors() const;
    // How much each option falls short of a given one on average, and the standard error of that.
    struct Shortfalls {
        Row short_of, errors;
    };
    Shortfalls shortfalls(std::size_t best) const;

    std::vector<int> deals;  // in which each option was tried
    double least, greatest;

  private:
    // Of the deals in which both options of a pair were tried, by what the first brought: means and variances of
    // differences come from these.
    struct Sums {
        double weight = 0, squared_weight = 0, sum = 0, squares = 0, products = 0;
    };
    const Sums& of(std::size_t option, std::size_t other) const { return pairs_[option * size_ + other]; }

    std::size_t size_;
    std::vector<Sums> pairs_;
};

}  // namespace bingo
