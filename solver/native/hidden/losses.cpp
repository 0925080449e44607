// Bounds on what every strategy loses for not seeing the other hand.
//
// What a strategy loses in a world is the exact value there less what it takes. Where the opponent moves, the loss in a
// world is the largest over their moves, so at least any weighted mean over them: the weight of a world may be shared
// out among the opponent's moves, and what is lost after each of them counts by its share. Moves are gone through one
// after another, and of each world's weight is left to the next what the bound of the last did not need (saturated cost
// partitioning: Seipp, Keller and Helmert 2017). Where player 0 moves, all of the options are to lose at least as much
// as the best one does.

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "hidden/alpha_mu.hpp"

namespace bingo {

AlphaMu::Line AlphaMu::begin(const Root& root, const Move& move, const std::vector<Mask>& hands,
                             const std::vector<double>& weights, Aim aim, Worlds& worlds) {
    solver_.start(root);
    expect(root, std::accumulate(hands.begin(), hands.end(), Mask{0}, std::bit_or<Mask>{}));
    Line line{root, aim == Aim::kWin ? 0 : -kInfinity, kMostTricks};
    line.root.node.hand[1] = 0;
    const int cap = aim == Aim::kWin ? 1 : uncapped();
    Common then = common(line.root, move);
    for (std::size_t i = 0; i < hands.size(); ++i)
        worlds.push_back({hands[i], exact_after(then, hands[i], cap, line.floor), weights[i]});
    return line;
}

double AlphaMu::loss(const Root& root, const Move& move, const std::vector<Mask>& hands,
                     const std::vector<double>& weights, int own_moves, Aim aim, std::uint64_t steps) {
    steps_left_ = steps;
    given_up_ = false;
    Worlds worlds;
    Line line = begin(root, move, hands, weights, aim, worlds);
    line.own_moves = own_moves;
    Weights used;
    const double found = root.to_move() == 0 ? follow(line, move, worlds, used) : solve(line, worlds, used);
    return given_up_ ? std::numeric_limits<double>::quiet_NaN() : found;
}

// No play brings less in a world.
WorldGame::LowerBound AlphaMu::least(const Line& line) const {
    LowerBound bound = lower_bound(line.root);
    for (int& least : bound.least) least = std::max(least, line.floor);
    return bound;
}

// What follows returns a bound on the sum of losses by weight, and in `used` how much of each world's weight it needs.

double AlphaMu::solve(const Line& line, const Worlds& worlds, Weights& used) {
    solver_.check();
    used.assign(worlds.size(), 0);
    if (given_up_ || !line.own_moves || safe(line, worlds)) return 0;
    return line.root.to_move() == 0 ? own_node(line, worlds, used) : opponent_node(line, worlds, used);
}

// Makes a move of player 0 and goes on.
double AlphaMu::follow(const Line& line, const Move& move, const Worlds& worlds, Weights& used) {
    used.assign(worlds.size(), 0);
    Line next{};
    Worlds left;
    std::vector<std::size_t> where;
    if (!made(line, move, worlds, next, left, where)) return 0;
    Weights part;
    const double loss = solve(next, left, part);
    for (std::size_t i = 0; i < left.size(); ++i) used[where[i]] = part[i];
    return loss;
}

bool AlphaMu::made(const Line& line, const Move& move, const Worlds& worlds, Line& next, Worlds& left,
                   std::vector<std::size_t>& where) const {
    const After a = after(line.root, move);
    if (a.over) return false;
    next = {a.root, line.floor - a.gain, line.own_moves};
    next.root.node.hand[1] = 0;
    // A tile led is in their hand until the trick is stored.
    const Mask led = line.root.stage == kReplyStage ? bit(line.root.led) : 0;
    const LowerBound low = least(line);
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        const World& w = worlds[i];
        if (w.weight <= kNothing || w.cap <= low(w.hand)) continue;
        left.push_back({w.hand & ~led, w.cap - a.gain, w.weight});
        where.push_back(i);
    }
    return !left.empty();
}

bool AlphaMu::safe(const Line& line, const Worlds& worlds) const {
    if (worlds.size() == 1) return true;
    Mask any = 0;
    int most = -kInfinity, value = 0;
    for (const World& w : worlds) {
        any |= w.hand;
        most = std::max(most, w.cap);
    }
    return cashes(line.root, any, value) && most <= value;
}

