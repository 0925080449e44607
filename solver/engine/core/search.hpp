// The search: alpha-beta over tricks with a table of bounds.
#pragma once

#include <cstdint>

#include "core/closer_table.hpp"
#include "core/game.hpp"
#include "core/monitor.hpp"
#include "core/moves.hpp"
#include "core/retrograde.hpp"
#include "core/table.hpp"

namespace bingo {

class Solver : protected Game {
  public:
    // Tables of bounds hold 2^bits entries, those for positions with an open boneyard 2^open_bits.
    Solver(const Tables& tables, int bits, int open_bits)
        : Game(tables), closer_table_(bits), table_(bits), open_table_(open_bits) {}

    // Exact value of the position for player 0. Overwrites nothing but the tables.
    int value(const Position& root);

    // Exact values for player 0 of all moves, as analysis lists them: led[t] and closed[t] for leading or
    // playing the tile with index t with the best declaration, without and after closing; `claim`, and
    // `declared` for a declaration that ends the deal or is claimed on. kNone where that is no move,
    // as everywhere but in `value` while doubles may be shown.
    static constexpr int kNone = 0x7FFF;  // beyond any value, and fits 16 bits
    struct Moves {
        int value, claim, declared;
        int led[kTiles], closed[kTiles];
    };
    static constexpr std::size_t kMoves = sizeof(Moves) / sizeof(int);
    void moves(const Position& root, Moves& out);

    // Calls offer(move, value) for every sensible move, some more than once with different declarations. Values are for
    // the player whose moves they are, exact within the window and bounds outside of it. Only those for which
    // wanted(move) holds need be offered. In move_values.cpp.
    struct EveryMove {
        bool operator()(const Move& /*move*/) const { return true; }
    };
    template <class Offer, class Wanted = EveryMove>
    void options(const Position& root, int alpha, int beta, Offer offer, Wanted wanted = {});

    // What follows is for those who ask for many values in one deal. First they say in which: `start` for any
    // positions, `enter` where nothing is drawn in them any more.
    void start(const Position& root);
    void enter(const Deal& deal);

    // Values for the leader: an upper bound where at most alpha, a lower bound where
    // at least beta, else exact. Of a position as Python gives it, of one between
    // two tricks, and of leading a tile, `pending` points hanging on the trick.
    int search(const Position& root, int alpha, int beta);
    int search_trick(const State& n, int alpha, int beta);
    int lead_tile(const State& n, int led, int pending, int alpha, int beta);

    // The exact value for the leader.
    int zero_windows(const Position& root);

    // The game, in the deal that was said.
    const Game& game() const { return *this; }

    // Whether the rules let the closer's card points alone decide a close, if nobody else can win.
    bool closer_decides() const { return closer_decides_; }

    // Works out beforehand what player 0, who closed, takes in any position of the deal that was said: for many
    // questions about one closed hand.
    void prepare(Mask hand, Mask unseen, Mask declarable) {
        retrograde_.prepare(*this, hand, unseen, declarable, steps_);
    }

    // Most card points that `player` can still declare.
    int most_declared(const State& n, int player) const;

    // Throws where the search is not to go on.
    void check() { steps_.check(); }

    // Counts work that is done around its searches as a node.
    void step() { steps_.step(); }

    // Nodes searched so far; any thread may ask.
    std::uint64_t nodes() const { return steps_.count(); }

    // Whom to ask from now on whether to go on. A search that is stopped has stored nothing that is not true.
    void set_watch(Watch* watch) { steps_.set_watch(watch); }

  protected:
    int lead(const State& n, int alpha, int beta);
    int leads(const State& n, int alpha, int beta);
    int declarations(const State& n, Mask doubles, int alpha, int beta);
    int declare_and_lead(const State& n, Mask doubles, int alpha, int beta);
    int open_replies(const State& n, int led, int pending, int alpha, int beta);
    int trick(const State& n, int led, int reply, bool wins, int pending, int alpha, int beta);
    int close_at_once(const State& n, int led, int reply, int pending, int alpha, int beta, bool search);
    int show(const State& n, int won_with, int alpha, int beta);
    int next_trick(State& n, int alpha, int beta);
    int next_lead(const State& n, Mask plain) const;
    int next_lead(Mask plain, Mask against) const;

    // A closed position in which only the closer's card points matter.
    struct Close {
        Mask closer, other;  // hands
        Mask declarable;
        int rest;    // card points of both hands
        bool leads;  // the closer is about to lead
    };
    bool one_sided(const State& n) const;
    bool probe_retrograde(const State& n, int& value) const;
    int close_value(const State& n);
    int closer_points(const Close& c, int need);
    int closer_points_leading(const Close& c, Mask doubles, int need);
    int closer_points_with(const Close& c, int led, int need);
    int closer_points_replying(const Close& c, int need);
    int closer_points_after(const Close& c, int closers, int others, bool wins, int need);

    Key key(const State& n) const;
    std::uint32_t stamp(const State& n) const;
    int base(const State& n) const { return s_.mode == kPoints ? n.counted[n.leader] - n.counted[1 - n.leader] : 0; }
    Bounds static_bounds(const State& n) const;
    Bounds difference_bounds(const State& n) const;
    int least(const State& n, int player) const;
    // Leads that some tile of a hand beats in phase two.
    Mask some_beats(Mask hand) const { return join(t_->some_beats, hand, std::bit_or<Mask>{}); }

    // The highest of some tiles of a leader that wins in phase two because the reply is forced below it; -1: none.
    int forced_below(Mask tiles, Mask against) const {
        for (; tiles; tiles ^= bit(highest(tiles)))
            if (!(t_->beats[1][highest(tiles)] & replies(against, highest(tiles)))) return highest(tiles);
        return -1;
    }

    int cheapest(Mask hand, int tricks) const;
    Mask safe_winners(Mask sure, Mask against) const;
    struct QuickTricks {
        int points, tricks;
    };
    QuickTricks quick_tricks(Mask hand, Mask against, bool leads) const;
    int quick_tricks(const State& n, int player) const;
    bool sure_win(const State& n, int taking) const;

    const bool closer_decides_ = s_.mode == kClaim && !s_.false_claims && s_.judged_at_close &&
                                 s_.failed != kNoTrickAtEnd && s_.largest_is_best && !s_.after_winning;

    Steps steps_;
    CloserTable closer_table_;
    Retrograde retrograde_;
    Table table_, open_table_;
    std::uint32_t stamp_ = 0;

    // Where to look first while the boneyard is open, by tiles drawn so far: how often leading a tile was best for a
    // leader, how often a reply refuted theirs, and the last reply that refuted a lead (-1: none). They steer the order
    // of trying only.
    std::uint32_t history_[kBoneyard][2][kTiles] = {}, refuted_[kBoneyard][2][kTiles] = {};
    std::int8_t refutation_[kBoneyard][kTiles] = {};

    // The deal that the stamp stands for.
    int last_size_ = -1, last_suit_ = -1, last_carried_[2] = {0, 0}, last_stock_[kBoneyard] = {};
    const Objective* last_objective_ = nullptr;
};

}  // namespace bingo
