// Certain wins: is there one strategy of the closer that wins against each of some hands? There are two searches that
// mirror each other, with the same names. The one takes a list of hands (Hands) and parts it at the opponent's moves;
// the other takes a set of tiles (Mask), any of which the opponent may turn out to hold: a stronger opponent, so a yes
// to them is a yes for every hand. Since that game has no hidden tiles it has a table, and it answers most questions.
//
// Both search for yes or no: player 0 needs one move that works at each of their nodes, and all of the opponent's moves
// must be answered. Nodes are counted by the solver, and after a number of them the answer is "not shown".

#include "hidden/certain_win.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>

namespace bingo {

bool CertainWin::is_certain(const Target& target, const std::vector<Mask>& hands, bool on_lead, int led, int steps) {
    steps_left_ = steps;
    if (led < 0) return search_trick(target, hands, on_lead);
    return on_lead ? wins_leading(target, hands, led) : wins_replying(target, hands, led);
}

// --- what both searches play --------------------------------------------------------------------------

// Stores a trick in the target: what player 0 wins lowers `points_needed`, what the opponent wins lowers
// `points_allowed`. False: the double of trumps is lost.
bool CertainWin::play_trick(Target& target, int own_tile, int other_tile, bool wins) const {
    if (!wins && trump().capture_pair && (bit(own_tile) | bit(other_tile)) == trump().capture_pair) return false;
    const int worth = trump().points[own_tile] + trump().points[other_tile];
    target.hand ^= bit(own_tile);
    target.doubles &= ~bit(own_tile);
    if (wins)
        target.points_needed -= worth;
    else if (target.points_allowed != kAnyPoints)
        target.points_allowed = std::max(target.points_allowed - worth, 0);
    return true;
}

// All doubles that can be declared at once; none where they are too few.
Mask CertainWin::declarable(const Target& target) {
    const Mask doubles = target.doubles & target.hand;
    return two_or_more(doubles) ? doubles : 0;
}

// What is to be reached against a hand.
CertainWin::Target CertainWin::target_against(Target target, Mask hand) {
    if (!(hand & kLostHand)) return target;
    target.win = false;
    target.points_allowed = kAnyPoints;
    return target;
}

// First what nothing in the other hand beats.
int CertainWin::next_lead(Mask tiles, Mask other_tiles) const {
    const Mask unbeaten_tiles = unbeaten(tiles, other_tiles, trump());
    return highest(unbeaten_tiles ? unbeaten_tiles : tiles);
}

// Whether wins(target, led) for some lead of player 0: first for doubles, with a declaration of all of them.
template <class Wins>
bool CertainWin::any_lead(const Target& target, Mask possible_tiles, Wins wins) const {
    const Mask doubles = declarable(target);
    Target after_declaring = target;
    after_declaring.points_needed -= game().declared_worth(doubles);
    after_declaring.doubles &= ~doubles;
    for (Mask untried = doubles; untried; untried ^= bit(highest(untried)))
        if (wins(after_declaring, highest(untried))) return true;
    for (Mask untried_tiles = target.hand & ~doubles; untried_tiles;) {
        const int led = take(untried_tiles, next_lead(untried_tiles, possible_tiles));
        if (wins(target, led)) return true;
    }
    return false;
}

// --- one of some hands -------------------------------------------------------------------------------

// Hands that are lost anyway and put nothing at risk drop out. If what is asked of all that are left is the same (to
// win, or only to keep the double), the stronger opponent is tried first; of one hand alone that answer is exact.
bool CertainWin::search_trick(const Target& target, const Hands& hands, bool on_lead) {
    if (target.points_needed <= 0) return true;
    Hands undecided;
    std::size_t lost_count = 0;
    for (const Mask hand : hands) {
        const bool is_lost = hand & kLostHand;
        if (is_lost && !double_at_risk(target.hand, hand)) continue;
        lost_count += is_lost;
        undecided.push_back(hand);
    }
    if (undecided.empty()) return true;
    if (!target.hand || (lost_count < undecided.size() && target.points_allowed <= 0)) return false;
    const Mask possible_tiles = all_tiles(undecided) & ~kLostHand;
    if (!lost_count || lost_count == undecided.size()) {
        if (search_trick(target_against(target, undecided[0]), possible_tiles, on_lead) == kYes) return true;
        if (undecided.size() == 1) return false;
    }
    if (out_of_steps()) return false;
    if (on_lead)
        return any_lead(target, possible_tiles,
                        [&](const Target& next_target, int led) { return wins_leading(next_target, undecided, led); });
    for (Mask untried = possible_tiles; untried;) {
        const int led = take(untried, next_lead(untried, target.hand));
        Hands matching_hands;
        for (const Mask hand : undecided)
            if (has(hand, led)) matching_hands.push_back(hand);
        if (!wins_replying(target, matching_hands, led)) return false;
    }
    return true;
}

// Player 0 leads `led`: first against each hand as if it were seen, which must be won and is quick to search. Then the
// hands part by the reply.
bool CertainWin::wins_leading(const Target& target, const Hands& hands, int led) {
    Mask untried = 0;
    for (const Mask hand : hands) {
        if (wins_leading(target_against(target, hand), hand & ~kLostHand, led) != kYes) return false;
        untried |= game().replies(hand & ~kLostHand, led);
    }
    const Mask beats = trump().beats[1][led];
    while (untried) {
        const int reply = take(untried, next_reply(untried, beats));
        Hands matching_hands;
        for (const Mask hand : hands)
            if (has(game().replies(hand & ~kLostHand, led), reply)) matching_hands.push_back(hand ^ bit(reply));
        if (!wins_after_trick(target, matching_hands, led, reply, !has(beats, reply))) return false;
    }
    return true;
}

// The opponent leads `led`, which all hands hold. A reply that fails against some hand even if that were seen is
// skipped.
bool CertainWin::wins_replying(const Target& target, const Hands& hands, int led) {
    const Mask beats = trump().beats[1][led];
    Hands after_lead = hands;
    for (Mask& hand : after_lead) hand ^= bit(led);
    for (Mask untried = game().replies(target.hand, led); untried;) {
        const int reply = take(untried, next_reply(untried, beats));
        const bool wins_trick = has(beats, reply);
        const auto wins = [&](Mask hand) {
            return wins_after_trick(target_against(target, hand), hand & ~kLostHand, reply, led, wins_trick) == kYes;
        };
        if (std::ranges::all_of(hands, wins) && wins_after_trick(target, after_lead, reply, led, wins_trick))
            return true;
    }
    return false;
}

bool CertainWin::wins_after_trick(Target target, const Hands& hands, int own_tile, int other_tile, bool wins) {
    return play_trick(target, own_tile, other_tile, wins) && search_trick(target, hands, wins);
}

// --- any hand out of a set of tiles ------------------------------------------------------------------

// Card points that are certain: the opponent holds as many tiles as player 0, any of `possible_tiles`. With each trick
// comes a tile of the other hand, the cheapest at least.
int CertainWin::sure_points(const Target& target, Mask possible_tiles, bool on_lead) const {
    Mask tiles = unbeaten(target.hand, possible_tiles, trump());
    if (!on_lead)
        tiles = solver_.safe_winners(tiles, possible_tiles, std::popcount(possible_tiles) - std::popcount(target.hand));
    const int points = points_of(tiles, trump()) + cheapest_points(possible_tiles, std::popcount(tiles), trump());
    const Mask doubles = declarable(target);
    return points + (on_lead && doubles ? game().declared_worth(doubles) : 0);
}

// More card points cannot be taken: all of one's own tiles, as many of the most valuable others, and the best that can
// be declared.
int CertainWin::most_card_points(const Target& target, Mask possible_tiles) const {
    int points = points_of(target.hand, trump());
    for (int untried = std::popcount(target.hand); untried > 0;
         --untried, possible_tiles ^= bit(highest(possible_tiles)))
        points += trump().points[highest(possible_tiles)];
    return points + game().tables().most_declared[count(declarable(target))];
}

// In order: decided, bounds without search, the table, the search. An entry says for which numbers of card points the
// answer is known: all up to `low` are taken, `high` and more are not.
CertainWin::Answer CertainWin::search_trick(const Target& target, Mask possible_tiles, bool on_lead) {
    const bool can_lose_double = double_at_risk(target.hand, possible_tiles);
    if (target.points_needed <= 0 || (!target.win && !can_lose_double)) return kYes;
    if (!target.hand || target.points_allowed <= 0) return kNo;
    if (target.win) {
        if (most_card_points(target, possible_tiles) < target.points_needed) return kNo;
        // Off lead, what is not to be lost may be lost before sure tiles win.
        if ((on_lead || (target.points_allowed == kAnyPoints && !can_lose_double)) &&
            sure_points(target, possible_tiles, on_lead) >= target.points_needed)
            return kYes;
    }
    const std::uint64_t doubles = union_of(trump().double_indices, declarable(target));
    const Entry new_entry{
        target.hand | std::uint64_t{possible_tiles} << 28 | std::uint64_t{on_lead} << 56 | doubles << 57, 0,
        std::numeric_limits<std::int16_t>::max(), static_cast<std::int16_t>(target.win ? target.points_allowed : -1),
        static_cast<std::int16_t>(game().deal().suit + 1)};
    const std::uint64_t hash =
        new_entry.key * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(new_entry.allowed + 1) * 0xC2B2AE3D27D4EB4Fu;
    Entry& entry = entries_[hash >> (64 - kTableBits)];
    const auto is_same = [&] {
        return entry.key == new_entry.key && entry.suit == new_entry.suit && entry.allowed == new_entry.allowed;
    };
    if (is_same() && entry.low >= target.points_needed) return kYes;
    if (is_same() && entry.high <= target.points_needed) return kNo;
    if (out_of_steps()) return kUnknown;
    const Answer answer = search(target, possible_tiles, on_lead);
    if (answer == kUnknown) return answer;
    if (!is_same()) entry = new_entry;
    (answer == kYes ? entry.low : entry.high) = static_cast<std::int16_t>(target.points_needed);
    return answer;
}

CertainWin::Answer CertainWin::search(const Target& target, Mask possible_tiles, bool on_lead) {
    Answer best = on_lead ? kNo : kYes;
    if (!on_lead) {
        for (Mask untried_leads = possible_tiles; untried_leads && best == kYes;) {
            const int led = take(untried_leads, next_lead(untried_leads, target.hand));
            best = wins_replying(target, possible_tiles, led);
        }
        return best;
    }
    any_lead(target, possible_tiles, [&](const Target& next_target, int led) {
        const Answer answer = wins_leading(next_target, possible_tiles, led);
        if (answer != kNo) best = answer;
        return answer == kYes;
    });
    return best;
}

// Classes of replies in the order of duty: whoever replies with a tile of one class holds none of the classes before
// it, so `possible_tiles` shrinks from class to class. It ends where too few tiles are left to make up a hand.
CertainWin::Answer CertainWin::wins_leading(const Target& target, Mask possible_tiles, int led) {
    if (target.win && target.points_needed <= 0) return kYes;  // by what was declared
    const Mask beats = trump().beats[1][led];
    for (const Mask tiles : trump().reply_classes[led]) {
        if (std::popcount(possible_tiles) < std::popcount(target.hand)) break;
        for (Mask untried = possible_tiles & tiles; untried;) {
            const int reply = take(untried, next_reply(untried, beats));
            if (const Answer answer = wins_after_trick(target, possible_tiles, led, reply, !has(beats, reply));
                answer != kYes)
                return answer;
        }
        possible_tiles &= ~tiles;  // who plays of the next class holds none of these
    }
    return kYes;
}

CertainWin::Answer CertainWin::wins_replying(const Target& target, Mask possible_tiles, int led) {
    const Mask beats = trump().beats[1][led];
    Answer best = kNo;
    for (Mask untried = game().replies(target.hand, led); untried;) {
        const int reply = take(untried, next_reply(untried, beats));
        const Answer answer = wins_after_trick(target, possible_tiles, reply, led, has(beats, reply));
        if (answer == kYes) return answer;
        if (answer == kUnknown) best = answer;
    }
    return best;
}

CertainWin::Answer CertainWin::wins_after_trick(Target target, Mask possible_tiles, int own_tile, int other_tile,
                                                bool wins) {
    if (!play_trick(target, own_tile, other_tile, wins)) return kNo;
    return search_trick(target, possible_tiles ^ bit(other_tile), wins);
}

}  // namespace bingo
