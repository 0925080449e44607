// What a player's own hand and the tricks so far say of the other hand: how likely the opponent, player 1, would have
// played as they did with it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/chance.hpp"
#include "hidden/player.hpp"

namespace bingo {

// A trick of phase one, or its lead alone (`reply` -1). The leader closed before it, declared these doubles, and led;
// the winner showed others upon winning.
struct PastTrick {
    int leader, led, reply;
    Mask declared, shown;
    bool closed;

    bool operator==(const PastTrick&) const = default;
};

// How a player is thought to choose: with the chance `blunder` any tile, else options with odds that grow e-fold with
// every `temperature` of their evaluation.
struct Choosing {
    float temperature, blunder;

    // Of a turn that has this chance among options chosen by their evaluation, out of so many tiles.
    double chance(float likely, int size) const { return blunder / static_cast<float>(size) + (1 - blunder) * likely; }
};

// The forward algorithm of a hidden Markov model: the state is the opponent's hand, which changes by what they play and
// draw; what is observed is how they lead, reply and declare, and whether they close. Hands dealt, and tiles drawn, are
// all equally likely beforehand. So the sum over every order in which the opponent may have drawn is exact.
class Belief {
  public:
    Belief(Player& player, const Choosing& choosing) : player_(player), choosing_(choosing) {}

    // The likelihood of all that was played, for each hand that the opponent may hold after the last of `tricks`;
    // before its reply, a tile they led is still in their hand. `start` is before the first lead, with every face-down
    // tile in the stock in any order, the turned one last, and `own` are all tiles that player 0 has held so far, or
    // those that everybody knows of: nothing else depends on them but which hands are tried.
    std::vector<double> likelihoods(const Root& start, Mask own, const std::vector<PastTrick>& tricks,
                                    const std::vector<Mask>& hands);

  private:
    class Hands;
    using Chances = std::vector<double>;  // of hands, by their index

    // What the opponent did in a trick: `root`, where they were to move, but for their hand, which is out of `free`,
    // and of the own hand what was seen of it; `used` is what they must have held. After a whole trick they drew a
    // tile.
    struct Turn {
        Root root{};
        Mask free = 0;
        Move made;
        Mask used = 0;
        bool whole = false;
    };

    static Root in_world(const Turn& turn, Mask hand);
    static Chances drawn(int played, const Hands& hands, const Chances& before);
    std::vector<Turn> turns(const Root& start, Mask own, const std::vector<PastTrick>& tricks);
    void store(Root& root, const PastTrick& trick, int winner, int pending);
    void weigh(const Turn& turn, const Hands& hands, Chances& chances);

    Player& player_;
    const Choosing choosing_;
};

}  // namespace bingo
