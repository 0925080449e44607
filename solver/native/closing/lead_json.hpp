// Moves of an endgame whose other hand is hidden, as answers list them: the same keys for a close and after one.
#pragma once

#include <string>

#include "closing/leads.hpp"
#include "positions/json.hpp"

namespace bingo {

// {"move", "kind": "exact" | "limits" | "estimate" | "certain", "value", "low", "high", "win", ..., "double_dummy":
// {...}, "sure": {...}}: `value` is what play that never sees the hand is sure of, `low` and `high` the limits of best
// defence (of a sample of hands, what holds it with 95% confidence).
// `whole`: with outcomes, and what is sure once more under its old name.
Members lead_row(const Leads& found, const Lead& lead, std::string_view move, bool whole);

// What the moves of one position have in common: {"hands", "tried", "exact", "feasible", "certain"}.
void add_hands(Members& members, const Leads& found);

// In which hands a move does not win, and what tells them from others; see Why in solver/hidden/closing.py.
std::string why_json(const Endgame& tried, const Values& sure);

}  // namespace bingo
