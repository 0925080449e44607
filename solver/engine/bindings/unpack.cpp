// Reads Python's objects attribute by attribute. Types and ranges are checked here, in the words of the field that is
// wrong; whether the numbers make a position is left to core/unpack.cpp and hidden/view.cpp.

#include "bindings/unpack.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace bingo {
namespace {

// The name of an attribute, interned: looking up a string made anew would take most of the time of reading.
struct Field {
    const char* name;
    PyObject* interned;

    explicit Field(const char* text) : name(text), interned(PyUnicode_InternFromString(text)) {}
};

// Made at the first call and never freed: interned strings live as long as the process does.
struct Fields {
    Field trump{"trump"}, leader{"leader"}, stage{"stage"}, pending{"pending"}, led{"led"}, won_with{"won_with"},
        hands{"hands"}, points{"points"}, tricks{"tricks"}, declared{"declared"}, carried{"carried"}, shown{"shown"},
        closed{"closed"}, by{"by"}, turned{"turned"}, stock{"stock"}, hand{"hand"}, hidden{"hidden"}, gone{"gone"},
        won{"won"}, shown_by{"shown_by"}, seen{"seen"}, excluded{"excluded"}, history{"history"}, reply{"reply"},
        close{"close"}, claim{"claim"}, declare{"declare"}, lead{"lead"}, play{"play"}, open{"open"},
        certain{"certain"}, solved{"solved"}, cap{"cap"};

    static const Fields& all() {
        static const Fields fields;
        return fields;
    }
};

// An attribute that is missing is refused like a wrong value; any other error of Python's is passed on.
nb::object attribute(nb::handle object, const Field& field) {
    PyObject* value = PyObject_GetAttr(object.ptr(), field.interned);
    if (value) return nb::steal(value);
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
    PyErr_Clear();
    throw std::invalid_argument(std::string("position: expected one with ") + field.name);
}

// An attribute as a T; `expected` says in the message what it should have been.
template <class T>
T read(nb::handle object, const Field& field, const char* expected) {
    const nb::object value = attribute(object, field);
    T converted{};
    if (!nb::try_cast(value, converted)) refuse(field.name, expected, nb::repr(value).c_str());
    return converted;
}

// Bounds are checked where the position is made, unless they are given.
int read_int(nb::handle object, const Field& field, int low = INT32_MIN, int high = INT32_MAX) {
    const int number = read<int>(object, field, "a whole number");
    check_range(field.name, number, low, high);
    return number;
}

std::array<int, 2> read_pair(nb::handle object, const Field& field) {
    return read<std::array<int, 2>>(object, field, "two numbers");
}

// The index of a tile, -1 for None.
int read_tile(nb::handle object, const Field& field) {
    const auto tile = read<std::optional<int>>(object, field, "a tile or None");
    if (tile) check_range(field.name, *tile, 0, kTiles - 1);
    return tile.value_or(-1);
}

TileSet check_set(int bits, const Field& field) {
    check_range(field.name, bits, 0, kAllTiles);
    return {static_cast<Mask>(bits)};
}

TileSet read_set(nb::handle object, const Field& field) { return check_set(read_int(object, field), field); }

// What positions, and what a player knows of them, have in common. Of a position that nobody has closed `closed_by` is
// -1 and the other numbers of the close are 0.
PackedPosition read_shared_fields(nb::handle object, const Fields& f) {
    PackedPosition packed{};
    packed.trump = read_int(object, f.trump);
    packed.leader = read_int(object, f.leader);
    packed.pending = read_int(object, f.pending);
    packed.led = read_tile(object, f.led);
    packed.points = read_pair(object, f.points);
    packed.tricks = read_pair(object, f.tricks);
    packed.declared = read_pair(object, f.declared);
    packed.carried = read_pair(object, f.carried);
    packed.turned = read_tile(object, f.turned);
    packed.closed_by = -1;
    const nb::object closed = attribute(object, f.closed);
    if (closed.is_none()) return packed;
    packed.closed_by = read_int(closed, f.by, 0, 1);
    packed.closed_points = read_int(closed, f.points);
    packed.closed_tricks = read_int(closed, f.tricks);
    return packed;
}

Trick read_trick(nb::handle trick, const Fields& f) {
    return {read_int(trick, f.leader, 0, 1), read_tile(trick, f.led),  read_tile(trick, f.reply),
            read_set(trick, f.declared),     read_set(trick, f.shown), read<bool>(trick, f.closed, "True or False")};
}

// A lead and a play are the same to the engine: the stage says which of them it is.
Move read_move(nb::handle move, const Trump& trump) {
    const Fields& f = Fields::all();
    const int lead = read_tile(move, f.lead), tile = lead < 0 ? read_tile(move, f.play) : lead;
    return {numbers_of(read_set(move, f.declare), trump), tile < 0 ? -1 : trump.number_of_tile[tile],
            read<bool>(move, f.close, "True or False"), read<bool>(move, f.claim, "True or False")};
}

}  // namespace

