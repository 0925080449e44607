#include "batch/best_moves.hpp"

#include <algorithm>
#include <array>

#include "core/options.hpp"

namespace bingo {
namespace {

struct Choice {
    bool there = false;
    Move move;
    Mask declared = 0;  // by tile index
};

// Claims, then moves that close nothing by tile, then a declaration that ends the deal, then the closing ones.
constexpr std::size_t kPlaces = 2 + 2 * (kTiles + 1);

std::size_t place(const Move& m, const Trump& trump) {
    if (m.claim) return m.declare ? 1 : 0;
    return at(2 + m.close * (kTiles + 1) + (m.tile < 0 ? kTiles : trump.tile[at(m.tile)]));
}

// The declaration that is named: the largest; of equally large ones, the one with the lowest tiles.
bool larger(Mask declared, Mask known) {
    const int more = count(declared) - count(known);
    return more ? more > 0 : declared < known;
}

Mask tile_mask(Mask numbers, const Trump& trump) {
    Mask tiles = 0;
    for (; numbers; numbers &= numbers - 1) tiles |= bit(trump.tile[at(lowest(numbers))]);
    return tiles;
}

std::string tile_text(int tile) {
    int high = 0;
    while ((high + 1) * (high + 2) / 2 <= tile) ++high;
    return {static_cast<char>('0' + high), '-', static_cast<char>('0' + tile - high * (high + 1) / 2)};
}

std::string text(const Choice& c, bool reply, const Trump& trump) {
    std::string out;
    if (c.move.close) out += "close, ";
    if (c.declared) {
        out += "declare";
        for (Mask m = c.declared; m; m ^= bit(highest(m))) out += ' ' + tile_text(highest(m));
        out += ", ";
    }
    if (c.move.tile >= 0) {
        out += (reply ? "play " : "lead ") + tile_text(trump.tile[at(c.move.tile)]);
    } else if (c.move.claim) {
        out += "claim";
    } else {
        out.resize(out.size() - 2);
    }
    return out;
}

}  // namespace

int best_moves(Solver& solver, const Root& root, std::vector<std::string>& best) {
    const Trump& trump = *root.deal.trump;
    std::array<Choice, kPlaces> choices{};
    const int exact = solver.value(root), come = exact - solver.game().worth(root.node);
    const int most = mover(root) == 0 ? come : -come;
    solver.options(root, most - 1, most, [&](const Move& m, int reached) {
        if (reached < most) return;
        Choice& known = choices[place(m, trump)];
        const Mask declared = tile_mask(m.declare, trump);
        if (!known.there || larger(declared, known.declared)) known = {true, m, declared};
    });
    best.clear();
    for (const Choice& c : choices)
        if (c.there) best.push_back(text(c, root.stage == kReplyStage, trump));
    return exact;
}

}  // namespace bingo
