#include "core/tiles.hpp"

#include <algorithm>

namespace bingo {
namespace {

// The ends of a tile: the higher number, the lower one.
struct Ends {
    int high = 0, low = 0;
    explicit Ends(int index) : low(index) {
        while (low > high) low -= ++high;
    }
};

}  // namespace

int higher_end(int index) {
    const Ends ends(index);
    return ends.low ? ends.high : 0;  // a blank counts as 7, so it is the higher end
}

bool shows(int index, int end) {
    const Ends ends(index);
    return ends.high == end || ends.low == end;
}

std::string tile_text(int index) {
    const Ends ends(index);
    return {static_cast<char>('0' + ends.high), '-', static_cast<char>('0' + ends.low)};
}

std::string tiles_text(const std::vector<int>& indices) {
    std::string out;
    for (const int index : indices) {
        if (!out.empty()) out += ' ';
        out += tile_text(index);
    }
    return out;
}

std::string tiles_text(Mask indices) {
    std::vector<int> tiles;
    for (; indices; indices ^= bit(highest(indices))) tiles.push_back(highest(indices));
    return tiles_text(tiles);
}

std::string move_text(const Move& move, bool reply, const Trump& trump) {
    std::string out;
    const auto part = [&](const std::string& words) {
        if (!out.empty()) out += ", ";
        out += words;
    };
    if (move.close) part("close");
    if (move.declare) part("declare " + tiles_text(tile_indices(move.declare, trump)));
    if (move.tile >= 0) part((reply ? "play " : "lead ") + tile_text(trump.tile[at(move.tile)]));
    if (move.claim) part("claim");
    return out.empty() ? "wait" : out;
}

}  // namespace bingo
