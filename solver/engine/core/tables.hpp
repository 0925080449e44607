// Rules as integers. Python compiles them (solver/engine/tables.py); nothing here knows a rule by name.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace bingo {

using Mask = std::uint32_t;  // a set of tiles in kernel numbers, bit k = tile k

constexpr int kTiles = 28;
constexpr int kSuits = 7;                       // as many doubles there are, and suits that can be trumps
constexpr int kDealt = 7;                       // tiles dealt to a side, the most in a hand between two tricks
constexpr int kBoneyard = kTiles - 2 * kDealt;  // tiles in the boneyard, the turned one included
constexpr int kMostTricks = kTiles / 2;
constexpr int kClasses = 8;

enum Mode : std::int32_t { kClaim, kFirstEnds, kEachScores, kPoints };
enum FailedClose : std::int32_t { kNoTrickAtClose, kNoTrickAtEnd, kTwo, kShortfall };

// Scoring numbers, in the order in which tables.scoring() lists them.
struct Scoring {
    std::int32_t mode, target, low, no_points, judged_at_close, failed, others_two, false_claims, false_no_trick,
        capture, last_trick, winner_draws_turned, after_winning, with_its_trick, redeclare, seven, bingo_bonus, most,
        largest_is_best;
    std::int32_t worth[kSuits + 1];  // card points for declaring n doubles, 0 where that is no declaration

    // Game points for winning against a player who has so many card points, and a trick or none.
    int winning(int points, bool has_trick) const {
        if (no_points ? points == 0 : !has_trick) return 3;
        return points < low ? 2 : 1;
    }
};

// What one trump suit makes of the tiles.
struct Trump {
    std::array<std::int32_t, kTiles> tile;    // kernel number -> tile index
    std::array<std::int32_t, kTiles> number;  // tile index -> kernel number
    std::array<std::int32_t, kTiles> points;
    std::array<std::array<Mask, kTiles>, 2> beats;  // [phase two?][led]: replies that win
    std::array<Mask, kTiles> beaten;                // [reply]: leads it beats in phase two
    std::array<std::array<Mask, kClasses>, kTiles> classes;
    // What sets of tiles come to, seven tiles at a time: [i][set] is of those of the tiles 7i to 7i+6 in `set`.
    static constexpr int kSeven = 7;
    static constexpr Mask kSets = Mask{1} << kSeven;
    template <class T>
    using Sevens = std::array<std::array<T, kSets>, kTiles / kSeven>;
    Sevens<Mask> some_beats;     // leads that a tile of the set beats in phase two
    Sevens<Mask> beats_all;      // replies that beat every lead of the set in phase two
    Sevens<Mask> forces;         // replies that a lead in the set can force and that do not beat it
    Sevens<Mask> catches;        // leads that a tile of the set beats and may always be played to
    Sevens<Mask> nth_double;     // bit i for the i-th double
    Sevens<std::int32_t> worth;  // card points of the set, and above kPointBits how many tiles it has
    static constexpr int kPointBits = 16;
    Mask doubles, trumps, bingo, top;  // top: the double of trumps
    Mask pair;                         // Bingo and double of trumps where taking one with the other scores, else 0
};

struct Tables {
    Scoring scoring;
    std::array<Trump, kSuits> trump;
    // Bound on the card points that n doubles in hand can still bring.
    std::array<std::int32_t, kSuits + 1> most_declared;
};

constexpr Mask kAllTiles = (Mask{1} << kTiles) - 1;

// The index of a tile.
constexpr int tile_of(int high, int low) { return high * (high + 1) / 2 + low; }

inline int lowest(Mask m) { return std::countr_zero(m); }
inline int highest(Mask m) { return 31 - std::countl_zero(m); }
inline bool has(Mask m, int k) { return m >> k & 1; }
inline Mask bit(int k) { return Mask{1} << k; }
// Which of some replies to try first, `beats` being those that win: the highest of these, else the lowest.
inline int next_reply(Mask may, Mask beats) { return may & beats ? highest(may & beats) : lowest(may); }
inline bool two_or_more(Mask m) { return (m & (m - 1)) != 0; }
inline std::size_t at(int k) { return static_cast<std::size_t>(k); }

// The four entries for a set of tiles, put together.
template <class T, class Join>
T join(const Trump::Sevens<T>& sevens, Mask m, Join with) {
    const auto part = [&](std::size_t i) { return sevens[i][m >> (Trump::kSeven * i) & (Trump::kSets - 1)]; };
    return with(with(part(0), part(1)), with(part(2), part(3)));
}

// Number of tiles in a small set, as of doubles or in a hand; counting bit by bit is quick everywhere.
inline int count(Mask tiles) {
    int n = 0;
    for (; tiles; tiles &= tiles - 1) ++n;
    return n;
}

}  // namespace bingo
