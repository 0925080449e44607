// Alpha-mu search (Cazenave and Ventos 2019): the best strategy itself. A front is what strategies lose in each world,
// one vector a strategy, without any that another one equals or beats in all worlds. At own nodes it is the union over
// the moves; at opponent nodes what is left when each of their moves has been answered, one after another: a strategy's
// answer to one move does not depend on its answer to another, so every combination is one.
//
// What is lost rather than what is taken is kept, so that a vector is mostly zeros: an own move loses at once what the
// exact value falls by in each world, and the caps of the worlds fall with it. Only what loses less in total than
// `max_loss`, the best strategy known, is of interest. So fronts stay small though worlds are many, and the bounds of
// losses.cpp cut off many nodes. The search gives up after a number of steps, not of seconds, so that the answer is the
// same everywhere.

#include <algorithm>
#include <bit>
#include <utility>

#include "hidden/best_defence.hpp"

namespace bingo {
namespace {

// Vectors of a front that one is compared with in the time of a step: fronts that multiply take longer than nodes.
constexpr std::size_t kComparisonsPerStep = 64;

// What is lost over all worlds, each with its weight.
double loss_of(const std::vector<int>& losses, const Worlds& worlds) {
    double sum = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) sum += losses[i] * worlds[i].weight;
    return sum;
}

// Whether `a` loses no more than `b` in every world.
bool loses_no_more(const std::vector<int>& a, const std::vector<int>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), [](int x, int y) { return x <= y; });
}

// Adds what no other on the front equals or beats.
void add_to_front(std::vector<std::vector<int>>& front, std::vector<int> losses) {
    for (const auto& other : front)
        if (loses_no_more(other, losses)) return;
    std::erase_if(front, [&](const auto& other) { return loses_no_more(losses, other); });
    front.push_back(std::move(losses));
}

}  // namespace

std::optional<Values> BestDefence::best_strategy(const Position& root, const Move& move, const std::vector<Mask>& hands,
                                                 const std::vector<double>& weights, double max_loss,
                                                 std::uint64_t steps) {
    steps_left_ = steps;
    given_up_ = false;
    fronts_.clear();
    Worlds worlds;
    const InfoNode node = make_root(root, move, hands, weights, Aim::kPoints, worlds);
    Values values;
    if (max_loss <= kEpsilon) return values;
    const bool is_own_move = root.to_move() == 0;
    const Front best_front = is_own_move ? front_after(node, move, worlds, max_loss, FrontMode::kLeastLoss)
                                         : front(node, worlds, max_loss, FrontMode::kLeastLoss);
    if (given_up_) return std::nullopt;
    for (std::size_t i = 0; !best_front.empty() && i < worlds.size(); ++i)
        values.push_back(game().scored_utility(root.node) + worlds[i].cap - best_front[0][i]);
    return values;
}

// What follows returns all of the front that loses less than `max_loss`, or the one on it that loses least.

// In order: nothing to lose, the table, the bound on what every strategy loses, then the search. Only whole fronts are
// stored; one made for a higher `max_loss` serves for every lower one.
BestDefence::Front BestDefence::front(const InfoNode& node, const Worlds& worlds, double max_loss, FrontMode mode) {
    solver_.check_watch();
    if (!step() || max_loss <= kEpsilon) return {};
    Front no_loss{Losses(worlds.size(), 0)};
    if (nothing_to_lose(node, worlds)) return no_loss;
    Key front_key = key(node, worlds);
    const auto stored_front = fronts_.find(front_key);
    if (stored_front != fronts_.end() && stored_front->second.max_loss >= max_loss) {
        Front front = stored_front->second.front;
        std::erase_if(front, [&](const Losses& losses) { return loss_of(losses, worlds) >= max_loss - kEpsilon; });
        return front;
    }
    Weights used;
    if (loss_bound(node, worlds, used) >= max_loss - kEpsilon || given_up_) return {};
    Front best_front = node.root.to_move() == 0 ? own_front(node, worlds, max_loss, mode)
                                                : opponent_front(node, worlds, max_loss, mode);
    if (mode == FrontMode::kWholeFront) fronts_[std::move(front_key)] = {max_loss, best_front};
    return best_front;
}

