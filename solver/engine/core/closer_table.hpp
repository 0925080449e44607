// The table of what the closer takes: bounds on card points, for positions after a close.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/table.hpp"

namespace bingo {

// A function of its key and the rules alone: 16 bytes an entry, a bucket on one line of the cache, no context and no
// scores. High bits left:
//
//   a  [ 0 7 | the closer leads 1 | other's hand 28 | closer's hand 28 ]
//   b  [ 0 1 | at most 16 | at least 16 | trump 3 | doubles that the closer may declare 28 ]
//
// Bounds are card points from here on. An empty entry has a == 0 and matches no hand.
class CloserTable {
  public:
    struct Key {
        std::uint64_t a, b;

        Key(Mask closer, Mask other, Mask doubles, bool closer_leads, int suit)
            : a(closer | std::uint64_t{other} << 28 | std::uint64_t{closer_leads} << 56),
              b(doubles | static_cast<std::uint64_t>(suit) << 28) {}
        std::uint64_t hash() const { return (a ^ b << 31) * 0x9E3779B97F4A7C15u; }
    };

    explicit CloserTable(int bits) : bits_(bits) {}

    // Narrows `bounds` by what is known of this position.
    void probe(const Key& key, Bounds& bounds) const {
        for (const Entry& e : buckets_[bucket_of(key)]) {
            if (!e.is(key)) continue;
            bounds.low = std::max(bounds.low, static_cast<int>(e.b >> kLow & kBound));
            bounds.high = std::min(bounds.high, static_cast<int>(e.b >> kHigh));
        }
    }

    void prefetch(const Key& key) const { fetch(&buckets_[bucket_of(key)]); }

    // Keeps the bounds of this position, in place of what it held before, else of the entry with the fewest tiles.
    void store(const Key& key, const Bounds& bounds) {
        const auto is_same = [&](const Entry& e) { return e.is(key); };
        slot_for(buckets_[bucket_of(key)], is_same, [](const Entry& e) { return std::popcount(e.a); }) = {
            key.a,
            key.b | static_cast<std::uint64_t>(bounds.low) << kLow | static_cast<std::uint64_t>(bounds.high) << kHigh};
    }

    // Room for entries is taken only when it is first needed.
    void prepare() {
        if (buckets_.empty()) buckets_.resize(std::size_t{1} << (bits_ - 2));
    }

  private:
    static constexpr int kLow = 31, kHigh = 47;      // where the bounds are in b
    static constexpr std::uint64_t kBound = 0xFFFF;  // one of them

    struct Entry {
        std::uint64_t a, b;

        bool is(const Key& key) const { return a == key.a && (b & ((std::uint64_t{1} << kLow) - 1)) == key.b; }
    };

    struct alignas(64) Bucket : std::array<Entry, 4> {};  // a line of the cache

    // High bits of the hash, as in table.hpp.
    std::size_t bucket_of(const Key& key) const { return (key.hash() >> 36) & ((std::size_t{1} << (bits_ - 2)) - 1); }

    int bits_;
    std::vector<Bucket> buckets_;
};

}  // namespace bingo
