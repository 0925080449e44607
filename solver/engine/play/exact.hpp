// Exact analysis as it is shown: every sensible move with its value, a line of best play, the tree below a position.
// Mirrors solver/analysis/exact.py.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/search.hpp"
#include "play/playing.hpp"

namespace bingo {

struct Choice {
    Move move;
    int value = 0;  // for player 0
};

class Exact {
  public:
    // Tables of bounds as in Solver: small ones for endgames, which are solved most often.
    explicit Exact(const Tables& tables) : playing_(tables), tables_(tables) {}

    const Playing& playing() const { return playing_; }
    std::uint64_t nodes() const;
    void set_watch(Watch* watch);  // as Solver

    int value(const Root& root) { return solver(root).value(root); }
    int value(const Position& position) { return value(position.root); }
    // Of a legal move; with an objective the utility, as Solver::value has it.
    int value_of(const Position& position, const Move& move);

    // Every sensible move of the player whose moves are listed (Position::mover), the best first.
    std::vector<Choice> choices(const Position& position);
    // The value of one move as `choices` lists it, whatever its declaration.
    int listed_value(const Position& position, const Move& move);
    // Best play to the end of the deal.
    std::vector<Step> line(Position position);

    // What `bingo analyze --json` writes of a position.
    std::string analysis(const Position& position, std::string_view name, std::string_view rules);
    // The tree of play, as far as it is worth looking at. Best play is followed to the end of the deal, then each other
    // move of the first decision, and best play after it; then the moves that depart from these lines, and so on, while
    // there are fewer than so many branches and fewer than so many nodes were searched. With an objective best play is
    // best in chances to win the match.
    //
    // Of each decision: who moves (0 or 1), the card points of both, and the branches, that of best play first. A
    // branch is the move, its value (where the match counts [value, chance]), the number of the next decision (-1:
    // the deal is over; null: it is not followed); then, as far as there is any, who takes the trick, the game points
    // scored at once, what both draw, and at the end of the deal the card points of both. A move that only leads or
    // plays a tile is that tile, a claim of the player who is not to move `opponent claim`.
    std::string tree(const Position& position, std::size_t branches, std::uint64_t nodes);

  private:
    static constexpr int kBits = 12, kDealBits = 16, kOpenBits = 18;

    Solver& solver(const Root& root);
    std::optional<int> pass_claims(Position& position);

    Playing playing_;
    const Tables& tables_;
    Watch* watch_ = nullptr;
    std::unique_ptr<Solver> endgames_, deals_;
};

// The moves of a line in words, without waiting.
std::vector<std::string> in_words(const std::vector<Step>& line, const Trump& trump);

}  // namespace bingo
