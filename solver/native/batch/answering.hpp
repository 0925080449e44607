// The best moves of a position, in words.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/options.hpp"

namespace bingo {

// A solver that names the best moves as analysis does: each tile once, with the largest best declaration.
class Answering : public Solver {
  public:
    using Solver::Solver;

    // The value for player 0; fills `best` with the moves that reach it, in the order of analysis.
    int best_moves(const Root& root, std::vector<std::string>& best) {
        std::array<Choice, 2 + 2 * (kTiles + 1)> choices{};
        const int exact = value(root), most = mover(root) == 0 ? exact : -exact;
        options(root, most - 1, most, [&](const Move& m, int reached) {
            if (reached < most) return;
            Choice& known = choices[place(m)];
            const Mask declared = tile_mask(m.declare);
            if (!known.there || larger(declared, known.declared)) known = {true, m, declared};
        });
        best.clear();
        for (const Choice& c : choices)
            if (c.there) best.push_back(text(c, root.stage == kReplyStage));
        return exact;
    }

  private:
    struct Choice {
        bool there;
        Move move;
        Mask declared;  // by tile index
    };

    // Claims, then moves that close nothing by tile, then a declaration that ends the deal, then the closing ones.
    std::size_t place(const Move& m) const {
        if (m.claim) return m.declare ? 1 : 0;
        return at(2 + m.close * (kTiles + 1) + (m.tile < 0 ? kTiles : t_->tile[at(m.tile)]));
    }

    // The declaration that is named: the largest; of equally large ones, the one with the lowest tiles.
    static bool larger(Mask declared, Mask known) {
        const int more = count(declared) - count(known);
        return more ? more > 0 : declared < known;
    }

    Mask tile_mask(Mask numbers) const {
        Mask tiles = 0;
        for (; numbers; numbers &= numbers - 1) tiles |= bit(t_->tile[at(lowest(numbers))]);
        return tiles;
    }

    static std::string tile_text(int tile) {
        int high = 0;
        while ((high + 1) * (high + 2) / 2 <= tile) ++high;
        return {static_cast<char>('0' + high), '-', static_cast<char>('0' + tile - high * (high + 1) / 2)};
    }

    std::string text(const Choice& c, bool reply) const {
        std::string out;
        if (c.move.close) out += "close, ";
        if (c.declared) {
            out += "declare";
            for (Mask m = c.declared; m; m ^= bit(highest(m))) out += ' ' + tile_text(highest(m));
            out += ", ";
        }
        if (c.move.tile >= 0) {
            out += (reply ? "play " : "lead ") + tile_text(t_->tile[at(c.move.tile)]);
        } else if (c.move.claim) {
            out += "claim";
        } else {
            out.resize(out.size() - 2);
        }
        return out;
    }
};

}  // namespace bingo
