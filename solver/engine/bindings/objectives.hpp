// Objectives as Python gives them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "core/game.hpp"
#include "core/objectives.hpp"

namespace bingo {

// Reads an Objective (solver/game/scoring.py). Equal ones are the same here.
class GivenObjectives {
  public:
    explicit GivenObjectives(const Tables& tables) : objectives_(tables) {}

    // nullptr for None.
    const Objective* operator()(nb::handle objective) {
        if (objective.is_none()) return nullptr;
        const nb::object given = nb::getattr(objective, "table", nb::none());
        if (given.is(last_) && known_last_) return known_last_;
        known_last_ = objectives_(rows(objective));
        last_ = given;
        return known_last_;
    }

    // The same as it stands; empty for None.
    static Objectives::Table table(nb::handle objective) {
        return objective.is_none() ? Objectives::Table{} : rows(objective);
    }

  private:
    static Objectives::Table rows(nb::handle objective) {
        Objectives::Table table;
        if (!nb::try_cast(nb::getattr(objective, "table", nb::none()), table))
            refuse("objective", "a table of whole numbers", nb::repr(objective).c_str());
        return table;
    }

    Objectives objectives_;
    nb::object last_ = nb::none();  // the table that was read last, and what it was made into
    const Objective* known_last_ = nullptr;
};

// The objective of a root, and what both have scored of what it counts.
inline void set_objective(Root& root, const Objective* objective, int mine = 0, int theirs = 0) {
    root.deal.objective = objective;
    if (!objective) return;
    check_range("scored", mine, 0, objective->needed[0] - 1);
    check_range("scored", theirs, 0, objective->needed[1] - 1);
    root.node.scored[0] = static_cast<std::int8_t>(mine);
    root.node.scored[1] = static_cast<std::int8_t>(theirs);
}

}  // namespace bingo
