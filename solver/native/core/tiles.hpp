// Tiles by index, as positions are written, and by kernel number; what they and moves are called.
#pragma once

#include <string>
#include <vector>

#include "core/move.hpp"
#include "core/tables.hpp"

namespace bingo {

// The set of one tile by index; the empty one for no tile, -1.
inline Mask tile_set(int index) { return index < 0 ? 0 : bit(index); }

// A set of tiles by index, of one by kernel number; and back.
inline Mask tile_indices(Mask numbers, const Trump& trump) {
    Mask indices = 0;
    for (; numbers; numbers &= numbers - 1) indices |= bit(trump.tile[at(lowest(numbers))]);
    return indices;
}
inline Mask tile_numbers(Mask indices, const Trump& trump) {
    Mask numbers = 0;
    for (; indices; indices &= indices - 1) numbers |= bit(trump.number[at(lowest(indices))]);
    return numbers;
}

// The higher end of a tile, where a blank counts as 7; whether it shows an end.
int higher_end(int index);
bool shows(int index, int end);

// Sets as they are written: the highest index first.
std::string tile_text(int index);
std::string tiles_text(const std::vector<int>& indices);
std::string tiles_text(Mask indices);
std::string move_text(const Move& move, bool reply, const Trump& trump);

}  // namespace bingo
