// What hands and deals weigh, by how the opponent has played.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "estimates/estimates.hpp"
#include "estimates/trials.hpp"
#include "hidden/belief.hpp"

namespace bingo {
namespace {

constexpr Choosing kChoosing{0.5f, 0.1f};        // how the opponent is thought to choose
constexpr double kWeightUnit = 1.0 / (1 << 16);  // of which weights of hands are multiples

std::vector<double> one_on_average(std::vector<double> likely) {
    const double mean = std::accumulate(likely.begin(), likely.end(), 0.0) / static_cast<double>(likely.size());
    if (!(mean > 0)) throw std::invalid_argument("known.tricks: expected play that some hand allows");
    for (double& one : likely) one = in_units(one / mean);
    return likely;
}

}  // namespace

double in_units(double weight) { return std::max(std::nearbyint(weight / kWeightUnit), 1.0) * kWeightUnit; }

bool Estimates::has_inference(const View& view) {
    return view.turned && view.hidden > 0 && std::any_of(view.past.begin(), view.past.end(), [](const PastTrick& t) {
               return t.leader == 1 || t.reply >= 0;
           });
}

std::vector<double> Estimates::likelihoods(const View& view, const std::vector<TileSet>& hands,
                                           const Choosing& choosing, Watch& watch) {
    Root start = first_lead(tables_, view.position.root.deal.suit, 0);
    start.deal.stock_size = 1;
    start.deal.stock[0] = number_of(view.turned.value(), view.trump());
    std::vector<PastTrick> tricks;
    Mask own = view.position.root.node.hand[0];  // with what they have played of it
    Mask later = 0;  // what the opponent has played since nothing is drawn any more
    bool whole = true;
    for (const PastTrick& one : view.past) {
        if (whole) {
            tricks.push_back(one);
            whole = !one.closed && one.reply >= 0;
            if (!whole) tricks.back().reply = -1;
        }
        for (const int player : {0, 1}) {
            const int tile = one.leader == player ? one.led : one.reply;
            if (tile < 0) continue;
            if (player == 0)
                own |= bit(tile);
            else if (!whole)
                later |= bit(tile);
        }
    }
    std::vector<Mask> numbers;
    numbers.reserve(hands.size());
    for (const TileSet hand : hands) numbers.push_back(numbers_of(hand, view.trump()) | later);
    Player& player = worker(0).player;
    const Watched watched(player, watch);
    return bingo::likelihoods(player, choosing, start, own, tricks, numbers);
}

const std::vector<double>& Estimates::weights(const View& view, const std::vector<TileSet>& hands, Watch& watch) {
    const Root& root = view.position.root;
    Weighed asked{root.node.hand[0], root.deal.suit, view.turned, view.past, hands};
    if (asked == weighed_) return weights_;
    weighed_ = {};  // until these are found
    weights_ = one_on_average(likelihoods(view, hands, kChoosing, watch));
    weighed_ = std::move(asked);
    return weights_;
}

}  // namespace bingo
