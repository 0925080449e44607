// What Python tells the players of phase one, checked and made into what the kernel works on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/reader.hpp"
#include "hidden/networks.hpp"
#include "hidden/player.hpp"

namespace bingo {

// Weights of all networks, one after the other.
Networks load_networks(const Floats& weights);

// Deals as Python gives them: the opponent's hand, and face-down tiles in drawing order, in tile indices.
class Deals {
  public:
    Deals(const Root& root, const Hands& hands, const Bytes& stocks);
    std::size_t size() const { return hands_.size(); }
    // Checks the deal as well, whichever worker asks for it.
    Root operator()(const Player& player, const Root& root, std::size_t i) const;

  private:
    const Trump& trump_;
    const Hands& hands_;
    const Bytes& stocks_;
};

// Rows of (close, declared doubles, tile or -1) in tile indices; all 0, 0, -1 where the mover plays by the networks.
std::vector<Move> load_options(const Tables& tables, const Root& root, const Integers& rows);

}  // namespace bingo
