#include "batch/check.hpp"

#include <algorithm>
#include <bitset>

namespace bingo {
namespace {

constexpr int kBudget = 4000;  // ways of sharing tiles out that are tried
constexpr Mask kAll = (Mask{1} << kTiles) - 1;
constexpr Mask kDoubles = 1u | 1u << 2 | 1u << 5 | 1u << 9 | 1u << 14 | 1u << 20 | 1u << 27;  // by tile index
constexpr Mask kBingo = 1;

Mask one(int tile) { return tile < 0 ? 0 : Mask{1} << tile; }

int higher_end(int tile) {
    int high = 0;
    while ((high + 1) * (high + 2) / 2 <= tile) ++high;
    const int low = tile - high * (high + 1) / 2;
    return low ? high : 0;  // a blank counts as 7, so it is the higher end
}

bool shows(int tile, int end) {
    for (int other = 0; other < kSuits; ++other)
        if (std::max(end, other) * (std::max(end, other) + 1) / 2 + std::min(end, other) == tile) return true;
    return false;
}

// Tiles of some worth, to be shared between the tricks of two sides.
struct Shares {
    int worth[kTiles], rest[kTiles + 1];  // rest[i]: what the tiles from i on are worth together
    int size, must;                       // the first `must` of them lie in tricks
    int need[2];                          // tiles in the tricks of each side
    int least, most;                      // tiles of some worth in all these tricks
    int budget;

    bool find(int i, int first, int second, int n0, int n1) {
        if (first < 0 || second < 0 || n0 > need[0] || n1 > need[1] || n0 + n1 > most) return false;
        if (first + second > rest[i] || --budget < 0) return false;
        if (i >= must && first == 0 && second == 0 && n0 + n1 >= least) return true;
        if (i == size) return false;
        return find(i + 1, first - worth[i], second, n0 + 1, n1) || find(i + 1, first, second - worth[i], n0, n1 + 1) ||
               (i >= must && find(i + 1, first, second, n0, n1));
    }
};

// Whether groups of doubles, each with one that is gone, add up to `total` and cover `must`.
bool grouped(const Scoring& s, int total, Mask free, Mask gone, Mask must, int leads) {
    if (total == 0 && !must) return true;
    if (total <= 0 || leads == 0) return false;
    for (Mask part = free; part; part = (part - 1) & free) {
        const int n = count(part);
        if (!(part & gone) || n < 2 || n > s.most || (n == kSuits && s.seven)) continue;
        const int worth = s.worth[n] + (part & kBingo ? s.bingo_bonus : 0);
        if (worth <= total && grouped(s, total - worth, free & ~part, gone, must & ~part, leads - 1)) return true;
    }
    return false;
}

// Whether at most `times` declarations of up to `available` doubles add up to `total`.
bool summed(const Scoring& s, int total, int available, int times) {
    using Sums = std::bitset<1024>;
    Sums sums{1};
    for (; times > 0; --times) {
        Sums more = sums;
        for (int n = 2; n <= available; ++n)
            if (n <= s.most || (n == kSuits && s.seven))
                more |= sums << at(s.worth[n]) | sums << at(s.worth[n] + s.bingo_bonus);
        sums = more;
    }
    return sums[at(total)];
}

class Checker {
  public:
    Checker(const ParsedLine& line, const Tables& tables, CheckedPosition& out)
        : line_(line), s_(tables.scoring), tables_(tables), out_(out) {}

    bool operator()(bool either_end) {
        open_ = line_.turned >= 0 && !line_.closed;
        if (!trump(either_end)) return false;
        t_ = &tables_.trump[at(out_.trump)];
        return sizes() && tricks() && won() && closed() && lead() && declared(0) && declared(1) && over() && first() &&
               points();
    }

