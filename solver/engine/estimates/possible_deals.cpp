#include "estimates/possible_deals.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace bingo {
namespace {

// Draws before all sets of face-down tiles are listed instead, where most do not fit the card points.
constexpr int kMostTries = 200;

}  // namespace

bool PossibleDeals::fits(Mask gone) {
    watch_.check();
    const auto [place, added] = known_.try_emplace(view_.alike(gone), false);
    if (added) place->second = view_.fits(place->first, 0);
    return place->second;
}

// Every set of face-down tiles out of those left, so that the tricks hold their card points.
std::vector<Mask> PossibleDeals::stocks(Mask left) {
    if (!view_.face_down) return {left};  // what is not held was gone before, or lies where nobody draws it
    std::vector<Mask> found;
    const auto choose = [&](const auto& self, Mask chosen, Mask rest) -> void {
        if (std::popcount(chosen) == view_.face_down) {
            if (!view_.unknown_gone || fits(left & ~chosen)) found.push_back(chosen);
            return;
        }
        for (; rest; rest &= rest - 1) self(self, chosen | bit(lowest(rest)), rest & (rest - 1));
    };
    choose(choose, 0, left);
    return found;
}

std::vector<PossibleDeal> PossibleDeals::every() {
    std::vector<PossibleDeal> found;
    for (const Mask hand : hands_)
        for (const Mask stock : stocks(view_.unseen & ~hand)) {
            std::vector<int> order = view_.face_down ? tiles_of(stock) : std::vector<int>{};
            do found.push_back({hand, order});
            while (std::next_permutation(order.begin(), order.end()));
        }
    return found;
}

// One that leaves tiles for the tricks.
PossibleDeal PossibleDeals::fitting(Chance& rng) {
    const Mask hand = hands_[at(rng.below(static_cast<int>(hands_.size())))], left = view_.unseen & ~hand;
    const auto down = static_cast<std::size_t>(view_.face_down);
    if (!down) return {hand, {}};
    std::vector<int> order = tiles_of(left);
    for (int tries = 0; tries < kMostTries; ++tries) {
        rng.shuffle(order.data(), order.size());
        Mask gone = 0;
        for (std::size_t k = down; k < order.size(); ++k) gone |= bit(order[k]);
        if (!fits(gone)) continue;
        order.resize(down);
        return {hand, order};
    }
    const std::vector<Mask> fit = stocks(left);
    order = tiles_of(fit[at(rng.below(static_cast<int>(fit.size())))]);
    rng.shuffle(order.data(), order.size());
    return {hand, order};
}

std::vector<PossibleDeal> PossibleDeals::draw(std::size_t size, Chance& rng) {
    std::vector<PossibleDeal> found;
    found.reserve(size);
    if (view_.unknown_gone) {
        while (found.size() < size) found.push_back(fitting(rng));
        return found;
    }
    const auto down = static_cast<std::size_t>(view_.face_down);
    const std::vector<int> free = tiles_of(view_.free), barred = tiles_of(view_.barred);
    const auto missing = static_cast<std::ptrdiff_t>(view_.hidden - std::popcount(view_.held));
    for (std::size_t i = 0; i < size; ++i) {
        std::vector<int> order = free;
        rng.shuffle(order.data(), order.size());
        PossibleDeal deal{view_.held, {order.begin() + missing, order.end()}};
        for (auto tile = order.begin(); tile < order.begin() + missing; ++tile) deal.hand |= bit(*tile);
        deal.stock.insert(deal.stock.end(), barred.begin(), barred.end());
        found.push_back(std::move(deal));
    }
    for (PossibleDeal& deal : found) {  // those that the opponent cannot hold lie anywhere among the others
        if (!barred.empty()) rng.shuffle(deal.stock.data(), deal.stock.size());
        deal.stock.resize(down);
    }
    return found;
}

}  // namespace bingo
