// Rules as integers, and the two ways of counting tiles, which do not mix. Python compiles rules
// (solver/engine/tables.py); nothing here knows one by name.
//
// A Tile is its index, as Python counts, which the rules do not change. The search numbers tiles anew for each trump
// suit, by rank, so that the order of bits is a good order for trying moves: an `int`, and a `Mask` of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace bingo {

// Tiles are numbered by card points, then plain tiles before trumps, then by rank (`tile_order` in tables.py). So the
// lowest bit of a hand is its cheapest tile; bounds rely on that, and the order of trying moves does.
using Mask = std::uint32_t;  // a set of tiles in kernel numbers, bit k = tile k

constexpr int kTiles = 28;
constexpr int kSuits = 7;                              // as many doubles there are, and suits that can be trumps
constexpr int kHandSize = 7;  // tiles dealt to a side, the most in a hand between two tricks
constexpr int kBoneyardSize = kTiles - 2 * kHandSize;  // tiles in the boneyard, the turned one included
constexpr int kMaxTricks = kTiles / 2;
constexpr int kReplyClasses = 8;

// What reaching the target does (`Rules.at_target`). kClaim: a player who has it may claim, which ends the deal.
// kFirstEnds: the first to have it scores at once, and the deal ends. kEachScores: each player scores on reaching it,
// and play goes on. kPoints: there is no target within a deal, which is worth the difference of card points.
enum TargetRule : std::int32_t { kClaim, kFirstEnds, kEachScores, kPoints };
// Game points for the closer's opponent when a close fails (`Rules.failed_close`). kNoTrickAtClose: 3 if they had no
// trick at the close, else 2. kNoTrickAtEnd: 3 if either player has no trick at the end, else 2. kTwo: 2. kShortfall:
// the card points that the closer is short of the target, at least kMinShortfall (game.hpp).
enum FailedClose : std::int32_t { kNoTrickAtClose, kNoTrickAtEnd, kTwo, kShortfall };

// Scoring numbers, in the order in which `scoring` in tables.py lists them. Names that are not numbers of points are
// flags, 0 or 1:
//
//   target                   card points to win with, 70 in most rule sets
//   low_points               fewer than this against the winner: the win counts 2 game points, else 1
//   shutout_by_points        a win counts 3 if the other has no card points (else: if they have no trick)
//   judged_at_close          what a closed deal is worth to the closer is fixed when it is closed
//   others_win_two           the closer's opponent gets 2 for reaching the target first
//   false_claims             a claim without the target may be made: it costs 2, and a closer what a failed close costs
//   false_claim_by_tricks    a false claim costs 3 where either player has no trick, else 2
//   capture_points           game points for taking the double of trumps with the Bingo
//   last_trick_points        card points for the 14th trick
//   winner_draws_turned      the winner of the last draw takes the turned tile
//   declare_after_winning    doubles are declared by the winner of a trick (kShowStage), not by the leader
//   declaration_needs_trick  a declaration counts only if the led double takes its trick
//   redeclare                a double may be declared more than once
//   seven_doubles            game points for declaring all seven doubles, which ends the deal; 0: the rules name none
//   bingo_bonus              card points on top of a declaration with the Bingo
//   max_doubles              the most doubles in one declaration, all seven apart
//   largest_is_best          in phase two declaring fewer doubles than possible is never better (see tables.py)
struct Scoring {
    std::int32_t target_rule, target, low_points, shutout_by_points, judged_at_close, failed_close, others_win_two,
        false_claims, false_claim_by_tricks, capture_points, last_trick_points, winner_draws_turned,
        declare_after_winning, declaration_needs_trick, redeclare, seven_doubles, bingo_bonus, max_doubles,
        largest_is_best;
    // Card points for declaring n doubles, 0 where that is no declaration.
    std::int32_t declaration_points[kSuits + 1];

    // Game points for winning against a player who has so many card points, and a trick or none.
    int win_points(int points, bool has_trick) const {
        if (shutout_by_points ? points == 0 : !has_trick) return 3;
        return points < low_points ? 2 : 1;
    }
    // Whether so many doubles may be declared together.
    bool is_declaration(int doubles) const {
        return doubles >= 2 && (doubles <= max_doubles || (doubles == kSuits && seven_doubles));
    }
};

