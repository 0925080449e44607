// Chance from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bingo {

// Numbers that depend on the seed alone, on every machine: splitmix64 (Steele, Lea and Flood 2014). One addition and
// two multiplications a number, no state but a counter, so one is made wherever chance is needed. The order in which
// numbers are drawn is part of every sampled answer: a draw more, or one in another place, changes them all.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }

    // 0 to n - 1, by multiplication and shift instead of a division (Lemire 2019). The bias is below n/2^32, for tiles
    // and hands far below what any sample shows.
    int range(int bound) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32); }

    // Any order of so many items, all equally likely (Fisher and Yates), from the last place down.
    template <class T>
    void shuffle(T* items, std::size_t item_count) {
        for (std::size_t remaining = item_count; remaining > 1; --remaining)
            std::swap(items[remaining - 1], items[range(static_cast<int>(remaining))]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace bingo
