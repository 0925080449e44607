// The rule sets that answers are given under: those of the data, and each with a single field changed.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/objectives.hpp"
#include "estimates/estimates.hpp"
#include "play/exact.hpp"

namespace bingo {

// What answers under one rule set.
struct Rules {
    std::string label;  // as answers name it
    bool either_end = false;
    std::size_t networks = 0;
    std::vector<std::int32_t> scoring;  // as solver/search/tables.py makes them
    Tables tables{};
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
    // A value of a field over one of the rule sets, or all numbers from `low` to `high`; what is different then.
    struct Change {
        std::string field, value, label;  // of a number, {} stands for it in the label
        int low = 0, high = 0;
        bool either_end = false;
        std::size_t networks = 0;
        std::size_t tables = 0;
        int given = -1;  // the scoring number that is the number given
        std::vector<std::pair<std::size_t, std::int32_t>> scoring;
    };
    Rules& add(const std::string& key, std::size_t tables, Rules rules);
    Rules* changed(const std::string& key, std::size_t place, std::string_view field, const std::string& value);
    std::vector<std::int32_t> tables(std::size_t place) const;

    std::map<std::string, Rules, std::less<>> rules_;  // by key: the preset, then the changed fields in order
    std::vector<Rules*> places_;
    std::vector<std::string> keys_;
    std::deque<Networks> networks_;  // whose places do not change: what estimates refers to them
    std::vector<std::vector<std::int32_t>> columns_, tables_;  // tables: the places of columns, suit after suit
    std::vector<std::vector<Change>> changes_;  // of each rule set
};

}  // namespace bingo
