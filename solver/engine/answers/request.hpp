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

}  // namespace bingo
