// The search: alpha-beta over tricks with a table of bounds. search.cpp has the search itself, bounds.cpp the bounds
// found without search, closer_points.cpp the smaller game after a close, move_values.cpp the values of a position and
// of all its moves. One Solver is used by one thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/closer_table.hpp"
#include "core/game.hpp"
#include "core/monitor.hpp"
#include "core/moves.hpp"
#include "core/retrograde.hpp"
#include "core/table.hpp"

namespace bingo {

class Solver : protected Game {
  public:
    // The tables of bounds hold 2^bits entries, that for positions with an open boneyard 2^open_bits. Sizes change
    // node counts, never values.
    Solver(const Tables& tables, int table_bits, int open_table_bits)
        : Game(tables), closer_table_(table_bits), table_(table_bits), open_table_(open_table_bits) {}

    // Exact value of the position for player 0. Overwrites nothing but the tables.
    int value(const Position& root);

    // Exact values for player 0 of all moves, in the arrays by tile index: led[t] for leading or playing the tile t
    // with its best declaration, closed[t] for leading it after closing; `claim`; and `declared` for a declaration
    // that ends the deal or is claimed on. kNone where that is no move. While doubles may be shown there is only
    // `value`.
    static constexpr std::int16_t kNone = 0x7FFF;  // beyond any value
    struct Moves {
        std::int16_t value = kNone, claim = kNone, declared = kNone, led[kTiles] = {}, closed[kTiles] = {};

        Moves() {
            std::fill(led, led + kTiles, kNone);
            std::fill(closed, closed + kTiles, kNone);
        }
        // Of moves that share a slot, keeps the value that is better for player 0 (`sign` 1) or for player 1 (-1).
        void offer(const Move& move, const Trump& trump, int move_value, int sign) {
            std::int16_t& slot = move.tile >= 0 ? (move.close ? closed : led)[trump.tile_of_number[move.tile]]
                                 : move.declare ? declared
                                                : claim;
            if (slot == kNone || sign * slot < sign * move_value) slot = static_cast<std::int16_t>(move_value);
        }
    };
    Moves moves(const Position& root);

    // Every sensible move, some of them more than once with different declarations, and its value for the player who
    // makes it, exact within the window and a bound outside of it. Only moves for which `filter` is true, if it is
    // given. Defined in move_values.cpp.
    std::vector<std::pair<Move, int>> valued_moves(const Position& root, int alpha, int beta,
                                                   const std::function<bool(const Move&)>& filter = nullptr);

    // The functions below are for callers that ask for many values in one deal. They first name it: by `set_root`, or
    // by `set_deal` where nothing is drawn any more. `set_root` empties the order of trying and counts a new deal where
    // stock, trump suit, carried points or objective are others than before; `set_deal` keeps all tables.
    void set_root(const Position& root);
    void set_deal(const Deal& deal);

    // The value for the leader, fail-soft: a result of at most alpha is an upper bound, one of at least beta a
    // lower bound, any other exact. `search` takes a position at any stage, `search_trick` one between two tricks,
    // before anybody claims. `lead_tile`: the leader leads `led`, which is still in their hand; `pending` card
    // points go to them if they win the trick.
    int search(const Position& root, int alpha, int beta);
    int search_trick(const State& node, int alpha, int beta);
    int lead_tile(const State& node, int led, int pending, int alpha, int beta);

    // The exact value for the leader, by searches with a window of one that close in on it (MTD(f), Plaat and
    // others 1996).
    int value_by_zero_windows(const Position& root);

    // The game, in the deal that `set_root` or `set_deal` named.
    const Game& game() const { return *this; }

    // Whether, after a close that nobody else can win, the closer's card points alone decide the value under these
    // rules.
    bool closer_points_decide() const { return closer_points_decide_; }

    // Tabulates what player 0, who closed with `closer_hand`, takes in every position that can follow (retrograde.hpp).
    // That takes as long as some 300,000 searches and pays where one closed hand is asked about many times. Values
    // stay the same.
    void tabulate_close(Mask closer_hand, Mask unseen, Mask declarable) {
        retrograde_.tabulate(*this, closer_hand, unseen, declarable, steps_);
    }

