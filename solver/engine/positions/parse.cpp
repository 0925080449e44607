#include "positions/parse.hpp"

#include <algorithm>

#include "positions/names.hpp"
#include "positions/utf8.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr int kMostCount = 1000, kMostTricks = 14;  // as positions/schema.py has them
constexpr int kMostScore = 6;  // game points in a match to 7

// Reads JSON from left to right. Every function returns false at what it does not know.
class Scanner {
  public:
    explicit Scanner(Text text) : p_(text.data()), end_(text.data() + text.size()) {}

    bool at_end() {
        blanks();
        return p_ == end_;
    }

    bool symbol(char c) {
        blanks();
        if (p_ == end_ || *p_ != c) return false;
        ++p_;
        return true;
    }

    bool word(Text w) {
        blanks();
        if (static_cast<std::size_t>(end_ - p_) < w.size() || Text(p_, w.size()) != w) return false;
        p_ += w.size();
        return true;
    }

    bool null() { return word("null"); }

    // A text of printable ASCII without escapes.
    bool text(Text& out) {
        if (!symbol('"')) return false;
        const char* start = p_;
        while (p_ != end_ && *p_ != '"') {
            if (!is_printable(*p_) || *p_ == '\\') return false;
            ++p_;
        }
        out = Text(start, static_cast<std::size_t>(p_ - start));
        return symbol('"');
    }

    // A text of any characters but escapes, and blanks beyond ASCII.
    bool wide_text(Text& out) {
        if (!symbol('"')) return false;
        Text rest(p_, static_cast<std::size_t>(end_ - p_));
        while (!rest.empty() && rest.front() != '"') {
            const auto c = static_cast<unsigned char>(rest.front());
            if (c < 0x20 || c == 0x7f || c == '\\') return false;
            if (c < 0x80) {
                rest.remove_prefix(1);
            } else if (const auto wide = take_wide(rest); !wide || is_wide_blank(wide)) {
                return false;
            }
        }
        out = Text(p_, static_cast<std::size_t>(rest.data() - p_));
        p_ = rest.data();
        return symbol('"');
    }

    // A whole number in plain digits; one of five is above all there is. What is no whole number goes on, where its end
    // is expected.
    bool number(int& out, int most) {
        blanks();
        return digits(out, most);
    }

    bool signed_number(int& out) {
        const bool minus = symbol('-');
        if (!digits(out, kMostCount)) return false;
        if (minus) out = -out;
        return true;
    }

    // `each` reads the value of a key; keys come once.
    template <std::size_t N, class Each>
    bool object(const std::array<Text, N>& keys, Each each) {
        std::uint32_t seen = 0;
        if (!symbol('{')) return false;
        if (symbol('}')) return true;
        do {
            Text key;
            if (!text(key) || !symbol(':')) return false;
            const auto found = std::find(keys.begin(), keys.end(), key);
            const auto k = found - keys.begin();
            if (found == keys.end() || (seen >> k & 1)) return false;
            seen |= std::uint32_t{1} << k;
            if (!null() && !each(k)) return false;
        } while (symbol(','));
        return symbol('}');
    }

    // The value as it stands: a text, or an object of plain values.
    bool raw(Text& out) {
        blanks();
        const char* start = p_;
        Text inside;
        if (p_ != end_ && *p_ == '"') {
            if (!text(inside)) return false;
        } else {
            if (!symbol('{')) return false;
            while (p_ != end_ && *p_ != '}') {
                if (*p_ == '"') {
                    if (!text(inside)) return false;
                } else if (*p_ == '{' || !is_printable(*p_)) {
                    return false;
                } else {
                    ++p_;
                }
            }
            if (!symbol('}')) return false;
        }
        out = Text(start, static_cast<std::size_t>(p_ - start));
        return true;
    }

  private:
    static bool is_printable(char c) { return c >= 0x20 && c <= 0x7e; }

    bool digits(int& out, int most) {
        const char* start = p_;
        int n = 0;
        while (p_ != end_ && *p_ >= '0' && *p_ <= '9' && p_ - start < 5) n = 10 * n + (*p_++ - '0');
        if (p_ == start || (*start == '0' && p_ - start > 1) || n > most) return false;
        out = n;
        return true;
    }

    void blanks() {
        while (p_ != end_ && (*p_ == ' ' || *p_ == '\t' || *p_ == '\n' || *p_ == '\r')) ++p_;
    }

    const char* p_;
    const char* end_;
};

bool is_end(char c) { return c >= '0' && c <= '6'; }

// Reads the tile that `text` begins with (6-4, 64 or 6|4), and what parts it from the next.
bool take_tile(Text& text, int& tile, bool& comma) {
    std::size_t n = 2;
    if (text.size() < 2 || !is_end(text[0])) return false;
    if (text[1] == '-' || text[1] == '|') ++n;
    if (text.size() < n || !is_end(text[n - 1])) return false;
    const int a = text[0] - '0', b = text[n - 1] - '0';
    tile = tile_of(std::max(a, b), std::min(a, b));
    comma = false;
    const std::size_t end = n;
    while (n < text.size() && (text[n] == ' ' || text[n] == ',')) comma |= text[n++] == ',';
    if (n == end && n < text.size()) return false;
    text.remove_prefix(n);
    return true;
}

class Reader {
  public:
    Reader(Text line, ParsedLine& parsed) : scan_(line), parsed_(parsed) {}

