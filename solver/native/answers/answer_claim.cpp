// Answers to whether one can claim, where the card points of both are known: what they have to be and what is at stake.
// Where they are only partly remembered, Python proves what they are at least (solver/proof/claims.py).

#include "answers/asked.hpp"
#include "play/board.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

constexpr std::string_view kAtTarget[] = {"claim", "first-ends", "each-scores", "points"};  // by Mode

std::string least_and_most(const std::string& same) { return Members().add("least", same).add("most", same).object(); }

Members remark(std::string_view code) { return Members().text("code", code); }

// What else has to be known before claiming.
std::vector<std::string> claim_remarks(const Root& root, const Scoring& s) {
    if (s.mode != kClaim) return {remark("no-claims-" + std::string(kAtTarget[s.mode])).object()};
    const Node& n = root.node;
    std::vector<std::string> found;
    if (root.led >= 0) found.push_back(remark("tile-led").object());
    if (n.waiting[0]) found.push_back(remark("no-trick-yet").object());
    if (n.counted[1] >= s.target && n.leader == 1)
        found.push_back(remark("opponent-claims-first").add("points", n.counted[1]).object());
    return found;
}

}  // namespace

std::string Answerer::claimed(Asked& asked) {
    const Rules& rules = *asked.rules;
    const Scoring& s = rules.tables.scoring;
    const Root root = asked.view().position.root;
    const std::string points = written(root.node.counted[0]);
    Members answer;
    answer.text("name", asked.line.name).text("rules", rules.label);
    answer.text("verdict", s.mode == kClaim && root.node.counted[0] >= s.target ? "certain" : "impossible");
    answer.add("least", points).add("most", points).add("target", s.target);
    const auto scored = [&](int counted, const Objective* goal) {
        Root now = root;
        now.deal.objective = goal;
        now.node.counted[0] = static_cast<std::int16_t>(counted);
        Game game = rules.exact->playing().game();
        game.enter(now.deal);
        return game.claim(now.node, 0) + (goal ? game.worth(now.node) : 0);
    };
    if (s.mode == kClaim) {
        answer.add("gain", least_and_most(written(scored(s.target, nullptr)))).add("cost", -scored(0, nullptr));
        if (asked.goal) {
            const auto chance = [&](int counted) {
                return written(static_cast<double>(scored(counted, asked.goal)) / Objective::kScale);
            };
            Members chances;
            chances.add("claim", least_and_most(chance(s.target))).add("false", chance(0));
            answer.add("chance", chances.object());
        }
    } else {
        answer.add("gain", std::string("null")).add("cost", std::string("null"));
    }
    answer.add("remarks", listed(claim_remarks(root, s)));
    return "{\"item\":" + item(asked, "claim", answer.object()) + '}';
}

}  // namespace bingo