    // Tiles of `winners` sure to take a trick in phase two even if the other side leads. The other side's hand is
    // `other_hand`, or, where it is not known, all but `surplus_tiles` tiles of it. A lower bound on that set.
    Mask safe_winners(Mask winners, Mask other_hand, int surplus_tiles = 0) const;

    // Whether the leader can claim before losing a trick, with tricks that are sure (`takes_trick`: there is one) and
    // the card points in them. Tricks that bring no points may be left out.
    bool sure_win(const State& node, int sure_points, bool takes_trick) const;
    bool sure_win(const State& node, int sure_points) const { return sure_win(node, sure_points, sure_points > 0); }

    // Upper bounds on the card points that `player` can still declare, and on those that they can end with.
    int most_declared(const State& node, int player) const;
    int most_card_points(const State& node, int player) const {
        return node.points[player] + node.waiting_points[player] + node.unplayed_points + most_declared(node, player);
    }

    // Asks the watch now, and lets through what it throws, such as Stopped.
    void check_watch() { steps_.check(); }

    // Counts work that is done around its searches as a node.
    void count_node() { steps_.step(); }

    // Nodes searched so far; any thread may read it.
    std::uint64_t nodes() const { return steps_.count(); }

    // Sets the watch to ask, nullptr for none. When it stops a search, every entry stored so far is a true
    // bound.
    void set_watch(Watch* watch) { steps_.set_watch(watch); }

  protected:
    // The search, one function for each stage of a trick; all have the contract of `search` above. They overwrite
    // the tables and the order of trying, and nothing else. `node` is a position between two tricks, except where a
    // tile is named that is already led: then it still lies in the leader's hand.
    //
    // search_answer: the leader has declined to claim. search_node: nobody claims any more before this trick. It looks
    // the position up and stores what it finds; what is searched is in `search_moves`, which neither reads nor writes
    // an entry for `node`.
    int search_answer(const State& node, int alpha, int beta);
    int search_node(const State& node, int alpha, int beta);
    int search_moves(const State& node, int alpha, int beta);
    // After declaring all of `doubles`: claiming, or leading one of them.
    int declare_and_lead(const State& node, Mask doubles, int alpha, int beta);
    // lead_tile while the boneyard is open.
    int search_open_replies(const State& node, int led, int pending, int alpha, int beta);
    // Both tiles are on the table; `reply_wins`: the reply takes the trick.
    int end_trick(const State& node, int led, int reply, bool reply_wins, int pending, int alpha, int beta);
    // An upper bound only: what is left to the leader if the reply wins the trick and its player closes. kInfinity
    // where that bounds nothing. `is_deep`: searches the closed position; otherwise uses its static bound.
    int close_at_once_bound(const State& node, int led, int reply, int pending, int alpha, int beta, bool is_deep);
    // The leader of `node`, who won the last trick with `won_with`, may declare it with other doubles. Nothing is
    // drawn yet.
    int search_show(const State& node, int won_with, int alpha, int beta);
    // After a trick: draws in `node`, or ends the deal.
    int next_trick(State& node, int alpha, int beta);
    // The lead to try next out of `tiles` (no declaration), which is not empty. These steer the order only.
    int next_lead(const State& node, Mask tiles) const;
    int next_lead(Mask tiles, Mask other_hand) const;