    bool all() {
        static constexpr std::array<Text, 14> keys = {"name",  "rules",  "trump",  "turned",   "closed",
                                                      "lead",  "led",    "you",    "opponent", "stock",
                                                      "match", "expect", "played", "carried"};
        return scan_.object(keys, [&](auto key) { return document(key); }) && scan_.at_end();
    }

  private:
    bool document(std::ptrdiff_t key) {
        switch (key) {
            case 0: return scan_.wide_text(parsed_.name);
            case 1: return scan_.raw(parsed_.rules);
            case 2: return scan_.number(parsed_.trump, 6);
            case 3: return one(parsed_.turned);
            case 4: return closed();
            case 5: return who(parsed_.lead);
            case 6: return one(parsed_.led);
            case 7: return side(parsed_.sides[0]);
            case 8: return side(parsed_.sides[1]);
            case 9: return stock();
            case 10: return match();
            case 11: return expect();
            case 12: return into(parsed_.played);
            case 13: return carried();
            default: return false;
        }
    }

    bool who(int& player) {
        Text text;
        if (!scan_.text(text)) return false;
        player = text == kPlayers[0] ? 0 : text == kPlayers[1] ? 1 : -1;
        return player >= 0;
    }

    bool place(int tile) {
        const Mask here = Mask{1} << tile;
        if (parsed_.placed & here) return false;
        parsed_.placed |= here;
        return true;
    }

    bool one(int& tile) {
        Text text;
        bool comma;
        return scan_.text(text) && take_tile(text, tile, comma) && text.empty() && !comma && place(tile);
    }

    // `each` takes every tile. Tricks are pairs, with commas between all of them or none.
    template <class Each>
    bool tiles(bool tricks, Each each) {
        Text text;
        if (!scan_.text(text)) return false;
        int count = 0, commas = 0;
        while (!text.empty()) {
            int tile;
            bool comma;
            if (!take_tile(text, tile, comma) || !each(tile)) return false;
            if (tricks && comma && count % 2 == 0) return false;
            commas += comma && !text.empty();
            ++count;
        }
        return !tricks || (count % 2 == 0 && (commas == 0 || commas == count / 2 - 1));
    }

    bool stock() {
        parsed_.has_stock = true;
        return tiles(false, [&](int tile) {
            if (!place(tile)) return false;
            parsed_.stock[parsed_.stock_size++] = tile;
            return true;
        });
    }

    bool into(Mask& set, bool tricks = false) {
        return tiles(tricks, [&](int tile) {
            set |= Mask{1} << tile;
            return place(tile);
        });
    }

    bool side(ParsedSide& s) {
        static constexpr std::array<Text, 7> keys = {"hand", "points", "tricks", "declared", "shown", "won", "pending"};
        return scan_.object(keys, [&](auto key) {
            switch (key) {
                case 0: s.has_hand = true; return into(s.hand);
                case 1: s.has_points = true; return scan_.number(s.points, kMostCount);
                case 2: s.has_tricks = true; return scan_.number(s.tricks, kMostTricks);
                case 3: return scan_.number(s.declared, kMostCount);
                case 4:
                    return tiles(false, [&](int tile) {
                        s.shown |= Mask{1} << tile;
                        return true;
                    });
                case 5: s.has_won = true; return into(s.won, true);
                case 6: return scan_.number(s.pending, kMostCount);
                default: return false;
            }
        });
    }

    bool closed() {
        static constexpr std::array<Text, 3> keys = {"by", "points", "tricks"};
        int given = 0;
        parsed_.closed = true;
        const bool read = scan_.object(keys, [&](auto key) {
            ++given;
            return key == 0   ? who(parsed_.closed_by)
                   : key == 1 ? scan_.number(parsed_.closed_points, kMostCount)
                              : scan_.number(parsed_.closed_tricks, kMostTricks);
        });
        return read && given == 3;
    }

    bool carried() {
        static constexpr std::array<Text, 2> keys = {"you", "opponent"};
        return scan_.object(keys, [&](auto key) { return scan_.number(parsed_.carried[key], kMostCount); });
    }

    bool match() {
        static constexpr std::array<Text, 3> keys = {"you", "opponent", "first"};
        parsed_.has_match = true;
        return scan_.object(keys, [&](auto key) {
            return key == 2 ? who(parsed_.first) : scan_.number(parsed_.match[key], kMostScore);
        });
    }

    bool expect() {
        static constexpr std::array<Text, 2> keys = {"value", "best"};
        return scan_.object(keys, [&](auto key) {
            if (key == 0) {
                parsed_.has_value = true;
                return scan_.signed_number(parsed_.value);
            }
            if (!scan_.symbol('[')) return best();
            if (scan_.symbol(']')) return true;
            do
                if (!best()) return false;
            while (scan_.symbol(','));
            return scan_.symbol(']');
        });
    }

    bool best() {
        if (parsed_.best_size == ParsedLine::kMostBest) return false;
        return scan_.text(parsed_.best[static_cast<std::size_t>(parsed_.best_size++)]);
    }

    Scanner scan_;
    ParsedLine& parsed_;
};

}  // namespace

bool parse_line(std::string_view line, ParsedLine& parsed) {
    parsed = ParsedLine{};
    return Reader(line, parsed).all() && parsed.lead >= 0;
}

}  // namespace bingo
