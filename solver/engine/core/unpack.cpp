// From plain numbers to a Position: the one place where numbers from outside are checked before a search works on them.
// What passes here cannot make the search read outside its tables or overflow a field of a key. Whether the position
// can occur in play is not asked: Python has checked that (solver/game/check.py), or quick_check.cpp has.

#include "core/unpack.hpp"

#include <bit>
#include <stdexcept>
#include <string>

#include "core/table.hpp"

namespace bingo {
namespace {

// The most that the search has room for: card points of one side, in tricks or declared (16 bits); declared ones that
// wait for a trick (8 bits of a key); card points of earlier deals. `Key` holds counted points up to the target only,
// which is why those may be more.
constexpr int kMaxPoints = 1000, kMaxWaitingPoints = Key::kMaxPoints, kMaxCarriedPoints = 10000;
// Where a deal is worth a difference of card points, it has to stay below kInfinity.
constexpr int kMaxPointDifference = 250;

// The kernel number of a tile, -1 for none.
int number_or_none(const Trump& trump, int tile) { return tile < 0 ? -1 : trump.number_of_tile[tile]; }

// Puts `tiles` to those that are out already, and refuses a tile that is among them.
void place_tiles(Mask& placed_tiles, Mask tiles, const char* field) {
    if (placed_tiles & tiles) refuse(field, "each tile in one place", "one in two");
    placed_tiles |= tiles;
}

// Doubles that may still be declared, if they are held.
Mask declarable_doubles(const PackedPosition& packed, const Trump& trump, const Scoring& scoring) {
    return trump.doubles & ~(scoring.redeclare ? 0 : numbers_of({static_cast<Mask>(packed.shown)}, trump));
}

// All but the boneyard, with the tiles that are out so far. A tile on the table comes apart from the hands and goes
// back into its leader's, where the search expects it until the reply.
Position unpack_state(const PackedPosition& packed, const Tables& tables, Mask& placed_tiles) {
    check_numbers(packed, tables.scoring);
    Position root{};
    root.deal.suit = packed.trump;
    const Trump& trump = *(root.deal.trump = &tables.trump[packed.trump]);
    State& node = root.node;
    node.leader = static_cast<std::int8_t>(packed.leader);
    root.stage = packed.stage;
    root.pending = packed.pending;
    root.led = number_or_none(trump, packed.led);
    root.won_with = number_or_none(trump, packed.won_with);
    if ((root.stage == kReplyStage) != (root.led >= 0))
        throw std::invalid_argument("led: expected a tile at the stage of replies, and only there");
    if (root.stage == kShowStage && (root.won_with < 0 || !has(trump.doubles, root.won_with)))
        throw std::invalid_argument("won_with: expected a double at the stage of showing doubles");
    for (std::size_t player = 0; player < 2; ++player) {
        node.hand[player] = numbers_of({static_cast<Mask>(packed.hands[player])}, trump);
        const int tricks = packed.tricks[player], declared = packed.declared[player];
        if (tricks) node.trick_bits = static_cast<std::int8_t>(node.trick_bits | 1 << player);
        if (!tricks) check_range("declared, without a trick", declared, 0, kMaxWaitingPoints);
        node.points[player] = static_cast<std::int16_t>(packed.points[player] + (tricks ? declared : 0));
        node.waiting_points[player] = static_cast<std::int16_t>(tricks ? 0 : declared);
        root.deal.carried[player] = packed.carried[player];
    }
    place_tiles(placed_tiles, node.hand[0], "hands");
    place_tiles(placed_tiles, node.hand[1], "hands");
    if (root.led >= 0) {  // it stays in the hand until the reply
        place_tiles(placed_tiles, bit(root.led), "led");
        node.hand[node.leader] |= bit(root.led);
    }
    node.hand_size = static_cast<std::int8_t>(std::popcount(node.hand[node.leader]));
    node.closer = static_cast<std::int8_t>(packed.closed_by);
    if (packed.closed_by >= 0)
        node.close(packed.closed_by, packed.closed_points, packed.closed_tricks > 0, tables.scoring);
    return root;
}

// The boneyard, if it is open; adds the tiles still to be drawn to `placed_tiles`.
void unpack_stock(Position& root, const PackedPosition& packed, Mask& placed_tiles) {
    check_range("turned", packed.turned, -1, kTiles - 1);
    if (packed.turned < 0) return;
    root.node.open = 1;
    Deal& deal = root.deal;
    if (packed.stock_size < 0 || packed.stock_size >= kBoneyardSize || packed.stock_size % 2 == 0)
        refuse("stock", "an odd number of tiles up to " + std::to_string(kBoneyardSize - 1),
               std::to_string(packed.stock_size));
    for (int i = 0; i < packed.stock_size; ++i) {
        check_range("stock", packed.stock[i], 0, kTiles - 1);
        deal.stock[deal.stock_size++] = deal.trump->number_of_tile[packed.stock[i]];
    }
    deal.stock[deal.stock_size++] = number_or_none(*deal.trump, packed.turned);
    for (int i = 0; i < deal.stock_size; ++i) place_tiles(placed_tiles, bit(deal.stock[i]), "stock and turned tile");
}

}  // namespace

// The order matters: what is out, hands and then the boneyard, has to be known before it is said which doubles can
// still be declared and how many card points are left.
Position unpack(const PackedPosition& packed, const Tables& tables) {
    Mask placed_tiles = 0;
    Position root = unpack_state(packed, tables, placed_tiles);
    State& node = root.node;
    const int replier_size = std::popcount(node.hand[1 - node.leader]);
    if (node.hand_size != replier_size)
        refuse("hands", "as many tiles on both sides",
               std::to_string(node.hand_size) + " and " + std::to_string(replier_size));
    check_range("hands", node.hand_size, root.stage == kShowStage ? 0 : 1, kHandSize);
    if (node.closer < 0) unpack_stock(root, packed, placed_tiles);
    if (root.stage == kShowStage && has(placed_tiles, root.won_with))
        throw std::invalid_argument("won_with: expected a tile of the last trick; found one in a hand or the stock");
    node.declarable = placed_tiles & declarable_doubles(packed, *root.deal.trump, tables.scoring);
    node.count_unplayed(placed_tiles, *root.deal.trump, tables.scoring.last_trick_points);
    return root;
}

// The stock is an array of the right size with the turned tile at its end and nothing before it; a world fills it in
// (View::world, WorldGame::in_world). `declarable` and `unplayed_points` are those of all tiles until then.
Position unpack_with_hidden_hand(const PackedPosition& packed, const Tables& tables) {
    Mask placed_tiles = 0;
    Position root = unpack_state(packed, tables, placed_tiles);
    State& node = root.node;
    node.hand_size = static_cast<std::int8_t>(std::popcount(node.hand[0]));
    check_range("hand", node.hand_size, 1, kHandSize);
    if (node.closer < 0 && packed.turned >= 0) {
        node.open = 1;
        root.deal.stock_size = kBoneyardSize - 2 * (packed.tricks[0] + packed.tricks[1]);
        check_range("tricks", root.deal.stock_size, 2, kBoneyardSize);
        root.deal.stock[root.deal.stock_size - 1] = number_or_none(*root.deal.trump, packed.turned);
    }
    node.declarable = declarable_doubles(packed, *root.deal.trump, tables.scoring);
    node.count_unplayed(kAllTiles, *root.deal.trump, tables.scoring.last_trick_points);
    return root;
}

void check_numbers(const PackedPosition& packed, const Scoring& scoring) {
    const int max_points = scoring.target_rule == kPoints ? kMaxPointDifference : kMaxPoints;
    check_range("trump", packed.trump, 0, kSuits - 1);
    check_range("leader", packed.leader, 0, 1);
    check_range("stage", packed.stage, kClaimStage, kShowStage);
    check_range("pending", packed.pending, 0, kMaxPoints);
    check_range("led", packed.led, -1, kTiles - 1);
    check_range("won_with", packed.won_with, -1, kTiles - 1);
    for (std::size_t player = 0; player < 2; ++player) {
        check_range("hands", packed.hands[player], 0, kAllTiles);
        check_range("points", packed.points[player], 0, max_points);
        check_range("tricks", packed.tricks[player], 0, kMaxTricks);
        check_range("declared", packed.declared[player], 0, max_points);
        check_range("carried", packed.carried[player], 0, kMaxCarriedPoints);
    }
    check_range("shown", packed.shown, 0, kAllTiles);
    check_range("by", packed.closed_by, -1, 1);
    if (packed.closed_by < 0) return;
    check_range("points", packed.closed_points, 0, 2 * kMaxPoints);
    check_range("tricks", packed.closed_tricks, 0, kMaxTricks);
}

}  // namespace bingo
