// The course of a game with the program, deal after deal: what is asked for, what becomes of a word that is said, and
// what is shown of it. Whoever asks keeps the records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/deal_table.hpp"

namespace bingo {

// What a new game is to be.
struct NewGame {
    std::string_view level = "strongest", seat;
    std::int64_t seed = 0;
    bool match = false;
};

// What is said of a game.
struct Message {
    std::string_view word = "look", level;
    std::optional<std::int64_t> stamp;
    bool passed = false, count = false;
};

// Answers: the records, also as the text of a file, the game as it is shown, what became of a word and what there is to
// tell, as in events.hpp; or {"error": ...}.
std::string begin_game(const Means& means, const NewGame& wanted, const Message& message);
// `records` are those of the deals in JSON, all under these rules.
std::string continue_game(const Means& means, const std::vector<std::string_view>& records, const Message& message);

}  // namespace bingo
