// A request while it is answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "answers/request.hpp"
#include "estimates/effort.hpp"

namespace bingo {

// The one reason why a question cannot be answered.
std::string refusal(std::string_view field, std::string_view expected, std::string_view found);
// The answer where no hand fits.
std::string no_hand();
// A stage by its name: claim, answer, lead or reply. None: it is none of them.
std::optional<int> stage_of(std::string_view name);

struct Answerer::Asked {
    static constexpr std::int64_t kBranches = 400, kTreeNodes = 20'000'000;

    Request& request;  // members that only some questions have are still to be taken
    Rules* rules = nullptr;
    ParsedLine line;
    Position position{};  // what is written, whoever may know it
    std::vector<std::string_view> after;
    int worlds = 0, threads = 1;  // worlds: 0 where nothing is said
    std::size_t branches = 0;              // of a tree, as are nodes
    std::uint64_t seed = 0, nodes = 0;
    std::string_view known, objective;  // as they stand
    std::string_view stage;           // claim, answer, lead or reply; nothing: what comes first
    const Objective* goal = nullptr;    // what to maximize instead of game points
    Watch* watch = nullptr;
    Progress progress;

    explicit Asked(Request& members) : request(members) {}

    // What player 0 knows.
    View view() const {
        View found(position, line, rules->tables.scoring);
        read_known(known, found);
        return found;
    }
};

}  // namespace bingo
