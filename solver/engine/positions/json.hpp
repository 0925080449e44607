// JSON as questions and answers need it.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bingo {

// --- writing -----------------------------------------------------------------------------------------

// A text whose characters stand for themselves but for quotes, backslashes and control characters.
inline std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            out += "0123456789abcdef"[c >> 4 & 15];
            out += "0123456789abcdef"[c & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

inline std::string written(std::int64_t number) { return std::to_string(number); }
inline std::string written(int number) { return std::to_string(number); }
inline std::string written(bool yes) { return yes ? "true" : "false"; }

// The shortest digits that are read as the same number.
inline std::string written(double number) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

inline std::string listed(const std::vector<std::string>& values) {
    std::string out = "[";
    for (const std::string& value : values) out += (out.size() > 1 ? "," : "") + value;
    return out + ']';
}

inline std::string quoted_list(const std::vector<std::string>& texts) {
    std::vector<std::string> values;
    values.reserve(texts.size());
    for (const std::string& text : texts) values.push_back(quoted(text));
    return listed(values);
}

// An object, member by member; values are JSON.
class Members {
  public:
    Members& add(std::string_view key, const std::string& value) {
        if (!out_.empty()) out_ += ',';
        out_ += quoted(key);
        out_ += ':';
        out_ += value;
        return *this;
    }
    template <class Number>
        requires requires(Number n) { written(n); }
    Members& add(std::string_view key, Number number) {
        return add(key, written(number));
    }
    Members& text(std::string_view key, std::string_view text) { return add(key, quoted(text)); }
    std::string object() const { return '{' + out_ + '}'; }

  private:
    std::string out_;
};

// --- reading -----------------------------------------------------------------------------------------

// The members of an object, values as they stand. False: it is no object.
bool read_object(std::string_view text, std::vector<std::pair<std::string_view, std::string_view>>& members);

// The values of an array as they stand.
bool read_array(std::string_view text, std::vector<std::string_view>& values);

// A text without escapes, and a whole number.
bool read_text(std::string_view value, std::string_view& text);
bool read_number(std::string_view value, std::int64_t& number);
// A finite number.
bool read_real(std::string_view value, double& number);

}  // namespace bingo
