// What tiles and moves are called, as solver/game has it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/move.hpp"
#include "core/tables.hpp"

namespace bingo {

constexpr std::string_view kPlayers[] = {"you", "opponent"};

// Tiles by index; sets as they are written, the highest index first.
std::string tile_text(int index);
std::string tiles_text(const std::vector<int>& indices);
std::string tiles_text(Mask indices);
std::string move_text(const Move& move, bool reply, const Trump& trump);

}  // namespace bingo
