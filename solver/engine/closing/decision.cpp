#include "closing/decision.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "core/tiles.hpp"
#include "positions/names.hpp"

namespace bingo {
namespace {

// --- moves of an endgame whose other hand is hidden: the same keys for a close and after one -------------------------

// Hands by value, the highest first: how many, and what part of all by their weights.
void add_outcomes(Members& members, const Endgame& tried, const Values& values) {
    std::map<int, std::pair<int, double>, std::greater<>> found;
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto& [hands, weight] = found[values[i]];
        ++hands;
        weight += tried.weights[i];
    }
    Members outcomes, chances;
    const double total = tried.total();
    for (const auto& [value, both] : found) {
        std::string key(value > 0 ? "+" : "");
        key += std::to_string(value);
        outcomes.add(key, both.first);
        chances.add(key, both.second / total);
    }
    members.add("outcomes", outcomes.object()).add("chances", chances.object());
}

std::string mean_json(const Leads& found, const Lead& lead, Interval Bracket::* side, const Values* values) {
    Members members;
    const Interval &points = lead.points.*side, &wins = lead.wins.*side;
    members.add("value", points.value).add("win", wins.value);
    if (!found.every()) {
        members.add("low", points.low).add("high", points.high);
        members.add("win_low", wins.low).add("win_high", wins.high);
    }
    if (lead.chance) {
        const Interval& chance = (*lead.chance).*side;
        members.add("chance", chance.value);
        if (!found.every()) members.add("chance_low", chance.low).add("chance_high", chance.high);
    }
    if (values) add_outcomes(members, found.tried, *values);
    return members.object();
}

// One or two tiles more than `always` that tell failing hands from others best: by the harmonic mean of the share of
// such hands that fails and the share of failures they make up. Nothing where they tell little.
std::string pattern(const Endgame& tried, const std::vector<bool>& fails, double failing, Mask always) {
    constexpr double kTelling = 1.5;  // hands that show it fail so many times as often as all hands do
    const std::vector<Mask>& hands = tried.hands;
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
    struct Pattern {
        double score = -1, failures = 0, of = 0;
        Mask held = 0;
        int failing = 0, hands = 0;
    } best;
    for (const Mask part : more) {
        Pattern one{0, 0, 0, always | part, 0, 0};
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if ((hands[i] & one.held) != one.held) continue;
            ++one.hands;
            one.of += tried.weights[i];
            one.failing += fails[i];
            if (fails[i]) one.failures += tried.weights[i];
        }
        one.score = 2 * one.failures / (one.of + failing);
        if (one.score > best.score) best = one;
    }
    if (best.score < 0 || best.failures * tried.total() < kTelling * failing * best.of) return "null";
    return Members()
        .text("opponent", tiles_text(best.held))
        .add("failing", best.failing)
        .add("hands", best.hands)
        .add("share", best.failures / best.of)
        .object();
}

// {"move", "kind": "exact" | "limits" | "estimate" | "certain", "value", "low", "high", "win", ..., "double_dummy":
// {...}, "sure": {...}}: `value` is what play that never sees the hand is sure of, `low` and `high` the limits of best
// defence (of a sample of hands, what holds it with 95% confidence).
// `whole`: with outcomes, and what is sure once more under its old name.
Members lead_row(const Leads& found, const Lead& lead, std::string_view move, bool whole) {
    const Bracket &points = lead.points, &wins = lead.wins;
    const auto& chance = lead.chance;
    Members row;
    row.text("move", move).text("kind", kind_name(lead.kind()));
    row.add("value", points.guaranteed.value).add("low", points.low()).add("high", points.high());
    row.add("win", wins.guaranteed.value);
    if (chance) row.add("chance", chance->guaranteed.value);
    if (chance) row.add("chance_low", chance->low()).add("chance_high", chance->high());
    row.add("exact", points.exact());
    if (points.best) {
        Members between;
        between.add("low", points.low()).add("high", points.high());
        between.add("win_low", wins.low()).add("win_high", wins.high());
        if (chance) between.add("chance_low", chance->low()).add("chance_high", chance->high());
        row.add("best_defence", between.object());
    } else {
        row.add("best_defence", std::string("null"));
    }
    row.add("sure", mean_json(found, lead, &Bracket::guaranteed, whole ? &lead.sure : nullptr));
    return row.add("double_dummy", mean_json(found, lead, &Bracket::double_dummy, whole ? &lead.seen : nullptr));
}

