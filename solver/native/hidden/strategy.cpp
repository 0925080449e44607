// A strategy on sets of worlds.

#include "hidden/strategy.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace bingo {

int Strategist::double_dummy(const Root& root, const Move& move, Mask hand) {
    solver_.start(root);
    Common then = common(root, move);
    return game().worth(root.node) + exact_after(then, hand, uncapped());
}

Values Strategist::guaranteed(const Root& root, const Move& move, const std::vector<Mask>& hands,
                              const std::vector<double>& weights, SearchWidth width) {
    solver_.start(root);
    certain_win_.enter(game());
    width_ = width;
    expect(root, std::accumulate(hands.begin(), hands.end(), Mask{0}, std::bit_or<Mask>{}));
    Worlds worlds;
    Root hidden = root;
    hidden.node.hand[1] = 0;
    Common then = common(hidden, move);
    for (std::size_t i = 0; i < hands.size(); ++i)
        worlds.push_back({hands[i], exact_after(then, hands[i], uncapped()), weights[i]});
    Values values = root.to_move() == 0 ? follow(hidden, move, worlds) : solve(hidden, worlds);
    for (int& value : values) value += game().worth(root.node);
    return values;
}

// --- sets of worlds ----------------------------------------------------------------------------------

// Whether some strategy takes every cap, as far as the closer's winning for certain tells. `any`: all worlds' hands.
bool Strategist::certain(const Root& root, Mask any, const Worlds& worlds) {
    const Node& n = root.node;
    const Scoring& s = scoring();
    if (n.closer != 0 || root.pending || (root.stage != kLeadStage && root.stage != kReplyStage)) return false;
    if (!solver_.closer_decides() || s.with_its_trick || s.redeclare) return false;
    if (std::max(n.counted[0], n.counted[1]) >= s.target || n.waiting[0] || !has(static_cast<Mask>(n.taken), 0))
        return false;
    if ((n.declarable & any) == trump().doubles) return false;
    const int won = game().gain(n, 0, game().win(n, 0));
    const int lost = -game().gain(n, 1, std::max(game().failed(n), game().win(n, 1)));
    const LowerBound least = lower_bound(root);
    std::vector<Mask> hands;
    int room = CertainWin::kAnyRoom;
    for (const World& w : worlds) {
        if (w.cap > won) return false;
        if (w.cap <= least(w.hand)) continue;
        hands.push_back(w.cap > lost ? w.hand : w.hand | CertainWin::kLost);
        if (w.cap <= lost) continue;
        const Root here = in_world(root, w.hand);
        const int before = n.counted[1] + n.waiting[1] + solver_.most_declared(here.node, 1);
        const int both = before + here.node.rest + n.counted[0] + solver_.most_declared(here.node, 0);
        if (before + here.node.rest >= s.target && both >= 2 * s.target) room = std::min(room, s.target - before);
    }
    const CertainWin::State state{n.hand[0], n.declarable, s.target - n.counted[0], room};
    const int led = root.stage == kReplyStage ? root.led : -1;
    return room > 0 && certain_win_.found(state, hands, n.leader == 0, led, kSteps);
}

// What the strategy takes in each world, at most its cap, which is no more than the exact value there. All worlds look
// alike to player 0, who sees `root`. Where every move is tried out, the caps are taken if any strategy takes them.
Values Strategist::solve(const Root& root, const Worlds& worlds) {
    solver_.check();  // worlds may be decided without a single node
    if (worlds.size() == 1) {
        const World& w = worlds[0];  // its cap is its value, save where doubles may be shown
        return {solver_.closer_decides() ? w.cap : exact(in_world(root, w.hand), w.cap, lower_bound(root)(w.hand))};
    }
    Mask any = 0;
    for (const World& w : worlds) any |= w.hand;
    int value = 0;
    const bool cash = cashes(root, any, value) &&
                      std::all_of(worlds.begin(), worlds.end(), [&](const World& w) { return w.cap <= value; });
    const bool tries_all = width_.at(worlds.size()) == SearchWidth::kEveryMove;
    if (cash || (tries_all && worlds.size() <= CertainWin::kMostHands && certain(root, any, worlds))) {
        Values values;
        for (const World& w : worlds) values.push_back(w.cap);
        return values;
    }
    return root.to_move() == 0 ? own_node(root, worlds) : opponent_node(root, worlds);
}

