// Play that is sensible enough for its positions to look like those of a game, and random enough for no two deals to be
// alike. Every choice is the best by a simple count to which a few card points of chance are added; now and then it is
// anything at all. Both players see only what they may (`unseen`).

#include <algorithm>
#include <array>

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
constexpr int kTakenCloses = 2, kOfCloses = 3, kNoDeclarationOdds = 4;

}  // namespace

// Each turn of the loop is a trick, in the order of the rules: a position may be taken before the lead, claims end the
// deal, then closing, declaring, leading; a position before the reply; the reply; doubles shown. `counts_` is kept
// beside the position, as a PackedPosition tells tricks and declared points apart and a State does not.
void Dealer::play(std::uint64_t seed, const CandidateSizes& sizes, std::vector<PackedPosition>& out) {
    deal_out(seed);
    const Scoring& s = game_.scoring();
    for (;;) {
        const State& n = position_.node;
        const int me = n.leader, other = 1 - me;
        const bool may_claim = game_.may_claim(n, me);
        if (!game_.may_claim(n, other) && is_candidate(me, sizes))
            out.push_back(packed(may_claim ? kClaimStage : kLeadStage));
        if (s.mode == kClaim && std::max(n.points[0], n.points[1]) >= s.target) return;
        if (wants_to_close()) {
            counts_.closed_by = me;
            counts_.closed_points = n.points[other];
            counts_.closed_tricks = counts_.tricks[other];
            position_.node = game_.closed(n);
        }
        Mask doubles = declarable();
        if (doubles && n.open && rng_.range(kNoDeclarationOdds) == 0) doubles = 0;
        position_.stage = kLeadStage;
        MoveResult result = do_move(game_, position_, {doubles, leads(doubles)});
        if (result.over || (s.mode == kClaim && game_.at_target(result.position.node, me))) return;
        shown_ |= doubles;
        if (doubles && !s.with_its_trick) counts_.declared[me] += game_.declared_worth(doubles);
        position_ = result.position;
        if (is_candidate(other, sizes)) out.push_back(packed(kReplyStage));

        const int pending = position_.pending;
        result = do_move(game_, position_, {0, replies()});
        position_ = result.position;
        const int winner = n.leader;
        if (winner == me) counts_.declared[me] += pending;
        ++counts_.tricks[winner];
        if (result.over) return;
        if (position_.stage == kShowStage) {  // the double that won the trick, and all others
            const Mask declared = (n.declarable & n.hand[winner]) | bit(position_.won_with);
            const bool declares = game_.is_declaration(count(declared));
            result = do_move(game_, position_, {declares ? declared : 0});
            if (result.over) return;
            position_ = result.position;
            shown_ |= declares ? declared : 0;
            if (declares) counts_.declared[winner] += game_.declared_worth(declared);
        }
    }
}

// Of the shuffled tiles seven each are the hands, the rest is the stock in drawing order, and the last one is turned
// up.
void Dealer::deal_out(std::uint64_t seed) {
    rng_ = Rng(seed);
    std::array<int, kTiles> tiles{};
    for (int t = 0; t < kTiles; ++t) tiles[t] = t;
    rng_.shuffle(tiles.data(), tiles.size());
    const int turned = tiles.back();
    const bool lower = rng_.range(2) && either_end_;
    const int suit = lower ? Ends(turned).low : either_end_ ? Ends(turned).high : higher_end(turned);
    position_ = first_lead(game_.tables(), suit, rng_.range(2));
    game_.set_deal(position_.deal);
    const auto& number = position_.deal.trump->number_of_tile;
    for (int i = 0; i < 2 * kHandSize; ++i) position_.node.hand[i / kHandSize] |= bit(number[tiles[i]]);
    for (int i = 2 * kHandSize; i < kTiles; ++i) position_.deal.stock[position_.deal.stock_size++] = number[tiles[i]];
    shown_ = 0;
    counts_ = {};
    counts_.trump = suit;
    counts_.turned = turned;
    counts_.closed_by = counts_.won_with = counts_.led = -1;
}

// Whether the position is of the wanted size and leaves the player more than one tile to choose from.
bool Dealer::is_candidate(int player, const CandidateSizes& sizes) const {
    const State& n = position_.node;
    if (!two_or_more(player == n.leader ? n.hand[player] : game_.replies(n, position_.led))) return false;
    if (n.open) return position_.deal.stock_size - n.next_draw - 1 <= sizes.most_stock;
    return n.hand_size >= sizes.least_tiles && n.hand_size <= sizes.most_tiles;
}

