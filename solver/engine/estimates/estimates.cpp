// Every option is tried in the same deals, batch after batch, until the deals asked for are done, time is up, or the
// best is decided. After each batch options that fall short of the best by more than chance explains are given up
// (racing, Maron and Moore 1994), so that the rest of the deals is spent on those that may be best. Where few deals are
// possible at all, each is tried once, and the means are exact for the method.
//
// What a deal is worth is bounded but seldom spread like a normal variable: an outcome may be so rare that it has not
// come up yet. So every interval is wider than its standard error says by what such an outcome could add
// (rare_outcome).

#include "estimates/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/rng.hpp"
#include "estimates/tally.hpp"

namespace bingo {
namespace {

// Deals in the first batch; solving whole deals takes so long that they are begun with one. Each batch is as large as
// all before it, up to the largest.
constexpr std::size_t kFirstBatchDeals = 32, kFirstBatchSolvedDeals = 1, kMaxBatchDeals = 512;
// Where there are at most so many deals, all are gone through: with the boneyard open, and once nothing is drawn.
constexpr double kMaxEnumeratedOpen = 1000, kMaxEnumeratedClosed = 40'000;
// No deal is worth more under any rules. Where one deal says nothing of the variance, intervals end here.
constexpr double kMaxValue = 200;
// A move is given up when it falls short of the best by so many standard errors: 95% over all of some sixteen batches
// together, as it is looked at after each.
constexpr double kPruningErrors = 3, kGivenUpErrors = 2.5;
// A decision with a margin ends after so many deals at the earliest, and once the interval of the best move is at most
// this share of the range of values.
constexpr std::size_t kMinDecidedDeals = 256;
constexpr double kDecidedWidthShare = 0.02;
// An outcome with a chance above kRuleOfThree / n shows in some of n deals, 95 times of 100.
constexpr double kRuleOfThree = 3;
constexpr double kBlunder = 0.1;  // the chance that any tile is led

// Keeps estimates and their limits within what any deal can be worth.
double clamp_value(double value) { return std::clamp(value, -kMaxValue, kMaxValue); }

// How far a mean over so many deals may be off beyond its standard error because an outcome is so rare that it has not
// shown yet. Such an outcome is taken to lie no further off than the values seen lie apart.
double rare_outcome(const Tally& tally, int deals) { return kRuleOfThree * (tally.highest - tally.lowest) / deals; }

// Adds an option. Of those that differ in the declaration only, the one with the largest stays.
void add_option(std::vector<Move>& options, const Move& move) {
    const auto apart_from_doubles = [](const Move& m) { return Move{m.declare != 0, m.tile, m.close, m.claim}; };
    const auto same_lead = std::ranges::find(options, apart_from_doubles(move), apart_from_doubles);
    if (same_lead == options.end())
        options.push_back(move);
    else if (count(move.declare) > count(same_lead->declare))
        *same_lead = move;
}

// Drops the options that were not asked for.
void keep_only(Options& options, const std::vector<Move>& moves) {
    const auto is_unwanted = [&](const Move& move) { return std::ranges::find(moves, move) == moves.end(); };
    std::erase_if(options.open, is_unwanted);
    std::erase_if(options.certain, [&](const auto& option) { return is_unwanted(option.first); });
    if (moves.size() == 1 && options.open.empty() && options.certain.empty()) options.open = moves;
}

// Turns values known without deals from utilities into chances to win the match.
void to_chances(Options& options, const Objective& objective) {
    const auto chance = [&](double value) { return objective.win_chance(static_cast<int>(value)); };
    for (auto& [move, value] : options.certain) value = chance(value);
    if (std::isfinite(options.cap)) options.cap = chance(options.cap);
}

// An upper bound on the number of deals: hands times orders of what may lie face down. A double, as it passes 64 bits.
double max_deals(const View& view) {
    double deals = view.max_hands();
    const int unplaced_count = view.unseen.size() - view.hidden;
    for (int i = 0; i < view.face_down; ++i) deals *= std::max(unplaced_count - i, 0);
    return deals;
}

// A lower bound on how much a move that was given up is worse than the best. One more deal, in which both bring the
// same, is counted in, since a move is given up just when it looks worst (`python -m benchmarks.decisions`).
double least_shortfall(double shortfall, double error, int deals) {
    const double n = deals, share = n / (n + 1);
    const double squares = (error * error * (n - 1) + shortfall * shortfall) * share;
    const double mean = shortfall * share;
    return mean - kGivenUpErrors * std::sqrt(std::max(squares - mean * mean, 0.0) / n);
}

// The estimates of moves, all options in order, and those that cannot be told from the best. A move that was tried in
// fewer deals than the best was given up: it is worth what the best is, less what it falls short in those, but never
// more or less than any option was in any deal. The error of a move is its own, or that of the best and of the
// difference to it, whichever is less: both are errors of the same number.
void rank_options(const Tally& tally, std::size_t best, const Options& options, Estimates& estimates) {
    const std::vector<Move>& moves = options.open;
    Tally::Shortfalls shortfalls;
    if (!moves.empty()) {
        shortfalls = tally.shortfalls(best);
        if (estimates.exhaustive) std::fill(shortfalls.errors.begin(), shortfalls.errors.end(), 0.0);
        const Row errors = tally.errors(), means = tally.means();
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const double error = std::min(errors[k], std::hypot(errors[best], shortfalls.errors[k]));
            const double margin =
                estimates.exhaustive ? 0 : kStandardErrors * error + rare_outcome(tally, tally.deals[k]);
            const double value = std::min(std::max(means[best] - shortfalls.means[k], tally.lowest), tally.highest);
            const auto limit = [&](double v) { return std::min(clamp_value(v), options.cap); };
            MoveValue& estimate = estimates.moves.emplace_back(
                MoveValue{moves[k], Kind::kEstimate, {limit(value), limit(value - margin), limit(value + margin)}});
            estimate.worlds = tally.deals[k];
            estimate.gap = clamp_value(shortfalls.errors[k]);
            if (tally.deals[k] == tally.deals[best]) continue;
            const double shortfall = least_shortfall(shortfalls.means[k], shortfalls.errors[k], tally.deals[k]) -
                                     rare_outcome(tally, tally.deals[k]);
            const double worse = limit(means[best]) - limit(means[best] - shortfall);  // beyond the cap nothing is lost
            if (worse > 0) estimate.worse = worse;
        }
    }
    for (const auto& [move, value] : options.certain)
        estimates.moves.push_back({move, Kind::kCertain, {value, value, value}});
    if (estimates.moves.empty()) return;
    std::ranges::stable_sort(estimates.moves, {},
                             [](const MoveValue& value) { return std::tuple(-value.points.value, value.worlds > 0); });
    const MoveValue& top = estimates.moves[0];
    for (auto estimate = estimates.moves.begin() + 1; estimate != estimates.moves.end(); ++estimate) {
        bool equivalent = false;
        if (!estimate->worlds || !top.worlds) {
            equivalent = top.points.value <= estimate->points.high || top.points.low <= estimate->points.value;
        } else {
            const auto k = std::find(moves.begin(), moves.end(), estimate->move) - moves.begin();
            const double rare = estimates.exhaustive ? 0 : rare_outcome(tally, tally.deals[k]);
            equivalent = shortfalls.means[k] <= kStandardErrors * shortfalls.errors[k] + rare;
        }
        if (equivalent) estimates.equivalent.push_back(estimate->move);
    }
}

}  // namespace

