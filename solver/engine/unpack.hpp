// From what Python says to what is searched: checked, so that nothing that comes in can lead astray.
#pragma once

#include "core/given.hpp"
#include "engine.hpp"
#include "play/view.hpp"

namespace bingo::engine {

// What player 0 knows. Throws std::invalid_argument where the numbers cannot be a view: a tile in two places, hands and
// tricks that do not add up. Whether play can have led there is not asked; Python checks that.
bingo::View unpack(const View& view, const Tables& tables);

// A position with all tiles known, and what of it the search need not know.
Position unpack(const Given& position, const Tables& tables);

}  // namespace bingo::engine
