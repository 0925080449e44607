// Should I close now? Closing and playing on side by side, and the advice; what `bingo close --json` writes.
#pragma once

#include <string>
#include <string_view>

#include "closing/worth.hpp"
#include "positions/json.hpp"

namespace bingo {

// {"move", "kind", "value", "low", "high", with the score of a match "chance", ..., "worlds"}.
Members worth_row(const Worth& worth, std::string_view move);

// `found` has a close. `seed`: of all that was drawn.
std::string decision_json(const View& view, const Tables& tables, const Worths& found, std::string_view name,
                          std::string_view rules, std::uint64_t seed);

// What `bingo analyze --json` writes of the same while tiles are hidden.
std::string analysis_json(const View& view, const Tables& tables, const Worths& found, std::string_view name,
                          std::string_view rules, std::uint64_t seed);

}  // namespace bingo
