#include "games/deal_table.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/chance.hpp"

namespace bingo {
namespace {

// A deal as solver/game/dealing.py draws it; a trump suit that may be chosen is chosen later.
Record drawn(const GameRules& rules, Chance rng) {
    std::array<int, kTiles> order{};
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(order.data(), order.size());
    Record record;
    for (std::size_t i = 0; i < kDealt; ++i) {
        record.dealt[0] |= bit(order[i]);
        record.dealt[1] |= bit(order[i + kDealt]);
    }
    record.stock.assign(order.begin() + std::ptrdiff_t{2} * kDealt, order.end() - 1);
    record.turned = order.back();
    if (rules.either_end) rng.next();
    record.leader = rng.below(2);
    return record;
}

// The trump suit; where the leader may choose it, that of which they hold more tiles.
int trump_of(const Record& record, const GameRules& rules) {
    if (!rules.either_end) return higher_end(record.turned);
    int found = -1, most = -1;
    for (int end = kSuits - 1; end >= 0; --end) {
        if (!shows(record.turned, end)) continue;
        int held = 0;
        for (Mask m = record.dealt[record.leader]; m; m &= m - 1) held += shows(lowest(m), end);
        if (held > most) found = end;
        most = std::max(most, held);
    }
    return found;
}

}  // namespace

// --- the table ---------------------------------------------------------------------------------------

DealTable::DealTable(const Record& record, std::string_view level, const Means& means)
    : record_(record), means_(&means), played_(Replay::of(record, means.rules).value()) {
    record_.players[0].clear();
    record_.players[1] = level;
}

Record DealTable::finished() const {
    Record record = record_;
    record.turns = played_.turns();
    record.result.reset();
    if (now().over) record.result = {now().score[0], now().score[1]};
    return record;
}

Move DealTable::answer() {
    const Move move = choose(record_.players[1], played_, record_, *means_);
    played_.make({1, move});
    return move;
}

std::optional<Objection> DealTable::fault(const TypedTurn& turn) const {
    const Root& root = now().position.root;
    const bool leading = root.node.leader == 1 && root.led < 0 && root.stage != kShowStage;
    if ((turn.move == kClaiming && may_claim()) || (turn.move == kWaiting && leading)) return std::nullopt;
    if (leading) return Objection{"opponent-leads"};
    const Position position = waited();
    const std::vector<Move> legal = playing().legal(position);
    const bool meant = turn.played == (root.stage == kReplyStage) || turn.move.tile < 0;
    if (meant && std::find(legal.begin(), legal.end(), turn.move) != legal.end()) return std::nullopt;
    return objection(position, turn, playing());
}

void DealTable::make(const Move& move) {
    const int stage = now().position.root.stage;
    const bool yours = now().position.to_move() == 0;
    if (move != kClaiming && move != kWaiting && stage == kClaimStage) {
        played_.make({0, kWaiting});
        const Position& position = now().position;
        if (position.root.stage == kAnswerStage && position.to_move() == 1 && answer() == kClaiming) return;
    }
    if (move != kWaiting || stage == kShowStage || (yours && stage == kAnswerStage)) played_.make({0, move});
}

bool DealTable::may_claim() const {
    const Root& root = now().position.root;
    return !now().over && scoring().mode == kClaim && between(root.stage) && root.node.taken;
}

Position DealTable::waited() const { return Playing::at_lead(now().position); }

bool DealTable::back() {
    Record record = finished();
    std::vector<Turn>& turns = record.turns;
    while (!turns.empty() && turns.back().player != 0) turns.pop_back();
    if (turns.empty()) return false;
    turns.pop_back();
    played_ = Replay::of(record, rules()).value();
    return true;
}

// --- from deal to deal -------------------------------------------------------------------------------

Record first_deal(const GameRules& rules, std::uint64_t seed, bool match, int leader) {
    Record record = drawn(rules, Chance(seed));
    if (leader >= 0 && leader != record.leader) {
        std::swap(record.dealt[0], record.dealt[1]);
        record.leader = leader;
    }
    record.trump = trump_of(record, rules);
    if (match) record.match = {0, 0};
    return record;
}

Record next_deal(const Record& record, const GameRules& rules) {
    const std::array<int, 2> score = record.result.value_or(std::array<int, 2>{});
    Record next = drawn(rules, Chance(record.number()));
    next.leader = (score[0] > 0) == (score[1] > 0) ? record.leader : score[1] > 0;
    next.trump = trump_of(next, rules);
    next.players[1] = record.players[1];
    if (record.match) next.match = {(*record.match)[0] + score[0], (*record.match)[1] + score[1]};
    return next;
}

Record play_on(const Record& record, const std::array<std::string_view, 2>& levels, const Means& means, int worlds) {
    Record found = record;
    Replay played = Replay::of(record, means.rules).value();
    while (!played.end().over) {
        const int mover = played.end().position.to_move();
        played.make({mover, choose(levels[at(mover)], played, found, means, worlds)});
    }
    found.turns = played.turns();
    found.result = {played.end().score[0], played.end().score[1]};
    return found;
}

}  // namespace bingo
