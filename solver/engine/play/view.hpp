// What one player knows, and which hands the opponent may hold. Mirrors solver/game/information.py and
// solver/analysis/worlds.py.
#pragma once

#include <optional>
#include <vector>

#include "core/tiles.hpp"
#include "hidden/belief.hpp"
#include "play/playing.hpp"

namespace bingo {

struct View {
    Position position;  // player 1 holds no more than the tile on the table; of the stock only the size is known
    int hidden;         // how many tiles the opponent holds
    TileSet unseen, free, held;  // free: unseen tiles of which nothing is known; held: shown by the opponent
    int unknown_gone;         // how many tiles in tricks nobody wrote down
    int face_down;            // how many tiles are still to be drawn, the turned one left out
    TileSet gone;             // known to lie in tricks
    std::optional<Tile> turned;  // none: it was drawn, or is not known
    int untold[2] = {};            // tiles in the tricks of each player, where they are not all known
    TileSet won[2] = {};           // those tiles where they are
    TileSet valuable;              // unseen tiles that count card points; the others are alike
    int last_trick;           // card points for the last trick

    // Where tiles are that player 0 knows of: `shown` are doubles that player 1 has declared.
    struct Known {
        TileSet hand, gone, shown;
        std::optional<Tile> led, turned;
        int hidden = 0;
    };
    // `seen`: player 1 holds the tile on the table alone.
    View(const Position& seen, const Known& known, const Scoring& scoring);

    // Where play is known in order: unseen tiles that the opponent cannot hold, and all tricks (in kernel numbers).
    // Without it there are none.
    void know(TileSet cannot_hold, std::vector<PastTrick> tricks);
    TileSet excluded;
    std::vector<PastTrick> past;

    const Trump& trump() const { return *position.root.deal.trump; }
    bool open() const { return position.root.node.open != 0; }

    // Every hand that the opponent may hold, in ascending order; and how many there are at most.
    std::vector<TileSet> hands(Watch& watch) const;
    double at_most_hands() const;
    // These unseen tiles, but the lowest of those that count nothing: what is the same of all sets that are alike.
    TileSet alike(TileSet tiles) const;
    // Whether the tricks can hold these unseen tiles and the card points written down.
    bool fits(TileSet gone_too, TileSet maybe) const;

    // The position, if the opponent holds `hand` and the face-down tiles are `stock` in drawing order. Without a stock
    // the position is good for what follows a close only.
    Position world(TileSet hand, const std::vector<Tile>& stock = {}) const;

  private:
    TileSet counting() const;
};

// How many ways there are to choose so many of so many; 0 where there are too few.
double choose(int of, int some);

}  // namespace bingo
