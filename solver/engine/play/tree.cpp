#include <algorithm>
#include <deque>
#include <optional>
#include <tuple>

#include "play/exact.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

bool same(const Position& one, const Position& other) {
    const Root &r = one.root, &q = other.root;
    const Node &a = r.node, &b = q.node;
    const auto alike = [](const auto& x, const auto& y) { return x[0] == y[0] && x[1] == y[1]; };
    return alike(a.hand, b.hand) && a.leader == b.leader && a.next == b.next && a.open == b.open &&
           a.closer == b.closer && alike(a.scored, b.scored) && r.stage == q.stage && r.led == q.led &&
           r.pending == q.pending && r.won_with == q.won_with && one.shown == other.shown &&
           alike(one.points, other.points) && alike(one.tricks, other.tricks) && alike(one.declared, other.declared) &&
           one.closed_points == other.closed_points && one.closed_tricks == other.closed_tricks;
}

struct Branch {
    Step step;  // in game points
    int value = 0, utility = 0;  // the same without an objective
    bool reply = false;
    std::optional<Position> after = std::nullopt;  // unless it ends the deal, or the match
};

// A decision, and what its moves do.
struct Decision {
    Position position;
    std::vector<Branch> branches;
};

class Grower {
  public:
    explicit Grower(Exact& exact) : exact_(exact), playing_(exact.playing()) {}

    Decision grow(const Position& start) {
        Decision here{start, {}};
        const std::vector<Branch> found = valued(start);
        Position node = start;
        std::vector<Branch> other;
        if (node.root.stage == kClaimStage) node = playing_.make(node, kWaiting).after;
        if (node.root.stage == kAnswerStage) {
            const int value = exact_.value_of(node.in_points(), kClaiming);
            other.push_back(
                made(node, {{0, kClaiming}, value, matters(node) ? exact_.value_of(node, kClaiming) : value}));
            node = playing_.make(node, kWaiting).after;
        }
        for (const Branch& one : found) here.branches.push_back(made(one.step.move == kClaiming ? start : node, one));
        const bool first = !other.empty() && other[0].utility == found[0].utility;
        here.branches.insert(first ? here.branches.begin() : here.branches.end(), other.begin(), other.end());
        return here;
    }

  private:
    static bool matters(const Position& position) { return position.root.deal.objective != nullptr; }

    // The moves with what they are worth, the best first; what they do is still to be told.
    std::vector<Branch> valued(const Position& position) {
        std::vector<Branch> found;
        const Position in_points = position.in_points();
        const std::vector<Choice> points = exact_.choices(in_points);
        for (const Choice& u : matters(position) ? exact_.choices(position) : points) {
            const auto same =
                std::find_if(points.begin(), points.end(), [&](const Choice& c) { return c.move == u.move; });
            // Else with another declaration than is best for points.
            const int value = same == points.end() ? exact_.listed_value(in_points, u.move) : same->value;
            found.push_back({{0, u.move}, value, u.value});
        }
        const int sign = position.mover() == 0 ? 1 : -1;
        std::stable_sort(found.begin(), found.end(), [&](const Branch& a, const Branch& b) {
            return std::pair(-sign * a.utility, -sign * a.value) < std::pair(-sign * b.utility, -sign * b.value);
        });
        return found;
    }

    Branch made(const Position& position, Branch branch) const {
        branch.reply = position.root.stage == kReplyStage;
        const Step step = playing_.make(position, branch.step.move);
        branch.step = playing_.make(position.in_points(), branch.step.move);
        if (!step.over) branch.after = step.after;
        return branch;
    }

    Exact& exact_;
    const Playing& playing_;
};

std::string written_as(const Branch& branch, bool for_match, int mover, const std::optional<std::size_t>& to,
                       const Trump& trump) {
    const Step& s = branch.step;
    const bool plain = s.move.tile >= 0 && !s.move.close && !s.move.declare, over = !branch.after;
    std::string move = plain ? tile_text(trump.tile[at(s.move.tile)]) : move_text(s.move, branch.reply, trump);
    if (s.player != mover) move = std::string(kPlayers[s.player]) + ' ' + move_text(s.move, branch.reply, trump);
    const double chance = static_cast<double>(branch.utility) / Objective::kScale;
    std::vector<std::string> row{quoted(move),
                                 for_match ? listed({written(branch.value), written(chance)}) : written(branch.value)};
    row.push_back(over ? "-1" : to ? written(static_cast<std::int64_t>(*to)) : "null");
    row.push_back(s.trick < 0 ? "null" : written(s.trick));
    row.push_back(s.gain ? written(s.gain) : "null");
    const auto tile = [&](int k) { return quoted(tile_text(trump.tile[at(k)])); };
    row.push_back(s.drawn[0] < 0 ? "null" : listed({tile(s.drawn[0]), tile(s.drawn[1])}));
    const Node& n = s.after.root.node;
    row.push_back(over ? listed({written(int{n.counted[0]}), written(int{n.counted[1]})}) : "null");
    while (row.size() > 3 && row.back() == "null") row.pop_back();
    return listed(row);
}

}  // namespace

std::string Exact::tree(const Position& position, std::size_t branches, std::uint64_t nodes_allowed) {
    std::vector<Decision> grown;
    const auto number = [&](const Position& wanted) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grown.size(); ++i)
            if (same(grown[i].position, wanted)) return i;
        return std::nullopt;
    };
    Grower grower(*this);
    const std::uint64_t before = nodes();
    std::deque<Position> starts{position};
    std::size_t many = 0;
    while (!starts.empty() && many < branches && nodes() - before < nodes_allowed) {
        std::optional<Position> next = starts.front();
        starts.pop_front();
        while (next && !number(*next)) {
            grown.push_back(grower.grow(*next));
            const Decision& here = grown.back();
            many += here.branches.size();
            for (std::size_t i = 1; i < here.branches.size(); ++i) {
                const std::optional<Position>& after = here.branches[i].after;
                if (after && !number(*after)) starts.push_back(*after);
            }
            next = here.branches[0].after;
        }
    }
    const Trump& trump = *position.root.deal.trump;
    const bool for_match = position.root.deal.objective != nullptr;
    std::vector<std::string> out;
    out.reserve(grown.size());
    for (const Decision& here : grown) {
        const int mover = here.position.mover();
        std::vector<std::string> rows;
        rows.reserve(here.branches.size());
        for (const Branch& branch : here.branches)
            rows.push_back(
                written_as(branch, for_match, mover, branch.after ? number(*branch.after) : std::nullopt, trump));
        const Node& n = here.position.root.node;
        out.push_back(listed({written(mover), written(int{n.counted[0]}), written(int{n.counted[1]}), listed(rows)}));
    }
    return listed(out);
}

}  // namespace bingo
