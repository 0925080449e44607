// Play that looks only a few tricks ahead: what a move seems to be worth to somebody who does not see further.
#pragma once

#include "core/search.hpp"

namespace bingo {

class Shallow {
  public:
    explicit Shallow(const Tables& tables) : game_(tables) {}

    // What every move seems worth for player 0 after so many tricks (1 or more), slots as in Solver::moves. A
    // game point counts kPoint; what is still open counts as the difference of card points, none above the
    // target, and a close that has not succeeded yet as failed. Of declarations only the largest is looked at.
    // Claims that are true are seen, false ones are not made.
    static constexpr int kPoint = 100, kNothing = 10000;  // kNothing: no move
    void moves(const Root& root, int tricks, Solver::Moves& out);

    // Whom to ask from now on whether to go on.
    void set_watch(Watch* watch) { steps_.set_watch(watch); }

  private:
    const Scoring& scoring() const { return game_.scoring(); }
    const Trump& trump() const { return game_.trump(); }

    // Values for the leader of the node, fail-soft: a result <= alpha is an upper bound, one >= beta a lower bound,
    // else it is exact.
    int between(const Node& n, int tricks, int alpha, int beta) const;
    int lead(const Node& n, int tricks, int alpha, int beta) const;
    int lead_tile(const Node& n, int led, int pending, int tricks, int alpha, int beta) const;
    int trick(const Node& n, int led, int reply, int pending, int tricks, int alpha, int beta) const;
    int go_on(Node n, int tricks, int alpha, int beta) const;
    int estimate(const Node& n) const;
    bool claims(const Node& n, int player) const {
        return scoring().mode == kClaim && n.counted[player] >= scoring().target;
    }
    int unit() const { return scoring().mode == kPoints ? 1 : kPoint; }

    Game game_;
    mutable Steps steps_;

    // Calls visit(closed?, tile or -1, value) for everything the leader may do but claim, with the values as bounds
    // of the window. A visit that answers true is the last; it may move alpha, which is read anew each time.
    template <class Visit>
    void each_lead(const Node& n, int tricks, const int& alpha, int beta, Visit visit) const;
};

}  // namespace bingo
