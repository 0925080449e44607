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
#include "estimates/values.hpp"
#include "hidden/view.hpp"

namespace bingo {

// A Position (solver/game/position.py), read attribute by attribute, and an InformationSet
// (solver/game/information.py).
PackedPosition read_position(nb::handle position);
InformationSet read_information(nb::handle object);

// Moves (solver/game/moves.py); options as Candidates (solver/analysis/hidden.py) has them.
std::vector<Move> read_moves(const nb::sequence& moves, const Trump& trump);
Options read_options(nb::handle candidates, const Trump& trump);
// Moves that player 0 may make here: waiting while player 1 is to move, with `waits` also else, as what the networks
// choose.
std::vector<Move> read_legal_moves(const nb::sequence& moves, const Position& root, const Tables& tables, bool waits);

// A move as Python gets it: (close, declared doubles, tile or None, claim).
using PyMove = std::tuple<bool, Mask, std::optional<int>, bool>;
PyMove to_python(const Move& move, const Trump& trump);

inline Position read_root(nb::handle position, const Tables& tables) { return unpack(read_position(position), tables); }
// Reads an Objective (solver/game/scoring.py). Equal tables are the same objective here, which stays where it is.
class ObjectiveReader {
  public:
    explicit ObjectiveReader(const Tables& tables) : has_objectives_(tables.scoring.target_rule != kPoints) {}

    // nullptr for None. Throws std::invalid_argument where the table can be none's.
    const Objective* operator()(nb::handle objective);
    // The same as that of a root, and what both have scored of what it counts.
    void set_objective(Position& root, nb::handle objective, int own_score = 0, int other_score = 0);

  private:
    using Table = std::vector<std::vector<int>>;
    static void check_table(const Table& table);

    bool has_objectives_;  // deals are worth game points
    std::map<Table, Objective> objectives_;
    nb::object last_table_ = nb::none();  // the table that was read last, and what it was made into
    const Objective* last_objective_ = nullptr;
};

// What the classes of the binding have in common: one rule set, objectives, and one call at a time. Solvers refer to
// it.
struct RuleBinding {
    RuleBinding(const Integers& trumps, const Integers& scoring)
        : tables_(load_tables(trumps, scoring)), objectives_(tables_) {}
    RuleBinding(const RuleBinding&) = delete;

    // Positions with the objective. Ctrl-C ends this, too, as reading many takes a while.
    std::vector<Position> read_roots(const nb::sequence& positions, nb::handle objective = nb::none()) {
        const Objective* const match = objectives_(objective);
        std::vector<Position> roots;
        roots.reserve(nb::len(positions));
        for (nb::handle position : positions) {
            check_signals(roots.size());
            roots.push_back(read_root(position, tables_));
            roots.back().deal.objective = match;
        }
        return roots;
    }

    const Tables tables_;
    ObjectiveReader objectives_;
    CallLock call_lock_;
};

}  // namespace bingo
