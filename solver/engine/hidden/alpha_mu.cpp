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
double loss_of(const std::vector<int>& lost, const Worlds& worlds) {
    double sum = 0;
    for (std::size_t i = 0; i < lost.size(); ++i) sum += lost[i] * worlds[i].weight;
    return sum;
}

// Whether `a` loses no more than `b` in every world.
bool loses_no_more(const std::vector<int>& a, const std::vector<int>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), [](int x, int y) { return x <= y; });
}

// Adds what no other on the front equals or beats.
void add_to_front(std::vector<std::vector<int>>& front, std::vector<int> lost) {
    for (const auto& other : front)
        if (loses_no_more(other, lost)) return;
    std::erase_if(front, [&](const auto& other) { return loses_no_more(lost, other); });
    front.push_back(std::move(lost));
}

}  // namespace

std::optional<Values> BestDefence::best(const Position& root, const Move& move, const std::vector<Mask>& hands,
                                        const std::vector<double>& weights, double max_loss, std::uint64_t steps) {
    steps_left_ = steps;
    given_up_ = false;
    fronts_.clear();
    Worlds worlds;
    const Line line = begin(root, move, hands, weights, Aim::kPoints, worlds);
    Values values;
    if (max_loss <= kEpsilon) return values;
    const bool mine = root.to_move() == 0;
    const Front best_front = mine ? front_after(line, move, worlds, max_loss, FrontMode::kLeast)
                                  : front(line, worlds, max_loss, FrontMode::kLeast);
    if (given_up_) return std::nullopt;
    for (std::size_t i = 0; !best_front.empty() && i < worlds.size(); ++i)
        values.push_back(game().scored_utility(root.node) + worlds[i].cap - best_front[0][i]);
    return values;
}

// What follows returns all of the front that loses less than `max_loss`, or the one on it that loses least.

// In order: nothing to lose, the table, the bound on what every strategy loses, then the search. Only whole fronts are
// stored; one made for a higher `max_loss` serves for every lower one.
BestDefence::Front BestDefence::front(const Line& line, const Worlds& worlds, double max_loss, FrontMode mode) {
    solver_.check();
    if (!step() || max_loss <= kEpsilon) return {};
    Front nothing{Losses(worlds.size(), 0)};
    if (safe(line, worlds)) return nothing;
    Key k = key(line, worlds);
    const auto stored = fronts_.find(k);
    if (stored != fronts_.end() && stored->second.max_loss >= max_loss) {
        Front front = stored->second.front;
        std::erase_if(front, [&](const Losses& lost) { return loss_of(lost, worlds) >= max_loss - kEpsilon; });
        return front;
    }
    Weights used;
    if (bound(line, worlds, used) >= max_loss - kEpsilon || given_up_) return {};
    Front best_front = line.root.to_move() == 0 ? own_front(line, worlds, max_loss, mode)
                                                : opponent_front(line, worlds, max_loss, mode);
    if (mode == FrontMode::kFront) fronts_[std::move(k)] = {max_loss, best_front};
    return best_front;
}

// The front after a move of player 0, one loss for each of `worlds`: 0 where nothing can be lost any more.
BestDefence::Front BestDefence::front_after(const Line& line, const Move& move, const Worlds& worlds, double max_loss,
                                            FrontMode mode) {
    Branch branch;
    if (!do_move(line, move, worlds, branch)) return {Losses(worlds.size(), 0)};
    Front best_front;
    for (const Losses& branch_losses : front(branch.line, branch.worlds, max_loss, mode)) {
        Losses losses(worlds.size(), 0);
        for (std::size_t i = 0; i < branch_losses.size(); ++i) losses[branch.parent_index[i]] = branch_losses[i];
        best_front.push_back(std::move(losses));
    }
    return best_front;
}

// A node of player 0: the union of the fronts of all moves, without vectors that another one equals or beats.
BestDefence::Front BestDefence::own_front(const Line& line, const Worlds& worlds, double max_loss, FrontMode mode) {
    std::vector<Move> candidates = moves(in_world(line.root, worlds[0].hand));
    drop_equivalent(line.root, worlds, candidates);
    std::vector<Option> options;
    for (const Move& move : candidates) {
        Option option;
        option.move = move;
        if (branch_losses(line, worlds, option, max_loss)) options.push_back(std::move(option));
        if (given_up_) return {};
    }
    std::ranges::stable_sort(options, {}, &Option::at_once);
    Front best_front;
    for (const Option& option : options) {
        if (given_up_ || option.at_once >= max_loss - kEpsilon) break;
        for (Losses& lost : front_after(line, option.move, capped(worlds, option), max_loss - option.at_once, mode)) {
            if (!step(1 + best_front.size() / kComparisonsPerStep)) return {};
            for (std::size_t i = 0; i < lost.size(); ++i) lost[i] += option.lost[i];
            const double sum = loss_of(lost, worlds);
            if (sum <= kEpsilon) return {std::move(lost)};
            if (mode == FrontMode::kFront) {
                add_to_front(best_front, std::move(lost));
            } else if (sum < max_loss) {
                max_loss = sum;
                best_front = {std::move(lost)};
            }
        }
    }
    return best_front;
}

