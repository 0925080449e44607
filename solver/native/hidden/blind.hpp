// What it costs a closer, on average, that they do not see the other hand.
#pragma once

#include <algorithm>
#include <array>

#include "core/tables.hpp"

namespace bingo {

// By how much what is guaranteed after a close falls short of its double-dummy value on average: a part of what this is
// `above` a failed close; where a deal is worth card points, so many of them. `to_draw`: tiles left to draw, the turned
// one too; `worth`: what the network says of the close. `fitted` by `python -m benchmarks.blind`, which shows how well
// it holds under each preset.
inline double blind_loss(const std::array<float, 4>& fitted, const Scoring& scoring, int to_draw, float worth,
                         int above) {
    const double left = to_draw / 12.0, x = std::clamp(static_cast<double>(worth), -3.0, 3.5);
    const double part = fitted[0] + fitted[1] * left + x * (fitted[2] + x * fitted[3]);
    if (scoring.mode == kPoints) return std::max(part, 0.0);
    return std::clamp(part, 0.0, 1.0) * std::max(above, 0);
}

}  // namespace bingo
