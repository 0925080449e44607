// What a player knows, checked, and the hands that fit it. A hand fits if it holds all tiles that player 1 has shown,
// none that are excluded, and leaves for the tricks that nobody wrote down tiles which make up the card points known of
// them. Whether player 1 would have played so is not asked here (belief.cpp).

#include "hidden/view.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <string>

#include "core/moves.hpp"

namespace bingo {
namespace {

// --- what comes in -----------------------------------------------------------------------------------

// Tiles each in one place, and as many of them as the hands and tricks need. That each number is in its range has been
// checked; that they fit each other is checked here, as later code counts on it.
void check_places(const InformationSet& information) {
    const PackedPosition& packed = information.position;
    const Mask on_table = bit_of(packed.led) | bit_of(packed.turned), hand = static_cast<Mask>(packed.hands[0]),
               gone = information.gone.bits;
    const Mask declared = information.declared_doubles[0].bits | information.declared_doubles[1].bits;
    const bool led = packed.led >= 0, is_closed = packed.closed_by >= 0, has_turned = packed.turned >= 0;
    if ((hand | gone | information.excluded.bits | information.seen.bits | declared) > kAllTiles)
        throw std::invalid_argument("view: expected sets of the 28 tiles");
    if ((hand & gone) || (on_table & (hand | gone)) || (led && packed.led == packed.turned))
        throw std::invalid_argument("view: expected each tile in one place; found one in two");
    const int size = std::popcount(hand) + (led && packed.leader == 0), tricks = packed.tricks[0] + packed.tricks[1];
    check_range("hand", size, 1, kHandSize);
    check_range("hidden", information.hidden, size - (led && packed.leader == 1), size - (led && packed.leader == 1));
    if (!is_closed && !has_turned)
        check_range("tricks", tricks, kMaxTricks - size, kMaxTricks - size);
    else
        check_range("tricks", is_closed ? tricks - (kHandSize - size) : tricks, 0, kBoneyardSize / 2 - 1);
    if (!is_closed && has_turned) check_range("hand", size, kHandSize, kHandSize);
    check_range("gone", std::popcount(gone), 0, std::int64_t{2} * tricks);
    const Mask shown = (information.declared_doubles[1].bits & ~gone & ~bit_of(packed.led)) | information.seen.bits;
    if (shown & (hand | gone | on_table))
        throw std::invalid_argument("shown: expected tiles of the opponent; found one that lies elsewhere");
    if (shown & information.excluded.bits)
        throw std::invalid_argument(
            "excluded: expected tiles that the opponent does not hold; found one that they showed");
    check_range("shown", std::popcount(shown), 0, information.hidden);
    for (const std::size_t player : {0u, 1u}) {
        const std::optional<TileSet>& won = information.won[player];
        if (!won) continue;
        if (*won - information.gone) throw std::invalid_argument("won: expected tiles in tricks");
        const std::int64_t tiles = std::int64_t{2} * packed.tricks[player];
        check_range("won", won->size(), tiles, tiles);
    }
}

// The tricks of a deal up to where the view is, in kernel numbers. It is checked that each tile is played once, that
// none is still in a hand or turned, and that the close is where it was. Who won each trick follows from the tiles.
std::vector<PastTrick> read_past_tricks(const View& view) {
    const Trump& trump = view.trump_tables();
    const State& node = view.root.node;
    const int led = view.root.led, finished_tricks = view.position.tricks[0] + view.position.tricks[1],
              tricks = finished_tricks + (led >= 0);
    if (!view.history.empty() && static_cast<int>(view.history.size()) != tricks)
        refuse("history", std::to_string(tricks) + " tricks, or none", std::to_string(view.history.size()));
    Mask playable = (~(node.hand[0] | node.hand[1]) & kAllTiles) | bit_of(led);  // tiles that may have been played
    if (view.position.turned >= 0) playable &= ~bit(trump.number_of_tile[view.position.turned]);
    const auto read_tile = [&](int index) {
        const int k = index < 0 ? -1 : trump.number_of_tile[index];
        if (k < 0 || !has(playable, k))
            throw std::invalid_argument("history: expected each tile once, and none that is in a hand or turned");
        playable &= ~bit(k);
        return k;
    };
    const auto read_doubles = [&](TileSet tiles) {
        if (tiles.bits > kAllTiles) throw std::invalid_argument("history: expected sets of the 28 tiles");
        const Mask numbers = numbers_of(tiles, trump);
        if (numbers & ~trump.doubles) throw std::invalid_argument("history: expected doubles to be declared");
        return numbers;
    };
    const int close_index = node.closer < 0 ? -1 : finished_tricks - (kHandSize - node.hand_size);
    std::vector<PastTrick> past_tricks;
    for (const Trick& trick : view.history) {
        const auto i = static_cast<int>(past_tricks.size());
        check_range("history: a leader", trick.leader, 0, 1);
        PastTrick& past_trick =
            past_tricks.emplace_back(PastTrick{trick.leader, read_tile(trick.led), -1, read_doubles(trick.declared),
                                               read_doubles(trick.shown), trick.closed});
        if (trick.reply >= 0) past_trick.reply = read_tile(trick.reply);
        if (past_trick.closed != (i == close_index))
            throw std::invalid_argument("history: expected a close where the position has one");
        if ((past_trick.reply < 0) != (i == finished_tricks))
            throw std::invalid_argument("history: expected a reply to every lead but the one on the table");
    }
    if (led >= 0 && !past_tricks.empty() && past_tricks.back().led != led)
        throw std::invalid_argument("history: expected the tile on the table to be led last");
    return past_tricks;
}

// --- what tricks can hold ----------------------------------------------------------------------------

// After so many ways of sharing tiles out they count as not fitting. A fixed number, so that the hands of a view are
// the same everywhere.
constexpr int kMaxTries = 400'000;  // ways of sharing tiles out that are tried

// Whether tiles can be shared out so that two numbers of card points come out: the subset sum problem, for two sums at
// once, by depth-first search; those that must lie in tricks first, of either kind the most valuable first. Each tile
// goes to the first side, to the second or, if it need not lie in tricks, to neither. Tiles that count nothing are not
// in the list: they fill whatever places are left, so of them only numbers matter (`least`, `most`).
struct TileSharing {
    int worth[kTiles] = {}, worth_from[kTiles + 1] = {};  // worth_from[i]: of the tiles from i on together
    int size = 0, required = 0;  // the first `required` of them lie in tricks
    int need[2] = {};  // tiles in the tricks of each side
    int least = 0, most = 0;  // tiles of some worth in all these tricks
    int tries_left = kMaxTries;

