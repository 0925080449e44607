#include "levels/levels.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

#include "closing/worth.hpp"
#include "core/chance.hpp"
#include "levels/textbook.hpp"

namespace bingo {
namespace {

constexpr int kWorlds = 1000, kWorldsForMatch = 3000;  // chances lie closer together than game points
constexpr int kSlips = 45;               // how often `club` plays as `greedy` does, of 100 decisions
constexpr int kTricksWorthPoints = 5;    // where a deal is worth card points, after so many it is soon solved
constexpr int kClosesSolvedForMatch = 12;
constexpr int kClosesSolved = 2;         // of those that may be worth more than playing on
constexpr double kSlack = 0.02;          // by so much chances of closes are estimated too low
// What solving one of them may cost: a tenth of a second or two of one thread.
constexpr Allowance kQuick{3'000'000, 500'000, 64, 1.1, 64};
constexpr int kDrawn = 100, kListed = 120;  // hands drawn after a close; all are taken where they are at most so many

std::tuple<bool, bool, int> rank(const Move& move) { return {move.claim, !move.close, count(move.declare)}; }

// The move worth most; among equals claims, then not closing, then the larger declaration.
Move best(const std::vector<Move>& moves, const std::vector<std::int64_t>& worths) {
    std::size_t first = 0;
    const auto order = [&](std::size_t i) { return std::tuple(worths[i], rank(moves[i])); };
    for (std::size_t i = 1; i < moves.size(); ++i)
        if (order(i) > order(first)) first = i;
    return moves[first];
}

// Without moves that seldom make sense: declaring some doubles but not all, closing to claim at once.
std::vector<Move> sensible(const std::vector<Move>& moves) {
    int largest = 0;
    for (const Move& m : moves) largest = std::max(largest, count(m.declare));
    std::vector<Move> kept;
    for (const Move& m : moves)
        if (!(m.close && m.claim) && (!m.declare || count(m.declare) == largest)) kept.push_back(m);
    return kept.empty() ? moves : kept;
}

std::vector<TileSet> some_hands(const View& view, std::uint64_t seed, int drawn, Watch& watch) {
    if (view.at_most_hands() * kDrawn <= kListed * drawn) return view.hands(watch);
    Chance rng(seed);
    std::vector<Tile> free = list_of(view.free);
    std::vector<TileSet> hands;
    const int wanted = view.hidden - view.held.size(), size = static_cast<int>(free.size());
    for (int i = 0; i < drawn; ++i) {
        TileSet hand = view.held;
        for (int k = 0; k < wanted; ++k) {
            std::swap(free[at(k)], free[at(k + rng.below(size - k))]);
            hand |= TileSet::of(free[at(k)]);
        }
        hands.push_back(hand);
    }
    return hands;
}

// As `greedy` plays phase two: the best move on the mean over the hands that fit.
Move ending(const View& view, int stage, const std::vector<Move>& moves, std::uint64_t seed, const Means& means,
            int drawn) {
    const Watched watched(means.exact, means.effort.watch);
    const std::vector<Move> few = sensible(moves);
    std::vector<std::int64_t> totals(few.size());
    for (const TileSet hand : some_hands(view, seed, drawn, means.effort.watch)) {
        Position world = view.world(hand);
        world.root.stage = stage;
        world.root.deal.objective = means.objective;
        for (std::size_t i = 0; i < few.size(); ++i) totals[i] += means.exact.value_of(world, few[i]);
    }
    return best(few, totals);
}

// All tiles seen: the first move, in the order of best, that is worth as much as the position.
Move solved(Position position, std::vector<Move> moves, const Means& means) {
    Exact& exact = means.exact;
    position.root.deal.objective = means.objective;
    const Watched watched(exact, means.effort.watch);
    const int value = exact.value(position);
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return rank(a) > rank(b); });
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](const Move& move) { return exact.value_of(position, move) == value; });
    return found == moves.end() ? moves[0] : *found;
}

// Deals that are looked at for a decision.
int usual_worlds(const Scoring& scoring, const Objective* objective) {
    const int worlds = objective ? kWorldsForMatch : kWorlds;
    return scoring.mode == kPoints ? worlds / 4 : scoring.mode == kEachScores ? worlds / 2 : worlds;
}

bool soon_solved(const Position& position, const Scoring& scoring) {
    const bool late = position.tricks[0] + position.tricks[1] >= kTricksWorthPoints;
    return !position.root.node.open || scoring.mode != kPoints || late;
}

