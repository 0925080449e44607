// A position as plain numbers, checked and made into what the kernel works on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/game.hpp"
#include "core/load.hpp"
#include "core/tiles.hpp"

namespace bingo {

// Fields as in solver/game/position.py; tiles and sets of tiles by tile index, -1 for no tile.
struct Given {
    std::int32_t trump, leader, stage, pending;
    std::int32_t led, won_with;
    std::int32_t hands[2], points[2], tricks[2], declared[2], carried[2];
    std::int32_t shown;
    std::int32_t closed_by, closed_points, closed_tricks;  // by: -1 if nobody closed
    std::int32_t turned, stock_size;
    std::int32_t stock[kBoneyard - 1];  // in drawing order
};

// Makes a root of what is given, and refuses what no position can hold.
class Loader {
  public:
    explicit Loader(const Tables& tables) : tables_(tables) {}

    Root operator()(const Given& g) const {
        Mask out = 0;
        Root root = begin(g, out);
        if (root.stage == kShowStage && has(out, root.won_with))
            throw std::invalid_argument("won_with: expected a tile of the last trick; found one in a hand");
        Node& n = root.node;
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[n.leader]));
        check_sizes(root);
        load_boneyard(root, g, out);
        n.declarable = out & root.deal.trump->doubles & ~spent(g, *root.deal.trump);
        n.count_rest(out, *root.deal.trump, tables_.scoring.last_trick);
        return root;
    }

    // The same where the hand of player 1 is hidden, who may hold any double that was not declared, and of the stock
    // only the size is known: `g` has neither.
    Root seen(const Given& g) const {
        Mask out = 0;
        Root root = begin(g, out);
        Node& n = root.node;
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[0]));
        check_range("hand", n.size, 1, kDealt);
        n.closer = static_cast<std::int8_t>(g.closed_by);
        if (g.closed_by >= 0) {
            n.close(g.closed_by, g.closed_points, g.closed_tricks > 0, tables_.scoring);
        } else if (g.turned >= 0) {
            n.open = 1;
            root.deal.stock_size = kBoneyard - 2 * (g.tricks[0] + g.tricks[1]);
            check_range("tricks", root.deal.stock_size, 2, kBoneyard);
            root.deal.stock[root.deal.stock_size - 1] = number(*root.deal.trump, g.turned);
        }
        n.declarable = root.deal.trump->doubles & ~spent(g, *root.deal.trump);
        n.count_rest(kAllTiles, *root.deal.trump, tables_.scoring.last_trick);
        return root;
    }

    // Ranges of all numbers but the stock.
    void check_numbers(const Given& g) const {
        const int most = tables_.scoring.mode == kPoints ? kMostDifference : kMostPoints;
        check_range("trump", g.trump, 0, kSuits - 1);
        check_range("leader", g.leader, 0, 1);
        check_range("stage", g.stage, kClaimStage, kShowStage);
        check_range("pending", g.pending, 0, kMostPoints);
        check_range("led", g.led, -1, kTiles - 1);
        check_range("won_with", g.won_with, -1, kTiles - 1);
        for (std::size_t p = 0; p < 2; ++p) {
            check_range("hands", g.hands[p], 0, kAllTiles);
            check_range("points", g.points[p], 0, most);
            check_range("tricks", g.tricks[p], 0, kMostTricks);
            check_range("declared", g.declared[p], 0, most);
            check_range("carried", g.carried[p], -kMostCarried, kMostCarried);
        }
        check_range("shown", g.shown, 0, kAllTiles);
        check_range("by", g.closed_by, -1, 1);
        if (g.closed_by < 0) return;
        check_range("points", g.closed_points, 0, 2 * kMostPoints);
        check_range("tricks", g.closed_tricks, 0, kMostTricks);
    }

    static void check_sizes(const Root& root) {
        const Node& n = root.node;
        const int mine = n.size, other = std::popcount(n.hand[1 - n.leader]), least = root.stage == kShowStage ? 0 : 1;
        if (mine != other)
            refuse("hands", "as many tiles on both sides", std::to_string(mine) + " and " + std::to_string(other));
        if (mine < least || mine > kDealt)
            refuse("hands", std::to_string(least) + " to " + std::to_string(kDealt) + " tiles", std::to_string(mine));
    }

  private:
    // All but the boneyard, with the tiles that are out so far.
    Root begin(const Given& g, Mask& out) const {
        check_numbers(g);
        Root root{};
        root.deal.suit = g.trump;
        const Trump& t = *(root.deal.trump = &tables_.trump[at(root.deal.suit)]);
        Node& n = root.node;
        n.leader = static_cast<std::int8_t>(g.leader);
        root.stage = g.stage;
        root.pending = g.pending;
        root.led = number(t, g.led);
        root.won_with = number(t, g.won_with);
        if ((root.stage == kReplyStage) != (root.led >= 0))
            throw std::invalid_argument("led: expected a tile at the stage of replies, and only there");
        if (root.stage == kShowStage && (root.won_with < 0 || !has(t.doubles, root.won_with)))
            throw std::invalid_argument("won_with: expected a double at the stage of showing doubles");
        for (std::size_t p = 0; p < 2; ++p) {
            n.hand[p] = numbers_of({static_cast<Mask>(g.hands[p])}, t);
            const int won = g.tricks[p], shown = g.declared[p];
            if (won) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            if (!won && shown > kMostWaiting) check_range("declared, without a trick", shown, 0, kMostWaiting);
            n.counted[p] = static_cast<std::int16_t>(g.points[p] + (won ? shown : 0));
            n.waiting[p] = static_cast<std::int16_t>(won ? 0 : shown);
            root.deal.carried[p] = g.carried[p];
        }
        add(out, n.hand[0], "hands");
        add(out, n.hand[1], "hands");
        if (root.led >= 0) {  // it stays in the hand until the reply
            add(out, bit(root.led), "led");
            n.hand[n.leader] |= bit(root.led);
        }
        return root;
    }

    // Doubles that may not be declared any more.
    Mask spent(const Given& g, const Trump& t) const {
        return tables_.scoring.redeclare ? 0 : numbers_of({static_cast<Mask>(g.shown)}, t);
    }

    // Card points of one side that the search has room for, of tricks and
    // declared; declared ones that wait for a trick.
    static constexpr int kMostPoints = 1000, kMostWaiting = Key::kMostPoints, kMostCarried = 10000;
    // Where a deal is worth a difference of card points, it has to stay below kInfinity.
    static constexpr int kMostDifference = 250;

    // The kernel number of a tile, -1 for none.
    static int number(const Trump& t, int tile) { return tile < 0 ? -1 : t.number[at(tile)]; }

    // Puts tiles to those that are out, which they may not be yet.
    static void add(Mask& out, Mask tiles, const char* where) {
        if (out & tiles)
            throw std::invalid_argument(std::string(where) + ": expected each tile in one place; found one in two");
        out |= tiles;
    }

    // Stock or closing; adds the tiles still to be drawn to `out`.
    void load_boneyard(Root& root, const Given& g, Mask& out) const {
        Node& n = root.node;
        n.closer = static_cast<std::int8_t>(g.closed_by);
        if (g.closed_by >= 0) {
            n.close(g.closed_by, g.closed_points, g.closed_tricks > 0, tables_.scoring);
            return;
        }
        check_range("turned", g.turned, -1, kTiles - 1);
        if (g.turned < 0) return;
        n.open = 1;
        Deal& deal = root.deal;
        if (g.stock_size < 0 || g.stock_size >= kBoneyard || g.stock_size % 2 == 0)
            refuse("stock", "an odd number of tiles up to " + std::to_string(kBoneyard - 1),
                   std::to_string(g.stock_size));
        for (int i = 0; i < g.stock_size; ++i) {
            check_range("stock", g.stock[i], 0, kTiles - 1);
            deal.stock[deal.stock_size++] = deal.trump->number[at(g.stock[i])];
        }
        deal.stock[deal.stock_size++] = number(*deal.trump, g.turned);
        for (int i = 0; i < deal.stock_size; ++i) add(out, bit(deal.stock[i]), "stock and turned tile");
        if (root.stage == kShowStage && has(out, root.won_with))
            throw std::invalid_argument("won_with: expected a tile of the last trick; found one in the stock");
    }

    const Tables& tables_;
};

}  // namespace bingo