// What one trump suit makes of the tiles: all that legal replies and winners of tricks depend on. `reply_classes[led]`
// are the replies to a lead in phase two in order of duty: a hand must play from the first of them that it has a tile
// of. One has every tile, so there always is a reply.
struct Trump {
    std::array<std::int32_t, kTiles> tile_of_number;  // kernel number -> tile index
    std::array<std::int32_t, kTiles> number_of_tile;  // tile index -> kernel number
    std::array<std::int32_t, kTiles> points;
    std::array<std::array<Mask, kTiles>, 2> beats;  // [phase two?][led]: replies that win
    std::array<std::array<Mask, kReplyClasses>, kTiles> reply_classes;
    // What sets of tiles come to, seven tiles at a time: [i][set] is of those of the tiles 7i to 7i+6 in `set`. So a
    // union, an intersection or a sum over any set of tiles is four look-ups (`join_chunks`), not a loop over its
    // tiles. A table takes 2 KB; those of one trump suit, 12 KB, stay in the first cache.
    static constexpr int kChunkTiles = 7;
    static constexpr Mask kChunkSets = Mask{1} << kChunkTiles;
    template <class T>
    using ChunkTable = std::array<std::array<T, kChunkSets>, kTiles / kChunkTiles>;
    ChunkTable<Mask> beaten_leads;  // leads that a tile of the set beats in phase two
    ChunkTable<Mask> beats_all;  // replies that beat every lead of the set in phase two
    ChunkTable<Mask> forced_losers;  // replies that a lead in the set can force and that do not beat it
    ChunkTable<Mask> catches;  // leads that a tile of the set beats and may always be played to
    ChunkTable<Mask> double_indices;  // bit i for the i-th double
    ChunkTable<std::int32_t> points_and_count;  // card points of the set, and above kPointBits how many tiles it has
    static constexpr int kPointBits = 16;
    Mask doubles, trumps, bingo, trump_double;
    Mask capture_pair;  // Bingo and double of trumps where taking one with the other scores, else 0
};

struct Tables {
    Scoring scoring;
    std::array<Trump, kSuits> trump;
    // Bound on the card points that n doubles in hand can still bring.
    std::array<std::int32_t, kSuits + 1> most_declared;
};

// --- rules as Python compiles them (load_tables.cpp) ---------------------------------------------------

// Throws std::invalid_argument: what was expected, what stood there, where.
[[noreturn]] void refuse(const std::string& field, const std::string& expected, const std::string& found);
void check_range(const char* field, std::int64_t value, std::int64_t low, std::int64_t high);
void check_table_bits(int table_bits, int open_table_bits);

// `trumps` has a row for each trump suit and tile: tile, points, what beats it in either phase, whether it is a double,
// classes of replies. `scoring` is Scoring in the order of its members.
Tables load_tables(std::span<const std::int32_t> trump_rows, std::span<const std::int32_t> scoring_numbers);

constexpr Mask kAllTiles = (Mask{1} << kTiles) - 1;

// The index of a tile.
constexpr int tile_of(int high, int low) { return high * (high + 1) / 2 + low; }

inline int lowest(Mask tiles) { return std::countr_zero(tiles); }
inline int highest(Mask tiles) { return 31 - std::countl_zero(tiles); }
inline bool has(Mask tiles, int tile) { return tiles >> tile & 1; }
inline Mask bit(int tile) { return Mask{1} << tile; }
inline Mask bit_of(int tile) { return tile < 0 ? 0 : bit(tile); }  // -1: no tile
// Which of some replies to try first, `beats` being those that win: the highest of these, else the lowest.
inline int next_reply(Mask replies, Mask beats) { return replies & beats ? highest(replies & beats) : lowest(replies); }
// Takes a tile out of a set that has it.
inline int take(Mask& tiles, int tile) {
    tiles ^= bit(tile);
    return tile;
}
inline bool two_or_more(Mask tiles) { return (tiles & (tiles - 1)) != 0; }

// What a set of tiles comes to: the entries for its four groups of seven tiles, put together.
template <class T, class Join>
T join_chunks(const Trump::ChunkTable<T>& table, Mask set, Join join) {
    const auto part = [&](std::size_t i) {
        return table[i][set >> (Trump::kChunkTiles * i) & (Trump::kChunkSets - 1)];
    };
    return join(join(part(0), part(1)), join(part(2), part(3)));
}

// The union of what the single tiles of a set have in a table.
inline Mask union_of(const Trump::ChunkTable<Mask>& table, Mask tiles) {
    return join_chunks(table, tiles, std::bit_or<Mask>{});
}

// The tiles of a hand that, led in phase two, none of the others beats.
inline Mask unbeaten(Mask hand, Mask other_tiles, const Trump& trump) {
    return hand & ~union_of(trump.beaten_leads, other_tiles);
}

// The card points of a set of tiles, and the least that n of them are worth, the lowest ones: points ascend with
// numbers.
inline int points_of(Mask tiles, const Trump& trump) {
    return join_chunks(trump.points_and_count, tiles, std::plus<int>{}) & ((1 << Trump::kPointBits) - 1);
}
inline int cheapest_points(Mask tiles, int tile_count, const Trump& trump) {
    int points = 0;
    for (; tile_count > 0; --tile_count, tiles &= tiles - 1) points += trump.points[lowest(tiles)];
    return points;
}

// Number of tiles in a small set, as of doubles or in a hand; counting bit by bit is quick everywhere.
inline int count(Mask tiles) {
    int size = 0;
    for (; tiles; tiles &= tiles - 1) ++size;
    return size;
}

// --- tiles as Python counts them ---------------------------------------------------------------------

enum class Tile : std::uint8_t {};  // 0-0 is 0, 1-0 is 1, 1-1 is 2 ... 6-6 is 27

