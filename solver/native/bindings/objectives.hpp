// Objectives as Python gives them, checked and made into what the kernel works on.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/rules.hpp"
#include "core/objective.hpp"

namespace bingo {

// Reads an Objective (solver/game/objective.py), and refuses what none can hold. Equal ones are the same here.
class Objectives {
  public:
    explicit Objectives(const Tables& tables) : counts_(tables.scoring.mode != kPoints) {}
    Objectives(const Objectives&) = delete;  // what it gives refers to it

    // One by itself, without an id.
    static Objective read(nb::handle objective) {
        const Table table = rows(objective);
        check(table);
        return made(table, 0);
    }

    // nullptr for None.
    const Objective* operator()(nb::handle objective) {
        if (objective.is_none()) return nullptr;
        if (!counts_) throw std::invalid_argument("objective: expected rules whose deals are worth game points");
        const nb::object given = nb::getattr(objective, "table", nb::none());
        if (given.is(last_) && known_last_) return known_last_;
        const Table table = rows(objective);
        auto found = known_.find(table);
        if (found == known_.end()) {
            check(table);
            const auto id = static_cast<std::uint32_t>(known_.size()) + 1;
            found = known_.emplace(table, std::make_unique<Objective>(made(table, id))).first;
        }
        known_last_ = found->second.get();
        last_ = given;
        return found->second.get();
    }

  private:
    using Table = std::vector<std::vector<int>>;

    static Table rows(nb::handle objective) {
        Table table;
        if (!nb::try_cast(nb::getattr(objective, "table", nb::none()), table))
            refuse("objective", "a table of whole numbers", nb::repr(objective).c_str());
        return table;
    }

    static void check(const Table& table) {
        constexpr int kMost = Objective::kMostNeeded + 1;
        check_range("objective: rows", static_cast<std::int64_t>(table.size()), 2, kMost);
        const std::size_t last = table.size() - 1, columns = table[0].size(), end = columns - 1;
        check_range("objective: columns", static_cast<std::int64_t>(columns), 2, kMost);
        for (std::size_t a = 0; a <= last; ++a) {
            if (table[a].size() != columns) throw std::invalid_argument("objective: expected rows of one length");
            for (std::size_t b = 0; b < columns; ++b) {
                if (a == last && b == end) continue;
                const int utility = table[a][b];
                check_range("objective: a utility", utility, 0, Objective::kScale);
                if (a == last && utility != Objective::kScale)
                    refuse("objective: the last row", "10000", std::to_string(utility));
                if (b == end && utility) refuse("objective: the last column", "0", std::to_string(utility));
                if ((a && b < end && utility < table[a - 1][b]) || (b && a < last && utility > table[a][b - 1]))
                    throw std::invalid_argument("objective: expected that points of one's own never hurt");
            }
        }
    }

    static Objective made(const Table& table, std::uint32_t id) {
        Objective o{};
        o.id = id;
        o.needed = {static_cast<int>(table.size()) - 1, static_cast<int>(table[0].size()) - 1};
        for (std::size_t a = 0; a < table.size(); ++a)
            for (std::size_t b = 0; b < table[a].size(); ++b) o.table[a][b] = static_cast<std::int16_t>(table[a][b]);
        return o;
    }

    bool counts_;
    std::map<Table, std::unique_ptr<Objective>> known_;
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
