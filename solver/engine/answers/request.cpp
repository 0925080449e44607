#include "answers/request.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/load.hpp"
#include "core/tiles.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

std::string shown(Text value) { return std::string(value.substr(0, 40)); }

// Whole numbers from `least` to `most`.
std::int64_t whole(Text value, Text what, std::int64_t least, std::int64_t most) {
    std::int64_t found = 0;
    if (!read_number(value, found)) refuse(std::string(what), "a whole number", shown(value));
    check_range(std::string(what).c_str(), found, least, most);
    return found;
}


double real(Text value, Text what) {
    double found = 0;
    if (!read_real(value, found)) refuse(std::string(what), "a number", shown(value));
    return found;
}

std::vector<Text> rows(Text value, Text what) {
    std::vector<Text> found;
    if (!read_array(value, found)) refuse(std::string(what), "a list", shown(value));
    return found;
}

Text words(Text value, Text what) {
    Text found;
    if (!read_text(value, found)) refuse(std::string(what), "a text", shown(value));
    return found;
}

}  // namespace

// --- members -----------------------------------------------------------------------------------------

Request::Request(Text object, Text what) : what_(what) {
    if (!read_object(object, members_)) refuse(std::string(what), "an object", shown(object));
}

Request::Text Request::take(Text key) {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const auto& one) { return one.first == key; });
    if (found == members_.end()) return {};
    const Text value = found->second;
    members_.erase(found);
    return value == "null" ? Text() : value;
}

Request::Text Request::text(Text key, Text otherwise) {
    const Text value = take(key);
    return value.empty() ? otherwise : words(value, key);
}

std::int64_t Request::number(Text key, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    const Text value = take(key);
    return value.empty() ? otherwise : whole(value, key, least, most);
}

double Request::real(Text key, double otherwise) {
    const Text value = take(key);
    return value.empty() ? otherwise : bingo::real(value, key);
}

bool Request::flag(Text key, bool otherwise) {
    const Text value = take(key);
    if (!value.empty() && value != "true" && value != "false") refuse(std::string(key), "true or false", shown(value));
    return value.empty() ? otherwise : value == "true";
}

std::vector<Request::Text> Request::list(Text key) {
    const Text value = take(key);
    return value.empty() ? std::vector<Text>() : rows(value, key);
}

std::vector<Request::Text> Request::texts(Text key) {
    std::vector<Text> found = list(key);
    for (Text& value : found) value = words(value, key);
    return found;
}

void Request::done() const {
    if (!members_.empty())
        refuse(std::string(what_), "members that there are, each once", std::string(members_[0].first));
}

}  // namespace bingo
