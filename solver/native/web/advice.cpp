#include "web/advice.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "web/events.hpp"

namespace bingo {
namespace {

constexpr int kWorlds = 2048;          // deals in which a move is compared with the best one, as in a quick review
constexpr int kChoosingWorlds = 768;  // deals in which the best one is chosen: it looks better there than it is
constexpr double kLeastMistake = 0.05;  // game points that a mistake loses at least, as reviews have it
constexpr double kCardPoints = 66.0 / 7;  // card points that stand for a game point

// A move of yours and the best one.
struct Judged {
    Move move, best;
    double value, best_value;
    bool exact, alike;  // alike: they cannot be told apart

    double lost() const { return best_value - value; }
};

class Judge {
  public:
    explicit Judge(const DealTable& table) : table_(table) {}

    // A moment of yours; none where there is no choice, or nothing can be estimated. Without a move: the best one.
    std::optional<Judged> operator()(Moment moment, std::optional<Move> move) const {
        Position& position = moment.position;
        const bool claims = move == kClaiming || move == kWaiting;
        if (move && !claims) position = Playing::at_lead(position);
        const std::vector<Move> legal = table_.playing().legal(position);
        if (moment.over || legal.size() < 2 || position.root.stage == kShowStage) return std::nullopt;
        const View view = seen_by(moment, 0, table_.record(), table_.rules());
        const Estimated chosen = estimated(view, kChoosingWorlds, 0, claims ? nullptr : &legal);
        const Move best = chosen.moves[0].move;
        Judged judged{move.value_or(best), best, 0, 0, exact(view), true};
        const Estimate* listed = find(chosen, judged.move);
        if (claims) {
            judged.best_value = chosen.moves[0].value;
            judged.value = listed ? listed->value : judged.move == kClaiming ? claim(position) : unclaimed(chosen);
            judged.alike = listed && is_alike(chosen, judged.move);
        } else {
            std::vector<Move> compared{best};
            if (listed && judged.move != best) compared.push_back(judged.move);
            const Estimated found = chosen.every ? chosen : estimated(view, kWorlds, 1, &compared);
            judged.best_value = find(found, best)->value;
            judged.value = listed ? find(found, judged.move)->value : alone(view, position, judged.move);
            judged.alike = judged.move == best || (listed && is_alike(found, best) && is_alike(found, judged.move));
        }
        if (judged.value > judged.best_value) {  // or a move that is not listed
            judged.best = judged.move;
            judged.best_value = judged.value;
        }
        return judged;
    }

    std::string verdict(const Judged& found, bool reply) const {
        const std::string move = move_text(found.move, reply, table_.trump());
        if (found.lost() <= 0) return with_unit(coded("worth").text("move", move).add("value", found.value), found);
        const std::string better = move_text(found.best, reply, table_.trump());
        return with_unit(coded("loses").text("move", move).add("lost", found.lost()).text("better", better), found);
    }

    std::string with_unit(Members told, const Judged& found) const {
        return told.text("unit", unit_of(table_.scoring())).add("exact", found.exact).object();
    }

    bool is_mistake(const Judged& found) const {
        const double point = table_.scoring().mode == kPoints ? kCardPoints : 1;
        return !found.alike && found.lost() >= kLeastMistake * point;
    }

  private:
    // Under rules by which no claim cuts play short a deal takes longer.
    Estimated estimated(const View& view, int worlds, std::uint64_t seed, const std::vector<Move>* only) const {
        const int mode = table_.scoring().mode;
        const int part = mode == kPoints ? 16 : mode == kEachScores ? 2 : 1;
        return table_.means().estimates(view, worlds / part, seed, false, table_.means().exact, only);
    }

    static const Estimate* find(const Estimated& found, const Move& move) {
        const auto at =
            std::find_if(found.moves.begin(), found.moves.end(), [&](const Estimate& one) { return one.move == move; });
        return at == found.moves.end() ? nullptr : &*at;
    }

    // Whether it cannot be told from the first.
    static bool is_alike(const Estimated& found, const Move& move) {
        return move == found.moves[0].move ||
               std::find(found.alike.begin(), found.alike.end(), move) != found.alike.end();
    }

    static bool exact(const View& view) { return !view.open() && view.at_most_hands() <= 1; }

    // A claim, true or false.
    double claim(Position position) const {
        position.root.stage = position.root.node.leader == 0 ? kClaimStage : kAnswerStage;
        return table_.playing().make(position, kClaiming).gain;
    }

    static double unclaimed(const Estimated& found) {
        const auto other = std::find_if(found.moves.begin(), found.moves.end(),
                                        [](const Estimate& one) { return one.move != kClaiming; });
        return other == found.moves.end() ? found.moves[0].value : other->value;
    }

    // A move that is no option, as a declaration of some doubles only.
    double alone(const View& view, const Position& position, const Move& move) const {
        if (move.tile < 0) return table_.playing().make(position, move).gain;
        const std::vector<Move> only{move};
        return estimated(view, kWorlds, 1, &only).moves[0].value;
    }

    const DealTable& table_;
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
    const Judge judge(table);
    const Root& root = now.position.root;
    if ((root.stage == kClaimStage || root.stage == kAnswerStage) && now.position.to_move() == 0) {
        const auto found = judge(now, kClaiming);
        if (found && found->best == kClaiming) return coded("claim").object();
    }
    if (root.led < 0 && root.node.leader != 0) return coded("let-lead").object();
    Moment waited = now;
    waited.position = table.waited();
    const auto found = judge(waited, std::nullopt);
    if (!found) return no_choice(table, waited, table.playing().legal(waited.position)[0]);
    const std::string best = move_text(found->best, replies(now), table.trump());
    return judge.with_unit(coded("best").text("move", best).add("value", found->best_value), *found);
}

std::string supposed(const DealTable& table, const TypedTurn& turn) {
    const Judge judge(table);
    const auto found = judge(table.now(), turn.move);
    return found ? judge.verdict(*found, replies(table.now())) : no_choice(table, table.now(), turn.move);
}

std::string why(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return coded("no-turn-yet").object();
    const Judge judge(table);
    const auto found = judge(*last, last->turn.move);
    return found ? judge.verdict(*found, replies(*last)) : no_choice(table, *last, last->turn.move);
}

std::optional<std::string> coached(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return std::nullopt;
    const Judge judge(table);
    const auto found = judge(*last, last->turn.move);
    if (!found || !judge.is_mistake(*found)) return std::nullopt;
    return judge.verdict(*found, replies(*last));
}

}  // namespace bingo
