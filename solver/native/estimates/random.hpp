// Chance as numpy.random.default_rng(seed) gives it, so that a seed means the same deals here and in Python.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bingo {

// PCG64 (O'Neill 2014) seeded by numpy's SeedSequence.
class NumpyRandom {
  public:
    explicit NumpyRandom(std::uint64_t seed) {
        std::array<std::uint32_t, 4> pool{};
        const std::uint32_t entropy[2] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
        std::uint32_t hash = 0x43b0d7e5u;
        const auto hashed = [&](std::uint32_t value) {
            value ^= hash;
            hash *= 0x931e8875u;
            value *= hash;
            return value ^ value >> 16;
        };
        for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = hashed(i < 2 ? entropy[i] : 0);
        for (std::size_t from = 0; from < pool.size(); ++from)
            for (std::size_t to = 0; to < pool.size(); ++to) {
                if (from == to) continue;
                const std::uint32_t mixed = 0xca01f9ddu * pool[to] - 0x4973f715u * hashed(pool[from]);
                pool[to] = mixed ^ mixed >> 16;
            }
        std::array<std::uint64_t, 4> words{};
        hash = 0x8b51f9ddu;
        for (std::size_t i = 0; i < 2 * words.size(); ++i) {
            std::uint32_t word = pool[i % pool.size()] ^ hash;
            hash *= 0x58f38dedu;
            word *= hash;
            word ^= word >> 16;
            words[i / 2] |= std::uint64_t{word} << (32 * (i % 2));
        }
        increment_ = {words[2] << 1 | words[3] >> 63, words[3] << 1 | 1};
        state_ = {0, 0};
        step();
        state_ = sum(state_, {words[0], words[1]});
        step();
    }

    // Shuffles so many things, as Generator.permuted does a row.
    template <class Thing>
    void shuffle(Thing* things, std::size_t size) {
        for (std::size_t i = size - 1; size && i > 0; --i)
            std::swap(things[i], things[below(static_cast<std::uint32_t>(i) + 1)]);
    }

    // 0 to n - 1, for n above 0: bits are drawn until they are no more than that.
    std::uint32_t below(std::uint32_t n) {
        const std::uint32_t mask = std::bit_ceil(n) - 1;
        for (;;)
            if (const std::uint32_t drawn = n > 1 ? next32() & mask : 0; drawn < n) return drawn;
    }

  private:
    struct Wide {
        std::uint64_t high, low;
    };

    static Wide sum(Wide a, Wide b) {
        const std::uint64_t low = a.low + b.low;
        return {a.high + b.high + (low < a.low), low};
    }

    static Wide product(Wide a, Wide b) {
        const std::uint64_t mask = 0xFFFFFFFFu, a0 = a.low & mask, a1 = a.low >> 32, b0 = b.low & mask,
                            b1 = b.low >> 32;
        const std::uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
        const std::uint64_t middle = (p00 >> 32) + (p01 & mask) + (p10 & mask);
        const std::uint64_t high = a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
        return {high + a.high * b.low + a.low * b.high, a.low * b.low};
    }

    void step() { state_ = sum(product(state_, {2549297995355413924u, 4865540595714422341u}), increment_); }

    std::uint64_t next64() {
        step();
        const std::uint64_t folded = state_.high ^ state_.low, turn = state_.high >> 58;
        return turn ? folded >> turn | folded << (64 - turn) : folded;
    }

    std::uint32_t next32() {
        if (kept_) {
            kept_ = false;
            return half_;
        }
        const std::uint64_t both = next64();
        kept_ = true;
        half_ = static_cast<std::uint32_t>(both >> 32);
        return static_cast<std::uint32_t>(both);
    }

    Wide state_{}, increment_{};
    bool kept_ = false;
    std::uint32_t half_ = 0;
};

}  // namespace bingo
