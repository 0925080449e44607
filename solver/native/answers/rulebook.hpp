// The rule sets that answers are given under.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/objectives.hpp"
#include "estimates/estimates.hpp"
#include "play/exact.hpp"
#include "play/replay.hpp"

namespace bingo {

// What answers under one rule set.
struct Rules : GameRules {
    std::unique_ptr<Objectives> objectives;  // that were asked for
    std::unique_ptr<Exact> exact;
    std::unique_ptr<Estimates> estimates;
};

class Rulebook {
  public:
    Rulebook() = default;
    Rulebook(const Rulebook&) = delete;  // what answers refers to rule sets

    // More rule sets; those known before stay. `data`: as solver/seam/data.py writes it. Throws std::invalid_argument.
    void learn(std::string_view data);

    // The rules that a position names (JSON as it stands; empty: none). None: others than are known here.
    Rules* find(std::string_view written);

  private:
    // Rules as they were learnt: what answers under them is made when they are first asked for.
    struct Learnt {
        std::string label;
        bool either_end = false;
        std::size_t networks = 0, tables = 0;
        std::vector<std::int32_t> scoring;
    };
    Rules& made(const std::string& key, const Learnt& learnt);
    std::vector<std::int32_t> tables(std::size_t place) const;

    std::map<std::string, Learnt, std::less<>> learnt_;  // by key: the preset, then the changed fields in order
    std::map<std::string, Rules, std::less<>> rules_;  // those of them that were asked for
    std::deque<Networks> networks_;  // whose places do not change: what estimates refers to them
    std::vector<std::vector<std::int32_t>> columns_, tables_;  // tables: the places of columns, suit after suit
};

}  // namespace bingo
