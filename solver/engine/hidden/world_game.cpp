// Endgames in worlds. Tens of thousands of hands are asked about after one move, so what they have in common is made
// once (shared_result) and only hand, declarable doubles and card points are set for each (set_hand).

#include "hidden/world_game.hpp"

#include <algorithm>

namespace bingo {

// Only for a close by player 0 that their card points alone decide: that is what the retrograde table is of. After so
// many values that working it out pays, the next one has it made.
void WorldGame::expect_questions(const Position& root, Mask unseen) {
    const State& node = root.node;
    if (node.closer != 0 || !solver_.closer_points_decide()) {
        values_until_tabulated_ = 0;
        expected_suit_ = -1;
    } else if (root.deal.suit != expected_suit_ || node.hand[0] != hand_ || unseen != unseen_ ||
               node.declarable != declarable_) {
        expected_suit_ = root.deal.suit;
        hand_ = node.hand[0];
        unseen_ = unseen;
        declarable_ = node.declarable;
        values_until_tabulated_ = kValuesWorthTabulating;
    }
}

Position WorldGame::in_world(const Position& root, Mask hand) const {
    Position world = root;
    set_hand(world, hand, root.node.declarable);
    return world;
}

// Makes it a world; `declarable` are the doubles that may be declared in some.
void WorldGame::set_hand(Position& root, Mask hand, Mask declarable) const {
    State& node = root.node;
    node.hand[1] = hand;
    node.declarable = declarable & (node.hand[0] | hand);
    node.count_unplayed(node.hand[0] | hand, trump(), scoring().last_trick_points);
}

std::vector<Move> WorldGame::moves(const Position& root) const {
    return generate_moves(game(), root, root.to_move() == 0 && scoring().largest_is_best);
}

void WorldGame::add_moves(const Position& root, Mask hand, std::size_t i, MovesByWorld& moves_by_world) const {
    const auto world = static_cast<std::uint32_t>(i);
    if (root.stage == kReplyStage) {
        moves_by_world.add(world, game().replies(hand, root.led));
        return;
    }
    const bool declares = !scoring().declare_after_winning && two_or_more(root.node.declarable & hand);
    if (root.stage == kLeadStage && !declares) {
        moves_by_world.add(world, hand);
        return;
    }
    moves_by_world.add(world, moves(in_world(root, hand)));
}

// The worst that can still happen (Game::most_game_points of the other). Only a hand that could have all seven doubles
// declares them, and only one with the Bingo captures the double of trumps. It is a floor for every search of a world,
// so a window never reaches beyond what can be lost.
WorldGame::LowerBound WorldGame::lower_bound(const Position& root) const {
    const State& node = root.node;
    LowerBound bound;
    const bool each_scores = scoring().target_rule == kEachScores, points_only = scoring().target_rule == kPoints;
    const int target = scoring().target;
    const int win_points = each_scores && game().at_target(node, 1) ? 0 : game().win_points(node, 1);
    if (points_only || (each_scores && win_points)) {
        // What the opponent has at the end if they take all that is left, but for what their own hand counts.
        const int opponent_points = node.points[1] + node.waiting_points[1] + root.pending +
                                    points_of(node.hand[0], trump()) +
                                    (node.closer < 0 ? scoring().last_trick_points : 0);
        bound.needed = target - opponent_points;
        bound.tables = &game().tables();
        bound.trump = &trump();
        bound.declarable = node.declarable;
        if (points_only) {
            bound.least.fill(node.points[0] - opponent_points -
                             (node.closer == 0 ? game().shortfall(0, node.points[0]) : 0));
            return bound;
        }
    }
    const Mask trump_double = trump().capture_pair & ~trump().bingo;
    if (game().may_declare_seven(node)) bound.seven_doubles = trump().doubles;
    if (trump().capture_pair && node.hand[0] & trump_double) bound.bingo = trump().bingo;
    for (const bool declares_seven : {false, true})
        for (const bool captures : {false, true}) {
            const int worst_game_points = game().most_game_points(node, 1, declares_seven, captures);
            const auto index = static_cast<std::size_t>(2 * declares_seven + captures);
            bound.least[index] = -game().gain(node, 1, worst_game_points);
            bound.short_of_target[index] = -game().gain(node, 1, worst_game_points - win_points);
        }
    return bound;
}

// Windows of one from the cap downwards: often the move keeps the exact value, which is the cap, and then the first
// search answers. Each further one starts from the upper bound that the last one left.
int WorldGame::exact_value(const Position& root, int cap, int low) {
    if (values_until_tabulated_ == 1) solver_.tabulate_close(hand_, unseen_, declarable_);
    if (values_until_tabulated_) --values_until_tabulated_;
    const int sign = root.node.leader == 0 ? 1 : -1;
    if (cap >= kInfinity) return sign * solver_.search(root, -kInfinity, kInfinity);
    int high = cap;
    while (low < high) {
        const int value = sign == 1 ? solver_.search(root, high - 1, high) : -solver_.search(root, -high, 1 - high);
        if (value >= high) break;
        high = value;
    }
    return high;
}

int WorldGame::no_cap() const {
    if (scoring().target_rule == kPoints) return kInfinity;
    return game().deal().objective ? kAboveAnyUtility : kAboveAnyValue;
}

// Where the opponent is to move nothing has happened yet: the result is the position itself.
WorldGame::SharedResult WorldGame::shared_result(const Position& root, const Move& move) const {
    const bool is_own_move = root.to_move() == 0;
    const MoveResult result = is_own_move ? do_move(game(), root, move) : MoveResult{root, 0, false};
    // A tile led is in their hand until the trick is stored.
    return {result, result.position.node.declarable, is_own_move && root.stage == kReplyStage ? bit(root.led) : 0,
            lower_bound(result.position)};
}

int WorldGame::exact_value_after(SharedResult& shared_result, Mask hand, int cap, int floor) {
    MoveResult& result = shared_result.result;
    if (result.is_over) return std::min(cap, result.gain);
    hand &= ~shared_result.played;
    set_hand(result.position, hand, shared_result.declarable);
    return result.gain +
           exact_value(result.position, cap - result.gain, std::max(floor - result.gain, shared_result.bound(hand)));
}

// If no tile of any world's hand beats them, these tiles are led one after another and all win, whatever the hand is;
// with them, or a trick before, all doubles can be declared. As the other side takes nothing meanwhile, the win is
// worth what a claim would bring now.
bool WorldGame::has_top_winners(const Position& root, Mask possible_tiles, int& value) const {
    if (root.stage != kLeadStage || root.node.leader != 0 || scoring().target_rule != kClaim || scoring().false_claims)
        return false;
    const Position position = in_world(root, possible_tiles);
    const State& node = position.node;
    const Mask winners = unbeaten(node.hand[0], possible_tiles, trump());
    if (game().at_target(node, 1) || !solver_.sure_win(node, points_of(winners, trump()), winners)) return false;
    value = game().gain(node, 0, game().win_points(node, 0));
    return true;
}

// --- the opponent's moves in many worlds ------------------------------------------------------------

void MovesByWorld::add(std::uint32_t world, const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        if (move.claim || move.declare) {
            other_moves_.emplace_back(Order(!move.claim, move.declare, move.tile), world);
        } else {
            add_plain_move(world, move.tile);
        }
    }
}

