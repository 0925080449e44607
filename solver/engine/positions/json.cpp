#include "positions/json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bingo {
namespace {

using Text = std::string_view;

void skip_blanks(Text& text) {
    const std::size_t n = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(n == Text::npos ? text.size() : n);
}

// Takes the value that the text begins with off it: a text, or anything up to where its brackets close.
bool take_value(Text& text, Text& value) {
    skip_blanks(text);
    const Text all = text;
    int depth = 0;
    bool inside = false;
    std::size_t i = 0;
    for (; i < all.size(); ++i) {
        const char c = all[i];
        if (inside) {
            if (c == '\\') ++i;
            if (c == '"') inside = false;
        } else if (c == '"') {
            inside = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ':')) {
            break;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    const std::size_t end = std::min(i, all.size());
    value = all.substr(0, end);
    while (!value.empty() && Text(" \t\r\n").find(value.back()) != Text::npos) value.remove_suffix(1);
    text = all.substr(end);
    return !value.empty() && !inside && depth == 0;
}

bool take(Text& text, char c) {
    skip_blanks(text);
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

bool at_end(Text text) {
    skip_blanks(text);
    return text.empty();
}

}  // namespace

bool read_object(Text text, std::vector<std::pair<Text, Text>>& members) {
    if (!take(text, '{')) return false;
    if (take(text, '}')) return at_end(text);
    do {
        Text written, key, value;
        if (!take_value(text, written) || !read_text(written, key) || !take(text, ':') || !take_value(text, value))
            return false;
        members.emplace_back(key, value);
    } while (take(text, ','));
    return take(text, '}') && at_end(text);
}

bool read_array(Text text, std::vector<Text>& values) {
    if (!take(text, '[')) return false;
    if (take(text, ']')) return at_end(text);
    do {
        Text value;
        if (!take_value(text, value)) return false;
        values.push_back(value);
    } while (take(text, ','));
    return take(text, ']') && at_end(text);
}

bool read_text(Text value, Text& text) {
    if (value.size() < 2 || value.front() != '"' || value.back() != '"') return false;
    text = value.substr(1, value.size() - 2);
    return text.find_first_of("\"\\") == Text::npos;
}

bool read_real(Text value, double& number) {
    const std::string text(value);
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size() && std::isfinite(number);
}

bool read_number(Text value, std::int64_t& number) {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error == std::errc{} && end == value.data() + value.size();
}

}  // namespace bingo