// Bit n is tile n.
struct TileSet {
    std::uint32_t bits = 0;

    static constexpr TileSet of(Tile tile) { return {std::uint32_t{1} << static_cast<int>(tile)}; }
    static constexpr TileSet all() { return {kAllTiles}; }

    int size() const { return std::popcount(bits); }
    explicit operator bool() const { return bits != 0; }
    bool has(Tile tile) const { return bits >> static_cast<int>(tile) & 1; }
    Tile lowest() const { return Tile(std::countr_zero(bits)); }
    TileSet without_lowest() const { return {bits & (bits - 1)}; }

    friend constexpr TileSet operator&(TileSet a, TileSet b) { return {a.bits & b.bits}; }
    friend constexpr TileSet operator|(TileSet a, TileSet b) { return {a.bits | b.bits}; }
    friend constexpr TileSet operator-(TileSet a, TileSet b) { return {a.bits & ~b.bits}; }
    TileSet& operator|=(TileSet other) { return *this = *this | other; }
    TileSet& operator-=(TileSet other) { return *this = *this - other; }
    auto operator<=>(const TileSet&) const = default;
};

inline int number_of(Tile tile, const Trump& trump) { return trump.number_of_tile[static_cast<std::size_t>(tile)]; }
inline Tile tile_of(int number, const Trump& trump) { return Tile(trump.tile_of_number[number]); }

// The same of sets.
inline TileSet tiles_of(Mask numbers, const Trump& trump) {
    TileSet tiles;
    for (; numbers; numbers &= numbers - 1) tiles |= TileSet::of(tile_of(lowest(numbers), trump));
    return tiles;
}
inline Mask numbers_of(TileSet tiles, const Trump& trump) {
    Mask numbers = 0;
    for (; tiles; tiles = tiles.without_lowest()) numbers |= bit(number_of(tiles.lowest(), trump));
    return numbers;
}

// The tiles of a hand that may be played: those of the first class that it has any of.
inline Mask allowed_replies(const std::array<Mask, kReplyClasses>& classes, Mask hand) {
    for (std::size_t class_index = 0;; ++class_index)
        if (const Mask tiles = classes[class_index] & hand) return tiles;
}

// All tiles of some hands.
inline Mask all_tiles(const std::vector<Mask>& hands) {
    return std::accumulate(hands.begin(), hands.end(), Mask{0}, std::bit_or<Mask>{});
}

// One by one, the lowest first.
inline std::vector<Tile> list_of(TileSet tiles) {
    std::vector<Tile> list;
    for (; tiles; tiles = tiles.without_lowest()) list.push_back(tiles.lowest());
    return list;
}
inline std::vector<int> list_of(Mask numbers) {
    std::vector<int> list;
    for (; numbers; numbers &= numbers - 1) list.push_back(lowest(numbers));
    return list;
}

// The ends of a tile: the higher number, the lower one.
struct Ends {
    int high = 0, low;

    explicit Ends(int tile_index) : low(tile_index) {
        while (low > high) low -= ++high;
    }
};

// The higher end of a tile, where a blank counts as 7; whether it shows an end.
inline int higher_suit(int tile_index) {
    const Ends ends(tile_index);
    return ends.low ? ends.high : 0;
}
inline bool shows(int tile_index, int pips) {
    const Ends ends(tile_index);
    return ends.high == pips || ends.low == pips;
}

// What a search maximizes where game points are not all that counts (solver/game/scoring.py): the utility for player 0
// of every pair of game points that a deal can bring, 0 to kMaxUtility. With the score of a match it is the chance to
// win the match, in units of 1/10000. A player with as many game points as they need ends the deal at once. More points
// of one's own never hurt: rows ascend and columns descend, which bindings/unpack.cpp checks and every bound relies on.
struct Objective {
    static constexpr int kMaxUtility = 10000;
    static constexpr int kMaxGamePointsNeeded = 31;  // fits the keys, see table.hpp

    std::uint32_t id;  // tells objectives of one solver apart; 0 is that of none
    std::array<int, 2> points_needed;
    std::array<std::array<std::int16_t, kMaxGamePointsNeeded + 1>, kMaxGamePointsNeeded + 1>
        utilities;  // [player 0][player 1]

    bool has_won(int player, int game_points) const { return game_points >= points_needed[player]; }

    // Where both have what they need, `first_player` was first.
    int utility(int game_points0, int game_points1, int first_player = 0) const {
        const bool won0 = has_won(0, game_points0), won1 = has_won(1, game_points1);
        if (won0 || won1) return won0 && (!won1 || first_player != 1) ? kMaxUtility : 0;
        return utilities[game_points0][game_points1];
    }

    // The utility after a deal in which one player scores, player 0 where `points` is above 0; and as a chance to win.
    int utility_of(int game_points) const { return utility(std::max(game_points, 0), std::max(-game_points, 0)); }
    double win_chance(int game_points) const { return static_cast<double>(utility_of(game_points)) / kMaxUtility; }
};

}  // namespace bingo
