#include "closing/worth.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "estimates/options.hpp"

namespace bingo {
namespace {

// What part of the time, where one is set, and of all the work, closing is.
constexpr double kClosing = 0.6;

Worth solved(const Lead& lead, const Leads& among) {
    Worth found{lead.move, lead.kind(), lead.points.interval(), {}, static_cast<int>(among.tried.hands.size()), &lead};
    found.error = lead.error;
    if (lead.chance) found.chance = lead.chance->interval();
    return found;
}

Worth estimated(const Estimate& one) {
    const Kind kind = one.worlds ? Kind::kEstimate : Kind::kCertain;
    return {one.move, kind, {one.value, one.low, one.high}, {}, one.worlds, nullptr, one.worse};
}

double limited(double chance) { return std::clamp(chance, 0.0, 1.0); }

// Moves that play on, in game points and, with the score of a match, in chances in the same deals.
void play_on(const View& view, const Solving& solving, const WorthRequest& request, const Effort& effort,
             Worths& found) {
    EstimateRequest points = request.estimates;
    points.objective = nullptr;
    points.stay_open = true;
    const bool for_match = request.estimates.objective != nullptr;
    const double half = for_match ? 0.5 : 1;
    found.playing_on = solving.estimates(view, points, effort.part(0, half, effort.seconds * half));
    Estimated& first = *found.playing_on;
    found.weighted = first.weighted;
    found.mine = first.mine;
    found.stopped = first.stopped;
    if (!for_match) {
        for (const Estimate& one : first.moves) found.moves.push_back(estimated(one));
        found.alike_open = first.alike;
        return;
    }
    points.objective = request.estimates.objective;
    const Estimated chances = solving.estimates(view, points, effort.part(half, 1, effort.seconds * half));
    found.stopped = found.stopped || chances.stopped;
    for (const Estimate& one : chances.moves) {
        const auto same = std::find_if(first.moves.begin(), first.moves.end(),
                                       [&](const Estimate& other) { return other.move == one.move; });
        Worth both = estimated(*same);
        both.chance = Interval{limited(one.value), limited(one.low), limited(one.high)};
        both.chance_worse = one.worse;
        both.worlds = std::min(one.worlds, same->worlds);
        found.moves.push_back(both);
    }
    found.alike_open = chances.alike;
}

// The best first; among equals what is certain.
void in_order(Worths& found) {
    std::stable_sort(found.moves.begin(), found.moves.end(), [](const Worth& a, const Worth& b) {
        const auto merit = [](const Worth& w) {
            return std::tuple(-w.what_counts().value, -w.points.value, w.kind != Kind::kCertain);
        };
        return merit(a) < merit(b);
    });
}

// Which moves cannot be told from the best: of estimates among themselves as they say; a proved number and an estimate
// where it lies in the interval; proved numbers where they are equal.
void tell_alike(Worths& found) {
    if (found.moves.empty()) return;
    const Worth& best = found.moves[0];
    const std::vector<Move>& estimates = found.alike_open;
    const bool first_open = found.playing_on && !found.playing_on->moves.empty() && best.worlds && !best.lead;
    for (auto one = found.moves.begin() + 1; one != found.moves.end(); ++one) {
        const Interval &top = best.what_counts(), &mine = one->what_counts();
        const bool sampled = one->kind == Kind::kEstimate, top_sampled = best.kind == Kind::kEstimate;
        bool near = std::abs(top.value - mine.value) <= kNearly;
        if (first_open && !one->lead)
            near = std::find(estimates.begin(), estimates.end(), one->move) != estimates.end();
        else if (sampled || top_sampled)
            near = near || (sampled && mine.high >= top.value) || (top_sampled && top.low <= mine.value);
        if (near) found.alike.push_back(one->move);
    }
}

// Moves once nothing is drawn any more, or waiting where the opponent is to move.
void solve_endgame(const View& view, const Solving& solving, const std::vector<TileSet>& hands,
                   const std::vector<double>& weights, LeadRequest request, const Effort& effort, Worths& found) {
    const Position sample = view.world(hands[0]);
    const Options options = sensible_options(sample, solving.exact.playing(), true);
    request.moves = options.open;
    if (std::isfinite(options.cap)) request.cap = static_cast<int>(options.cap);
    const Position node = Playing::at_lead(view.position);
    found.mine = options.open.size() + options.certain.size() > 1 || node.mover() == 0;
    if (!options.open.empty()) {
        found.leads = solve_leads(solving.tables, {node.root, hands, weights}, request, effort);
        for (const Lead& lead : found.leads->leads) found.moves.push_back(solved(lead, *found.leads));
    }
    for (const auto& [move, value] : options.certain)
        found.moves.push_back(certain_worth(move, value, request.objective));
}

std::vector<TileSet> hands_of(const View& view, Watch& watch) {
    std::vector<TileSet> hands = view.hands(watch);
    if (hands.empty())
        throw std::invalid_argument("expected a hand that the opponent can hold; found none that fits what is written");
    return hands;
}

// How often each hand counts; all alike unless they are weighted by how the opponent played.
std::vector<double> weights_of(const View& view, const std::vector<TileSet>& hands, const Solving& solving,
                               bool weighted, Watch& watch) {
    return weighted ? solving.estimates.weights(view, hands, watch) : std::vector<double>(hands.size(), 1.0);
}

LeadRequest lead_request(const WorthRequest& request) {
    LeadRequest leads;
    leads.objective = request.estimates.objective;
    leads.seed = request.estimates.seed;
    leads.allowance = request.allowance;
    leads.most_hands = request.most_hands;
    leads.narrow = request.narrow;
    return leads;
}

}  // namespace

Worth certain_worth(const Move& move, double value, const Objective* objective) {
    Worth found{move, Kind::kCertain, {value, value, value}, {}};
    if (objective) {
        const double chance = objective->chance(static_cast<int>(value));
        found.chance = Interval{chance, chance, chance};
    }
    return found;
}

bool may_close(const View& view) {
    const Node& n = view.position.root.node;
    return n.open && view.position.root.led < 0 && n.leader == 0 && view.position.tricks[0] &&
           view.position.root.stage != kShowStage;
}

Worths find_worths(const View& view, const Solving& solving, const WorthRequest& request, const Effort& effort) {
    const std::vector<TileSet> hands = hands_of(view, effort.watch);
    Worths found;
    found.reply = view.position.root.stage == kReplyStage;
    const bool solves = !view.open() || (may_close(view) && request.closes);
    found.weighted = !request.estimates.equal_weights && Estimates::has_inference(view);
    const std::vector<double> weights = weights_of(view, hands, solving, solves && found.weighted, effort.watch);
    const LeadRequest leads = lead_request(request);
    if (!view.open()) {
        solve_endgame(view, solving, hands, weights, leads, effort, found);
    } else if (!solves) {
        play_on(view, solving, request, effort, found);
    } else {
        const double share = request.open ? kClosing : 1;
        found.close = solve_close(view, solving.tables, hands, weights, leads, solving.exact,
                                  effort.part(0, share, effort.seconds * share));
        if (request.open) {
            const double left = effort.timed() ? std::max(effort.left(), 0.01) : effort.seconds;
            play_on(view, solving, request, effort.part(share, 1, left), found);
        }
        for (const Lead& lead : found.close->found.leads) {
            Worth one = solved(lead, found.close->found);
            one.move.close = true;
            if (one.move.claim && one.kind == Kind::kExact) one.kind = Kind::kCertain;
            found.moves.push_back(one);
        }
    }
    in_order(found);
    tell_alike(found);
    return found;
}

Worth find_worth(const View& view, const Move& move, const Solving& solving, const WorthRequest& request,
                 const Effort& effort) {
    const std::vector<Move> only{move};
    if (view.open() && !move.close) {
        EstimateRequest open = request.estimates;
        open.only = &only;
        return estimated(solving.estimates(view, open, effort).moves[0]);
    }
    const std::vector<TileSet> hands = hands_of(view, effort.watch);
    const bool weighted = !request.estimates.equal_weights && Estimates::has_inference(view);
    const std::vector<double> weights = weights_of(view, hands, solving, weighted, effort.watch);
    LeadRequest leads = lead_request(request);
    leads.moves = only;
    Worth worth;
    if (view.open()) {
        leads.moves[0].close = false;
        const Close close = solve_close(view, solving.tables, hands, weights, leads, solving.exact, effort);
        worth = solved(close.found.leads[0], close.found);
    } else {
        const Position node = Playing::at_lead(view.world(hands[0]));
        const Leads all = solve_leads(solving.tables, {node.root, hands, weights}, leads, effort);
        worth = solved(all.leads[0], all);
    }
    worth.move = move;
    worth.lead = nullptr;
    return worth;
}

}  // namespace bingo
