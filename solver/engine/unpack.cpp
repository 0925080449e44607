#include "unpack.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/tiles.hpp"
#include "core/turns.hpp"

namespace bingo::engine {
namespace {

Mask bits(std::optional<Tile> tile) { return tile ? Mask{1} << static_cast<int>(*tile) : 0; }
Mask bits_of(const std::optional<TileSet>& tiles) { return tiles.value_or(TileSet{}).bits; }
int index(std::optional<Tile> tile) { return tile ? static_cast<int>(*tile) : -1; }

// Tiles each in one place, and as many of them as the hands and tricks need.
void check_places(const View& v) {
    const Mask aside = bits(v.led) | bits(v.turned), hand = v.hand.bits, gone = v.gone.bits;
    if (std::max({hand, gone, v.excluded.bits, v.declared_doubles[0].bits, v.declared_doubles[1].bits}) > kAllTiles)
        throw std::invalid_argument("view: expected sets of the 28 tiles");
    if ((hand & gone) || (aside & (hand | gone)) || (v.led && v.led == v.turned))
        throw std::invalid_argument("view: expected each tile in one place; found one in two");
    const bool led = v.led.has_value();
    const int size = std::popcount(hand) + (led && v.leader == 0), tricks = v.tricks[0] + v.tricks[1];
    check_range("hand", size, 1, kDealt);
    check_range("hidden", v.hidden, size - (led && v.leader == 1), size - (led && v.leader == 1));
    if (v.closed)
        check_range("tricks", tricks - (kDealt - size), 0, kBoneyard / 2 - 1);
    else if (!v.turned)
        check_range("tricks", tricks, kMostTricks - size, kMostTricks - size);
    else
        check_range("tricks", tricks, 0, kBoneyard / 2 - 1);
    if (!v.closed && v.turned) check_range("hand", size, kDealt, kDealt);
    check_range("gone", std::popcount(gone), 0, std::int64_t{2} * tricks);
    const Mask held = v.declared_doubles[1].bits & ~gone & ~bits(v.led);
    if (held & (hand | bits(v.turned)))
        throw std::invalid_argument("shown: expected doubles of the opponent; found one that lies elsewhere");
    check_range("shown", std::popcount(held), 0, v.hidden);
    for (const std::size_t p : {0u, 1u}) {
        if (!v.won[p]) continue;
        const Mask won = bits_of(v.won[p]);
        if (won & ~gone) throw std::invalid_argument("won: expected tiles in tricks");
        const std::int64_t tiles = std::int64_t{2} * v.tricks[p];
        check_range("won", std::popcount(won), tiles, tiles);
    }
}

// The tricks of a deal up to where the view is: each tile once, none that is still in a hand or turned, and a close
// only where it was.
class History {
  public:
    explicit History(const bingo::View& view)
        : view_(view),
          led_(view.position.root.led),
          left_(~(view.position.root.node.hand[0] | view.position.root.node.hand[1]) & kAllTiles) {
        if (led_ >= 0) left_ |= bit(led_);
        if (view.turned) left_ &= ~bit(number_of(*view.turned, view.trump()));
    }

    std::vector<PastTrick> unpack(const std::vector<Trick>& tricks) {
        const int whole = view_.position.tricks[0] + view_.position.tricks[1];
        const int all = whole + (led_ >= 0), size = view_.position.root.node.size;
        if (!tricks.empty() && static_cast<int>(tricks.size()) != all)
            refuse("history", std::to_string(all) + " tricks, or none", std::to_string(tricks.size()));
        const int close = view_.position.root.node.closer < 0 ? -1 : whole - (kDealt - size);
        std::vector<PastTrick> past;
        for (const Trick& trick : tricks) {
            const auto i = static_cast<int>(past.size());
            check_range("history: a leader", trick.leader, 0, 1);
            PastTrick packed{trick.leader,         tile(trick.led), -1, doubles(trick.declared),
                             doubles(trick.shown), trick.closed};
            if (trick.reply) packed.reply = tile(*trick.reply);
            if (packed.closed != (i == close))
                throw std::invalid_argument("history: expected a close where the position has one");
            if ((packed.reply < 0) != (i == whole))
                throw std::invalid_argument("history: expected a reply to every lead but the one on the table");
            past.push_back(packed);
        }
        if (led_ >= 0 && !past.empty() && past.back().led != led_)
            throw std::invalid_argument("history: expected the tile on the table to be led last");
        return past;
    }

  private:
    int tile(Tile index) {
        const int k = number_of(index, view_.trump());
        if (!has(left_, k))
            throw std::invalid_argument("history: expected each tile once, and none that is in a hand or turned");
        left_ &= ~bit(k);
        return k;
    }

    Mask doubles(TileSet tiles) const {
        if (tiles.bits > kAllTiles) throw std::invalid_argument("history: expected sets of the 28 tiles");
        const Mask packed = numbers_of(tiles, view_.trump());
        if (packed & ~view_.trump().doubles) throw std::invalid_argument("history: expected doubles to be declared");
        return packed;
    }

    const bingo::View& view_;
    int led_;
    Mask left_;  // tiles that may have been played
};

Position with_counts(const Root& root, const Given& g) {
    Position p{root, {}, {}, {}, 0, 0, 0};
    std::copy_n(g.points, 2, p.points);
    std::copy_n(g.tricks, 2, p.tricks);
    std::copy_n(g.declared, 2, p.declared);
    p.shown = numbers_of({static_cast<Mask>(g.shown)}, *root.deal.trump);
    if (g.closed_by >= 0) {
        p.closed_points = g.closed_points;
        p.closed_tricks = g.closed_tricks;
    }
    return p;
}

}  // namespace

Position unpack(const Given& position, const Tables& tables) { return with_counts(Loader(tables)(position), position); }

bingo::View unpack(const View& v, const Tables& tables) {
    Given g{};
    g.trump = v.trump;
    g.leader = v.leader;
    g.stage = v.led ? kReplyStage : kClaimStage;
    g.pending = v.pending;
    g.led = index(v.led);
    g.won_with = -1;
    g.hands[0] = static_cast<std::int32_t>(v.hand.bits);
    for (const std::size_t p : {0u, 1u}) {
        g.points[p] = v.points[p];
        g.tricks[p] = v.tricks[p];
        g.declared[p] = v.declared[p];
        g.carried[p] = v.carried[p];
    }
    const Mask declared = v.declared_doubles[0].bits | v.declared_doubles[1].bits;
    g.shown = static_cast<std::int32_t>(declared & ~v.gone.bits);
    g.closed_by = v.closed ? v.closed->by : -1;
    g.closed_points = v.closed ? v.closed->points : 0;
    g.closed_tricks = v.closed ? v.closed->tricks : 0;
    g.turned = index(v.turned);
    const Loader load(tables);
    load.check_numbers(g);
    check_places(v);
    Position seen = with_counts(load.seen(g), g);
    if (!v.led) next_stage(Game(tables), seen.root, kClaimStage);
    bingo::View view(seen, {v.hand, v.gone, v.declared_doubles[1], v.led, v.turned, v.hidden}, tables.scoring);
    for (const std::size_t p : {0u, 1u}) {
        view.untold[p] = v.won[p] ? 0 : 2 * v.tricks[p];
        view.won[p] = v.won[p].value_or(TileSet{});
    }
    view.know(v.excluded, History(view).unpack(v.history));
    return view;
}

}  // namespace bingo::engine
