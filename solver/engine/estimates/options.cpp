#include "estimates/options.hpp"

#include <algorithm>

namespace bingo {
namespace {

// Of moves of one kind, the one with the largest declaration.
template <class Known, class MoveOf, class Alike>
void offer(std::vector<Known>& listed, const Known& one, MoveOf move_of, Alike alike) {
    const auto known = std::find_if(listed.begin(), listed.end(), [&](const Known& k) { return alike(move_of(k)); });
    if (known == listed.end())
        listed.push_back(one);
    else if (count(move_of(one).declare) > count(move_of(*known).declare))
        *known = one;
}

}  // namespace

Options sensible_options(const Position& sample, const Playing& playing, bool stay_open) {
    const Node& n = sample.root.node;
    if (sample.root.stage == kReplyStage)
        return {n.leader == 1 ? playing.legal(sample) : std::vector<Move>{{}}, {}, {}};
    Game game = playing.game();
    game.enter(sample.root.deal);
    const Scoring& s = game.scoring();
    const auto has_claim = [&](int player) { return s.mode == kClaim && n.counted[player] >= s.target; };
    Options found;
    if (has_claim(1)) found.cap = -game.win(n, 1);
    if (has_claim(0) && (n.leader == 0 || !has_claim(1))) found.certain.emplace_back(kClaiming, game.win(n, 0));
    if (n.leader == 1) {
        found.open.emplace_back();
        return found;
    }
    const Position node = Playing::at_lead(sample);
    std::vector<std::pair<Move, double>> endings;
    for (const Move& move : playing.legal(node)) {
        if (stay_open && move.close) continue;
        if (move.tile >= 0) {
            offer(
                found.open, move, [](const Move& m) { return m; },
                [&](const Move& m) {
                    return m.close == move.close && m.tile == move.tile && !m.declare == !move.declare;
                });
        } else if (move.declare) {
            const Step step = playing.make(node, move);
            if (!step.over || step.gain <= 0) continue;
            offer(
                endings, {move, std::min<double>(step.gain, found.cap)}, [](const auto& one) { return one.first; },
                [&](const Move& m) { return m.close == move.close && m.claim == move.claim; });
        }
    }
    found.certain.insert(found.certain.end(), endings.begin(), endings.end());
    return found;
}

}  // namespace bingo
