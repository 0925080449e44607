// Nash equilibrium of a game in sequence form by CFR+ (Tammelin 2014): counterfactual regret minimization with regrets
// that never fall below zero, sides taking turns, and averages in which the n-th strategy counts n times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hidden/sequence_form.hpp"

namespace bingo {

class Equilibrium {
  public:
    // Matrices of gains by rows may be gone through by so many threads; what is found does not depend on it.
    Equilibrium(SequenceForm form, int threads);

    // One turn of both sides.
    void iterate();

    // What player 0 gains at least and at most if both play their average strategies so far and one of them is answered
    // by the best response, found exactly: the value of the game lies between. Half of what is between is the
    // exploitability: what both would gain by answering best, divided by two.
    struct Bracket {
        double low, high;
        double exploitability() const { return (high - low) / 2; }
    };
    Bracket bracket();

    std::uint64_t iterations() const { return iterations_; }
    const SequenceForm& form() const { return form_; }

    // Of player 0 holding one hand, after `bracket`. `chance`: how often the average strategy makes the move; `value`:
    // the most that can be gained by it, against the average strategy of player 1. Waiting with a claim is followed by
    // what is done then, if that is player 0's as well.
    struct FirstMove {
        Move move;
        double chance = 0, value = 0;
    };
    std::vector<FirstMove> first_moves(Mask hand) const;
    // The most that it can gain at all.
    double value(Mask hand) const;

  private:
    struct Side {
        // Sparse rows: for each sequence, those of the other side with what both bring, times its weight.
        std::vector<std::uint32_t> row, column;
        std::vector<float> gain;
        std::vector<double> regret, strategy, plan, total;
        std::vector<double> gained;  // by each sequence; with what follows, once that was added
    };

    void fill(std::size_t me);
    void multiply(std::size_t me, const std::vector<double>& other);
    void learn(std::size_t me);
    double respond(std::size_t me);
    void first_after(std::uint32_t parent, double value, double chance, std::vector<FirstMove>& found) const;

    const SequenceForm form_;
    const int threads_;
    std::array<Side, 2> sides_;
    std::uint64_t iterations_ = 0;
};

}  // namespace bingo