// The turned tile of a closed boneyard is out of play, so it is left out with the stock.
PackedPosition read_position(nb::handle position) {
    const Fields& f = Fields::all();
    PackedPosition packed = read_shared_fields(position, f);
    packed.stage = read_int(position, f.stage);
    packed.won_with = read_tile(position, f.won_with);
    packed.hands = read_pair(position, f.hands);
    packed.shown = read_int(position, f.shown);
    if (packed.closed_by >= 0) packed.turned = -1;
    if (packed.turned < 0) return packed;
    const auto stock = read<std::vector<int>>(position, f.stock, "a tuple of tiles");
    packed.stock_size = static_cast<std::int32_t>(std::min<std::size_t>(stock.size(), kBoneyardSize));
    if (packed.stock_size < kBoneyardSize)
        std::copy(stock.begin(), stock.end(), packed.stock);  // too many: refused with the rest
    return packed;
}

// Only hand[0] is read; `shown` becomes all declared doubles that are still in either hand, as a PackedPosition has
// them.
InformationSet read_information(nb::handle object) {
    const Fields& f = Fields::all();
    InformationSet infoset{};
    infoset.position = read_shared_fields(object, f);
    infoset.position.stage = infoset.position.led < 0 ? kClaimStage : kReplyStage;
    infoset.position.won_with = -1;
    infoset.position.hands[0] = static_cast<std::int32_t>(read_set(object, f.hand).bits);
    infoset.hidden = read_int(object, f.hidden);
    infoset.gone = read_set(object, f.gone);
    infoset.seen = read_set(object, f.seen);
    infoset.excluded = read_set(object, f.excluded);
    const auto shown = read_pair(object, f.shown_by);
    const auto won = read<std::array<std::optional<int>, 2>>(object, f.won, "two sets of tiles, or None");
    for (const std::size_t player : {0u, 1u}) {
        infoset.declared_doubles[player] = check_set(shown[player], f.shown_by);
        if (const std::optional<int>& tiles = won[player]) infoset.won[player] = check_set(*tiles, f.won);
    }
    infoset.position.shown =
        static_cast<std::int32_t>(((infoset.declared_doubles[0] | infoset.declared_doubles[1]) - infoset.gone).bits);
    const auto history = read<nb::tuple>(object, f.history, "a tuple of tricks");
    if (history.size() > kMaxTricks) refuse("history", "14 tricks at most", std::to_string(history.size()));
    for (nb::handle trick : history) infoset.history.push_back(read_trick(trick, f));
    return infoset;
}

std::vector<Move> read_moves(const nb::sequence& moves, const Trump& trump) {
    std::vector<Move> result;
    for (nb::handle move : moves) result.push_back(read_move(move, trump));
    return result;
}

Options read_options(nb::handle candidates, const Trump& trump) {
    const Fields& f = Fields::all();
    const auto moves_in = [&](const Field& field) { return read<nb::sequence>(candidates, field, "moves"); };
    const auto valued_moves = [&](const Field& field) {
        std::vector<std::pair<Move, double>> result;
        for (nb::handle option : moves_in(field))
            result.emplace_back(read_move(option[0], trump), nb::cast<double>(option[1]));
        return result;
    };
    const auto cap = read<std::optional<double>>(candidates, f.cap, "a number or None");
    Options options{read_moves(moves_in(f.open), trump), valued_moves(f.certain), valued_moves(f.solved)};
    if (cap) options.cap = *cap;
    return options;
}

