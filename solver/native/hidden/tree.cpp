#include "hidden/tree.hpp"

#include <cmath>
#include <limits>

namespace bingo {
namespace {

// The prior of an edge counts as much as so many visits.
constexpr double kPriorWeight = 8;
// The exploration constant, in game points.
constexpr double kExploration = 2.0;
// Visits that each option of the decision itself gets before any is preferred.
constexpr int kRootVisits = 2;

}  // namespace

// The option with the highest upper confidence bound; `edge` becomes where it is kept in the node.
std::size_t Tree::select(std::size_t node, const std::vector<Move>& options, const std::vector<float>& priors, std::size_t& edge) {
    Edges& edges = nodes_[node];
    double highest = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::size_t e = 0;
        while (e < edges.size() && edges[e].move != options[i]) ++e;
        if (e == edges.size()) edges.push_back({options[i]});
        Edge& known = edges[e];
        ++known.available;
        const double mean = (known.sum + kPriorWeight * static_cast<double>(priors[i])) / (known.visits + kPriorWeight);
        const double bound = mean + kExploration * std::sqrt(std::log(known.available + 1.0) / (known.visits + 1.0));
        if (bound > highest) {
            highest = bound;
            best = i;
            edge = e;
        }
    }
    return best;
}

Tree::Simulation Tree::simulate(const Root& root, const std::vector<Move>& options) {
    steps_.check();
    enter(root);
    const Node& n = root.node;
    const int led = root.stage == kReplyStage ? root.led : -1;
    std::vector<Move> all;
    std::vector<float> evaluations, priors(options.size(), 0);
    if (led < 0)
        lead_options(n, all, evaluations);
    else
        reply_options(n, led, all, evaluations);
    for (std::size_t i = 0; i < options.size(); ++i)
        for (std::size_t k = 0; k < all.size(); ++k)
            if (all[k].tile == options[i].tile && !all[k].declare == !options[i].declare && all[k].close == options[i].close)
                priors[i] = evaluations[k];
    std::size_t edge = 0;
    std::size_t i = select(0, options, priors, edge);
    for (std::size_t k = 0; k < options.size(); ++k)
        for (std::size_t e = 0; e < nodes_[0].size(); ++e) {
            const int visits = nodes_[0][e].visits;
            if (visits >= kRootVisits || visits >= nodes_[0][edge].visits || nodes_[0][e].move != options[k]) continue;
            i = k;
            edge = e;
        }
    const Move& o = options[i];
    const int mover = led < 0 ? n.leader : 1 - n.leader;
    int value;
    if (o.tile < 0 && !o.close && !o.declare)
        value = play_out(root, o);  // nothing of player 0's to decide: the networks play
    else
        value = descend(0, edge, o, n, led, root.pending, 0);
    back_up(0, edge, mover == 0 ? value : -value);
    return {i, value};
}

// The value for player 0 of the decision at a node of the tree.
int Tree::decide(std::size_t node, Node n, int led, int pending, int total) {
    std::vector<Move> options;
    std::vector<float> priors;
    if (led < 0)
        lead_options(n, options, priors);
    else
        reply_options(n, led, options, priors);
    std::size_t edge = 0;
    const Move option = options[select(node, options, priors, edge)];
    const int mover = led < 0 ? n.leader : 1 - n.leader;
    const int value = descend(node, edge, option, n, led, pending, total);
    back_up(node, edge, mover == 0 ? value - total : total - value);
    return value;
}

void Tree::back_up(std::size_t node, std::size_t edge, int value) {
    Edge& chosen = nodes_[node][edge];
    ++chosen.visits;
    chosen.sum += value;
}

// Makes a move and goes on, in the tree where the edge was visited before, else by the networks.
int Tree::descend(std::size_t node, std::size_t edge, const Move& option, Node n, int led, int pending, int total) {
    const bool visited = nodes_[node][edge].visits > 0;
    if (led >= 0) {
        if (replies_and_draws(n, led, option.tile, pending, total)) return total;
        return visited ? next_trick(node, edge, n, total) : between_tricks(n, total);
    }
    const int sign = n.leader == 0 ? 1 : -1;
    if (option.close) return total + sign * closing(n, option);
    if (!visited) {
        bool over = false;
        from_lead(n, option, total, over);
        return over ? total : between_tricks(n, total);
    }
    int gain = 0, waits = 0;
    const bool over = option.declare && declare(n, n.leader, option.declare, gain, waits);
    total += sign * gain;
    if (over) return total;
    if (option.declare && s_.mode == kClaim && n.counted[n.leader] >= s_.target) return total + sign * win(n, n.leader);
    return decide(expand(node, edge), n, option.tile, waits, total);
}

// Between two tricks: claims, and what is solved, end the simulation; else the next lead is decided in the tree.
int Tree::next_trick(std::size_t node, std::size_t edge, const Node& n, int total) {
    const bool claimed = s_.mode == kClaim && std::max(n.counted[0], n.counted[1]) >= s_.target;
    if (!n.open || claimed) return between_tricks(n, total);
    return decide(expand(node, edge), n, -1, 0, total);
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