// Between a trick and its draw there is no view: as many doubles as there are.
Move largest(const std::vector<Move>& moves) {
    return *std::max_element(moves.begin(), moves.end(),
                             [](const Move& a, const Move& b) { return count(a.declare) < count(b.declare); });
}

// Puts first, of the closes that may be worth most and playing on, what is: such closes are solved, as an analysis
// does.
void weigh_closes(const View& view, const Estimated& told, const Solving& solving, const WorthRequest& request,
                  const Effort& effort, std::vector<Move>& found) {
    const auto open =
        std::find_if(told.moves.begin(), told.moves.end(), [](const Estimate& e) { return !e.move.close; });
    if (open == told.moves.end()) return;
    double most = open->value;
    const double slack = request.estimates.objective ? kSlack : 0;
    Move first = open->move;
    const int most_solved = request.estimates.objective ? kClosesSolvedForMatch : kClosesSolved;
    int solved = 0;
    for (const Estimate& one : told.moves) {
        if (!one.move.close || !one.worlds || one.high + slack < open->low || solved++ >= most_solved) continue;
        const double value = find_worth(view, one.move, solving, request, effort).what_counts().value;
        if (value <= most) continue;
        most = value;
        first = one.move;
    }
    const auto place = std::find(found.begin(), found.end(), first);
    std::rotate(found.begin(), place, place + 1);
}

// All that may be done, the best first: while tiles are drawn by estimates, closes and then all by what play that never
// sees the other hand is sure of.
std::vector<Move> ranked(const View& view, const std::vector<Move>* only, std::uint64_t seed, int worlds,
                         const Means& means) {
    WorthRequest request;
    request.estimates.worlds = worlds;
    request.estimates.seed = seed;
    request.estimates.only = only;
    request.estimates.objective = means.objective;
    request.estimates.prune = !means.objective;  // chances near 1 hardly spread in the first deals
    request.most_hands = means.objective ? 0 : at(kListed);
    request.narrow = means.objective != nullptr;
    if (means.objective) request.allowance = kQuick;
    std::vector<Move> found;
    const Solving solving{means.tables, means.exact, means.estimates};
    if (view.open()) {
        const Estimated told = means.estimates(view, request.estimates, means.effort);
        for (const Estimate& one : told.moves) found.push_back(one.move);
        request.most_hands = 0;
        request.allowance = kQuick;
        if (may_close(view)) weigh_closes(view, told, solving, request, means.effort, found);
    } else {
        for (const Worth& one : find_worths(view, solving, request, means.effort).moves) found.push_back(one.move);
    }
    return found;
}

// A claim is weighed against the leads that come after waiting.
Move strongest(const View& view, int stage, const std::vector<Move>& moves, std::uint64_t seed, int worlds,
               const Means& means) {
    const bool claims = stage == kClaimStage;
    const std::vector<Move> found = ranked(view, claims ? nullptr : &moves, seed, worlds, means);
    if (claims) return found[0] == kClaiming ? kClaiming : kWaiting;
    const auto best = std::find_first_of(found.begin(), found.end(), moves.begin(), moves.end());
    return best == found.end() ? moves[0] : *best;
}

}  // namespace

Move choose(std::string_view level, const Position& position, bool open, const std::function<View()>& seen,
            std::uint64_t seed, const Means& means, int worlds) {
    const int stage = position.root.stage;
    const std::vector<Move> moves = means.exact.playing().legal(position);
    if (moves.size() == 1) return moves[0];
    if (open && level == "cheat" && soon_solved(position, means.tables.scoring)) return solved(position, moves, means);
    if (stage == kShowStage) return largest(moves);
    const View view = seen();
    const bool slips = level == "club" && Chance(seed).below(100) < kSlips;
    const bool by_the_book = level == "textbook";
    if (level != "greedy" && !by_the_book && !slips)
        return strongest(view, stage, moves, seed,
                         worlds ? worlds : usual_worlds(means.tables.scoring, means.objective), means);
    if (by_the_book) return textbook(view, stage, moves, means.tables, means.without, means.objective);
    if (view.open()) return greedy(view, stage, moves, means.tables);
    return ending(view, stage, moves, seed, means, worlds ? std::min(worlds, kDrawn) : kDrawn);
}

}  // namespace bingo
