#include "hidden/features.hpp"

#include <bit>

namespace bingo {
namespace {

constexpr int kUnseen = 24, kHand = 8;

// chance[u][b][h]: that h tiles drawn from u, of which b are bad, are all good.
struct Chances {
    float good[kUnseen][kUnseen][kHand] = {};
    Chances() {
        for (int u = 0; u < kUnseen; ++u)
            for (int b = 0; b <= u; ++b) {
                float chance = 1;
                for (int h = 0; h < kHand; ++h) {
                    good[u][b][h] = chance;
                    chance *= u - h > 0 ? std::max(0, u - b - h) / static_cast<float>(u - h) : 0;
                }
            }
    }
};
const Chances kChances;

float tens(int card_points) { return static_cast<float>(card_points) / 70; }
float flag(bool b) { return b ? 1.0f : 0.0f; }

}  // namespace

Sight::Sight(const Scoring& scoring, const Trump& trump, const Node& node, int player, Mask down, int turned, int to_draw, int led)
    : s_(scoring), t_(trump), n_(node), me_(player), other_(1 - player), turned_(turned), to_draw_(to_draw), led_(led) {
    const Mask table = led < 0 ? 0 : bit(led), theirs = node.hand[other_] & ~table;
    hand_ = node.hand[me_];
    unseen_ = theirs | down;
    shown_ = s_.redeclare ? 0 : theirs & t_.doubles & ~node.declarable;
    doubles_ = hand_ & node.declarable;
    hidden_ = std::popcount(theirs & ~shown_);
    for (Mask m = hand_; m; m &= m - 1) power_[lowest(m)] = nobody_beats(t_.beats[1][at(lowest(m))]);
}

// Chance that the other holds none of these tiles, as far as the player knows.
float Sight::nobody_beats(Mask beaters) const {
    if (beaters & shown_) return 0;
    const Mask open = unseen_ & ~shown_;
    return kChances.good[std::popcount(open)][std::popcount(open & beaters)][hidden_];
}

float Sight::worth(Mask doubles) const {
    const int n = std::min(std::popcount(doubles), s_.most);
    return n >= 2 ? tens(s_.worth[n] + (doubles & t_.bingo ? s_.bingo_bonus : 0)) : 0;
}

Situation Sight::situation() const {
    float tricks = 0, points = 0, sure = 0, sures = 0;
    int mine = 0, all = 0;
    for (Mask m = hand_; m; m &= m - 1) {
        const int k = lowest(m);
        const float p = tens(t_.points[at(k)]);
        mine += t_.points[at(k)];
        tricks += power_[k];
        points += power_[k] * p;
        if (power_[k] == 1) {
            sure += p;
            sures += 1;
        }
    }
    for (Mask m = unseen_; m; m &= m - 1) all += t_.points[at(lowest(m))];
    const float unseen = static_cast<float>(std::max(1, std::popcount(unseen_)));
    const float captured = tricks * tens(all) / unseen;
    const bool mine_taken = has(static_cast<Mask>(n_.taken), me_), theirs_taken = has(static_cast<Mask>(n_.taken), other_);
    const float gap = tens(s_.target - n_.counted[me_] - n_.waiting[me_]) - worth(doubles_);
    const Mask top = t_.top;
    const auto lost = [&](int points_of, bool taken) {
        return points_of == 0 && (s_.no_points || !taken) ? 1.0f : points_of < s_.low ? 0.67f : 0.33f;
    };
    return {
        static_cast<float>(to_draw_) / 14,
        tens(n_.counted[me_]),
        tens(n_.counted[other_]),
        flag(mine_taken),
        flag(theirs_taken),
        lost(n_.counted[other_], theirs_taken),
        lost(n_.counted[me_], mine_taken),
        tens(n_.waiting[me_]),
        tens(n_.waiting[other_]),
        worth(doubles_),
        static_cast<float>(std::popcount(doubles_)) / 4,
        static_cast<float>(std::popcount(hand_ & t_.trumps)) / 4,
        static_cast<float>(std::popcount(unseen_ & t_.trumps)) / 6,
        flag(hand_ & t_.bingo),
        flag(unseen_ & t_.bingo),
        flag(hand_ & top),
        flag(unseen_ & top),
        tens(mine),
        tens(all),
        static_cast<float>(t_.points[at(turned_)]) / 14,
        unseen / 20,
        tricks / 7,
        points,
        sure,
        sures / 7,
        captured,
        gap,
        points + captured - gap,
        sure - gap,
        static_cast<float>(std::popcount(shown_)) / 3,
    };
}

LedSituation Sight::led_situation() const {
    LedSituation all;
    const Situation shared = situation();
    std::copy(shared.begin(), shared.end(), all.begin());
    const Mask over = hand_ & t_.beats[0][at(led_)];
    float* more = all.data() + kSituationFeatures;
    more[0] = static_cast<float>(t_.points[at(led_)]) / 14;
    more[1] = flag(has(t_.trumps, led_));
    more[2] = flag(has(t_.bingo, led_));
    more[3] = flag(has(t_.doubles, led_));
    more[4] = static_cast<float>(std::popcount(over)) / 4;
    more[5] = flag(over & ~t_.trumps & ~t_.bingo);
    more[6] = flag(n_.counted[other_] + n_.waiting[other_] + t_.points[at(led_)] >= s_.target);
    return all;
}

LeadFeatures Sight::lead(int k, Mask declared) const {
    const Mask beaters = t_.beats[0][at(k)];
    const float safe = nobody_beats(beaters), points = static_cast<float>(t_.points[at(k)]) / 14;
    const int then = n_.counted[me_] + n_.waiting[me_] + t_.points[at(k)];
    const float left = declared ? 0 : worth(doubles_) - worth(doubles_ & ~bit(k));
    return {
        points,
        safe,
        power_[k],
        flag(has(t_.trumps, k)),
        flag(has(t_.bingo, k)),
        flag(has(t_.top, k)),
        flag(has(t_.doubles, k)),
        left,
        worth(declared),
        safe * points,
        flag(t_.points[at(k)] == 0),
        safe * flag(tens(then) + worth(declared) >= tens(s_.target)),
        static_cast<float>(std::popcount(unseen_ & beaters)) / 20,
        flag(beaters & t_.bingo & unseen_ && has(t_.top, k)),
    };
}

ReplyFeatures Sight::reply(int k, bool wins) const {
    const float points = static_cast<float>(t_.points[at(k)]) / 14, led = static_cast<float>(t_.points[at(led_)]) / 14;
    const int both = t_.points[at(k)] + t_.points[at(led_)];
    const bool captures = (bit(k) | bit(led_)) == t_.pair;
    return {
        points,
        flag(wins),
        wins ? points + led : 0,
        wins ? 0 : points + led,
        power_[k],
        flag(has(t_.trumps, k)),
        flag(has(t_.bingo, k)),
        flag(has(t_.top, k)),
        flag(has(t_.doubles, k)),
        worth(doubles_) - worth(doubles_ & ~bit(k)),
        captures ? (wins ? 1.0f : -1.0f) : 0,
        flag(wins && n_.counted[me_] + n_.waiting[me_] + both >= s_.target),
        flag(!wins && n_.counted[other_] + n_.waiting[other_] + both >= s_.target),
        flag(t_.points[at(k)] == 0),
        wins ? worth(doubles_ & ~bit(k)) : 0,
        wins ? power_[k] : 0,
        nobody_beats(t_.beats[0][at(k)]),
    };
}

}  // namespace bingo
