#include "games/greedy.hpp"

#include <algorithm>
#include <utility>

#include "games/hand.hpp"

namespace bingo {
namespace {

constexpr int kBingoKept = 14;   // what the Bingo is worth in hand beyond its card points
constexpr int kSecured = 3;      // of a trump's card points, those that a trick taken with it makes sure of
constexpr int kDoubleKept = 8;   // what a double is worth in hand that may be declared with another one later

class Greedy : public Hand {
  public:
    using Hand::Hand;

    Move lead(const std::vector<Move>& moves) const {
        int largest = 0;
        for (const Move& m : moves) largest = std::max(largest, count(m.declare));
        std::vector<Move> declaring, closing;
        for (const Move& m : moves) {
            if (count(m.declare) == largest && !m.close) declaring.push_back(m);
            if (m.close && m.tile >= 0 && has(sure(), m.tile)) closing.push_back(m);
        }
        for (const Move& m : declaring)
            if (m.claim || m.tile < 0) return m;  // it reaches the target, or is of all seven doubles
        if (!closing.empty() && sure_points() >= target() && node_.counted[1] < target())
            return most(closing, [&](const Move& m) { return std::pair(count(m.declare), worth(m.tile)); });
        return most(declaring, [&](const Move& m) { return appeal(m.tile); });
    }

    // Card points that the reply wins or loses, and those it lets you declare, less what the tile is worth kept.
    int reply(int tile) const {
        const int at_stake = worth(led_) + worth(tile);
        return (wins(tile) ? at_stake + next(tile) : -at_stake) - kept(tile);
    }

  private:
    // Tiles of the hand that no unseen tile beats in phase two.
    Mask sure() const {
        Mask found = 0;
        for (Mask m = mine_; m; m &= m - 1)
            if (!(t_.beats[1][at(lowest(m))] & unheld_)) found |= bit(lowest(m));
        return found;
    }

    // Card points that are yours for certain if you close now and lead.
    int sure_points() const {
        const Scoring& s = game_.scoring();
        const Mask winners = sure(), doubles = declarable();
        std::vector<int> replies;
        for (Mask m = unheld_; m; m &= m - 1) replies.push_back(worth(lowest(m)));
        std::sort(replies.begin(), replies.end());
        replies.resize(std::min(replies.size(), at(count(winners))));
        int total = node_.counted[0];
        for (Mask m = winners; m; m &= m - 1) total += worth(lowest(m));
        for (const int reply : replies) total += reply;
        const bool simple = !s.after_winning && !s.with_its_trick;
        return total + (simple || doubles & winners ? declaration(doubles) : 0);
    }

    // What leading the tile brings if all unseen tiles are as likely to be the reply, less what it is worth in hand.
    double appeal(int tile) const {
        const int beaten = count(t_.beats[!open_][at(tile)] & unheld_);
        const double risk = std::min(1.0, static_cast<double>(beaten * hidden_) / std::max(count(unheld_), 1) / 2);
        return worth(tile) * (1 - 2 * risk) - kept(tile);
    }

    // What can be declared with the lead, and the points of one's own declaration that now count.
    int next(int reply) const { return node_.waiting[0] + declaration(declarable() & ~bit(reply)); }

    // What a tile is worth in hand: points of the Bingo and of trumps can wait, the more so the more trumps they beat.
    int kept(int tile) const {
        const int double_kept = has(declarable(), tile) ? kDoubleKept : 0;
        if (is_bingo(tile)) return double_kept + worth(tile) + kBingoKept;
        if (!has(t_.trumps, tile)) return double_kept;
        return double_kept + worth(tile) - kSecured + lower_trumps(tile);
    }
};

}  // namespace

Move greedy(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables) {
    const Greedy player(view, tables);
    if (stage == kClaimStage || stage == kAnswerStage) return player.may_claim() ? Move{0, -1, false, true} : Move{};
    if (stage == kReplyStage) return most(moves, [&](const Move& m) { return player.reply(m.tile); });
    return player.lead(moves);
}

}  // namespace bingo
