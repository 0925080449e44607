#include "web/advice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace bingo {
namespace {

constexpr int kWorlds = 512;           // deals that are looked at for an advice
constexpr double kLeastMistake = 0.05;  // the smallest loss that is marked, as reviews have it

// A move of yours and the best one.
struct Judged {
    Move move, best;
    double value, best_value;
    bool exact, alike;  // alike: they cannot be told apart

    double lost() const { return best_value - value; }
};

std::string decimals(double value, const char* format) {
    char out[32];
    std::snprintf(out, sizeof out, format, value);
    return out;
}

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
        const Estimated found = estimated(view, claims ? nullptr : &legal);
        const Estimate& best = found.moves[0];
        Judged judged{move.value_or(best.move), best.move, best.value, best.value, exact(view), true};
        const auto listed = std::find_if(found.moves.begin(), found.moves.end(),
                                         [&](const Estimate& one) { return one.move == judged.move; });
        if (listed != found.moves.end())
            judged.value = listed->value;
        else if (judged.move == kClaiming)
            judged.value = claim(position);
        else if (judged.move == kWaiting)
            judged.value = unclaimed(found);
        else
            judged.value = alone(view, position, judged.move);
        judged.alike = judged.move == best.move ||
                       std::find(found.alike.begin(), found.alike.end(), judged.move) != found.alike.end();
        if (judged.value > judged.best_value) {  // a move that is not listed, estimated in the same deals
            judged.best = judged.move;
            judged.best_value = judged.value;
        }
        return judged;
    }

    std::string worth(const Judged& found, double value) const {
        return "worth " + decimals(value, "%+.2f") + ' ' + unit() + about(found);
    }

    std::vector<std::string> verdict(const Judged& found, bool reply) const {
        const std::string words = move_text(found.move, reply, table_.trump());
        if (found.lost() <= 0) return {words + ": " + worth(found, found.value) + "; no other move is worth more."};
        return {words + " loses " + decimals(found.lost(), "%.2f") + ' ' + unit() + about(found) + "; better is " +
                move_text(found.best, reply, table_.trump()) + '.'};
    }

  private:
    Estimated estimated(const View& view, const std::vector<Move>* only) const {
        return table_.means().estimates(view, kWorlds, 0, false, table_.means().exact, only);
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
        return estimated(view, &only).moves[0].value;
    }

    const char* unit() const { return table_.scoring().mode == kPoints ? "card points" : "game points"; }
    static const char* about(const Judged& found) { return found.exact ? "" : " on average"; }

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
    const std::string words = move_text(move, replies(moment), table.trump());
    if (moment.position.root.stage == kShowStage)
        return "There is no estimate between a trick and the draw after it. Levels of the program declare all they "
               "can.";
    return "You have no choice: " + words + '.';
}

}  // namespace

std::vector<std::string> hint(const DealTable& table) {
    const Moment& now = table.now();
    const Judge judge(table);
    const Root& root = now.position.root;
    if ((root.stage == kClaimStage || root.stage == kAnswerStage) && now.position.to_move() == 0) {
        const auto found = judge(now, kClaiming);
        if (found && found->best == kClaiming) return {"Claim: you have enough."};
    }
    if (root.led < 0 && root.node.leader != 0) return {"Let the opponent lead."};
    Moment waited = now;
    waited.position = table.waited();
    const auto found = judge(waited, std::nullopt);
    if (!found) return {no_choice(table, waited, table.playing().legal(waited.position)[0])};
    return {move_text(found->best, replies(now), table.trump()) + ": " + judge.worth(*found, found->best_value) + '.'};
}

std::vector<std::string> supposed(const DealTable& table, const Said& said) {
    const Judge judge(table);
    const auto found = judge(table.now(), said.move);
    if (!found) return {no_choice(table, table.now(), said.move)};
    return judge.verdict(*found, replies(table.now()));
}

std::vector<std::string> why(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return {"You have made no move yet."};
    const Judge judge(table);
    const auto found = judge(*last, last->turn.move);
    if (!found) return {no_choice(table, *last, last->turn.move)};
    return judge.verdict(*found, replies(*last));
}

std::vector<std::string> coached(const DealTable& table) {
    const Moment* last = last_of_yours(table);
    if (!last) return {};
    const Judge judge(table);
    const auto found = judge(*last, last->turn.move);
    if (!found || found->alike || found->lost() < kLeastMistake) return {};
    return judge.verdict(*found, replies(*last));
}

}  // namespace bingo
