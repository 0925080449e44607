#include "play/board.hpp"

#include <bit>
#include <optional>
#include <vector>

#include "positions/json.hpp"

namespace bingo {
namespace {

// A position as somebody sees it; sets of tiles are by tile index.
struct Board {
    const Position& position;
    int turned;  // also where it was drawn since
    bool stock;  // whether the face-down tiles are known
    Mask hands[2] = {}, shown = 0;
    int hidden[2] = {};                     // tiles of the hands that are not seen
    std::vector<std::string> remarks;  // objects, each with a code
    std::optional<bool> counted;       // in a game, whether card points are told

    Board(const Position& seen, int turned_tile, bool all) : position(seen), turned(turned_tile), stock(all) {
        const Root& r = seen.root;
        shown = tile_indices(seen.shown, *r.deal.trump);
        for (const int p : {0, 1}) hands[p] = tile_indices(r.held(p), *r.deal.trump);
        for (const int p : {0, 1})
            if (!hands[p]) hide(p, shown & ~hands[1 - p] & ~(r.led < 0 ? 0 : bit(r.deal.trump->tile[at(r.led)])));
    }

    // Of a hand no more is seen than this.
    void hide(int player, Mask seen) {
        const Root& r = position.root;
        hands[player] = seen;
        hidden[player] = r.node.size - (r.led >= 0 && r.node.leader == player) - std::popcount(seen);
    }
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
    const Position& p = board.position;
    const Deal& deal = p.root.deal;
    const Node& n = p.root.node;
    const Trump& t = *deal.trump;
    const Mask trumps = tile_indices(t.trumps, t);
    const auto number = [&](int points) { return board.counted.value_or(true) ? written(points) : "null"; };
    Members points, seats[2];
    for (int tile = 0; tile < kTiles; ++tile)
        if (const int worth = t.points[at(t.number[at(tile)])]) points.add(tile_text(tile), worth);
    for (const std::size_t of : {0u, 1u}) {
        seats[of].text("hand", in_order(board.hands[of], trumps)).add("hidden", board.hidden[of]);
        seats[of].add("points", number(p.points[of])).add("tricks", p.tricks[of]).add("declared", p.declared[of]);
        seats[of].text("shown", tiles_text(board.shown & board.hands[of]));
    }
    const auto tile = [](int index) { return index < 0 ? "null" : quoted(tile_text(index)); };
    std::string closed = "null";
    if (n.closer >= 0) {
        Members members;
        members.text("by", kPlayers[n.closer]).add("points", number(p.closed_points));
        closed = members.add("tricks", p.closed_tricks).object();
    }
    std::vector<int> stock;
    for (int i = n.next; n.open && i + 1 < deal.stock_size; ++i) stock.push_back(t.tile[at(deal.stock[i])]);
    Members members;
    members.text("rules", rules)
        .text("unit", scoring.mode == kPoints ? "card point" : "game point")
        .add("trump", deal.suit)
        .text("trumps", tiles_text(tiles_of(trumps)))
        .add("points", points.object())
        .add("turned", tile(n.open || n.closer >= 0 ? board.turned : -1))
        .add("stock", board.stock ? quoted(tiles_text(stock)) : "null")
        .add("face_down", n.open ? written(static_cast<int>(stock.size())) : "null")
        .add("closed", closed)
        .text("lead", kPlayers[n.leader])
        .add("led", tile(p.root.led < 0 ? -1 : t.tile[at(p.root.led)]))
        .add("remarks", listed(board.remarks))
        .add("you", seats[0].object())
        .add("opponent", seats[1].object());
    if (board.counted) members.add("counted", *board.counted);
    return members.object();
}

}  // namespace

std::string board_of(const Position& position, int turned, std::string_view rules, const Scoring& scoring) {
    return json_of(Board(position, turned, true), rules, scoring);
}

std::string board_seen(const Moment& moment, const Record& record, std::string_view rules, const Scoring& scoring,
                       bool counted) {
    const Root& root = moment.position.root;
    Board board(moment.position, record.turned, false);
    board.hide(1, board.hands[1] & board.shown);
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
