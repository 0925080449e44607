#include "closing/decision.hpp"

#include <algorithm>
#include <limits>

#include "closing/lead_json.hpp"

namespace bingo {
namespace {

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
    const double low = best.chance ? best.chance->guaranteed.low : best.guaranteed.points.low;
    double high = -std::numeric_limits<double>::infinity();
    for (const Lead& lead : found.leads) high = std::max(high, lead.most());
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
    advised.text("move", words(top.move)).add("value", top.guaranteed.points.value);
    advised.add("win", top.guaranteed.wins.value);
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
