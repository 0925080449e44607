// A strategy on sets of worlds. Mirrors solver/hidden/strategy.py, value for value.

#include "hidden/strategy.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace bingo {
namespace {

// The order in which the opponent's moves are gone through: claims, then by declaration and tile.
std::uint64_t order_key(const Move& move) {
    return std::uint64_t{!move.claim} << 40 | std::uint64_t{move.declare} << 6 |
           static_cast<std::uint64_t>(move.tile + 1);
}

Move of_key(std::uint64_t key) {
    return {static_cast<Mask>(key >> 6) & ((Mask{1} << kTiles) - 1), static_cast<int>(key & 63) - 1, false,
            !(key >> 40)};
}

}  // namespace

// --- the game in one world ---------------------------------------------------------------------------

Root Strategist::in_world(const Root& root, Mask hand) const {
    Root r = root;
    Node& n = r.node;
    n.hand[1] = hand;
    n.declarable &= n.hand[0] | hand;
    const int packed = join(trump().worth, n.hand[0] | hand, std::plus<int>{});
    n.rest = static_cast<std::int16_t>(packed & ((1 << Trump::kPointBits) - 1));
    return r;
}

int Strategist::mover(const Root& root) {
    const bool other = root.stage == kAnswerStage || root.stage == kReplyStage;
    return other ? 1 - root.node.leader : root.node.leader;
}

// Between two tricks: the first stage from `stage` on in which there is something to decide.
Strategist::After Strategist::settle(const Root& root, int stage) const {
    After a{root, 0, false};
    const Node& n = root.node;
    if (stage == kClaimStage && !n.size) {
        const int value = game().finish(n);
        a.gain = n.leader == 0 ? value : -value;
        a.over = true;
    }
    if (stage == kClaimStage && !game().may_claim(n, n.leader)) stage = kAnswerStage;
    if (stage == kAnswerStage && !game().may_claim(n, 1 - n.leader)) stage = kLeadStage;
    a.root.stage = stage;
    return a;
}

// Makes a move. Gains are player 0's.
Strategist::After Strategist::after(const Root& root, const Move& move) const {
    After a{root, 0, false};
    Node& n = a.root.node;
    const int me = mover(root), sign = me == 0 ? 1 : -1;
    if (root.stage == kClaimStage || root.stage == kAnswerStage) {
        if (!move.claim) return settle(root, root.stage + 1);
        return {root, sign * game().claim(n, me), true};
    }
    if (root.stage == kReplyStage) {
        const bool wins = has(trump().beats[1][at(root.led)], move.tile);
        const int won_with = wins ? move.tile : root.led;
        const Played p = game().played(n, root.led, move.tile, wins, root.pending);
        const bool shows = !p.over && game().may_show(n, won_with);
        n = p.node;
        const int gain = n.leader == 0 ? p.gain : -p.gain;
        a.root.led = -1;
        a.root.pending = 0;
        if (p.over) return {a.root, gain, true};
        a.root.stage = kShowStage;
        a.root.won_with = won_with;
        if (!shows) a = settle(a.root, kClaimStage);
        a.gain += gain;
        return a;
    }
    if (move.declare) {
        int gain = 0;
        const bool over = game().declare(n, me, move.declare, gain, a.root.pending);
        a.gain = sign * gain;
        if (over) return {a.root, a.gain, true};
        if (move.claim) return {a.root, a.gain + sign * game().claim(n, me), true};
    }
    if (root.stage == kShowStage) {
        After s = settle(a.root, kClaimStage);
        s.gain += a.gain;
        return s;
    }
    a.root.led = move.tile;
    a.root.stage = kReplyStage;
    return a;
}

// All moves of the player to move; where the largest declaration is never worse, only that one for player 0.
void Strategist::moves(const Root& root, std::vector<Move>& out) const {
    out.clear();
    const Node& n = root.node;
    const int me = mover(root);
    if (root.stage == kClaimStage || root.stage == kAnswerStage) {
        out.push_back({0, -1, false, true});
        out.push_back({});
        return;
    }
    if (root.stage == kReplyStage) {
        for (Mask m = game().replies(n, root.led); m; m &= m - 1) out.push_back({0, lowest(m)});
        return;
    }
    const bool show = root.stage == kShowStage;
    const Mask doubles = n.declarable & n.hand[me] & (show || !scoring().after_winning ? ~Mask{0} : 0);
    const bool largest = !show && me == 0 && scoring().largest_is_best && two_or_more(doubles);
    if (show) out.push_back({});
    const Mask plain = show ? 0 : largest ? n.hand[me] & ~doubles : n.hand[me];
    for (Mask m = plain; m; m &= m - 1) out.push_back({0, lowest(m)});
    for (Mask part = doubles; part; part = largest ? 0 : (part - 1) & doubles) {
        if (show) {
            if (game().is_declaration(count(part) + 1)) out.push_back({part | bit(root.won_with)});
            continue;
        }
        if (!game().is_declaration(count(part))) continue;
        Node d = n;
        int gain = 0, pending = 0;
        const bool over = game().declare(d, me, part, gain, pending);
        if (over) {
            out.push_back({part});
            continue;
        }
        for (Mask m = part; m; m &= m - 1) out.push_back({part, lowest(m)});
        if (game().may_claim(d, me)) out.push_back({part, -1, false, true});
    }
}