// --- options -----------------------------------------------------------------------------------------

Options sensible_options(const Position& sample, const Tables& tables, bool no_close) {
    const State& node = sample.node;
    if (sample.stage == kReplyStage)
        return {node.leader == 1 ? legal_moves(tables, sample) : std::vector<Move>{kWaitMove}, {}, {}};
    const Game game(tables, sample.deal);
    const bool is_capped = game.has_claim(node, 1);
    Options options;
    if (is_capped) options.cap = -game.win_points(node, 1);
    if (game.has_claim(node, 0) && (node.leader == 0 || !is_capped))
        options.certain.emplace_back(kClaimMove, game.win_points(node, 0));
    if (node.leader == 1) {
        options.open.push_back(kWaitMove);
        return options;
    }
    const Position decision = at_lead(sample);
    // What a declaration brings that ends the deal; 0 where it does not.
    const auto gain_of = [&](const Move& move) {
        const MoveResult result = play(tables, decision, move);
        return result.is_over ? result.gain : 0;
    };
    std::vector<Move> endings;
    for (const Move& move : legal_moves(tables, decision)) {
        if (no_close && move.close) continue;
        if (move.tile >= 0)
            add_option(options.open, move);
        else if (move.declare && gain_of(move) > 0)
            add_option(endings, move);
    }
    for (const Move& move : endings) options.certain.emplace_back(move, std::min<double>(gain_of(move), options.cap));
    return options;
}

