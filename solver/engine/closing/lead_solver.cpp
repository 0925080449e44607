#include "closing/lead_solver.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>

#include "core/tiles.hpp"

namespace bingo {
namespace {

// The hands in kernel numbers. A tile that they led is in each until the reply.
std::vector<Mask> worlds_of(const Endgame& e) {
    const Root& r = e.root;
    const Mask led = r.led >= 0 && r.node.leader == 1 ? bit(r.led) : 0;
    std::vector<Mask> found;
    found.reserve(e.hands.size());
    for (const TileSet hand : e.hands) found.push_back(numbers_of(hand, *r.deal.trump) | led);
    return found;
}

}  // namespace

Endgame Endgame::of(const std::vector<TileSet>& some) const {
    Endgame found{root, some, {}};
    found.weights.reserve(some.size());
    for (const TileSet hand : some)
        found.weights.push_back(
            weights[static_cast<std::size_t>(std::lower_bound(hands.begin(), hands.end(), hand) - hands.begin())]);
    return found;
}

double Endgame::total() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }

double Endgame::mean(const Values& values) const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
    return sum / total();
}

Values won(const Values& values) {
    Values found;
    found.reserve(values.size());
    for (const int value : values) found.push_back(value > 0);
    return found;
}

template <class Work>
bool LeadSolver::share(std::size_t size, const Effort& effort, Work work) {
    Items items(effort, size);
    const auto one = [&](std::size_t w) -> BestDefence& {
        return solvers_.get(w, [this] { return std::make_unique<BestDefence>(tables_, bits_, open_bits_); });
    };
    return Workers(size, items).run(effort.threads, one, work);
}

Columns LeadSolver::values(const Endgame& e, const std::vector<Move>& moves, const Effort& effort) {
    Columns found(moves.size(), Values(e.hands.size()));
    const std::vector<Mask> worlds = worlds_of(e);
    const Mask unseen = std::accumulate(worlds.begin(), worlds.end(), Mask{0}, std::bit_or<Mask>{});
    const auto work = [&](BestDefence& s, std::size_t i) {
        s.expect(e.root, unseen);
        for (std::size_t k = 0; k < moves.size(); ++k) found[k][i] = s.double_dummy(e.root, moves[k], worlds[i]);
    };
    if (!share(worlds.size(), effort, work)) throw Stopped{};
    return found;
}

Columns LeadSolver::guaranteed(const Endgame& e, const std::vector<Move>& moves, SearchWidth width,
                               const Effort& effort) {
    Columns found(moves.size());
    const std::vector<Mask> worlds = worlds_of(e);
    const auto work = [&](BestDefence& s, std::size_t k) {
        found[k] = s.guaranteed(e.root, moves[k], worlds, e.weights, width);
    };
    if (!share(moves.size(), effort, work)) throw Stopped{};
    return found;
}

std::vector<double> LeadSolver::losses(const Endgame& e, const std::vector<Move>& moves, int own_moves, Aim aim,
                                       std::uint64_t steps, const Effort& effort) {
    std::vector<double> found(moves.size(), std::numeric_limits<double>::quiet_NaN());
    const std::vector<Mask> worlds = worlds_of(e);
    Root root = e.root;
    if (aim == Aim::kWin) root.deal.objective = nullptr;
    share(moves.size(), effort, [&](BestDefence& s, std::size_t k) {
        found[k] = s.loss(root, moves[k], worlds, e.weights, own_moves, aim, steps);
    });
    return found;
}

std::vector<std::optional<Values>> LeadSolver::best(const Endgame& e, const std::vector<Move>& moves,
                                                    const std::vector<double>& below, std::uint64_t steps,
                                                    const Effort& effort) {
    std::vector<std::optional<Values>> found(moves.size());
    const std::vector<Mask> worlds = worlds_of(e);
    share(moves.size(), effort, [&](BestDefence& s, std::size_t k) {
        Values values;
        const auto result = s.best(e.root, moves[k], worlds, e.weights, below[k], steps, values);
        if (result != BestDefence::Found::kUnknown) found[k] = std::move(values);
    });
    return found;
}

}  // namespace bingo
