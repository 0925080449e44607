// Chance from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bingo {

// Numbers that depend on the seed alone, on every machine (splitmix64).
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }

    // Uniform in [0, 1).
    float share() { return static_cast<float>(next() >> 40) / 16777216.0f; }

    // 0 to n - 1.
    int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

    // Any order of so many things, all equally likely.
    template <class Thing>
    void shuffle(Thing* things, std::size_t size) {
        for (std::size_t left = size; left > 1; --left)
            std::swap(things[left - 1], things[below(static_cast<int>(left))]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace bingo
