#include "bindings/unpack.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace bingo {
namespace {

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
        won{"won"}, shown_by{"shown_by"}, seen{"seen"}, excluded{"excluded"}, history{"history"}, reply{"reply"},
        close{"close"}, claim{"claim"}, declare{"declare"}, lead{"lead"}, play{"play"};

    static const Fields& all() {
        static const Fields fields;
        return fields;
    }
};

nb::object attribute(nb::handle object, const Field& name) {
    PyObject* value = PyObject_GetAttr(object.ptr(), name.key);
    if (value) return nb::steal(value);
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
    PyErr_Clear();
    throw std::invalid_argument(std::string("position: expected one with ") + name.name);
}

// Bounds are checked where the position is made, unless they are given.
int read_int(nb::handle value, const char* name, int low = INT32_MIN, int high = INT32_MAX) {
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

int read_int(nb::handle object, const Field& name, int low = INT32_MIN, int high = INT32_MAX) {
    return read_int(attribute(object, name), name.name, low, high);
}

nb::object two(nb::handle object, const Field& name) {
    nb::object both = attribute(object, name);
    if (!nb::isinstance<nb::tuple>(both) || PyTuple_GET_SIZE(both.ptr()) != 2)
        refuse(name.name, "two numbers", nb::repr(both).c_str());
    return both;
}

template <class Pair>
void read_pair(nb::handle object, const Field& name, Pair& out) {
    const nb::object both = two(object, name);
    for (const Py_ssize_t p : {0, 1})
        out[static_cast<std::size_t>(p)] = read_int(PyTuple_GET_ITEM(both.ptr(), p), name.name);
}

// The index of a tile, -1 for None.
int index(nb::handle object, const Field& name) {
    const nb::object tile = attribute(object, name);
    return tile.is_none() ? -1 : read_int(tile, name.name, 0, kTiles - 1);
}

std::optional<Tile> tile(nb::handle object, const Field& name) {
    const int i = index(object, name);
    return i < 0 ? std::nullopt : std::optional(Tile(i));
}

TileSet set(nb::handle tiles, const Field& name) {
    return {static_cast<Mask>(read_int(tiles, name.name, 0, static_cast<int>(kAllTiles)))};
}

bool flag(nb::handle object, const Field& name) {
    const int truth = PyObject_IsTrue(attribute(object, name).ptr());
    if (truth < 0) throw nb::python_error();
    return truth != 0;
}

nb::object tuple(nb::handle object, const Field& name, const char* of) {
    nb::object items = attribute(object, name);
    if (!nb::isinstance<nb::tuple>(items)) refuse(name.name, of, nb::repr(items).c_str());
    return items;
}

// Stock or closing.
void read_boneyard(nb::handle position, const Fields& f, PackedPosition& p) {
    const nb::object closed = attribute(position, f.closed);
    p.closed_by = p.turned = -1;
    if (!closed.is_none()) {
        p.closed_by = read_int(closed, f.by, 0, 1);
        p.closed_points = read_int(closed, f.points);
        p.closed_tricks = read_int(closed, f.tricks);
        return;
    }
    p.turned = index(position, f.turned);
    if (p.turned < 0) return;
    const nb::object stock = tuple(position, f.stock, "a tuple of tiles");
    const std::size_t size = nb::len(stock);
    p.stock_size = static_cast<std::int32_t>(std::min<std::size_t>(size, kBoneyard));
    if (size >= kBoneyard) return;  // too many: refused with the rest
    std::size_t i = 0;
    for (nb::handle each : stock) p.stock[i++] = read_int(each, "stock");
}

Trick read_trick(nb::handle trick, const Fields& f) {
    const std::optional<Tile> led = tile(trick, f.led);
    if (!led) refuse("history: a lead", "a tile", "none");
    return {read_int(trick, f.leader, 0, 1),
            *led,
            tile(trick, f.reply),
            set(attribute(trick, f.declared), f.declared),
            set(attribute(trick, f.shown), f.shown),
            flag(trick, f.closed)};
}

Move read_move(nb::handle move, const Trump& trump) {
    const Fields& f = Fields::all();
    const bool close = flag(move, f.close), claim = flag(move, f.claim);
    const TileSet declare = set(attribute(move, f.declare), f.declare);
    std::optional<Tile> played = tile(move, f.lead);
    if (!played) played = tile(move, f.play);
    return {numbers_of(declare, trump), played ? number_of(*played, trump) : -1, close, claim};
}

}  // namespace

