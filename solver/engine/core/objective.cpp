#include "core/objective.hpp"

#include <stdexcept>
#include <string>

#include "core/load_tables.hpp"

namespace bingo {
namespace {

void check(const Objectives::Table& table) {
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

}  // namespace

const Objective* Objectives::operator()(const Table& table) {
    if (!counts_) throw std::invalid_argument("objective: expected rules whose deals are worth game points");
    const auto known = known_.find(table);
    if (known != known_.end()) return known->second.get();
    check(table);
    auto objective = std::make_unique<Objective>();
    objective->id = static_cast<std::uint32_t>(known_.size()) + 1;
    objective->needed = {static_cast<int>(table.size()) - 1, static_cast<int>(table[0].size()) - 1};
    for (std::size_t a = 0; a < table.size(); ++a)
        for (std::size_t b = 0; b < table[a].size(); ++b)
            objective->table[a][b] = static_cast<std::int16_t>(table[a][b]);
    return known_.emplace(table, std::move(objective)).first->second.get();
}

}  // namespace bingo
