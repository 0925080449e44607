#include "compose/dealer.hpp"

#include <algorithm>
#include <array>

#include "core/tables.hpp"

namespace bingo {

namespace {

// How far chance moves what a tile appeals by, in card points.
constexpr int kNoise = 6;
// One in so many moves is any legal one, one in so many leads closes for no reason.
constexpr int kBlunder = 12, kNeedlessClose = 60;
// What a tile that nothing unseen beats is worth beside its card points: to a close in sight of the target, to a lead.
constexpr int kCaptured = 3, kInitiative = 4;
// With the target in sight, so many in so many close; with the boneyard open, one in so many does not declare.
constexpr int kCloses = 2, kOfCloses = 3, kWaits = 4;

int nth(Mask m, int n) {
    for (; n > 0; --n) m &= m - 1;
    return lowest(m);
}

}  // namespace

void Dealer::play(std::uint64_t seed, const Wanted& wanted, std::vector<PackedPosition>& out) {
    wanted_ = wanted;
    deal_out(seed);
    for (;;) {
        const int me = n_.leader, other = 1 - me;
        const bool mine = game_.may_claim(n_, me);
        if (!game_.may_claim(n_, other) && is_wanted(me, -1))
            add_candidate(mine ? kClaimStage : kLeadStage, -1, 0, out);
        if (scoring().mode == kClaim && (n_.counted[me] >= scoring().target || n_.counted[other] >= scoring().target))
            return;
        if (wants_to_close()) {
            given_.closed_by = me;
            given_.closed_points = n_.counted[other];
            given_.closed_tricks = given_.tricks[other];
            n_ = game_.closed(n_);
        }
        const Mask doubles = declares();
        int gain = 0, pending = 0;
        if (doubles) {
            if (game_.declare(n_, me, doubles, gain, pending)) return;
            shown_ |= doubles;
            if (!scoring().with_its_trick) given_.declared[me] += game_.declared_worth(doubles);
            if (scoring().mode == kClaim && n_.counted[me] >= scoring().target) return;
        }
        const int led = leads(doubles);
        if (is_wanted(other, led)) add_candidate(kReplyStage, led, pending, out);
        if (finish_trick(led, replies_with(led), pending)) return;
    }
}

void Dealer::deal_out(std::uint64_t seed) {
    chance_ = Rng(seed);
    std::array<int, kTiles> tiles{};
    for (int t = 0; t < kTiles; ++t) tiles[at(t)] = t;
    chance_.shuffle(tiles.data(), tiles.size());
    const int turned = tiles.back();
    const bool lower = chance_.range(2) && either_end_;
    const int suit = lower ? Ends(turned).low : either_end_ ? Ends(turned).high : higher_end(turned);
    const Root first = first_lead(tables_, suit, chance_.range(2));
    dealt_ = first.deal;
    n_ = first.node;
    game_.enter(dealt_);
    for (int i = 0; i < 2 * kDealt; ++i) n_.hand[i / kDealt] |= bit(trump().number[at(tiles[at(i)])]);
    for (int i = 2 * kDealt; i < kTiles; ++i) dealt_.stock[dealt_.stock_size++] = trump().number[at(tiles[at(i)])];
    shown_ = 0;
    given_ = {};
    given_.trump = suit;
    given_.turned = turned;
    given_.closed_by = given_.won_with = -1;
}

bool Dealer::is_wanted(int player, int led) {
    const Mask may = led < 0 ? n_.hand[player] : game_.replies(n_, led);
    if (!(may & (may - 1))) return false;
    if (n_.open) {
        const int left = dealt_.stock_size - n_.next - 1;
        return left <= wanted_.most_stock;
    }
    const int tiles = n_.size;
    return tiles >= wanted_.least_tiles && tiles <= wanted_.most_tiles;
}

// Appends the position, with the names of the players exchanged where player 1 is to move.
void Dealer::add_candidate(int stage, int led, int pending, std::vector<PackedPosition>& out) {
    const int mover = stage == kReplyStage ? 1 - n_.leader : n_.leader;
    const auto indices = [this](Mask tiles) { return static_cast<std::int32_t>(tiles_of(tiles, trump()).bits); };
    PackedPosition& found = out.emplace_back(given_);
    found.stage = stage;
    found.leader = n_.leader ^ mover;
    found.led = led < 0 ? -1 : trump().tile[at(led)];
    found.pending = pending;
    found.shown = indices(shown_ & (n_.hand[0] | n_.hand[1]));
    for (int p = 0; p < 2; ++p) found.hands[p] = indices(n_.hand[p] & ~(led >= 0 && n_.leader == p ? bit(led) : 0));
    if (n_.open)  // only what is still to be drawn, as in a file
        for (int i = n_.next; i < dealt_.stock_size - 1; ++i)
            found.stock[found.stock_size++] = trump().tile[at(dealt_.stock[i])];
    else if (n_.closer < 0)
        found.turned = -1;
    if (mover == 0) return;
    for (auto* const both : {&found.hands, &found.points, &found.tricks, &found.declared})
        std::swap((*both)[0], (*both)[1]);
    if (found.closed_by >= 0) found.closed_by = 1 - found.closed_by;
}

// What this player knows to be still in play somewhere else.
Mask Dealer::unseen(int player) const {
    Mask tiles = n_.hand[1 - player];
    if (n_.open)
        for (int i = n_.next; i < dealt_.stock_size; ++i) tiles |= bit(dealt_.stock[i]);
    return tiles;
}

// With the target in sight: what counts, what can be declared, and tiles that nothing unseen beats.
bool Dealer::wants_to_close() {
    const int me = n_.leader;
    if (!n_.open || !has(static_cast<Mask>(n_.taken), me)) return false;
    if (chance_.range(kNeedlessClose) == 0) return true;
    int reachable = n_.counted[me];
    const Mask doubles = scoring().after_winning ? 0 : n_.declarable & n_.hand[me];
    if (game_.is_declaration(count(doubles))) reachable += game_.declared_worth(doubles);
    for (Mask m = n_.hand[me]; m; m &= m - 1) {
        const int k = lowest(m);
        if (!(trump().beats[1][at(k)] & unseen(me))) reachable += trump().points[at(k)] + kCaptured;
    }
    return reachable >= scoring().target && chance_.range(kOfCloses) >= kOfCloses - kCloses;
}

// All that can be declared; with the boneyard open sometimes nothing, waiting for more.
Mask Dealer::declares() {
    const Mask doubles = scoring().after_winning ? 0 : n_.declarable & n_.hand[n_.leader];
    if (!game_.is_declaration(count(doubles)) || (n_.open && chance_.range(kWaits) == 0)) return 0;
    return doubles;
}

// In phase one what counts least; later, what nothing beats, else what counts least. One of `doubles`, if any.
int Dealer::leads(Mask doubles) {
    const Mask may = doubles ? doubles : n_.hand[n_.leader];
    if (chance_.range(kBlunder) == 0) return nth(may, chance_.range(std::popcount(may)));
    const Mask against = unseen(n_.leader);
    int best = -1, appeal = 0;
    for (Mask m = may; m; m &= m - 1) {
        const int k = lowest(m);
        const bool unbeatable = !n_.open && !(trump().beats[1][at(k)] & against);
        const int a =
            chance_.range(kNoise) + (unbeatable ? trump().points[at(k)] + kInitiative : -trump().points[at(k)]);
        if (best < 0 || a > appeal) best = k, appeal = a;
    }
    return best;
}

// Tricks with something in them are taken, else what counts least is thrown away.
int Dealer::replies_with(int led) {
    const Mask may = game_.replies(n_, led);
    if (chance_.range(kBlunder) == 0) return nth(may, chance_.range(std::popcount(may)));
    int best = -1, appeal = 0;
    for (Mask m = may; m; m &= m - 1) {
        const int k = lowest(m), worth = trump().points[at(k)];
        const bool wins = has(trump().beats[!n_.open][at(led)], k);
        const int a = chance_.range(kNoise) + (wins ? trump().points[at(led)] + worth - kNoise : -worth);
        if (best < 0 || a > appeal) best = k, appeal = a;
    }
    return best;
}

// Plays a trick to its end, drawing included; true when the deal is over.
bool Dealer::finish_trick(int led, int reply, int pending) {
    const bool wins = has(trump().beats[!n_.open][at(led)], reply);
    const Played p = game_.played(n_, led, reply, wins, pending);
    const bool may = game_.may_show(n_, wins ? reply : led);
    const int winner = p.node.leader;
    given_.points[winner] += trump().points[at(led)] + trump().points[at(reply)];
    if (n_.size == 1 && !n_.open && n_.closer < 0) given_.points[winner] += scoring().last_trick;
    if (!wins) given_.declared[winner] += pending;
    ++given_.tricks[winner];
    n_ = p.node;
    if (p.over || (may && show(wins ? reply : led))) return true;
    if (n_.open) game_.draw(n_);
    return n_.size == 0;
}

// The winner of a trick shows the double that won it and all others; true when that ends the deal.
bool Dealer::show(int won_with) {
    const Mask doubles = (n_.declarable & n_.hand[n_.leader]) | bit(won_with);
    if (!game_.is_declaration(count(doubles))) return false;
    int gain = 0, pending = 0;
    if (game_.declare(n_, n_.leader, doubles, gain, pending)) return true;
    shown_ |= doubles;
    given_.declared[n_.leader] += game_.declared_worth(doubles);
    return false;
}

}  // namespace bingo