PackedPosition read_position(nb::handle position) {
    const Fields& f = Fields::all();
    PackedPosition p{};
    p.trump = read_int(position, f.trump);
    p.leader = read_int(position, f.leader);
    p.stage = read_int(position, f.stage);
    p.pending = read_int(position, f.pending);
    p.led = index(position, f.led);
    p.won_with = index(position, f.won_with);
    read_pair(position, f.hands, p.hands);
    read_pair(position, f.points, p.points);
    read_pair(position, f.tricks, p.tricks);
    read_pair(position, f.declared, p.declared);
    read_pair(position, f.carried, p.carried);
    p.shown = read_int(position, f.shown);
    read_boneyard(position, f, p);
    return p;
}

InformationSet read_information(nb::handle known) {
    const Fields& f = Fields::all();
    InformationSet v{};
    v.trump = read_int(known, f.trump);
    v.leader = read_int(known, f.leader);
    v.pending = read_int(known, f.pending);
    v.hand = set(attribute(known, f.hand), f.hand);
    v.hidden = read_int(known, f.hidden);
    v.gone = set(attribute(known, f.gone), f.gone);
    v.seen = set(attribute(known, f.seen), f.seen);
    v.excluded = set(attribute(known, f.excluded), f.excluded);
    const nb::object shown = two(known, f.shown_by), won = two(known, f.won);
    for (const std::size_t p : {0u, 1u}) {
        v.declared_doubles[p] = set(shown[p], f.shown_by);
        const nb::object tiles = won[p];
        if (!tiles.is_none()) v.won[p] = set(tiles, f.won);
    }
    read_pair(known, f.points, v.points);
    read_pair(known, f.tricks, v.tricks);
    read_pair(known, f.declared, v.declared);
    read_pair(known, f.carried, v.carried);
    v.led = tile(known, f.led);
    v.turned = tile(known, f.turned);
    const nb::object closed = attribute(known, f.closed);
    if (!closed.is_none())
        v.closed = {read_int(closed, f.by, 0, 1), read_int(closed, f.points), read_int(closed, f.tricks)};
    const nb::object history = tuple(known, f.history, "a tuple of tricks");
    if (nb::len(history) > kMostTricks) refuse("history", "14 tricks at most", std::to_string(nb::len(history)));
    for (nb::handle trick : history) v.history.push_back(read_trick(trick, f));
    return v;
}

std::vector<Move> read_moves(const nb::sequence& moves, const Trump& trump) {
    std::vector<Move> all;
    for (nb::handle move : moves) all.push_back(read_move(move, trump));
    return all;
}

std::vector<std::pair<Move, double>> read_valued(const nb::sequence& moves, const Trump& trump) {
    std::vector<std::pair<Move, double>> all;
    for (nb::handle each : moves) all.emplace_back(read_move(each[0], trump), nb::cast<double>(each[1]));
    return all;
}

// --- positions in which one hand is hidden -----------------------------------------------------------

Position read_decision(nb::handle position, const Tables& tables, bool open) {
    const PackedPosition packed = read_position(position);
    Position root = unpack(packed, tables);
    const Trump& t = *root.deal.trump;
    root.node.declarable = t.doubles;
    if (!tables.scoring.redeclare) root.node.declarable &= ~numbers_of({static_cast<Mask>(packed.shown)}, t);
    if (open && (!root.node.open || root.stage == kShowStage))
        throw std::invalid_argument("position: expected an open boneyard, and a tile to be led or played");
    if (!open && (root.node.open || (root.stage != kLeadStage && root.stage != kReplyStage)))
        throw std::invalid_argument(
            "position: expected one in which nothing is drawn any more, and a tile to be led or played");
    return root;
}

std::vector<TileSet> read_hands(const Position& root, const Hands& hands) {
    std::vector<TileSet> all;
    all.reserve(hands.size());
    for (std::size_t i = 0; i < hands.size(); ++i) {
        all.push_back({hands.data()[i]});
        other_hand(root, all.back());
    }
    return all;
}