std::vector<Move> read_legal_moves(const nb::sequence& moves, const Position& root, const Tables& tables, bool waits) {
    const bool is_own_move = root.to_move() == 0;
    std::vector<Move> legal = is_own_move ? legal_moves(tables, root) : std::vector<Move>{};
    if (!is_own_move || waits) legal.push_back(kWaitMove);
    std::vector<Move> listed_moves = read_moves(moves, *root.deal.trump);
    check_legal(listed_moves, legal);
    return listed_moves;
}

PyMove to_python(const Move& move, const Trump& trump) {
    const std::optional<int> tile = move.tile < 0 ? std::nullopt : std::optional(trump.tile_of_number[move.tile]);
    return {move.close, tiles_of(move.declare, trump).bits, tile, move.claim};
}

// --- objectives --------------------------------------------------------------------------------------

// Rows are player 0's points and columns player 1's; the last row is a match won, 10000, the last column one lost, 0,
// and their corner cannot come up. Between them points of one's own never lower the utility of their player: bounds
// rely on it.
void ObjectiveReader::check_table(const Table& table) {
    constexpr int kMaxSize = Objective::kMaxGamePointsNeeded + 1;
    check_range("objective: rows", static_cast<std::int64_t>(table.size()), 2, kMaxSize);
    const std::size_t last_row = table.size() - 1, columns = table[0].size(), last_column = columns - 1;
    check_range("objective: columns", static_cast<std::int64_t>(columns), 2, kMaxSize);
    for (std::size_t row = 0; row <= last_row; ++row) {
        if (table[row].size() != columns) throw std::invalid_argument("objective: expected rows of one length");
        for (std::size_t column = 0; column < columns; ++column) {
            if (row == last_row && column == last_column) continue;
            const int utility = table[row][column];
            check_range("objective: a utility", utility, 0, Objective::kMaxUtility);
            if (row == last_row && utility != Objective::kMaxUtility)
                refuse("objective: the last row", "10000", std::to_string(utility));
            if (column == last_column && utility) refuse("objective: the last column", "0", std::to_string(utility));
            if ((row && column < last_column && utility < table[row - 1][column]) ||
                (column && row < last_row && utility > table[row][column - 1]))
                throw std::invalid_argument("objective: expected that points of one's own never hurt");
        }
    }
}

// Equal tables get one id, by which entries of the search's table are told apart. Positions in one call mostly share
// their objective, so the last one is compared first, by identity.
const Objective* ObjectiveReader::operator()(nb::handle py_objective) {
    if (py_objective.is_none()) return nullptr;
    const nb::object py_table = nb::getattr(py_objective, "table", nb::none());
    if (py_table.is(last_table_) && last_objective_) return last_objective_;
    Table table;
    if (!nb::try_cast(py_table, table)) refuse("objective", "a table of whole numbers", nb::repr(py_objective).c_str());
    if (!has_objectives_) throw std::invalid_argument("objective: expected rules whose deals are worth game points");
    auto entry = objectives_.find(table);
    if (entry == objectives_.end()) {
        check_table(table);
        Objective objective{static_cast<std::uint32_t>(objectives_.size()) + 1,
                            {static_cast<int>(table.size()) - 1, static_cast<int>(table[0].size()) - 1},
                            {}};
        for (std::size_t row = 0; row < table.size(); ++row)
            std::ranges::copy(table[row], objective.utilities[row].begin());
        entry = objectives_.emplace(table, objective).first;
    }
    last_objective_ = &entry->second;
    last_table_ = py_table;
    return last_objective_;
}

void ObjectiveReader::set_objective(Position& root, nb::handle objective, int own_score, int other_score) {
    const Objective* const match = root.deal.objective = (*this)(objective);
    if (!match) return;
    check_range("scored", own_score, 0, match->points_needed[0] - 1);
    check_range("scored", other_score, 0, match->points_needed[1] - 1);
    root.node.game_points[0] = static_cast<std::int8_t>(own_score);
    root.node.game_points[1] = static_cast<std::int8_t>(other_score);
}

}  // namespace bingo