void MovesByWorld::add(std::uint32_t world, Mask tiles) {
    for (; tiles; tiles &= tiles - 1) add_plain_move(world, lowest(tiles));
}

// Nearly all moves are plain: these are counted into their places (a counting sort), only the others are sorted. Worlds
// of a group stay in ascending order, as they were added.
std::vector<MovesByWorld::Group> MovesByWorld::in_order() {
    std::sort(other_moves_.begin(), other_moves_.end());
    worlds_.resize(plain_moves_.size() + other_moves_.size());
    std::vector<Group> groups;
    std::uint32_t* next_world = worlds_.data();
    std::size_t i = 0;
    const auto put_other_moves = [&](bool claims) {
        for (; i < other_moves_.size() && (!claims || !std::get<0>(other_moves_[i].first)); ++i) {
            const auto& [no_claim, declare, tile] = other_moves_[i].first;
            if (!i || other_moves_[i].first != other_moves_[i - 1].first)
                groups.push_back({{declare, tile, false, !no_claim}, next_world, next_world});
            *next_world++ = other_moves_[i].second;
            groups.back().last = next_world;
        }
    };
    put_other_moves(true);
    std::uint32_t* next_in_group[kPlainMoves];
    for (std::size_t tile = 0; tile < kPlainMoves; ++tile) {
        next_in_group[tile] = next_world;
        if (!plain_counts_[tile]) continue;
        next_world += plain_counts_[tile];
        groups.push_back({{0, static_cast<int>(tile) - 1}, next_in_group[tile], next_world});
    }
    for (const auto& [tile, world] : plain_moves_) *next_in_group[tile]++ = world;
    put_other_moves(false);
    return groups;
}

// Stable, so that groups of one size keep the order of moves, and bounds are the same on every machine.
std::vector<MovesByWorld::Group> MovesByWorld::rarest_first() {
    std::vector<Group> groups = in_order();
    std::ranges::stable_sort(groups, {}, [](const Group& group) { return group.last - group.first; });
    return groups;
}

}  // namespace bingo
