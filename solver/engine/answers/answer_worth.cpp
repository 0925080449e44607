// Answers to what moves are worth while tiles are hidden, and to whether to close now.

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "answers/asked.hpp"
#include "closing/decision.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

// Deals where neither their number nor a time is asked for: a decision takes about as long under all rules. Where it is
// to go on until the best move is clear the most: some never are.
constexpr int kWorlds = 6144, kWorldsEach = 2048, kWorldsPoints = 256, kWorldsApart = 65'536;

int usual_worlds(int mode) { return mode == kPoints ? kWorldsPoints : mode == kEachScores ? kWorldsEach : kWorlds; }

// What is asked, and for how long: members of estimates, and "open": whether playing on is, "hands": of a sample of
// them, which is no larger.
struct WorthMembers {
    WorthRequest request;
    double seconds = std::numeric_limits<double>::infinity();
    std::vector<Move> only;  // where single moves are asked for
};

WorthMembers read_worth(Request& request, const std::vector<Move>& legal, bool reply, const Trump& t) {
    WorthMembers found;
    found.request.open = request.flag("open", found.request.open);
    found.request.most_hands = static_cast<std::size_t>(request.number("hands", 0, 1));
    EstimateMembers estimates = read_estimate(request, legal, reply, t);
    found.request.estimates = std::move(estimates.request);
    found.only = std::move(estimates.only);
    found.seconds = estimates.seconds;
    return found;
}

}  // namespace

Worths Answerer::worths(Asked& asked, const View& view) {
    Rules& rules = *asked.rules;
    WorthMembers members = read_worth(asked.request, {}, false, view.trump());
    EstimateRequest& estimates = members.request.estimates;
    estimates.worlds = asked.worlds;
    if (!asked.worlds && members.seconds == std::numeric_limits<double>::infinity())
        estimates.worlds = estimates.until_clear ? kWorldsApart : usual_worlds(rules.tables.scoring.mode);
    estimates.seed = asked.seed;
    estimates.objective = asked.goal;
    const Effort effort{asked.threads, *asked.watch, asked.progress, Effort::Clock::now(), members.seconds};
    return find_worths(view, {rules.tables, *rules.exact, *rules.estimates}, members.request, effort);
}

std::string Answerer::analyzed(Asked& asked) {
    const Rules& rules = *asked.rules;
    const View view = asked.view();
    if (view.hands(*asked.watch).empty()) return no_hand();
    return analysis_json(view, rules.tables, worths(asked, view), asked.line.name, rules.label, asked.seed);
}

std::string Answerer::valued(Asked& asked) {
    Rules& rules = *asked.rules;
    const View view = asked.view();
    const Position at_lead = Playing::at_lead(view.position);
    const bool reply = at_lead.root.stage == kReplyStage;
    const std::vector<Move> legal = at_lead.mover() ? std::vector<Move>{} : rules.exact->playing().legal(at_lead);
    WorthMembers members = read_worth(asked.request, legal, reply, view.trump());
    members.request.estimates.seed = asked.seed;
    members.request.estimates.objective = asked.goal;
    members.request.open = false;
    if (view.open() && !may_close(view)) refuse("only", "closes, where closing is possible", "a boneyard to draw from");
    const Solving solving{rules.tables, *rules.exact, *rules.estimates};
    const Effort effort{asked.threads, *asked.watch, asked.progress, Effort::Clock::now(), members.seconds};
    const Worths found = find_worths(view, solving, members.request, effort.part(0, 1, members.seconds / 2));
    std::vector<std::string> rows;
    for (const Move& move : members.only) {
        if (view.open() && !move.close) refuse("only", "closes", "a move after which tiles are drawn");
        const auto known = std::find_if(found.moves.begin(), found.moves.end(),
                                        [&](const Worth& worth) { return worth.move == move; });
        if (known == found.moves.end() && move.tile < 0)
            refuse("only", "moves of a tile, and what else is worth something here",
                   move_text(move, reply, view.trump()));
        const Worth worth =
            known != found.moves.end() ? *known : find_worth(view, move, solving, members.request, effort);
        Members row = worth_row(worth, move_text(move, reply, view.trump()));
        row.add("error", worth.error);
        if (worth.lead) row.add("gap", worth.lead->gap);
        rows.push_back(row.object());
    }
    return Members().add("moves", listed(rows)).object();
}

std::string Answerer::closed(Asked& asked) {
    const Rules& rules = *asked.rules;
    const View view = asked.view();
    const std::string_view fault = close_fault(view, asked.line);
    if (!fault.empty()) throw std::invalid_argument(std::string(fault));
    const Worths found = worths(asked, view);
    return decision_json(view, rules.tables, found, asked.line.name, rules.label, asked.seed);
}

}  // namespace bingo
