#include "games/advice.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "closing/worth.hpp"
#include "games/events.hpp"

namespace bingo {
namespace {

constexpr int kQuickReview = 2048;           // deals that playing on is estimated in, as in a quick review
constexpr std::size_t kFewHands = 256;  // that a quick look solves
constexpr double kLeastMistake = 0.05;  // game points that a mistake loses at least, as reviews have it
constexpr double kCardPoints = 66.0 / 7;  // card points that stand for a game point

// A move of yours and the best one.
struct Judged {
    Worth mine, best;
    std::vector<Move> near;  // that cannot be told from the best
    bool alike;              // my move cannot
    double most;             // that any move may bring

    double lost() const { return best.points.value - mine.points.value; }
};

bool proved(const Worth& worth) { return worth.kind == Kind::kExact || worth.kind == Kind::kCertain; }

// Of one moment all that is asked is answered from the same deals and the same solved hands.
class Judge {
  public:
    explicit Judge(const DealTable& table) : table_(table) {
        const int mode = table.scoring().mode;  // where no claim cuts play short a deal takes longer
        request_.estimates.worlds = kQuickReview / (mode == kPoints ? 16 : mode == kEachScores ? 2 : 1);
    }

    // A moment of yours; none where there is no choice, or nothing can be estimated. Without a move: the best one.
    std::optional<Judged> operator()(Moment moment, std::optional<Move> move) {
        Position& position = moment.position;
        const bool claims = move == kClaiming || move == kWaiting;
        if (move && !claims) position = Playing::at_lead(position);
        const std::vector<Move> legal = table_.playing().legal(position);
        if (moment.over || legal.size() < 2 || position.root.stage == kShowStage) return std::nullopt;
        const View view = seen_by(moment, 0, table_.record(), table_.rules());
        const Worths found = find_worths(view, solving(), request_, effort());
        const auto possible = [&](const Move& one) {
            return claims || std::find(legal.begin(), legal.end(), one) != legal.end();
        };
        std::vector<Worth> moves;
        std::copy_if(found.moves.begin(), found.moves.end(), std::back_inserter(moves),
                     [&](const Worth& worth) { return possible(worth.move); });
        if (moves.empty()) return std::nullopt;
        Judged judged{moves[0], moves[0], {}, true, moves[0].points.value};
        for (const Worth& worth : moves)
            judged.most = std::max(judged.most, worth.lead ? worth.points.high : worth.points.value);
        if (moves[0].move == found.moves[0].move)
            std::copy_if(found.alike.begin(), found.alike.end(), std::back_inserter(judged.near), possible);
        const auto at = std::find_if(moves.begin(), moves.end(), [&](const Worth& w) { return w.move == move; });
        const bool listed = at != moves.end();
        if (move) judged.mine = listed ? *at : unlisted(*move, view, position);
        judged.mine.lead = judged.best.lead = nullptr;
        judged.alike = !move || judged.mine.move == judged.best.move ||
                       std::find(judged.near.begin(), judged.near.end(), *move) != judged.near.end() ||
                       (!listed && judged.mine.points.high >= judged.best.points.low &&
                        !(proved(judged.mine) && proved(judged.best)));
        if (judged.lost() <= 0) {  // none is better than the one that is asked about
            std::replace(judged.near.begin(), judged.near.end(), judged.mine.move, judged.best.move);
            judged.best = judged.mine;
        }
        return judged;
    }

    std::string verdict(const Judged& found, bool reply) const {
        if (found.lost() <= 0) return worth(coded("worth"), found, reply);
        return coded("loses")
            .text("move", text(found.mine.move, reply))
            .add("lost", found.lost())
            .text("better", text(found.best.move, reply))
            .text("unit", unit_of(table_.scoring()))
            .add("exact", proved(found.mine) && proved(found.best))
            .add("alike", found.alike)
            .object();
    }

