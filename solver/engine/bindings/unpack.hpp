// Positions, what a player knows, moves and objectives as Python gives them, made into what is searched. What they say
// is checked; std::invalid_argument says what is wrong.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/python.hpp"
#include "core/moves.hpp"
#include "core/unpack.hpp"
#include "hidden/view.hpp"

namespace bingo {

// A Position (solver/game/position.py), read attribute by attribute, and an InformationSet
// (solver/game/information.py).
PackedPosition read_position(nb::handle position);
InformationSet read_information(nb::handle known);

// Moves (solver/game/moves.py); pairs of a move and its value.
std::vector<Move> read_moves(const nb::sequence& moves, const Trump& trump);
std::vector<std::pair<Move, double>> read_valued(const nb::sequence& moves, const Trump& trump);
// Moves that player 0 may make here: waiting while player 1 is to move, with `waits` also else, as what the networks
// choose.
std::vector<Move> read_legal_moves(const nb::sequence& moves, const Position& root, const Tables& tables, bool waits);

// A move as Python gets it: (close, declared doubles, tile or None, claim).
using MoveOut = std::tuple<bool, Mask, std::optional<int>, bool>;
MoveOut to_python(const Move& move, const Trump& trump);

inline Position read_root(nb::handle position, const Tables& tables) { return unpack(read_position(position), tables); }
// A position in which a tile is to be led or played, either with an open boneyard or once nothing is drawn any more;
// with `showing` also one in which the winner of a trick declares or not. Any other throws std::invalid_argument. The
// other hand does not matter: it may hold any double that was not declared.
Position read_decision(nb::handle position, const Tables& tables, bool open_boneyard, bool showing = false);

// Hands of player 1 by tile index, given without the tile led; one of them in kernel numbers.
std::vector<TileSet> read_hands(const Position& root, const Hands& hands);
Mask other_hand(const Position& root, TileSet tiles);

// Reads an Objective (solver/game/scoring.py). Equal tables are the same objective here, which stays where it is.
class ObjectiveReader {
  public:
    explicit ObjectiveReader(const Tables& tables) : counts_(tables.scoring.mode != kPoints) {}

    // nullptr for None. Throws std::invalid_argument where the table can be none's.
    const Objective* operator()(nb::handle objective);
    // The same as that of a root, and what both have scored of what it counts.
    void set(Position& root, nb::handle objective, int own_score = 0, int other_score = 0);

  private:
    using Table = std::vector<std::vector<int>>;
    static void check(const Table& table);

    bool counts_;  // game points
    std::map<Table, Objective> objectives_;
    nb::object last_ = nb::none();  // the table that was read last, and what it was made into
    const Objective* last_objective_ = nullptr;
};

}  // namespace bingo
