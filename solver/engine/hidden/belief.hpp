// How likely it is that the opponent, player 1, would have played as they did, for each hand that they may hold.
#pragma once

#include <vector>

#include "hidden/player.hpp"
#include "hidden/view.hpp"

namespace bingo {

// How a player is thought to choose: with the chance `blunder` any tile, else options with odds that grow e-fold with
// every `temperature` of their evaluation.
struct ChoiceModel {
    float temperature, blunder;

    // The chance of a turn: `likely` is that among options chosen by their evaluation, `size` the number of tiles in
    // hand.
    double chance(float likely, int size) const { return blunder / static_cast<float>(size) + (1 - blunder) * likely; }
};

// The likelihood of all that was played, for each hand that the opponent may hold after the last of `tricks`; before
// its reply, a tile they led is still in their hand. `start` is before the first lead, with every face-down tile in the
// stock in any order, the turned one last, and `own` are all tiles that player 0 has held so far, or those that
// everybody knows of: nothing else depends on them but which hands are tried.
//
// The forward algorithm of a hidden Markov model: the state is the opponent's hand, which changes by what they play and
// draw; what is observed is how they lead, reply and declare, and whether they close. Hands dealt, and tiles drawn, are
// all equally likely beforehand. So the sum over every order in which the opponent may have drawn is exact.
std::vector<double> likelihoods(Player& player, const ChoiceModel& choice_model, const Position& start, Mask own,
                                const std::vector<PastTrick>& tricks, const std::vector<Mask>& hands);

}  // namespace bingo