// The position, with the names of the players exchanged where player 1 is to move: puzzles are always for player 0.
// Points in tricks are those that count or wait, less the declared ones.
PackedPosition Dealer::packed(int stage) const {
    const State& n = position_.node;
    const Trump& t = game_.trump();
    const int mover = stage == kReplyStage ? 1 - n.leader : n.leader;
    const auto indices = [&](Mask tiles) { return static_cast<std::int32_t>(tiles_of(tiles, t).bits); };
    PackedPosition p = counts_;
    p.stage = stage;
    p.leader = n.leader ^ mover;
    if (stage == kReplyStage) {
        p.led = t.tile_of_number[position_.led];
        p.pending = position_.pending;
    }
    p.shown = indices(shown_ & (n.hand[0] | n.hand[1]));
    for (int player = 0; player < 2; ++player) {
        const int source = player ^ mover;
        p.hands[player] = indices(position_.hand_left(source));
        p.points[player] = n.points[source] + n.waiting_points[source] - counts_.declared[source];
        p.tricks[player] = counts_.tricks[source];
        p.declared[player] = counts_.declared[source];
    }
    if (n.open)  // only what is still to be drawn, as in a file
        for (int i = n.next_draw; i < position_.deal.stock_size - 1; ++i)
            p.stock[p.stock_size++] = t.tile_of_number[position_.deal.stock[i]];
    else if (n.closer < 0)
        p.turned = -1;
    if (p.closed_by >= 0) p.closed_by ^= mover;
    return p;
}

// What this player knows to be still in play somewhere else.
Mask Dealer::unseen(int player) const {
    const State& n = position_.node;
    Mask tiles = n.hand[1 - player];
    if (n.open)
        for (int i = n.next_draw; i < position_.deal.stock_size; ++i) tiles |= bit(position_.deal.stock[i]);
    return tiles;
}

// With the target in sight: what counts, what can be declared, and tiles that nothing unseen beats.
bool Dealer::wants_to_close() {
    const State& n = position_.node;
    const Trump& t = game_.trump();
    const int me = n.leader;
    if (!n.open || !n.has_trick(me)) return false;
    if (rng_.range(kNeedlessCloseOdds) == 0) return true;
    int reachable = n.points[me];
    if (const Mask doubles = declarable()) reachable += game_.declared_worth(doubles);
    const Mask winners = unbeaten(n.hand[me], unseen(me), t);
    reachable += points_of(winners, t) + kCapturedPoints * count(winners);
    return reachable >= game_.scoring().target && rng_.range(kOfCloses) >= kOfCloses - kTakenCloses;
}

// All that can be declared before the lead.
Mask Dealer::declarable() const {
    const State& n = position_.node;
    const Mask doubles = game_.scoring().after_winning ? 0 : n.declarable & n.hand[n.leader];
    return game_.is_declaration(count(doubles)) ? doubles : 0;
}

// Mostly the tile with the highest appeal, which chance moves; sometimes any.
template <class Appeal>
int Dealer::choose(Mask tiles, Appeal appeal) {
    if (rng_.range(kAnyMoveOdds) == 0) return list_of(tiles)[rng_.range(count(tiles))];
    int best = -1, best_appeal = 0;
    for (Mask m = tiles; m; m &= m - 1) {
        const int a = rng_.range(kNoisePoints) + appeal(lowest(m));
        if (best < 0 || a > best_appeal) best = lowest(m), best_appeal = a;
    }
    return best;
}

// In phase one what counts least; later, what nothing beats, else what counts least. One of `doubles`, if any.
int Dealer::leads(Mask doubles) {
    const State& n = position_.node;
    const Trump& t = game_.trump();
    const Mask against = unseen(n.leader);
    return choose(doubles ? doubles : n.hand[n.leader], [&](int k) {
        return !n.open && !(t.beats[1][k] & against) ? t.points[k] + kInitiativePoints : -t.points[k];
    });
}

// Tricks with something in them are taken, else what counts least is thrown away.
int Dealer::replies() {
    const State& n = position_.node;
    const Trump& t = game_.trump();
    const int led = position_.led;
    return choose(game_.replies(n, led), [&](int k) {
        const bool wins = has(t.beats[!n.open][led], k);
        return wins ? t.points[led] + t.points[k] - kNoisePoints : -t.points[k];
    });
}

}  // namespace bingo
