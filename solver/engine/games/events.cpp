#include "games/events.hpp"

namespace bingo {
namespace {

std::string both(int yours, int theirs) { return '[' + written(yours) + ',' + written(theirs) + ']'; }

// What was declared and counts with the first trick only.
int waiting(const Position& p, std::size_t player) { return p.tricks[player] ? 0 : p.declared[player]; }

void add_points(Members& to, const Position& p) {
    to.add("points", both(p.root.node.counted[0], p.root.node.counted[1]));
    to.add("waiting", both(waiting(p, 0), waiting(p, 1)));
}

}  // namespace

std::string_view unit_of(const Scoring& scoring) { return scoring.mode == kPoints ? "card point" : "game point"; }

std::optional<std::string> turn_event(const Moment& before, const Moment& after) {
    const auto& [player, move] = before.turn;
    const Root& root = before.position.root;
    const Trump& t = *root.deal.trump;
    Members event = coded("turn");
    bool seen = move != kWaiting;
    event.text("player", kPlayers[player]);
    if (seen) event.text("move", move_text(move, root.stage == kReplyStage, t));
    for (const std::size_t p : {0u, 1u})
        if (after.position.tricks[p] > before.position.tricks[p]) {
            event.text("takes", kPlayers[p]);
            seen = true;
        }
    const int scored[2] = {after.score[0] - before.score[0], after.score[1] - before.score[1]};
    if ((scored[0] || scored[1]) && !after.over) {
        event.add("scored", both(scored[0], scored[1]));
        seen = true;
    }
    const Node &was = root.node, &is = after.position.root.node;
    if (const Mask drawn = is.hand[0] & ~was.hand[0]) {
        event.text("draws", tile_text(t.tile[at(lowest(drawn))]));
        if (was.open && !is.open && is.closer < 0) event.add("exhausted", true);
        seen = true;
    }
    if (!seen) return std::nullopt;
    return event.object();
}

std::string points_event(const Position& position) {
    Members event = coded("points");
    add_points(event, position);
    return event.object();
}

std::string end_event(const Moment& end, const Record& record, const Scoring& scoring) {
    Members event = coded("end");
    event.text("unit", unit_of(scoring)).add("score", both(end.score[0], end.score[1]));
    add_points(event, end.position);
    if (record.match) {
        event.add("match", both((*record.match)[0] + end.score[0], (*record.match)[1] + end.score[1]));
        for (const int p : {0, 1})
            if (record.wins_match(p, end.score[p])) event.text("winner", kPlayers[p]);
    }
    return event.object();
}

}  // namespace bingo
