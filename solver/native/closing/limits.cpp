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

std::uint64_t steps(const Tables& tables) { return tables.scoring.mode == kClaim ? kSteps : kStepsWithoutClaims; }

// Of all moves, in points or in shares of hands won; narrowed for those `among` only.
MoveBounds bound(const LeadValues& s, LeadSolver* solver, Aim aim, const std::vector<bool>* among,
                 const Effort& effort) {
    const std::size_t size = s.moves.size(), hands = s.endgame.hands.size();
    MoveBounds found;
    for (std::size_t k = 0; k < size; ++k) {
        const bool wins = aim == Aim::kWin;
        found.low.push_back(s.endgame.mean(wins ? won(s.sure[k]) : s.sure[k]));
        found.high.push_back(s.endgame.mean(wins ? won(s.seen[k]) : s.seen[k]));
    }
    const std::vector<double> seen = found.high;
    for (const int own_moves : {kFirst, kEvery}) {
        if (!solver || (effort.timed() && effort.left() <= 0)) break;
        if (own_moves > kFirst && hands > kMostHands) break;
        const double most = *std::max_element(found.low.begin(), found.low.end());
        std::vector<Move> some;
        std::vector<std::size_t> places;
        for (std::size_t k = 0; k < size; ++k) {
            const bool wide = found.high[k] - found.low[k] > kNearly && (!among || (*among)[k]);
            const bool may_be_best = found.high[k] > most + kNearly;
            if (!wide || (own_moves > kFirst && hands > kFewHands && !may_be_best)) continue;
            some.push_back(s.moves[k]);
            places.push_back(k);
        }
        if (some.empty()) break;
        const double from = own_moves == kFirst ? 0 : 0.5;
        const std::vector<double> losses = solver->losses(s.endgame, some, own_moves, aim, steps(s.tables),
                                                          effort.part(from, from + 0.5, effort.left()));
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::size_t k = places[i];
            if (std::isnan(losses[i])) continue;
            found.high[k] = std::min(found.high[k], std::max(seen[k] - losses[i] / s.endgame.total(), found.low[k]));
        }
    }
    for (std::size_t k = 0; k < size; ++k)
        if (found.high[k] - found.low[k] <= kNearly) found.high[k] = found.low[k];
    return found;
}

// Lets the limits on points meet where alpha-mu search comes to an end, and raises the lower one on wins.
void search(const LeadValues& s, LeadSolver& solver, MoveBounds& points, std::vector<double>* win_low,
            const Effort& effort) {
    std::vector<Move> some;
    std::vector<std::size_t> places;
    std::vector<double> below;
    for (std::size_t k = 0; k < s.moves.size(); ++k) {
        if (points.high[k] - points.low[k] <= kNearly) continue;
        some.push_back(s.moves[k]);
        places.push_back(k);
        double lost = 0;
        for (std::size_t i = 0; i < s.endgame.hands.size(); ++i)
            lost += s.endgame.weights[i] * (s.seen[k][i] - s.sure[k][i]);
        below.push_back(lost);
    }
    if (some.empty()) return;
    const std::uint64_t most = std::min(steps(s.tables), kSearchSteps);
    const std::vector<std::optional<Values>> found = solver.best(s.endgame, some, below, most, effort);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const std::size_t k = places[i];
        const std::optional<Values>& taken = found[i];
        if (!taken) continue;
        if (!taken->empty()) {
            s.sure[k] = *taken;
            points.low[k] = s.endgame.mean(*taken);
            if (win_low) (*win_low)[k] = std::max((*win_low)[k], s.endgame.mean(won(*taken)));
        }
        points.high[k] = points.low[k];
    }
}

}  // namespace

std::vector<Limits> limits(const LeadValues& s, LeadSolver* solver, const Effort& effort) {
    const std::size_t hands = s.endgame.hands.size();
    const auto share = [&](int part, double until) {
        return effort.part(part / 3.0, (part + 1) / 3.0,
                           effort.timed() ? std::max(effort.seconds * until - effort.spent(), 1e-3) : effort.seconds);
    };
    MoveBounds points = bound(s, solver, Aim::kPoints, nullptr, share(0, 0.4));
    std::vector<bool> may_be_best(s.moves.size(), true);
    const double most = *std::max_element(points.low.begin(), points.low.end());
    for (std::size_t k = 0; hands > kFewHands && k < may_be_best.size(); ++k)
        may_be_best[k] = points.high[k] >= most - kNearly;
    MoveBounds wins = bound(s, solver, Aim::kWin, &may_be_best, share(1, 0.7));
    if (solver && hands <= kSearchedHands) search(s, *solver, points, &wins.low, share(2, 1));
    std::vector<Limits> found;
    found.reserve(s.moves.size());
    for (std::size_t k = 0; k < s.moves.size(); ++k)
        found.push_back({points.low[k], points.high[k], wins.low[k], wins.high[k]});
    return found;
}

MoveBounds utility_limits(const LeadValues& s, LeadSolver* solver, const Effort& effort) {
    const auto share = [&](int part, double until) {
        return effort.part(part / 2.0, (part + 1) / 2.0,
                           effort.timed() ? std::max(effort.seconds * until - effort.spent(), 1e-3) : effort.seconds);
    };
    MoveBounds found = bound(s, solver, Aim::kPoints, nullptr, share(0, 0.5));
    if (solver && s.endgame.hands.size() <= kSearchedHands) search(s, *solver, found, nullptr, share(1, 1));
    return found;
}

}  // namespace bingo
