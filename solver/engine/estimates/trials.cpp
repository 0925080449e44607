// Moves tried in deals, and what hands and deals weigh by how the opponent has played. Deals are handed to threads one
// by one; each writes a row of its own, so rows do not depend on which thread tried which deal.
//
// Weights are likelihoods scaled to a mean of 1 and rounded to multiples of 2^-16. Sums of them are then exact, and
// equal in whatever order they are added up; no hand weighs nothing, as even an unlikely play can be made.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "estimates/estimates.hpp"

namespace bingo {
namespace {

constexpr float kLeadTemperature = 0.25f;       // how sharply deals are weighed by what the opponent led
constexpr ChoiceModel kChoiceModel{0.5f, 0.1f};  // how the opponent is thought to choose
constexpr double kWeightUnit = 1.0 / (1 << 16);  // of which weights of hands are multiples

// The same ratios, with a mean of 1, so that weighted sums stay comparable with counts of deals.
std::vector<double> scale_to_mean_one(std::vector<double> weights) {
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    if (!(mean > 0)) throw std::invalid_argument("known.tricks: expected play that some hand allows");
    for (double& weight : weights) weight = quantize_weight(weight / mean);
    return weights;
}

// A deal before the lead or reply.
Position world_of(const View& view, const PossibleDeal& deal, const Objective* objective) {
    Position root = at_lead(view.world(deal.hand, deal.stock));
    root.deal.objective = objective;
    return root;
}

}  // namespace

double quantize_weight(double weight) { return std::max(std::nearbyint(weight / kWeightUnit), 1.0) * kWeightUnit; }

double Estimator::lead_likelihood(const View& view, const PossibleDeal& deal) {
    Position root = world_of(view, deal, nullptr);  // where that was still in their hand
    const Move lead{0, std::exchange(root.led, -1)};
    root.stage = kLeadStage;
    return static_cast<double>(solvers_[0].player.likelihood(root, lead, kLeadTemperature));
}

// Rollouts, or exact values: of double-dummy deals, and of all once nothing is drawn any more. Values are game points,
// or chances with an objective. A rollout is corrected by what a closer in it could not have known
// (Player::blind_correction).
std::vector<Row> Estimator::trials(const View& view, const Request& request, const std::vector<Move>& moves,
                                   const std::vector<PossibleDeal>& deals, const Budget& budget) {
    const Objective* const objective = request.objective;
    const double unit = objective ? Objective::kMaxUtility : 1;
    std::vector<Row> rows(deals.size(), Row(moves.size()));
    const auto play_out = [&](Solvers& solvers, std::size_t i) {
        const Position root = world_of(view, deals[i], objective);
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const int points = solvers.player.play_out(root, moves[k]);
            rows[i][k] = (points + solvers.player.blind_correction()) / unit;
        }
    };
    // A complete deal takes so long that its moves are shared out.
    const std::size_t items_per_deal = view.open() ? moves.size() : 1, moves_per_item = view.open() ? 1 : moves.size();
    const auto solve = [&](Solvers& solvers, std::size_t item) {
        ExactSolver& exact = solvers.exact;
        const std::size_t i = item / items_per_deal;
        const Position decision = world_of(view, deals[i], objective);
        for (std::size_t k = item % items_per_deal * moves_per_item, end = k + moves_per_item; k < end; ++k)
            rows[i][k] = (moves[k] == kWaitMove ? exact.value(decision) : exact.value_of(decision, moves[k])) / unit;
    };
    const bool completed =
        view.open() && request.method == Method::kRollout
            ? parallel_for(deals.size(), budget.threads, budget.watch, solvers_, play_out)
            : parallel_for(deals.size() * items_per_deal, budget.threads, budget.watch, solvers_, solve);
    if (!completed) throw Stopped{};
    return rows;
}

// --- weights -----------------------------------------------------------------------------------------

bool Estimator::has_inference(const View& view) {
    const auto shows_opponent = [](const PastTrick& trick) { return trick.leader == 1 || trick.reply >= 0; };
    return view.position.turned >= 0 && view.hidden > 0 && std::ranges::any_of(view.past_tricks, shows_opponent);
}

// The forward algorithm (hidden/belief.cpp) runs over the tricks up to the close, if there was one. What the opponent
// played from then on (`later_tiles`) was in their hand at that time, so it is added to each hand that is asked about;
// how they chose it is not weighed.
std::vector<double> Estimator::likelihoods(const View& view, const std::vector<TileSet>& hands,
                                           const ChoiceModel& opponent_model, Watch& watch) {
    Position deal_start = first_lead(tables_, view.root.deal.suit, 0);
    deal_start.deal.stock_size = 1;
    deal_start.deal.stock[0] = view.trump_tables().number_of_tile[view.position.turned];
    std::vector<PastTrick> tricks;
    Mask own_tiles = view.root.node.hand[0];  // with what they have played of it
    Mask later_tiles = 0;                     // what the opponent has played since nothing is drawn any more
    bool still_drawing = true;
    for (const PastTrick& trick : view.past_tricks) {
        if (still_drawing) {
            tricks.push_back(trick);
            still_drawing = !trick.closed && trick.reply >= 0;
            if (!still_drawing) tricks.back().reply = -1;
        }
        own_tiles |= bit_of(trick.tile_of(0));
        if (!still_drawing) later_tiles |= bit_of(trick.tile_of(1));
    }
    std::vector<Mask> numbers;
    numbers.reserve(hands.size());
    for (const TileSet hand : hands) numbers.push_back(numbers_of(hand, view.trump_tables()) | later_tiles);
    Player& player = solvers_[0].player;
    const WatchScope watched(player, watch);
    return bingo::likelihoods(player, opponent_model, deal_start, own_tiles, tricks, numbers);
}

// The last weights are kept: closing and playing on, choosing and comparing ask for the same.
const std::vector<double>& Estimator::weights(const View& view, const std::vector<TileSet>& hands, Watch& watch) {
    std::tuple key(view.root.node.hand[0], view.root.deal.suit, view.position.turned, view.past_tricks, hands);
    if (key == weights_key_) return weights_;
    weights_key_ = {};  // until these are known
    weights_ = scale_to_mean_one(likelihoods(view, hands, kChoiceModel, watch));
    weights_key_ = std::move(key);
    return weights_;
}

}  // namespace bingo
