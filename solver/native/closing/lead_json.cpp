#include "closing/lead_json.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "core/tiles.hpp"
#include "positions/names.hpp"

namespace bingo {
namespace {

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

std::string mean_json(const Leads& found, const Mean& mean, const Interval* chance, const Values* values) {
    Members members;
    members.add("value", mean.points.value).add("win", mean.wins.value);
    if (!found.every()) {
        members.add("low", mean.points.low).add("high", mean.points.high);
        members.add("win_low", mean.wins.low).add("win_high", mean.wins.high);
    }
    if (chance) members.add("chance", chance->value);
    if (chance && !found.every()) members.add("chance_low", chance->low).add("chance_high", chance->high);
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

}  // namespace

Members lead_row(const Leads& found, const Lead& lead, std::string_view move, bool whole) {
    const auto& limits = lead.limits;
    const auto& chance = lead.chance;
    const bool points_exact = limits && limits->high - limits->low <= kNearly;
    const bool exact = points_exact && (!chance || lead.exact());
    Members row;
    row.text("move", move).text("kind", !limits ? "estimate" : exact ? "exact" : "limits");
    row.add("value", lead.guaranteed.points.value);
    row.add("low", limits ? limits->low : lead.guaranteed.points.low);
    row.add("high", limits ? limits->high : lead.double_dummy.points.high);
    row.add("win", lead.guaranteed.wins.value);
    if (chance) {
        row.add("chance", chance->guaranteed.value);
        row.add("chance_low", chance->between ? chance->between->first : chance->guaranteed.low);
        row.add("chance_high", chance->between ? chance->between->second : chance->double_dummy.high);
    }
    row.add("exact", points_exact);
    if (limits) {
        Members between;
        between.add("low", limits->low).add("high", limits->high);
        between.add("win_low", limits->win_low).add("win_high", limits->win_high);
        if (chance && chance->between)
            between.add("chance_low", chance->between->first).add("chance_high", chance->between->second);
        row.add("best_defence", between.object());
    } else {
        row.add("best_defence", std::string("null"));
    }
    row.add("sure",
            mean_json(found, lead.guaranteed, chance ? &chance->guaranteed : nullptr, whole ? &lead.sure : nullptr));
    row.add("double_dummy", mean_json(found, lead.double_dummy, chance ? &chance->double_dummy : nullptr,
                                      whole ? &lead.seen : nullptr));
    return row;
}

void add_hands(Members& members, const Leads& found) {
    const bool feasible = std::any_of(found.leads.begin(), found.leads.end(), [](const Lead& l) {
        return std::any_of(l.seen.begin(), l.seen.end(), [](int value) { return value > 0; });
    });
    members.add("hands", static_cast<std::int64_t>(found.hands));
    members.add("tried", static_cast<std::int64_t>(found.tried.hands.size()));
    members.add("feasible", feasible).add("certain", found.certain());
}

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

}  // namespace bingo
