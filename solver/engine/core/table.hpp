// The transposition table: bounds on the value of positions before a lead.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "core/game.hpp"

namespace bingo {

constexpr int kInfinity = 30000;  // beyond any value, and fits 16 bits

struct Bounds {
    int low, high;
};

// Has a place in memory brought into the cache.
inline void prefetch_address(const void* address) {
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

// Of a bucket the entry of a position, else the least useful one, which makes room for it.
template <class Bucket, class IsSame, class Rank>
auto& slot_for(Bucket& bucket, IsSame is_same, Rank rank) {
    auto* slot = &*std::begin(bucket);
    int least_rank = std::numeric_limits<int>::max();
    for (auto& entry : bucket) {
        if (is_same(entry)) return entry;
        if (rank(entry) >= least_rank) continue;
        least_rank = rank(entry);
        slot = &entry;
    }
    return *slot;
}

// What identifies a position. "me" is the player about to lead; high bits left:
//
//   a  [ 0 1 | close_win 2 | closer 2 | trick_bits 2 | player 1 | other's hand 28 | my hand 28 ]
//   b  [ 0 2 | other's game points 5 | my game points 5 | tiles in a hand 4 | declared 7 | trump 3 | close_fail 2
//      | tiles to draw 4 | other's waiting points 8 | my waiting points 8 | other's points 8 | my points 8 ]
//
// `closer` and `trick_bits` are relative to me; the player bit is kept only where the two are not alike (points
// carried over, an objective). `declared` marks doubles that cannot be declared again. Card points that change nothing
// any more are left out, so that positions which play alike share an entry.
struct Key {
    std::uint64_t a, b;

    static constexpr int kMaxPoints = 255;            // card points of one kind and player
    static constexpr std::uint64_t kPointsMask = 0xFFFF;  // those that count, of both
    int own_points() const { return static_cast<int>(b & kMaxPoints); }
    int other_points() const { return static_cast<int>(b >> 8 & kMaxPoints); }
    int tiles_left() const { return static_cast<int>((b >> 32 & 15) + (b >> 48 & 15)); }
    std::uint64_t hash() const { return (a * 0x9E3779B97F4A7C15u) ^ ((b & ~kPointsMask) * 0xC2B2AE3D27D4EB4Fu); }
};

// 24 bytes. Bounds depend on the key, the context and the rules alone, so an entry that matches is true whenever it was
// stored. The context is what the key leaves out: once nothing is drawn any more, the objective's id, or the points
// that the closer has carried over where card points decide; with an open boneyard, the number of the deal
// (Solver::set_root). Empty entries have a == 0 and match nothing, as some hand is never empty.
struct Entry {
    Key key;
    std::uint32_t context;
    std::int16_t low, high;
};

// Buckets of four entries, 96 bytes, which lie on two lines of the cache. Where more card points never hurt
// (`monotone`), an entry also bounds positions that differ from it in card points only: one with no more own points and
// no fewer of the other's is worth no more, so its lower bound holds here; and the other way round for its upper bound.
// That is why the hash leaves those points out: all scores of one pair of hands share a bucket.
class Table {
  public:
    explicit Table(int table_bits) : bits_(table_bits) {}

    // Narrows `bounds` by all that is known of this position; values are relative to `offset`.
    void probe(const Key& key, std::uint32_t context, bool monotone, int offset, Bounds& bounds) const {
        for (const Entry& e : buckets_[bucket_of(key)]) {
            if (e.key.a != key.a || (e.key.b ^ key.b) & ~Key::kPointsMask || e.context != context) continue;
            if (e.key.b != key.b && !monotone) continue;
            const int own_points = e.key.own_points() - key.own_points(),
                      other_points = e.key.other_points() - key.other_points();
            if (own_points <= 0 && other_points >= 0 && e.low + offset > bounds.low) bounds.low = e.low + offset;
            if (own_points >= 0 && other_points <= 0 && e.high + offset < bounds.high) bounds.high = e.high + offset;
        }
    }

    // Has the entries that this position may be among brought into the cache, which takes longer than bounding it.
    void prefetch(const Key& key) const {
        const Bucket& bucket = buckets_[bucket_of(key)];
        prefetch_address(&bucket.front());
        prefetch_address(&bucket.back());
    }

    // Keeps the bounds of this position. They replace those it had; else the least useful entry of its bucket: one
    // of another deal, or the one with the fewest tiles in hand or to draw, which is the cheapest to search again.
    void store(const Key& key, std::uint32_t context, int offset, const Bounds& bounds) {
        const auto is_same = [&](const Entry& e) {
            return e.key.a == key.a && e.key.b == key.b && e.context == context;
        };
        const auto rank = [&](const Entry& e) { return e.context == context ? e.key.tiles_left() : -1; };
        slot_for(buckets_[bucket_of(key)], is_same, rank) = {key, context, to_int16(bounds.low - offset),
                                                             to_int16(bounds.high - offset)};
    }

    // Room for entries is taken only when it is first needed.
    void allocate() {
        if (buckets_.empty()) buckets_.resize(std::size_t{1} << (bits_ - 2));
    }

  private:
    using Bucket = std::array<Entry, 4>;

    // A bound in 16 bits. Bounds beyond any value stay beyond any value, whatever card points they are relative to.
    static std::int16_t to_int16(int bound) {
        return static_cast<std::int16_t>(std::clamp(bound, -kInfinity, kInfinity));
    }
    // High bits of the hash, as the low ones of a product mix least.
    std::size_t bucket_of(const Key& key) const { return (key.hash() >> 36) & ((std::size_t{1} << (bits_ - 2)) - 1); }

    int bits_;
    std::vector<Bucket> buckets_;
};

}  // namespace bingo
