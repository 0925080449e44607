// Chance from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bingo {

// Numbers that depend on the seed alone, on every machine (splitmix64).
class Rng {
  public:
    explicit Rng(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }

    // 0 to n - 1.
    int range(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

    // Any order of so many items, all equally likely.
    template <class T>
    void shuffle(T* items, std::size_t size) {
        for (std::size_t left = size; left > 1; --left)
            std::swap(items[left - 1], items[range(static_cast<int>(left))]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace bingo
