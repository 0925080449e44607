#include "closing/limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace bingo {
namespace {

// Own decisions made without sight of the hand: first so many for every move, then all of them (no deal has more) for
// moves that may still be best, and with few hands for all; with more than kMostHands for none. Wins are bounded for
// the same moves.
constexpr int kFirst = 2, kEvery = 14;
constexpr std::size_t kFewHands = 4'000, kMostHands = 12'000;
// Values in single hands (and nodes) after which bounds, or alpha-mu search, are given up: where a claim ends the deal,
// and under other rules, where values take some hundred times as long. So answers depend on no machine.
constexpr std::uint64_t kSteps = 4'000'000, kStepsWithoutClaims = 30'000;
// Alpha-mu search is asked with so few hands only, and given up sooner.
constexpr std::size_t kSearchedHands = 1'000;
constexpr std::uint64_t kSearchSteps = 1'000'000;

std::uint64_t steps(const LeadSolver& solver) { return solver.scoring().mode == kClaim ? kSteps : kStepsWithoutClaims; }

double highest_least(const std::vector<Span>& spans) {
    const auto less = [](const Span& a, const Span& b) { return a.least < b.least; };
    return std::max_element(spans.begin(), spans.end(), less)->least;
}

// Of all moves, in points or in shares of hands won; narrowed for those `among` only.
std::vector<Span> bound(const Endgame& e, const Taken& taken, LeadSolver* solver, Aim aim,
                        const std::vector<bool>* among, const Effort& effort) {
    const std::size_t size = taken.moves.size(), hands = e.hands.size();
    std::vector<Span> found;
    std::vector<double> seen;
    for (std::size_t k = 0; k < size; ++k) {
        const bool wins = aim == Aim::kWin;
        seen.push_back(e.mean(wins ? won(taken.seen[k]) : taken.seen[k]));
        found.push_back({e.mean(wins ? won(taken.sure[k]) : taken.sure[k]), seen[k]});
    }
    for (const int own_moves : {kFirst, kEvery}) {
        if (!solver || (effort.timed() && effort.left() <= 0)) break;
        const bool every = own_moves == kEvery;
        if (every && hands > kMostHands) break;
        const double most = highest_least(found);
        std::vector<Move> some;
        std::vector<std::size_t> places;
        for (std::size_t k = 0; k < size; ++k) {
            const bool wide = !found[k].exact() && (!among || (*among)[k]);
            const bool may_be_best = found[k].most > most + kNearly;
            if (!wide || (every && hands > kFewHands && !may_be_best)) continue;
            some.push_back(taken.moves[k]);
            places.push_back(k);
        }
        if (some.empty()) break;
        const double from = every ? 0.5 : 0;
        const std::vector<double> losses =
            solver->losses(e, some, own_moves, aim, steps(*solver), effort.part(from, from + 0.5, effort.left()));
        for (std::size_t i = 0; i < some.size(); ++i) {
            Span& span = found[places[i]];
            if (std::isnan(losses[i])) continue;
            span.most = std::min(span.most, std::max(seen[places[i]] - losses[i] / e.total(), span.least));
        }
    }
    for (Span& span : found)
        if (span.exact()) span.most = span.least;
    return found;
}

// Lets the limits on points meet where alpha-mu search comes to an end, and raises the lower one on wins.
void search(const Endgame& e, Taken& taken, LeadSolver& solver, Limits& found, const Effort& effort) {
    std::vector<Move> some;
    std::vector<std::size_t> places;
    std::vector<double> below;
    for (std::size_t k = 0; k < taken.moves.size(); ++k) {
        if (found.points[k].exact()) continue;
        some.push_back(taken.moves[k]);
        places.push_back(k);
        double lost = 0;
        for (std::size_t i = 0; i < e.hands.size(); ++i) lost += e.weights[i] * (taken.seen[k][i] - taken.sure[k][i]);
        below.push_back(lost);
    }
    if (some.empty()) return;
    const std::vector<std::optional<Values>> best =
        solver.best(e, some, below, std::min(steps(solver), kSearchSteps), effort);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const std::size_t k = places[i];
        const std::optional<Values>& sure = best[i];
        if (!sure) continue;
        Span& points = found.points[k];
        if (!sure->empty()) {
            taken.sure[k] = *sure;
            points.least = e.mean(*sure);
            if (!found.wins.empty()) found.wins[k].least = std::max(found.wins[k].least, e.mean(won(*sure)));
        }
        points.most = points.least;
    }
}

}  // namespace

Limits limits(const Endgame& e, Taken& taken, LeadSolver* solver, bool wins, const Effort& effort) {
    const std::size_t hands = e.hands.size();
    const int parts = wins ? 3 : 2;
    const auto share = [&](int part, double until) {
        const double from = part,
                     limit = effort.timed() ? std::max(effort.seconds * until - effort.spent(), 1e-3) : effort.seconds;
        return effort.part(from / parts, (from + 1) / parts, limit);
    };
    Limits found{bound(e, taken, solver, Aim::kPoints, nullptr, share(0, wins ? 0.4 : 0.5)), {}};
    if (wins) {
        std::vector<bool> may_be_best(taken.moves.size(), true);
        const double most = highest_least(found.points);
        for (std::size_t k = 0; hands > kFewHands && k < may_be_best.size(); ++k)
            may_be_best[k] = found.points[k].most >= most - kNearly;
        found.wins = bound(e, taken, solver, Aim::kWin, &may_be_best, share(1, 0.7));
    }
    if (solver && hands <= kSearchedHands) search(e, taken, *solver, found, share(parts - 1, 1));
    return found;
}

}  // namespace bingo
