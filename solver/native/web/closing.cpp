#include "web/closing.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "web/json.hpp"

namespace bingo {
namespace {

using Column = std::vector<int>;  // a value for each hand

struct Lead {
    Move move;
    Column seen, sure;  // if the hand were seen; what the strategy takes
};

double mean(const Column& values) {
    return static_cast<double>(std::accumulate(values.begin(), values.end(), std::int64_t{0})) /
           static_cast<double>(values.size());
}

double wins(const Column& values) {
    const auto won = std::count_if(values.begin(), values.end(), [](int v) { return v > 0; });
    return static_cast<double>(won) / static_cast<double>(values.size());
}

// Hands by value, the highest first: how many, and what part of all.
void add_outcomes(Members& members, const Column& values) {
    std::map<int, int, std::greater<>> counts;
    for (const int value : values) ++counts[value];
    Members outcomes, chances;
    for (const auto& [value, hands] : counts) {
        std::string key(value > 0 ? "+" : "");
        key += std::to_string(value);
        outcomes.add(key, hands);
        chances.add(key, static_cast<double>(hands) / static_cast<double>(values.size()));
    }
    members.add("outcomes", outcomes.object()).add("chances", chances.object());
}

Members mean_of(const Column& values) {
    Members members;
    members.add("value", mean(values)).add("win", wins(values));
    return members;
}

// One or two tiles more than `always` that tell failing hands from others best; see failing.py.
std::string pattern(const std::vector<Mask>& hands, const std::vector<bool>& fails, int failing, Mask always) {
    constexpr double kTelling = 1.5;
    Mask bad = 0, everywhere = ~Mask{0};
    for (std::size_t i = 0; i < hands.size(); ++i) {
        if (fails[i]) bad |= hands[i];
        everywhere &= hands[i];
    }
    std::vector<Mask> rest, more;
    for (Mask m = bad & ~always & ~everywhere; m; m &= m - 1) rest.push_back(bit(lowest(m)));
    if (always) more.push_back(0);
    more.insert(more.end(), rest.begin(), rest.end());
    if (!always)
        for (std::size_t n = 0; n < rest.size(); ++n)
            for (std::size_t b = 0; b < n; ++b) more.push_back(rest[n] | rest[b]);
    double best = -1;
    Mask best_held = 0;
    int best_failures = 0, best_of = 0;
    for (const Mask part : more) {
        const Mask held = always | part;
        int failures = 0, of = 0;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if ((hands[i] & held) != held) continue;
            ++of;
            failures += fails[i];
        }
        const double score = 2.0 * failures / (of + failing);
        if (score <= best) continue;
        best = score;
        best_held = held;
        best_failures = failures;
        best_of = of;
    }
    const auto all = static_cast<double>(hands.size());
    if (best < 0 || best_failures * all < kTelling * failing * best_of) return "null";
    return Members()
        .text("opponent", tiles_text(best_held))
        .add("failing", best_failures)
        .add("hands", best_of)
        .add("share", static_cast<double>(best_failures) / best_of)
        .object();
}

std::string why(const std::vector<Mask>& hands, const Column& sure) {
    std::vector<bool> fails(hands.size());
    Mask always = ~Mask{0}, everywhere = ~Mask{0};
    int failing = 0;
    for (std::size_t i = 0; i < hands.size(); ++i) {
        fails[i] = sure[i] <= 0;
        failing += fails[i];
        if (fails[i]) always &= hands[i];
        everywhere &= hands[i];
    }
    always = failing ? always & ~everywhere : 0;
    const auto size = static_cast<int>(hands.size());
    const bool some = failing && failing < size;
    return Members()
        .add("failing", failing)
        .add("hands", size)
        .add("share", static_cast<double>(failing) / size)
        .text("always", tiles_text(always))
        .add("pattern", some ? pattern(hands, fails, failing, always) : "null")
        .object();
}

// What closing brings and what playing on does, in one word or three.
std::string_view advice(const std::vector<Lead>& leads, const Estimated* open) {
    const double low = mean(leads[0].sure);
    double high = -std::numeric_limits<double>::infinity();
    bool certain = false;
    for (const Lead& lead : leads) {
        high = std::max(high, mean(lead.seen));
        certain = certain || wins(lead.sure) == 1;
    }
    if (!open) return certain ? "close" : "too close to call";
    const Estimate& first = open->moves[0];
    if (!first.worlds && first.value >= high) return "play on";
    if (low > first.high || (certain && low == first.high)) return "close";
    return high < first.low ? "play on" : "too close to call";
}

}  // namespace

std::string_view Closing::fault(const View& view, const ParsedLine& line) {
    const Node& n = view.position.root.node;
    if (line.closed) return "close: expected an open boneyard; found one that is already closed";
    if (!n.open)
        return "close: expected an open boneyard (turned given); found no turned tile: the boneyard is exhausted";
    if (line.led >= 0)
        return "close: expected the time between two tricks; found a tile already led: the trick is to be finished "
               "first";
    if (n.leader != 0) return "close: expected you on lead; found the opponent on lead, and only the leader may close";
    if (!view.position.tricks[0]) return "close: expected a trick won by you, which closing needs; found none yet";
    return {};
}

