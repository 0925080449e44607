// How likely the opponent would have played as they did, for every hand they may hold: the forward algorithm (Rabiner
// 1989). For each turn of theirs in order the chance of every hand is multiplied by that of the move seen
// (`weigh_hands`), and then carried over to the hands they may have after the trick, with one tile played and another
// drawn (`chances_after_draw`). Chances are never normalized: only their ratios are used.
//
// States are all hands of seven out of the tiles that player 0 is not known to have held, at most C(23, 7) = 245,157;
// with a hand of seven known it is C(20, 7) = 77,520, and fewer the more was drawn. A turn evaluates the opponent's
// network in each hand that is still possible, which is nearly all that this costs.

#include <array>
#include <cstdint>
#include <stdexcept>

#include "hidden/player.hpp"

namespace bingo {
namespace {

// A hand of seven with these tiles and more of `other_tiles`, the lowest first.
Mask fill_hand(Mask tiles, Mask other_tiles) {
    for (Mask unused = other_tiles & ~tiles; unused && count(tiles) < kHandSize; unused &= unused - 1)
        tiles |= bit(lowest(unused));
    return tiles;
}

// Hands of seven out of some tiles. Of a hand's bits the i-th stands for the i-th of these tiles; its rank is its place
// among all hands in ascending order of bits, so that chances are an array without gaps.
class HandIndex {
  public:
    // Where nothing is known of a hand but what was played: four tricks are over before as few as four tiles are left.
    static constexpr int kMaxTiles = 23;

    explicit HandIndex(Mask tiles) {
        for (; tiles; tiles &= tiles - 1) {
            if (size_ == kMaxTiles) throw std::invalid_argument("own: expected all tiles of a hand");
            tiles_[size_++] = lowest(tiles);
        }
        for (std::size_t n = 0; n < ways_.size(); ++n) {
            ways_[n][0] = 1;
            for (std::size_t k = 1; n && k < ways_[n].size(); ++k) ways_[n][k] = ways_[n - 1][k - 1] + ways_[n - 1][k];
        }
    }

    std::size_t count() const { return size_ < kHandSize ? 0 : ways_[size_][kHandSize]; }

    // Of a hand by its bits, as the combinatorial number system counts.
    std::size_t rank(std::uint32_t hand_bits) const {
        std::size_t lower_ranks = 0;
        for (std::size_t k = 1; hand_bits; hand_bits &= hand_bits - 1) lower_ranks += ways_[lowest(hand_bits)][k++];
        return lower_ranks;
    }

    std::uint32_t hand_bits(Mask hand) const {
        std::uint32_t bits = 0;
        for (int i = 0; i < size_; ++i)
            if (has(hand, tiles_[i])) bits |= 1U << i;
        return bits;
    }

    Mask hand(std::uint32_t hand_bits) const {
        Mask tiles = 0;
        for (; hand_bits; hand_bits &= hand_bits - 1) tiles |= bit(tiles_[lowest(hand_bits)]);
        return tiles;
    }

    // Every hand, its bits and rank, in ascending order.
    template <class Visit>
    void for_each(Visit visit) const {
        if (size_ < kHandSize) return;
        const std::uint64_t end = std::uint64_t{1} << size_;
        std::size_t rank = 0;
        for (std::uint64_t i = (1U << kHandSize) - 1; i < end; ++rank) {
            visit(static_cast<std::uint32_t>(i), rank);
            const std::uint64_t low = i & (~i + 1), up = i + low;  // the next number with as many bits
            i = up | ((i ^ up) >> 2) / low;
        }
    }

