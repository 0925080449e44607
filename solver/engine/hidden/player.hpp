// A player who sees only their own hand plays deals out while the boneyard is open; what follows the lead after a
// close, or the last draw, is solved exactly. That is what a rollout is made of, and what the opponent is thought to
// do.
#pragma once

#include <vector>

#include "core/moves.hpp"
#include "core/search.hpp"
#include "hidden/features.hpp"

namespace bingo {

class Player {
  public:
    // Tables of bounds hold 2^bits entries.
    Player(const Tables& tables, const Networks& networks, int bits)
        : solver_(tables, bits, kOpenBits), networks_(networks) {}

    // Game points for player 0 (with an objective, their utility) if the mover of `root` makes `move` in this world and
    // both play on by the networks; to wait is to move as these would, or after a trick to declare nothing. The reply
    // to a lead in the last trick before nothing is drawn any more is the best one by what is seen. Nobody claims any
    // more before this lead. Overwrites nothing but the tables.
    int play_out(const Position& root, const Move& move);

    // `root`, if the opponent (player 1) holds `hand` and the face-down tiles are `stock` in drawing order.
    Position in_world(const Position& root, Mask hand, const int* stock) const;

    // The mover's options, and what its network evaluates them to, for the mover.
    void evaluate(const Position& root, std::vector<Move>& options, std::vector<float>& values);

    // The chance that the mover of this world would have made this move, if they choose options with odds that grow
    // e-fold with every `temperature` of their evaluation. Of a declaration it counts only that there is one.
    float likelihood(const Position& root, const Move& move, float temperature);

    // The same of the leader, for the tile that lies on the table, led without closing or declaring.
    float likelihood(const Position& root, float temperature);

    // The deal of what is asked from now on; `evaluate` and `play_out` set it themselves.
    void set_deal(const Position& root);
    const Game& game() const { return solver_.game(); }

    // What the deal played out last would bring player 0 more if who closed in it had not seen the
    // other hand: below 0 where they closed themselves, 0 where nobody did. In game points, or utility.
    double blind_correction() const { return correction_; }

    // As in Solver.
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

  private:
    // With the boneyard open nothing is searched: that table is never filled.
    static constexpr int kOpenBits = 2;

    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }
    // Those that are added for a leader, and for a replier.
    void lead_options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const;
    void reply_options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const;
    Mask declaration(Mask doubles, int led) const;
    // The options of the mover, who is to lead or to reply, each with its evaluation for them.
    void options(const Position& root, std::vector<Move>& options, std::vector<float>& values) const;
    Move choose(const Position& root);
    bool has_enough(const State& n, int player) const;
    Move forced_move(const Position& root) const;
    int solve_rest(const Position& root);
    // Exact value for player 0 of closing with this lead, from which on all is seen; notes what that flatters.
    int close_value(const Position& root, const Move& move);
    // A lead other than closing, or a reply, and what follows until somebody is to lead or to reply again: whoever
    // can claims, and shows as many doubles as they can.
    MoveResult step(const Position& root, const Move& move) const;
    // From a lead or a reply to the end: `total`, which player 0 has gained so far, and what comes.
    int play_on(Position root, int total);

    // The reply to a lead in the last trick before the boneyard is exhausted that is best on average over what may be
    // face down, as far as the replier sees: one of the tiles that the leader does not show. Then all is seen.
    Move reply_before_last_draw(const Position& root);

    Solver solver_;
    const Networks& networks_;
    double correction_ = 0;
    std::vector<Move> options_;
    std::vector<float> values_;
};

}  // namespace bingo
