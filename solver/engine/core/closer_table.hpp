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

        Key(Mask closer_hand, Mask other_hand, Mask declarable, bool closer_leads, int suit)
            : a(closer_hand | std::uint64_t{other_hand} << 28 | std::uint64_t{closer_leads} << 56),
              b(declarable | static_cast<std::uint64_t>(suit) << 28) {}
        std::uint64_t hash() const { return (a ^ b << 31) * 0x9E3779B97F4A7C15u; }
    };

    explicit CloserTable(int table_bits) : bits_(table_bits) {}

    // Narrows `bounds` by what is known of this position.
    void probe(const Key& key, Bounds& bounds) const {
        for (const Entry& entry : buckets_[bucket_of(key)]) {
            if (!entry.has_key(key)) continue;
            bounds.low = std::max(bounds.low, static_cast<int>(entry.b >> kLowBit & kBoundMask));
            bounds.high = std::min(bounds.high, static_cast<int>(entry.b >> kHighBit));
        }
    }

    void prefetch(const Key& key) const { prefetch_address(&buckets_[bucket_of(key)]); }

    // Keeps the bounds of this position, in place of what it held before, else of the entry with the fewest tiles.
    void store(const Key& key, const Bounds& bounds) {
        const auto is_same = [&](const Entry& entry) { return entry.has_key(key); };
        slot_for(buckets_[bucket_of(key)], is_same, [](const Entry& entry) { return std::popcount(entry.a); }) = {
            key.a, key.b | static_cast<std::uint64_t>(bounds.low) << kLowBit |
                       static_cast<std::uint64_t>(bounds.high) << kHighBit};
    }

    // Room for entries is taken only when it is first needed.
    void allocate() {
        if (buckets_.empty()) buckets_.resize(std::size_t{1} << (bits_ - 2));
    }

  private:
    static constexpr int kLowBit = 31, kHighBit = 47;      // where the bounds are in b
    static constexpr std::uint64_t kBoundMask = 0xFFFF;  // one of them

    struct Entry {
        std::uint64_t a, b;

        bool has_key(const Key& key) const { return a == key.a && (b & ((std::uint64_t{1} << kLowBit) - 1)) == key.b; }
    };

    struct alignas(64) Bucket : std::array<Entry, 4> {};  // a line of the cache

    // High bits of the hash, as in table.hpp.
    std::size_t bucket_of(const Key& key) const { return (key.hash() >> 36) & ((std::size_t{1} << (bits_ - 2)) - 1); }

    int bits_;
    std::vector<Bucket> buckets_;
};

}  // namespace bingo
