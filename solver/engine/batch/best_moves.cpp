#include "batch/best_moves.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/options.hpp"
#include "core/tiles.hpp"
#include "positions/names.hpp"

namespace bingo {
namespace {

struct Choice {
    bool there = false;
    Move move;
    Mask declared = 0;  // by tile index
    int value = 0;      // for the mover
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

// Moves worth more than `alpha` to the mover, in the order of analysis, with their values up to `beta`.
std::vector<Choice> list_moves(Solver& solver, const Root& root, int alpha, int beta) {
    const Trump& trump = *root.deal.trump;
    std::array<Choice, kPlaces> choices{};
    solver.options(root, alpha, beta, [&](const Move& m, int reached) {
        if (reached <= alpha) return;
        const int value = std::min(reached, beta);
        Choice& known = choices[place(m, trump)];
        const Mask declared = tile_indices(m.declare, trump);
        if (!known.there || value > known.value || (value == known.value && larger(declared, known.declared)))
            known = {true, m, declared, value};
    });
    std::vector<Choice> found;
    std::copy_if(choices.begin(), choices.end(), std::back_inserter(found), [](const Choice& c) { return c.there; });
    return found;
}

// The value for player 0, and the moves in the order of analysis, all of them or those that reach it.
int find_moves(Solver& solver, const Root& root, bool all, std::vector<Choice>& found) {
    const int exact = solver.value(root), come = exact - solver.game().worth(root.node);
    const int most = root.mover() == 0 ? come : -come;
    found = list_moves(solver, root, all ? -kInfinity : most - 1, most);
    return exact;
}

void put_words(const std::vector<Choice>& choices, const Root& root, std::vector<std::string>& words) {
    words.clear();
    for (const Choice& c : choices) words.push_back(move_text(c.move, root.stage == kReplyStage, *root.deal.trump));
}

// What each of some moves is worth to the mover in game points.
std::vector<int> game_points(Solver& solver, const Root& root, const std::vector<Choice>& choices) {
    std::vector<int> values(choices.size(), -kInfinity);
    // The value of a move that is not known yet; nullptr where nobody asks for it.
    const auto unknown = [&](const Move& move) -> int* {
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (choices[i].move == move && values[i] == -kInfinity) return &values[i];
        return nullptr;
    };
    const int exact = solver.value(root), most = root.mover() == 0 ? exact : -exact;
    const auto wanted = [&](const Move& move) { return unknown(move) != nullptr; };
    const auto note = [&](const Move& move, int value) {
        if (int* const known = unknown(move)) *known = value;
    };
    const auto reaching = [&](const Move& move, int value) {
        if (value >= most) note(move, most);
    };
    solver.options(root, most - 1, most, reaching, wanted);
    if (std::count(values.begin(), values.end(), -kInfinity)) solver.options(root, -kInfinity, kInfinity, note, wanted);
    return values;
}

}  // namespace

int best_moves(Solver& solver, const Root& root, std::vector<std::string>& best) {
    std::vector<Choice> choices;
    const int exact = find_moves(solver, root, false, choices);
    put_words(choices, root, best);
    return exact;
}

std::vector<Rated> all_moves(Solver& solver, const Root& root) {
    std::vector<Choice> choices;
    find_moves(solver, root, true, choices);
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.value > b.value; });
    std::vector<std::string> words;
    put_words(choices, root, words);
    std::vector<Rated> found;
    found.reserve(choices.size());
    for (std::size_t i = 0; i < choices.size(); ++i)
        found.push_back({std::move(words[i]), root.mover() == 0 ? choices[i].value : -choices[i].value});
    return found;
}

ForMatch best_for_match(Solver& solver, const Root& root, const Objective& objective, std::vector<std::string>& best) {
    Root for_match = root;
    for_match.deal.objective = &objective;
    std::vector<Choice> choices;
    const int utility = find_moves(solver, for_match, false, choices);
    const std::vector<int> values = game_points(solver, root, choices);
    std::vector<std::size_t> order(choices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    std::vector<Choice> sorted;
    sorted.reserve(order.size());
    for (const std::size_t i : order) sorted.push_back(choices[i]);
    put_words(sorted, root, best);
    const int value = values[order[0]];
    return {root.mover() == 0 ? value : -value, utility};
}

}  // namespace bingo
