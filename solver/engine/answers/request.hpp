// What a request says: its members, and what stands in those that are objects themselves.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/objectives.hpp"
#include "estimates/estimates.hpp"
#include "play/view.hpp"

namespace bingo {

// The members of an object, each taken by whoever asks for it; null is as good as none. All throw std::invalid_argument
// where something else stands there than is asked for.
class Request {
  public:
    using Text = std::string_view;

    explicit Request(Text object, Text what = "request");

    Text take(Text key);  // as it stands; empty: there is no such member
    Text text(Text key, Text otherwise = {});
    std::int64_t number(Text key, std::int64_t otherwise, std::int64_t least,
                        std::int64_t most = std::numeric_limits<std::int64_t>::max());
    double real(Text key, double otherwise);
    bool flag(Text key, bool otherwise = false);
    std::vector<Text> list(Text key);
    std::vector<Text> texts(Text key);
    // Refuses members that nobody has asked for.
    void done() const;

  private:
    Text what_;
    std::vector<std::pair<Text, Text>> members_;
};

// {"tricks": [[leader, led, reply, declared, shown, closed], ...], "barred": tiles}: all tricks in order, the reply -1
// while it is to be made, and unseen tiles that the opponent cannot hold. Players are 0 (you) and 1, tiles indices,
// sets of tiles masks of these, closed 0 or 1. Nothing: nothing is known. Throws std::invalid_argument, as all below.
void read_known(std::string_view written, View& view);

// How to estimate, of members that are not for every question, after which there are no others:
//   "method": "rollout" or "pimc"; "seconds"; "until_clear", "equal_weights", "thorough", "stay_open": true or
//   false; "enumerated": a number; "only": moves; "options": {"open": moves, "certain": [[move, value], ...], "cap": a
//   number}
// See EstimateRequest; `thorough` is without pruning. Moves are those of `legal`, in words.
struct EstimateMembers {
    EstimateRequest request;
    std::vector<Move> only;
    double seconds;  // infinite: no limit
};
EstimateMembers read_estimate(Request& request, const std::vector<Move>& legal, bool reply, const Trump& trump);

// "temperature" and "blunder", how the opponent is thought to choose; none: as usual.
std::optional<Choosing> read_choosing(Request& request);

// {"table": [[utilities], ...]}, as Objective in solver/game/objective.py has it.
Objectives::Table read_objective(std::string_view written);

}  // namespace bingo
