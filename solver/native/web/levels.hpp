// Levels of play. Mirrors solver/opponents/levels.py and endings.py: the same deal played the same way brings the same
// answers there and here, as far as sums of many numbers come out the same.
#pragma once

#include <array>
#include <string_view>

#include "web/estimates.hpp"
#include "web/replay.hpp"

namespace bingo {

// By name, the weakest first.
constexpr std::array<std::string_view, 4> kLevels = {"greedy", "club", "strongest", "cheat"};

// What chooses under a rule set.
struct Means {
    Exact& exact;
    Estimates& estimates;
};

// What the player whose turn it is does at this level: a turn, or to wait.
Move choose(std::string_view level, const Replay& played, const Record& record, const GameRules& rules,
            const Means& means);

// Deals that are looked at for a decision.
int usual_worlds(const Scoring& scoring);

}  // namespace bingo
