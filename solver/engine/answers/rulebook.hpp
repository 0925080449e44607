// The rule sets that answers are given under.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/objectives.hpp"
#include "estimates/estimates.hpp"
#include "play/exact.hpp"
#include "play/replay.hpp"

namespace bingo {

// What answers under one rule set.
struct Rules : GameRules {
    Networks networks{};
    std::unique_ptr<Objectives> objectives;  // that were asked for
    std::unique_ptr<Exact> exact;
    std::unique_ptr<Estimates> estimates;
};

class Rulebook {
  public:
    Rulebook() = default;
    Rulebook(const Rulebook&) = delete;  // what answers refers to rule sets

    // More rules; those known before stay.
    void learn(const GameRules& learnt, const Networks& networks);

    // The rules that a position names by their label (JSON as it stands; empty: pagat). None: others than are known.
    Rules* find(std::string_view written);

  private:
    std::map<std::string, Rules, std::less<>> rules_;  // by label
};

}  // namespace bingo