// A node of the opponent: their moves one after another, each in the worlds that allow it. A strategy answers all of
// them, so in a world it loses the most that any of these moves takes; what was lost already is not lost again.
BestDefence::Front BestDefence::opponent_front(const Line& line, const Worlds& worlds, double max_loss,
                                               FrontMode mode) {
    const LowerBound low = least_values(line);
    MovesByWorld by_move;
    for (std::size_t i = 0; i < worlds.size(); ++i) add_moves(line.root, worlds[i].hand, i, by_move);
    const std::vector<MovesByWorld::Group> groups = by_move.rarest_first();
    const auto loses_less = [&](const Losses& x, const Losses& y) { return loss_of(x, worlds) < loss_of(y, worlds); };
    Front so_far{Losses(worlds.size(), 0)};
    for (const MovesByWorld::Group& group : groups) {
        Branch branch;
        if (!do_move(line, group.move, branch)) continue;
        const bool last = mode == FrontMode::kLeast && &group == &groups.back();
        Front best_front;
        std::ranges::stable_sort(so_far, loses_less);
        for (const Losses& lost : so_far) {
            branch.clear();
            for (const std::size_t i : group)
                branch.add({worlds[i].hand, worlds[i].cap - lost[i], worlds[i].weight}, i, low);
            const double sum = loss_of(lost, worlds);
            if (sum >= max_loss - kEpsilon) break;
            Front branch_front{Losses(branch.worlds.size(), 0)};
            if (!branch.worlds.empty())
                branch_front =
                    front(branch.line, branch.worlds, max_loss - sum, last ? FrontMode::kLeast : FrontMode::kFront);
            for (const Losses& extra : branch_front) {
                if (!step(1 + best_front.size() / kComparisonsPerStep)) return {};
                Losses combined = lost;
                for (std::size_t i = 0; i < extra.size(); ++i) combined[branch.parent_index[i]] += extra[i];
                if (!last) {
                    add_to_front(best_front, std::move(combined));
                } else if (const double loss = loss_of(combined, worlds); loss < max_loss) {
                    max_loss = loss;
                    best_front = {std::move(combined)};
                }
            }
        }
        so_far = std::move(best_front);
        if (so_far.empty()) return {};
    }
    if (mode == FrontMode::kLeast && so_far.size() > 1) so_far = {*std::ranges::min_element(so_far, loses_less)};
    return so_far;
}

// Leaves one of several tiles that win, lose and count the same against every hand of these worlds, led or played.
// Doubles and the pair of a capture are never dropped, as more than their rank may matter.
void BestDefence::drop_equivalent(const Position& root, const Worlds& worlds, std::vector<Move>& moves) const {
    Mask possible_tiles = 0;
    for (const World& world : worlds) possible_tiles |= world.hand;
    const Trump& t = trump();
    const auto is_equivalent = [&](int x, int y) {
        if (t.points[x] != t.points[y] || (t.beats[1][x] ^ t.beats[1][y]) & possible_tiles) return false;
        for (std::size_t c = 0; c < kReplyClasses; ++c)
            if ((t.reply_classes[x][c] ^ t.reply_classes[y][c]) & possible_tiles) return false;
        for (Mask m = possible_tiles; m; m &= m - 1) {
            const int z = lowest(m);
            if (has(t.beats[1][z], x) != has(t.beats[1][z], y)) return false;
            for (const Mask tiles : t.reply_classes[z])
                if (has(tiles, x) != has(tiles, y)) return false;
        }
        return true;
    };
    const auto is_plain = [&](const Move& m) {
        return m.tile >= 0 && !m.declare && !m.claim && !has(t.doubles | t.capture_pair, m.tile);
    };
    if (root.stage != kLeadStage && root.stage != kReplyStage) return;
    std::vector<Move> distinct;
    for (const Move& move : moves) {
        const auto twin = [&](const Move& other) { return is_plain(other) && is_equivalent(other.tile, move.tile); };
        if (is_plain(move) && std::ranges::any_of(distinct, twin)) continue;
        distinct.push_back(move);
    }
    moves = std::move(distinct);
}

// --- the table ---------------------------------------------------------------------------------------

std::size_t BestDefence::Hash::operator()(const Key& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = (hash ^ word) * 0x9E3779B97F4A7C15u + (hash >> 29);
    return hash;
}

// All that the front depends on, in one deal: the turn, the score, the hand, and the worlds with their caps and
// weights. The table lives for one call only, so the deal itself is not in the key.
BestDefence::Key BestDefence::key(const Line& line, const Worlds& worlds) {
    const Position& root = line.root;
    const State& n = root.node;
    const auto u = [](int x) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)); };
    Key k{u(static_cast<int>(n.hand[0])) | u(root.stage) << 32 | u(root.led + 1) << 36 | u(root.won_with + 1) << 42 |
              u(n.leader) << 48 | u(n.trick_bits) << 50,
          u(n.points[0]) | u(n.points[1]) << 16 | u(n.waiting_points[0]) << 32 | u(n.waiting_points[1]) << 48,
          u(root.pending) | u(static_cast<int>(n.declarable)) << 32,
          u(line.floor) | u(n.game_points[0]) << 32 | u(n.game_points[1]) << 40};
    for (const World& world : worlds) {
        k.push_back(world.hand | u(world.cap) << 32);
        k.push_back(std::bit_cast<std::uint64_t>(world.weight));
    }
    return k;
}

}  // namespace bingo
