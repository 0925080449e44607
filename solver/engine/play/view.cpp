#include "play/view.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "positions/sharing.hpp"

namespace bingo {

double choose(int of, int some) {
    if (some < 0 || some > of) return 0;
    double ways = 1;
    for (int i = 1; i <= some; ++i) ways = ways * (of - some + i) / i;
    return ways;
}

View::View(const Position& seen, const Known& known, const Scoring& scoring)
    : position(seen), hidden(known.hidden), gone(known.gone), turned(known.turned), last_trick(scoring.last_trick) {
    const TileSet led = known.led ? TileSet::of(*known.led) : TileSet{};
    const int tricks = seen.tricks[0] + seen.tricks[1];
    unseen = TileSet::all() - known.hand - gone - led - (turned ? TileSet::of(*turned) : TileSet{});
    held = known.shown - gone - led;
    free = unseen - held;
    unknown_gone = std::max(2 * tricks - gone.size(), 0);
    face_down = open() ? kBoneyard - 1 - 2 * tricks : 0;
    valuable = counting();
}

TileSet View::alike(TileSet tiles) const {
    TileSet same = tiles & valuable, worthless = unseen - valuable;
    for (int spare = (tiles - valuable).size(); spare > 0; --spare, worthless = worthless.rest())
        same |= TileSet::of(worthless.lowest());
    return same;
}

void View::know(TileSet cannot_hold, std::vector<PastTrick> tricks) {
    excluded = cannot_hold & unseen;
    free = unseen - held - excluded;
    past = std::move(tricks);
}

TileSet View::counting() const {
    TileSet counting;
    for (const Tile tile : list_of(unseen))
        if (trump().points[at(number_of(tile, trump()))]) counting |= TileSet::of(tile);
    return counting;
}

bool View::fits(TileSet gone_too, TileSet maybe) const {
    const Trump& t = trump();
    int points[2], tiles[2];
    gone_too |= gone;
    for (const std::size_t p : {0u, 1u}) {
        if (!untold[p]) gone_too -= won[p];
        tiles[p] = untold[p];
        points[p] = untold[p] ? position.points[p] : 0;
    }
    return shared(t, numbers_of(gone_too, t), numbers_of(maybe, t), points, tiles);
}

std::vector<TileSet> View::hands(Watch& watch) const {
    std::vector<TileSet> hands;
    const int missing = hidden - held.size();
    if (missing < 0) return hands;
    const std::vector<Tile> tiles = list_of(free);
    // Sets of up to `missing` tiles, in ascending order as the highest tile comes last; none that no tile is `left`
    // for.
    std::vector<std::vector<TileSet>> sets(static_cast<std::size_t>(missing) + 1);
    sets[0] = {held};
    std::size_t left = tiles.size();
    for (const Tile tile : tiles) {
        --left;
        for (std::size_t n = sets.size() - 1; n > 0 && n + left + 1 >= sets.size(); --n)
            for (const TileSet less : sets[n - 1]) sets[n].push_back(less | TileSet::of(tile));
    }
    hands = std::move(sets.back());
    if (!unknown_gone) return hands;
    std::map<TileSet, bool> known;
    const auto impossible = [&](TileSet hand) {
        watch.check();
        const auto [place, added] = known.try_emplace(alike(hand), false);
        if (added) place->second = fits({}, unseen - place->first);
        return !place->second;
    };
    hands.erase(std::remove_if(hands.begin(), hands.end(), impossible), hands.end());
    return hands;
}

double View::at_most_hands() const { return choose(free.size(), hidden - held.size()); }

Position View::world(TileSet hand, const std::vector<Tile>& stock) const {
    Position p = position;
    Root& r = p.root;
    Node& n = r.node;
    const Trump& t = trump();
    n.hand[1] |= numbers_of(hand, t);
    Mask out = n.hand[0] | n.hand[1];
    if (n.open) {
        for (std::size_t i = 0; i < stock.size(); ++i) r.deal.stock[i] = number_of(stock[i], t);
        for (int i = stock.empty() ? r.deal.stock_size - 1 : 0; i < r.deal.stock_size; ++i) out |= bit(r.deal.stock[i]);
    }
    n.declarable &= out;
    n.count_rest(out, t, last_trick);
    return p;
}

}  // namespace bingo
