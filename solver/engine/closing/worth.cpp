// Puts a whole decision together: closes and endgames solved (leads.hpp), playing on estimated (estimates.hpp), claims
// by themselves. Here a proved number meets an estimate. They are compared by the interval of the estimate: a move that
// it does not tell from the best is called equivalent.

#include "closing/worth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace bingo {
namespace {

// The share of the time, where there is a limit, and of the progress, that closing gets.
constexpr double kClosingShare = 0.6;

// --- what is solved ----------------------------------------------------------------------------------

// `solved_lead` shares ownership of all leads, so it stays valid wherever the value goes.
MoveValue value_of(std::size_t k, const std::shared_ptr<const Leads>& leads) {
    const Lead& lead = leads->leads[k];
    MoveValue value{lead.move, lead.kind(), lead.points.interval()};
    if (lead.chance) value.chance = lead.chance->interval();
    value.worlds = static_cast<int>(leads->sample.hands.size());
    value.error = lead.error;
    value.solved_lead = std::shared_ptr<const Lead>(leads, &lead);
    return value;
}

// After closing, before the lead, if the opponent holds `hand`.
Position closed_root(const View& view, const Tables& tables, TileSet hand) {
    Position root = view.world(hand);
    root.node = Game(tables, root.deal).after_close(root.node);
    root.node.next_draw = 0;
    root.deal.stock_size = 0;
    root.stage = kLeadStage;
    return root;
}

// From the lead on, with the hands that the opponent may hold, at least one. All count alike unless they are weighted
// by how the opponent played.
Endgame endgame_of(const View& view, EngineContext& engine, bool weighted, Watch& watch) {
    Endgame endgame{at_lead(view.root), view.hands(watch), {}};
    if (endgame.hands.empty())
        throw std::invalid_argument("expected a hand that the opponent can hold; found none that fits what is written");
    if (weighted)
        endgame.weights = engine.estimator.weights(view, endgame.hands, watch);
    else
        endgame.weights.assign(endgame.hands.size(), 1.0);
    return endgame;
}

// Closing now with these leads, or all of them: each against every hand that the opponent may hold. Moves are without
// the close; a declaration alone is claimed with. The opponent, who may be able to claim before the close, puts a cap
// on all of it.
std::shared_ptr<const Leads> solve_close(const View& view, const Tables& tables, Endgame endgame,
                                         std::vector<Move> moves, const Request& request, const Budget& budget) {
    const Position root = endgame.root = closed_root(view, tables, endgame.hands[0]);
    // Of a hidden hand: any double that was not declared, not only those of the first hand.
    endgame.root.node.declarable = view.root.node.declarable;
    const bool all_leads = moves.empty();
    const std::vector<Move> legal = legal_moves(tables, root);
    if (all_leads) std::ranges::copy_if(legal, std::back_inserter(moves), [](const Move& move) { return !move.claim; });
    const Game game(tables, view.root.deal);
    const State& state = view.root.node;
    const int cap = game.has_claim(state, 1) ? -game.win_points(state, 1) : kInfinity;
    const auto result = std::make_shared<Leads>(solve_leads(tables, endgame, moves, cap, request, budget));
    if (!all_leads || game.has_claim(root.node, 0)) return result;

    // A declaration that reaches the target, to be claimed with at once; the smallest one.
    std::optional<std::pair<Move, int>> best;
    for (const Move& move : legal) {
        if (!move.claim) continue;
        const int gain = play(tables, root, move).gain;
        if (gain <= 0) continue;
        if (!best || std::pair(-gain, count(move.declare)) < std::pair(-best->second, count(best->first.declare)))
            best = {move, gain};
    }
    if (best) {
        std::vector<Lead>& leads = result->leads;
        leads.push_back(lead_of_one_value(best->first, std::min(best->second, cap), *result, request.objective));
        std::ranges::stable_sort(leads, is_better_lead);
    }
    return result;
}

// Moves once nothing is drawn any more, or waiting where the opponent is to move. Claims that come first are no part of
// the endgame: it begins at the lead.
void solve_endgame(const View& view, const EngineContext& engine, const Endgame& endgame, const Request& request,
                   const Budget& budget, Analysis& analysis) {
    const Options options = sensible_options(view.world(endgame.hands[0]), engine.tables, true);
    const int cap = std::isfinite(options.cap) ? static_cast<int>(options.cap) : kInfinity;
    if (!options.open.empty()) {
        const auto solved =
            std::make_shared<const Leads>(solve_leads(engine.tables, endgame, options.open, cap, request, budget));
        for (std::size_t k = 0; k < solved->leads.size(); ++k) analysis.moves.push_back(value_of(k, solved));
        analysis.solved = solved;
    }
    for (const auto& [move, value] : options.certain) {
        MoveValue& certain = analysis.moves.emplace_back(MoveValue{move, Kind::kCertain, {value, value, value}});
        if (!request.objective) continue;
        const double chance = request.objective->win_chance(static_cast<int>(value));
        certain.chance = Interval{chance, chance, chance};
    }
}

// --- what is estimated -------------------------------------------------------------------------------

// Moves that play on, in game points. With the score of a match the same deals are played twice, for points and for
// chances, each with half of the time: the seed is the same, and so are the deals. Which moves were given up may
// differ, so each number keeps its own intervals.
Analysis play_on(const View& view, EngineContext& engine, Request request, const Budget& budget) {
    const Objective* const objective = std::exchange(request.objective, nullptr);
    request.no_close = true;
    const double points_share = objective ? 0.5 : 1;
    Analysis analysis = estimate(view, engine, request, budget.slice(0, points_share, budget.seconds * points_share));
    if (objective) {
        request.objective = objective;
        const Estimates chances =
            engine.estimator.estimate(view, request, budget.slice(points_share, 1, budget.seconds * points_share));
        const std::vector<MoveValue> points = std::exchange(analysis.moves, {});
        for (const MoveValue& chance : chances.moves) {
            MoveValue& merged = analysis.moves.emplace_back(*std::ranges::find(points, chance.move, &MoveValue::move));
            const auto clamped = [](double c) { return std::clamp(c, 0.0, 1.0); };
            merged.chance =
                Interval{clamped(chance.points.value), clamped(chance.points.low), clamped(chance.points.high)};
            merged.chance_worse = chance.worse;
            merged.worlds = std::min(merged.worlds, chance.worlds);
        }
        analysis.stopped = analysis.stopped || chances.stopped;
        analysis.equivalent = chances.equivalent;
    }
    analysis.equivalent_open = std::exchange(analysis.equivalent, {});
    return analysis;
}

// --- all moves ---------------------------------------------------------------------------------------

// The best first; among equals what is certain.
void sort_by_value(std::vector<MoveValue>& moves) {
    std::ranges::stable_sort(moves, {}, [](const MoveValue& m) {
        return std::tuple(-m.criterion().value, -m.points.value, m.kind != Kind::kCertain);
    });
}

// Which moves cannot be told from the best one. Two estimates: as the estimator says. A proved value and an estimate:
// if the value lies in the interval of the estimate. Two proved values: if they are equal.
void find_equivalent(Analysis& analysis) {
    if (analysis.moves.empty()) return;
    const MoveValue& best = analysis.moves[0];
    const std::vector<Move>& estimates = analysis.equivalent_open;
    const bool best_is_open = analysis.estimated && best.worlds && !best.solved_lead;
    for (auto move = analysis.moves.begin() + 1; move != analysis.moves.end(); ++move) {
        const Interval &top = best.criterion(), &value = move->criterion();
        const bool sampled = move->kind == Kind::kEstimate, best_sampled = best.kind == Kind::kEstimate;
        bool equivalent = std::abs(top.value - value.value) <= kTolerance;
        if (best_is_open && !move->solved_lead)
            equivalent = std::ranges::find(estimates, move->move) != estimates.end();
        else if (sampled || best_sampled)
            equivalent = equivalent || (sampled && value.high >= top.value) || (best_sampled && top.low <= value.value);
        if (equivalent) analysis.equivalent.push_back(move->move);
    }
}

}  // namespace

