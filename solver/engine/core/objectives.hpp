// Objectives as tables of utilities, checked and made into what the kernel works on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/load.hpp"
#include "core/objective.hpp"

namespace bingo {

// Those that a search has been asked for. Equal tables are the same objective here.
class Objectives {
  public:
    using Table = std::vector<std::vector<int>>;  // as Objective in solver/game/scoring.py has it

    explicit Objectives(const Tables& tables) : counts_(tables.scoring.mode != kPoints) {}
    Objectives(const Objectives&) = delete;  // what it gives refers to it

    // The objective of a table; stays where it is. Throws std::invalid_argument where the table can be none's.
    const Objective* operator()(const Table& table) {
        if (!counts_) throw std::invalid_argument("objective: expected rules whose deals are worth game points");
        auto found = known_.find(table);
        if (found == known_.end()) {
            const auto id = static_cast<std::uint32_t>(known_.size()) + 1;
            found = known_.emplace(table, std::make_unique<Objective>(made(table, id))).first;
        }
        return found->second.get();
    }

  private:
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
        check(table);
        Objective o{};
        o.id = id;
        o.needed = {static_cast<int>(table.size()) - 1, static_cast<int>(table[0].size()) - 1};
        for (std::size_t a = 0; a < table.size(); ++a)
            for (std::size_t b = 0; b < table[a].size(); ++b) o.table[a][b] = static_cast<std::int16_t>(table[a][b]);
        return o;
    }

    bool counts_;
    std::map<Table, std::unique_ptr<Objective>> known_;
};

}  // namespace bingo