// --- estimates ---------------------------------------------------------------------------------------

// In four parts: hands and their weights; deals, all or the first batch; the batches; the ranking. Deals come in one
// order from the seed, whatever options are left.
//
// The first batch is drawn before the options are listed, as any world that fits serves to list them. When all deals
// are gone through they are shuffled first, so that a time limit leaves a sample. `best` is the option that falls least
// short of the best one so far, among those not given up.
Estimates Estimator::estimate(const View& view, const Request& request, const Budget& budget) {
    const std::vector<TileSet> possible_hands = view.hands(budget.watch);
    if (possible_hands.empty())
        throw std::invalid_argument("expected a hand that the opponent can hold; found none that fits what is written");
    const bool is_open = view.open(), is_reply = view.root.stage == kReplyStage;
    const State& node = view.root.node;
    Estimates estimates;
    const bool uses_rollouts = is_open && request.method == Method::kRollout;
    const bool weighted = !request.uniform && has_inference(view);
    const std::vector<double>* const hand_weights = weighted ? &weights(view, possible_hands, budget.watch) : nullptr;
    estimates.weighted = weighted || (!request.uniform && is_open && is_reply && node.leader == 1);

    Rng rng(request.seed);
    PossibleDeals possible_deals(view, possible_hands, budget.watch);
    const double max_enumerated = is_open ? kMaxEnumeratedOpen : kMaxEnumeratedClosed;
    const bool exhaustive = max_deals(view) <= std::min(request.enumerated.value_or(max_enumerated), max_enumerated);
    std::vector<PossibleDeal> deals =
        exhaustive ? possible_deals.list_all()
                   : possible_deals.draw_deals(uses_rollouts ? kFirstBatchDeals : kFirstBatchSolvedDeals, rng);
    if (exhaustive)
        rng.shuffle(deals.data(), deals.size());  // whatever part of them there is time for is as good as drawn
    const std::size_t deal_count = deals.size();
    Options options = request.options
                          ? *request.options
                          : sensible_options(view.world(deals[0].hand, deals[0].stock), tables_, request.no_close);
    if (request.moves && !request.moves->empty()) keep_only(options, *request.moves);
    if (request.objective) to_chances(options, *request.objective);
    options.certain.insert(options.certain.end(), options.solved.begin(), options.solved.end());
    const std::vector<Move>& moves = options.open;

    Tally tally(moves.size());
    const auto weight = [&](const PossibleDeal& deal) {
        if (!estimates.weighted) return 1.0;
        if (!weighted)
            return quantize_weight(kBlunder / count(node.hand[0]) + (1 - kBlunder) * lead_likelihood(view, deal));
        const auto hand_index =
            std::lower_bound(possible_hands.begin(), possible_hands.end(), deal.hand) - possible_hands.begin();
        return (*hand_weights)[hand_index];
    };
    std::size_t best = 0, dealt = 0;
    double spent_share = 0;  // how much of what may be spent is: 1 or more when it is time to stop
    const auto update_spent_share = [&](int worlds) {
        spent_share = budget.is_timed() ? budget.seconds_spent() / budget.seconds : 0;
        if (worlds) spent_share = std::max(spent_share, static_cast<double>(dealt) / worlds);
        return spent_share;
    };
    // Deals for which there seems to be room in the next batch, at the pace so far.
    const auto next_batch_size = [&] {
        auto size = static_cast<double>(std::min(dealt, kMaxBatchDeals));
        if (budget.is_timed())
            size = std::min(size, static_cast<double>(dealt) * (1 / std::max(spent_share, 1e-6) - 1) + 1);
        if (request.worlds) size = std::min(size, static_cast<double>(request.worlds) - static_cast<double>(dealt));
        return static_cast<std::size_t>(std::max(size, 0.0));
    };
    std::vector<std::size_t> unpruned(moves.size());
    std::iota(unpruned.begin(), unpruned.end(), std::size_t{0});
    if (!exhaustive && request.worlds) deals.resize(std::min(deals.size(), static_cast<std::size_t>(request.worlds)));
    try {
        while (!moves.empty()) {
            std::vector<PossibleDeal> batch;
            if (exhaustive)
                batch.assign(deals.begin() + static_cast<std::ptrdiff_t>(dealt),
                             deals.begin() + static_cast<std::ptrdiff_t>(std::min(dealt + kMaxBatchDeals, deal_count)));
            else
                batch = dealt ? possible_deals.draw_deals(next_batch_size(), rng) : std::exchange(deals, {});
            if (batch.empty()) break;
            std::vector<Move> unpruned_moves;
            unpruned_moves.reserve(unpruned.size());
            for (const std::size_t k : unpruned) unpruned_moves.push_back(moves[k]);
            const std::vector<Row> rows = trials(view, request, unpruned_moves, batch, budget);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                Row row(moves.size(), std::numeric_limits<double>::quiet_NaN());
                for (std::size_t k = 0; k < unpruned.size(); ++k) row[unpruned[k]] = rows[i][k];
                tally.add(row, weight(batch[i]));
            }
            dealt += batch.size();
            if (exhaustive) {
                const Row means = tally.means();
                best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
                budget.progress(static_cast<double>(dealt) / static_cast<double>(deal_count));
                if (dealt == deal_count || update_spent_share(0) >= 1) break;
                continue;
            }
            const Row means = tally.shortfalls(best).means;
            best = *std::ranges::min_element(unpruned, {}, [&](std::size_t k) { return means[k]; });
            const Tally::Shortfalls shortfalls = tally.shortfalls(best);
            const double rare = rare_outcome(tally, static_cast<int>(dealt)), range = tally.highest - tally.lowest;
            const double width = kStandardErrors * tally.errors()[best] + rare;
            const double margin = request.margin.value_or(0) * range;
            bool is_decided = request.margin && dealt >= kMinDecidedDeals && width <= kDecidedWidthShare * range;
            if (!request.no_prune) unpruned.clear();
            for (std::size_t k = 0; k < moves.size(); ++k) {
                const double least_behind = shortfalls.means[k] - kPruningErrors * shortfalls.errors[k] - rare;
                if (!request.no_prune && (k == best || !(least_behind > 0))) unpruned.push_back(k);
                is_decided = is_decided && (k == best || least_behind >= -margin);
            }
            budget.progress(std::min(update_spent_share(request.worlds), 1.0));
            if (spent_share >= 1 || is_decided) break;
        }
    } catch (const Stopped&) {
        if (!dealt) throw;
        estimates.stopped = true;
    }
    estimates.worlds = static_cast<int>(dealt);
    estimates.exhaustive = exhaustive && dealt == deal_count;
    rank_options(tally, best, options, estimates);
    return estimates;
}

}  // namespace bingo
