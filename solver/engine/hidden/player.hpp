// A player who sees only their own hand plays deals out while the boneyard is open; what follows the lead after a
// close, or the last draw, is solved exactly. That is what a rollout is made of, and what the opponent is thought to
// do.
#pragma once

#include <vector>

#include "core/moves.hpp"
#include "core/search.hpp"
#include "hidden/features.hpp"
#include "hidden/view.hpp"

namespace bingo {

// A way to go on, and what a network says that it is worth for whoever takes it.
struct EvaluatedMove {
    Move move;
    float value = 0;
};

class Player {
  public:
    // Tables of bounds hold 2^bits entries.
    Player(const Tables& tables, const Networks& networks, int bits)
        : solver_(tables, bits, kOpenTableBits), networks_(networks) {}

    // Game points for player 0 (with an objective, their utility) if the mover of `root` makes `move` in this world and
    // both play on by the networks; to wait is to move as these would, or after a trick to declare nothing. The reply
    // to a lead in the last trick before nothing is drawn any more is the best one by what is seen. Nobody claims any
    // more before this lead. Overwrites nothing but the tables.
    int play_out(const Position& root, const Move& move);

    // Puts in place of `options` those of the mover, who is to lead or to reply, in the deal that `set_deal` named.
    void evaluate(const Position& root, std::vector<EvaluatedMove>& options) const;

    // The chance that the mover of this world would have made this move, if they choose options with odds that grow
    // e-fold with every `temperature` of their evaluation. Of a declaration it counts only that there is one.
    float likelihood(const Position& root, const Move& move, float temperature);

    // The deal of what is asked from now on; `play_out` sets it itself.
    void set_deal(const Position& root);
    const Game& game() const { return solver_.game(); }

    // How much more the deal played out last would bring player 0 if its closer had not seen the other hand: below 0
    // if player 0 closed, 0 if nobody did. In game points, or utility.
    double blind_correction() const { return blind_correction_; }

    // As in Solver.
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

  private:
    // With the boneyard open nothing is searched: that table is never filled.
    static constexpr int kOpenTableBits = 2;

    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }
    // Those that are added for a leader, and for a replier.
    void add_leads(const Position& root, std::vector<EvaluatedMove>& options) const;
    void add_replies(const Position& root, std::vector<EvaluatedMove>& options) const;
    Mask largest_declaration(Mask doubles, int led) const;
    Move choose(const Position& root);
    Move forced_move(const Position& root) const;
    int solve_endgame(const Position& root);
    // Exact value for player 0 of closing with this lead, with all tiles seen from then on; notes by how much that
    // flatters the closer.
    int close_value(const Position& root, const Move& move);
    // A lead other than closing, or a reply, and what follows until somebody is to lead or to reply again: whoever
    // can claims, and shows as many doubles as they can.
    MoveResult play_to_next_turn(const Position& root, const Move& move) const;
    // From a lead or a reply to the end: `total_gain`, which player 0 has gained so far, and what comes.
    int play_on(Position root, int total_gain);

    // The reply to a lead in the last trick before the boneyard is exhausted that is best on average over what may be
    // face down, as far as the replier sees: one of the tiles that the leader does not show. Then all is seen.
    Move reply_before_last_draw(const Position& root);

    Solver solver_;
    const Networks& networks_;
    double blind_correction_ = 0;
    std::vector<EvaluatedMove> options_;
};

// --- what play says of a hand (belief.cpp) -----------------------------------------------------------

// How a player is thought to choose: with the chance `blunder` any tile, else options with odds that grow e-fold with
// every `temperature` of their evaluation.
struct ChoiceModel {
    float temperature, blunder;

    // The chance of a turn: `likelihood` is that among options chosen by their evaluation, `hand_size` the number of
    // tiles in hand.
    double chance(float likelihood, int hand_size) const {
        return blunder / static_cast<float>(hand_size) + (1 - blunder) * likelihood;
    }
};

// The likelihood of all that was played, for each hand that the opponent may hold after the last of `tricks`; before
// its reply, a tile they led is still in their hand. `start` is before the first lead, with every face-down tile in the
// stock in any order, the turned one last, and `own_tiles` are all tiles that player 0 has held so far, or those that
// everybody knows of: nothing else depends on them but which hands are tried.
//
// The forward algorithm of a hidden Markov model: the state is the opponent's hand, which changes by what they play and
// draw; what is observed is how they lead, reply and declare, and whether they close. Hands dealt, and tiles drawn, are
// all equally likely beforehand. So the sum over every order in which the opponent may have drawn is exact.
std::vector<double> likelihoods(Player& player, const ChoiceModel& opponent_model, const Position& start,
                                Mask own_tiles, const std::vector<PastTrick>& tricks, const std::vector<Mask>& hands);

}  // namespace bingo