Mask other_hand(const Position& root, TileSet tiles) {
    const State& n = root.node;
    if (tiles.bits > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
    const Mask hand = numbers_of(tiles, *root.deal.trump), led = root.led >= 0 ? bit(root.led) : 0;
    const Mask turned = n.open ? bit(root.deal.stock[root.deal.stock_size - 1]) : 0;
    if (hand & (n.hand[0] | led | turned)) throw std::invalid_argument("hands: expected tiles that are not elsewhere");
    const int size = n.size - (led && n.leader == 1 ? 1 : 0);
    if (std::popcount(hand) != size)
        refuse("hands", std::to_string(size) + " tiles", std::to_string(std::popcount(hand)));
    return hand;
}

std::vector<Move> read_rows(const Position& root, const Tables& tables, const Integers& rows, bool closing) {
    const std::size_t width = closing ? 3 : 2;
    if (rows.size() % width)
        refuse("moves", "rows of " + std::to_string(width) + " numbers", std::to_string(rows.size()) + " numbers");
    const Trump& t = *root.deal.trump;
    const bool mine = root.to_move() == 0;
    std::vector<Move> legal, moves;
    if (mine) {
        Game game(tables);
        game.enter(root.deal);
        add_moves(game, root, false, legal);
    }
    if (!mine || closing) legal.push_back(kWaiting);
    for (const std::int32_t* row = rows.data(); row != rows.data() + rows.size(); row += width) {
        const std::int32_t doubles = row[width - 2], tile = row[width - 1];
        check_range("moves: declared doubles", doubles, 0, kAllTiles);
        check_range("moves: a tile", tile, -1, kTiles - 1);
        if (closing) check_range("moves: closing", row[0], 0, 1);
        const Move move{numbers_of({static_cast<Mask>(doubles)}, t), tile < 0 ? -1 : t.number[tile],
                        closing && row[0] != 0};
        if (std::find(legal.begin(), legal.end(), move) == legal.end())
            throw std::invalid_argument("moves: expected some that the rules allow here");
        moves.push_back(move);
    }
    return moves;
}

// --- objectives --------------------------------------------------------------------------------------

void ObjectiveReader::check(const Table& table) {
    constexpr int kMost = Objective::kMostNeeded + 1;
    check_range("objective: rows", static_cast<std::int64_t>(table.size()), 2, kMost);
    const std::size_t last = table.size() - 1, columns = table[0].size(), end = columns - 1;
    check_range("objective: columns", static_cast<std::int64_t>(columns), 2, kMost);
    for (std::size_t a = 0; a <= last; ++a) {
        if (table[a].size() != columns) throw std::invalid_argument("objective: expected rows of one length");
        for (std::size_t b = 0; b < columns; ++b) {
            if (a == last && b == end) continue;
            const int utility = table[a][b];
            check_range("objective: a utility", utility, 0, Objective::kScale);
            if (a == last && utility != Objective::kScale)
                refuse("objective: the last row", "10000", std::to_string(utility));
            if (b == end && utility) refuse("objective: the last column", "0", std::to_string(utility));
            if ((a && b < end && utility < table[a - 1][b]) || (b && a < last && utility > table[a][b - 1]))
                throw std::invalid_argument("objective: expected that points of one's own never hurt");
        }
    }
}

const Objective* ObjectiveReader::operator()(nb::handle objective) {
    if (objective.is_none()) return nullptr;
    const nb::object rows = nb::getattr(objective, "table", nb::none());
    if (rows.is(last_) && last_objective_) return last_objective_;
    Table table;
    if (!nb::try_cast(rows, table)) refuse("objective", "a table of whole numbers", nb::repr(objective).c_str());
    if (!counts_) throw std::invalid_argument("objective: expected rules whose deals are worth game points");
    auto known = known_.find(table);
    if (known == known_.end()) {
        check(table);
        Objective next{static_cast<std::uint32_t>(known_.size()) + 1,
                       {static_cast<int>(table.size()) - 1, static_cast<int>(table[0].size()) - 1},
                       {}};
        for (std::size_t a = 0; a < table.size(); ++a)
            for (std::size_t b = 0; b < table[a].size(); ++b) next.table[a][b] = static_cast<std::int16_t>(table[a][b]);
        known = known_.emplace(table, next).first;
    }
    last_objective_ = &known->second;
    last_ = rows;
    return last_objective_;
}

void ObjectiveReader::set(Position& root, nb::handle objective, int mine, int theirs) {
    const Objective* const goal = root.deal.objective = (*this)(objective);
    if (!goal) return;
    check_range("scored", mine, 0, goal->needed[0] - 1);
    check_range("scored", theirs, 0, goal->needed[1] - 1);
    root.node.scored[0] = static_cast<std::int8_t>(mine);
    root.node.scored[1] = static_cast<std::int8_t>(theirs);
}

}  // namespace bingo
