// Retrograde analysis of a close with one hand known, as endgame tables of chess and draughts are made: positions with
// fewer tiles first, so that every move leads to one that is known. Nothing is searched twice, and nothing is bounded.
//
// Positions are numbered without gaps: `first_index_` of the closer's part of the hand plus the rank of the other's
// hand among the sets of unseen tiles of that size. With m unseen tiles there are C(m + 7, 7) of them, 480,700 for the
// 18 that are unseen after the first trick, 8 bytes each. Of each there are eight numbers: who leads (2) and
// kCountingWays (4), card points plus one, 0 where the double of trumps cannot be kept.

#include "core/retrograde.hpp"

#include <algorithm>
#include <bit>

#include "core/tables.hpp"

namespace bingo {
namespace {

// Sets of tiles as sets of indices in a list of tiles: bit i for the i-th of them.
Mask indices_of(const std::vector<int>& tiles, Mask set) {
    Mask indices = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) indices |= static_cast<Mask>(has(set, tiles[i])) << i;
    return indices;
}

// The same for all sets of seven neighbouring tiles, for `join_chunks`.
void fill_indices(Trump::ChunkTable<Mask>& table, const std::vector<int>& tiles) {
    for (std::size_t i = 0; i < table.size(); ++i)
        for (Mask set = 0; set < Trump::kChunkSets; ++set)
            table[i][set] = indices_of(tiles, set << (Trump::kChunkTiles * static_cast<int>(i)));
}

}  // namespace

