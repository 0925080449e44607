// Small networks that evaluate moves: one hidden layer of rectified units. Weights are data, made by training.
#pragma once

#include <array>
#include <cstddef>

#include "core/tables.hpp"

namespace bingo {

constexpr std::size_t kHidden = 32;
using Hidden = std::array<float, kHidden>;

inline void add(Hidden& h, const Hidden& row, float times = 1) {
    for (std::size_t j = 0; j < kHidden; ++j) h[j] += times * row[j];
}

// What all moves in a situation share: the sums of the hidden units before any move, and how much each will count.
struct Accumulator {
    Hidden units, out;
    float shift;
};

// What goes in: `Situation` numbers and `Sets` sets of tiles of a situation, `Move` numbers and a tile of each move
// in it. Tiles have weights of their own under each trump suit. How much a hidden unit counts depends on what the units
// of the situation alone are (`gate`, `base`), which is reckoned once and not for each move. All members are floats, so
// that a flat array of weights in this order can be copied over one.
template <std::size_t Situation, std::size_t Sets, std::size_t Move>
struct Network {
    std::array<Hidden, Situation> situation;
    std::array<Hidden, Move> move;
    std::array<std::array<std::array<Hidden, kTiles>, 7>, Sets> sets;
    std::array<std::array<Hidden, kTiles>, 7> tile;
    Hidden bias;
    std::array<Hidden, kHidden> gate;
    Hidden base, out;
    float shift;

    Accumulator accumulate(int suit, const std::array<float, Situation>& numbers,
                           const std::array<Mask, Sets>& tiles_seen) const {
        Accumulator sums{bias, out, shift};
        for (std::size_t i = 0; i < Situation; ++i) add(sums.units, situation[i], numbers[i]);
        for (std::size_t s = 0; s < Sets; ++s)
            for (Mask m = tiles_seen[s]; m; m &= m - 1) add(sums.units, sets[s][at(suit)][at(lowest(m))]);
        for (std::size_t j = 0; j < kHidden; ++j) {
            if (sums.units[j] <= 0) continue;
            add(sums.out, gate[j], sums.units[j]);
            sums.shift += sums.units[j] * base[j];
        }
        return sums;
    }

    // The estimated value of a move for whoever makes it; `k` is the tile led or played, -1 for none.
    float evaluate(const Accumulator& sums, int suit, const std::array<float, Move>& numbers, int k) const {
        Hidden h = sums.units;
        for (std::size_t i = 0; i < Move; ++i) add(h, move[i], numbers[i]);
        if (k >= 0) add(h, tile[at(suit)][at(k)]);
        float sum = sums.shift;
        for (std::size_t j = 0; j < kHidden; ++j) sum += (h[j] > 0 ? h[j] : 0) * sums.out[j];
        return sum;
    }
};

}  // namespace bingo