Closing::Found Closing::operator()(const View& view, std::string_view name, std::string_view rules,
                                   const Estimated* open, std::uint64_t seed, Exact& exact) {
    if (!strategist_) strategist_ = std::make_unique<Strategist>(tables_, kBits, kOpenBits);
    const std::vector<Mask> hands = view.hands();
    const Trump& t = view.trump();
    const Playing& playing = exact.playing();
    std::vector<Mask> worlds;
    worlds.reserve(hands.size());
    for (const Mask hand : hands) worlds.push_back(tile_numbers(hand, t));

    // Closed, before the lead.
    const auto closed = [&](Mask hand) {
        Position p = view.world(hand);
        Game game(tables_);
        game.enter(p.root.deal);
        p.closed_points = p.root.node.counted[1];
        p.closed_tricks = p.tricks[1];
        p.root.node = game.closed(p.root.node);
        p.root.node.next = 0;
        p.root.deal.stock_size = 0;
        p.root.stage = kLeadStage;
        return p;
    };
    const Position position = closed(hands[0]);
    Root root = position.root;
    root.node.declarable = view.position.root.node.declarable;

    // Each lead with the declaration that has the highest mean if the hand is seen.
    std::vector<Lead> leads;
    std::vector<std::int64_t> totals;
    for (const Move& move : playing.legal(position)) {
        if (move.claim) continue;
        Lead lead{move, {}, {}};
        for (const Mask hand : worlds) lead.seen.push_back(strategist_->double_dummy(root, move, hand));
        const std::int64_t total = std::accumulate(lead.seen.begin(), lead.seen.end(), std::int64_t{0});
        const auto known =
            std::find_if(leads.begin(), leads.end(), [&](const Lead& l) { return l.move.tile == move.tile; });
        if (known == leads.end()) {
            leads.push_back(std::move(lead));
            totals.push_back(total);
            continue;
        }
        auto& most = totals[static_cast<std::size_t>(known - leads.begin())];
        if (std::pair(total, count(move.declare)) <= std::pair(most, count(known->move.declare))) continue;
        most = total;
        *known = std::move(lead);
    }
    Game game(tables_);
    game.enter(view.position.root.deal);
    const Node& now = view.position.root.node;
    const Scoring& s = tables_.scoring;
    const bool claims = s.mode == kClaim && now.counted[1] >= s.target;
    const int cap = claims ? -game.win(now, 1) : kInfinity;
    const std::vector<double> weights(worlds.size(), 1.0);
    for (Lead& lead : leads) {
        lead.sure = strategist_->guaranteed(root, lead.move, worlds, weights, kWidth);
        for (Column* column : {&lead.seen, &lead.sure})
            for (int& value : *column) value = std::min(value, cap);
    }
    // A declaration that reaches the target, to be claimed with at once; the smallest one.
    if (s.mode != kClaim || position.root.node.counted[0] < s.target) {
        std::optional<std::pair<Move, int>> best;
        for (const Move& move : playing.legal(position)) {
            if (!move.claim) continue;
            const int gain = playing.make(position, move).gain;
            if (gain <= 0) continue;
            if (!best || std::pair(-gain, count(move.declare)) < std::pair(-best->second, count(best->first.declare)))
                best = {move, gain};
        }
        if (best) {
            const Column alike(worlds.size(), std::min(best->second, cap));
            leads.push_back({best->first, alike, alike});
        }
    }
    std::stable_sort(leads.begin(), leads.end(), [](const Lead& a, const Lead& b) {
        return std::pair(mean(a.sure), mean(a.seen)) > std::pair(mean(b.sure), mean(b.seen));
    });

    const auto words = [&](const Move& move) {
        Move whole = move;
        whole.close = true;
        return move_text(whole, false, t);
    };
    bool feasible = false, certain = false;
    std::vector<std::string> rows;
    for (const Lead& lead : leads) {
        feasible = feasible || wins(lead.seen) > 0;
        certain = certain || wins(lead.sure) == 1;
        Members sure = mean_of(lead.sure), row;
        add_outcomes(sure, lead.sure);
        row.text("move", words(lead.move)).add("value", mean(lead.seen)).add("win", wins(lead.seen));
        row.add("sure", sure.object()).add("exact", false).add("best_defence", std::string("null"));
        add_outcomes(row, lead.seen);
        rows.push_back(row.object());
    }
    const Lead& top = leads[0];
    Found found;
    found.move = words(top.move);
    std::string refutation = "null";
    const auto worst = std::min_element(top.seen.begin(), top.seen.end());
    if (*worst <= 0) {
        const Mask hand = hands[static_cast<std::size_t>(worst - top.seen.begin())];
        found.against = closed(hand);
        found.refuted = true;
        const Step step = playing.make(found.against, top.move);
        std::vector<std::string> line{"you " + found.move};
        if (!step.over)
            for (const std::string& one : in_words(exact.line(step.after), t)) line.push_back(one);
        refutation =
            Members().text("opponent", tiles_text(hand)).add("value", *worst).add("line", quoted_list(line)).object();
    }
    Members close;
    close.text("move", found.move).add("value", mean(top.seen)).add("win", wins(top.seen));
    const auto size = static_cast<int>(hands.size());
    found.answer = Members()
                       .text("name", name)
                       .text("rules", rules)
                       .add("hands", size)
                       .add("tried", size)
                       .add("exact", true)
                       .add("weighted", false)
                       .text("advice", advice(leads, open))
                       .add("close", close.object())
                       .add("leads", listed(rows))
                       .add("open", open ? open->in_brief(t) : "null")
                       .add("feasible", feasible)
                       .add("certain", certain)
                       .add("refutation", refutation)
                       .add("why", why(hands, top.sure))
                       .add("remarks", quoted_list(view.remarks(s)))
                       .add("seed", static_cast<std::int64_t>(seed))
                       .object();
    return found;
}

}  // namespace bingo
