// Levels of play, from one that hardly looks ahead to one that sees every tile. Chance in a decision comes from its
// seed alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "estimates/estimates.hpp"
#include "play/exact.hpp"
#include "play/view.hpp"

namespace bingo {

// By name, the weakest first.
constexpr std::array<std::string_view, 5> kLevels = {"greedy", "textbook", "club", "strongest", "cheat"};

inline bool is_level(std::string_view name) { return std::find(kLevels.begin(), kLevels.end(), name) != kLevels.end(); }

// What chooses under a rule set, and who may stop it.
struct Means {
    const Tables& tables;
    Exact& exact;
    Estimates& estimates;
    const Effort& effort;
    unsigned without = 0;  // rules that `textbook` leaves out, see TextbookRule
    const Objective* objective = nullptr;  // the match, where that counts: chances are maximized, not game points
};

// What the player whose turn it is does at this level, having `seen` so much of a position: a turn, or to wait. With
// fewer `worlds` than are usual (0) it looks at fewer deals: it replies sooner, and plays worse. `open`: all of the
// position is written, for `cheat` to see; without that it plays as `strongest`.
Move choose(std::string_view level, const Position& position, bool open, const std::function<View()>& seen,
            std::uint64_t seed, const Means& means, int worlds = 0);

}  // namespace bingo
