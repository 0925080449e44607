// Answers to what every move brings on average.

#include <limits>
#include <optional>
#include <stdexcept>

#include "answers/asked.hpp"
#include "core/load.hpp"

namespace bingo {
namespace {

// Deals where nothing else ends it, and those that can be asked for one by one.
constexpr int kMostEstimated = 65'536, kMostDealt = 1'000'000;

}  // namespace

std::string Answerer::estimated(Asked& asked) {
    const View view = asked.view();
    Estimates& estimates = *asked.rules->estimates;
    const Playing& playing = asked.rules->exact->playing();
    const Position at_lead = Playing::at_lead(view.position);
    const bool reply = at_lead.root.stage == kReplyStage, mine = at_lead.mover() == 0;
    EstimateMembers members =
        read_estimate(asked.request, mine ? playing.legal(at_lead) : std::vector<Move>{}, reply, view.trump());
    EstimateRequest& request = members.request;
    const bool timed = members.seconds < std::numeric_limits<double>::infinity();
    request.worlds = asked.worlds || timed ? asked.worlds : kMostEstimated;
    request.seed = asked.seed;
    request.objective = asked.goal;
    if (!members.only.empty()) request.only = &members.only;
    const Effort effort{asked.threads, *asked.watch, asked.progress, Effort::Clock::now(), members.seconds};
    return estimates(view, request, effort).whole(view.trump());
}

// Hands as masks of tile indices, and what lies face down in each deal, in drawing order; where no number of deals is
// asked for, every hand.
std::string Answerer::dealt(const Asked& asked) {
    const View view = asked.view();
    const std::vector<Mask> hands = view.hands(*asked.watch);
    std::vector<std::string> drawn, stocks;
    if (!asked.worlds) {
        for (const Mask hand : hands) drawn.push_back(written(static_cast<std::int64_t>(hand)));
        return Members().add("hands", listed(drawn)).object();
    }
    if (hands.empty()) throw std::invalid_argument("expected a hand that the opponent can hold; found none");
    check_range("worlds", asked.worlds, 1, kMostDealt);
    Chance rng(asked.seed);
    for (const PossibleDeal& deal :
         PossibleDeals(view, hands, *asked.watch).draw(static_cast<std::size_t>(asked.worlds), rng)) {
        drawn.push_back(written(static_cast<std::int64_t>(deal.hand)));
        std::vector<std::string> stock;
        stock.reserve(deal.stock.size());
        for (const int tile : deal.stock) stock.push_back(written(tile));
        stocks.push_back(listed(stock));
    }
    return Members().add("hands", listed(drawn)).add("stocks", listed(stocks)).object();
}

std::string Answerer::weighed(Asked& asked) {
    const View view = asked.view();
    const std::vector<Mask> hands = view.hands(*asked.watch);
    if (hands.empty()) return no_hand();
    std::vector<double> counted(hands.size(), 1.0);
    const std::optional<Choosing> choosing = read_choosing(asked.request);
    if (Estimates::told(view))
        counted = choosing ? asked.rules->estimates->likelihoods(view, hands, *choosing, *asked.watch)
                           : asked.rules->estimates->weights(view, hands, *asked.watch);
    std::vector<std::string> weights;
    weights.reserve(counted.size());
    for (const double weight : counted) weights.push_back(written(weight));
    return Members().add("weights", listed(weights)).object();
}

}  // namespace bingo