    // Tiles from the i-th on; `points0` and `points1` card points are still to be made up, `tiles0` and `tiles1` tiles
    // are given out. It ends early where the tiles left cannot make up the points, or where the points are made up and
    // all places can be filled.
    bool solve(int i, int points0, int points1, int tiles0, int tiles1) {
        if (points0 < 0 || points1 < 0 || tiles0 > need[0] || tiles1 > need[1] || tiles0 + tiles1 > most) return false;
        if (points0 + points1 > worth_from[i] || --tries_left < 0) return false;
        if (i >= required && points0 == 0 && points1 == 0 && tiles0 + tiles1 >= least) return true;
        if (i == size) return false;
        return solve(i + 1, points0 - worth[i], points1, tiles0 + 1, tiles1) ||
               solve(i + 1, points0, points1 - worth[i], tiles0, tiles1 + 1) ||
               (i >= required && solve(i + 1, points0, points1, tiles0, tiles1));
    }
};

}  // namespace

View::View(const InformationSet& information, const Tables& tables)
    : InformationSet(information), last_trick_points(tables.scoring.last_trick_points) {
    check_numbers(position, tables.scoring);
    check_places(information);
    root = unpack_with_hidden_hand(position, tables);
    if (position.led < 0) next_stage(Game(tables), root, kClaimStage);
    const int finished_tricks = position.tricks[0] + position.tricks[1];
    const TileSet on_table{bit_of(position.led) | bit_of(position.turned)}, hand{static_cast<Mask>(position.hands[0])};
    unseen = TileSet::all() - hand - gone - on_table;
    shown = (declared_doubles[1] - gone - on_table) | seen;
    excluded = excluded & unseen;
    unknown = unseen - shown - excluded;
    unknown_gone = std::max(2 * finished_tricks - gone.size(), 0);
    face_down = open() ? kBoneyardSize - 1 - 2 * finished_tricks : 0;
    for (const Tile tile : list_of(unseen))
        if (trump_tables().points[number_of(tile, trump_tables())]) valuable |= TileSet::of(tile);
    past_tricks = read_past_tricks(*this);
}

// Tiles that count nothing are alike where only card points are added up, so the lowest of them stand for any.
TileSet View::representative_of(TileSet tiles) const {
    TileSet representative = tiles & valuable, worthless = unseen - valuable;
    for (int number = (tiles - valuable).size(); number > 0; --number, worthless = worthless.without_lowest())
        representative |= TileSet::of(worthless.lowest());
    return representative;
}

// Where the tiles of a side's tricks are known there is nothing to share out to it. `in_tricks` lie in tricks for
// certain, `optional` may.
bool View::can_fill_tricks(TileSet in_tricks, TileSet optional) const {
    const Trump& trump = trump_tables();
    int worth[2], sizes[2];
    in_tricks |= gone;
    for (const std::size_t player : {0u, 1u}) {
        const std::optional<TileSet>& tiles = won[player];
        if (tiles) in_tricks -= *tiles;
        sizes[player] = tiles ? 0 : 2 * position.tricks[player];
        worth[player] = sizes[player] ? position.points[player] : 0;
    }
    return can_share_tiles(trump, numbers_of(in_tricks, trump), numbers_of(optional, trump), worth, sizes);
}

// All sets of the right size, at most C(21, 7) = 116,280, and of these the ones that leave tiles for the tricks. The
// answer of `can_fill_tricks` is the same for all equivalent hands, so it is worked out once for each kind of hand.
std::vector<TileSet> View::hands(Watch& watch) const {
    std::vector<TileSet> hands;
    const int missing_tiles = hidden - shown.size();
    if (missing_tiles < 0) return hands;
    const std::vector<Tile> tiles = list_of(unknown);
    // Sets of up to `missing_tiles` tiles, in ascending order as the highest tile comes last; none that no tile is left
    // for.
    std::vector<std::vector<TileSet>> sets(static_cast<std::size_t>(missing_tiles) + 1);
    sets[0] = {shown};
    std::size_t tiles_after = tiles.size();
    for (const Tile tile : tiles) {
        --tiles_after;
        for (std::size_t n = sets.size() - 1; n > 0 && n + tiles_after + 1 >= sets.size(); --n)
            for (const TileSet smaller : sets[n - 1]) sets[n].push_back(smaller | TileSet::of(tile));
    }
    hands = std::move(sets.back());
    if (!unknown_gone) return hands;
    std::map<TileSet, bool> can_fill_cache;  // by kind of hand
    const auto is_impossible = [&](TileSet opponent_hand) {
        watch.check();
        const auto [entry, added] = can_fill_cache.try_emplace(representative_of(opponent_hand), false);
        if (added) entry->second = can_fill_tricks({}, unseen - entry->first);
        return !entry->second;
    };
    std::erase_if(hands, is_impossible);
    return hands;
}

double View::max_hands() const {
    const int missing_tiles = hidden - shown.size(), spare_tiles = unknown.size() - missing_tiles;
    if (missing_tiles < 0 || spare_tiles < 0) return 0;
    double hands = 1;  // the binomial coefficient
    for (int i = 1; i <= missing_tiles; ++i) hands = hands * (spare_tiles + i) / i;
    return hands;
}

// Doubles that nobody holds or can draw cannot be declared, and their card points are out of play: so `declarable` and
// `unplayed_points` are made anew from the tiles of this world. Without a stock only the turned tile is known of it.
Position View::world(TileSet opponent_hand, const std::vector<Tile>& stock) const {
    Position world = root;
    State& node = world.node;
    const Trump& trump = trump_tables();
    node.hand[1] |= numbers_of(opponent_hand, trump);
    Mask unplayed = node.hand[0] | node.hand[1];
    if (node.open) {
        for (std::size_t i = 0; i < stock.size(); ++i) world.deal.stock[i] = number_of(stock[i], trump);
        for (int i = stock.empty() ? world.deal.stock_size - 1 : 0; i < world.deal.stock_size; ++i)
            unplayed |= bit(world.deal.stock[i]);
    }
    node.declarable &= unplayed;
    node.count_unplayed(unplayed, trump, last_trick_points);
    return world;
}

// Tiles of no worth are only counted: `required_zeros` of them must lie in tricks, `optional_zeros` more may. If
// nothing is left to choose, one comparison of sums answers most calls.
bool can_share_tiles(const Trump& trump, Mask required, Mask optional, const int (&points)[2], const int (&tiles)[2]) {
    TileSharing sharing;
    const auto add_worths = [&](Mask tiles_added) {  // how many of them count nothing
        const int old_size = sharing.size;
        for (Mask m = tiles_added; m; m ^= bit(highest(m)))
            if (const int worth = trump.points[highest(m)]) sharing.worth[sharing.size++] = worth;
        return count(tiles_added) - (sharing.size - old_size);
    };
    const int required_zeros = add_worths(required);
    sharing.required = sharing.size;
    const int optional_zeros = add_worths(optional);
    for (int i = sharing.size; i > 0; --i) sharing.worth_from[i - 1] = sharing.worth_from[i] + sharing.worth[i - 1];
    if (!optional && points[0] + points[1] != sharing.worth_from[0]) return false;
    const int needed = tiles[0] + tiles[1];
    std::copy_n(tiles, 2, sharing.need);
    sharing.most = needed - required_zeros;
    sharing.least = sharing.most - optional_zeros;
    return sharing.solve(0, points[0], points[1], 0, 0);
}

}  // namespace bingo
