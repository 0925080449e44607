// What one player knows, and which hands the opponent may hold. Mirrors solver/game/information.py and
// solver/analysis/worlds.py.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/monitor.hpp"
#include "core/rng.hpp"
#include "core/unpack.hpp"

namespace bingo {

// A trick as both saw it, in order: its leader may have closed (`closed`) and declared (`declared`, before the lead);
// the winner may have shown other doubles after it (`shown`).
struct Trick {
    int leader = 0;
    int led = 0, reply = 0;  // by tile index; reply -1: it is still to be played
    TileSet declared, shown;
    bool closed = false;
};

// What player 0 knows, as Python says it.
struct InformationSet {
    PackedPosition position;                    // without the other hand and the stock
    int hidden;                                 // tiles that player 1 holds
    TileSet gone;                               // known to lie in tricks
    std::array<TileSet, 2> declared_doubles;    // by each, also those played since
    std::array<std::optional<TileSet>, 2> won;  // tiles in the tricks of each, where all are known
    TileSet seen, excluded;  // unseen tiles that player 1 holds, as was seen; that they cannot hold, by their replies
    std::vector<Trick> history;  // all tricks from the first lead, or none: what hands are weighted by
};

// A trick in kernel numbers; `reply` -1: it is still to be played.
struct PastTrick {
    int leader, led, reply;
    Mask declared, shown;
    bool closed;

    int tile_of(int player) const { return player == leader ? led : reply; }
    bool operator==(const PastTrick&) const = default;
};

// The same, made into what is searched. Player 0 is who knows it, player 1 the opponent whose hand is hidden. A `world`
// is one way the hidden tiles can lie.
struct View : InformationSet {
    Position root{};  // player 1 holds no more than the tile on the table; of the stock only the size is known
    TileSet unseen;  // tiles that player 0 does not see
    TileSet shown, unknown;  // of these what player 1 holds for certain, and what may lie anywhere
    int unknown_gone;  // how many tiles in tricks nobody wrote down
    int face_down;  // how many tiles are still to be drawn, the turned one left out
    TileSet valuable;  // unseen tiles that count card points; the others are alike
    int last_trick_points;  // card points for the last trick
    std::vector<PastTrick> past_tricks;  // where play is known in order, all tricks

    // Throws std::invalid_argument where the numbers cannot be a view: a tile in two places, hands and tricks that do
    // not add up. Whether play can have led there is not asked; Python checks that.
    View(const InformationSet& information, const Tables& tables);

    const Trump& trump_tables() const { return *root.deal.trump; }
    bool open() const { return root.node.open != 0; }

    // Every hand that the opponent may hold, in ascending order; and how many there are at most.
    std::vector<TileSet> hands(Watch& watch) const;
    double max_hands() const;
    // These unseen tiles, but the lowest of those that count nothing: what is the same of all sets that are alike.
    TileSet representative_of(TileSet tiles) const;
    // Whether the tricks can hold these unseen tiles and the card points written down.
    bool can_fill_tricks(TileSet in_tricks, TileSet optional) const;

    // The position, if the opponent holds `hand` and the face-down tiles are `stock` in drawing order. Without a stock
    // the position is good for what follows a close only.
    Position world(TileSet hand, const std::vector<Tile>& stock = {}) const;
};

// Whether the tricks of both sides can hold these card points, so many tiles each: all of `required` lie in tricks,
// some of `optional` can.
bool can_share_tiles(const Trump& trump, Mask required, Mask optional, const int (&points)[2], const int (&tiles)[2]);

// --- deals that fit a view: all of them, or some drawn at random (deals.cpp) ----------------------------

// What is hidden: the opponent's hand, and the face-down tiles in drawing order.
struct PossibleDeal {
    TileSet hand;
    std::vector<Tile> stock;
};

// Deals made of the hands that the opponent may hold and of what may lie face down then. The turned tile is drawn last.
class PossibleDeals {
  public:
    // `watch` may end any of the calls below.
    PossibleDeals(const View& view, const std::vector<TileSet>& hands, Watch& watch)
        : view_(view), hands_(hands), watch_(watch) {}

    std::vector<PossibleDeal> list_all();
    // Each uniform in the hand and then in what lies face down.
    std::vector<PossibleDeal> draw_deals(std::size_t deal_count, Rng& rng);

  private:
    PossibleDeal draw_fitting(Rng& rng);
    std::vector<TileSet> stocks(TileSet unplaced);
    bool can_fill_tricks(TileSet gone);

    const View& view_;
    const std::vector<TileSet>& hands_;
    Watch& watch_;
    std::map<TileSet, bool> can_fill_cache_;  // whether the tricks that nobody wrote down can hold these tiles
};

}  // namespace bingo
