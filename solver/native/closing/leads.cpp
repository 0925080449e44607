#include "closing/leads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "estimates/random.hpp"
#include "estimates/tally.hpp"

namespace bingo {
namespace {

constexpr int kBits = 16, kOpenBits = 18;  // tables of bounds: small ones that stay in cache
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
// What parts of all the work the double-dummy values and the strategies are, of progress only.
constexpr double kValues = 0.1, kStrategies = 0.5;
// How the price is learnt where there is a time, which may be short.
constexpr std::size_t kTimedPilot = 16;
constexpr double kTimedGrowth = 1.2;

double mean(const Endgame& e, const Values& values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += e.weights[i] * values[i];
    return sum / e.total();
}

Values won(const Values& values) {
    Values found;
    found.reserve(values.size());
    for (const int value : values) found.push_back(value > 0);
    return found;
}

std::uint64_t steps(const Tables& tables) { return tables.scoring.mode == kClaim ? kSteps : kStepsWithoutClaims; }

// What strategies take that are made for either half of hands in random order; of the hands in ascending order.
Columns halves(LeadSolver& solver, const Endgame& all, const std::vector<Mask>& mixed, const std::vector<Move>& moves,
               const Effort& effort) {
    std::vector<Mask> ordered = mixed;
    std::sort(ordered.begin(), ordered.end());
    Columns found(moves.size(), Values(mixed.size()));
    const auto middle = mixed.begin() + static_cast<std::ptrdiff_t>(mixed.size() / 2);
    double from = 0;
    for (auto [first, last] : {std::pair(mixed.begin(), middle), std::pair(middle, mixed.end())}) {
        std::vector<Mask> half(first, last);
        std::sort(half.begin(), half.end());
        const Columns taken = solver.guaranteed(all.of(half), moves, kSearchWidth, effort.part(from, from + 0.5));
        from = 0.5;
        for (std::size_t i = 0; i < half.size(); ++i) {
            const auto place = std::lower_bound(ordered.begin(), ordered.end(), half[i]) - ordered.begin();
            for (std::size_t k = 0; k < moves.size(); ++k) found[k][static_cast<std::size_t>(place)] = taken[k][i];
        }
    }
    return found;
}

// Moves against all hands: values if the hand were seen, and what strategies take.
struct Solved {
    const Tables& tables;
    const Endgame& endgame;
    const std::vector<Move>& moves;
    const Columns& seen;
    Columns& sure;  // what a better strategy takes, where one is found
};

struct MoveBounds {
    std::vector<double> low, high;
};

// Of all moves, in points or in shares of hands won; narrowed for those `among` only.
MoveBounds bound(const Solved& s, LeadSolver* solver, Aim aim, const std::vector<bool>* among, const Effort& effort) {
    const std::size_t size = s.moves.size(), hands = s.endgame.hands.size();
    MoveBounds found;
    for (std::size_t k = 0; k < size; ++k) {
        const bool wins = aim == Aim::kWin;
        found.low.push_back(mean(s.endgame, wins ? won(s.sure[k]) : s.sure[k]));
        found.high.push_back(mean(s.endgame, wins ? won(s.seen[k]) : s.seen[k]));
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
    return found;
}

// Lets the limits on points meet where alpha-mu search comes to an end, and raises the lower one on wins.
void search(const Solved& s, LeadSolver& solver, MoveBounds& points, std::vector<double>* win_low,
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
            points.low[k] = mean(s.endgame, *taken);
            if (win_low) (*win_low)[k] = std::max((*win_low)[k], mean(s.endgame, won(*taken)));
        }
        points.high[k] = points.low[k];
    }
}

// Limits on every move. Without a solver, and where time does not allow more, the double-dummy mean is the upper one.
std::vector<Limits> limits(const Solved& s, LeadSolver* solver, const Effort& effort) {
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

// The same of utilities, without wins.
MoveBounds utility_limits(const Solved& s, LeadSolver* solver, const Effort& effort) {
    const auto share = [&](int part, double until) {
        return effort.part(part / 2.0, (part + 1) / 2.0,
                           effort.timed() ? std::max(effort.seconds * until - effort.spent(), 1e-3) : effort.seconds);
    };
    MoveBounds found = bound(s, solver, Aim::kPoints, nullptr, share(0, 0.5));
    if (solver && s.endgame.hands.size() <= kSearchedHands) search(s, *solver, found, nullptr, share(1, 1));
    return found;
}

// --- means -------------------------------------------------------------------------------------------

// The normal interval for a sample without replacement, with two hands added at either end of the span: a few hands
// that all bring the same do not make it certain (Agresti and Coull 1998). Where they have weights, those add up to the
// number of hands of equal weight that would tell as much (Kish 1965).
Interval interval(const Endgame& tried, std::size_t hands, const Values& values, double least, double most,
                  double too_much) {
    double squared = 0;
    for (const double w : tried.weights) squared += w * w;
    const double unit = tried.total() / squared, n = tried.total() * unit + 4;
    double sum = 2 * (least + most), squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += tried.weights[i] * unit * values[i];
    const double middle = sum / n;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = tried.weights[i] * unit;
        squares += weight * weight * (values[i] - middle) * (values[i] - middle);
    }
    for (const double end : {least, most}) squares += 2 * (end - middle) * (end - middle);
    const double left_out = 1 - static_cast<double>(values.size()) / static_cast<double>(hands);
    const double margin = kStandardErrors * std::sqrt(squares / n / n * left_out);
    const double value = std::max(mean(tried, values) - too_much, least);
    return {value, std::max(std::min(middle - margin - too_much, value), least),
            std::min(std::max(middle + margin, value), most)};
}

// Results lie between two ends.
struct Span {
    double least, most;
};

// Of a strategy, `halves` are the values in the same hands if it is made for each half of the sample alone. A strategy
// made for a few hands knows that the hand is one of these, and takes more than one made for all could. What that is
// worth shrinks as the sample grows. So what halving it adds is taken off as often as the sample would have to be
// doubled to hold all hands; the upper limit stays where it was.
Mean mean_of(const Endgame& tried, std::size_t hands, const Values& values, const Span& span, const Values* halves) {
    const Values wins = won(values);
    if (values.size() == hands) {
        const double value = mean(tried, values), share = mean(tried, wins);
        return {{value, value, value}, {share, share, share}};
    }
    double points = 0, shares = 0;
    if (halves) {
        const double doublings = std::log2(static_cast<double>(hands) / static_cast<double>(values.size()));
        points = std::max(0.0, mean(tried, *halves) - mean(tried, values)) * doublings;
        shares = std::max(0.0, mean(tried, won(*halves)) - mean(tried, wins)) * doublings;
    }
    return {interval(tried, hands, values, span.least, span.most, points), interval(tried, hands, wins, 0, 1, shares)};
}

Span span_of(const Columns& sure, const Columns& seen) {
    int least = std::numeric_limits<int>::max(), most = std::numeric_limits<int>::min();
    for (const Values& column : sure) least = std::min(least, *std::min_element(column.begin(), column.end()));
    for (const Values& column : seen) most = std::max(most, *std::max_element(column.begin(), column.end()));
    return {static_cast<double>(least), static_cast<double>(most)};
}

// --- how many hands ----------------------------------------------------------------------------------

// How many of the hands, which are in random order, can be afforded: all of them, or fewer. `solve` does the work for
// some of them on one thread and says how many nodes that took. Where there is a time it is spent instead, by threads
// `speed` times as fast as one.
template <class Solve>
std::size_t sample_size(std::size_t hands, Solve solve, const Allowance& allowed, const Effort& effort, double speed) {
    if (hands <= std::max(allowed.few, allowed.pilot)) return hands;
    const double before = effort.spent();
    const std::size_t first = std::min(allowed.pilot, hands);
    auto price = static_cast<double>(solve(first));
    auto most = static_cast<double>(allowed.nodes), most_sampled = static_cast<double>(allowed.sample_nodes);
    if (effort.timed()) {
        price = (effort.spent() - before) / speed;
        most = most_sampled = effort.left();
    }
    const auto cost = [&](std::size_t size) {
        const double times = static_cast<double>(size) / static_cast<double>(first);
        return price * times * std::pow(allowed.growth, std::log2(std::max(times, 1.0)));
    };
    if (cost(hands) <= most) return hands;
    std::size_t size = first;
    while (2 * size < hands && 2 * cost(2 * size) <= most_sampled)
        size *= 2;  // each half is solved once more by itself
    return size;
}

// Each tile with the declaration that has the best mean value.
void best_declarations(const Endgame& e, std::vector<Move>& moves, Columns& values) {
    std::vector<Move> chosen;
    Columns kept;
    std::vector<double> totals;
    for (std::size_t n = 0; n < moves.size(); ++n) {
        const double total = mean(e, values[n]);
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

// What is solved of some moves against the hands tried.
struct Taken {
    std::vector<Move> moves;
    Columns seen, sure, halves;
};

Taken take(LeadSolver& solver, const Endgame& all, const Endgame& tried, const std::vector<Mask>& mixed,
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

// Of what strategies take of a sample, less what halving it adds, as mean_of has it: by hand, so that what moves have
// in common cancels.
void add_errors(const Leads& found, const Taken& taken, double unit, std::vector<Lead>& leads) {
    const auto size = static_cast<double>(found.tried.hands.size()), hands = static_cast<double>(found.hands);
    const double left_out = unit * std::sqrt(1 - size / hands);
    std::vector<double> doublings;
    for (std::size_t k = 0; k < leads.size(); ++k) {
        const bool adds = mean(found.tried, taken.halves[k]) > mean(found.tried, taken.sure[k]);
        doublings.push_back(adds ? std::log2(hands / size) : 0);
    }
    Tally tally(leads.size());
    Row values(leads.size());
    for (std::size_t i = 0; i < found.tried.hands.size(); ++i) {
        for (std::size_t k = 0; k < leads.size(); ++k) {
            const int sure = taken.sure[k][i];
            values[k] = sure - doublings[k] * (taken.halves[k][i] - sure);
        }
        tally.add(values, found.tried.weights[i]);
    }
    const Row means = tally.means(), errors = tally.errors();
    const auto best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
    const Row gaps = tally.shortfalls(best).errors;
    for (std::size_t k = 0; k < leads.size(); ++k) {
        leads[k].error = left_out * errors[k];
        leads[k].gap = left_out * gaps[k];
    }
}

}  // namespace

double Lead::most() const {
    if (chance) return chance->between ? chance->between->second : chance->double_dummy.high;
    return limits ? limits->high : double_dummy.points.high;
}

bool Lead::exact() const {
    return chance ? chance->between && chance->between->second - chance->between->first <= kNearly
                  : limits && limits->high - limits->low <= kNearly;
}

bool Leads::certain() const {
    return every() &&
           std::any_of(leads.begin(), leads.end(), [](const Lead& l) { return l.guaranteed.wins.value == 1; });
}

bool better(const Lead& a, const Lead& b) {
    const auto merit = [](const Lead& l) {
        const double points = l.guaranteed.points.value, seen = l.double_dummy.points.value;
        return l.chance ? std::tuple(l.chance->guaranteed.value, l.chance->double_dummy.value, points, seen)
                        : std::tuple(points, seen, 0.0, 0.0);
    };
    return merit(a) > merit(b);
}

Leads solve_leads(const Tables& tables, const Endgame& endgame, const LeadRequest& request, const Effort& effort) {
    const Objective* const goal = request.objective;
    const auto minding = [goal](Endgame e) {
        e.root.deal.objective = goal;
        return e;
    };
    std::vector<Mask> mixed = endgame.hands;
    NumpyRandom rng(request.seed);
    rng.shuffle(mixed.data(), mixed.size());
    Allowance allowed = request.allowance;
    if (effort.timed()) allowed = {allowed.nodes, allowed.sample_nodes, kTimedPilot, kTimedGrowth, 0};
    const double threads = std::min<double>(effort.threads, static_cast<double>(request.moves.size()));
    const auto pilot = [&](std::size_t size) {
        std::vector<Mask> some(mixed.begin(), mixed.begin() + static_cast<std::ptrdiff_t>(size));
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
    std::vector<Mask> ordered = mixed;
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
        const int cap = capped ? goal->utility(std::max(request.cap, 0), std::max(-request.cap, 0)) : kInfinity;
        for_match = take(solver, minding(endgame), minding(found.tried), mixed, moves, cap,
                         effort.part(0, parts * (kValues + kStrategies)));
        moves = for_match.moves;
    }
    Taken points = take(solver, endgame, found.tried, mixed, moves, request.cap,
                        effort.part(goal ? parts * (kValues + kStrategies) : 0, kValues + kStrategies));
    const Solved solved{tables, found.tried, points.moves, points.seen, points.sure};
    std::vector<Limits> between;
    MoveBounds chances;
    const double from = kValues + kStrategies;
    const auto rest = [&](double low, double high, double share) {
        return effort.part(low, high, effort.timed() ? std::max(effort.left() * share, 1e-3) : effort.seconds);
    };
    LeadSolver* const narrowing = capped || !request.narrow ? nullptr : &solver;
    if (every) {
        between = limits(solved, narrowing, rest(from, goal ? (1 + from) / 2 : 1, parts));
        if (goal) {
            const Endgame e = minding(found.tried);
            chances = utility_limits({tables, e, for_match.moves, for_match.seen, for_match.sure}, narrowing,
                                     rest((1 + from) / 2, 1, 1));
        }
    }
    const Span span = span_of(points.sure, points.seen);
    const Span match_span = goal ? span_of(for_match.sure, for_match.seen) : Span{};
    for (std::size_t k = 0; k < points.moves.size(); ++k) {
        Lead lead{points.moves[k],
                  mean_of(found.tried, found.hands, points.seen[k], span, nullptr),
                  mean_of(found.tried, found.hands, points.sure[k], span, &points.halves[k]),
                  {},
                  {},
                  points.seen[k],
                  points.sure[k]};
        if (every) lead.limits = between[k];
        if (goal) {
            const Mean seen = mean_of(found.tried, found.hands, for_match.seen[k], match_span, nullptr);
            const Mean sure = mean_of(found.tried, found.hands, for_match.sure[k], match_span, &for_match.halves[k]);
            lead.chance = MatchChance{in_chances(seen.points), in_chances(sure.points), {}};
            if (every) lead.chance->between = {chances.low[k] / Objective::kScale, chances.high[k] / Objective::kScale};
        }
        found.leads.push_back(std::move(lead));
    }
    if (!every) add_errors(found, goal ? for_match : points, goal ? 1.0 / Objective::kScale : 1.0, found.leads);
    std::stable_sort(found.leads.begin(), found.leads.end(), better);
    return found;
}

Lead certain_lead(const Move& move, int value, const Leads& among, const Objective* objective) {
    const double points = value, wins = value > 0;
    const Mean mean{{points, points, points}, {wins, wins, wins}};
    const Values alike(among.tried.hands.size(), value);
    Lead lead{move, mean, mean, Limits{points, points, wins, wins}, {}, alike, alike};
    if (objective) {
        const double chance =
            static_cast<double>(objective->utility(std::max(value, 0), std::max(-value, 0))) / Objective::kScale;
        lead.chance = MatchChance{{chance, chance, chance}, {chance, chance, chance}, {{chance, chance}}};
    }
    return lead;
}

}  // namespace bingo
