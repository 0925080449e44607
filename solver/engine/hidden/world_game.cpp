// Endgames in worlds. Tens of thousands of hands are asked about after one move, so what they have in common is made
// once (shared_result) and only hand, declarable doubles and card points are set for each (set_hand).

#include "hidden/world_game.hpp"

#include <algorithm>

namespace bingo {

// Only for a close by player 0 that their card points alone decide: that is what the retrograde table is of. After so
// many values that working it out pays, the next one has it made.
void WorldGame::expect(const Position& root, Mask unseen) {
    const State& n = root.node;
    if (n.closer != 0 || !solver_.closer_decides()) {
        until_tabulated_ = 0;
        expected_suit_ = -1;
    } else if (root.deal.suit != expected_suit_ || n.hand[0] != hand_ || unseen != unseen_ ||
               n.declarable != declarable_) {
        expected_suit_ = root.deal.suit;
        hand_ = n.hand[0];
        unseen_ = unseen;
        declarable_ = n.declarable;
        until_tabulated_ = kValuesWorthTabulating;
    }
}

Position WorldGame::in_world(const Position& root, Mask hand) const {
    Position world = root;
    set_hand(world, hand, root.node.declarable);
    return world;
}

// Makes it a world; `declarable` are the doubles that may be declared in some.
void WorldGame::set_hand(Position& root, Mask hand, Mask declarable) const {
    State& n = root.node;
    n.hand[1] = hand;
    n.declarable = declarable & (n.hand[0] | hand);
    n.count_unplayed(n.hand[0] | hand, trump(), scoring().last_trick);
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
    const bool declares = !scoring().after_winning && two_or_more(root.node.declarable & hand);
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
    const State& n = root.node;
    LowerBound bound;
    const bool each_scores = scoring().mode == kEachScores, points_only = scoring().mode == kPoints;
    const int target = scoring().target;
    const int wins = each_scores && game().at_target(n, 1) ? 0 : game().win_points(n, 1);
    if (points_only || (each_scores && wins)) {
        // What the opponent has at the end if they take all that is left, but for what their own hand counts.
        const int opponent_points = n.points[1] + n.waiting_points[1] + root.pending + points_of(n.hand[0], trump()) +
                                    (n.closer < 0 ? scoring().last_trick : 0);
        bound.needed = target - opponent_points;
        bound.tables = &game().tables();
        bound.trump = &trump();
        bound.declarable = n.declarable;
        if (points_only) {
            bound.least.fill(n.points[0] - opponent_points - (n.closer == 0 ? game().shortfall(0, n.points[0]) : 0));
            return bound;
        }
    }
    const Mask trump_double = trump().capture_pair & ~trump().bingo;
    if (game().may_declare_seven(n)) bound.seven = trump().doubles;
    if (trump().capture_pair && n.hand[0] & trump_double) bound.bingo = trump().bingo;
    for (const bool seven : {false, true})
        for (const bool captured : {false, true}) {
            const int worst = game().most_game_points(n, 1, seven, captured);
            const auto index = static_cast<std::size_t>(2 * seven + captured);
            bound.least[index] = -game().gain(n, 1, worst);
            bound.short_of_target[index] = -game().gain(n, 1, worst - wins);
        }
    return bound;
}

// Windows of one from the cap downwards: often the move keeps the exact value, which is the cap, and then the first
// search answers. Each further one starts from the upper bound that the last one left.
int WorldGame::exact(const Position& root, int cap, int low) {
    if (until_tabulated_ == 1) solver_.tabulate_close(hand_, unseen_, declarable_);
    if (until_tabulated_) --until_tabulated_;
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

int WorldGame::uncapped() const {
    if (scoring().mode == kPoints) return kInfinity;
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

int WorldGame::exact_after(SharedResult& shared_result, Mask hand, int cap, int floor) {
    MoveResult& result = shared_result.result;
    if (result.over) return std::min(cap, result.gain);
    hand &= ~shared_result.played;
    set_hand(result.position, hand, shared_result.declarable);
    return result.gain +
           exact(result.position, cap - result.gain, std::max(floor - result.gain, shared_result.bound(hand)));
}

// If no tile of any world's hand beats them, these tiles are led one after another and all win, whatever the hand is;
// with them, or a trick before, all doubles can be declared. As the other side takes nothing meanwhile, the win is
// worth what a claim would bring now.
bool WorldGame::has_top_winners(const Position& root, Mask possible_tiles, int& value) const {
    if (root.stage != kLeadStage || root.node.leader != 0 || scoring().mode != kClaim || scoring().false_claims)
        return false;
    const Position position = in_world(root, possible_tiles);
    const State& n = position.node;
    const Mask winners = unbeaten(n.hand[0], possible_tiles, trump());
    if (game().at_target(n, 1) || !solver_.sure_win(n, points_of(winners, trump()), winners)) return false;
    value = game().gain(n, 0, game().win_points(n, 0));
    return true;
}

// --- the opponent's moves in many worlds ------------------------------------------------------------

void MovesByWorld::add(std::uint32_t world, const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        if (move.claim || move.declare) {
            compound_.emplace_back(Order(!move.claim, move.declare, move.tile), world);
        } else {
            add_plain(world, move.tile);
        }
    }
}

void MovesByWorld::add(std::uint32_t world, Mask tiles) {
    for (; tiles; tiles &= tiles - 1) add_plain(world, lowest(tiles));
}

// Nearly all moves are plain: these are counted into their places (a counting sort), only the others are sorted. Worlds
// of a group stay in ascending order, as they were added.
std::vector<MovesByWorld::Group> MovesByWorld::in_order() {
    std::sort(compound_.begin(), compound_.end());
    worlds_.resize(plain_.size() + compound_.size());
    std::vector<Group> groups;
    std::uint32_t* next = worlds_.data();
    std::size_t i = 0;
    const auto put_others = [&](bool claims) {
        for (; i < compound_.size() && (!claims || !std::get<0>(compound_[i].first)); ++i) {
            const auto& [no_claim, declare, tile] = compound_[i].first;
            if (!i || compound_[i].first != compound_[i - 1].first)
                groups.push_back({{declare, tile, false, !no_claim}, next, next});
            *next++ = compound_[i].second;
            groups.back().last = next;
        }
    };
    put_others(true);
    std::uint32_t* slot[kPlain];
    for (std::size_t tile = 0; tile < kPlain; ++tile) {
        slot[tile] = next;
        if (!count_[tile]) continue;
        next += count_[tile];
        groups.push_back({{0, static_cast<int>(tile) - 1}, slot[tile], next});
    }
    for (const auto& [tile, world] : plain_) *slot[tile]++ = world;
    put_others(false);
    return groups;
}

// Stable, so that groups of one size keep the order of moves, and bounds are the same on every machine.
std::vector<MovesByWorld::Group> MovesByWorld::rarest_first() {
    std::vector<Group> groups = in_order();
    std::ranges::stable_sort(groups, {}, [](const Group& group) { return group.last - group.first; });
    return groups;
}

}  // namespace bingo
