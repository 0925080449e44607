// What a player knows, and moves, as Python gives them.
#pragma once

#include "bindings/reader.hpp"
#include "engine.hpp"

namespace bingo {

// Reads an InformationSet (solver/game/information.py) and moves (solver/game/moves.py).
class ViewReader : Attributes {
  public:
    engine::View view(nb::handle known) const {
        engine::View v{};
        v.trump = whole(known, f_.trump);
        v.leader = whole(known, f_.leader);
        v.pending = whole(known, f_.pending);
        v.hand = set(field(known, f_.hand), f_.hand);
        v.hidden = whole(known, f_.hidden);
        v.gone = set(field(known, f_.gone), f_.gone);
        v.excluded = set(field(known, f_.barred), f_.barred);
        const nb::object shown = two(known, f_.shown_by), won = two(known, f_.won);
        for (const std::size_t p : {0u, 1u}) {
            v.declared_doubles[p] = set(shown[p], f_.shown_by);
            const nb::object tiles = won[p];
            if (!tiles.is_none()) v.won[p] = set(tiles, f_.won);
        }
        pair(known, f_.points, v.points);
        pair(known, f_.tricks, v.tricks);
        pair(known, f_.declared, v.declared);
        pair(known, f_.carried, v.carried);
        v.led = maybe(known, f_.led);
        v.turned = maybe(known, f_.turned);
        const nb::object closed = field(known, f_.closed);
        if (!closed.is_none())
            v.closed = {whole(closed, f_.by, 0, 1), whole(closed, f_.points), whole(closed, f_.tricks)};
        const nb::object history = field(known, f_.history);
        if (!nb::isinstance<nb::tuple>(history)) refuse("history", "a tuple of tricks", nb::repr(history).c_str());
        if (nb::len(history) > kMostTricks) refuse("history", "14 tricks at most", std::to_string(nb::len(history)));
        for (nb::handle trick : history) v.history.push_back(trick_of(trick));
        return v;
    }

    engine::Move move(nb::handle move) const {
        engine::Move m{};
        m.close = flag(move, f_.close);
        m.claim = flag(move, f_.claim);
        m.declare = set(field(move, f_.declare), f_.declare);
        m.tile = maybe(move, f_.lead);
        if (!m.tile) m.tile = maybe(move, f_.play);
        return m;
    }

    std::vector<engine::Move> moves(const nb::sequence& given) const {
        std::vector<engine::Move> all;
        for (nb::handle one : given) all.push_back(move(one));
        return all;
    }

    // Pairs of a move and its value.
    std::vector<std::pair<engine::Move, double>> valued(const nb::sequence& given) const {
        std::vector<std::pair<engine::Move, double>> all;
        for (nb::handle one : given) all.emplace_back(move(one[0]), nb::cast<double>(one[1]));
        return all;
    }

  private:
    engine::Trick trick_of(nb::handle trick) const {
        const std::optional<Tile> led = maybe(trick, f_.led);
        if (!led) refuse("history: a lead", "a tile", "none");
        return {whole(trick, f_.leader, 0, 1),
                *led,
                maybe(trick, f_.reply),
                set(field(trick, f_.declared), f_.declared),
                set(field(trick, f_.shown), f_.shown),
                flag(trick, f_.closed)};
    }

    static std::optional<Tile> maybe(nb::handle object, const Field& name) {
        const int index = tile(object, name);
        return index < 0 ? std::nullopt : std::optional(Tile(index));
    }

    static TileSet set(nb::handle tiles, const Field& name) {
        return {static_cast<Mask>(within(tiles, name.name, 0, static_cast<int>(kAllTiles)))};
    }

    static bool flag(nb::handle object, const Field& name) {
        const int truth = PyObject_IsTrue(field(object, name).ptr());
        if (truth < 0) throw nb::python_error();
        return truth != 0;
    }
};

}  // namespace bingo
