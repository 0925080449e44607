// Play that is sensible enough for its positions to look like those of a game, and random enough for no two deals to be
// alike. Every choice is the best by a simple count to which a few card points of chance are added; now and then it is
// anything at all. Both players see only what they may (`unseen`).

#include <algorithm>
#include <array>
#include <numeric>

#include "compose/compose.hpp"

namespace bingo {
namespace {

// The appeal of a tile gets 0 to kNoisePoints - 1 card points at random.
constexpr int kNoisePoints = 6;
// One in so many moves is any legal one, one in so many leads closes for no reason.
constexpr int kAnyMoveOdds = 12, kNeedlessCloseOdds = 60;
// What a tile that nothing unseen beats is worth beside its card points: to a close in sight of the target, to a lead.
constexpr int kCapturedPoints = 3, kInitiativePoints = 4;
// With the target in sight, so many in so many close; with the boneyard open, one in so many does not declare.
constexpr int kCloseChances = 2, kCloseChancesOf = 3, kNoDeclarationOdds = 4;

}  // namespace

// Each turn of the loop is a trick, in the order of the rules: a position may be taken before the lead, claims end the
// deal, then closing, declaring, leading; a position before the reply; the reply; doubles shown. `tallies_` is kept
// beside the position, as a PackedPosition tells tricks and declared points apart and a State does not.
void Dealer::play(std::uint64_t seed, const CandidateSizes& sizes, std::vector<PackedPosition>& candidates) {
    deal_tiles(seed);
    const Scoring& scoring = game_.scoring();
    for (;;) {
        const State& node = position_.node;
        const int me = node.leader, other = 1 - me;
        const bool may_claim = game_.may_claim(node, me);
        if (!game_.may_claim(node, other) && is_candidate(me, sizes))
            candidates.push_back(pack(may_claim ? kClaimStage : kLeadStage));
        if (scoring.target_rule == kClaim && std::max(node.points[0], node.points[1]) >= scoring.target) return;
        if (wants_to_close()) {
            tallies_.closed_by = me;
            tallies_.closed_points = node.points[other];
            tallies_.closed_tricks = tallies_.tricks[other];
            position_.node = game_.after_close(node);
        }
        Mask declared_doubles = declarable();
        if (declared_doubles && node.open && rng_.range(kNoDeclarationOdds) == 0) declared_doubles = 0;
        position_.stage = kLeadStage;
        MoveResult result = do_move(game_, position_, {declared_doubles, choose_lead(declared_doubles)});
        if (result.is_over || (scoring.target_rule == kClaim && game_.at_target(result.position.node, me))) return;
        shown_ |= declared_doubles;
        if (declared_doubles && !scoring.declaration_needs_trick)
            tallies_.declared[me] += game_.declared_worth(declared_doubles);
        position_ = result.position;
        if (is_candidate(other, sizes)) candidates.push_back(pack(kReplyStage));

        const int pending = position_.pending;
        result = do_move(game_, position_, {0, choose_reply()});
        position_ = result.position;
        const int winner = node.leader;
        if (winner == me) tallies_.declared[me] += pending;
        ++tallies_.tricks[winner];
        if (result.is_over) return;
        if (position_.stage == kShowStage) {  // the double that won the trick, and all others
            const Mask declared = (node.declarable & node.hand[winner]) | bit(position_.won_with);
            const bool declares = game_.is_declaration(count(declared));
            result = do_move(game_, position_, {declares ? declared : 0});
            if (result.is_over) return;
            position_ = result.position;
            shown_ |= declares ? declared : 0;
            if (declares) tallies_.declared[winner] += game_.declared_worth(declared);
        }
    }
}

// Of the shuffled tiles seven each are the hands, the rest is the stock in drawing order, and the last one is turned
// up.
void Dealer::deal_tiles(std::uint64_t seed) {
    rng_ = Rng(seed);
    std::array<int, kTiles> tiles{};
    std::iota(tiles.begin(), tiles.end(), 0);
    rng_.shuffle(tiles.data(), tiles.size());
    const int turned = tiles.back();
    const bool is_lower_end = rng_.range(2) && either_end_;
    const int suit = is_lower_end ? Ends(turned).low : either_end_ ? Ends(turned).high : higher_suit(turned);
    position_ = first_lead(game_.tables(), suit, rng_.range(2));
    game_.set_deal(position_.deal);
    const auto& number = position_.deal.trump->number_of_tile;
    for (int i = 0; i < 2 * kHandSize; ++i) position_.node.hand[i / kHandSize] |= bit(number[tiles[i]]);
    for (int i = 2 * kHandSize; i < kTiles; ++i) position_.deal.stock[position_.deal.stock_size++] = number[tiles[i]];
    shown_ = 0;
    tallies_ = {};
    tallies_.trump = suit;
    tallies_.turned = turned;
    tallies_.closed_by = tallies_.won_with = tallies_.led = -1;
}

// Whether the position is of the wanted size and leaves the player more than one tile to choose from.
bool Dealer::is_candidate(int player, const CandidateSizes& sizes) const {
    const State& node = position_.node;
    if (!two_or_more(player == node.leader ? node.hand[player] : game_.replies(node, position_.led))) return false;
    if (node.open) return node.tiles_to_draw(position_.deal) - 1 <= sizes.most_stock_size;
    return node.hand_size >= sizes.least_hand_size && node.hand_size <= sizes.most_hand_size;
}

// The position, with the names of the players exchanged where player 1 is to move: puzzles are always for player 0.
// Points in tricks are those that count or wait, less the declared ones.
PackedPosition Dealer::pack(int stage) const {
    const State& node = position_.node;
    const Trump& trump = game_.trump();
    const int mover = stage == kReplyStage ? 1 - node.leader : node.leader;
    const auto tile_indices = [&](Mask tiles) { return static_cast<std::int32_t>(tiles_of(tiles, trump).bits); };
    PackedPosition packed = tallies_;
    packed.stage = stage;
    packed.leader = node.leader ^ mover;
    if (stage == kReplyStage) {
        packed.led = trump.tile_of_number[position_.led];
        packed.pending = position_.pending;
    }
    packed.shown = tile_indices(shown_ & (node.hand[0] | node.hand[1]));
    for (int player = 0; player < 2; ++player) {
        const int source = player ^ mover;
        packed.hands[player] = tile_indices(position_.held_by(source));
        packed.points[player] = node.points[source] + node.waiting_points[source] - tallies_.declared[source];
        packed.tricks[player] = tallies_.tricks[source];
        packed.declared[player] = tallies_.declared[source];
    }
    if (node.open)  // only what is still to be drawn, as in a file
        for (int i = node.next_draw; i < position_.deal.stock_size - 1; ++i)
            packed.stock[packed.stock_size++] = trump.tile_of_number[position_.deal.stock[i]];
    else if (node.closer < 0)
        packed.turned = -1;
    if (packed.closed_by >= 0) packed.closed_by ^= mover;
    return packed;
}

// What this player knows to be still in play somewhere else.
Mask Dealer::unseen(int player) const {
    const State& node = position_.node;
    Mask tiles = node.hand[1 - player];
    if (node.open)
        for (int i = node.next_draw; i < position_.deal.stock_size; ++i) tiles |= bit(position_.deal.stock[i]);
    return tiles;
}

// With the target in sight: what counts, what can be declared, and tiles that nothing unseen beats.
bool Dealer::wants_to_close() {
    const State& node = position_.node;
    const Trump& trump = game_.trump();
    const int me = node.leader;
    if (!node.may_close()) return false;
    if (rng_.range(kNeedlessCloseOdds) == 0) return true;
    int reachable_points = node.points[me];
    if (const Mask doubles = declarable()) reachable_points += game_.declared_worth(doubles);
    const Mask winners = unbeaten(node.hand[me], unseen(me), trump);
    reachable_points += points_of(winners, trump) + kCapturedPoints * count(winners);
    return reachable_points >= game_.scoring().target && rng_.range(kCloseChancesOf) >= kCloseChancesOf - kCloseChances;
}

// All that can be declared before the lead.
Mask Dealer::declarable() const {
    const State& node = position_.node;
    const Mask doubles = game_.scoring().declare_after_winning ? 0 : node.declarable & node.hand[node.leader];
    return game_.is_declaration(count(doubles)) ? doubles : 0;
}

// Mostly the tile with the highest appeal, which chance moves; sometimes any.
template <class Appeal>
int Dealer::choose_tile(Mask tiles, Appeal appeal) {
    if (rng_.range(kAnyMoveOdds) == 0) return list_of(tiles)[rng_.range(count(tiles))];
    int best = -1, best_appeal = 0;
    for (Mask m = tiles; m; m &= m - 1) {
        const int tile_appeal = rng_.range(kNoisePoints) + appeal(lowest(m));
        if (best < 0 || tile_appeal > best_appeal) best = lowest(m), best_appeal = tile_appeal;
    }
    return best;
}

// In phase one what counts least; later, what nothing beats, else what counts least. One of `doubles`, if any.
int Dealer::choose_lead(Mask doubles) {
    const State& node = position_.node;
    const Trump& trump = game_.trump();
    const Mask unseen_tiles = unseen(node.leader);
    return choose_tile(doubles ? doubles : node.hand[node.leader], [&](int tile) {
        return !node.open && !(trump.beats[1][tile] & unseen_tiles) ? trump.points[tile] + kInitiativePoints
                                                                    : -trump.points[tile];
    });
}

// Tricks with something in them are taken, else what counts least is thrown away.
int Dealer::choose_reply() {
    const State& node = position_.node;
    const Trump& trump = game_.trump();
    const int led = position_.led;
    return choose_tile(game_.replies(node, led), [&](int tile) {
        const bool wins = has(trump.beats[!node.open][led], tile);
        return wins ? trump.points[led] + trump.points[tile] - kNoisePoints : -trump.points[tile];
    });
}

}  // namespace bingo