// What the moves of one position have in common: {"hands", "tried", "exact", "feasible", "certain"}.
void add_hands(Members& members, const Leads& found) {
    const bool feasible = std::any_of(found.leads.begin(), found.leads.end(), [](const Lead& l) {
        return std::any_of(l.seen.begin(), l.seen.end(), [](int value) { return value > 0; });
    });
    members.add("hands", static_cast<std::int64_t>(found.hands));
    members.add("tried", static_cast<std::int64_t>(found.tried.hands.size()));
    members.add("feasible", feasible).add("certain", found.certain());
}

// In which hands a move does not win, and what tells them from others; see Why in solver/hidden/closing.py.
std::string why_json(const Endgame& tried, const Values& sure) {
    std::vector<bool> fails(sure.size());
    Mask always = ~Mask{0}, everywhere = ~Mask{0};
    int failing = 0;
    double weight = 0;
    for (std::size_t i = 0; i < sure.size(); ++i) {
        fails[i] = sure[i] <= 0;
        everywhere &= tried.hands[i];
        if (!fails[i]) continue;
        ++failing;
        weight += tried.weights[i];
        always &= tried.hands[i];
    }
    always = failing ? always & ~everywhere : 0;
    const bool some = failing && failing < static_cast<int>(sure.size());
    return Members()
        .add("failing", failing)
        .add("hands", static_cast<std::int64_t>(sure.size()))
        .add("share", weight / tried.total())
        .text("always", tiles_text(always))
        .add("pattern", some ? pattern(tried, fails, weight, always) : "null")
        .object();
}

// --- decisions ---------------------------------------------------------------------------------------

// The best way of playing on; nothing where it was not asked for.
const Worth* best_open(const Worths& found) {
    if (!found.playing_on) return nullptr;
    const auto open = std::find_if(found.moves.begin(), found.moves.end(), [](const Worth& w) { return !w.lead; });
    return open == found.moves.end() ? nullptr : &*open;
}

// `close` if what the advised lead is guaranteed to take is above the whole interval of playing on (or equals its upper
// end, and wins for certain); `play on` if the most that any close can be sure of is below it, or a claim brings as
// much; else `too close to call`. From a sample, the end of an interval that is against the advice counts. With the
// score of a match, all that is said of chances.
std::string_view advice(const Leads& found, const Worth* open) {
    const Lead& best = found.leads[0];
    const double low = best.what_counts().guaranteed.low;
    double high = -std::numeric_limits<double>::infinity();
    for (const Lead& lead : found.leads) high = std::max(high, lead.what_counts().high());
    if (!open) return found.certain() ? "close" : "too close to call";
    const Interval& first = open->what_counts();
    if (open->kind == Kind::kCertain && first.value >= high) return "play on";
    if (low > first.high || (found.certain() && low == first.high)) return "close";
    return high < first.low ? "play on" : "too close to call";
}

void add_worth(Members& row, const Worth& worth) {
    row.add("value", worth.points.value).add("low", worth.points.low).add("high", worth.points.high);
    if (!worth.chance) return;
    row.add("chance", worth.chance->value).add("chance_low", worth.chance->low);
    row.add("chance_high", worth.chance->high);
}

std::string text(const Move& move, const Worths& found, const Trump& t) { return move_text(move, found.reply, t); }

std::vector<std::string> texts(const std::vector<Move>& moves, const Worths& found, const Trump& t) {
    std::vector<std::string> out;
    out.reserve(moves.size());
    for (const Move& move : moves) out.push_back(text(move, found, t));
    return out;
}

// Every move, or those alone that play on.
std::string rows_json(const Worths& found, const Leads* solved, const Trump& t, bool all) {
    std::vector<std::string> rows;
    for (const Worth& one : found.moves) {
        if (one.lead && !all) continue;
        if (one.lead && one.kind != Kind::kCertain) {
            rows.push_back(
                lead_row(*solved, *one.lead, text(one.move, found, t), false).add("worlds", one.worlds).object());
            continue;
        }
        rows.push_back(worth_row(one, text(one.move, found, t)).object());
    }
    return listed(rows);
}

