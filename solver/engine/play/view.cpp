#include "play/view.hpp"

#include <algorithm>
#include <bit>
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
    const Mask led = tile_set(known.led);
    const int tricks = seen.tricks[0] + seen.tricks[1];
    unseen = kAllTiles & ~known.hand & ~gone & ~led & ~tile_set(turned);
    held = known.shown & ~gone & ~led;
    free = unseen & ~held;
    unknown_gone = std::max(2 * tricks - std::popcount(gone), 0);
    face_down = open() ? kBoneyard - 1 - 2 * tricks : 0;
    valuable = counting();
}

Mask View::alike(Mask tiles) const {
    Mask found = tiles & valuable, worthless = unseen & ~valuable;
    for (int spare = std::popcount(tiles & ~valuable); spare > 0; --spare, worthless &= worthless - 1)
        found |= bit(lowest(worthless));
    return found;
}

void View::know(Mask cannot_hold, std::vector<PastTrick> tricks) {
    barred = cannot_hold & unseen;
    free = unseen & ~held & ~barred;
    past = std::move(tricks);
}

Mask View::counting() const {
    Mask found = 0;
    for (Mask m = unseen; m; m &= m - 1)
        if (trump().points[at(trump().number[at(lowest(m))])]) found |= bit(lowest(m));
    return found;
}

bool View::fits(Mask gone_too, Mask maybe) const {
    const Trump& t = trump();
    int points[2], tiles[2];
    gone_too |= gone;
    for (const std::size_t p : {0u, 1u}) {
        if (!untold[p]) gone_too &= ~won[p];
        tiles[p] = untold[p];
        points[p] = untold[p] ? position.points[p] : 0;
    }
    return shared(t, tile_numbers(gone_too, t), tile_numbers(maybe, t), points, tiles);
}

std::vector<Mask> View::hands(Watch& watch) const {
    std::vector<Mask> found;
    const int missing = hidden - std::popcount(held);
    if (missing < 0) return found;
    std::vector<Mask> tiles;
    for (Mask m = free; m; m &= m - 1) tiles.push_back(m & (~m + 1));
    // Sets of up to `missing` tiles, in ascending order as the highest tile comes last; none that no tile is `left`
    // for.
    std::vector<std::vector<Mask>> sets(static_cast<std::size_t>(missing) + 1);
    sets[0] = {held};
    std::size_t left = tiles.size();
    for (const Mask tile : tiles) {
        --left;
        for (std::size_t n = sets.size() - 1; n > 0 && n + left + 1 >= sets.size(); --n)
            for (const Mask less : sets[n - 1]) sets[n].push_back(less | tile);
    }
    found = std::move(sets.back());
    if (!unknown_gone) return found;
    std::map<Mask, bool> known;
    const auto impossible = [&](Mask hand) {
        watch.check();
        const auto [place, added] = known.try_emplace(alike(hand), false);
        if (added) place->second = fits(0, unseen & ~place->first);
        return !place->second;
    };
    found.erase(std::remove_if(found.begin(), found.end(), impossible), found.end());
    return found;
}

double View::at_most_hands() const { return choose(std::popcount(free), hidden - std::popcount(held)); }

Position View::world(Mask hand, const std::vector<int>& stock) const {
    Position p = position;
    Root& r = p.root;
    Node& n = r.node;
    const Trump& t = trump();
    n.hand[1] |= tile_numbers(hand, t);
    Mask out = n.hand[0] | n.hand[1];
    if (n.open) {
        for (std::size_t i = 0; i < stock.size(); ++i) r.deal.stock[i] = t.number[at(stock[i])];
        for (int i = stock.empty() ? r.deal.stock_size - 1 : 0; i < r.deal.stock_size; ++i) out |= bit(r.deal.stock[i]);
    }
    n.declarable &= out;
    n.count_rest(out, t, last_trick);
    return p;
}

}  // namespace bingo
