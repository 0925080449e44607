// One strategy of player 0 on sets of worlds, and what it takes in each: the lower limit of best defence.
//
// It looks one own move ahead. For every move the exact value in each world is found, which is what play that sees the
// hand would still take; the move with the highest total over all worlds, by weight, is made, and play goes on in the
// same way against every move of the opponent. What comes out is a true lower bound however badly the moves were
// chosen: each world ends with what is really taken in it. It is close to best defence where moves are tried out
// further (SearchWidth): with few worlds all, with more two, and the best of what they come to is taken.
//
// Work falls off fast, as worlds are dropped from a branch once nothing can be lost in them any more (Branch::add), and
// branches end where top winners decide (`nothing_to_lose`). All leads of a close with 31,824 hands take some 0.7 s.

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "hidden/best_defence.hpp"

namespace bingo {

int BestDefence::double_dummy_value(const Position& root, const Move& move, Mask hand) {
    solver_.set_root(root);
    SharedResult result = shared_result(root, move);
    return game().scored_utility(root.node) + exact_value_after(result, hand, no_cap());
}

Values BestDefence::guaranteed_values(const Position& root, const Move& move, const std::vector<Mask>& hands,
                                      const std::vector<double>& weights, SearchWidth width) {
    width_ = width;
    Worlds worlds;
    const InfoNode node = make_root(root, move, hands, weights, Aim::kPoints, worlds);
    if (root.to_move() == 0)
        play_after_move(node, move, worlds);
    else
        play(node, worlds);
    Values values;
    for (const World& world : worlds) values.push_back(world.cap + game().scored_utility(root.node));
    return values;
}

// --- sets of worlds ----------------------------------------------------------------------------------

BestDefence::InfoNode BestDefence::make_root(const Position& root, const Move& move, const std::vector<Mask>& hands,
                                             const std::vector<double>& weights, Aim aim, Worlds& worlds) {
    solver_.set_root(root);
    expect_questions(root, all_tiles(hands));
    InfoNode node{root, aim == Aim::kWin ? 0 : -kInfinity};
    node.root.node.hand[1] = 0;
    const int cap = aim == Aim::kWin ? 1 : no_cap();
    SharedResult result = shared_result(node.root, move);
    for (std::size_t i = 0; i < hands.size(); ++i)
        worlds.push_back({hands[i], exact_value_after(result, hands[i], cap, node.floor), weights[i]});
    return node;
}

WorldGame::LowerBound BestDefence::node_lower_bound(const InfoNode& node) const {
    LowerBound bound = lower_bound(node.root);
    for (int& least : bound.least) least = std::max(least, node.floor);
    return bound;
}

bool BestDefence::do_move(const InfoNode& node, const Move& move, Branch& branch) const {
    const MoveResult result = bingo::do_move(game(), node.root, move);
    branch.node = {result.position, node.floor - result.gain, node.unseeing_moves};
    branch.node.root.node.hand[1] = 0;
    branch.gain = result.gain;
    // A tile led is in their hand until the trick is stored.
    const bool is_reply = node.root.stage == kReplyStage;
    branch.played = is_reply ? bit(node.root.node.leader == 1 ? node.root.led : move.tile) : 0;
    branch.clear();
    return !result.is_over;
}

bool BestDefence::do_move(const InfoNode& node, const Move& move, const Worlds& worlds, Branch& branch) const {
    if (!do_move(node, move, branch)) return false;
    const LowerBound least_value = node_lower_bound(node);
    for (std::size_t i = 0; i < worlds.size(); ++i) branch.add(worlds[i], i, least_value);
    return !branch.worlds.empty();
}

MovesByWorld BestDefence::moves_by_world(const InfoNode& node, const Worlds& worlds) const {
    MovesByWorld moves;
    const LowerBound least_value = node_lower_bound(node);
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (worlds[i].cap > least_value(worlds[i].hand)) add_moves(node.root, worlds[i].hand, i, moves);
    return moves;
}

// In a single world player 0 plays as if it were seen. Else top winners take the same in every world.
bool BestDefence::nothing_to_lose(const InfoNode& node, const Worlds& worlds) const {
    if (worlds.size() == 1) return true;
    Mask possible_tiles = 0;
    int highest = -kInfinity, value = 0;
    for (const World& world : worlds) {
        possible_tiles |= world.hand;
        highest = std::max(highest, world.cap);
    }
    return has_top_winners(node.root, possible_tiles, value) && highest <= value;
}

// Whether some strategy takes every cap because the closer wins for certain. True is proved, false says nothing. All
// that may count besides the win is put into the question: in worlds that are lost anyway only the double of trumps is
// not to be lost (kLostHand); where the opponent could reach the target first the closer must be quicker, which is
// `points_allowed`, the least over those worlds. Where a world's cap is above what a win brings, this says nothing.
bool BestDefence::wins_for_certain(const Position& root, const Worlds& worlds) {
    // Nodes after which a certain win is given up: more than most take, few beside what they save.
    constexpr int kMaxNodes = 1000;
    const State& node = root.node;
    const Scoring& scoring = game().scoring();
    if (node.closer != 0 || root.pending || (root.stage != kLeadStage && root.stage != kReplyStage)) return false;
    if (!solver_.closer_points_decide() || scoring.declaration_needs_trick || scoring.redeclare) return false;
    if (std::max(node.points[0], node.points[1]) >= scoring.target || node.waiting_points[0] || !node.has_trick(0))
        return false;
    Mask possible_tiles = 0;
    for (const World& world : worlds) possible_tiles |= world.hand;
    if ((node.declarable & possible_tiles) == trump().doubles) return false;
    const int win_gain = game().gain(node, 0, game().win_points(node, 0));
    const int worst_loss = -game().gain(node, 1, std::max(game().failure_points(node), game().win_points(node, 1)));
    const LowerBound least_value = lower_bound(root);
    std::vector<Mask> hands;
    int points_allowed = CertainWin::kAnyPoints;
    for (const World& world : worlds) {
        if (world.cap > win_gain) return false;
        if (world.cap <= least_value(world.hand)) continue;
        hands.push_back(world.cap > worst_loss ? world.hand : world.hand | CertainWin::kLostHand);
        if (world.cap <= worst_loss) continue;
        const Position position = in_world(root, world.hand);
        const int opponent_points = node.points[1] + node.waiting_points[1] + solver_.most_declared(position.node, 1);
        const int total_points =
            opponent_points + position.node.unplayed_points + node.points[0] + solver_.most_declared(position.node, 0);
        if (opponent_points + position.node.unplayed_points >= scoring.target && total_points >= 2 * scoring.target)
            points_allowed = std::min(points_allowed, scoring.target - opponent_points);
    }
    const CertainWin::Target target{node.hand[0], node.declarable, scoring.target - node.points[0], points_allowed};
    const int led = root.stage == kReplyStage ? root.led : -1;
    return points_allowed > 0 && certain_win_.is_certain(target, hands, node.leader == 0, led, kMaxNodes);
}

// --- what a strategy takes ---------------------------------------------------------------------------

// All worlds look alike to player 0, who sees the line. Where every move is tried out, the caps are taken if any
// strategy takes them.
void BestDefence::play(const InfoNode& node, Worlds& worlds) {
    solver_.check_watch();  // worlds may be decided without a single node
    const Position& root = node.root;
    if (worlds.size() == 1 && !solver_.closer_points_decide()) {  // a cap is the value, save where doubles may be shown
        World& world = worlds[0];
        world.cap = exact_value(in_world(root, world.hand), world.cap, lower_bound(root)(world.hand));
    } else if (!nothing_to_lose(node, worlds)) {
        const bool tries_all = width_.moves_tried(worlds.size()) == SearchWidth::kEveryMove;
        if (tries_all && worlds.size() <= CertainWin::kMaxHands && wins_for_certain(root, worlds)) return;
        root.to_move() == 0 ? play_own(node, worlds) : play_opponent(node, worlds);
    }
}

// An own node: player 0 decides once for all worlds, by total, and what is promised is tried out. A promise is a true
// upper bound on what the option can take, so once one option has taken as much as another promises, that one need not
// be tried. With the caps as upper bounds in each world, too, an option may be given up before all worlds are looked
// at; and one that promises every cap is tried at once, as none can be better.
void BestDefence::play_own(const InfoNode& node, Worlds& worlds) {
    struct Candidate {
        Move move;
        Worlds worlds;  // capped by what the option is worth there
        double total = 0;  // of values times weights
    };
    std::vector<Candidate> options;
    const auto weighted_sum = [](const Worlds& capped) {
        double sum = 0;
        for (const World& world : capped) sum += world.weight * world.cap;
        return sum;
    };
    const double max_total = weighted_sum(worlds);
    Worlds best;
    double best_total = 0;
    const auto try_option = [&](Candidate& option) {
        play_after_move(node, option.move, option.worlds);
        const double total = weighted_sum(option.worlds);
        if (!best.empty() && total <= best_total) return;
        best = std::move(option.worlds);
        best_total = total;
    };
    int moves_left = width_.moves_tried(worlds.size());
    // Whether an option of at most this total is never tried: one tried before
    // takes as much, or `moves_left` promise as much.
    const auto is_hopeless = [&](double total) {
        if (!best.empty() && best_total >= total) return true;
        const auto promises = [&](const Candidate& other) { return other.total >= total; };
        return moves_left <= static_cast<int>(options.size()) &&
               std::count_if(options.begin(), options.end(), promises) >= moves_left;
    };
    for (const Move& move : moves(in_world(node.root, worlds[0].hand))) {
        solver_.check_watch();
        Candidate option{move, worlds, max_total};  // worlds not yet looked at count in full
        bool is_promising = true;
        SharedResult result = shared_result(node.root, move);
        for (std::size_t i = 0; is_promising && i < option.worlds.size(); ++i) {
            solver_.count_node();
            World& world = option.worlds[i];
            const int cap = exact_value_after(result, world.hand, world.cap);
            option.total += world.weight * (cap - world.cap);
            is_promising = cap == world.cap || !is_hopeless(option.total);
            world.cap = cap;
        }
        if (!is_promising) continue;
        if (option.total == max_total) {  // as good as can be in every world
            try_option(option);
            if (best_total == max_total || --moves_left == 0) {
                worlds = std::move(best);
                return;
            }
        } else {
            options.push_back(std::move(option));
        }
    }
    std::ranges::stable_sort(options, std::greater{}, &Candidate::total);
    for (Candidate& option : options) {
        if (moves_left-- == 0 || (!best.empty() && best_total >= option.total)) break;
        try_option(option);
    }
    worlds = std::move(best);
}

// Makes a move of player 0 and goes on.
void BestDefence::play_after_move(const InfoNode& node, const Move& move, Worlds& worlds) {
    Branch branch;
    if (do_move(node, move, worlds, branch)) play(branch, worlds);
}

// After a move that was made in a part of the worlds.
void BestDefence::play(Branch& branch, Worlds& worlds) {
    play(branch.node, branch.worlds);
    for (std::size_t i = 0; i < branch.parent_index.size(); ++i) {
        int& cap = worlds[branch.parent_index[i]].cap;
        cap = std::min(cap, branch.gain + branch.worlds[i].cap);
    }
}

// An opponent node: they decide in each world as is worst for the strategy; worlds where the same is done look alike. A
// world in which several moves can be made is in several groups, and ends with the least that any of them leaves.
void BestDefence::play_opponent(const InfoNode& node, Worlds& worlds) {
    const LowerBound least_value = node_lower_bound(node);
    MovesByWorld by_move = moves_by_world(node, worlds);
    Branch branch;
    for (const MovesByWorld::Group& group : by_move.in_order()) {
        if (!do_move(node, group.move, branch)) continue;  // which brings no less than the cap
        for (const std::size_t i : group) branch.add(worlds[i], i, least_value);
        if (!branch.worlds.empty()) play(branch, worlds);
    }
}

}  // namespace bingo
