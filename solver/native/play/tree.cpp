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
    const auto alike = [](const int (&x)[2], const int (&y)[2]) { return x[0] == y[0] && x[1] == y[1]; };
    return a.hand[0] == b.hand[0] && a.hand[1] == b.hand[1] && a.leader == b.leader && a.next == b.next &&
           a.open == b.open && a.closer == b.closer && r.stage == q.stage && r.led == q.led && r.pending == q.pending &&
           r.won_with == q.won_with && one.shown == other.shown && alike(one.points, other.points) &&
           alike(one.tricks, other.tricks) && alike(one.declared, other.declared) &&
           one.closed_points == other.closed_points && one.closed_tricks == other.closed_tricks;
}

// A position in game points; with an objective also as that sees it, with what was scored since the first one.
struct Place {
    Position position;
    std::optional<Position> for_match;

    bool operator==(const Place& other) const {
        const auto scored = [](const Place& p, std::size_t player) {
            return p.for_match ? p.for_match->root.node.scored[player] : 0;
        };
        return same(position, other.position) && scored(*this, 0) == scored(other, 0) &&
               scored(*this, 1) == scored(other, 1);
    }
};

struct Branch {
    Step step;  // in game points
    int value = 0, utility = 0;
    bool reply = false;
    std::optional<Place> after = std::nullopt;  // unless it ends the deal, or the match
};

// A decision, and what its moves do.
struct Decision {
    Place place;
    std::vector<Branch> branches;
};

class Grower {
  public:
    explicit Grower(Exact& exact) : exact_(exact), playing_(exact.playing()) {}

    Decision grow(const Place& start) {
        Decision here{start, {}};
        const std::vector<Branch> found = valued(start);
        Place node = start;
        std::vector<Branch> other;
        if (node.position.root.stage == kClaimStage) node = waited(node);
        if (node.position.root.stage == kAnswerStage) {
            Branch claim{{0, kClaiming}, exact_.value_of(node.position, kClaiming)};
            if (node.for_match) claim.utility = exact_.value_of(*node.for_match, kClaiming);
            other.push_back(made(node, claim));
            node = waited(node);
        }
        for (const Branch& one : found) here.branches.push_back(made(one.step.move == kClaiming ? start : node, one));
        const bool first = !other.empty() &&
                           (start.for_match ? other[0].utility == found[0].utility : other[0].value == found[0].value);
        here.branches.insert(first ? here.branches.begin() : here.branches.end(), other.begin(), other.end());
        return here;
    }

  private:
    // The moves with what they are worth, the best first; what they do is still to be told.
    std::vector<Branch> valued(const Place& place) {
        std::vector<Branch> found;
        const std::vector<Choice> points = exact_.choices(place.position);
        if (!place.for_match) {
            for (const Choice& c : points) found.push_back({{0, c.move}, c.value});
            return found;
        }
        for (const Choice& u : exact_.choices(*place.for_match)) {
            const auto same =
                std::find_if(points.begin(), points.end(), [&](const Choice& c) { return c.move == u.move; });
            // Else with another declaration than is best for points.
            const int value = same == points.end() ? exact_.listed_value(place.position, u.move) : same->value;
            found.push_back({{0, u.move}, value, u.value});
        }
        const int sign = place.position.mover() == 0 ? 1 : -1;
        std::stable_sort(found.begin(), found.end(), [&](const Branch& a, const Branch& b) {
            return std::pair(-sign * a.utility, -sign * a.value) < std::pair(-sign * b.utility, -sign * b.value);
        });
        return found;
    }

    Place waited(const Place& place) const {
        Place after{playing_.make(place.position, kWaiting).after, place.for_match};
        if (place.for_match) after.for_match = playing_.make(*place.for_match, kWaiting).after;
        return after;
    }

    Branch made(const Place& place, Branch branch) const {
        branch.reply = place.position.root.stage == kReplyStage;
        branch.step = playing_.make(place.position, branch.step.move);
        if (branch.step.over) return branch;
        branch.after = Place{branch.step.after, place.for_match};
        if (place.for_match) {
            const Step for_match = playing_.make(*place.for_match, branch.step.move);
            branch.after->for_match = for_match.after;
            if (for_match.over) branch.after.reset();
        }
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

std::string Exact::tree(const Position& position, std::size_t branches, std::uint64_t nodes_allowed,
                        const Position* for_match) {
    std::vector<Decision> grown;
    const auto number = [&](const Place& place) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grown.size(); ++i)
            if (grown[i].place == place) return i;
        return std::nullopt;
    };
    const Place first{position, for_match ? std::optional(*for_match) : std::nullopt};
    Grower grower(*this);
    const std::uint64_t before = nodes();
    std::deque<Place> starts{first};
    std::size_t many = 0;
    while (!starts.empty() && many < branches && nodes() - before < nodes_allowed) {
        std::optional<Place> place = starts.front();
        starts.pop_front();
        while (place && !number(*place)) {
            grown.push_back(grower.grow(*place));
            const Decision& here = grown.back();
            many += here.branches.size();
            for (std::size_t i = 1; i < here.branches.size(); ++i) {
                const std::optional<Place>& after = here.branches[i].after;
                if (after && !number(*after)) starts.push_back(*after);
            }
            place = here.branches[0].after;
        }
    }
    const Trump& trump = *position.root.deal.trump;
    std::vector<std::string> out;
    out.reserve(grown.size());
    for (const Decision& here : grown) {
        const int mover = here.place.position.mover();
        std::vector<std::string> rows;
        rows.reserve(here.branches.size());
        for (const Branch& branch : here.branches)
            rows.push_back(
                written_as(branch, for_match, mover, branch.after ? number(*branch.after) : std::nullopt, trump));
        const Node& n = here.place.position.root.node;
        out.push_back(listed({written(mover), written(int{n.counted[0]}), written(int{n.counted[1]}), listed(rows)}));
    }
    return listed(out);
}

}  // namespace bingo
