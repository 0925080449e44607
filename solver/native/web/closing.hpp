// Should I close now? Every lead against every hand that the opponent may hold. Mirrors solver/hidden/closing.py,
// decision.py and failing.py where no hand is left out.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hidden/strategy.hpp"
#include "web/estimates.hpp"
#include "web/exact.hpp"
#include "web/view.hpp"

namespace bingo {

class Closing {
  public:
    explicit Closing(const Tables& tables) : tables_(tables) {}

    // Why closing is not possible, in words; empty where it is.
    static std::string_view fault(const View& view, const ParsedLine& line);

    // What `bingo close --json` writes, and the tree of play against the hand that refutes the advice: a JSON array
    // [answer, its board's hand or null, tree or null].
    struct Found {
        std::string answer, move;
        bool refuted = false;
        Position against{};  // closed, the opponent holding that hand
    };
    Found operator()(const View& view, std::string_view name, std::string_view rules, const Estimated* open,
                     std::uint64_t seed, Exact& exact);

  private:
    static constexpr int kBits = 16, kOpenBits = 18;
    static constexpr SearchWidth kWidth{20, 1000};  // as hidden/closing.py has it

    const Tables& tables_;
    std::unique_ptr<Strategist> strategist_;
};

}  // namespace bingo