// The front after a move of player 0, one loss for each of `worlds`: 0 where nothing can be lost any more.
BestDefence::Front BestDefence::front_after(const InfoNode& node, const Move& move, const Worlds& worlds,
                                            double max_loss, FrontMode mode) {
    Branch branch;
    if (!do_move(node, move, worlds, branch)) return {Losses(worlds.size(), 0)};
    Front best_front;
    for (const Losses& branch_losses : front(branch.node, branch.worlds, max_loss, mode)) {
        Losses losses(worlds.size(), 0);
        for (std::size_t i = 0; i < branch_losses.size(); ++i) losses[branch.parent_index[i]] = branch_losses[i];
        best_front.push_back(std::move(losses));
    }
    return best_front;
}

// A node of player 0: the union of the fronts of all moves, without vectors that another one equals or beats.
BestDefence::Front BestDefence::own_front(const InfoNode& node, const Worlds& worlds, double max_loss, FrontMode mode) {
    std::vector<Move> candidates = moves(in_world(node.root, worlds[0].hand));
    drop_equivalent_moves(node.root, worlds, candidates);
    std::vector<Option> options;
    for (const Move& move : candidates) {
        Option option;
        option.move = move;
        if (add_losses_now(node, worlds, option, max_loss)) options.push_back(std::move(option));
        if (given_up_) return {};
    }
    std::ranges::stable_sort(options, {}, &Option::loss_now);
    Front best_front;
    for (const Option& option : options) {
        if (given_up_ || option.loss_now >= max_loss - kEpsilon) break;
        for (Losses& losses :
             front_after(node, option.move, lower_caps(worlds, option), max_loss - option.loss_now, mode)) {
            if (!step(1 + best_front.size() / kComparisonsPerStep)) return {};
            for (std::size_t i = 0; i < losses.size(); ++i) losses[i] += option.losses[i];
            const double sum = loss_of(losses, worlds);
            if (sum <= kEpsilon) return {std::move(losses)};
            if (mode == FrontMode::kWholeFront) {
                add_to_front(best_front, std::move(losses));
            } else if (sum < max_loss) {
                max_loss = sum;
                best_front = {std::move(losses)};
            }
        }
    }
    return best_front;
}

// A node of the opponent: their moves one after another, each in the worlds that allow it. A strategy answers all of
// them, so in a world it loses the most that any of these moves takes; what was lost already is not lost again.
BestDefence::Front BestDefence::opponent_front(const InfoNode& node, const Worlds& worlds, double max_loss,
                                               FrontMode mode) {
    const LowerBound least_value = node_lower_bound(node);
    MovesByWorld by_move;
    for (std::size_t i = 0; i < worlds.size(); ++i) add_moves(node.root, worlds[i].hand, i, by_move);
    const std::vector<MovesByWorld::Group> groups = by_move.rarest_first();
    const auto loses_less = [&](const Losses& x, const Losses& y) { return loss_of(x, worlds) < loss_of(y, worlds); };
    Front combined_front{Losses(worlds.size(), 0)};
    for (const MovesByWorld::Group& group : groups) {
        Branch branch;
        if (!do_move(node, group.move, branch)) continue;
        const bool is_last_group = mode == FrontMode::kLeastLoss && &group == &groups.back();
        Front best_front;
        std::ranges::stable_sort(combined_front, loses_less);
        for (const Losses& losses : combined_front) {
            branch.clear();
            for (const std::size_t i : group)
                branch.add({worlds[i].hand, worlds[i].cap - losses[i], worlds[i].weight}, i, least_value);
            const double sum = loss_of(losses, worlds);
            if (sum >= max_loss - kEpsilon) break;
            Front branch_front{Losses(branch.worlds.size(), 0)};
            if (!branch.worlds.empty())
                branch_front = front(branch.node, branch.worlds, max_loss - sum,
                                     is_last_group ? FrontMode::kLeastLoss : FrontMode::kWholeFront);
            for (const Losses& branch_loss : branch_front) {
                if (!step(1 + best_front.size() / kComparisonsPerStep)) return {};
                Losses combined = losses;
                for (std::size_t i = 0; i < branch_loss.size(); ++i) combined[branch.parent_index[i]] += branch_loss[i];
                if (!is_last_group) {
                    add_to_front(best_front, std::move(combined));
                } else if (const double loss = loss_of(combined, worlds); loss < max_loss) {
                    max_loss = loss;
                    best_front = {std::move(combined)};
                }
            }
        }
        combined_front = std::move(best_front);
        if (combined_front.empty()) return {};
    }
    if (mode == FrontMode::kLeastLoss && combined_front.size() > 1)
        combined_front = {*std::ranges::min_element(combined_front, loses_less)};
    return combined_front;
}