    // The best move, how far its value is known, and which others are as good as can be told.
    std::string worth(Members told, const Judged& found, bool reply) const {
        const Worth& best = found.best;
        std::vector<std::string> near;
        near.reserve(found.near.size());
        for (const Move& move : found.near) near.push_back(text(move, reply));
        return told.text("move", text(best.move, reply))
            .add("value", best.points.value)
            .add("low", best.points.low)
            .add("high", best.points.high)
            .text("kind", kind_name(best.kind))
            .text("unit", unit_of(table_.scoring()))
            .add("alike", quoted_list(near))
            .object();
    }

    bool is_mistake(const Judged& found) const { return !found.alike && found.lost() >= least(); }

    // Whether it is worth asking: some move may be that much better, by a quick look at a few hands.
    bool may_be_mistake(const Moment& moment, const Move& move) {
        Judge quick(table_);
        quick.request_.most_hands = kFewHands;
        quick.request_.narrow = false;
        const std::optional<Judged> found = quick(moment, move);
        return found && found->most - found->mine.points.value >= least();
    }

  private:
    double least() const { return kLeastMistake * (table_.scoring().mode == kPoints ? kCardPoints : 1); }
    Solving solving() const { return {table_.rules().tables, table_.means().exact, table_.means().estimates}; }
    const Effort& effort() const { return table_.means().effort; }
    std::string text(const Move& move, bool reply) const { return move_text(move, reply, table_.trump()); }

    // Waiting is listed wherever it is possible.
    Worth unlisted(const Move& move, const View& view, const Position& position) {
        if (move == kClaiming) return certain_worth(move, claim(position));
        if (move.tile < 0) return certain_worth(move, table_.playing().make(position, move).gain);
        return find_worth(view, move, solving(), request_, effort());
    }

    // A claim, true or false.
    double claim(Position position) const {
        position.root.stage = position.root.node.leader == 0 ? kClaimStage : kAnswerStage;
        return table_.playing().make(position, kClaiming).gain;
    }

    const DealTable& table_;
    WorthRequest request_;
};

bool replies(const Moment& moment) { return moment.position.root.stage == kReplyStage; }

const Moment* last_of_yours(const DealTable& table) {
    const std::vector<Moment>& moments = table.played().moments();
    const auto found = std::find_if(moments.rbegin(), moments.rend(), [](const Moment& moment) {
        return moment.turn.player == 0 && moment.turn.move != kWaiting;
    });
    return found == moments.rend() ? nullptr : &*found;
}

std::string no_choice(const DealTable& table, const Moment& moment, const Move& move) {
    if (moment.position.root.stage == kShowStage) return coded("no-estimate").object();
    return coded("no-choice").text("move", move_text(move, replies(moment), table.trump())).object();
}

}  // namespace

std::string hint(const DealTable& table) {
    const Moment& now = table.now();
    Judge judge(table);
    const Root& root = now.position.root;
    if ((root.stage == kClaimStage || root.stage == kAnswerStage) && now.position.to_move() == 0) {
        const auto found = judge(now, kClaiming);
        if (found && found->best.move == kClaiming) return coded("claim").object();
    }
    if (root.led < 0 && root.node.leader != 0) return coded("let-lead").object();
    Moment waited = now;
    waited.position = table.waited();
    const auto found = judge(waited, std::nullopt);
    if (!found) return no_choice(table, waited, table.playing().legal(waited.position)[0]);
    return judge.worth(coded("best"), *found, replies(now));
}

std::string supposed(const DealTable& table, const TypedTurn& turn) {
    Judge judge(table);
    const auto found = judge(table.now(), turn.move);
    return found ? judge.verdict(*found, replies(table.now())) : no_choice(table, table.now(), turn.move);
}

std::string why(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return coded("no-turn-yet").object();
    Judge judge(table);
    const auto found = judge(*last, last->turn.move);
    return found ? judge.verdict(*found, replies(*last)) : no_choice(table, *last, last->turn.move);
}

std::optional<std::string> coached(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return std::nullopt;
    Judge judge(table);
    if (!judge.may_be_mistake(*last, last->turn.move)) return std::nullopt;
    const auto found = judge(*last, last->turn.move);
    if (!found || !judge.is_mistake(*found)) return std::nullopt;
    return judge.verdict(*found, replies(*last));
}

}  // namespace bingo
