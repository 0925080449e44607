// The strategy behind `sure`, on sets of worlds. Mirrors solver/hidden/strategy.py, value for value.

#include "hidden/closing.hpp"

#include <algorithm>
#include <numeric>

namespace bingo {

// --- the game in one world ---------------------------------------------------------------------------

Root Closer::in_world(const Root& root, Mask hand) const {
    Root r = root;
    Node& n = r.node;
    n.hand[1] = hand;
    n.declarable &= n.hand[0] | hand;
    int rest = 0;
    for (Mask m = n.hand[0] | hand; m; m &= m - 1) rest += t_->points[at(lowest(m))];
    n.rest = static_cast<std::int16_t>(rest);
    return r;
}

int Closer::mover(const Root& root) const {
    const bool other = root.stage == kAnswerStage || root.stage == kReplyStage;
    return other ? 1 - root.node.leader : root.node.leader;
}

// Between two tricks: the first stage from `stage` on in which there is something to decide.
Closer::After Closer::settle(const Root& root, int stage) const {
    After a{root, 0, false};
    const Node& n = root.node;
    if (stage == kClaimStage && !n.size) {
        const int value = finish(n);
        a.gain = n.leader == 0 ? value : -value;
        a.over = true;
    }
    if (stage == kClaimStage && !may_claim(n, n.leader)) stage = kAnswerStage;
    if (stage == kAnswerStage && !may_claim(n, 1 - n.leader)) stage = kLeadStage;
    a.root.stage = stage;
    return a;
}

// Makes a decision. Gains are player 0's.
Closer::After Closer::after(const Root& root, const Turn& turn) const {
    After a{root, 0, false};
    Node& n = a.root.node;
    const int me = mover(root), sign = me == 0 ? 1 : -1;
    if (root.stage == kClaimStage || root.stage == kAnswerStage) {
        if (!turn.claim) return settle(root, root.stage + 1);
        return {root, sign * claim(n, me), true};
    }
    if (root.stage == kReplyStage) {
        const bool wins = has(t_->beats[1][at(root.led)], turn.tile);
        const int won_with = wins ? turn.tile : root.led;
        const Played p = played(n, root.led, turn.tile, wins, root.pending);
        const bool shows = !p.over && may_show(n, won_with);
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
    if (turn.declare) {
        int gain = 0;
        const bool over = declare(n, me, turn.declare, gain, a.root.pending);
        a.gain = sign * gain;
        if (over) return {a.root, a.gain, true};
        if (turn.claim) return {a.root, a.gain + sign * claim(n, me), true};
    }
    if (root.stage == kShowStage) {
        After s = settle(a.root, kClaimStage);
        s.gain += a.gain;
        return s;
    }
    a.root.led = turn.tile;
    a.root.stage = kReplyStage;
    return a;
}

// All decisions of the player to move; where the largest declaration is never worse, only that one for player 0.
void Closer::turns(const Root& root, std::vector<Turn>& out) const {
    out.clear();
    const Node& n = root.node;
    const int me = mover(root);
    if (root.stage == kClaimStage || root.stage == kAnswerStage) {
        out.push_back({0, -1, true});
        out.push_back({});
        return;
    }
    if (root.stage == kReplyStage) {
        for (Mask m = replies(n, root.led); m; m &= m - 1) out.push_back({0, lowest(m), false});
        return;
    }
    const bool show = root.stage == kShowStage;
    const Mask doubles = n.declarable & n.hand[me] & (show || !s_.after_winning ? ~Mask{0} : 0);
    const bool largest = !show && me == 0 && s_.largest_is_best && two_or_more(doubles);
    if (show) out.push_back({});
    const Mask plain = show ? 0 : largest ? n.hand[me] & ~doubles : n.hand[me];
    for (Mask m = plain; m; m &= m - 1) out.push_back({0, lowest(m), false});
    for (Mask part = doubles; part; part = largest ? 0 : (part - 1) & doubles) {
        if (show) {
            if (is_declaration(count(part) + 1)) out.push_back({part | bit(root.won_with), -1, false});
            continue;
        }
        if (!is_declaration(count(part))) continue;
        Node d = n;
        int gain = 0, pending = 0;
        const bool over = declare(d, me, part, gain, pending);
        if (over) {
            out.push_back({part, -1, false});
            continue;
        }
        for (Mask m = part; m; m &= m - 1) out.push_back({part, lowest(m), false});
        if (may_claim(d, me)) out.push_back({part, -1, true});
    }
}

// No play of player 0 can bring less than this.
int Closer::least(const Root& root) const {
    if (s_.mode == kPoints) return -kInfinity;
    const Node& n = root.node;
    const int fail = s_.failed == kNoTrickAtEnd ? 3 : failed(n), wins = win(n, 1);
    int worst = s_.mode == kEachScores ? fail + wins : std::max(fail, wins);
    if (s_.seven && (n.declarable & n.hand[1] & t_->doubles) == t_->doubles) worst = std::max<int>(worst, s_.seven);
    if (s_.false_claims) worst = std::max(worst, 3);
    const Mask top = t_->pair & ~t_->bingo;
    if (t_->pair && n.hand[1] & t_->bingo && n.hand[0] & top) worst += s_.capture;
    return -worst;
}

// min(cap, exact value for player 0).
int Closer::exact(const Root& root, int cap) {
    const int sign = root.node.leader == 0 ? 1 : -1;
    if (s_.mode == kPoints) return std::min(cap, sign * at_root(root, -kInfinity, kInfinity));
    const int low = least(root);
    int high = cap;
    while (low < high) {
        const int v = sign == 1 ? at_root(root, high - 1, high) : -at_root(root, -high, 1 - high);
        if (v >= high) break;
        high = v;
    }
    return high;
}

int Closer::exact_after(const Root& root, const Turn& turn, int cap) {
    const After a = after(root, turn);
    return a.over ? std::min(cap, a.gain) : a.gain + exact(a.root, cap - a.gain);
}

int Closer::value(const Root& root, const Turn& turn, Mask hand) {
    start(root);
    return exact_after(in_world(root, hand), turn, s_.mode == kPoints ? kInfinity : kMost);
}

Values Closer::sure(const Root& root, const Turn& turn, const std::vector<Mask>& hands, Effort effort) {
    start(root);
    effort_ = effort;
    Worlds worlds;
    Root seen = root;
    seen.node.hand[1] = 0;
    for (const Mask hand : hands)
        worlds.push_back({hand, exact_after(in_world(seen, hand), turn, s_.mode == kPoints ? kInfinity : kMost)});
    return follow(seen, turn, worlds);
}

// --- sets of worlds ----------------------------------------------------------------------------------

// What the strategy takes in each world, at most its cap. All worlds look alike to player 0, who sees `root`.
Values Closer::solve(const Root& root, const Worlds& worlds) {
    steps_.check();  // worlds may be decided without a single node
    if (worlds.size() == 1) return {exact(in_world(root, worlds[0].hand), worlds[0].cap)};
    if (cashes(root, worlds)) {
        Values values;
        for (const World& w : worlds) values.push_back(w.cap);
        return values;
    }
    return mover(root) == 0 ? decide(root, worlds) : suffer(root, worlds);
}

// Whether player 0, on lead, reaches the target with tiles that no tile of any world beats and a declaration, and no
// world is worth more.
bool Closer::cashes(const Root& root, const Worlds& worlds) const {
    if (root.stage != kLeadStage || root.node.leader != 0 || s_.mode != kClaim || s_.false_claims) return false;
    Mask any = 0;
    for (const World& w : worlds) any |= w.hand;
    const Root all = in_world(root, any);
    const Node& n = all.node;
    if (n.counted[1] >= s_.target) return false;
    int sum = n.counted[0] + n.waiting[0];
    bool tricks = has(static_cast<Mask>(n.taken), 0), led = false;
    for (Mask m = n.hand[0]; m; m &= m - 1) {
        if (t_->beats[1][at(lowest(m))] & any) continue;
        sum += t_->points[at(lowest(m))];
        tricks = led = true;
    }
    const Mask doubles = n.declarable & n.hand[0];
    const bool declares = s_.largest_is_best && two_or_more(doubles) && tricks;
    if (declares) sum += declared_worth(doubles);
    if (!(led || declares) || sum < s_.target) return false;
    const int value = win(n, 0);
    return std::all_of(worlds.begin(), worlds.end(), [&](const World& w) { return w.cap <= value; });
}

// Player 0 decides once for all worlds: as promises most in total, and what is promised is tried out.
Values Closer::decide(const Root& root, const Worlds& worlds) {
    struct Option {
        Turn turn;
        Worlds worlds;  // capped by what the option is worth there
        long total = 0;
    };
    std::vector<Turn> all;
    turns(in_world(root, worlds[0].hand), all);
    std::vector<Option> options;
    long most = 0;
    for (const World& w : worlds) most += w.cap;
    Values best;
    long reached = 0;
    const auto attempt = [&](const Option& o) {
        Values values = follow(root, o.turn, o.worlds);
        const long total = std::accumulate(values.begin(), values.end(), 0L);
        if (!best.empty() && total <= reached) return;
        best = std::move(values);
        reached = total;
    };
    const std::size_t size = worlds.size();
    int width = size <= static_cast<std::size_t>(effort_.few) ? 1000 : size <= static_cast<std::size_t>(effort_.some) ? 2 : 1;
    for (const Turn& turn : all) {
        steps_.check();
        Option o{turn, worlds, 0};
        for (World& w : o.worlds) {
            w.cap = exact_after(in_world(root, w.hand), turn, w.cap);
            o.total += w.cap;
        }
        if (o.total == most) {  // as good as can be in every world
            attempt(o);
            if (reached == most || --width == 0) return best;
        } else {
            options.push_back(std::move(o));
        }
    }
    std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.total > b.total; });
    for (const Option& o : options) {
        if (width-- == 0 || (!best.empty() && reached >= o.total)) break;
        attempt(o);
    }
    return best;
}

