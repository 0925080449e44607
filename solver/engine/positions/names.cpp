#include "positions/names.hpp"

#include "core/tiles.hpp"

namespace bingo {

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
