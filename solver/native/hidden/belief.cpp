#include "hidden/belief.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace bingo {
namespace {

constexpr Mask kAll = (Mask{1} << kTiles) - 1;

// A hand of seven with these tiles and more of `others`, the lowest first.
Mask hand_with(Mask tiles, Mask others) {
    for (Mask rest = others & ~tiles; rest && count(tiles) < kDealt; rest &= rest - 1) tiles |= bit(lowest(rest));
    return tiles;
}

}  // namespace

// Hands out of some tiles, each under an index: bit i stands for the i-th of the tiles.
class Belief::Hands {
  public:
    static constexpr int kMostTiles = 20;

    explicit Hands(Mask tiles) {
        for (; tiles; tiles &= tiles - 1) {
            if (size_ == kMostTiles) throw std::invalid_argument("own: expected all tiles of a hand");
            tile_[at(size_++)] = lowest(tiles);
        }
    }

    std::size_t indices() const { return std::size_t{1} << size_; }

    std::uint32_t index(Mask hand) const {
        std::uint32_t found = 0;
        for (int i = 0; i < size_; ++i)
            if (has(hand, tile_[at(i)])) found |= 1U << i;
        return found;
    }

    Mask hand(std::uint32_t index) const {
        Mask found = 0;
        for (; index; index &= index - 1) found |= bit(tile_[at(lowest(index))]);
        return found;
    }

    // Every index of a hand of seven, in ascending order.
    template <class Visit>
    void each(Visit visit) const {
        if (size_ < kDealt) return;
        const std::uint64_t end = std::uint64_t{1} << size_;
        for (std::uint64_t i = (1U << kDealt) - 1; i < end;) {
            visit(static_cast<std::uint32_t>(i));
            const std::uint64_t low = i & (~i + 1), up = i + low;  // the next number with as many bits
            i = up | ((i ^ up) >> 2) / low;
        }
    }

  private:
    std::array<int, kMostTiles> tile_{};
    int size_ = 0;
};

// `root`, if the opponent holds `hand`: the rest of `free` lies face down, the turned tile of `root` below it.
Root Belief::in_world(const Root& root, Mask free, Mask hand) {
    Root world = root;
    world.node.hand[1] = hand;
    world.deal.stock_size = 0;
    for (Mask m = free & ~hand; m; m &= m - 1) world.deal.stock[world.deal.stock_size++] = lowest(m);
    world.deal.stock[world.deal.stock_size++] = root.deal.stock[root.deal.stock_size - 1];
    return world;
}

// Multiplies the chances of hands by how likely the opponent would have done with each what they did; 0 where they did
// not have `used`. `free` are the tiles that may be in their hand.
void Belief::weigh(const Root& root, Mask free, const Move& made, Mask used, const Hands& hands, Chances& chances) {
    hands.each([&](std::uint32_t i) {
        if (chances[i] == 0) return;
        const Mask hand = hands.hand(i);
        if ((hand & used) == used)
            chances[i] *= choosing_.chance(player_.likelihood(in_world(root, free, hand), made, choosing_.temperature),
                                           root.node.size);
        else
            chances[i] = 0;
    });
}

// The chances of hands after the opponent played a tile and drew another, all of those left being equally likely.
Belief::Chances Belief::drawn(int played, const Hands& hands, const Chances& before) {
    Chances chances(before.size(), 0.0);
    const std::uint32_t gone = hands.index(bit(played));
    hands.each([&](std::uint32_t i) {
        if (i & gone) return;
        for (std::uint32_t rest = i; rest; rest &= rest - 1) chances[i] += before[(i ^ (rest & (~rest + 1))) | gone];
    });
    return chances;
}

// Stores a trick, led by the leader of `root`, with all that was declared before and after it; hands are not kept.
void Belief::store(Root& root, const PastTrick& trick, int winner, int pending) {
    player_.enter(root);
    const Game& game = player_.game();
    Node& n = root.node;
    n.hand[at(n.leader)] = bit(trick.led);
    n.hand[at(1 - n.leader)] = bit(trick.reply);
    n = game.played(n, trick.led, trick.reply, winner != n.leader, pending).node;
    int gain = 0, nothing = 0;
    if (trick.shown) game.declare(n, winner, trick.shown, gain, nothing);
}

std::vector<double> Belief::likelihoods(const Root& start, Mask own, const std::vector<PastTrick>& tricks,
                                        const std::vector<Mask>& hands) {
    Root root = start;
    Node& n = root.node;
    const Mask turned = bit(root.deal.stock[root.deal.stock_size - 1]);
    const Hands every(kAll & ~own & ~turned);
    Chances chances(every.indices(), 0.0);
    every.each([&](std::uint32_t i) { chances[i] = 1; });
    Mask played = 0, shown = 0;  // shown: by player 0
    for (const PastTrick& trick : tricks) {
        const bool leads = trick.leader == 1;
        const int mine = leads ? trick.reply : trick.led, theirs = leads ? trick.led : trick.reply;
        const bool wins = trick.reply >= 0 && has(root.deal.trump->beats[0][at(trick.led)], trick.reply);
        const int winner = wins ? 1 - trick.leader : trick.leader;
        n.leader = static_cast<std::int8_t>(trick.leader);
        n.size = kDealt;
        if (!leads) shown |= trick.declared;
        // Of the own hand nothing can be told but what was shown and led: any that has these will do.
        n.hand[0] = hand_with(hand_with(leads ? 0 : bit(mine), shown & own & ~played), own & ~played);
        const Mask free = kAll & ~n.hand[0] & ~played & ~turned, then = winner == 1 ? trick.shown : 0;
        root.stage = kLeadStage;
        if (leads)
            weigh(root, free, {trick.declared, theirs, trick.closed}, trick.declared | bit(theirs) | then, every,
                  chances);
        if (trick.reply < 0) break;
        player_.enter(root);
        int gain = 0, pending = 0;
        if (trick.declared) player_.game().declare(n, trick.leader, trick.declared, gain, pending);
        if (!leads) {
            root.stage = kReplyStage;
            root.led = mine;
            weigh(root, free, {0, theirs}, bit(theirs) | then, every, chances);
            root.led = -1;
        }
        store(root, trick, winner, pending);
        if (winner == 0) shown |= trick.shown;
        played |= bit(trick.led) | bit(trick.reply);
        chances = drawn(theirs, every, chances);
    }
    std::vector<double> found;
    found.reserve(hands.size());
    for (const Mask hand : hands) found.push_back(hand & (own | turned) ? 0 : chances[every.index(hand)]);
    return found;
}

}  // namespace bingo