// Leaves one of several tiles that win, lose and count the same against every hand of these worlds, led or played.
// Doubles and the pair of a capture are never dropped, as more than their rank may matter.
void BestDefence::drop_equivalent_moves(const Position& root, const Worlds& worlds, std::vector<Move>& moves) const {
    Mask possible_tiles = 0;
    for (const World& world : worlds) possible_tiles |= world.hand;
    const Trump& trump = game().trump();
    const auto is_equivalent = [&](int x, int y) {
        if (trump.points[x] != trump.points[y] || (trump.beats[1][x] ^ trump.beats[1][y]) & possible_tiles)
            return false;
        for (std::size_t c = 0; c < kReplyClasses; ++c)
            if ((trump.reply_classes[x][c] ^ trump.reply_classes[y][c]) & possible_tiles) return false;
        for (Mask m = possible_tiles; m; m &= m - 1) {
            const int possible_tile = lowest(m);
            if (has(trump.beats[1][possible_tile], x) != has(trump.beats[1][possible_tile], y)) return false;
            for (const Mask tiles : trump.reply_classes[possible_tile])
                if (has(tiles, x) != has(tiles, y)) return false;
        }
        return true;
    };
    const auto is_plain = [&](const Move& move) {
        return move.tile >= 0 && !move.declare && !move.claim && !has(trump.doubles | trump.capture_pair, move.tile);
    };
    if (root.stage != kLeadStage && root.stage != kReplyStage) return;
    std::vector<Move> distinct_moves;
    for (const Move& move : moves) {
        const auto is_twin = [&](const Move& other) { return is_plain(other) && is_equivalent(other.tile, move.tile); };
        if (is_plain(move) && std::ranges::any_of(distinct_moves, is_twin)) continue;
        distinct_moves.push_back(move);
    }
    moves = std::move(distinct_moves);
}

// --- the table ---------------------------------------------------------------------------------------

std::size_t BestDefence::Hash::operator()(const Key& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = (hash ^ word) * 0x9E3779B97F4A7C15u + (hash >> 29);
    return hash;
}

// All that the front depends on, in one deal: the turn, the score, the hand, and the worlds with their caps and
// weights. The table lives for one call only, so the deal itself is not in the key.
BestDefence::Key BestDefence::key(const InfoNode& node, const Worlds& worlds) {
    const Position& root = node.root;
    const State& state = root.node;
    const auto u64 = [](int number) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(number)); };
    Key words{u64(static_cast<int>(state.hand[0])) | u64(root.stage) << 32 | u64(root.led + 1) << 36 |
                  u64(root.won_with + 1) << 42 | u64(state.leader) << 48 | u64(state.trick_bits) << 50,
              u64(state.points[0]) | u64(state.points[1]) << 16 | u64(state.waiting_points[0]) << 32 |
                  u64(state.waiting_points[1]) << 48,
              u64(root.pending) | u64(static_cast<int>(state.declarable)) << 32,
              u64(node.floor) | u64(state.game_points[0]) << 32 | u64(state.game_points[1]) << 40};
    for (const World& world : worlds) {
        words.push_back(world.hand | u64(world.cap) << 32);
        words.push_back(std::bit_cast<std::uint64_t>(world.weight));
    }
    return words;
}

}  // namespace bingo
