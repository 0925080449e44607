// Rules as integers. Python compiles them (solver/search/tables.py); nothing here knows a rule by name.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace bingo {

using Mask = std::uint32_t;  // a set of tiles in kernel numbers, bit k = tile k

constexpr int kTiles = 28;
constexpr int kClasses = 8;

enum Mode : std::int32_t { kClaim, kFirstEnds, kEachScores, kPoints };
enum FailedClose : std::int32_t { kNoTrickAtClose, kNoTrickAtEnd, kTwo, kShortfall };

// Scoring numbers, in the order in which tables.scoring() lists them.
struct Scoring {
    std::int32_t mode, target, low, no_points, judged_at_close, failed, others_two, false_claims, false_no_trick,
        capture, last_trick, winner_draws_turned, after_winning, with_its_trick, redeclare, seven, bingo_bonus, most,
        largest_is_best;
    std::int32_t worth[8];  // card points for declaring n doubles, 0 where that is no declaration
};

// What one trump suit makes of the tiles.
struct Trump {
    std::array<std::int32_t, kTiles> tile;    // kernel number -> tile index
    std::array<std::int32_t, kTiles> number;  // tile index -> kernel number
    std::array<std::int32_t, kTiles> points;
    std::array<std::array<Mask, kTiles>, 2> beats;  // [phase two?][led]: replies that win
    std::array<Mask, kTiles> beaten;                // [reply]: leads it beats in phase two
    std::array<std::array<Mask, kClasses>, kTiles> classes;
    Mask doubles, trumps, bingo, top;  // top: the double of trumps
    Mask pair;                         // Bingo and double of trumps where taking one with the other scores, else 0
};

struct Tables {
    Scoring scoring;
    std::array<Trump, 7> trump;
    std::array<std::int32_t, 8> most_declared;  // bound on the card points that n doubles in hand can still bring
};

inline int lowest(Mask m) { return std::countr_zero(m); }
inline int highest(Mask m) { return 31 - std::countl_zero(m); }
inline bool has(Mask m, int k) { return m >> k & 1; }
inline Mask bit(int k) { return Mask{1} << k; }
inline bool two_or_more(Mask m) { return (m & (m - 1)) != 0; }
inline std::size_t at(int k) { return static_cast<std::size_t>(k); }

// Number of doubles in a set of doubles; there are seven, so counting bit by bit is quick everywhere.
inline int count(Mask doubles) {
    int n = 0;
    for (; doubles; doubles &= doubles - 1) ++n;
    return n;
}

}  // namespace bingo
