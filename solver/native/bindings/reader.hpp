// Positions as Python gives them, checked and made into what the kernel works on.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/rules.hpp"
#include "core/game.hpp"
#include "core/move.hpp"

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
        closed{"closed"}, by{"by"}, turned{"turned"}, stock{"stock"};

    static const Fields& all() {
        static const Fields fields;
        return fields;
    }
};

// Reads a Position (solver/game/position.py) attribute by attribute, and refuses what no position can hold.
class Reader {
  public:
    explicit Reader(const Tables& tables) : tables_(tables) {}

    Root operator()(nb::handle position) const {
        Root root{};
        root.deal.suit = whole(position, f_.trump, 0, kSuits - 1);
        const Trump& t = *(root.deal.trump = &tables_.trump[at(root.deal.suit)]);
        Node& n = root.node;
        n.leader = static_cast<std::int8_t>(whole(position, f_.leader, 0, 1));
        root.stage = whole(position, f_.stage, kClaimStage, kShowStage);
        root.pending = whole(position, f_.pending, 0, kMostDeclared);
        root.led = tile(t, position, f_.led);
        root.won_with = tile(t, position, f_.won_with);
        if ((root.stage == kReplyStage) != (root.led >= 0))
            throw std::invalid_argument("led: expected a tile at the stage of replies, and only there");
        if (root.stage == kShowStage && (root.won_with < 0 || !has(t.doubles, root.won_with)))
            throw std::invalid_argument("won_with: expected a double at the stage of showing doubles");
        const auto hands = pair(position, f_.hands, 0, kAllTiles), points = pair(position, f_.points, 0, kMostPoints);
        const auto tricks = pair(position, f_.tricks, 0, kMostTricks),
                   declared = pair(position, f_.declared, 0, kMostDeclared);
        const auto carried = pair(position, f_.carried, -kMostCarried, kMostCarried);
        for (std::size_t p = 0; p < 2; ++p) {
            n.hand[p] = renumber(t, static_cast<Mask>(hands[p]));
            const int won = tricks[p], shown = declared[p];
            if (won) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            if (!won && shown > kMostWaiting) check_range("declared, without a trick", shown, 0, kMostWaiting);
            n.counted[p] = static_cast<std::int16_t>(points[p] + (won ? shown : 0));
            n.waiting[p] = static_cast<std::int16_t>(won ? 0 : shown);
            root.deal.carried[p] = carried[p];
        }
        Mask out = 0;
        add(out, n.hand[0], "hands");
        add(out, n.hand[1], "hands");
        if (root.led >= 0) {  // it stays in the hand until the reply
            add(out, bit(root.led), "led");
            n.hand[n.leader] |= bit(root.led);
        }
        if (root.stage == kShowStage && has(out, root.won_with))
            throw std::invalid_argument("won_with: expected a tile of the last trick; found one in a hand");
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[n.leader]));
        check_sizes(root);
        load_boneyard(root, position, out);
        Mask spent = renumber(t, static_cast<Mask>(whole(position, f_.shown, 0, kAllTiles)));
        if (tables_.scoring.redeclare) spent = 0;
        n.declarable = out & t.doubles & ~spent;
        count_rest(root, out);
        return root;
    }

    // An endgame between two tricks, `root` by any_hand, with other tiles in both hands.
    Root with_hands(const Root& root, Mask first, Mask second) const {
        Root other = root;
        Node& n = other.node;
        const Trump& t = *root.deal.trump;
        if (n.open || root.stage > kLeadStage)
            throw std::invalid_argument("position: expected one between two tricks, the boneyard not open");
        if ((first | second) > kAllTiles || first & second)
            throw std::invalid_argument("hands: expected sets of the 28 tiles, each tile in one place");
        n.hand[0] = renumber(t, first);
        n.hand[1] = renumber(t, second);
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[n.leader]));
        check_sizes(other);
        n.declarable &= n.hand[0] | n.hand[1];
        count_rest(other, n.hand[0] | n.hand[1]);
        return other;
    }

    // A position of which the other hand does not matter: it may hold any double that was not declared.
    Root any_hand(nb::handle position) const {
        Root root = (*this)(position);
        const Trump& t = *root.deal.trump;
        const Mask spent =
            tables_.scoring.redeclare ? 0 : renumber(t, static_cast<Mask>(whole(position, f_.shown, 0, kAllTiles)));
        root.node.declarable = t.doubles & ~spent;
        return root;
    }

    // A closed position before the lead of player 0, who does not know the other hand.
    Root closed(nb::handle position) const {
        Root root = any_hand(position);
        if (root.node.closer < 0 || root.stage != kLeadStage || root.node.leader != 0)
            throw std::invalid_argument("position: expected a closed one with player 0 to lead");
        return root;
    }

    // A position with an open boneyard in which a tile is to be led or played.
    Root open(nb::handle position) const {
        Root root = any_hand(position);
        if (!root.node.open || root.stage == kShowStage)
            throw std::invalid_argument("position: expected an open boneyard, and a tile to be led or played");
        return root;
    }

    // Hands of player 1, in kernel numbers, each without the tile led.
    static std::vector<Mask> numbers(const Root& root, const Hands& hands) {
        std::vector<Mask> out;
        out.reserve(hands.size());
        for (std::size_t i = 0; i < hands.size(); ++i) out.push_back(other_hand(root, hands.data()[i]));
        return out;
    }

    // A hand of player 1, in kernel numbers, without the tile led.
    static Mask other_hand(const Root& root, Mask tiles) {
        const Node& n = root.node;
        if (tiles > kAllTiles) throw std::invalid_argument("hands: expected sets of the 28 tiles");
        const Mask hand = renumber(*root.deal.trump, tiles), led = root.led >= 0 ? bit(root.led) : 0;
        const Mask turned = n.open ? bit(root.deal.stock[root.deal.stock_size - 1]) : 0;
        if (hand & (n.hand[0] | led | turned))
            throw std::invalid_argument("hands: expected tiles that are not elsewhere");
        const int size = n.size - (led && n.leader == 1 ? 1 : 0);
        if (std::popcount(hand) != size)
            refuse("hands", std::to_string(size) + " tiles", std::to_string(std::popcount(hand)));
        return hand;
    }

    // Rows of (declared doubles, tile led; -1: none), of player 0.
    std::vector<Move> moves(const Root& root, const Integers& rows) const {
        if (rows.size() % 2) refuse("moves", "rows of 2 numbers", std::to_string(rows.size()) + " numbers");
        std::vector<Move> out;
        for (std::size_t i = 0; i < rows.size(); i += 2) {
            const auto [declared, number] = move(root, rows.data()[i], rows.data()[i + 1]);
            out.push_back({declared, number});
        }
        return out;
    }

    // What player 0 declares and leads or plays, checked: declared doubles and the tile in kernel numbers, -1 for none.
    std::pair<Mask, int> move(const Root& root, std::int32_t doubles, std::int32_t tile) const {
        const Trump& t = *root.deal.trump;
        const Node& n = root.node;
        check_range("declared doubles", doubles, 0, kAllTiles);
        check_range("a tile led or played", tile, -1, kTiles - 1);
        const Mask declared = renumber(t, static_cast<Mask>(doubles));
        const int number = tile < 0 ? -1 : t.number[at(tile)];
        if (declared & ~(n.hand[0] & n.declarable))
            throw std::invalid_argument("declared doubles: expected doubles in hand that may be declared");
        const Scoring& s = tables_.scoring;
        const int doubles_shown = count(declared);
        const bool declares =
            doubles_shown >= 2 && (doubles_shown <= s.most || (doubles_shown == kSuits && s.seven)) && !s.after_winning;
        if (declared && (!declares || root.stage == kReplyStage))
            throw std::invalid_argument("declared doubles: expected as many as may be declared, before a lead");
        if (number < 0 && !(declared && ends(root, declared)))
            throw std::invalid_argument("a tile led or played: expected one");
        if (number >= 0 && !has(declared ? declared : n.hand[0], number))
            throw std::invalid_argument(
                "a tile led or played: expected one in hand, and of the doubles declared with it");
        return {declared, number};
    }

    // Whether declaring these doubles ends the deal: all seven, or enough for the target where the first there wins.
    bool ends(const Root& root, Mask declared) const {
        Game game(tables_);
        game.enter(root.deal);
        Node n = root.node;
        int gain = 0, pending = 0;
        return game.declare(n, 0, declared, gain, pending);
    }

    static Mask renumber(const Trump& t, Mask tiles) {
        Mask numbers = 0;
        for (; tiles; tiles &= tiles - 1) numbers |= bit(t.number[at(lowest(tiles))]);
        return numbers;
    }

  private:
    // Card points of one side that the search has room for, of tricks and
    // declared; declared ones that wait for a trick.
    static constexpr int kMostPoints = 1000, kMostDeclared = 1000, kMostWaiting = Key::kMostPoints,
                         kMostCarried = 10000;
    // Where a deal is worth a difference of card points, it has to stay below kInfinity.
    static constexpr int kMostDifference = 250;

    static nb::object field(nb::handle object, const Field& name) {
        PyObject* found = PyObject_GetAttr(object.ptr(), name.key);
        if (found) return nb::steal(found);
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
        PyErr_Clear();
        throw std::invalid_argument(std::string("position: expected one with ") + name.name);
    }

    static int whole(nb::handle object, const Field& name, int low, int high) {
        return within(field(object, name), name.name, low, high);
    }

    static int within(nb::handle value, const char* name, int low, int high) {
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

    std::array<int, 2> pair(nb::handle position, const Field& name, int low, int high) const {
        const nb::object two = field(position, name);
        if (!nb::isinstance<nb::tuple>(two) || PyTuple_GET_SIZE(two.ptr()) != 2)
            refuse(name.name, "two numbers", nb::repr(two).c_str());
        // NOLINTNEXTLINE(misc-redundant-expression): two bounds, even while they are the same number
        if (tables_.scoring.mode == kPoints && (high == kMostPoints || high == kMostDeclared)) high = kMostDifference;
        return {within(PyTuple_GET_ITEM(two.ptr(), 0), name.name, low, high),
                within(PyTuple_GET_ITEM(two.ptr(), 1), name.name, low, high)};
    }

    // The kernel number of a tile, -1 for None.
    static int tile(const Trump& t, nb::handle position, const Field& name) {
        const nb::object found = field(position, name);
        return found.is_none() ? -1 : t.number[at(within(found, name.name, 0, kTiles - 1))];
    }

    // What these tiles, all that are not yet played, are worth with the last trick.
    void count_rest(Root& root, Mask out) const {
        Node& n = root.node;
        int rest = n.closer < 0 ? tables_.scoring.last_trick : 0;
        for (; out; out &= out - 1) rest += root.deal.trump->points[at(lowest(out))];
        n.rest = static_cast<std::int16_t>(rest);
    }

    // Puts tiles to those that are out, which they may not be yet.
    static void add(Mask& out, Mask tiles, const char* where) {
        if (out & tiles)
            throw std::invalid_argument(std::string(where) + ": expected each tile in one place; found one in two");
        out |= tiles;
    }

    static void check_sizes(const Root& root) {
        const Node& n = root.node;
        const int mine = n.size, other = std::popcount(n.hand[1 - n.leader]), least = root.stage == kShowStage ? 0 : 1;
        if (mine != other)
            refuse("hands", "as many tiles on both sides", std::to_string(mine) + " and " + std::to_string(other));
        if (mine < least || mine > kDealt)
            refuse("hands", std::to_string(least) + " to " + std::to_string(kDealt) + " tiles", std::to_string(mine));
    }

    // Stock or closing; adds the tiles still to be drawn to `out`.
    void load_boneyard(Root& root, nb::handle position, Mask& out) const {
        Node& n = root.node;
        n.closer = -1;
        const nb::object closed = field(position, f_.closed);
        if (!closed.is_none()) {
            n.closer = static_cast<std::int8_t>(whole(closed, f_.by, 0, 1));
            const int points = whole(closed, f_.points, 0, kMostPoints + kMostDeclared),
                      tricks = whole(closed, f_.tricks, 0, kMostTricks);
            const Scoring& s = tables_.scoring;
            const bool nothing = s.no_points ? points == 0 : tricks == 0;
            if (s.judged_at_close) n.close_win = nothing ? 3 : points < s.low ? 2 : 1;
            if (s.failed == kNoTrickAtClose) n.close_fail = tricks ? 2 : 3;
            return;
        }
        const int turned = tile(*root.deal.trump, position, f_.turned);
        if (turned < 0) return;
        n.open = 1;
        Deal& deal = root.deal;
        const nb::object stock = field(position, f_.stock);
        if (!nb::isinstance<nb::tuple>(stock)) refuse("stock", "a tuple of tiles", nb::repr(stock).c_str());
        const std::size_t size = nb::len(stock);
        if (size >= kBoneyard || size % 2 == 0)
            refuse("stock", "an odd number of tiles up to " + std::to_string(kBoneyard - 1), std::to_string(size));
        for (nb::handle one : stock)
            deal.stock[deal.stock_size++] = deal.trump->number[at(within(one, "stock", 0, kTiles - 1))];
        deal.stock[deal.stock_size++] = turned;
        for (int i = 0; i < deal.stock_size; ++i) add(out, bit(deal.stock[i]), "stock and turned tile");
        if (root.stage == kShowStage && has(out, root.won_with))
            throw std::invalid_argument("won_with: expected a tile of the last trick; found one in the stock");
    }

    const Tables& tables_;
    const Fields& f_ = Fields::all();
};

}  // namespace bingo
