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

// Whether groups of doubles, each with one that is gone (the one that was led), add up to `total` and cover `required`.
// For rules where a double is declared once and led with its declaration, at most one for each of `lead_count` leads.
bool can_have_declared(const Scoring& s, int total, Mask doubles, Mask gone, Mask required, int lead_count) {
    if (total == 0 && !required) return true;
    if (total <= 0 || lead_count == 0) return false;
    for (Mask part = doubles; part; part = (part - 1) & doubles) {
        const int n = count(part);
        if (!(part & gone) || n < 2 || n > s.most || (n == kSuits && s.seven)) continue;
        const int worth = s.worth[n] + (part & kBingo ? s.bingo_bonus : 0);
        if (worth <= total &&
            can_have_declared(s, total - worth, doubles & ~part, gone, required & ~part, lead_count - 1))
            return true;
    }
    return false;
}

// Whether at most `times` declarations of up to `available` doubles add up to `total`: for all other rules, where one
// double may be in several declarations.
bool can_sum(const Scoring& s, int total, int available, int times) {
    using Sums = std::bitset<1024>;
    Sums sums{1};
    for (; times > 0; --times) {
        Sums extended = sums;
        for (int n = 2; n <= available; ++n)
            if (s.is_declaration(n)) extended |= sums << s.worth[n] | sums << (s.worth[n] + s.bingo_bonus);
        sums = extended;
    }
    return sums[total];
}

// The checks in the order in which each can rely on those before it: numbers in range, tiles in one place, trumps, what
// was won, sizes, tricks, boneyard, close, lead, declarations, points.
class QuickCheck {
  public:
    QuickCheck(const PackedSetup& setup, const Tables& tables)
        : w_(setup), s_(tables.scoring), tables_(tables), open_(w_.turned >= 0 && w_.closed_by < 0) {}

    bool operator()(bool either_end) {
        if (!check_numbers() || !check_places() || !check_trump(either_end)) return false;
        t_ = &tables_.trump[suit_];
        if (!count_won() || !check_sizes() || !check_tricks() || !check_stock() || !check_close() || !check_lead())
            return false;
        for (const int p : {0, 1})
            if (!check_declared(p) || !check_pending(p)) return false;
        if (s_.mode != kPoints && (w_.carried[0] || w_.carried[1])) return false;
        return !is_over() && (w_.first < 0 || total_ || w_.first == w_.lead) && check_points();
    }

    // The position that was written, once all checks have passed, at the first stage at which there is something to
    // decide.
    PackedPosition position() const {
        PackedPosition g{};
        g.trump = suit_;
        g.leader = w_.lead;
        g.led = w_.led;
        g.won_with = -1;
        g.pending = w_.pending[0] + w_.pending[1];
        g.hands = w_.hands;
        g.points = points_;
        g.tricks = tricks_;
        g.declared = w_.declared;
        g.carried = w_.carried;
        g.shown = static_cast<std::int32_t>((set(w_.shown[0]) | set(w_.shown[1])) & in_hands());
        g.closed_by = w_.closed_by;
        g.closed_points = std::max(w_.closed_points, 0);
        g.closed_tricks = std::max(w_.closed_tricks, 0);
        g.turned = w_.turned;
        g.stock_size = std::max(w_.stock_size, 0);
        std::copy(std::begin(w_.stock), std::end(w_.stock), g.stock);
        if (g.led >= 0) {
            g.stage = kReplyStage;
            return g;
        }
        Position root = unpack(g, tables_);
        next_stage(Game(tables_), root, kClaimStage);
        g.stage = root.stage;
        return g;
    }

  private:
    static Mask set(std::int32_t tiles) { return tiles < 0 ? 0 : static_cast<Mask>(tiles); }
    static Mask tile_set(std::int32_t tile) { return tile < 0 ? 0 : bit(tile); }

    // All tiles in hands, one on the table included.
    Mask in_hands() const { return set(w_.hands[0]) | set(w_.hands[1]) | tile_set(w_.led); }
    Mask face_down() const {
        Mask tiles = 0;
        for (int i = 0; i < w_.stock_size; ++i) tiles |= tile_set(w_.stock[i]);
        return tiles;
    }

