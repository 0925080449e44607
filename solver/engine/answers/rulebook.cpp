#include "answers/rulebook.hpp"

namespace bingo {

void Rulebook::learn(const GameRules& learnt, const Networks& networks) {
    const auto [place, added] = rules_.try_emplace(learnt.label);
    if (!added) return;
    Rules& rules = place->second;
    static_cast<GameRules&>(rules) = learnt;
    rules.networks = networks;
    rules.objectives = std::make_unique<Objectives>(rules.tables);
    rules.exact = std::make_unique<Exact>(rules.tables);  // what they search with is made when it is needed
    rules.estimates = std::make_unique<Estimates>(rules.tables, rules.networks);
}

Rules* Rulebook::find(std::string_view written) {
    const bool quoted = written.size() >= 2 && written.front() == '"';
    const auto place = rules_.find(quoted ? written.substr(1, written.size() - 2) : "pagat");
    return (quoted || written.empty()) && place != rules_.end() ? &place->second : nullptr;
}

}  // namespace bingo
