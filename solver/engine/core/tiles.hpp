// Tiles as Python counts them, and as the search numbers them: two types that do not mix.
//
// A Tile is its index, which the rules do not change. The search numbers tiles anew for each trump suit, by rank, so
// that the order of bits is a good order for trying moves: an `int`, and a `Mask` of them (core/tables.hpp).
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "core/tables.hpp"

namespace bingo {

enum class Tile : std::uint8_t {};  // 0-0 is 0, 1-0 is 1, 1-1 is 2 ... 6-6 is 27

// Bit n is tile n.
struct TileSet {
    std::uint32_t bits = 0;

    static constexpr TileSet of(Tile tile) { return {std::uint32_t{1} << static_cast<int>(tile)}; }
    static constexpr TileSet all() { return {kAllTiles}; }

    int size() const { return std::popcount(bits); }
    explicit operator bool() const { return bits != 0; }
    bool has(Tile tile) const { return bits >> static_cast<int>(tile) & 1; }
    Tile lowest() const { return Tile(std::countr_zero(bits)); }
    TileSet rest() const { return {bits & (bits - 1)}; }  // without the lowest

    friend constexpr TileSet operator&(TileSet a, TileSet b) { return {a.bits & b.bits}; }
    friend constexpr TileSet operator|(TileSet a, TileSet b) { return {a.bits | b.bits}; }
    friend constexpr TileSet operator-(TileSet a, TileSet b) { return {a.bits & ~b.bits}; }
    TileSet& operator|=(TileSet more) { return *this = *this | more; }
    TileSet& operator-=(TileSet less) { return *this = *this - less; }
    auto operator<=>(const TileSet&) const = default;
};

inline int number_of(Tile tile, const Trump& trump) { return trump.number[static_cast<std::size_t>(tile)]; }
inline Tile tile_of(int number, const Trump& trump) { return Tile(trump.tile[at(number)]); }

// The same of sets.
inline TileSet tiles_of(Mask numbers, const Trump& trump) {
    TileSet tiles;
    for (; numbers; numbers &= numbers - 1) tiles |= TileSet::of(tile_of(lowest(numbers), trump));
    return tiles;
}
inline Mask numbers_of(TileSet tiles, const Trump& trump) {
    Mask numbers = 0;
    for (; tiles; tiles = tiles.rest()) numbers |= bit(number_of(tiles.lowest(), trump));
    return numbers;
}

// One by one, the lowest first.
inline std::vector<Tile> list_of(TileSet tiles) {
    std::vector<Tile> list;
    for (; tiles; tiles = tiles.rest()) list.push_back(tiles.lowest());
    return list;
}
inline std::vector<int> list_of(Mask numbers) {
    std::vector<int> list;
    for (; numbers; numbers &= numbers - 1) list.push_back(lowest(numbers));
    return list;
}

// The ends of a tile: the higher number, the lower one.
struct Ends {
    int high = 0, low;

    explicit Ends(int index) : low(index) {
        while (low > high) low -= ++high;
    }
};

// The higher end of a tile, where a blank counts as 7; whether it shows an end.
inline int higher_end(int index) {
    const Ends ends(index);
    return ends.low ? ends.high : 0;
}
inline bool shows(int index, int end) {
    const Ends ends(index);
    return ends.high == end || ends.low == end;
}

}  // namespace bingo
