#include "hidden/tree.hpp"

#include <cmath>
#include <limits>

namespace bingo {
namespace {

// What the networks think counts as much as so many walks, and curiosity so many game points.
constexpr double kThought = 8, kCurious = 2.0;
// Walks that each option of the decision itself gets before any is preferred.
constexpr int kEach = 2;

bool same(const Course& a, const Course& b) { return a.tile == b.tile && a.declare == b.declare && a.close == b.close; }

}  // namespace

// The option with the highest upper confidence bound; `branch` becomes where it is kept in the fork.
std::size_t Tree::pick(std::size_t fork, const std::vector<Course>& options, const std::vector<float>& thought, std::size_t& branch) {
    auto& branches = forks_[fork];
    double highest = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::size_t b = 0;
        while (b < branches.size() && !same(branches[b].option, options[i])) ++b;
        if (b == branches.size()) branches.push_back({options[i]});
        Branch& known = branches[b];
        ++known.chances;
        const double mean = (known.sum + kThought * static_cast<double>(thought[i])) / (known.visits + kThought);
        const double bound = mean + kCurious * std::sqrt(std::log(known.chances + 1.0) / (known.visits + 1.0));
        if (bound > highest) {
            highest = bound;
            best = i;
            branch = b;
        }
    }
    return best;
}

Tree::Walk Tree::walk(const Root& root, const std::vector<Course>& options) {
    enter(root);
    const Node& n = root.node;
    const int led = root.stage == kReplyStage ? root.led : -1;
    std::vector<Course> all;
    std::vector<float> thought, values(options.size(), 0);
    if (led < 0)
        lead_options(n, all, thought);
    else
        reply_options(n, led, all, thought);
    for (std::size_t i = 0; i < options.size(); ++i)
        for (std::size_t k = 0; k < all.size(); ++k)
            if (all[k].tile == options[i].tile && !all[k].declare == !options[i].declare && all[k].close == options[i].close)
                values[i] = thought[k];
    std::size_t branch = 0;
    std::size_t i = pick(0, options, values, branch);
    for (std::size_t k = 0; k < options.size(); ++k)
        for (std::size_t b = 0; b < forks_[0].size(); ++b) {
            const int visits = forks_[0][b].visits;
            if (visits >= kEach || visits >= forks_[0][branch].visits || !same(forks_[0][b].option, options[k])) continue;
            i = k;
            branch = b;
        }
    const Course& o = options[i];
    const int mover = led < 0 ? n.leader : 1 - n.leader;
    int value;
    if (o.tile < 0 && !o.close && !o.declare)
        value = play_out(root, o);  // nothing of player 0's to decide: the networks play
    else
        value = take(0, branch, o, n, led, root.pending, 0);
    Branch& taken = forks_[0][branch];
    ++taken.visits;
    taken.sum += mover == 0 ? value : -value;
    return {i, value};
}

// The value for player 0 of the decision at a fork.
int Tree::decide(std::size_t fork, Node n, int led, int pending, int total) {
    std::vector<Course> options;
    std::vector<float> thought;
    if (led < 0)
        lead_options(n, options, thought);
    else
        reply_options(n, led, options, thought);
    std::size_t branch = 0;
    const Course option = options[pick(fork, options, thought, branch)];
    const int mover = led < 0 ? n.leader : 1 - n.leader;
    const int value = take(fork, branch, option, n, led, pending, total);
    Branch& taken = forks_[fork][branch];
    ++taken.visits;
    taken.sum += mover == 0 ? value - total : total - value;
    return value;
}

// Takes an option and goes on, in the tree where the branch was taken before, else by the networks.
int Tree::take(std::size_t fork, std::size_t branch, const Course& option, Node n, int led, int pending, int total) {
    const bool before = forks_[fork][branch].visits > 0;
    if (led >= 0) {
        if (replies_and_draws(n, led, option.tile, pending, total)) return total;
        return before ? go_on(fork, branch, n, total) : between_tricks(n, total);
    }
    const int sign = n.leader == 0 ? 1 : -1;
    if (option.close) return total + sign * closing(n, option);
    if (!before) {
        bool over = false;
        from_lead(n, option, total, over);
        return over ? total : between_tricks(n, total);
    }
    int gain = 0, waits = 0;
    const bool over = option.declare && declare(n, n.leader, option.declare, gain, waits);
    total += sign * gain;
    if (over) return total;
    if (option.declare && s_.mode == kClaim && n.counted[n.leader] >= s_.target) return total + sign * win(n, n.leader);
    return decide(grown(fork, branch), n, option.tile, waits, total);
}

// Between two tricks: claims, and what is solved, end the walk; else the next lead is decided in the tree.
int Tree::go_on(std::size_t fork, std::size_t branch, const Node& n, int total) {
    const bool claimed = s_.mode == kClaim && std::max(n.counted[0], n.counted[1]) >= s_.target;
    if (!n.open || claimed) return between_tricks(n, total);
    return decide(grown(fork, branch), n, -1, 0, total);
}

std::size_t Tree::grown(std::size_t fork, std::size_t branch) {
    if (!forks_[fork][branch].fork) {
        forks_[fork][branch].fork = forks_.size();
        forks_.emplace_back();
    }
    return forks_[fork][branch].fork;
}

}  // namespace bingo
