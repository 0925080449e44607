// Characters beyond ASCII, as Python reads them from UTF-8 and writes them into JSON.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace bingo {

// Takes the character that the text begins with, one of two bytes or more, off the text. 0 if it is not UTF-8.
inline std::uint32_t take_wide(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = text.empty() ? 0 : byte(0);
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC0 || first > 0xF7 || text.size() < size) return 0;
    std::uint32_t c = first & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
        c = c << 6 | (byte(i) & 0x3F);
    }
    constexpr std::uint32_t kLeast[] = {0x80, 0x800, 0x10000};  // with fewer bytes: written too long
    if (c < kLeast[size - 2] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return 0;
    text.remove_prefix(size);
    return c;
}

// Whether Python parts words at this character beyond ASCII.
inline bool is_wide_blank(std::uint32_t c) {
    if (c >= 0x2000 && c <= 0x200A) return true;
    const auto others = {0x85u, 0xA0u, 0x1680u, 0x2028u, 0x2029u, 0x202Fu, 0x205Fu, 0x3000u};
    return std::find(others.begin(), others.end(), c) != others.end();
}

// \u00e9, or two of these for what does not fit into one.
inline void put_escaped(std::string& out, std::uint32_t c) {
    const auto unit = [&](std::uint32_t u) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[u >> shift & 15];
    };
    if (c < 0x10000) {
        unit(c);
    } else {
        unit(0xD800 + ((c - 0x10000) >> 10));
        unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
}

}  // namespace bingo
