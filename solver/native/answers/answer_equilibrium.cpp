// Answers to what a hand takes where neither side ever sees the other's: once nothing is drawn any more, chance deals
// both hands, every deal that fits what *both* have seen, and the two play on.
//
// With tricks known in order, deals count by how likely both would have played so while the boneyard was open; else all
// count alike. Of what was played since, only what the rules of following tell counts. Nobody remembers more of the
// tricks than is written down.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "answers/asked.hpp"
#include "estimates/both_hands.hpp"
#include "hidden/equilibrium.hpp"

namespace bingo {
namespace {

// Ways to play all deals above which an equilibrium is not looked for (so many take some ten seconds), and pairs of
// hands, each of which can be played in many more than ten ways where there are so many.
constexpr double kMostHistories = 50e6, kMostPairs = 5e6;
// Where the search ends: exploitability in game points (or chances to win the match), the same in card points, and
// iterations.
constexpr double kTolerance = 0.0005, kToleranceInCardPoints = 0.01;
constexpr std::uint64_t kMostIterations = 20'000;
// Deals, and ways to play them, by which the histories are estimated; of smaller games all are counted.
constexpr std::size_t kCountedDeals = 1000;
constexpr std::uint64_t kCountedHistories = 300'000;
// How many iterations pass before the exploitability is found for the first time, and the part of all afterwards.
constexpr std::uint64_t kFirstIterations = 8, kPartOfIterations = 8;

// In how many ways all deals can be played; of many estimated by some.
double histories(Sequencer& sequencer, const Root& root, const std::vector<HiddenDeal>& deals, Chance& rng) {
    std::vector<std::uint32_t> order(deals.size());
    std::iota(order.begin(), order.end(), 0u);
    std::uint64_t found = 0;
    std::size_t counted = 0;
    for (; counted < std::min(order.size(), kCountedDeals) && found < kCountedHistories; ++counted) {
        if (order.size() > kCountedDeals)
            std::swap(order[counted], order[counted + at(rng.below(static_cast<int>(order.size() - counted)))]);
        found += sequencer.histories(root, deals[order[counted]], kCountedHistories - found);
    }
    return static_cast<double>(found) * static_cast<double>(order.size()) / static_cast<double>(counted);
}

// About how many there are (where it is known, `found`), and with how many tiles there would be few enough.
std::string too_many(Sequencer& sequencer, const BothHands& both, Chance& rng, std::vector<double> found) {
    for (int tiles = both.tiles() - static_cast<int>(found.size());; --tiles) {
        const BothHands::Fewer later = both.fewer(tiles, kCountedDeals, rng);
        found.push_back(histories(sequencer, later.root, later.deals, rng) * later.all / kCountedDeals);
        if (found.back() > kMostHistories && tiles > 1) continue;
        return Members()
            .text("refused", "histories")
            .add("most", kMostHistories)
            .add("histories", found.front())
            .add("tiles", tiles)
            .add("then", found.back())
            .object();
    }
}

// CFR+ until the exploitability is small, or until it is stopped. Work is counted to 2 * Sequencer::kParts.
Equilibrium::Bracket approach(Equilibrium& game, double tolerance, Watch& watch) {
    double first = 0;
    for (std::uint64_t next = kFirstIterations;;) {
        try {
            while (game.iterations() < next) {
                game.iterate();
                watch.check();
            }
        } catch (const Stopped&) {
            return game.bracket();
        }
        const Equilibrium::Bracket bracket = game.bracket();
        const double now = bracket.exploitability();
        if (now <= tolerance || next >= kMostIterations) return bracket;
        if (first <= 0) first = now;
        const double share = std::log(first / now) / std::log(first / tolerance);
        const auto parts = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * Sequencer::kParts);
        watch.done = std::max<std::size_t>(watch.done, Sequencer::kParts + parts);
        next = std::min(kMostIterations, next + std::max(kFirstIterations, next / kPartOfIterations));
    }
}

}  // namespace

std::string Answerer::balanced(Asked& asked) {
    Rules& rules = *asked.rules;
    const View view = asked.view();
    if (view.open())
        throw std::invalid_argument(
            "equilibrium: expected a boneyard that is closed or exhausted; found tiles still to be drawn");
    const std::vector<Mask> hands = view.hands();
    if (hands.empty()) return no_hand();
    const EstimateMembers members = read_estimate(asked.request, {}, false, view.trump());
    const BothHands both(view, hands);
    Sequencer sequencer(rules.tables);
    Chance rng(asked.seed);
    Root root = both.root();
    const Watched watched(sequencer, *asked.watch);
    if (both.count() > kMostPairs) return too_many(sequencer, both, rng, {});
    const bool weighted = members.request.inference && view.turned >= 0 && !view.past.empty();
    const double base = asked.goal ? asked.goal->utility(0, 0) : 0, unit = asked.goal ? Objective::kScale : 1;
    const double tolerance = rules.tables.scoring.mode == kPoints && !asked.goal ? kToleranceInCardPoints : kTolerance;
    const Effort effort{asked.threads, *asked.watch, asked.progress, Effort::Clock::now(), members.seconds};
    Items watch(effort, 2 * Sequencer::kParts);
    std::vector<HiddenDeal> deals;
    SequenceForm form;
    try {
        deals = both.every(watch);
        const double ways = histories(sequencer, root, deals, rng);
        if (ways > kMostHistories) return too_many(sequencer, both, rng, {ways});
        if (weighted) rules.estimates->weigh(view, deals, *asked.watch);
        root.deal.objective = asked.goal;
        form = sequencer.form(root, deals, watch);
    } catch (const Stopped&) {
        if (effort.timed() && effort.left() <= 0) return Members().text("refused", "seconds").object();
        throw;
    }
    Equilibrium game(std::move(form), asked.threads);
    const Equilibrium::Bracket bracket = approach(game, tolerance * unit, watch);
    const Mask hand = root.node.hand[0] & ~(root.led >= 0 ? bit(root.led) : 0);
    std::vector<Equilibrium::FirstMove> moves = game.first_moves(hand);
    std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
        return std::tuple(-a.chance, -a.value) < std::tuple(-b.chance, -b.value);
    });
    std::vector<std::string> rows;
    rows.reserve(moves.size());
    for (const Equilibrium::FirstMove& one : moves)
        rows.push_back(Members()
                           .text("move", move_text(one.move, root.led >= 0, view.trump()))
                           .add("frequency", one.chance)
                           .add("value", (base + one.value) / unit)
                           .object());
    return Members()
        .add("value", (base + game.value(hand)) / unit)
        .add("low", (base + bracket.low) / unit)
        .add("high", (base + bracket.high) / unit)
        .add("moves", listed(rows))
        .add("iterations", static_cast<std::int64_t>(game.iterations()))
        .add("histories", static_cast<std::int64_t>(game.form().histories))
        .add("deals", static_cast<std::int64_t>(deals.size()))
        .add("weighted", weighted)
        .object();
}

}  // namespace bingo