bool may_close(const View& view) {
    const Position& root = view.root;
    return root.node.open && root.led < 0 && root.node.leader == 0 && view.position.tricks[0] &&
           root.stage != kShowStage;
}

// Where both are possible, closing gets the larger part of the time: how good a close is, is known only from many
// hands.
Analysis analyze(const View& view, EngineContext& engine, const Request& request, bool plays_on, const Budget& budget) {
    Analysis analysis;
    const bool can_close = view.open() && may_close(view);
    analysis.weighted = !request.uniform && Estimator::has_inference(view);
    const Endgame endgame = endgame_of(view, engine, (can_close || !view.open()) && analysis.weighted, budget.watch);
    if (!view.open()) {
        solve_endgame(view, engine, endgame, request, budget, analysis);
    } else if (!can_close) {
        analysis = play_on(view, engine, request, budget);
    } else {
        const double share = plays_on ? kClosingShare : 1;
        const Budget close_budget = budget.slice(0, share, budget.seconds * share);
        const auto solved = solve_close(view, engine.tables, endgame, {}, request, close_budget);
        if (plays_on)
            analysis = play_on(view, engine, request, budget.slice(share, 1, std::max(budget.seconds_left(), 0.01)));
        analysis.solved = solved;
        for (std::size_t k = 0; k < solved->leads.size(); ++k) {
            MoveValue& close = analysis.moves.emplace_back(value_of(k, solved));
            close.move.close = true;
            if (close.move.claim && close.kind == Kind::kExact) close.kind = Kind::kCertain;
        }
    }
    sort_by_value(analysis.moves);
    find_equivalent(analysis);
    return analysis;
}

MoveValue value_of(const View& view, const Move& move, EngineContext& engine, const Request& request,
                   const Budget& budget) {
    const bool weighted = !request.uniform && Estimator::has_inference(view);
    const Endgame endgame = endgame_of(view, engine, weighted, budget.watch);
    std::shared_ptr<const Leads> solved;
    if (view.open()) {
        Move lead = move;
        lead.close = false;
        solved = solve_close(view, engine.tables, endgame, {lead}, request, budget);
    } else {
        solved = std::make_shared<Leads>(solve_leads(engine.tables, endgame, {move}, kInfinity, request, budget));
    }
    MoveValue value = value_of(0, solved);
    value.move = move;
    value.solved_lead = nullptr;
    return value;
}

Analysis estimate(const View& view, EngineContext& engine, const Request& request, const Budget& budget) {
    Analysis analysis{engine.estimator.estimate(view, request, budget), {}, true, {}, nullptr};
    analysis.double_dummy = request.method == Method::kDoubleDummy || !view.open();
    return analysis;
}

}  // namespace bingo
