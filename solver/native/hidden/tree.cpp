#include "hidden/tree.hpp"

#include <cmath>
#include <limits>

namespace bingo {
namespace {

// The prior of an edge counts as much as so many visits.
constexpr double kPriorWeight = 8;
// The exploration constant, in game points.
constexpr double kExploration = 2.0;
// The most game points that a claim brings.
constexpr int kMostWon = 3;
// Visits that each option of the decision itself gets before any is preferred.
constexpr int kRootVisits = 2;

}  // namespace

// What a player gains by game points that need not be whole.
double Tree::prior(const Root& root, int player, double points) const {
    const Game& game = player_.game();
    if (!game.deal().objective) return points;
    const Node& n = root.node;
    const int gains = points < 0 ? 1 - player : player;
    const double size = std::abs(points), whole = std::floor(size);
    const int below = game.gain(n, gains, static_cast<int>(whole)),
              above = game.gain(n, gains, static_cast<int>(whole) + 1);
    const double gained = below + (size - whole) * (above - below);
    return points < 0 ? -gained : gained;
}

// The option with the highest upper confidence bound; `edge` becomes where it is kept in the node. What the networks
// evaluate options to are game points.
std::size_t Tree::select(std::size_t node, const Root& root, const std::vector<Move>& options,
                         const std::vector<float>& evaluations, std::size_t& edge) {
    Edges& edges = nodes_[node];
    // What a game point is worth here.
    const double unit = (prior(root, 0, kMostWon) - prior(root, 0, -kMostWon)) / (2.0 * kMostWon);
    double highest = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::size_t e = 0;
        while (e < edges.size() && edges[e].move != options[i]) ++e;
        if (e == edges.size()) edges.push_back({options[i]});
        Edge& known = edges[e];
        ++known.available;
        const double expected = prior(root, root.to_move(), static_cast<double>(evaluations[i]));
        const double mean = (known.sum + kPriorWeight * expected) / (known.visits + kPriorWeight);
        const double bound =
            mean + kExploration * unit * std::sqrt(std::log(known.available + 1.0) / (known.visits + 1.0));
        if (bound > highest) {
            highest = bound;
            best = i;
            edge = e;
        }
    }
    return best;
}

Tree::Simulation Tree::simulate(const Root& root, const std::vector<Move>& options) {
    player_.check();
    player_.enter(root);
    std::vector<Move> all;
    std::vector<float> evaluations, priors(options.size(), 0);
    player_.options(root, all, evaluations);
    for (std::size_t i = 0; i < options.size(); ++i)
        for (std::size_t k = 0; k < all.size(); ++k)
            if (all[k].tile == options[i].tile && !all[k].declare == !options[i].declare &&
                all[k].close == options[i].close)
                priors[i] = evaluations[k];
    std::size_t edge = 0;
    std::size_t i = select(0, root, options, priors, edge);
    for (std::size_t k = 0; k < options.size(); ++k)
        for (std::size_t e = 0; e < nodes_[0].size(); ++e) {
            const int visits = nodes_[0][e].visits;
            if (visits >= kRootVisits || visits >= nodes_[0][edge].visits || nodes_[0][e].move != options[k]) continue;
            i = k;
            edge = e;
        }
    const Move& move = options[i];
    const bool waits = move == Move{};  // nothing of player 0's to decide: the networks play
    const int before = player_.game().worth(root.node);
    const int value = waits ? player_.play_out(root, move) : descend(0, edge, move, root, before);
    back_up(0, edge, root.to_move() == 0, value - before);
    return {i, value + player_.unseen()};
}

// The value for player 0 of the decision at a node of the tree.
int Tree::decide(std::size_t node, const Root& root, int total) {
    std::vector<Move> options;
    std::vector<float> priors;
    player_.options(root, options, priors);
    std::size_t edge = 0;
    const Move move = options[select(node, root, options, priors, edge)];
    const int value = descend(node, edge, move, root, total);
    back_up(node, edge, root.to_move() == 0, value - total);
    return value;
}

void Tree::back_up(std::size_t node, std::size_t edge, bool mine, int gained) {
    Edge& chosen = nodes_[node][edge];
    const double worth = gained + player_.unseen();
    ++chosen.visits;
    chosen.sum += mine ? worth : -worth;
}

// Makes a move and goes on: to the next decision in the tree where the edge was visited before and there is something
// to draw, else by the networks and by search.
int Tree::descend(std::size_t node, std::size_t edge, const Move& move, const Root& root, int total) {
    if (move.close) return total + player_.close_value(root, move);
    const After a = player_.step(root, move);
    total += a.gain;
    if (a.over) return total;
    if (!nodes_[node][edge].visits || !a.root.node.open) return player_.play_on(a.root, total);
    return decide(expand(node, edge), a.root, total);
}

// The node that an edge leads to, a new one where there was none.
std::size_t Tree::expand(std::size_t node, std::size_t edge) {
    if (!nodes_[node][edge].child) {
        nodes_[node][edge].child = nodes_.size();
        nodes_.emplace_back();
    }
    return nodes_[node][edge].child;
}

}  // namespace bingo