void Retrograde::tabulate(const Game& game, Mask closer_hand, Mask unseen, Mask declarable, Steps& steps) {
    declarable &= closer_hand;
    closer_hand_ = 0;  // whatever is known is so no more, also if memory runs out
    const Trump& trump = game.trump();
    const std::vector<int> hand_tiles = list_of(closer_hand), unseen_tiles = list_of(unseen);
    fill_indices(hand_index_, hand_tiles);
    fill_indices(unseen_index_, unseen_tiles);
    const auto hand_size = static_cast<int>(hand_tiles.size());
    const Mask set_count = bit(static_cast<int>(unseen_tiles.size()));

    // Sets by size, in ascending order: one after another, each has the next rank.
    std::vector<std::vector<Mask>> sets_of_size(hand_tiles.size() + 1);
    rank_.assign(set_count, 0);
    for (Mask set = 0; set < set_count; ++set) {
        const int size = std::popcount(set);
        if (size > hand_size) continue;
        rank_[set] = static_cast<std::uint32_t>(sets_of_size[size].size());
        sets_of_size[size].push_back(set);
    }
    std::uint32_t position_count = 0;
    for (Mask hand_part = 0; hand_part < bit(hand_size); ++hand_part) {
        first_index_[hand_part] = position_count;
        position_count += static_cast<std::uint32_t>(sets_of_size[std::popcount(hand_part)].size());
    }
    closer_points_.assign(position_count, {{{1, 1, 1, 1}, {1, 1, 1, 1}}});

    // What may be played to a lead, and what of it wins: of unseen tiles to the closer's, of the closer's to unseen
    // ones.
    const auto replies_of = [&](const std::vector<int>& leads, const std::vector<int>& reply_tiles) {
        std::vector<ReplySets> replies;
        for (const int led : leads) {
            ReplySets& reply_sets = replies.emplace_back(ReplySets{indices_of(reply_tiles, trump.beats[1][led]), {}});
            for (std::size_t i = 0; i < kReplyClasses; ++i)
                reply_sets.classes[i] = indices_of(reply_tiles, trump.reply_classes[led][i]);
        }
        return replies;
    };
    const std::vector<ReplySets> replies_to_closer = replies_of(hand_tiles, unseen_tiles),
                                 replies_to_other = replies_of(unseen_tiles, hand_tiles);
    const Mask declarable_indices = indices_of(hand_tiles, declarable);
    const bool redeclare = game.scoring().redeclare;

    // A part of the hand without one of its tiles is a smaller number, so it has been worked out already: this order is
    // that from the last trick backwards.
    for (Mask hand_part = 1; hand_part < bit(hand_size); ++hand_part) {
        const Mask double_indices = two_or_more(hand_part & declarable_indices) ? hand_part & declarable_indices : 0;
        Mask declared_doubles = 0;  // the tiles that `double_indices` are of
        for (Mask m = double_indices; m; m &= m - 1) declared_doubles |= bit(hand_tiles[lowest(m)]);
        const int declared_points = declared_doubles ? game.declared_worth(declared_doubles) : 0;
        CloserPoints* points_row = &closer_points_[first_index_[hand_part]];
        for (const Mask other_hand : sets_of_size[std::popcount(hand_part)]) {
            steps.check();
            // The four ways to count: without and with the right to declare (1), each without and with care for the
            // double of trumps (2).
            using PointsByWay = std::array<int, kCountingWays>;
            // What a trick of these two tiles, by their indices, comes to with all that follows it.
            const auto add_trick = [&](int i, int j, bool wins, PointsByWay& points) {
                const int closer_tile = hand_tiles[i], other_tile = unseen_tiles[j];
                const auto& later_points =
                    closer_points_[first_index_[hand_part ^ bit(i)] + rank_[other_hand ^ bit(j)]][wins];
                const int worth = wins ? trump.points[closer_tile] + trump.points[other_tile] : 0;
                for (std::size_t way = 0; way < kCountingWays; ++way)
                    points[way] = later_points[way] ? later_points[way] + worth : 0;
                if (!wins && (bit(closer_tile) | bit(other_tile)) == trump.capture_pair) points[2] = points[3] = 0;
            };
            // The closer leads, the best of their leads against the worst reply; and the other leads, the worst of
            // their leads against the best reply.
            PointsByWay leading{}, replying, points;
            replying.fill(kMaxPoints + 1);
            for (Mask m = hand_part; m; m &= m - 1) {
                const int i = lowest(m);
                const ReplySets& reply_sets = replies_to_closer[i];
                PointsByWay worst;
                worst.fill(kMaxPoints + 1);
                for (Mask replies = allowed_replies(reply_sets.classes, other_hand); replies; replies &= replies - 1) {
                    add_trick(i, lowest(replies), !has(reply_sets.beats, lowest(replies)), points);
                    for (std::size_t way = 0; way < kCountingWays; ++way)
                        worst[way] = std::min(worst[way], points[way]);
                }
                if (has(double_indices, i))  // with all of them
                    for (const std::size_t way : {std::size_t{1}, std::size_t{3}})
                        if (worst[way - !redeclare]) worst[way] = declared_points + worst[way - !redeclare];
                for (std::size_t way = 0; way < kCountingWays; ++way) leading[way] = std::max(leading[way], worst[way]);
            }
            for (Mask m = other_hand; m; m &= m - 1) {
                const int j = lowest(m);
                const ReplySets& reply_sets = replies_to_other[j];
                PointsByWay best{};
                for (Mask replies = allowed_replies(reply_sets.classes, hand_part); replies; replies &= replies - 1) {
                    add_trick(lowest(replies), j, has(reply_sets.beats, lowest(replies)), points);
                    for (std::size_t way = 0; way < kCountingWays; ++way) best[way] = std::max(best[way], points[way]);
                }
                for (std::size_t way = 0; way < kCountingWays; ++way)
                    replying[way] = std::min(replying[way], best[way]);
            }
            for (std::size_t way = 0; way < kCountingWays; ++way) {
                (*points_row)[0][way] = static_cast<std::uint8_t>(std::min(replying[way], kMaxPoints + 1));
                (*points_row)[1][way] = static_cast<std::uint8_t>(std::min(leading[way], kMaxPoints + 1));
            }
            ++points_row;
        }
    }
    suit_ = game.deal().suit;
    closer_hand_ = closer_hand;
    unseen_ = unseen;
    declarable_ = declarable;
}

}  // namespace bingo