// Works out what is lost at once; false where that is `enough`, and worlds may be left out.
bool AlphaMu::look(const Line& line, const Worlds& worlds, Option& option, double enough) {
    option.lost.assign(worlds.size(), 0);
    Common then = common(line.root, option.move);
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        if (!step()) return false;
        const World& w = worlds[i];
        option.lost[i] = w.cap - std::max(line.floor, exact_after(then, w.hand, w.cap, line.floor));
        option.at_once += option.lost[i] * w.weight;
        if (option.at_once >= enough) return false;
    }
    return true;
}

// Player 0 decides once for all worlds.
double AlphaMu::own_node(const Line& line, const Worlds& worlds, Weights& used) {
    std::vector<Move> all;
    moves(in_world(line.root, worlds[0].hand), all);
    double loss = std::numeric_limits<double>::infinity();
    std::vector<Option> options;
    const auto deepen = [&](Option& o) {
        Worlds capped = worlds;
        for (std::size_t i = 0; i < worlds.size(); ++i) capped[i].cap -= o.lost[i];
        Line next = line;
        --next.own_moves;
        o.later = follow(next, o.move, capped, o.used);
        loss = std::min(loss, o.loss());
    };
    for (const Move& move : all) {
        solver_.check();
        Option o;
        o.move = move;
        if (look(line, worlds, o, loss) && o.at_once <= kNothing) deepen(o);
        if (given_up_ || loss <= kNothing) return 0;
        options.push_back(std::move(o));
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.at_once < b.at_once; });
    for (Option& o : options)
        if (o.used.empty() && o.at_once < loss) deepen(o);
    if (given_up_ || loss <= kNothing) return 0;
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.loss() < b.loss(); });
    for (const Option& o : options) take(o, worlds, loss, used);
    return loss;
}

// Raises `used` until this option loses `loss` by it.
void AlphaMu::take(const Option& option, const Worlds& worlds, double loss, Weights& used) {
    const auto at_once = [&] {
        double sum = 0;
        for (std::size_t i = 0; i < worlds.size(); ++i) sum += used[i] * option.lost[i];
        return sum;
    };
    double lost = at_once();
    if (lost >= loss) return;
    if (option.later > 0) {
        const double part = std::clamp((loss - option.at_once) / option.later, 0.0, 1.0);
        for (std::size_t i = 0; i < worlds.size(); ++i) used[i] = std::max(used[i], part * option.used[i]);
        lost = at_once() + part * option.later;
    }
    double room = 0;
    for (std::size_t i = 0; i < worlds.size(); ++i) room += (worlds[i].weight - used[i]) * option.lost[i];
    if (lost >= loss || room <= 0) return;
    const double part = std::min(1.0, (loss - lost) / room);
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (option.lost[i]) used[i] += part * (worlds[i].weight - used[i]);
}

// The opponent decides in each world; worlds where the same is done look alike. Moves that few worlds allow come first:
// these worlds' weight is of least use elsewhere.
double AlphaMu::opponent_node(const Line& line, const Worlds& worlds, Weights& used) {
    Doings doings;
    const LowerBound low = least(line);
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (worlds[i].cap > low(worlds[i].hand)) add_moves(line.root, worlds[i].hand, i, doings);
    double loss = 0;
    Worlds group;
    std::vector<std::size_t> where;
    for (const Doings::Group& same : doings.rarest_first()) {
        const After a = after(line.root, same.move);
        if (a.over) continue;
        Line next{a.root, line.floor - a.gain, line.own_moves};
        next.root.node.hand[1] = 0;
        group.clear();
        where.clear();
        const Mask played = line.root.stage == kReplyStage ? bit(same.move.tile) : 0;
        for (const std::size_t i : same) {
            const double weight = worlds[i].weight - used[i];
            if (weight <= kNothing) continue;
            group.push_back({worlds[i].hand & ~played, worlds[i].cap - a.gain, weight});
            where.push_back(i);
        }
        if (group.empty()) continue;
        Weights part;
        loss += solve(next, group, part);
        if (given_up_) return 0;
        for (std::size_t i = 0; i < group.size(); ++i) used[where[i]] += part[i];
    }
    return loss;
}

}  // namespace bingo
