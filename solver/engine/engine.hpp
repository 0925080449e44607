// What the engine answers where tiles are hidden. Read this first, then estimates/values.hpp: what is asked, and what
// moves are worth.
//
// Players are 0 (who asks, "you") and 1. A Tile counts as Python counts it (solver/game/tiles.py), and so do the tiles
// of an InformationSet (hidden/view.hpp); in a Move and in all that is searched a tile is a number by rank within the
// trump suit of its deal (core/tables.hpp), and the two never mix. Values are for player 0: game points still to come,
// card points under rules that count these, or with an objective chances to win the match beside them.
//
// Exact values of known positions are asked of Solver (core/search.hpp) directly: nothing is converted there but the
// position (core/unpack.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "closing/worth.hpp"
#include "core/unpack.hpp"
#include "levels/levels.hpp"

namespace bingo {

// Answers under one rule set, one question at a time. Every call asks the budget's watch whether to go on and throws
// Stopped, or answers with what there is. std::invalid_argument: no hand fits, or a move is none.
class Engine {
  public:
    Engine(const Tables& tables, const Networks& networks) : context_{tables, networks} {}

    const Tables& tables() const { return context_.tables; }
    View view(const InformationSet& information) const { return {information, tables()}; }
    // How often each of the hands that player 1 may hold counts, by how they have played; 1 on average. With
    // `opponent_model` how likely they would have played so.
    std::vector<double> weights(const View& view, const std::optional<ChoiceModel>& opponent_model, Watch& watch);
    static std::vector<PossibleDeal> deals(const View& view, std::size_t deal_count, std::uint64_t seed, Watch& watch);

    // Every move; closing now, where that is possible, and with `plays_on` playing on beside it.
    Analysis analyze(const View& view, const Request& request, bool plays_on, const Budget& budget) {
        return bingo::analyze(view, context_, request, plays_on, budget);
    }
    // Means over deals alone, in points, or with an objective in chances.
    Analysis estimate(const View& view, const Request& request, const Budget& budget);
    // Moves after which nothing is drawn any more.
    std::vector<MoveValue> solve_moves(const View& view, const std::vector<Move>& moves, const Request& request,
                                       const Budget& budget);
    // What a level plays at this stage. `all_tiles`: the position with both hands, for the level that sees them.
    Move reply(Level level, const View& view, int stage, const std::optional<PackedPosition>& all_tiles,
               const Request& request, unsigned rules_left_out, const Budget& budget);

  private:
    // Refuses moves that the rules do not allow here.
    void check_moves(const View& view, const std::vector<Move>& moves) const;

    EngineContext context_;
};

}  // namespace bingo
