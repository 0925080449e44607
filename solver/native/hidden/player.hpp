// A player who sees only their own hand plays deals out while the boneyard is open; what follows the lead after a
// close, or the last draw, is solved exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/move.hpp"
#include "core/search.hpp"
#include "hidden/features.hpp"

namespace bingo {

class Player {
  public:
    // Tables of bounds hold 2^bits entries.
    Player(const Tables& tables, const Networks& networks, int bits)
        : solver_(tables, bits, kOpenBits), networks_(networks) {}

    // Game points for player 0 (with an objective, their utility) if the mover of `root` makes `move` in this world and
    // both play on by the networks; to wait is to move as these would. The reply to a lead in the last trick before
    // nothing is drawn any more is the best one by what is seen. Nobody claims any more before this lead. Overwrites
    // nothing but the tables.
    int play_out(const Root& root, const Move& move);

    // `root`, if the opponent (player 1) holds `hand` and the face-down tiles are `stock` in drawing order.
    Root in_world(const Root& root, Mask hand, const int* stock) const;

    // The mover's options, and what its network evaluates them to, for the mover.
    void evaluate(const Root& root, std::vector<Move>& options, std::vector<float>& values);

    // The chance that the mover of this world would have made this move, if they choose options with odds that grow
    // e-fold with every `temperature` of their evaluation. Of a declaration it counts only that there is one.
    float likelihood(const Root& root, const Move& made, float temperature);

    // The same of the leader, for the tile that lies on the table, led without closing or declaring.
    float likelihood(const Root& root, float temperature);

    // --- single steps, for those who play a deal by themselves: first they say which

    void enter(const Root& root);
    const Game& game() const { return solver_.game(); }

    // The options in the reply to `led` or, where that is -1, as the leader; each with its evaluation for the mover.
    void options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const;

    // The face-down tiles, the turned one left out.
    Mask face_down(const Node& n) const { return down_[n.next]; }
    Observation observe(const Node& n, int player, int led) const;

    // Exact value for the leader of closing with this lead, from which on all is seen; notes what that flatters.
    int close_value(const Node& n, const Move& move);

    // What the deal played out last, or since `enter`, would bring player 0 more if who closed in it had not seen the
    // other hand: below 0 where they closed themselves, 0 where nobody did. In game points, or utility.
    double unseen() const { return unseen_; }

    // From the claims before a lead to the end: `total`, which player 0 has gained so far, and what comes.
    int play_on(Node n, int total);

    // What follows adds to `total` what player 0 gains. True when the deal is over; else `n` is between two tricks.
    // A move of the leader other than closing, and the reply by the networks; or the reply, the trick and the draw.
    bool lead_and_reply(Node& n, const Move& move, int& total);
    bool reply_and_draw(Node& n, int led, int reply, int pending, int& total);

    // A declaration before a lead, or none, and the claim that it allows at once. True when the deal is over.
    bool declares(Node& n, Mask doubles, int& pending, int& total) const;

    // As in Solver.
    void check() const { solver_.check(); }
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

  private:
    // With the boneyard open nothing is searched: that table is never filled.
    static constexpr int kOpenBits = 2;

    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }
    void lead_options(const Node& n, std::vector<Move>& options, std::vector<float>& values) const;
    void reply_options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const;
    Mask declaration(Mask doubles, int led) const;
    Move choose(const Node& n, int led);
    bool shows(Node& n, int won_with, int& total) const;
    int settled(const Node& n);
    double blind_loss(const Node& n, const Move& move, int above) const;

    // The reply to a lead in the last trick before the boneyard is exhausted that is best on average over what may be
    // face down, as far as the replier sees: one of the tiles that the leader does not show. Then all is seen.
    int last_reply(const Node& n, int led, int pending);

    Solver solver_;
    const Networks& networks_;
    Mask down_[15] = {};           // face-down tiles, by the first tile not yet drawn
    double unseen_ = 0;
    std::vector<Move> options_;
    std::vector<float> values_;
};

}  // namespace bingo
