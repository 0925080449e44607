// One position as a line of JSON, read by a strict reader that knows the usual way of writing only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/tables.hpp"

namespace bingo {

// What is written of one player; sets of tiles by tile index.
struct ParsedSide {
    bool has_hand, has_won, has_points, has_tricks;
    Mask hand, won, shown;
    int points, tricks, declared, pending;  // pending: declared points that hang on the trick now led
};

// What is written of a position. Numbers not written are -1; texts point into the line.
struct ParsedLine {
    static constexpr int kMostBest = 16;

    std::string_view name;   // as it stands, between the quotes: UTF-8, checked
    std::string_view rules;  // the JSON value as it stands
    int lead = -1, trump = -1, turned = -1, led = -1;
    bool closed = false;
    int closed_by = 0, closed_points = 0, closed_tricks = 0;
    bool has_stock = false;
    int stock[kTiles] = {}, stock_size = 0;
    std::array<ParsedSide, 2> sides{};
    Mask played = 0;  // tiles in tricks, whoever took them
    Mask placed = 0;  // all tiles of hands, tricks, stock, played, led and turned: none of them twice
    int carried[2] = {};  // card points from earlier deals
    bool has_match = false;
    int match[2] = {}, first = -1;  // the score, and who led the deal's first trick
    bool has_value = false;
    int value = 0;  // the value that is expected
    std::array<std::string_view, kMostBest> best;
    int best_size = 0;

    bool open() const { return turned >= 0 && !closed; }
    // Whether the opponent's hand or the face-down tiles are not written.
    bool hides() const { return !sides[1].has_hand || (open() && !has_stock); }
};

// Reads a line. False: something about it is unusual or wrong, and nothing can be said; `parsed` is then half filled.
// What it accepts, the Python reader (positions/reading.py) reads in the same way.
bool parse_line(std::string_view line, ParsedLine& parsed);

}  // namespace bingo