  private:
    std::array<int, kMaxTiles> tiles_{};
    int size_ = 0;
    std::array<std::array<std::uint32_t, kHandSize + 1>, kMaxTiles + 1> ways_{};  // to choose k of n
};

using Chances = std::vector<double>;  // of hands, by their rank

// One turn of the opponent. `root` is the position in which they were to move, without their hand, which is out of
// `unknown`, and of the own hand with what was seen of it only; `needed_tiles` is what they must have held. When a
// trick was over, they drew a tile.
struct Turn {
    Position root{};
    Mask unknown = 0;
    Move move;
    Mask needed_tiles = 0;
    bool is_complete = false;
};

// The turn, if the opponent held `hand`. The own hand becomes any that has what it must have, as the opponent could not
// tell; the rest of `unknown` lies face down, the turned tile below it.
Position in_world(const Turn& turn, Mask hand) {
    Position world = turn.root;
    State& node = world.node;
    node.hand[0] = fill_hand(node.hand[0], turn.unknown & ~hand);
    node.hand[1] = hand;
    world.deal.stock_size = 0;
    for (Mask m = turn.unknown & ~(node.hand[0] | hand); m; m &= m - 1)
        world.deal.stock[world.deal.stock_size++] = lowest(m);
    world.deal.stock[world.deal.stock_size++] = turn.root.deal.stock[turn.root.deal.stock_size - 1];
    return world;
}

// Multiplies the chances of hands by how likely the opponent would have played this turn with each; 0 where a hand
// lacks a tile that was used. `chances` is by rank of the hand.
void weigh_hands(Player& player, const ChoiceModel& model, const Turn& turn, const HandIndex& hands, Chances& chances) {
    hands.for_each([&](std::uint32_t i, std::size_t rank) {
        if (chances[rank] == 0) return;
        const Mask hand = hands.hand(i);
        if ((hand & turn.needed_tiles) == turn.needed_tiles)
            chances[rank] *= model.chance(player.likelihood(in_world(turn, hand), turn.move, model.temperature),
                                          turn.root.node.hand_size);
        else
            chances[rank] = 0;
    });
}

// The chances of hands after the opponent played a tile and drew another, all of those left being equally likely.
Chances chances_after_draw(int played_tile, const HandIndex& hands, const Chances& old_chances) {
    Chances chances(old_chances.size(), 0.0);
    const std::uint32_t played_bit = hands.hand_bits(bit(played_tile));
    if (!played_bit) return chances;  // nobody can have played it
    hands.for_each([&](std::uint32_t i, std::size_t rank) {
        if (i & played_bit) return;
        for (std::uint32_t drawn = i; drawn; drawn &= drawn - 1)
            chances[rank] += old_chances[hands.rank((i ^ (drawn & (~drawn + 1))) | played_bit)];
    });
    return chances;
}

// Stores a trick, led by the leader of `root`, with all that was declared before and after it. Hands are not kept: each
// turn sets what it knows of them.
void store_trick(const Game& game, Position& root, const PastTrick& trick, int winner, int pending) {
    State& node = root.node;
    node.hand[node.leader] = bit(trick.led);
    node.hand[1 - node.leader] = bit(trick.reply);
    node = game.play_trick(node, trick.led, trick.reply, winner != node.leader, pending).state;
    int gain = 0, no_pending = 0;
    if (trick.shown) game.declare(node, winner, trick.shown, gain, no_pending);
}

// What the opponent did, a turn in each trick: a lead, with whether they closed and declared, or a reply. What player 0
// did is replayed between them, as it changes points, tricks and doubles.
std::vector<Turn> opponent_turns(const Game& game, const Position& start, Mask own_tiles,
                                 const std::vector<PastTrick>& tricks) {
    std::vector<Turn> turns;
    Position root = start;
    State& node = root.node;
    const Mask turned = bit(root.deal.stock[root.deal.stock_size - 1]);
    Mask played = 0, shown = 0;  // shown: by player 0
    for (const PastTrick& trick : tricks) {
        const bool opponent_leads = trick.leader == 1, is_complete = trick.reply >= 0;
        const int own_tile = trick.tile_of(0), opponent_tile = trick.tile_of(1);
        const bool wins = is_complete && has(root.deal.trump->beats[0][trick.led], trick.reply);
        const int winner = wins ? 1 - trick.leader : trick.leader;
        node.leader = static_cast<std::int8_t>(trick.leader);
        node.hand_size = kHandSize;
        if (!opponent_leads) shown |= trick.declared;
        // Of the own hand nothing can be told but what was shown and led.
        node.hand[0] = (opponent_leads ? 0 : bit(own_tile)) | (shown & own_tiles & ~played);
        const Mask unknown = kAllTiles & ~node.hand[0] & ~played & ~turned,
                   shown_after = is_complete && winner == 1 ? trick.shown : 0;
        root.stage = kLeadStage;
        if (opponent_leads)
            turns.push_back({root,
                             unknown,
                             {trick.declared, opponent_tile, trick.closed},
                             trick.declared | bit(opponent_tile) | shown_after,
                             is_complete});
        if (!is_complete) break;
        int gain = 0, pending = 0;
        if (trick.declared) game.declare(node, trick.leader, trick.declared, gain, pending);
        if (!opponent_leads) {
            root.stage = kReplyStage;
            root.led = own_tile;
            turns.push_back({root, unknown, {0, opponent_tile}, bit(opponent_tile) | shown_after, is_complete});
            root.led = -1;
        }
        store_trick(game, root, trick, winner, pending);
        if (winner == 0) shown |= trick.shown;
        played |= bit(trick.led) | bit(trick.reply);
    }
    return turns;
}

}  // namespace

std::vector<double> likelihoods(Player& player, const ChoiceModel& opponent_model, const Position& start,
                                Mask own_tiles, const std::vector<PastTrick>& tricks, const std::vector<Mask>& hands) {
    const Mask turned = bit(start.deal.stock[start.deal.stock_size - 1]);
    const HandIndex all_hands(kAllTiles & ~own_tiles & ~turned);
    Chances chances(all_hands.count(), 1.0);
    player.set_deal(start);
    for (const Turn& turn : opponent_turns(player.game(), start, own_tiles, tricks)) {
        weigh_hands(player, opponent_model, turn, all_hands, chances);
        if (turn.is_complete) chances = chances_after_draw(turn.move.tile, all_hands, chances);
    }
    std::vector<double> result;
    result.reserve(hands.size());
    for (const Mask hand : hands) {
        const bool is_possible = !(hand & (own_tiles | turned)) && count(hand) == kHandSize;
        result.push_back(is_possible ? chances[all_hands.rank(all_hands.hand_bits(hand))] : 0);
    }
    return result;
}

}  // namespace bingo
