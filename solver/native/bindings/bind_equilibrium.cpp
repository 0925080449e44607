// The binding of endgames in which neither side sees the other's hand.

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/call.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "hidden/equilibrium.hpp"
#include "hidden/sequence_form.hpp"

namespace bingo {
namespace {

// An equilibrium as Python gets it.
struct Found {
    double low, high, value;
    std::uint64_t iterations, histories;
    // Claim, declared doubles, tile (-1: none; all nothing: to wait), how often, value.
    std::vector<std::tuple<bool, std::uint32_t, int, double, double>> moves;
};

class Endgames {
  public:
    Endgames(const Integers& trumps, const Integers& scoring)
        : tables_(load_tables(trumps, scoring)), objectives_(tables_), sequencer_(tables_) {}
    Endgames(const Endgames&) = delete;  // the sequencer refers to tables_

    // In how many ways deals can be played, one after another until there are `most`; and of how many deals.
    std::pair<std::uint64_t, std::size_t> histories(nb::handle position, const Hands& yours, const Hands& theirs,
                                                    std::uint64_t most) {
        const Root root = read(position);
        const std::vector<HiddenDeal> deals = load(root, yours, theirs, nullptr);
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        const Watched watched(sequencer_, call);
        std::uint64_t found = 0;
        std::size_t counted = 0;
        for (; counted < deals.size() && found < most; ++counted)
            found += sequencer_.histories(root, deals[counted], most - found);
        return {found, counted};
    }

    // CFR+ until the exploitability is at most `tolerance`, after `most` turns, or when time is up, which it must not
    // be before all deals were gone through once. `hand`: that of player 0. Progress up to 2 * Sequencer::kParts.
    Found solve(nb::handle position, const Hands& yours, const Hands& theirs, const Doubles& weights,
                std::uint32_t hand, double tolerance, std::uint64_t most, int threads, nb::object seconds,
                nb::object on_progress, nb::handle objective) {
        Root root = read(position);
        set_objective(root, objectives_(objective));
        const std::vector<HiddenDeal> deals = load(root, yours, theirs, &weights);
        if (hand > kAllTiles) throw std::invalid_argument("hand: expected a set of the 28 tiles");
        const Mask held = tile_numbers(hand, *root.deal.trump);
        if (!(tolerance >= 0)) throw std::invalid_argument("tolerance: expected 0 or more");
        if (!most) throw std::invalid_argument("most: expected 1 or more");
        check_threads(threads);
        Call call(std::move(seconds), std::move(on_progress));
        Found found{};
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            Equilibrium game(sequencer_.form(root, deals, call), threads);
            if (!game.holds(held)) throw std::invalid_argument("hand: expected one of the hands");
            const Equilibrium::Bracket bracket = approach(game, tolerance, most, call);
            found = {bracket.low, bracket.high, game.value(held), game.iterations(), game.form().histories, {}};
            for (const Equilibrium::FirstMove& one : game.first_moves(held))
                found.moves.emplace_back(one.move.claim, tile_indices(one.move.declare, *root.deal.trump),
                                         one.move.tile < 0 ? -1 : root.deal.trump->tile[at(one.move.tile)], one.chance,
                                         one.value);
        }
        call.tell();
        return found;
    }

  private:
    // How many turns pass before the exploitability is found for the first time, and the part of all afterwards.
    static constexpr std::uint64_t kFirst = 8, kPart = 8;

    static Equilibrium::Bracket approach(Equilibrium& game, double tolerance, std::uint64_t most, Call& call) {
        double first = 0;
        for (std::uint64_t next = std::min(kFirst, most);;) {
            try {
                while (game.iterations() < next) {
                    game.iterate();
                    call.check();
                }
            } catch (const Stopped&) {
                return game.bracket();
            }
            const Equilibrium::Bracket bracket = game.bracket();
            const double now = bracket.exploitability();
            if (now <= tolerance || next >= most) return bracket;
            if (first <= 0) first = now;
            const double share = tolerance > 0 ? std::log(first / now) / std::log(first / tolerance)
                                               : static_cast<double>(next) / static_cast<double>(most);
            const auto parts = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * Sequencer::kParts);
            call.done = std::max<std::size_t>(call.done, Sequencer::kParts + parts);
            next = std::min(most, next + std::max(kFirst, next / kPart));
        }
    }

    Root read(nb::handle position) const {
        const Root root = Reader(tables_).any_hand(position);
        if (root.node.open || root.stage == kShowStage)
            throw std::invalid_argument("position: expected one in which nothing is drawn, and no doubles to be shown");
        return root;
    }

    // Both hands of each deal in tile indices, without the tile led.
    static std::vector<HiddenDeal> load(const Root& root, const Hands& yours, const Hands& theirs,
                                        const Doubles* weights) {
        const std::size_t size = yours.size();
        if (!size) throw std::invalid_argument("yours: expected one hand or more");
        if (theirs.size() != size || (weights && weights->size() != size))
            throw std::invalid_argument("theirs, weights: expected one a hand of yours");
        std::vector<HiddenDeal> deals;
        deals.reserve(size);
        const Mask led = root.led >= 0 ? bit(root.led) : 0;
        for (std::size_t i = 0; i < size; ++i) {
            HiddenDeal deal{{number(root, yours.data()[i]), number(root, theirs.data()[i])}, 1};
            if (deal.hands[0] & deal.hands[1] || (deal.hands[0] | deal.hands[1]) & led)
                throw std::invalid_argument("yours, theirs: expected each tile in one place; found one in two");
            for (int p = 0; p < 2; ++p) {
                const int expected = root.node.size - (led && root.node.leader == p ? 1 : 0);
                const int tiles = std::popcount(deal.hands[at(p)]);
                if (tiles != expected)
                    refuse(p ? "theirs" : "yours", std::to_string(expected) + " tiles", std::to_string(tiles));
            }
            if (weights) deal.weight = weights->data()[i];
            if (!(deal.weight > 0) || !std::isfinite(deal.weight))
                throw std::invalid_argument("weights: expected finite numbers above 0");
            deals.push_back(deal);
        }
        return deals;
    }

    static Mask number(const Root& root, std::uint32_t tiles) {
        if (tiles > kAllTiles) throw std::invalid_argument("yours, theirs: expected sets of the 28 tiles");
        return tile_numbers(tiles, *root.deal.trump);
    }

    const Tables tables_;
    GivenObjectives objectives_;
    Sequencer sequencer_;
    Turnstile turnstile_;
};

}  // namespace

void bind_equilibrium(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Found>(module, "Equilibrium")
        .def_ro("low", &Found::low)
        .def_ro("high", &Found::high)
        .def_ro("value", &Found::value)
        .def_ro("iterations", &Found::iterations)
        .def_ro("histories", &Found::histories)
        .def_ro("moves", &Found::moves);
    nb::class_<Endgames>(module, "Endgames")
        .def(nb::init<const Integers&, const Integers&>(), "trumps"_a, "scoring"_a)
        .def("histories", &Endgames::histories, "position"_a.none(), "yours"_a, "theirs"_a, "most"_a)
        .def("solve", &Endgames::solve, "position"_a.none(), "yours"_a, "theirs"_a, "weights"_a, "hand"_a,
             "tolerance"_a, "most"_a, "threads"_a, "seconds"_a = nb::none(), "on_progress"_a = nb::none(),
             "objective"_a = nb::none());
}

}  // namespace bingo
