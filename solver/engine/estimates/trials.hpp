// The moves of one decision tried in deals.
#pragma once

#include <cstddef>
#include <vector>

#include "estimates/estimates.hpp"

namespace bingo {

class Estimates::Trials {
  public:
    // `deal`: any that fits what is known.
    Trials(Estimates& estimates, const View& view, const EstimateRequest& request, const Effort& effort);

    // What each of these moves brings in each deal: a row a deal. Throws Stopped.
    std::vector<Row> operator()(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals);

    // How likely the opponent would have led what lies on the table.
    double likelihood(const PossibleDeal& deal);

  private:
    Root world(const Player& player, const PossibleDeal& deal) const;
    Position position(const PossibleDeal& deal) const;
    template <class Work>
    void share(std::size_t size, Work work);
    std::vector<Row> played_out(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals);
    std::vector<Row> solved(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals);

    Estimates& estimates_;
    const View& view_;
    const EstimateRequest& request_;
    const Effort& effort_;
    Root root_;  // before the lead or reply, with the objective
};

}  // namespace bingo