    // Whether all numbers are in their ranges, those that files may have.
    bool check_numbers() const {
        constexpr int kMaxCount = 1000;
        const auto in_range = [](std::int32_t n, int low, int high) { return low <= n && n <= high; };
        bool valid = in_range(w_.trump, -1, kSuits - 1) && in_range(w_.lead, 0, 1) && in_range(w_.first, -1, 1) &&
                     in_range(w_.led, -1, kTiles - 1) && in_range(w_.turned, -1, kTiles - 1) &&
                     in_range(w_.closed_by, -1, 1) && in_range(w_.closed_points, -1, kMaxCount) &&
                     in_range(w_.closed_tricks, -1, kMaxTricks) && in_range(w_.stock_size, -1, kBoneyard - 1);
        for (int p = 0; p < 2; ++p)
            valid = valid && in_range(w_.hands[p], 0, kAllTiles) && in_range(w_.won[p], -1, kAllTiles) &&
                    in_range(w_.points[p], -1, kMaxCount) && in_range(w_.tricks[p], -1, kMaxTricks) &&
                    in_range(w_.declared[p], 0, kMaxCount) && in_range(w_.pending[p], 0, kMaxCount) &&
                    in_range(w_.shown[p], 0, kAllTiles) && in_range(w_.carried[p], 0, kMaxCount);
        return valid && std::all_of(w_.stock, w_.stock + std::max(w_.stock_size, 0),
                                    [&](std::int32_t tile) { return in_range(tile, 0, kTiles - 1); });
    }

    // Whether each tile is in one place.
    bool check_places() const {
        Mask all = 0;
        int number = std::max(w_.stock_size, 0);
        for (const Mask tiles : {set(w_.hands[0]), set(w_.hands[1]), set(w_.won[0]), set(w_.won[1]), tile_set(w_.led),
                                 tile_set(w_.turned)}) {
            all |= tiles;
            number += std::popcount(tiles);
        }
        return std::popcount(all | face_down()) == number;
    }

    bool check_trump(bool either_end) {
        suit_ = w_.trump;
        if (w_.turned < 0) return suit_ >= 0;
        if (either_end) return suit_ >= 0 && shows(w_.turned, suit_);
        if (suit_ < 0) suit_ = higher_end(w_.turned);
        return suit_ == higher_end(w_.turned);
    }

    // Counts what was won, from the tiles where they are written; false if numbers beside them say otherwise.
    bool count_won() {
        for (int p = 0; p < 2; ++p) {
            tricks_[p] = std::max(w_.tricks[p], 0);
            points_[p] = std::max(w_.points[p], 0);
            if (w_.won[p] < 0) continue;
            const int tricks = std::popcount(set(w_.won[p])) / 2;
            const int worth = points_of(numbers_of({set(w_.won[p])}, *t_), *t_);
            if ((w_.tricks[p] >= 0 && w_.tricks[p] != tricks) || (w_.points[p] >= 0 && w_.points[p] != worth))
                return false;
            tricks_[p] = tricks;
            points_[p] = worth;
        }
        return true;
    }

    // Both hands equally large, a tile on the table counted in, and full while tiles are drawn.
    bool check_sizes() {
        const auto size = [&](int p) { return std::popcount(set(w_.hands[p])) + (w_.lead == p && w_.led >= 0); };
        size_ = size(0);
        return 1 <= size_ && size_ <= kDealt && size(1) == size_ && (!open_ || size_ == kDealt);
    }

    // As many tricks as the tiles that are missing make. `tricks_before_close_`: those before the close, at least one.
    bool check_tricks() {
        total_ = tricks_[0] + tricks_[1];
        if (open_) return total_ < kBoneyard / 2;
        if (w_.closed_by < 0) return total_ == kMaxTricks - size_;
        tricks_before_close_ = total_ - (kDealt - size_);
        return 1 <= tricks_before_close_ && tricks_before_close_ < kBoneyard / 2;
    }

    bool check_stock() const { return w_.stock_size == (open_ ? kBoneyard - 1 - 2 * total_ : -1); }

    int card_points(int p) const { return points_[p] + (tricks_[p] ? w_.declared[p] : 0); }

    // What the other had at the close is no more than they have now; of the tricks before it the closer had at least
    // one. With no trick since, all their card points were there then.
    bool check_close() const {
        if (w_.closed_by < 0) return true;
        const int closer = w_.closed_by, other = 1 - closer, points = w_.closed_points, tricks = w_.closed_tricks;
        const int closer_tricks = tricks_before_close_ - tricks;  // what the closer had won
        if (tricks > tricks_[other] || closer_tricks < 1 || closer_tricks > tricks_[closer]) return false;
        if (tricks == 0 && points) return false;
        return points <= card_points(other) && (tricks < tricks_[other] || points >= points_[other]);
    }

