// Positions as Python gives them, checked and made into what the kernel works on.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/game.hpp"
#include "core/given.hpp"
#include "core/move.hpp"
#include "core/turns.hpp"

namespace bingo {

// The name of an attribute, interned: looking up a string made anew would take most of the time of reading.
struct Field {
    const char* name;
    PyObject* key;

    explicit Field(const char* text) : name(text), key(PyUnicode_InternFromString(text)) {}
};

struct Fields {
    Field trump{"trump"}, leader{"leader"}, stage{"stage"}, pending{"pending"}, led{"led"}, won_with{"won_with"},
        hands{"hands"}, points{"points"}, tricks{"tricks"}, declared{"declared"}, carried{"carried"}, shown{"shown"},
        closed{"closed"}, by{"by"}, turned{"turned"}, stock{"stock"}, hand{"hand"}, hidden{"hidden"}, gone{"gone"},
        won{"won"}, shown_by{"shown_by"}, barred{"barred"}, history{"history"}, reply{"reply"}, close{"close"},
        claim{"claim"}, declare{"declare"}, lead{"lead"}, play{"play"};

    static const Fields& all() {
        static const Fields fields;
        return fields;
    }
};

// Attributes of Python's objects, by what they are.
class Attributes {
  protected:
    static nb::object field(nb::handle object, const Field& name) {
        PyObject* found = PyObject_GetAttr(object.ptr(), name.key);
        if (found) return nb::steal(found);
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
        PyErr_Clear();
        throw std::invalid_argument(std::string("position: expected one with ") + name.name);
    }

    // Bounds are checked where the position is made, unless they are given.
    static int whole(nb::handle object, const Field& name, int low = INT32_MIN, int high = INT32_MAX) {
        return within(field(object, name), name.name, low, high);
    }

    static int within(nb::handle value, const char* name, int low = INT32_MIN, int high = INT32_MAX) {
        if (PyLong_Check(value.ptr())) {
            int overflow = 0;
            const long number = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
            if (!overflow && number >= low && number <= high) return static_cast<int>(number);
        }
        int number = 0;
        if (!nb::try_cast(value, number)) refuse(name, "a whole number", nb::repr(value).c_str());
        check_range(name, number, low, high);
        return number;
    }

    static nb::object two(nb::handle position, const Field& name) {
        nb::object pair = field(position, name);
        if (!nb::isinstance<nb::tuple>(pair) || PyTuple_GET_SIZE(pair.ptr()) != 2)
            refuse(name.name, "two numbers", nb::repr(pair).c_str());
        return pair;
    }

    template <class Pair>
    static void pair(nb::handle position, const Field& name, Pair& out) {
        const nb::object both = two(position, name);
        for (const Py_ssize_t p : {0, 1})
            out[static_cast<std::size_t>(p)] = within(PyTuple_GET_ITEM(both.ptr(), p), name.name);
    }

    // The index of a tile, -1 for None.
    static int tile(nb::handle position, const Field& name) {
        const nb::object found = field(position, name);
        return found.is_none() ? -1 : within(found, name.name, 0, kTiles - 1);
    }

    const Fields& f_ = Fields::all();
};

// Reads a Position (solver/game/position.py) attribute by attribute.
class PositionReader : protected Attributes {
  public:
    Given given(nb::handle position) const {
        Given g{};
        g.trump = whole(position, f_.trump);
        g.leader = whole(position, f_.leader);
        g.stage = whole(position, f_.stage);
        g.pending = whole(position, f_.pending);
        g.led = tile(position, f_.led);
        g.won_with = tile(position, f_.won_with);
        pair(position, f_.hands, g.hands);
        pair(position, f_.points, g.points);
        pair(position, f_.tricks, g.tricks);
        pair(position, f_.declared, g.declared);
        pair(position, f_.carried, g.carried);
        g.shown = whole(position, f_.shown);
        boneyard(position, g);
        return g;
    }

  private:
    // Stock or closing.
    void boneyard(nb::handle position, Given& g) const {
        const nb::object closed = field(position, f_.closed);
        g.closed_by = g.turned = -1;
        if (!closed.is_none()) {
            g.closed_by = whole(closed, f_.by, 0, 1);
            g.closed_points = whole(closed, f_.points);
            g.closed_tricks = whole(closed, f_.tricks);
            return;
        }
        g.turned = tile(position, f_.turned);
        if (g.turned < 0) return;
        const nb::object stock = field(position, f_.stock);
        if (!nb::isinstance<nb::tuple>(stock)) refuse("stock", "a tuple of tiles", nb::repr(stock).c_str());
        const std::size_t size = nb::len(stock);
        g.stock_size = static_cast<std::int32_t>(std::min<std::size_t>(size, kBoneyard));
        if (size >= kBoneyard) return;  // too many: refused with the rest
        std::size_t i = 0;
        for (nb::handle one : stock) g.stock[i++] = within(one, "stock");
    }
};

// The same as what is searched; refuses what no position can hold.
class Reader : PositionReader {
  public:
    explicit Reader(const Tables& tables) : tables_(tables), load_(tables) {}