    // A closed position in which only the closer's card points matter.
    struct ClosePosition {
        Mask closer_hand, other_hand;
        Mask declarable;
        int unplayed_points;  // of both hands
        bool on_lead;  // the closer is about to lead
    };
    // Whether `close_value` may answer for `node`: nothing but the closer's reaching the target is open.
    bool only_closer_matters(const State& node) const;
    // Whether somebody has closed, who has a trick but not the target yet, and what either outcome brings is known.
    bool is_closer_short(const State& node) const {
        return node.closer >= 0 && closer_points_decide_ && !at_target(node, node.closer) &&
               !node.waiting_points[node.closer] && node.has_trick(node.closer) && !may_declare_seven(node);
    }
    // True: the value of `node` follows from the retrograde table, and is in `value`, exact, for the leader.
    bool probe_retrograde(const State& node, int& value) const;
    int close_value(const State& node);
    // Card points that the closer still takes, declared ones included, when both care only whether they are at least
    // `need`: a result of at least `need` is a lower bound, a smaller one an upper bound. Only closer_table_ is
    // overwritten.
    int closer_points(const ClosePosition& close, int need);
    int closer_points_leading(const ClosePosition& close, Mask doubles, int need);
    int closer_points_after_lead(const ClosePosition& close, int led, int need);
    int closer_points_replying(const ClosePosition& close, int need);
    int closer_points_after_trick(const ClosePosition& close, int closer_tile, int other_tile, bool wins, int need);

    // The place of a position in the tables; positions that play alike share a key (table.hpp).
    Key key(const State& node) const;
    // Tells apart what the key does not hold: the deal while tiles are drawn, the objective, points carried over.
    std::uint32_t context(const State& node) const;
    // Card points that the leader is ahead, where these are the value: entries hold values relative to it, so that
    // one serves every score.
    int value_offset(const State& node) const {
        return scoring_.target_rule == kPoints ? node.points[node.leader] - node.points[1 - node.leader] : 0;
    }
    // Bounds on the value of `node` for the leader, without search (bounds.cpp): always true, often wide.
    Bounds static_bounds(const State& node) const;
    Bounds difference_bounds(const State& node) const;
    int least_value(const State& node, int player) const;
    // The value of `move`, one that `valued_moves` lists, within the window.
    int move_value(const Position& root, const Move& move, int alpha, int beta);
    // Leads that some tile of a hand beats in phase two.
    Mask beatable_by(Mask hand) const { return union_of(trump_->beaten_leads, hand); }

    // The highest of the leader's `tiles` that wins in phase two since every reply allowed to it is lower; -1 if
    // none does.
    int highest_forced_winner(Mask tiles, Mask other_hand) const {
        for (; tiles; tiles ^= bit(highest(tiles)))
            if (!(trump_->beats[1][highest(tiles)] & replies(other_hand, highest(tiles)))) return highest(tiles);
        return -1;
    }

    // Tricks that a hand takes in phase two whatever is played (quick tricks of bridge), and the card points in
    // them.
    struct QuickTricks {
        int points, tricks;
    };
    QuickTricks quick_tricks(Mask hand, Mask other_hand, bool on_lead) const;
    // Card points that `player` takes for certain in phase two.
    int quick_points(const State& node, int player) const;

    // Rules under which a closed deal has two outcomes that are known at the close, a win and a failure: claims end the
    // deal and are true, what either brings is fixed then, and the largest declaration, made on lead, is never worse.
    const bool closer_points_decide_ = scoring_.target_rule == kClaim && !scoring_.false_claims &&
                                       scoring_.judged_at_close && scoring_.failed_close != kNoTrickAtEnd &&
                                       scoring_.largest_is_best && !scoring_.declare_after_winning;

    // closer_table_ and retrograde_ are of positions after a close, whatever was taken before; table_ is of those in
    // which nothing is drawn any more, open_table_ of the others. All four outlive a call.
    Steps steps_;
    CloserTable closer_table_;
    Retrograde retrograde_;
    Table table_, open_table_;
    std::uint32_t deal_number_ = 0;

    // The order of trying while the boneyard is open, by tiles drawn so far: how often leading a tile was best for
    // a leader (history), how often a reply refuted a lead of theirs, and the last reply that refuted each lead
    // (killer move; -1: none). Values do not depend on them.
    std::uint32_t history_[kBoneyardSize][2][kTiles] = {}, refutation_counts_[kBoneyardSize][2][kTiles] = {};
    std::int8_t last_refutation_[kBoneyardSize][kTiles] = {};

    // The deal that deal_number_ stands for: `set_root` compares with it.
    Deal last_deal_{};
};

}  // namespace bingo