    void fill() {
        Root& r = out_.root;
        r = Root{};
        r.deal.trump = t_;
        r.deal.suit = out_.trump;
        r.led = line_.led < 0 ? -1 : t_->number[at(line_.led)];
        r.won_with = -1;
        Node& n = r.node;
        n.leader = static_cast<std::int8_t>(line_.lead);
        for (int p = 0; p < 2; ++p) {
            const int counted = card_points(p);
            n.hand[p] = numbers(line_.sides[at(p)].hand);
            if (out_.tricks[p]) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            n.counted[p] = static_cast<std::int16_t>(counted);
            n.waiting[p] = static_cast<std::int16_t>(out_.points[p] + out_.declared[p] - counted);
        }
        if (r.led >= 0) n.hand[n.leader] |= bit(r.led);
        Mask out = n.hand[0] | n.hand[1];
        n.size = static_cast<std::int8_t>(size_);
        n.open = open_;
        n.closer = -1;
        if (line_.closed) {
            n.closer = static_cast<std::int8_t>(line_.closed_by);
            const bool nothing = s_.no_points ? line_.closed_points == 0 : line_.closed_tricks == 0;
            if (s_.judged_at_close) n.close_win = nothing ? 3 : line_.closed_points < s_.low ? 2 : 1;
            if (s_.failed == kNoTrickAtClose) n.close_fail = line_.closed_tricks ? 2 : 3;
        } else if (open_) {
            Deal& deal = r.deal;
            for (int i = 0; i < line_.stock_size; ++i) deal.stock[deal.stock_size++] = t_->number[at(line_.stock[i])];
            deal.stock[deal.stock_size++] = t_->number[at(line_.turned)];
            for (int i = 0; i < deal.stock_size; ++i) out |= bit(deal.stock[i]);
        }
        out_.shown = (line_.sides[0].shown | line_.sides[1].shown) &
                     (line_.sides[0].hand | line_.sides[1].hand | one(line_.led));
        n.declarable = out & t_->doubles & ~(s_.redeclare ? 0 : numbers(out_.shown));
        for (Mask m = out; m; m &= m - 1) n.rest = static_cast<std::int16_t>(n.rest + t_->points[at(lowest(m))]);
        if (n.closer < 0) n.rest = static_cast<std::int16_t>(n.rest + s_.last_trick);
        r.stage = line_.led >= 0              ? kReplyStage
                  : may_claim(line_.lead)     ? kClaimStage
                  : may_claim(1 - line_.lead) ? kAnswerStage
                                              : kLeadStage;
    }

  private:
    const ParsedSide& side(int player) const { return line_.sides[at(player)]; }

    int card_points(int p) const { return out_.points[p] + (out_.tricks[p] ? out_.declared[p] : 0); }

    bool may_claim(int p) const { return s_.mode == kClaim && (s_.false_claims || card_points(p) >= s_.target); }

    Mask numbers(Mask tiles) const {
        Mask out = 0;
        for (; tiles; tiles &= tiles - 1) out |= bit(t_->number[at(lowest(tiles))]);
        return out;
    }

    bool trump(bool either_end) {
        out_.trump = line_.trump;
        if (line_.turned < 0) return out_.trump >= 0;
        if (either_end) return out_.trump >= 0 && shows(line_.turned, out_.trump);
        if (out_.trump < 0) out_.trump = higher_end(line_.turned);
        return out_.trump == higher_end(line_.turned);
    }

    bool sizes() {
        size_ = std::popcount(side(0).hand) + (line_.lead == 0 && line_.led >= 0);
        if (!side(0).has_hand || !side(1).has_hand || size_ < 1 || size_ > kDealt || (open_ && size_ != kDealt))
            return false;
        return std::popcount(side(1).hand) + (line_.lead == 1 && line_.led >= 0) == size_;
    }

    bool tricks() {
        for (int p = 0; p < 2; ++p) out_.tricks[p] = side(p).has_won ? std::popcount(side(p).won) / 2 : side(p).tricks;
        total_ = out_.tricks[0] + out_.tricks[1];
        if (open_) return total_ < kBoneyard / 2 && line_.has_stock && line_.stock_size == kBoneyard - 1 - 2 * total_;
        if (line_.has_stock) return false;
        if (!line_.closed) return total_ == kMostTricks - size_;
        before_ = total_ - (kDealt - size_);
        return 1 <= before_ && before_ < kBoneyard / 2;
    }

