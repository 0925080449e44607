// The front of the engine: it checks that a question fits its view, and hands it on. What is checked here is what
// Python can get wrong in a call; positions were checked when they were unpacked.

#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/rng.hpp"

namespace bingo {

// Where the opponent is to move, or to claim, only claims and waiting can be asked about.
void Engine::check_moves(const View& view, const std::vector<Move>& moves) const {
    const Position root = at_lead(view.root);
    std::vector<Move> legal{kClaimMove, kWaitMove};
    if (root.mover() == 0) {
        const std::vector<Move> leads = legal_moves(tables(), root);
        legal.insert(legal.end(), leads.begin(), leads.end());
    }
    check_legal(moves, legal);
}

std::vector<double> Engine::weights(const View& view, const std::optional<ChoiceModel>& opponent_model, Watch& watch) {
    const std::vector<TileSet> hands = view.hands(watch);
    if (hands.empty() || !Estimator::has_inference(view)) return std::vector<double>(hands.size(), 1.0);
    return opponent_model ? context_.estimator.likelihoods(view, hands, *opponent_model, watch)
                          : context_.estimator.weights(view, hands, watch);
}

// Deals are drawn alike, however the opponent played; `weights` says how likely each hand is.
std::vector<PossibleDeal> Engine::deals(const View& view, std::size_t deal_count, std::uint64_t seed, Watch& watch) {
    const std::vector<TileSet> hands = view.hands(watch);
    if (hands.empty()) throw std::invalid_argument("expected a hand that the opponent can hold; found none");
    Rng rng(seed);
    return PossibleDeals(view, hands, watch).draw_deals(deal_count, rng);
}

Analysis Engine::estimate(const View& view, const Request& request, const Budget& budget) {
    if (request.moves) check_moves(view, *request.moves);
    if (request.options) {
        std::vector<Move> moves = request.options->open;
        for (const auto* values : {&request.options->certain, &request.options->solved})
            for (const auto& [move, value] : *values) moves.push_back(move);
        check_moves(view, moves);
    }
    return bingo::estimate(view, context_, request, budget);
}

// Most moves are among those of an analysis, which gets half of the time; one that is not (with a smaller declaration,
// say) is solved by itself in what is left.
std::vector<MoveValue> Engine::solve_moves(const View& view, const std::vector<Move>& moves, const Request& request,
                                           const Budget& budget) {
    if (view.open() && !may_close(view))
        refuse("moves", "closes, where closing is possible", "a boneyard to draw from");
    check_moves(view, moves);
    const Analysis analysis = analyze(view, request, false, budget.slice(0, 1, budget.seconds / 2));
    std::vector<MoveValue> values;
    for (const Move& move : moves) {
        if (view.open() && !move.close) refuse("moves", "closes", "a move after which tiles are drawn");
        const auto entry = std::ranges::find(analysis.moves, move, &MoveValue::move);
        if (entry == analysis.moves.end() && move.tile < 0)
            refuse("moves", "moves of a tile, and what else is worth something here", "another");
        values.push_back(entry != analysis.moves.end() ? *entry : value_of(view, move, context_, request, budget));
    }
    return values;
}

// `all_tiles`, where all tiles are given, must be a world of the view: the level that sees them and the others are
// asked about the same position.
Move Engine::reply(Level level, const View& view, int stage, const std::optional<PackedPosition>& all_tiles,
                   const Request& request, unsigned rules_left_out, const Budget& budget) {
    std::optional<Position> root;
    if (all_tiles) root = unpack(*all_tiles, tables());
    const Position &world = root ? *root : view.root, &visible = view.root;
    if (world.deal.suit != visible.deal.suit || world.led != visible.led || world.node.leader != visible.node.leader ||
        world.node.hand[0] != visible.node.hand[0] || world.node.open != visible.node.open)
        refuse("position", "the one that is seen", "another");
    if ((stage == kReplyStage) != (world.led >= 0) || world.stage == kShowStage)
        refuse("stage", "claim, answer or lead, or reply where a tile is led", std::to_string(stage));
    Position stage_root = world;
    stage_root.stage = stage;
    if (stage_root.to_move() != 0) refuse("leader", "a position in which you are to move", "the opponent");
    return choose(level, view, stage, root, context_, request, budget, rules_left_out);
}

}  // namespace bingo