std::string open_json(const View& view, const Worths& found, const Worth& open) {
    const Trump& t = view.trump();
    const Estimated& points = found.playing_on.value();
    Members row = worth_row(open, text(open.move, found, t));
    row.add("alike", quoted_list(texts(found.alike_open, found, t)));
    row.add("every", points.every).text("method", open.worlds ? points.name() : "exact");
    return row.add("deals", points.worlds).add("moves", rows_json(found, nullptr, t, false)).object();
}

}  // namespace

Members worth_row(const Worth& worth, std::string_view move) {
    Members row;
    row.text("move", move).text("kind", kind_name(worth.kind));
    add_worth(row, worth);
    if (worth.worse) row.add("worse", *worth.worse);
    if (worth.chance_worse) row.add("chance_worse", *worth.chance_worse);
    return row.add("worlds", worth.worlds);
}

std::string decision_json(const View& view, const Tables& tables, const Worths& found, std::string_view name,
                          std::string_view rules, std::uint64_t seed) {
    const Close& close = found.close.value();
    const Leads& closed = close.found;
    const Lead& top = closed.leads[0];
    const Trump& t = view.trump();
    const auto words = [&](Move move) {
        move.close = true;
        return move_text(move, false, t);
    };
    std::vector<std::string> rows;
    rows.reserve(closed.leads.size());
    for (const Lead& lead : closed.leads) rows.push_back(lead_row(closed, lead, words(lead.move), true).object());
    std::string refutation = "null";
    if (close.refutation) {
        std::vector<std::string> line{"you " + words(top.move)};
        for (const std::string& one : in_words(close.refutation->line, t)) line.push_back(one);
        refutation = Members()
                         .text("opponent", tiles_text(close.refutation->hand))
                         .add("value", close.refutation->value)
                         .add("line", quoted_list(line))
                         .object();
    }
    Members advised;
    advised.text("move", words(top.move)).add("value", top.points.guaranteed.value);
    advised.add("win", top.wins.guaranteed.value);
    if (top.chance) advised.add("chance", top.chance->guaranteed.value);
    const Worth* const open = best_open(found);
    Members answer;
    answer.text("name", name).text("rules", rules);
    add_hands(answer, closed);
    answer.add("exact", closed.every()).add("weighted", found.weighted).text("advice", advice(closed, open));
    answer.add("close", advised.object()).add("leads", listed(rows));
    answer.add("open", open ? open_json(view, found, *open) : "null").add("refutation", refutation);
    answer.add("why", why_json(closed.tried, top.sure)).add("remarks", listed(view.remarks(tables.scoring)));
    if (found.stopped) answer.add("stopped", true);
    return answer.add("seed", static_cast<std::int64_t>(seed)).object();
}

std::string analysis_json(const View& view, const Tables& tables, const Worths& found, std::string_view name,
                          std::string_view rules, std::uint64_t seed) {
    const Trump& t = view.trump();
    const Leads* const solved = found.leads ? &*found.leads : found.close ? &found.close->found : nullptr;
    const Worth& best = found.moves[0];
    Members answer;
    answer.text("name", name).text("rules", rules).add("exact", false);
    answer.text("to_move", kPlayers[!found.mine]).text("kind", kind_name(best.kind));
    add_worth(answer, best);
    answer.add("best", found.mine ? quoted_list({text(best.move, found, t)}) : "[]");
    answer.add("alike", found.mine ? quoted_list(texts(found.alike, found, t)) : "[]");
    answer.add("moves", found.mine ? rows_json(found, solved, t, true) : "[]").add("line", std::string("[]"));
    if (!found.mine && best.lead && solved) {  // what waiting is worth
        const Members waiting = lead_row(*solved, *best.lead, "wait", false).add("worlds", best.worlds);
        answer.add("wait", waiting.object());
    }
    const bool every = found.playing_on ? found.playing_on->every : !solved || solved->every();
    answer.text("method", found.playing_on ? found.playing_on->name() : "best defence");
    answer.add("worlds", found.playing_on ? found.playing_on->worlds : best.worlds).add("every", every);
    answer.add("weighted", found.weighted);
    if (solved) answer.add("hands", static_cast<std::int64_t>(solved->hands));
    if (solved) answer.add("tried", static_cast<std::int64_t>(solved->tried.hands.size()));
    answer.add("remarks", listed(view.remarks(tables.scoring)));
    if (found.stopped) answer.add("stopped", true);
    return answer.add("seed", static_cast<std::int64_t>(seed)).add("nodes", 0).object();
}

}  // namespace bingo