// An own node: player 0 decides once for all worlds: as promises most in total, and what is promised is tried out.
Values Strategist::own_node(const Root& root, const Worlds& worlds) {
    struct Candidate {
        Move move;
        Worlds worlds;  // capped by what the option is worth there
        double total = 0;  // of values times weights
    };
    std::vector<Move> all;
    moves(in_world(root, worlds[0].hand), all);
    std::vector<Candidate> options;
    double most = 0;
    for (const World& w : worlds) most += w.weight * w.cap;
    Values best;
    double reached = 0;
    const auto attempt = [&](const Candidate& o) {
        Values values = follow(root, o.move, o.worlds);
        double total = 0;
        for (std::size_t i = 0; i < values.size(); ++i) total += worlds[i].weight * values[i];
        if (!best.empty() && total <= reached) return;
        best = std::move(values);
        reached = total;
    };
    int width = width_.at(worlds.size());
    // Whether an option of at most this total is never tried: one tried before
    // takes as much, or `width` promise as much.
    const auto hopeless = [&](double total) {
        if (!best.empty() && reached >= total) return true;
        const auto promises = [&](const Candidate& other) { return other.total >= total; };
        return width <= static_cast<int>(options.size()) &&
               std::count_if(options.begin(), options.end(), promises) >= width;
    };
    for (const Move& move : all) {
        solver_.check();
        Candidate o{move, worlds, most};  // worlds not yet looked at count in full
        bool tried = true;
        Common then = common(root, move);
        for (std::size_t i = 0; tried && i < o.worlds.size(); ++i) {
            solver_.step();
            World& w = o.worlds[i];
            const int cap = exact_after(then, w.hand, w.cap);
            o.total += w.weight * (cap - w.cap);
            tried = cap == w.cap || !hopeless(o.total);
            w.cap = cap;
        }
        if (!tried) continue;
        if (o.total == most) {  // as good as can be in every world
            attempt(o);
            if (reached == most || --width == 0) return best;
        } else {
            options.push_back(std::move(o));
        }
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Candidate& a, const Candidate& b) { return a.total > b.total; });
    for (const Candidate& o : options) {
        if (width-- == 0 || (!best.empty() && reached >= o.total)) break;
        attempt(o);
    }
    return best;
}

// Makes a move of player 0 and goes on.
Values Strategist::follow(const Root& root, const Move& move, const Worlds& worlds) {
    Values values(worlds.size());
    Worlds left;
    std::vector<std::size_t> where;
    After a = after(root, move);
    a.root.node.hand[1] = 0;
    const LowerBound least = lower_bound(root);
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        if (a.over || worlds[i].cap <= least(worlds[i].hand)) continue;
        left.push_back({worlds[i].hand, worlds[i].cap - a.gain, worlds[i].weight});
        where.push_back(i);
    }
    if (root.stage == kReplyStage)  // the tile led lies in the opponent's hand until the trick is stored
        for (World& w : left) w.hand &= ~bit(root.led);
    if (left.empty()) return values;
    const Values rest = solve(a.root, left);
    for (std::size_t i = 0; i < left.size(); ++i) values[where[i]] = std::min(values[where[i]], a.gain + rest[i]);
    return values;
}

// An opponent node: they decide in each world as is worst for the strategy; worlds where the same is done look alike.
Values Strategist::opponent_node(const Root& root, const Worlds& worlds) {
    Values values(worlds.size());
    const LowerBound least = lower_bound(root);
    Doings doings;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        if (worlds[i].cap <= least(worlds[i].hand)) continue;
        add_moves(root, worlds[i].hand, i, doings);
    }
    Worlds group;
    std::vector<std::size_t> where;
    for (const Doings::Group& able : doings.in_order()) {
        const Move& move = able.move;
        group.clear();
        where.clear();
        After a = after(root, move);
        a.root.node.hand[1] = 0;
        const Mask played = root.stage == kReplyStage ? bit(move.tile) : 0;
        for (const std::size_t i : able) {
            if (values[i] <= least(worlds[i].hand)) continue;
            if (a.over) {
                values[i] = std::min(values[i], a.gain);
                continue;
            }
            group.push_back({worlds[i].hand & ~played, values[i] - a.gain, worlds[i].weight});
            where.push_back(i);
        }
        if (group.empty()) continue;
        const Values rest = solve(a.root, group);
        for (std::size_t i = 0; i < group.size(); ++i) values[where[i]] = std::min(values[where[i]], a.gain + rest[i]);
    }
    return values;
}

}  // namespace bingo
