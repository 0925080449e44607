#include "closing/leads.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/chance.hpp"

namespace bingo {
namespace {

constexpr int kBits = 16, kOpenBits = 18;  // tables of bounds: small ones that stay in cache
// What parts of all the work the double-dummy values and the strategies are, of progress only.
constexpr double kValues = 0.1, kStrategies = 0.5;
// How the price is learnt where there is a time, which may be short.
constexpr std::size_t kTimedPilot = 16;
constexpr double kTimedGrowth = 1.2;

// Each tile with the declaration that has the best mean value.
void best_declarations(const Endgame& e, std::vector<Move>& moves, Columns& values) {
    std::vector<Move> chosen;
    Columns kept;
    std::vector<double> totals;
    for (std::size_t n = 0; n < moves.size(); ++n) {
        const double total = e.mean(values[n]);
        const auto known =
            std::find_if(chosen.begin(), chosen.end(), [&](const Move& m) { return m.tile == moves[n].tile; });
        if (known == chosen.end()) {
            chosen.push_back(moves[n]);
            kept.push_back(values[n]);
            totals.push_back(total);
            continue;
        }
        const auto place = static_cast<std::size_t>(known - chosen.begin());
        if (std::pair(total, count(moves[n].declare)) <= std::pair(totals[place], count(known->declare))) continue;
        *known = moves[n];
        kept[place] = values[n];
        totals[place] = total;
    }
    moves = std::move(chosen);
    values = std::move(kept);
}

void clip(Columns& columns, int most) {
    for (Values& column : columns)
        for (int& value : column) value = std::min(value, most);
}

Interval in_chances(const Interval& utility) {
    constexpr double kScale = Objective::kScale;
    return {utility.value / kScale, utility.low / kScale, utility.high / kScale};
}

Taken take(LeadSolver& solver, const Endgame& all, const Endgame& tried, const std::vector<TileSet>& mixed,
           const std::vector<Move>& listed, int cap, const Effort& effort) {
    Taken t{listed, solver.values(tried, listed, effort.part(0, kValues)), {}, {}};
    best_declarations(tried, t.moves, t.seen);
    const bool every = tried.hands.size() == all.hands.size();
    const double middle = every ? 1 : 0.5;
    t.sure = solver.guaranteed(tried, t.moves, kSearchWidth, effort.part(kValues, kValues + middle * (1 - kValues)));
    t.halves = every ? t.sure : halves(solver, all, mixed, t.moves, effort.part(kValues + middle * (1 - kValues), 1));
    for (Columns* each : {&t.seen, &t.sure, &t.halves}) clip(*each, cap);
    return t;
}

}  // namespace

bool better(const Lead& a, const Lead& b) {
    const auto merit = [](const Lead& l) {
        const Bracket& first = l.what_counts();
        return std::tuple(first.guaranteed.value, first.double_dummy.value, l.points.guaranteed.value,
                          l.points.double_dummy.value);
    };
    return merit(a) > merit(b);
}

Leads solve_leads(const Tables& tables, const Endgame& endgame, const LeadRequest& request, const Effort& effort) {
    const Objective* const goal = request.objective;
    const auto minding = [goal](Endgame e) {
        e.root.deal.objective = goal;
        return e;
    };
    std::vector<TileSet> mixed = endgame.hands;
    Chance rng(request.seed);
    rng.shuffle(mixed.data(), mixed.size());
    Allowance allowed = request.allowance;
    if (effort.timed()) allowed = {allowed.nodes, allowed.sample_nodes, kTimedPilot, kTimedGrowth, 0};
    const double threads = std::min<double>(effort.threads, static_cast<double>(request.moves.size()));
    const auto pilot = [&](std::size_t size) {
        std::vector<TileSet> some(mixed.begin(), mixed.begin() + static_cast<std::ptrdiff_t>(size));
        std::sort(some.begin(), some.end());
        const Endgame e = endgame.of(some);
        LeadSolver one(tables, kBits, kOpenBits);
        const Effort alone{1, effort.watch};
        std::vector<Move> moves = request.moves;
        Columns values = one.values(e, moves, alone);
        best_declarations(e, moves, values);
        one.guaranteed(e, moves, kSearchWidth, alone);
        return one.nodes();
    };
    const std::size_t size = request.most_hands ? std::min(request.most_hands, mixed.size())
                                                : sample_size(mixed.size(), pilot, allowed, effort,
                                                              std::max(1.0, 0.8 * threads) / (goal ? 2 : 1));
    mixed.resize(size);
    std::vector<TileSet> ordered = mixed;
    std::sort(ordered.begin(), ordered.end());

    Leads found;
    found.hands = endgame.hands.size();
    found.tried = endgame.of(ordered);
    const bool every = found.every(), capped = request.cap < kInfinity;
    LeadSolver solver(tables, kBits, kOpenBits);
    // With the score of a match, what is declared goes by it; points are then those of the same moves.
    const double parts = goal ? 0.5 : 1;
    std::vector<Move> moves = request.moves;
    Taken for_match;
    if (goal) {
        const int cap = capped ? goal->of(request.cap) : kInfinity;
        for_match = take(solver, minding(endgame), minding(found.tried), mixed, moves, cap,
                         effort.part(0, parts * (kValues + kStrategies)));
        moves = for_match.moves;
    }
    Taken points = take(solver, endgame, found.tried, mixed, moves, request.cap,
                        effort.part(goal ? parts * (kValues + kStrategies) : 0, kValues + kStrategies));
    Limits between, chances;
    const double from = kValues + kStrategies;
    const auto rest = [&](double low, double high, double share) {
        return effort.part(low, high, effort.timed() ? std::max(effort.left() * share, 1e-3) : effort.seconds);
    };
    LeadSolver* const narrowing = capped || !request.narrow ? nullptr : &solver;
    if (every) {
        between = limits(found.tried, points, narrowing, true, rest(from, goal ? (1 + from) / 2 : 1, parts));
        if (goal) chances = limits(minding(found.tried), for_match, narrowing, false, rest((1 + from) / 2, 1, 1));
    }
    const auto means = [&](const Taken& taken, std::size_t k, const Span& span) {
        return std::pair(mean_of(found.tried, found.hands, taken.sure[k], span, &taken.halves[k]),
                         mean_of(found.tried, found.hands, taken.seen[k], span, nullptr));
    };
    const Span span = span_of(points.sure, points.seen);
    const Span match_span = goal ? span_of(for_match.sure, for_match.seen) : Span{};
    for (std::size_t k = 0; k < points.moves.size(); ++k) {
        const auto [sure, seen] = means(points, k, span);
        Lead lead{points.moves[k], {sure.points, seen.points, {}}, {sure.wins, seen.wins, {}}, {}, points.seen[k],
                  points.sure[k]};
        if (every) {
            lead.points.best = between.points[k];
            lead.wins.best = between.wins[k];
        }
        if (goal) {
            const auto [match_sure, match_seen] = means(for_match, k, match_span);
            lead.chance = Bracket{in_chances(match_sure.points), in_chances(match_seen.points), {}};
            constexpr double kScale = Objective::kScale;
            if (every) lead.chance->best = Span{chances.points[k].least / kScale, chances.points[k].most / kScale};
        }
        found.leads.push_back(std::move(lead));
    }
    if (!every) {
        const Taken& counted = goal ? for_match : points;
        const SampleErrors off = errors_of(found.tried, found.hands, counted.sure, counted.halves);
        const double unit = goal ? 1.0 / Objective::kScale : 1.0;
        for (std::size_t k = 0; k < found.leads.size(); ++k)
            std::tie(found.leads[k].error, found.leads[k].gap) = std::pair(unit * off.errors[k], unit * off.gaps[k]);
    }
    std::stable_sort(found.leads.begin(), found.leads.end(), better);
    return found;
}

Lead certain_lead(const Move& move, int value, const Leads& among, const Objective* objective) {
    const auto always = [](double v) { return Bracket{{v, v, v}, {v, v, v}, Span{v, v}}; };
    const Values alike(among.tried.hands.size(), value);
    Lead lead{move, always(value), always(value > 0), {}, alike, alike};
    if (objective) lead.chance = always(objective->chance(value));
    return lead;
}

}  // namespace bingo
