// What happened in a game, and what there is to tell of it, as JSON objects of codes and numbers: each has a "code",
// and what it is about. cli/render/telling.py and cli/page/assets/words.js have the sentences.
#pragma once

#include <optional>
#include <string>

#include "play/replay.hpp"
#include "positions/json.hpp"

namespace bingo {

// An object with that code; more members may be added.
inline Members coded(std::string_view code) { return Members().text("code", code); }

// A turn of player 0 or 1, and what came of it: who took the trick, who scored at once, and the tile that you drew.
// None where nothing is seen of it.
std::optional<std::string> turn_event(const Moment& before, const Moment& after);
// What both have, and what was declared that counts with the first trick only.
std::string points_event(const Position& position);
// How the deal ended, and how the match stands.
std::string end_event(const Moment& end, const Record& record, const Scoring& scoring);

// "game point" or "card point": what deals are worth.
std::string_view unit_of(const Scoring& scoring);

}  // namespace bingo
