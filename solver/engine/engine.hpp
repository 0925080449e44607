// What the engine answers where tiles are hidden. Read this first.
//
// Players are 0 (who asks, "you") and 1. Tiles here count as Python counts them (solver/game/tiles.py); below this
// header a tile is a number by rank within the trump suit of its deal (core/tables.hpp), and the two never mix.
// Values are for player 0: game points still to come, card points under rules that count these, or with an objective
// chances to win the match beside them.
//
// Exact values of known positions are asked of Solver (core/search.hpp) directly: nothing is converted there but the
// position (core/given.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "closing/leads.hpp"
#include "core/given.hpp"
#include "core/objectives.hpp"
#include "core/tiles.hpp"
#include "estimates/effort.hpp"
#include "hidden/features.hpp"

namespace bingo::engine {

// A turn: close, declare, then lead or play a tile, or claim; each if set. Nothing set is to wait.
struct Move {
    std::optional<Tile> tile;
    TileSet declare;
    bool close = false, claim = false;
};

// A trick as both saw it. The leader closed before it and declared; the winner showed other doubles after it.
struct Trick {
    int leader = 0;
    Tile led{};
    std::optional<Tile> reply;  // none: it is still to be played
    TileSet declared, shown;
    bool closed = false;
};

struct Closing {
    int by, points, tricks;  // card points and tricks of the other player then
};

// What player 0 knows.
struct View {
    int trump, leader, pending;  // pending: points of a declaration that hang on the trick now led
    TileSet hand;
    int hidden;                                  // tiles that player 1 holds
    TileSet gone;                                // known to lie in tricks
    std::array<TileSet, 2> declared_doubles;     // by each, also those played since
    std::array<std::optional<TileSet>, 2> won;   // tiles in the tricks of each, where all are known
    std::array<int, 2> points, tricks, declared, carried;
    std::optional<Tile> led, turned;
    std::optional<Closing> closed;
    TileSet excluded;            // unseen tiles that player 1 cannot hold, by their replies
    std::vector<Trick> history;  // all tricks from the first lead, or none: what hands are weighted by
};

enum class Method { kRollout, kDoubleDummy };

// How a decision is valued, and how long that may take.
struct Budget {
    Method method = Method::kRollout;
    int worlds = 0;  // deals drawn at most; 0: as many as the time allows
    double seconds = std::numeric_limits<double>::infinity();  // the only thing that asks a clock
    bool until_separated = false;  // end once the best move is told from all others
    bool uniform = false;          // all hands count alike, however player 1 has played
    std::size_t hands = 0;         // a sample of so many hands at most; 0: as many as can be afforded
    bool narrow = true;            // whether limits of best defence are narrowed
    std::uint64_t seed = 0;
    int threads = 1;
};

// A move solved against the hidden hand; `double_dummy` and `guaranteed` have a value for each hand tried.
struct Lead {
    Bracket points, wins;
    std::optional<Bracket> chance;
    std::vector<int> double_dummy, guaranteed;
    double gap;
};

struct MoveValue {
    Move move;
    Kind kind;
    Interval points;
    std::optional<Interval> chance;
    int worlds;                          // deals or hands it was tried in; 0: certain
    std::optional<double> worse, chance_worse;  // at least so much behind, where it was given up
    double gap, error;                   // standard errors: of what it is behind the best, of a sample of hands
    std::optional<Lead> lead;
};

struct Step {
    int player;
    bool reply;  // to a tile on the table
    Move move;
};

// A hand that beats a close even if it is seen, and best play against it after that close.
struct Refutation {
    TileSet hand;
    int value;
    std::vector<Step> line;
};

struct Analysis {
    std::vector<MoveValue> moves;         // the best first
    std::vector<Move> alike, alike_open;  // not told from the best; ways of playing on, from the best of them
    bool mine = true;                     // the decision is player 0's
    bool weighted = false, stopped = false;
    bool estimated = false, every = true;  // playing on was; in every deal that fits
    Method method = Method::kRollout;      // by which
    int worlds = 0;                        // deals it was estimated in
    std::size_t hands = 0;                 // that player 1 may hold, where moves were solved
    std::vector<std::size_t> closes;       // places among the moves, the close to advise first
    std::vector<TileSet> tried;            // hands that moves were solved for
    std::vector<double> weights;
    std::optional<Refutation> refutation;
};

struct Deal {
    TileSet hand;
    std::vector<Tile> stock;  // face-down tiles in drawing order, without the turned one
};

// Options of a decision, where the caller lists them (estimates/options.hpp).
struct Listed {
    std::vector<Move> open;
    std::vector<std::pair<Move, double>> certain, solved;
    double cap;
};

struct EstimateOptions {
    std::optional<std::vector<Move>> only;
    std::optional<Listed> listed;
    bool no_close = false, no_prune = false;
    std::optional<double> enumerated;  // go through all deals where there are no more
};

// Answers under one rule set, one question at a time. Every call asks `effort`'s monitor whether to go on and throws
// Stopped, or answers with what there is. std::invalid_argument: no hand fits, or a move is none.
class Engine {
  public:
    Engine(const Tables& tables, const Networks& networks);
    ~Engine();

    std::vector<TileSet> hands(const View& view, Watch& watch);
    // How often each of these hands counts, by how player 1 has played; 1 on average. With `choosing` how likely they
    // would have played so.
    std::vector<double> weights(const View& view, const std::optional<std::pair<float, float>>& choosing, Watch& watch);
    std::vector<Deal> deals(const View& view, std::size_t size, std::uint64_t seed, Watch& watch);
    // Every move; with `close` closing now, where that is possible, and with `open` playing on beside it.
    Analysis analyze(const View& view, const Objectives::Table& objective, bool open, const Budget& budget,
                     const Effort& effort);
    // Means over deals alone, in points, or with an objective in chances.
    Analysis estimate(const View& view, const Objectives::Table& objective, const EstimateOptions& options,
                      const Budget& budget, const Effort& effort);
    // Moves after which nothing is drawn any more.
    std::vector<MoveValue> solve_moves(const View& view, const Objectives::Table& objective,
                                       const std::vector<Move>& moves, const Budget& budget, const Effort& effort);
    // What a level plays at this stage. `known`: all tiles, for the level that sees them.
    Move reply(std::string_view level, const View& view, int stage, const std::optional<Given>& known,
               const Objectives::Table& objective, int worlds, std::uint64_t seed, unsigned without,
               const Effort& effort);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace bingo::engine
