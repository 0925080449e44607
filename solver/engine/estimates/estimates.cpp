#include "estimates/estimates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "estimates/trials.hpp"
#include "hidden/belief.hpp"

namespace bingo {
namespace {

// Deals in the first batch; solving whole deals takes so long that they are begun with one. Each batch is as large as
// all before it, up to the largest.
constexpr std::size_t kFirstBatch = 32, kFirstBatchSolved = 1, kLargestBatch = 512;
// Where there are at most so many deals, all are gone through: with the boneyard open, and once nothing is drawn.
constexpr double kEnumeratedOpen = 1000, kEnumeratedClosed = 40'000;
// No deal is worth more, whatever the rules: where one deal tells nothing of the variance, intervals end here.
constexpr double kLargestValue = 200;
// A move is given up when it falls short of the best by so many standard errors: more than for 95%, as it is looked at
// after every batch.
constexpr double kPruningErrors = 3, kGivenUpErrors = 2.5;
constexpr double kBlunder = 0.1;  // the chance that any tile is led

double limited(double value) { return std::clamp(value, -kLargestValue, kLargestValue); }

std::size_t least(const Row& values, const std::vector<std::size_t>& among) {
    return *std::min_element(among.begin(), among.end(),
                             [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
}

}  // namespace

// --- estimates ---------------------------------------------------------------------------------------

namespace {

// Those that are asked for.
void leave(Options& listed, const std::vector<Move>& only) {
    const auto left_out = [&](const Move& move) { return std::find(only.begin(), only.end(), move) == only.end(); };
    std::erase_if(listed.open, left_out);
    std::erase_if(listed.certain, [&](const auto& one) { return left_out(one.first); });
    if (only.size() == 1 && listed.open.empty() && listed.certain.empty()) listed.open = only;
}

void in_chances(Options& listed, const Objective& objective) {
    const auto chance = [&](double value) { return objective.chance(static_cast<int>(value)); };
    for (auto& [move, value] : listed.certain) value = chance(value);
    if (std::isfinite(listed.cap)) listed.cap = chance(listed.cap);
}

double deals_at_most(const View& view) {
    double deals = view.at_most_hands();
    const int left = view.unseen.size() - view.hidden;
    for (int i = 0; i < view.face_down; ++i) deals *= std::max(left - i, 0);
    return deals;
}

// By how much a move is worse than the best that fell short so far of it in so many deals and was given up for that:
// with one deal more, in which both bring the same, as it was caught at a low (`python -m benchmarks.decisions
// --coverage`).
double worse_at_least(double short_of, double error, int deals) {
    const double n = deals, share = n / (n + 1);
    const double squares = (error * error * (n - 1) + short_of * short_of) * share;
    const double mean = short_of * share;
    return mean - kGivenUpErrors * std::sqrt(std::max(squares - mean * mean, 0.0) / n);
}

// The estimates of moves, all options in order, and those that cannot be told from the best. A move that was tried in
// fewer deals than the best was given up: it is worth what the best is, less what it falls short in those, but never
// more or less than any option was in any deal.
void rank(const Tally& tally, std::size_t best, const Options& listed, Estimated& found) {
    const std::vector<Move>& moves = listed.open;
    Tally::Shortfalls gaps;
    if (!moves.empty()) {
        gaps = tally.shortfalls(best);
        if (found.every) std::fill(gaps.errors.begin(), gaps.errors.end(), 0.0);
        const Row errors = tally.errors(), means = tally.means();
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const double error = std::min(errors[k], std::hypot(errors[best], gaps.errors[k]));
            const double margin = found.every ? 0 : kStandardErrors * error;
            const double value = std::min(std::max(means[best] - gaps.short_of[k], tally.least), tally.greatest);
            const auto limit = [&](double v) { return std::min(limited(v), listed.cap); };
            found.moves.push_back({moves[k], limit(value), limit(value - margin), limit(value + margin), tally.deals[k],
                                   limited(gaps.errors[k])});
            if (tally.deals[k] == tally.deals[best]) continue;
            const double least = worse_at_least(gaps.short_of[k], gaps.errors[k], tally.deals[k]);
            const double worse = limit(means[best]) - limit(means[best] - least);  // beyond the cap nothing is lost
            if (worse > 0) found.moves.back().worse = worse;
        }
    }
    for (const auto& [move, value] : listed.certain) found.moves.push_back({move, value, value, value});
    if (found.moves.empty()) return;
    std::stable_sort(found.moves.begin(), found.moves.end(), [](const Estimate& a, const Estimate& b) {
        return std::tuple(-a.value, a.worlds > 0) < std::tuple(-b.value, b.worlds > 0);
    });
    const Estimate& top = found.moves[0];
    for (std::size_t i = 1; i < found.moves.size(); ++i) {
        const Estimate& one = found.moves[i];
        bool near = false;
        if (!one.worlds || !top.worlds) {
            near = top.value <= one.high || top.low <= one.value;
        } else {
            const auto k = static_cast<std::size_t>(std::find(moves.begin(), moves.end(), one.move) - moves.begin());
            near = gaps.short_of[k] <= kStandardErrors * gaps.errors[k];
        }
        if (near) found.alike.push_back(one.move);
    }
}

}  // namespace

Estimated Estimates::operator()(const View& view, const EstimateRequest& request, const Effort& effort) {
    const std::vector<TileSet> hands = view.hands(effort.watch);
    if (hands.empty())
        throw std::invalid_argument("expected a hand that the opponent can hold; found none that fits what is written");
    const bool open = view.open(), reply = view.position.root.stage == kReplyStage;
    const Node& n = view.position.root.node;
    Estimated found{};
    found.method = open ? request.method : Method::kSolved;
    found.reply = reply;
    const bool by_play = !request.equal_weights && has_inference(view);
    const std::vector<double>* const of_hands = by_play ? &weights(view, hands, effort.watch) : nullptr;
    found.weighted = by_play || (!request.equal_weights && open && reply && n.leader == 1);

    Chance rng(request.seed);
    PossibleDeals possible(view, hands, effort.watch);
    const double usual = open ? kEnumeratedOpen : kEnumeratedClosed;
    const bool all = deals_at_most(view) <= std::min(request.enumerated.value_or(usual), usual);
    std::vector<PossibleDeal> deals =
        all ? possible.every() : possible.draw(found.method == Method::kSolved ? kFirstBatchSolved : kFirstBatch, rng);
    if (all) rng.shuffle(deals.data(), deals.size());  // whatever part of them there is time for is as good as drawn
    const std::size_t last = deals.size();
    const Playing& playing = worker(0).exact.playing();
    Options listed = request.listed
                         ? *request.listed
                         : sensible_options(view.world(deals[0].hand, deals[0].stock), playing, request.stay_open);
    if (request.only) leave(listed, *request.only);
    if (request.objective) in_chances(listed, *request.objective);
    listed.certain.insert(listed.certain.end(), listed.solved.begin(), listed.solved.end());
    const std::vector<Move>& moves = listed.open;

    Tally tally(moves.size());
    Trials trials(*this, view, request, effort);
    const auto weight = [&](const PossibleDeal& deal) {
        if (!found.weighted) return 1.0;
        if (!by_play) return in_units(kBlunder / std::popcount(n.hand[0]) + (1 - kBlunder) * trials.likelihood(deal));
        const auto place = std::lower_bound(hands.begin(), hands.end(), deal.hand) - hands.begin();
        return (*of_hands)[static_cast<std::size_t>(place)];
    };
    std::size_t best = 0, done = 0;
    double share = 0;  // how much of what may be spent is: 1 or more when it is time to stop
    const auto spend = [&](int worlds) {
        share = effort.timed() ? effort.spent() / effort.seconds : 0;
        if (worlds) share = std::max(share, static_cast<double>(done) / worlds);
        return share;
    };
    // Deals for which there seems to be room in the next batch, at the pace so far.
    const auto room = [&] {
        auto most = static_cast<double>(std::min(done, kLargestBatch));
        if (effort.timed()) most = std::min(most, static_cast<double>(done) * (1 / std::max(share, 1e-6) - 1) + 1);
        if (request.worlds) most = std::min(most, static_cast<double>(request.worlds) - static_cast<double>(done));
        return static_cast<std::size_t>(std::max(most, 0.0));
    };
    std::vector<std::size_t> alive(moves.size());
    std::iota(alive.begin(), alive.end(), std::size_t{0});
    if (!all && request.worlds) deals.resize(std::min(deals.size(), static_cast<std::size_t>(request.worlds)));
    try {
        while (!moves.empty()) {
            std::vector<PossibleDeal> batch;
            if (all)
                batch.assign(deals.begin() + static_cast<std::ptrdiff_t>(done),
                             deals.begin() + static_cast<std::ptrdiff_t>(std::min(done + kLargestBatch, last)));
            else
                batch = done ? possible.draw(room(), rng) : std::exchange(deals, {});
            if (batch.empty()) break;
            std::vector<Move> tried;
            tried.reserve(alive.size());
            for (const std::size_t k : alive) tried.push_back(moves[k]);
            const std::vector<Row> rows = trials(tried, batch);
            std::vector<double> counted;
            counted.reserve(batch.size());
            for (const PossibleDeal& deal : batch) counted.push_back(weight(deal));
            for (std::size_t i = 0; i < batch.size(); ++i) {
                Row row(moves.size(), std::numeric_limits<double>::quiet_NaN());
                for (std::size_t k = 0; k < alive.size(); ++k) row[alive[k]] = rows[i][k];
                tally.add(row, counted[i]);
            }
            done += batch.size();
            if (all) {
                const Row means = tally.means();
                best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
                effort.progress(static_cast<double>(done) / static_cast<double>(last));
                if (done == last || spend(0) >= 1) break;
                continue;
            }
            best = least(tally.shortfalls(best).short_of, alive);
            if (request.prune) {
                const Tally::Shortfalls now = tally.shortfalls(best);
                alive.clear();
                for (std::size_t k = 0; k < moves.size(); ++k)
                    if (k == best || !(now.short_of[k] > kPruningErrors * now.errors[k])) alive.push_back(k);
            }
            effort.progress(std::min(spend(request.worlds), 1.0));
            if (share >= 1 || (request.until_clear && alive.size() <= 1)) break;
        }
    } catch (const Stopped&) {
        if (!done) throw;
        found.stopped = true;
    }
    found.worlds = static_cast<int>(done);
    found.every = all && done == last;
    rank(tally, best, listed, found);
    found.mine = found.moves.size() > 1 || (reply ? 1 - n.leader : n.leader) == 0;
    return found;
}

}  // namespace bingo
