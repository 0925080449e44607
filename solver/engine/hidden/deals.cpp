// Deals that fit a view. Each hand is as likely as any other here; how likely the opponent would have played as they
// did with it is a weight put on the deal later (belief.cpp), and so is not mixed with chance.

#include <algorithm>
#include <utility>

#include "hidden/view.hpp"

namespace bingo {
namespace {

// Random stocks tried before we give up rejecting and list all stocks that fit the card points.
constexpr int kDealTries = 200;

}  // namespace

bool PossibleDeals::can_fill_tricks(TileSet gone) {
    watch_.check();
    const auto [entry, added] = can_fill_cache_.try_emplace(view_.representative_of(gone), false);
    if (added) entry->second = view_.can_fill_tricks(entry->first, {});
    return entry->second;
}

// Every set of face-down tiles out of those left (`unplaced`: unseen, and not in the hand), so that the tricks hold
// their card points with the rest.
std::vector<TileSet> PossibleDeals::stocks(TileSet unplaced) {
    if (!view_.face_down) return {unplaced};  // what is not held was gone before, or lies where nobody draws it
    std::vector<TileSet> stocks;
    const auto add_stocks = [&](const auto& self, TileSet chosen, TileSet untried) -> void {
        if (chosen.size() == view_.face_down) {
            if (!view_.unknown_gone || can_fill_tricks(unplaced - chosen)) stocks.push_back(chosen);
            return;
        }
        for (; untried; untried = untried.without_lowest())
            self(self, chosen | TileSet::of(untried.lowest()), untried.without_lowest());
    };
    add_stocks(add_stocks, {}, unplaced);
    return stocks;
}

std::vector<PossibleDeal> PossibleDeals::list_all() {
    std::vector<PossibleDeal> deals;
    for (const TileSet hand : hands_)
        for (const TileSet stock : stocks(view_.unseen - hand)) {
            std::vector<Tile> order = view_.face_down ? list_of(stock) : std::vector<Tile>{};
            do deals.push_back({hand, order});
            while (std::next_permutation(order.begin(), order.end()));
        }
    return deals;
}

// A deal that leaves tiles for the tricks: a hand, and then a stock by rejection, so that each stock that fits is
// equally likely. Where nearly none fits, after kDealTries, the fitting sets are listed and one is drawn of these.
PossibleDeal PossibleDeals::draw_fitting(Rng& rng) {
    const TileSet hand = hands_[rng.range(static_cast<int>(hands_.size()))], unplaced = view_.unseen - hand;
    const auto face_down = static_cast<std::size_t>(view_.face_down);
    if (!face_down) return {hand, {}};
    std::vector<Tile> order = list_of(unplaced);
    for (int tries = 0; tries < kDealTries; ++tries) {
        rng.shuffle(order.data(), order.size());
        TileSet gone;
        for (std::size_t k = face_down; k < order.size(); ++k) gone |= TileSet::of(order[k]);
        if (!can_fill_tricks(gone)) continue;
        order.resize(face_down);
        return {hand, order};
    }
    const std::vector<TileSet> fitting_stocks = stocks(unplaced);
    order = list_of(fitting_stocks[rng.range(static_cast<int>(fitting_stocks.size()))]);
    rng.shuffle(order.data(), order.size());
    return {hand, order};
}

// Where all tiles in tricks are known, every way to deal out the unknown tiles fits, and one shuffle makes a hand and a
// stock. Excluded tiles can only lie in the stock, so that is shuffled once more with them.
std::vector<PossibleDeal> PossibleDeals::draw_deals(std::size_t deal_count, Rng& rng) {
    std::vector<PossibleDeal> deals;
    deals.reserve(deal_count);
    if (view_.unknown_gone) {
        while (deals.size() < deal_count) deals.push_back(draw_fitting(rng));
        return deals;
    }
    const auto face_down = static_cast<std::size_t>(view_.face_down);
    const std::vector<Tile> unknown = list_of(view_.unknown), excluded = list_of(view_.excluded);
    const auto missing_count = static_cast<std::ptrdiff_t>(view_.hidden - view_.shown.size());
    for (std::size_t i = 0; i < deal_count; ++i) {
        std::vector<Tile> order = unknown;
        rng.shuffle(order.data(), order.size());
        PossibleDeal deal{view_.shown, {order.begin() + missing_count, order.end()}};
        for (auto tile = order.begin(); tile < order.begin() + missing_count; ++tile) deal.hand |= TileSet::of(*tile);
        deal.stock.insert(deal.stock.end(), excluded.begin(), excluded.end());
        deals.push_back(std::move(deal));
    }
    for (PossibleDeal& deal : deals) {  // those that the opponent cannot hold lie anywhere among the others
        if (!excluded.empty()) rng.shuffle(deal.stock.data(), deal.stock.size());
        deal.stock.resize(face_down);
    }
    return deals;
}

}  // namespace bingo
