#include "web/deal_table.hpp"

#include <algorithm>
#include <numeric>

#include "web/python_random.hpp"

namespace bingo {
namespace {

bool between(int stage) { return stage == kClaimStage || stage == kAnswerStage || stage == kLeadStage; }

// A deal as solver/game/dealing.py draws it.
Record drawn(const GameRules& rules, PythonRandom&& rng) {
    std::vector<int> tiles(kTiles);
    std::iota(tiles.begin(), tiles.end(), 0);
    const std::vector<int> order = rng.sample(tiles, tiles.size());
    Record record;
    for (std::size_t i = 0; i < kDealt; ++i) {
        record.dealt[0] |= bit(order[i]);
        record.dealt[1] |= bit(order[i + kDealt]);
    }
    record.stock.assign(order.begin() + 2 * kDealt, order.end() - 1);
    record.turned = order.back();
    if (rules.either_end) rng.below(2);  // a trump suit is drawn there, and chosen here
    record.leader = static_cast<int>(rng.below(2));
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

std::optional<DealTable> DealTable::of(const Record& record, std::string_view level, const GameRules& rules,
                                       const Means& means) {
    std::optional<Replay> played = Replay::of(record, rules);
    if (!played) return std::nullopt;
    DealTable found(record, rules, means, *std::move(played));
    found.record_.level = level;
    return found;
}

Record DealTable::finished() const {
    Record record = record_;
    record.turns = played_.turns();
    record.result.reset();
    if (now().over) record.result = {now().score[0], now().score[1]};
    return record;
}

void DealTable::take(const Turn& turn) {
    record_.turns.push_back(turn);
    played_.make(turn);
}

Move DealTable::answer() {
    const Move move = choose(record_.level, played_, record_, *rules_, *means_);
    take({1, move});
    return move;
}

std::string DealTable::fault(const Said& said) const {
    const Root& root = now().position.root;
    const std::string here = said.text(trump()) + " is not possible here";
    const bool leading = root.node.leader == 1 && root.led < 0 && root.stage != kShowStage;
    if ((said.move == kClaiming && may_claim()) || (said.move == kWaiting && leading)) return "";
    if (leading) return here + ": the opponent is on lead, and you may only claim";
    const Position position = waited();
    const std::vector<Move> legal = playing().legal(position);
    const bool meant = said.played == (root.stage == kReplyStage) || said.move.tile < 0;
    if (meant && std::find(legal.begin(), legal.end(), said.move) != legal.end()) return "";
    const std::string because = objection(position, said, playing());
    return here + (because.empty() ? "" : ": " + because);
}

void DealTable::make(const Move& move) {
    const int stage = now().position.root.stage;
    const bool yours = now().position.to_move() == 0;
    if (move != kClaiming && move != kWaiting && stage == kClaimStage) {
        take({0, kWaiting});
        const Position& position = now().position;
        if (position.root.stage == kAnswerStage && position.to_move() == 1 && answer() == kClaiming) return;
    }
    if (move != kWaiting || stage == kShowStage || (yours && stage == kAnswerStage)) take({0, move});
}

bool DealTable::may_claim() const {
    const Root& root = now().position.root;
    return !now().over && scoring().mode == kClaim && between(root.stage) && root.node.taken;
}

Position DealTable::waited() const { return Playing::at_lead(now().position); }

bool DealTable::back() {
    std::vector<Turn> turns = record_.turns;
    while (!turns.empty() && (turns.back().player != 0 || turns.back().move == kWaiting)) turns.pop_back();
    if (turns.empty()) return false;
    turns.pop_back();
    record_.turns = std::move(turns);
    played_ = Replay::of(record_, *rules_).value();
    return true;
}

// --- from deal to deal -------------------------------------------------------------------------------

Record first_deal(const GameRules& rules, std::string_view seed, bool match, int leader) {
    Record record = drawn(rules, PythonRandom("game " + std::string(seed)));
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
    Record next = drawn(rules, PythonRandom(written_deal(record)));
    next.leader = (score[0] > 0) == (score[1] > 0) ? record.leader : score[1] > 0;
    next.trump = trump_of(next, rules);
    next.level = record.level;
    if (record.match) next.match = {(*record.match)[0] + score[0], (*record.match)[1] + score[1]};
    return next;
}

}  // namespace bingo
