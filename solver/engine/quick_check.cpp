// Whether a position can occur, checked on integers for batches of many. It is the second telling of the proofs in
// solver/game/check.py, and the only one that may be one-sided: a yes must be right, a no only sends the position to
// Python, which says why it cannot occur or that it can. So a check here may be stricter than the rules, never laxer.

#include "quick_check.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <iterator>

#include "core/moves.hpp"
#include "hidden/view.hpp"

namespace bingo {
namespace {

constexpr Mask kDoubleIndices = 1u | 1u << 2 | 1u << 5 | 1u << 9 | 1u << 14 | 1u << 20 | 1u << 27;

constexpr Mask kBingo = 1;  // by tile index

// Whether groups of doubles, each with one that is gone (the one that was led), add up to `points` and cover
// `required`. For rules where a double is declared once and led with its declaration, at most one for each of
// `lead_count` leads.
bool can_have_declared(const Scoring& scoring, int points, Mask doubles, Mask gone, Mask required, int lead_count) {
    if (points == 0 && !required) return true;
    if (points <= 0 || lead_count == 0) return false;
    for (Mask declared = doubles; declared; declared = (declared - 1) & doubles) {
        const int size = count(declared);
        if (!(declared & gone) || !scoring.is_declaration(size) || (size == kSuits && scoring.seven_doubles)) continue;
        const int worth = scoring.declaration_points[size] + (declared & kBingo ? scoring.bingo_bonus : 0);
        if (worth <= points &&
            can_have_declared(scoring, points - worth, doubles & ~declared, gone, required & ~declared, lead_count - 1))
            return true;
    }
    return false;
}

// Whether at most `max_declarations` of up to `max_doubles` doubles add up to `points`: for all other rules, where one
// double may be in several declarations.
bool declarations_can_sum(const Scoring& scoring, int points, int max_doubles, int max_declarations) {
    using PointSums = std::bitset<1024>;
    PointSums point_sums{1};
    for (; max_declarations > 0; --max_declarations) {
        PointSums extended_sums = point_sums;
        for (int size = 2; size <= max_doubles; ++size)
            if (const int worth = scoring.declaration_points[size]; scoring.is_declaration(size))
                extended_sums |= point_sums << worth | point_sums << (worth + scoring.bingo_bonus);
        point_sums = extended_sums;
    }
    return point_sums[points];
}

// The checks in the order in which each can rely on those before it: numbers in range, tiles in one place, trumps, what
// was won, sizes, tricks, boneyard, close, lead, declarations, points.
class QuickCheck : PackedSetup {
  public:
    QuickCheck(const PackedSetup& setup, const Tables& tables)
        : PackedSetup(setup), scoring_(tables.scoring), tables_(tables), open_(turned >= 0 && closed_by < 0) {}

    bool operator()(bool either_end) {
        if (!check_numbers() || !check_places() || !check_trump(either_end)) return false;
        trump_ = &tables_.trump[trump_suit_];
        if (!count_won() || !check_sizes() || !check_tricks() || !check_stock() || !check_close() || !check_lead())
            return false;
        for (const int p : {0, 1})
            if (!check_declared(p) || !check_pending(p)) return false;
        if (scoring_.target_rule != kPoints && (carried[0] || carried[1])) return false;
        return !is_over() && (first_leader < 0 || tricks_played_ || first_leader == lead) && check_points();
    }

    // The position that was written, once all checks have passed, at the first stage at which there is something to
    // decide.
    PackedPosition position() const {
        PackedPosition packed{};
        packed.trump = trump_suit_;
        packed.leader = lead;
        packed.led = led;
        packed.won_with = -1;
        packed.pending = pending[0] + pending[1];
        packed.hands = hands;
        packed.points = won_points_;
        packed.tricks = won_tricks_;
        packed.declared = declared;
        packed.carried = carried;
        packed.shown = static_cast<std::int32_t>((as_mask(shown[0]) | as_mask(shown[1])) & in_hands());
        packed.closed_by = closed_by;
        packed.closed_points = std::max(closed_points, 0);
        packed.closed_tricks = std::max(closed_tricks, 0);
        packed.turned = turned;
        packed.stock_size = std::max(stock_size, 0);
        std::copy(std::begin(stock), std::end(stock), packed.stock);
        if (packed.led >= 0) {
            packed.stage = kReplyStage;
            return packed;
        }
        Position root = unpack(packed, tables_);
        next_stage(Game(tables_), root, kClaimStage);
        packed.stage = root.stage;
        return packed;
    }

  private:
    static Mask as_mask(std::int32_t tiles) { return tiles < 0 ? 0 : static_cast<Mask>(tiles); }

