#include "play/replay.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/chance.hpp"
#include "core/turns.hpp"

namespace bingo {
namespace {

constexpr int kMatchTo = 7;

Mask set_of(const std::vector<int>& tiles) {
    Mask found = 0;
    for (const int tile : tiles) found |= bit(tile);
    return found;
}

}  // namespace

bool Record::wins_match(int player, int points) const { return match && (*match)[at(player)] + points >= kMatchTo; }

std::uint64_t Record::number() const {
    std::uint64_t found = 0;
    const auto take = [&](int tiles) { found = Chance(found + static_cast<std::uint64_t>(tiles)).next(); };
    take(turned);
    for (const Mask hand : dealt) take(static_cast<int>(hand));
    for (const int tile : stock) take(tile);
    return found;
}

// --- playing through ---------------------------------------------------------------------------------

Replay::Replay(const Record& record, const GameRules& rules) : record_(record), rules_(&rules) {
    const bool fits = rules.either_end ? shows(record.turned, record.trump) : record.trump == higher_end(record.turned);
    const Mask all = record.dealt[0] | record.dealt[1] | set_of(record.stock) | bit(record.turned);
    const bool sevens = std::popcount(record.dealt[0]) == kDealt && std::popcount(record.dealt[1]) == kDealt;
    possible_ = fits && sevens && record.stock.size() == at(kBoneyard - 1) && all == (Mask{1} << kTiles) - 1;
    if (!possible_) return;
    Root& root = now_.position.root = first_lead(rules.tables, record.trump, record.leader);
    Deal& deal = root.deal;
    for (const int p : {0, 1}) root.node.hand[p] = tile_numbers(record.dealt[p], *deal.trump);
    for (const int tile : record.stock) deal.stock[deal.stock_size++] = deal.trump->number[at(tile)];
    deal.stock[deal.stock_size++] = deal.trump->number[at(record.turned)];
    next_stage(playing().game(), root, kClaimStage);
}

std::optional<Replay> Replay::of(const Record& record, const GameRules& rules) {
    Replay found(record, rules);
    const auto made = [&](const Turn& turn) { return found.make(turn); };
    if (!found.possible_ || !std::all_of(record.turns.begin(), record.turns.end(), made)) return std::nullopt;
    return found;
}

bool Replay::make(const Turn& turn) {
    const Root& root = now_.position.root;
    const Move& move = turn.move;
    const bool declares = move.declare && move == Move{move.declare};
    const bool shows = (declares || move == kWaiting) && (turn.player < 0 || turn.player == root.node.leader);
    if (!now_.over && root.stage == kShowStage && !shows) take({root.node.leader, kWaiting}, now_.position);
    if (now_.over) return false;
    if (move == kClaiming && between(root.stage)) return claim(turn);
    if (move != kWaiting)
        while (root.stage == kClaimStage || root.stage == kAnswerStage)
            take({now_.position.to_move(), kWaiting}, now_.position);
    const int mover = now_.position.to_move();
    // A claim after declaring may be false: it is legal where leading one of the doubles is.
    const bool claims = move.declare && move.claim && rules_->tables.scoring.mode == kClaim;
    const auto allows = [&](const Move& legal) {
        return claims ? legal.declare == move.declare && legal.close == move.close && legal.tile >= 0 : legal == move;
    };
    const std::vector<Move> legal = playing().legal(now_.position);
    if ((turn.player >= 0 && turn.player != mover) || std::none_of(legal.begin(), legal.end(), allows)) return false;
    take({mover, move}, now_.position);
    if (move != kWaiting) turns_.push_back({mover, move});
    return true;
}

// A claim between two tricks, true or false: the leader may claim, then the other.
bool Replay::claim(const Turn& turn) {
    const Root& root = now_.position.root;
    const int player = turn.player < 0 ? root.node.leader : turn.player;
    if (rules_->tables.scoring.mode != kClaim) return false;
    while ((root.stage == kClaimStage || root.stage == kAnswerStage) && now_.position.to_move() != player)
        take({now_.position.to_move(), kWaiting}, now_.position);
    Position from = now_.position;
    from.root.stage = player == root.node.leader ? kClaimStage : kAnswerStage;
    take({player, kClaiming}, from);
    turns_.push_back({player, kClaiming});
    return true;
}

// Note a turn, and what it brings; `from` is the position in which it is made.
void Replay::take(const Turn& turn, const Position& from) {
    moments_.push_back(now_);
    moments_.back().turn = turn;
    const Root& before = from.root;
    const Trump& t = *before.deal.trump;
    const Step step = playing().make(from, turn.move);
    now_.shown[turn.player] |= tile_indices(turn.move.declare, t);
    bool captured = false;
    if (before.stage == kReplyStage) {
        const int led = before.led, reply = turn.move.tile;
        now_.history.back().reply = reply;
        now_.won[step.trick] |= tile_indices(bit(led) | bit(reply), t);
        captured = t.pair == (bit(led) | bit(reply));
        if (!before.node.open) now_.barred[turn.player] |= tile_indices(cannot_hold(t, led, reply), t);
    } else if (before.stage == kShowStage) {
        now_.history.back().shown = turn.move.declare;
    } else if (turn.move.tile >= 0) {
        now_.history.push_back({turn.player, turn.move.tile, -1, turn.move.declare, 0, turn.move.close});
    }
    int final[2] = {};
    const int at_once = step.gain - (step.over ? ends(step, final) : 0);
    const int scorer = at_once > 0 ? 0 : 1;
    now_.score[scorer] += at_once > 0 ? at_once : -at_once;
    now_.over = step.over;
    const bool last = step.over && !final[0] && !final[1] && !captured;
    if (at_once && record_.wins_match(scorer, now_.score[scorer]) && !last) {
        now_.over = true;
        final[0] = final[1] = 0;
    }
    for (const std::size_t p : {0u, 1u}) now_.score[p] += final[p];
    now_.position = step.after;
}

// What both score because the last tile was played, and the difference.
int Replay::ends(const Step& step, int (&points)[2]) const {
    const Node& n = step.after.root.node;
    const Scoring& s = rules_->tables.scoring;
    if (n.hand[0] || n.hand[1] || (s.mode == kFirstEnds && std::max(n.counted[0], n.counted[1]) >= s.target)) return 0;
    Game game = playing().game();
    game.enter(step.after.root.deal);
    const int leads = game.finish(n), you = n.leader == 0 ? leads : -leads;
    if (s.mode != kPoints) {
        points[you > 0 ? 0 : 1] = you > 0 ? you : -you;
        return you;
    }
    // Where both score card points, what a failed close costs goes to the other.
    for (const std::size_t p : {0u, 1u}) points[p] = n.counted[p];
    const int besides = you - (points[0] - points[1]);
    points[besides > 0 ? 0 : 1] += besides > 0 ? besides : -besides;
    return you;
}

// --- what a player knows -----------------------------------------------------------------------------

View seen_by(const Moment& moment, int player, const Record& record, const GameRules& rules) {
    const Position& p = moment.position;
    const Root& root = p.root;
    const Node& n = root.node;
    const Trump& t = *root.deal.trump;
    const auto side = [player](int of) { return of == player ? 0 : 1; };
    ParsedLine line;
    line.lead = side(n.leader);
    line.trump = record.trump;
    if (n.open || n.closer >= 0) line.turned = record.turned;
    if (root.led >= 0) line.led = t.tile[at(root.led)];
    if (n.closer >= 0) {
        line.closed = true;
        line.closed_by = side(n.closer);
        line.closed_points = p.closed_points;
        line.closed_tricks = p.closed_tricks;
    }
    for (const std::size_t of : {0u, 1u}) {
        ParsedSide& written = line.sides[at(side(static_cast<int>(of)))];
        written.has_won = true;
        written.won = moment.won[of];
        written.declared = p.declared[of];
        written.shown = moment.shown[of];
        line.placed |= written.won;
    }
    ParsedSide& mine = line.sides[0];
    mine.has_hand = true;
    mine.hand = tile_indices(n.hand[player], t);
    if (line.led >= 0) mine.hand &= ~bit(line.led);
    for (const int tile : {line.turned, line.led})
        if (tile >= 0) line.placed |= bit(tile);
    line.placed |= mine.hand;
    Position seen{};
    if (!check(line, rules.tables, rules.either_end, seen)) throw std::logic_error("expected a view of a game");
    seen.root.pending = root.pending;
    View view(seen, line, rules.tables.scoring);
    std::vector<PastTrick> past = moment.history;
    if (player == 1)
        for (PastTrick& trick : past) trick.leader = 1 - trick.leader;
    view.know(moment.barred[1 - player], std::move(past));
    return view;
}

}  // namespace bingo