// No play of player 0 can bring less than this.
int Strategist::lower_bound(const Root& root) const {
    if (scoring().mode == kPoints) return -kInfinity;
    const Node& n = root.node;
    const int fail = scoring().failed == kNoTrickAtEnd ? 3 : game().failed(n), wins = game().win(n, 1);
    int worst = scoring().mode == kEachScores ? fail + wins : std::max(fail, wins);
    if (scoring().seven && (n.declarable & n.hand[1] & trump().doubles) == trump().doubles)
        worst = std::max<int>(worst, scoring().seven);
    if (scoring().false_claims) worst = std::max(worst, 3);
    const Mask top = trump().pair & ~trump().bingo;
    if (trump().pair && n.hand[1] & trump().bingo && n.hand[0] & top) worst += scoring().capture;
    return -worst;
}

// min(cap, exact value for player 0).
int Strategist::exact(const Root& root, int cap) {
    const int sign = root.node.leader == 0 ? 1 : -1;
    if (cap >= kInfinity) return sign * solver_.search(root, -kInfinity, kInfinity);
    const int low = lower_bound(root);
    int high = cap;
    while (low < high) {
        const int v = sign == 1 ? solver_.search(root, high - 1, high) : -solver_.search(root, -high, 1 - high);
        if (v >= high) break;
        high = v;
    }
    return high;
}

// A cap that no value reaches.
int Strategist::uncapped() const { return scoring().mode == kPoints ? kInfinity : kAboveAnyValue; }

int Strategist::exact_after(const Root& root, const Move& move, int cap) {
    const After a = after(root, move);
    return a.over ? std::min(cap, a.gain) : a.gain + exact(a.root, cap - a.gain);
}

int Strategist::double_dummy(const Root& root, const Move& move, Mask hand) {
    solver_.start(root);
    return exact_after(in_world(root, hand), move, uncapped());
}

Values Strategist::guaranteed(const Root& root, const Move& move, const std::vector<Mask>& hands,
                              const std::vector<double>& weights, SearchWidth width) {
    solver_.start(root);
    width_ = width;
    Worlds worlds;
    Root hidden = root;
    hidden.node.hand[1] = 0;
    for (std::size_t i = 0; i < hands.size(); ++i)
        worlds.push_back({hands[i], exact_after(in_world(hidden, hands[i]), move, uncapped()), weights[i]});
    return follow(hidden, move, worlds);
}

// --- sets of worlds ----------------------------------------------------------------------------------

// What the strategy takes in each world, at most its cap. All worlds look alike to player 0, who sees `root`.
Values Strategist::solve(const Root& root, const Worlds& worlds) {
    solver_.check();  // worlds may be decided without a single node
    if (worlds.size() == 1) return {exact(in_world(root, worlds[0].hand), worlds[0].cap)};
    if (cashes(root, worlds)) {
        Values values;
        for (const World& w : worlds) values.push_back(w.cap);
        return values;
    }
    return mover(root) == 0 ? own_node(root, worlds) : opponent_node(root, worlds);
}

// Whether player 0, on lead, reaches the target with tiles that no tile of any world beats and a declaration, and no
// world is worth more.
bool Strategist::cashes(const Root& root, const Worlds& worlds) const {
    if (root.stage != kLeadStage || root.node.leader != 0 || scoring().mode != kClaim || scoring().false_claims)
        return false;
    Mask any = 0;
    for (const World& w : worlds) any |= w.hand;
    const Root all = in_world(root, any);
    const Node& n = all.node;
    if (n.counted[1] >= scoring().target) return false;
    int sum = n.counted[0] + n.waiting[0];
    bool tricks = has(static_cast<Mask>(n.taken), 0), led = false;
    for (Mask m = n.hand[0]; m; m &= m - 1) {
        if (trump().beats[1][at(lowest(m))] & any) continue;
        sum += trump().points[at(lowest(m))];
        tricks = led = true;
    }
    const Mask doubles = n.declarable & n.hand[0];
    const bool declares = scoring().largest_is_best && two_or_more(doubles) && tricks;
    if (declares) sum += game().declared_worth(doubles);
    if (!(led || declares) || sum < scoring().target) return false;
    const int value = game().win(n, 0);
    return std::all_of(worlds.begin(), worlds.end(), [&](const World& w) { return w.cap <= value; });
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
        for (std::size_t i = 0; tried && i < o.worlds.size(); ++i) {
            World& w = o.worlds[i];
            const int cap = exact_after(in_world(root, w.hand), move, w.cap);
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
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        if (a.over || worlds[i].cap <= lower_bound(in_world(root, worlds[i].hand))) continue;
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
    std::vector<std::pair<std::uint64_t, std::uint32_t>> done;  // order of a move, world
    std::vector<Move> all;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        const Root here = in_world(root, worlds[i].hand);
        if (worlds[i].cap <= lower_bound(here)) continue;
        moves(here, all);
        for (const Move& move : all) done.emplace_back(order_key(move), static_cast<std::uint32_t>(i));
    }
    std::sort(done.begin(), done.end());
    Worlds group;
    std::vector<std::size_t> where;
    for (std::size_t from = 0; from < done.size();) {
        const std::uint64_t key = done[from].first;
        const Move move = of_key(key);
        group.clear();
        where.clear();
        After a = after(root, move);
        a.root.node.hand[1] = 0;
        const Mask played = root.stage == kReplyStage ? bit(move.tile) : 0;
        for (; from < done.size() && done[from].first == key; ++from) {
            const std::size_t i = done[from].second;
            if (values[i] <= lower_bound(in_world(root, worlds[i].hand))) continue;
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
