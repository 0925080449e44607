// Rules as integers that Python made (solver/engine/tables.py), checked and made into the tables that the search works
// on.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/tables.hpp"

namespace bingo {

// Throws std::invalid_argument: what was expected, what stood there, where.
[[noreturn]] void refuse(const std::string& where, const std::string& expected, const std::string& found);
void check_range(const char* where, std::int64_t value, std::int64_t low, std::int64_t high);
void check_table_bits(int bits, int open_bits);

// `trumps` has a row for each trump suit and tile: tile, points, what beats it in either phase, whether it is a double,
// classes of replies. `scoring` is Scoring in the order of its members.
Tables load_tables(std::span<const std::int32_t> trumps, std::span<const std::int32_t> scoring);

}  // namespace bingo
