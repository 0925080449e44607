#include "positions/sharing.hpp"

#include <algorithm>
#include <bitset>

namespace bingo {
namespace {

constexpr Mask kBingo = 1;  // by tile index
constexpr int kPatience = 400'000;  // ways of sharing tiles out that are tried

// Tiles of some worth, to be shared between the tricks of two sides.
struct Shares {
    int worth[kTiles] = {}, rest[kTiles + 1] = {};  // rest[i]: what the tiles from i on are worth together
    int size = 0, must = 0;                       // the first `must` of them lie in tricks
    int need[2] = {};                          // tiles in the tricks of each side
    int least = 0, most = 0;                      // tiles of some worth in all these tricks
    int patience = kPatience;

    bool find(int i, int first, int second, int n0, int n1) {
        if (first < 0 || second < 0 || n0 > need[0] || n1 > need[1] || n0 + n1 > most) return false;
        if (first + second > rest[i] || --patience < 0) return false;
        if (i >= must && first == 0 && second == 0 && n0 + n1 >= least) return true;
        if (i == size) return false;
        return find(i + 1, first - worth[i], second, n0 + 1, n1) || find(i + 1, first, second - worth[i], n0, n1 + 1) ||
               (i >= must && find(i + 1, first, second, n0, n1));
    }
};

}  // namespace

bool shared(const Trump& trump, Mask must, Mask may, const int (&points)[2], const int (&tiles)[2]) {
    Shares shares;
    int zeros = 0, certain_zeros = 0;
    for (Mask m = must; m; m ^= bit(highest(m))) {
        if (const int worth = trump.points[at(highest(m))])
            shares.worth[shares.size++] = worth;
        else
            ++certain_zeros;
    }
    shares.must = shares.size;
    for (Mask m = may; m; m ^= bit(highest(m))) {
        if (const int worth = trump.points[at(highest(m))])
            shares.worth[shares.size++] = worth;
        else
            ++zeros;
    }
    for (int i = shares.size; i > 0; --i) shares.rest[i - 1] = shares.rest[i] + shares.worth[i - 1];
    if (!may && points[0] + points[1] != shares.rest[0]) return false;
    const int needed = tiles[0] + tiles[1];
    std::copy_n(tiles, 2, shares.need);
    shares.most = needed - certain_zeros;
    shares.least = shares.most - zeros;
    return shares.find(0, points[0], points[1], 0, 0);
}

bool grouped(const Scoring& s, int total, Mask free, Mask gone, Mask must, int leads) {
    if (total == 0 && !must) return true;
    if (total <= 0 || leads == 0) return false;
    for (Mask part = free; part; part = (part - 1) & free) {
        const int n = count(part);
        if (!(part & gone) || n < 2 || n > s.most || (n == kSuits && s.seven)) continue;
        const int worth = s.worth[n] + (part & kBingo ? s.bingo_bonus : 0);
        if (worth <= total && grouped(s, total - worth, free & ~part, gone, must & ~part, leads - 1)) return true;
    }
    return false;
}

bool summed(const Scoring& s, int total, int available, int times) {
    using Sums = std::bitset<1024>;
    Sums sums{1};
    for (; times > 0; --times) {
        Sums more = sums;
        for (int n = 2; n <= available; ++n)
            if (n <= s.most || (n == kSuits && s.seven))
                more |= sums << at(s.worth[n]) | sums << at(s.worth[n] + s.bingo_bonus);
        sums = more;
    }
    return sums[at(total)];
}

}  // namespace bingo
