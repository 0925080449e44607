// A game with the program, deal after deal: who is asked for what, what becomes of a word that is said, and what is
// shown of it. Whoever asks keeps the records. Mirrors cli/sitting.py and cli/board/game.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/deal_table.hpp"

namespace bingo {

// What a new game is to be; as New in cli/board/game.py.
struct NewGame {
    std::string_view level = "strongest", seat;
    std::int64_t seed = 0;
    bool match = false, count = false;
};

// What the page says of a game; as Saying in cli/board/game.py.
struct Saying {
    std::string_view word = "look", level;
    std::optional<std::int64_t> stamp;
    bool passed = false, count = false;
};

// Answers: the records, the game as it is shown, what became of a word and what there is to tell; or {"error": ...}.
std::string begin_game(const GameRules& rules, const Means& means, const NewGame& wanted);
// `records` are those of the deals in JSON, all under these rules.
std::string say_in_game(const GameRules& rules, const Means& means, const std::vector<std::string_view>& records,
                        const Saying& saying);

}  // namespace bingo