    // Whoever leads has won the last trick: so they have one, and after a close with tricks since, one of those. The
    // closer leads at once.
    bool check_lead() const {
        if (total_ && !tricks_[w_.lead]) return false;
        if (w_.closed_by < 0) return true;
        if (size_ == kDealt) return w_.lead == w_.closed_by;
        return tricks_[w_.lead] >
               (w_.lead != w_.closed_by ? w_.closed_tricks : tricks_before_close_ - w_.closed_tricks);
    }

    // Points that hang on a trick are those of some declaration by the leader, who has led a double.
    bool check_pending(int p) const {
        const int points = w_.pending[p];
        if (!points) return true;
        if (!s_.with_its_trick || p != w_.lead || !(tile_set(w_.led) & kDoubleIndices)) return false;
        for (int n = 2; n <= kSuits; ++n)
            if (s_.is_declaration(n) && (points == s_.worth[n] || points == s_.worth[n] + s_.bingo_bonus)) return true;
        return false;
    }

    // Declared points have doubles that they can come from: those still in hand as `shown`, and `gone` ones, which are
    // neither in hand nor known to lie elsewhere.
    bool check_declared(int p) const {
        const Mask shown = set(w_.shown[p]), hand = set(w_.hands[p]);
        if (!shown && !w_.declared[p] && !w_.pending[p]) return true;
        Mask elsewhere = set(w_.hands[1 - p]) | set(w_.shown[1 - p]) | tile_set(w_.turned) | face_down();
        if (p != w_.lead) elsewhere |= tile_set(w_.led);
        if (shown & (elsewhere | ~kDoubleIndices)) return false;
        Mask gone = kDoubleIndices & ~elsewhere & ~hand;
        if (!total_) gone &= tile_set(w_.led);
        // Declared doubles that are neither held nor led lie in tricks, which have room for them.
        const Mask must = shown & hand, unseen = shown & ~hand & ~tile_set(w_.led);
        if (std::popcount(unseen & ~in_tricks()) > 2 * total_ - std::popcount(in_tricks())) return false;
        if (!w_.declared[p] && !must) return true;
        const int leads = tricks_[p] + !s_.after_winning;
        if (!s_.after_winning && !s_.with_its_trick && !s_.redeclare)
            return can_have_declared(s_, w_.declared[p], must | gone, gone, must, leads);
        return can_sum(s_, w_.declared[p], count(must | gone),
                       std::min(s_.with_its_trick ? tricks_[p] : leads, kMaxTricks));
    }

    Mask in_tricks() const { return set(w_.won[0]) | set(w_.won[1]); }

    // Where the first to reach the target ends the deal, nobody can have reached it.
    bool is_over() const { return s_.mode == kFirstEnds && std::max(card_points(0), card_points(1)) >= s_.target; }

    // Whether the tiles gone can be dealt into both sides' tricks with these points, the same test as for the hands of
    // a view. An exhausted boneyard leaves all of them in tricks; of a closed one some lie face down, and only doubles
    // that were shown must be in tricks.
    bool check_points() const {
        const Mask unknown = kAllTiles & ~(in_hands() | in_tricks() | tile_set(w_.turned) | face_down());
        const bool is_exhausted = !open_ && w_.closed_by < 0;  // of an exhausted boneyard all tiles gone lie in tricks
        const Mask in_tricks_only = is_exhausted ? unknown : (set(w_.shown[0]) | set(w_.shown[1])) & unknown;
        int goal[2], tiles[2];
        for (int p = 0; p < 2; ++p) {
            tiles[p] = w_.won[p] >= 0 ? 0 : 2 * tricks_[p];
            goal[p] = w_.won[p] >= 0 ? 0 : points_[p];
        }
        return can_share_tiles(*t_, numbers_of({in_tricks_only}, *t_), numbers_of({unknown & ~in_tricks_only}, *t_),
                               goal, tiles);
    }

    const PackedSetup& w_;
    const Scoring& s_;
    const Tables& tables_;
    const Trump* t_ = nullptr;  // of the suit, once that is known
    bool open_;
    int suit_ = -1, size_ = 0, total_ = 0, tricks_before_close_ = 0;
    std::array<std::int32_t, 2> points_{}, tricks_{};
};

}  // namespace

bool quick_check(const PackedSetup& setup, const Tables& tables, bool either_end, PackedPosition& position) {
    QuickCheck check(setup, tables);
    if (!check(either_end)) return false;
    position = check.position();
    return true;
}

}  // namespace bingo