    Root operator()(nb::handle position) const { return load_(given(position)); }

    // A position of which the other hand does not matter: it may hold any double that was not declared.
    Root any_hand(nb::handle position) const {
        Root root = (*this)(position);
        const Trump& t = *root.deal.trump;
        const Mask spent =
            tables_.scoring.redeclare ? 0 : numbers_of({static_cast<Mask>(whole(position, f_.shown))}, t);
        root.node.declarable = t.doubles & ~spent;
        return root;
    }

    // An endgame in which a tile is to be led or played. Player 0 does not know the other hand.
    Root endgame(nb::handle position) const {
        Root root = any_hand(position);
        if (root.node.open || (root.stage != kLeadStage && root.stage != kReplyStage))
            throw std::invalid_argument(
                "position: expected one in which nothing is drawn any more, and a tile to be led or played");
        return root;
    }

    // A position with an open boneyard in which a tile is to be led or played.
    Root open(nb::handle position) const {
        Root root = any_hand(position);
        if (!root.node.open || root.stage == kShowStage)
            throw std::invalid_argument("position: expected an open boneyard, and a tile to be led or played");
        return root;
    }

    // Hands of player 1 by tile index, given without the tile led.
    static std::vector<TileSet> hands(const Root& root, const Hands& given) {
        std::vector<TileSet> hands;
        hands.reserve(given.size());
        for (std::size_t i = 0; i < given.size(); ++i) hands.push_back({given.data()[i]});
        for (const TileSet hand : hands) other_hand(root, hand);
        return hands;
    }

    // A hand of player 1, in kernel numbers, without the tile led.
    static Mask other_hand(const Root& root, TileSet tiles) {
        const Node& n = root.node;
        if (tiles.bits > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
        const Mask hand = numbers_of(tiles, *root.deal.trump), led = root.led >= 0 ? bit(root.led) : 0;
        const Mask turned = n.open ? bit(root.deal.stock[root.deal.stock_size - 1]) : 0;
        if (hand & (n.hand[0] | led | turned))
            throw std::invalid_argument("hands: expected tiles that are not elsewhere");
        const int size = n.size - (led && n.leader == 1 ? 1 : 0);
        if (std::popcount(hand) != size)
            refuse("hands", std::to_string(size) + " tiles", std::to_string(std::popcount(hand)));
        return hand;
    }

    // Moves of player 0 as rows of (declared doubles, tile led or played, -1: none) have them, with `closing` after
    // whether it closes. Nothing at all is waiting while player 1 is to move; with `closing` also what the networks
    // choose.
    std::vector<Move> moves(const Root& root, const Integers& rows, bool closing) const {
        const std::size_t width = closing ? 3 : 2;
        if (rows.size() % width)
            refuse("moves", "rows of " + std::to_string(width) + " numbers", std::to_string(rows.size()) + " numbers");
        const Trump& t = *root.deal.trump;
        const bool mine = root.to_move() == 0;
        Game game(tables_);
        game.enter(root.deal);
        std::vector<Move> legal, out;
        if (mine) add_moves(game, root, false, legal);
        if (!mine || closing) legal.push_back({});
        for (const std::int32_t* row = rows.data(); row != rows.data() + rows.size(); row += width) {
            const std::int32_t doubles = row[width - 2], tile = row[width - 1];
            check_range("moves: declared doubles", doubles, 0, kAllTiles);
            check_range("moves: a tile", tile, -1, kTiles - 1);
            if (closing) check_range("moves: closing", row[0], 0, 1);
            const Move move{numbers_of({static_cast<Mask>(doubles)}, t), tile < 0 ? -1 : t.number[at(tile)],
                            closing && row[0] != 0};
            if (std::find(legal.begin(), legal.end(), move) == legal.end())
                throw std::invalid_argument("moves: expected some that the rules allow here");
            out.push_back(move);
        }
        return out;
    }

  private:
    const Tables& tables_;
    Loader load_;
};

}  // namespace bingo
