// A question in JSON, an answer in JSON: what solver/seam asks.
//
//   {"ask": "solve", "position": {...}}                               what is it worth, and every move, all tiles being
//                                                                     known?
//   {"ask": "analyze", "position": {...}, "worlds": 512, "seed": 0}   the same where tiles are hidden
//   {"ask": "close", "position": {...}, "seed": 0}                    should I close now?
//   {"ask": "worth", "position": {...}, "only": ["close, lead 6-6"], "seed": 0}   what are these worth, after which
//                                                                     nothing is drawn?
//   {"ask": "estimate", "position": {...}, "worlds": 512, "seed": 0}  what does every move bring on average?
//   {"ask": "deals", "position": {...}, "worlds": 512, "seed": 0}     so many deals that fit what is known, drawn;
//                                                                     without a number every hand
//   {"ask": "weights", "position": {...}}                             how often does each hand count? (with
//   "temperature" and "blunder": how likely is it that who chooses so played as the opponent did with each?)
//   {"ask": "follow", "position": {...}, "after": ["you lead 6-4"], "branches": 400, "nodes": 20000000}
//                                                                     what can be played after these moves?
//   {"ask": "play", "position": {...}, "after": [...]}                what is legal then, and how does the board look?
//   {"ask": "reply", "position": {...}, "level": "club", "stage": "claim", "worlds": 100, "seed": 0}   what does it
//   play?
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

class Answerer {
  public:
    // More rules, and the networks that play under them.
    void learn(const GameRules& rules, const Networks& networks) { rules_.learn(rules, networks); }

    // Faults of the question are answers too. Who asks is told how far it is, and may stop it.
    std::string answer(std::string_view question, Watch& watch, Progress progress);

  private:
    struct Asked;

    bool read(std::string_view written, Asked& asked, std::string& fault);
    std::string answered(std::string_view question, const Effort& effort);
    std::string at_the_table(Request& request, std::string_view ask, const Effort& effort);  // in games.cpp
    static std::string solved(Asked& asked);
    static std::string analyzed(Asked& asked);  // in answer_worth.cpp, as the next three
    static std::string closed(Asked& asked);
    static std::string valued(Asked& asked);
    static Worths worths(Asked& asked, const View& view);
    static std::string estimated(Asked& asked);  // in answer_estimates.cpp, as the next two
    static std::string dealt(const Asked& asked);
    static std::string weighed(Asked& asked);
    static std::string played(Asked& asked, bool tree);
    static std::string replied(Asked& asked);

    Rulebook rules_;
};

}  // namespace bingo