    bool won() {
        for (int p = 0; p < 2; ++p) {
            const ParsedSide& s = side(p);
            out_.points[p] = s.points;
            out_.declared[p] = s.declared;
            if (!s.has_won) continue;
            int worth = 0;
            for (Mask m = s.won; m; m &= m - 1) worth += t_->points[at(t_->number[at(lowest(m))])];
            if ((s.has_tricks && s.tricks != out_.tricks[p]) || (s.has_points && s.points != worth)) return false;
            out_.points[p] = worth;
        }
        return true;
    }

    bool closed() const {
        if (!line_.closed) return true;
        const int by = line_.closed_by, other = 1 - by, points = line_.closed_points, tricks = line_.closed_tricks;
        const int since = before_ - tricks;  // what the closer had won
        if (tricks > out_.tricks[other] || since < 1 || since > out_.tricks[by]) return false;
        if (tricks == 0 && points) return false;
        return points <= card_points(other) && (tricks < out_.tricks[other] || points >= out_.points[other]);
    }

    bool lead() const {
        if (total_ && !out_.tricks[line_.lead]) return false;
        if (!line_.closed) return true;
        if (size_ == kDealt) return line_.lead == line_.closed_by;
        return out_.tricks[line_.lead] >
               (line_.lead != line_.closed_by ? line_.closed_tricks : before_ - line_.closed_tricks);
    }

    bool declared(int p) const {
        const ParsedSide& s = side(p);
        if (!s.shown && !s.declared) return true;
        Mask elsewhere = side(1 - p).hand | one(line_.turned) | side(1 - p).shown;
        for (int i = 0; i < line_.stock_size; ++i) elsewhere |= one(line_.stock[i]);
        if (p != line_.lead) elsewhere |= one(line_.led);
        if (s.shown & (elsewhere | ~kDoubles)) return false;
        const Mask held = kDoubles & s.hand & s.shown, must = s.shown & s.hand;
        Mask gone = kDoubles & ~elsewhere & ~s.hand;
        if (!total_) gone &= one(line_.led);
        if (!s.declared && !must) return true;
        const int leads = out_.tricks[p] + !s_.after_winning;
        if (!s_.after_winning && !s_.with_its_trick && !s_.redeclare)
            return grouped(s_, s.declared, held | gone, gone, must, leads);
        return summed(s_, s.declared, count(held | gone),
                      std::min(s_.with_its_trick ? out_.tricks[p] : leads, kMostTricks));
    }

    bool over() const { return s_.mode != kFirstEnds || (card_points(0) < s_.target && card_points(1) < s_.target); }

    bool first() const { return line_.first < 0 || total_ || line_.first == line_.lead; }

    // Whether the tiles gone can be dealt into both sides' tricks with these points.
    bool points() const {
        const bool exhausted = !open_ && !line_.closed;
        int zeros = 0, needed = 0;
        Shares shares{};
        for (Mask m = numbers(kAll & ~line_.placed); m; m ^= bit(highest(m))) {
            if (const int worth = t_->points[at(highest(m))])
                shares.worth[shares.size++] = worth;
            else
                ++zeros;
        }
        for (int i = shares.size; i > 0; --i) shares.rest[i - 1] = shares.rest[i] + shares.worth[i - 1];
        int goal[2];
        for (int p = 0; p < 2; ++p) {
            shares.need[p] = side(p).has_won ? 0 : 2 * out_.tricks[p];
            goal[p] = side(p).has_won ? 0 : out_.points[p];
            needed += shares.need[p];
        }
        if (exhausted) shares.must = shares.size;
        if (exhausted && goal[0] + goal[1] != shares.rest[0]) return false;
        shares.least = needed - zeros;
        shares.most = exhausted ? needed - zeros : needed;
        shares.budget = kBudget;
        return shares.find(0, goal[0], goal[1], 0, 0);
    }

    const ParsedLine& line_;
    const Scoring& s_;
    const Tables& tables_;
    const Trump* t_ = nullptr;
    CheckedPosition& out_;
    bool open_ = false;
    int size_ = 0, total_ = 0, before_ = 0;
};

}  // namespace

bool check_position(const ParsedLine& line, const Tables& tables, bool either_end, CheckedPosition& out) {
    Checker check(line, tables, out);
    if (!check(either_end)) return false;
    check.fill();
    return true;
}

}  // namespace bingo