    // All tiles in hands, one on the table included.
    Mask in_hands() const { return as_mask(hands[0]) | as_mask(hands[1]) | bit_of(led); }
    Mask face_down() const {
        Mask tiles = 0;
        for (int i = 0; i < stock_size; ++i) tiles |= bit_of(stock[i]);
        return tiles;
    }

    // Whether all numbers are in their ranges, those that files may have.
    bool check_numbers() const {
        constexpr int kMaxCount = 1000;
        const auto in_range = [](std::int32_t number, int low, int high) { return low <= number && number <= high; };
        bool is_valid = in_range(trump, -1, kSuits - 1) && in_range(lead, 0, 1) && in_range(first_leader, -1, 1) &&
                        in_range(led, -1, kTiles - 1) && in_range(turned, -1, kTiles - 1) &&
                        in_range(closed_by, -1, 1) && in_range(closed_points, -1, kMaxCount) &&
                        in_range(closed_tricks, -1, kMaxTricks) && in_range(stock_size, -1, kBoneyardSize - 1);
        for (int p = 0; p < 2; ++p)
            is_valid = is_valid && in_range(hands[p], 0, kAllTiles) && in_range(won[p], -1, kAllTiles) &&
                       in_range(points[p], -1, kMaxCount) && in_range(tricks[p], -1, kMaxTricks) &&
                       in_range(declared[p], 0, kMaxCount) && in_range(pending[p], 0, kMaxCount) &&
                       in_range(shown[p], 0, kAllTiles) && in_range(carried[p], 0, kMaxCount);
        return is_valid && std::all_of(stock, stock + std::max(stock_size, 0),
                                       [&](std::int32_t tile) { return in_range(tile, 0, kTiles - 1); });
    }

    // Whether each tile is in one place.
    bool check_places() const {
        Mask placed_tiles = 0;
        int tile_count = std::max(stock_size, 0);
        for (const Mask tiles :
             {as_mask(hands[0]), as_mask(hands[1]), as_mask(won[0]), as_mask(won[1]), bit_of(led), bit_of(turned)}) {
            placed_tiles |= tiles;
            tile_count += std::popcount(tiles);
        }
        return std::popcount(placed_tiles | face_down()) == tile_count;
    }

    bool check_trump(bool either_end) {
        trump_suit_ = trump;
        if (turned < 0) return trump_suit_ >= 0;
        if (either_end) return trump_suit_ >= 0 && shows(turned, trump_suit_);
        if (trump_suit_ < 0) trump_suit_ = higher_suit(turned);
        return trump_suit_ == higher_suit(turned);
    }

    // Counts what was won, from the tiles where they are written; false if numbers beside them say otherwise.
    bool count_won() {
        for (int p = 0; p < 2; ++p) {
            won_tricks_[p] = std::max(tricks[p], 0);
            won_points_[p] = std::max(points[p], 0);
            if (won[p] < 0) continue;
            won_tricks_[p] = std::popcount(as_mask(won[p])) / 2;
            won_points_[p] = points_of(numbers_of({as_mask(won[p])}, *trump_), *trump_);
            if ((tricks[p] >= 0 && tricks[p] != won_tricks_[p]) || (points[p] >= 0 && points[p] != won_points_[p]))
                return false;
        }
        return true;
    }

    // Both hands equally large, a tile on the table counted in, and full while tiles are drawn.
    bool check_sizes() {
        const auto size = [&](int p) { return std::popcount(as_mask(hands[p])) + (lead == p && led >= 0); };
        hand_size_ = size(0);
        return 1 <= hand_size_ && hand_size_ <= kHandSize && size(1) == hand_size_ &&
               (!open_ || hand_size_ == kHandSize);
    }

    // As many tricks as the tiles that are missing make. `tricks_before_close_`: those before the close, at least one.
    bool check_tricks() {
        tricks_played_ = won_tricks_[0] + won_tricks_[1];
        if (open_) return tricks_played_ < kBoneyardSize / 2;
        if (closed_by < 0) return tricks_played_ == kMaxTricks - hand_size_;
        tricks_before_close_ = tricks_played_ - (kHandSize - hand_size_);
        return 1 <= tricks_before_close_ && tricks_before_close_ < kBoneyardSize / 2;
    }

    bool check_stock() const { return stock_size == (open_ ? kBoneyardSize - 1 - 2 * tricks_played_ : -1); }

    int card_points(int player) const { return won_points_[player] + (won_tricks_[player] ? declared[player] : 0); }

    // What the other had at the close is no more than they have now; of the tricks before it the closer had at least
    // one. With no trick since, all their card points were there then.
    bool check_close() const {
        if (closed_by < 0) return true;
        const int other = 1 - closed_by, closer_tricks = tricks_before_close_ - closed_tricks;  // of the closer then
        if (closed_tricks > won_tricks_[other] || closer_tricks < 1 || closer_tricks > won_tricks_[closed_by])
            return false;
        if (closed_tricks == 0 && closed_points) return false;
        return closed_points <= card_points(other) &&
               (closed_tricks < won_tricks_[other] || closed_points >= won_points_[other]);
    }

