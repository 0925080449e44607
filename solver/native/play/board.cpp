#include "play/board.hpp"

#include <bit>
#include <optional>
#include <vector>

#include "positions/json.hpp"

namespace bingo {
namespace {

struct Seat {
    Mask hand = 0;  // by tile index, as all here
    int hidden = 0, points = 0, tricks = 0, declared = 0;
    Mask shown = 0;
};

struct Board {
    const Trump& trump;
    int suit = 0, leader = 0, led = -1, turned = -1;
    std::optional<std::vector<int>> stock;
    int face_down = 0;
    bool open = false, closed = false;
    int closed_by = 0, closed_points = 0, closed_tricks = 0;
    Seat seats[2] = {};
    std::vector<std::string> remarks;  // objects, each with a code
    std::optional<bool> counted;  // in a game, whether card points are told
};

// Trumps first, then the rest, each from high to low but with the Bingo before the others.
std::string in_order(Mask hand, Mask trumps) {
    std::vector<int> tiles;
    const auto take = [&](Mask some) {
        for (; some; some ^= bit(highest(some))) tiles.push_back(highest(some));
    };
    for (const Mask some : {hand & trumps, hand & ~trumps}) {
        take(some & 1);
        take(some & ~Mask{1});
    }
    return tiles_text(tiles);
}

std::string json_of(const Board& board, std::string_view rules, const Scoring& scoring) {
    const Trump& t = board.trump;
    const Mask trumps = tile_indices(t.trumps, t);
    const auto number = [&](int points) { return board.counted.value_or(true) ? written(points) : "null"; };
    Members points, seats[2];
    for (int tile = 0; tile < kTiles; ++tile)
        if (const int worth = t.points[at(t.number[at(tile)])]) points.add(tile_text(tile), worth);
    for (const std::size_t p : {0u, 1u}) {
        const Seat& seat = board.seats[p];
        seats[p].text("hand", in_order(seat.hand, trumps)).add("hidden", seat.hidden);
        seats[p].add("points", number(seat.points));
        seats[p].add("tricks", seat.tricks).add("declared", seat.declared).text("shown", tiles_text(seat.shown));
    }
    const auto tile = [](int index) { return index < 0 ? "null" : quoted(tile_text(index)); };
    std::string closed = "null";
    if (board.closed) {
        Members members;
        members.text("by", kPlayers[board.closed_by]).add("points", number(board.closed_points));
        closed = members.add("tricks", board.closed_tricks).object();
    }
    Members members;
    members.text("rules", rules)
        .text("unit", scoring.mode == kPoints ? "card point" : "game point")
        .add("trump", board.suit)
        .text("trumps", tiles_text(tiles_of(trumps)))
        .add("points", points.object())
        .add("turned", tile(board.turned))
        .add("stock", board.stock ? quoted(tiles_text(*board.stock)) : "null")
        .add("face_down", board.open ? written(board.face_down) : "null")
        .add("closed", closed)
        .text("lead", kPlayers[board.leader])
        .add("led", tile(board.led))
        .add("remarks", listed(board.remarks))
        .add("you", seats[0].object())
        .add("opponent", seats[1].object());
    if (board.counted) members.add("counted", *board.counted);
    return members.object();
}

}  // namespace

std::string board_of(const CheckedPosition& checked, const ParsedLine& line, std::string_view rules,
                     const Scoring& scoring) {
    const Node& n = checked.root.node;
    const Trump& t = *checked.root.deal.trump;
    const int total = checked.tricks[0] + checked.tricks[1];
    Board board{t,           checked.trump,  line.lead,          line.led,           line.turned, {}, 0, n.open != 0,
                line.closed, line.closed_by, line.closed_points, line.closed_tricks, {},          {}, {}};
    if (line.has_stock || !checked.hides) board.stock.emplace(line.stock, line.stock + line.stock_size);
    board.face_down = board.stock ? line.stock_size : kBoneyard - 1 - 2 * total;
    for (const std::size_t p : {0u, 1u}) {
        const ParsedSide& side = line.sides[p];
        const Mask gone = line.sides[0].won | line.sides[1].won | line.played | (line.led < 0 ? 0 : bit(line.led));
        const Mask hand = side.has_hand ? side.hand : side.shown & ~gone;
        const bool led = line.led >= 0 && line.lead == static_cast<int>(p);
        const int hidden = side.has_hand ? 0 : n.size - led - std::popcount(hand);
        board.seats[p] = {hand, hidden, checked.points[p], checked.tricks[p], checked.declared[p], side.shown & hand};
    }
    return json_of(board, rules, scoring);
}

namespace {

Board drawn(const Position& position, int turned_tile) {
    const Root& r = position.root;
    const Node& n = r.node;
    const Trump& t = *r.deal.trump;
    const bool turned = n.open || n.closer >= 0;
    Board board{t,
                r.deal.suit,
                n.leader,
                r.led < 0 ? -1 : t.tile[at(r.led)],
                turned ? turned_tile : -1,
                std::vector<int>{},
                0,
                n.open != 0,
                n.closer >= 0,
                n.closer,
                position.closed_points,
                position.closed_tricks,
                {},
                {},
                {}};
    for (int i = n.next; n.open && i + 1 < r.deal.stock_size; ++i) board.stock->push_back(t.tile[at(r.deal.stock[i])]);
    board.face_down = static_cast<int>(board.stock->size());
    const Mask shown = tile_indices(position.shown, t);
    for (const std::size_t p : {0u, 1u}) {
        const Mask tiles = tile_indices(r.held(static_cast<int>(p)), t);
        board.seats[p] = {tiles, 0, position.points[p], position.tricks[p], position.declared[p], shown & tiles};
    }
    return board;
}

}  // namespace

std::string board_of(const Position& position, const ParsedLine& line, std::string_view rules, const Scoring& scoring) {
    return json_of(drawn(position, line.turned), rules, scoring);
}

std::string board_seen(const Moment& moment, const Record& record, std::string_view rules, const Scoring& scoring,
                       bool counted) {
    const Root& root = moment.position.root;
    Board board = drawn(moment.position, record.turned);
    Seat& theirs = board.seats[1];
    theirs.hidden = std::popcount(theirs.hand & ~theirs.shown);
    theirs.hand &= theirs.shown;
    board.stock.reset();
    board.counted = counted;
    const auto tell = [&](const Members& remark) { board.remarks.push_back(remark.object()); };
    if (record.match)
        tell(Members().text("code", "match").add("you", (*record.match)[0]).add("opponent", (*record.match)[1]));
    if (root.pending) tell(Members().text("code", "pending").add("points", root.pending));
    if (root.stage == kShowStage && !moment.over) {
        const int tile = root.deal.trump->tile[at(root.won_with)];
        tell(Members()
                 .text("code", "won-with")
                 .text("player", kPlayers[root.node.leader])
                 .text("tile", tile_text(tile)));
    }
    return json_of(board, rules, scoring);
}

}  // namespace bingo
