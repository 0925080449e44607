// Answers to what every move brings on average.

#include "web/asked.hpp"

namespace bingo {

std::string Answerer::estimated(Asked& asked) {
    const View view = asked.view();
    Estimates& estimates = *asked.rules->estimates;
    const Playing& playing = asked.rules->exact->playing();
    const Position at_lead = Playing::at_lead(view.position);
    const bool reply = at_lead.root.stage == kReplyStage, mine = at_lead.mover() == 0;
    EstimateMembers members =
        read_estimate(asked.more, mine ? playing.legal(at_lead) : std::vector<Move>{}, reply, view.trump());
    EstimateRequest& request = members.request;
    request.worlds = asked.worlds;
    request.seed = asked.seed;
    request.objective = asked.goal;
    if (!members.only.empty()) request.only = &members.only;
    Effort effort{asked.threads, *asked.watch, asked.progress, Effort::Clock::now(), members.seconds};
    return estimates(view, request, effort).whole(view.trump());
}

}  // namespace bingo