    // Whoever leads has won the last trick: so they have one, and after a close with tricks since, one of those. The
    // closer leads at once.
    bool check_lead() const {
        if (tricks_played_ && !won_tricks_[lead]) return false;
        if (closed_by < 0) return true;
        if (hand_size_ == kHandSize) return lead == closed_by;
        return won_tricks_[lead] > (lead != closed_by ? closed_tricks : tricks_before_close_ - closed_tricks);
    }

    // Points that hang on a trick are those of some declaration by the leader, who has led a double.
    bool check_pending(int player) const {
        if (!pending[player]) return true;
        if (!scoring_.declaration_needs_trick || player != lead || !(bit_of(led) & kDoubleIndices)) return false;
        for (int size = 2; size <= kSuits; ++size)
            if (const int bonus = pending[player] - scoring_.declaration_points[size];
                scoring_.is_declaration(size) && (bonus == 0 || bonus == scoring_.bingo_bonus))
                return true;
        return false;
    }

    // Declared points have doubles that they can come from: those still in hand as `shown`, and `gone` ones, which are
    // neither in hand nor known to lie elsewhere.
    bool check_declared(int player) const {
        const Mask own_shown = as_mask(shown[player]), hand = as_mask(hands[player]);
        if (!own_shown && !declared[player] && !pending[player]) return true;
        Mask tiles_elsewhere = as_mask(hands[1 - player]) | as_mask(shown[1 - player]) | bit_of(turned) | face_down();
        if (player != lead) tiles_elsewhere |= bit_of(led);
        if (own_shown & (tiles_elsewhere | ~kDoubleIndices)) return false;
        Mask gone = kDoubleIndices & ~tiles_elsewhere & ~hand;
        if (!tricks_played_) gone &= bit_of(led);
        // Declared doubles that are neither held nor led lie in tricks, which have room for them.
        const Mask required = own_shown & hand, in_any_trick = own_shown & ~hand & ~bit_of(led);
        if (std::popcount(in_any_trick & ~in_tricks()) > 2 * tricks_played_ - std::popcount(in_tricks())) return false;
        if (!declared[player] && !required) return true;
        const int lead_count = won_tricks_[player] + !scoring_.declare_after_winning;
        if (!scoring_.declare_after_winning && !scoring_.declaration_needs_trick && !scoring_.redeclare)
            return can_have_declared(scoring_, declared[player], required | gone, gone, required, lead_count);
        return declarations_can_sum(
            scoring_, declared[player], count(required | gone),
            std::min(scoring_.declaration_needs_trick ? won_tricks_[player] : lead_count, kMaxTricks));
    }

    Mask in_tricks() const { return as_mask(won[0]) | as_mask(won[1]); }

    // Where the first to reach the target ends the deal, nobody can have reached it.
    bool is_over() const {
        return scoring_.target_rule == kFirstEnds && std::max(card_points(0), card_points(1)) >= scoring_.target;
    }

    // Whether the tiles gone can be dealt into both sides' tricks with these points, the same test as for the hands of
    // a view. An exhausted boneyard leaves all of them in tricks; of a closed one some lie face down, and only doubles
    // that were shown must be in tricks.
    bool check_points() const {
        const Mask unplaced = kAllTiles & ~(in_hands() | in_tricks() | bit_of(turned) | face_down());
        const bool is_exhausted = !open_ && closed_by < 0;  // of an exhausted boneyard all tiles gone lie in tricks
        const Mask in_tricks_only = is_exhausted ? unplaced : (as_mask(shown[0]) | as_mask(shown[1])) & unplaced;
        int trick_points[2], tile_counts[2];
        for (int p = 0; p < 2; ++p) {
            tile_counts[p] = won[p] >= 0 ? 0 : 2 * won_tricks_[p];
            trick_points[p] = won[p] >= 0 ? 0 : won_points_[p];
        }
        return can_share_tiles(*trump_, numbers_of({in_tricks_only}, *trump_),
                               numbers_of({unplaced & ~in_tricks_only}, *trump_), trick_points, tile_counts);
    }

    const Scoring& scoring_;
    const Tables& tables_;
    const Trump* trump_ = nullptr;  // of the suit, once that is known
    bool open_;
    int trump_suit_ = -1, hand_size_ = 0, tricks_played_ = 0, tricks_before_close_ = 0;
    std::array<std::int32_t, 2> won_points_{}, won_tricks_{};
};

}  // namespace

bool quick_check(const PackedSetup& setup, const Tables& tables, bool either_end, PackedPosition& position) {
    QuickCheck check(setup, tables);
    if (!check(either_end)) return false;
    position = check.position();
    return true;
}

}  // namespace bingo
