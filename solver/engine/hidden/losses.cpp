// Bounds on what every strategy loses for not seeing the other hand.
//
// What a strategy loses in a world is the exact value there less what it takes. Where the opponent moves, the loss in a
// world is the largest over their moves, so at least any weighted mean over them: the weight of a world may be shared
// out among the opponent's moves, and what is lost after each of them counts by its share. Moves are gone through one
// after another, and of each world's weight is left to the next what the bound of the last did not need (saturated cost
// partitioning: Seipp, Keller and Helmert 2017). Where player 0 moves, all of the options are to lose at least as much
// as the best one does.

#include <algorithm>
#include <limits>
#include <utility>

#include "hidden/best_defence.hpp"

namespace bingo {

double BestDefence::least_loss(const Position& root, const Move& move, const std::vector<Mask>& hands,
                               const std::vector<double>& weights, int unseeing_moves, Aim aim, std::uint64_t steps) {
    steps_left_ = steps;
    given_up_ = false;
    Worlds worlds;
    InfoNode node = make_root(root, move, hands, weights, aim, worlds);
    node.unseeing_moves = unseeing_moves;
    Weights used;
    const double bound =
        root.to_move() == 0 ? loss_bound_after(node, move, worlds, used) : loss_bound(node, worlds, used);
    return given_up_ ? std::numeric_limits<double>::quiet_NaN() : bound;
}

// 0 where no bound is worth looking for: the decisions that are to be made unseeing are used up, and from here on play
// is taken to see the hand.
double BestDefence::loss_bound(const InfoNode& node, const Worlds& worlds, Weights& used) {
    solver_.check_watch();
    used.assign(worlds.size(), 0);
    if (given_up_ || !node.unseeing_moves || nothing_to_lose(node, worlds)) return 0;
    return node.root.to_move() == 0 ? own_node_bound(node, worlds, used) : opponent_node_bound(node, worlds, used);
}

// A lower bound on what any strategy loses after this move of player 0. It raises `used`, the part of each world's
// weight that the bound rests on; what is not used counts for other moves of the opponent.
double BestDefence::loss_bound_after(const InfoNode& node, const Move& move, const Worlds& worlds, Weights& used) {
    used.assign(worlds.size(), 0);
    Branch branch;
    if (!do_move(node, move, worlds, branch)) return 0;
    Weights used_after;
    const double loss = loss_bound(branch.node, branch.worlds, used_after);
    for (std::size_t i = 0; i < used_after.size(); ++i) used[branch.parent_index[i]] = used_after[i];
    return loss;
}

// Fills in what the option loses at once in each world: the exact value before it less that after it. False, with some
// worlds left out, as soon as the sum is `threshold`.
bool BestDefence::add_losses_now(const InfoNode& node, const Worlds& worlds, Option& option, double threshold) {
    option.losses.assign(worlds.size(), 0);
    SharedResult result = shared_result(node.root, option.move);
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        if (!step()) return false;
        const World& world = worlds[i];
        option.losses[i] =
            world.cap - std::max(node.floor, exact_value_after(result, world.hand, world.cap, node.floor));
        option.loss_now += option.losses[i] * world.weight;
        if (option.loss_now >= threshold) return false;
    }
    return true;
}

Worlds BestDefence::lower_caps(Worlds worlds, const Option& option) {
    for (std::size_t i = 0; i < worlds.size(); ++i) worlds[i].cap -= option.losses[i];
    return worlds;
}

// A node of player 0, who decides once for all worlds: the bound is that of the option that loses least. Options that
// lose nothing at once are followed up first, as one that loses nothing at all ends the node; then all others that may
// be the best one, by what they lose at once. Each option's own `used` is raised until all of them lose as much, since
// the share of the weight that the node takes must make every option lose it.
double BestDefence::own_node_bound(const InfoNode& node, const Worlds& worlds, Weights& used) {
    double loss = std::numeric_limits<double>::infinity();
    std::vector<Option> options;
    const auto deepen = [&](Option& option) {
        InfoNode next = node;
        --next.unseeing_moves;
        option.loss_later = loss_bound_after(next, option.move, lower_caps(worlds, option), option.used_weights);
        loss = std::min(loss, option.loss());
    };
    for (const Move& move : moves(in_world(node.root, worlds[0].hand))) {
        solver_.check_watch();
        Option option;
        option.move = move;
        if (add_losses_now(node, worlds, option, loss) && option.loss_now <= kEpsilon) deepen(option);
        if (given_up_ || loss <= kEpsilon) return 0;
        options.push_back(std::move(option));
    }
    std::ranges::stable_sort(options, {}, &Option::loss_now);
    for (Option& option : options)
        if (option.used_weights.empty() && option.loss_now < loss) deepen(option);
    if (given_up_ || loss <= kEpsilon) return 0;
    std::ranges::stable_sort(options, {}, &Option::loss);
    for (const Option& option : options) raise_used_weights(option, worlds, loss, used);
    return loss;
}

// Raises `used` as little as it takes for this option to lose `loss`. First by the shares that its own bound used: a
// bound scales with the weights it rests on, so a fraction of them proves that fraction of it. Then by the worlds in
// which it loses at once, in proportion to the weight that each has left.
void BestDefence::raise_used_weights(const Option& option, const Worlds& worlds, double loss, Weights& used) {
    const auto lost_at_once = [&] {
        double sum = 0;
        for (std::size_t i = 0; i < worlds.size(); ++i) sum += used[i] * option.losses[i];
        return sum;
    };
    double covered_loss = lost_at_once();
    if (covered_loss >= loss) return;
    if (option.loss_later > 0) {
        const double fraction = std::clamp((loss - option.loss_now) / option.loss_later, 0.0, 1.0);
        for (std::size_t i = 0; i < worlds.size(); ++i) used[i] = std::max(used[i], fraction * option.used_weights[i]);
        covered_loss = lost_at_once() + fraction * option.loss_later;
    }
    double weight_left = 0;
    for (std::size_t i = 0; i < worlds.size(); ++i) weight_left += (worlds[i].weight - used[i]) * option.losses[i];
    if (covered_loss >= loss || weight_left <= 0) return;
    const double fraction = std::min(1.0, (loss - covered_loss) / weight_left);
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (option.losses[i]) used[i] += fraction * (worlds[i].weight - used[i]);
}

// A node of the opponent, who decides in each world. Worlds in which they make the same move stay together, as player 0
// sees no difference. A world's weight is shared out among the moves that can be made in it: each bound uses some of it
// and leaves the rest (`remaining_worlds`), so the sum of the bounds is one, too. Moves that few worlds allow come
// first, as the weight of these worlds is of least use elsewhere.
double BestDefence::opponent_node_bound(const InfoNode& node, const Worlds& worlds, Weights& used) {
    const LowerBound least_value = node_lower_bound(node);
    MovesByWorld by_move = moves_by_world(node, worlds);
    Worlds remaining_worlds = worlds;
    Branch branch;
    double loss = 0;
    for (const MovesByWorld::Group& group : by_move.rarest_first()) {
        if (!do_move(node, group.move, branch)) continue;
        for (const std::size_t i : group) branch.add(remaining_worlds[i], i, least_value);
        if (branch.worlds.empty()) continue;
        Weights used_after;
        loss += loss_bound(branch.node, branch.worlds, used_after);
        if (given_up_) return 0;
        for (std::size_t i = 0; i < used_after.size(); ++i) {
            const std::size_t world = branch.parent_index[i];
            used[world] += used_after[i];
            remaining_worlds[world].weight = worlds[world].weight - used[world];
        }
    }
    return loss;
}

}  // namespace bingo
