#include "estimates/both_hands.hpp"

#include <bit>

namespace bingo {

BothHands::BothHands(const View& view, const std::vector<Mask>& hands)
    : view_(view), hands_(hands), mine_(view), barred_(view.past.empty() ? view.barred : 0) {
    const Trump& t = view.trump();
    const Root& root = view.position.root;
    const Mask led = root.led >= 0 ? bit(root.led) : 0;
    Mask barred = 0;  // tiles that you cannot hold
    bool open = true;
    int tricks = 0;
    for (const PastTrick& trick : view.past) {
        open = open && !trick.closed && tricks++ < kBoneyard / 2;
        if (!open && trick.reply >= 0)
            (trick.leader == 0 ? barred_ : barred) |= tile_indices(cannot_hold(t, trick.led, trick.reply), t);
    }
    const Mask hand = tile_indices(root.node.hand[0] & ~led, t);
    mine_.hidden = std::popcount(hand);
    mine_.held = tile_indices(view.position.shown & ~led, t) & hand;
    mine_.free = (view.unseen | hand) & ~barred & ~mine_.held & ~view.held;
    mine_.unknown_gone = 0;
}

double BothHands::count() const { return mine_.at_most_hands() * static_cast<double>(hands_.size()); }

std::vector<HiddenDeal> BothHands::every(Watch& watch) const {
    const Trump& t = view_.trump();
    std::vector<HiddenDeal> found;
    for (const Mask hand : mine_.hands()) {
        watch.check();
        for (const Mask other : view_.holding(hand, barred_).hands())
            found.push_back({{tile_numbers(hand, t), tile_numbers(other, t)}, 1});
    }
    return found;
}

Root BothHands::root() const {
    Root root = view_.world(hands_.front()).root;
    root.node.declarable = view_.position.root.node.declarable;
    return root;
}

BothHands::Fewer BothHands::fewer(int tiles, std::size_t size, Chance& rng) const {
    const Trump& t = view_.trump();
    const int gone = this->tiles() - tiles, mine = mine_.hidden - gone, other = view_.hidden - gone;
    std::vector<int> pool = tiles_of(tile_numbers(view_.unseen, t) | view_.position.root.node.hand[0]);
    if (view_.position.root.led >= 0) std::erase(pool, view_.position.root.led);
    const int left = static_cast<int>(pool.size()) - 2 * gone;
    Fewer found{root(), {}, choose(left, mine) * choose(left - mine, other)};
    found.root.node.size = static_cast<std::int8_t>(found.root.node.size - gone);
    while (found.deals.size() < size) {
        rng.shuffle(pool.data(), pool.size());
        HiddenDeal deal{{}, 1};
        for (int i = 0; i < mine + other; ++i) deal.hands[i < mine ? 0 : 1] |= bit(pool[at(i)]);
        found.deals.push_back(deal);
    }
    return found;
}

}  // namespace bingo
