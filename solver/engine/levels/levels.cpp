// What each level plays. `textbook` and, while tiles are drawn, `greedy` look nothing ahead (textbook.cpp); once
// nothing is drawn any more `greedy` solves about a hundred hands. `strongest` plays the best move of a short analysis;
// `club` is `strongest` that plays as `greedy` in 45 of 100 decisions; `cheat` solves the deal with all tiles seen once
// that is quick, and plays as `strongest` before.

#include "levels/levels.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/rng.hpp"

namespace bingo {
namespace {

constexpr int kUsualWorlds = 1000, kWorldsForMatch = 3000;  // chances lie closer together than game points
constexpr int kSlipPercent = 45;  // how often `club` plays as `greedy` does, of 100 decisions
constexpr int kTricksWorthPoints = 5;  // where a deal is worth card points, after so many it is soon solved
constexpr int kMaxClosesSolvedForMatch = 12;
constexpr int kMaxClosesSolved = 2;  // of those that may be worth more than playing on
constexpr double kChanceSlack = 0.02;  // chances of closes are estimated this much too low
// What solving one of them may cost: a tenth of a second or two of one thread.
constexpr Allowance kQuickAllowance{3'000'000, 500'000, 64, 1.1, 64};
// The same where that is the decision, for the match: fewer hands than some hundreds take a bad lead for a good one.
constexpr Allowance kQuickAllowanceForMatch{4'000'000, 2'500'000, 160, 1.1, 160};
// After a close: hands that are drawn, or all where they are at most so many.
constexpr int kMaxDrawnHands = 100, kMaxListedHands = 120;

// Claims, then not closing, then the larger declaration.
std::tuple<bool, bool, int> rank_of(const Move& move) { return {move.claim, !move.close, count(move.declare)}; }

// Without moves that seldom make sense: declaring some doubles but not all, closing to claim at once. Never empty.
std::vector<Move> sensible_moves(const std::vector<Move>& moves) {
    const int largest = largest_declaration(moves);
    std::vector<Move> candidates;
    for (const Move& move : moves)
        if (!(move.close && move.claim) && (!move.declare || count(move.declare) == largest))
            candidates.push_back(move);
    return candidates.empty() ? moves : candidates;
}

// Hands that the opponent may hold: all of them where that is little more than `max_drawn`, else so many drawn at
// random, each as likely.
std::vector<TileSet> sample_hands(const View& view, std::uint64_t seed, int max_drawn, Watch& watch) {
    if (view.max_hands() * kMaxDrawnHands <= kMaxListedHands * max_drawn) return view.hands(watch);
    Rng rng(seed);
    std::vector<Tile> unknown = list_of(view.unknown);
    std::vector<TileSet> hands;
    const int missing_tiles = view.hidden - view.shown.size(), unknown_count = static_cast<int>(unknown.size());
    for (int i = 0; i < max_drawn; ++i) {
        TileSet hand = view.shown;
        for (int k = 0; k < missing_tiles; ++k) {
            std::swap(unknown[k], unknown[k + rng.range(unknown_count - k)]);
            hand |= TileSet::of(unknown[k]);
        }
        hands.push_back(hand);
    }
    return hands;
}

// As `greedy` plays phase two: the best move on the mean over the hands that fit, each solved with the hand seen. Sums
// are of whole numbers, so equal means are equal; ties go by `rank_of`.
Move greedy_endgame(const View& view, int stage, const std::vector<Move>& moves, EngineContext& engine,
                    const Request& request, Watch& watch) {
    const WatchScope watched(engine.exact, watch);
    const std::vector<Move> candidates = sensible_moves(moves);
    std::vector<std::int64_t> sums(candidates.size());
    const int max_drawn = request.worlds ? std::min(request.worlds, kMaxDrawnHands) : kMaxDrawnHands;
    for (const TileSet hand : sample_hands(view, request.seed, max_drawn, watch)) {
        Position world = view.world(hand);
        world.stage = stage;
        world.deal.objective = request.objective;
        for (std::size_t i = 0; i < candidates.size(); ++i) sums[i] += engine.exact.value_of(world, candidates[i]);
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates.size(); ++i)
        if (std::tuple(sums[i], rank_of(candidates[i])) > std::tuple(sums[best], rank_of(candidates[best]))) best = i;
    return candidates[best];
}

// All tiles seen: the first move, in the order of rank, that is worth as much as the position. By that order a win is
// claimed rather than delayed.
Move double_dummy_move(Position root, std::vector<Move> moves, ExactSolver& exact, const Objective* objective,
                       Watch& watch) {
    root.deal.objective = objective;
    const WatchScope watched(exact, watch);
    const int value = exact.value(root);
    std::ranges::stable_sort(moves, std::greater{}, [](const Move& move) { return rank_of(move); });
    const auto best = std::ranges::find(moves, value, [&](const Move& move) { return exact.value_of(root, move); });
    return best == moves.end() ? moves[0] : *best;
}

// Deals that are looked at for a decision.
int usual_world_count(const Scoring& scoring, const Objective* objective) {
    const int worlds = objective ? kWorldsForMatch : kUsualWorlds;
    return scoring.target_rule == kPoints ? worlds / 4 : scoring.target_rule == kEachScores ? worlds / 2 : worlds;
}

// Puts first, of the closes that may be worth most and playing on, what is. An estimate of a close is double dummy and
// then corrected by a mean, which is too rough where a close and playing on are nearly worth the same: so the best few
// closes are solved, as an analysis does. `ranked` are the moves of the estimates; one of them moves to its front.
void rank_closes(const View& view, const Estimates& estimates, EngineContext& engine, const Request& request,
                 const Budget& budget, std::vector<Move>& ranked) {
    const auto playing_on = std::ranges::find(estimates.moves, false, [](const MoveValue& v) { return v.move.close; });
    if (playing_on == estimates.moves.end()) return;
    double best_value = playing_on->points.value;
    const double slack = request.objective ? kChanceSlack : 0;
    Move best_move = playing_on->move;
    const int max_solved = request.objective ? kMaxClosesSolvedForMatch : kMaxClosesSolved;
    int solved_count = 0;
    for (const MoveValue& close : estimates.moves) {
        if (!close.move.close || !close.worlds || close.points.high + slack < playing_on->points.low) continue;
        if (solved_count++ >= max_solved) continue;
        const double value = value_of(view, close.move, engine, request, budget).criterion().value;
        if (value <= best_value) continue;
        best_value = value;
        best_move = close.move;
    }
    const auto best_rank = std::ranges::find(ranked, best_move);
    std::rotate(ranked.begin(), best_rank, best_rank + 1);
}

// All that may be done, the best first: while tiles are drawn by estimates, closes and then all by what play that never
// sees the other hand is sure of. For a match moves are never given up early, and limits are narrowed, as chances
// differ by little.
std::vector<Move> ranked_moves(const View& view, EngineContext& engine, Request request, const Budget& budget) {
    request.no_prune = request.objective != nullptr;  // chances near 1 hardly spread in the first deals
    request.narrow = request.objective != nullptr;
    std::vector<Move> moves;
    if (view.open()) {
        const Estimates estimates = engine.estimator.estimate(view, request, budget);
        for (const MoveValue& value : estimates.moves) moves.push_back(value.move);
        request.allowance = kQuickAllowance;
        if (may_close(view)) rank_closes(view, estimates, engine, request, budget, moves);
    } else {
        if (request.objective)
            request.allowance = kQuickAllowanceForMatch;
        else
            request.hands = kMaxListedHands;
        for (const MoveValue& value : analyze(view, engine, request, true, budget).moves) moves.push_back(value.move);
    }
    return moves;
}

// A claim is weighed against the leads that come after waiting: at that stage all moves are ranked, and it is made only
// if it comes first. At others the best of `moves` is taken.
Move strongest_move(const View& view, int stage, const std::vector<Move>& moves, EngineContext& engine, Request request,
                    const Budget& budget) {
    const bool is_claim_stage = stage == kClaimStage;
    if (!is_claim_stage) request.moves = moves;
    if (!request.worlds) request.worlds = usual_world_count(engine.tables.scoring, request.objective);
    const std::vector<Move> best_first = ranked_moves(view, engine, request, budget);
    if (is_claim_stage) return best_first[0] == kClaimMove ? kClaimMove : kWaitMove;
    const auto best = std::ranges::find_first_of(best_first, moves);
    return best == best_first.end() ? moves[0] : *best;
}

}  // namespace

// From what needs least to what needs most: a forced move, the solved deal, rules of the textbook, the analysis,
// greedy.
Move choose(Level level, const View& view, int stage, const std::optional<Position>& all_tiles, EngineContext& engine,
            const Request& request, const Budget& budget, unsigned rules_left_out) {
    Position root = all_tiles ? *all_tiles : view.root;
    root.stage = stage;
    const Tables& tables = engine.tables;
    const std::vector<Move> moves = legal_moves(tables, root);
    if (moves.size() == 1) return moves[0];
    const bool is_soon_solved = !root.node.open || tables.scoring.target_rule != kPoints ||
                                root.deal.stock_size <= kBoneyardSize - 2 * kTricksWorthPoints;
    if (all_tiles && level == Level::kCheat && is_soon_solved)
        return double_dummy_move(root, moves, engine.exact, request.objective, budget.watch);
    if (level == Level::kTextbook) return textbook(view, stage, moves, tables, rules_left_out, request.objective);
    const bool plays_greedily = level == Level::kClub && Rng(request.seed).range(100) < kSlipPercent;
    if (level != Level::kGreedy && !plays_greedily) return strongest_move(view, stage, moves, engine, request, budget);
    if (view.open()) return greedy(view, stage, moves, tables);
    return greedy_endgame(view, stage, moves, engine, request, budget.watch);
}

}  // namespace bingo