// Makes a decision of player 0 and goes on.
Values Closer::follow(const Root& root, const Turn& turn, const Worlds& worlds) {
    Values values(worlds.size());
    Worlds left;
    std::vector<std::size_t> where;
    After a = after(root, turn);
    a.root.node.hand[1] = 0;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        if (a.over || worlds[i].cap <= least(in_world(root, worlds[i].hand))) continue;
        left.push_back({worlds[i].hand, worlds[i].cap - a.gain});
        where.push_back(i);
    }
    if (root.stage == kReplyStage)  // the tile led lies in the opponent's hand until the trick is stored
        for (World& w : left) w.hand &= ~bit(root.led);
    if (left.empty()) return values;
    const Values rest = solve(a.root, left);
    for (std::size_t i = 0; i < left.size(); ++i) values[where[i]] = std::min(values[where[i]], a.gain + rest[i]);
    return values;
}

// The opponent decides in each world as is worst for the strategy; worlds where the same is done look alike.
Values Closer::suffer(const Root& root, const Worlds& worlds) {
    Values values(worlds.size());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> done;  // key of a decision, world
    std::vector<Turn> all;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        values[i] = worlds[i].cap;
        const Root here = in_world(root, worlds[i].hand);
        if (worlds[i].cap <= least(here)) continue;
        turns(here, all);
        for (const Turn& turn : all) done.emplace_back(turn.key(), static_cast<std::uint32_t>(i));
    }
    std::sort(done.begin(), done.end());
    Worlds group;
    std::vector<std::size_t> where;
    for (std::size_t from = 0; from < done.size();) {
        const std::uint64_t key = done[from].first;
        const Turn turn = Turn::of(key);
        group.clear();
        where.clear();
        After a = after(root, turn);
        a.root.node.hand[1] = 0;
        const Mask played = root.stage == kReplyStage ? bit(turn.tile) : 0;
        for (; from < done.size() && done[from].first == key; ++from) {
            const std::size_t i = done[from].second;
            if (values[i] <= least(in_world(root, worlds[i].hand))) continue;
            if (a.over) {
                values[i] = std::min(values[i], a.gain);
                continue;
            }
            group.push_back({worlds[i].hand & ~played, values[i] - a.gain});
            where.push_back(i);
        }
        if (group.empty()) continue;
        const Values rest = solve(a.root, group);
        for (std::size_t i = 0; i < group.size(); ++i) values[where[i]] = std::min(values[where[i]], a.gain + rest[i]);
    }
    return values;
}

}  // namespace bingo
