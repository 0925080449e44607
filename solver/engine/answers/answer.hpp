// A question in JSON, an answer in JSON: what solver/seam asks.
//
//   {"ask": "begin", "rules": "pagat", "level": "club", "match": false, "seed": 7, "seat": "first", "count": false}
//   {"ask": "game", "records": [{...}], "say": "lead 4-4", "stamp": 1, "passed": false, "level": "", "count": false}
//   {"ask": "playout", "record": {...}, "levels": ["club", "greedy"], "worlds": 100, "without": 0}   who wins, if
//   these play on? (without: rules that textbook leaves out, games/textbook.hpp)
//
// A game against the program is kept by whoever asks, as the records of its deals: the answers to "begin" and "game"
// bring them anew, with the game as it is shown, what became of a word and what there is to tell (course.hpp,
// events.hpp). What can be said is a turn as somebody types it, "wait", "next", "back", "moves", "count", "hint", "what
// if MOVE", "why", "help", "board"; "look", which changes nothing, "go", which has the program make its turns, and
// "coach", which tells a mistake.
//
// Beside a position may stand "known": {"tricks": [...], "barred": 0}, what play has told of it, and "objective":
// {"table": [[...]]}, what is to be maximized instead of game points; see request.hpp.
//
// A position is what a line of a .jsonl file has, whose match score plays no part. Answers have the keys of --json, or
// else {"reasons": [...]} or {"error": ...}.
#pragma once

#include <string>
#include <string_view>

#include "answers/request.hpp"
#include "answers/rulebook.hpp"
#include "closing/worth.hpp"
#include "estimates/effort.hpp"

namespace bingo {

// The one reason why a question cannot be answered.
std::string refusal(std::string_view field, std::string_view expected, std::string_view found);

class Answerer {
  public:
    // More rules, and the networks that play under them.
    void learn(const GameRules& rules, const Networks& networks) { rules_.learn(rules, networks); }

    // Faults of the question are answers too. Who asks is told how far it is, and may stop it.
    std::string answer(std::string_view question, Watch& watch, Progress progress);

  private:
    std::string answered(std::string_view question, const Effort& effort);
    std::string at_the_table(Request& request, std::string_view ask, const Effort& effort);  // in games.cpp
    Rulebook rules_;
};

}  // namespace bingo
