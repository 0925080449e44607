#include "answers/answer.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "answers/asked.hpp"
#include "play/board.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMostAsked = 1'000'000'000, kMostThreads = 256;
constexpr std::size_t kMostMoves = 60;

std::string error(const std::string& words) { return Members().text("error", words).object(); }

}  // namespace

std::string no_hand() {
    return error("expected a hand that the opponent can hold; found none that fits what is written");
}

std::string refusal(Text field, Text expected, Text found) {
    const std::string reason = Members().text("field", field).text("expected", expected).text("found", found).object();
    return Members().add("reasons", listed({reason})).object();
}

std::optional<int> stage_of(Text name) {
    constexpr Text kStages[] = {"claim", "answer", "lead", "reply"};  // as core/game.hpp counts them
    const auto found = std::find(std::begin(kStages), std::end(kStages), name);
    if (found == std::end(kStages)) return std::nullopt;
    return static_cast<int>(found - std::begin(kStages));
}

// --- reading -----------------------------------------------------------------------------------------

bool Answerer::read(Text written, Asked& asked, std::string& fault) {
    if (!parse_line(written, asked.line)) {
        const bool lead = asked.line.lead >= 0;
        fault =
            refusal(lead ? "position" : "lead",
                    lead ? "a position written in the usual way, each tile in one place" : "who leads, you or opponent",
                    "something else");
        return false;
    }
    asked.rules = rules_.find(asked.line.rules);
    if (!asked.rules) {
        fault = refusal("rules", "rules that the engine has learnt", "others");
        return false;
    }
    if (!check(asked.line, asked.rules->tables, asked.rules->either_end, asked.position)) {
        fault = refusal("position", "one that can occur", "another");
        return false;
    }
    if (!asked.objective.empty()) asked.goal = (*asked.rules->objectives)(read_objective(asked.objective));
    return true;
}

std::string Answerer::answer(Text question, Watch& watch, Progress progress) {
    try {
        return answered(question, {1, watch, std::move(progress)});
    } catch (const std::invalid_argument& fault) {
        return error(fault.what());
    } catch (const Stopped&) {
        return error("stopped");
    }
}

std::string Answerer::answered(Text question, const Effort& effort) {
    Request request(question);
    const Text ask = request.text("ask");
    if (ask == "begin" || ask == "game" || ask == "playout") return at_the_table(request, ask, effort);
    Asked asked{request};
    asked.watch = &effort.watch;
    asked.progress = effort.progress;
    asked.known = request.take("known");
    asked.objective = request.take("objective");
    asked.stage = request.text("stage");
    asked.worlds = static_cast<int>(std::min(request.number("worlds", 0, 1), kMostAsked));
    asked.threads = static_cast<int>(request.number("threads", 1, 1, kMostThreads));
    asked.seed = static_cast<std::uint64_t>(request.number("seed", 0, 0));
    asked.branches = static_cast<std::size_t>(request.number("branches", Asked::kBranches, 1));
    asked.nodes = static_cast<std::uint64_t>(request.number("nodes", Asked::kTreeNodes, 1));
    asked.after = request.texts("after");
    if (asked.after.size() > kMostMoves) return refusal("after", "60 moves at most", "more");
    std::string fault;
    if (!read(request.take("position"), asked, fault)) return fault;
    if (ask == "estimate") return estimated(asked);
    if (ask == "weights") return weighed(asked);
    if (ask == "analyze") return analyzed(asked);
    if (ask == "close") return closed(asked);
    if (ask == "worth") return valued(asked);
    if (ask == "reply") return replied(asked);
    request.done();  // the others have no members of their own
    if (ask == "deals") return dealt(asked);
    if (ask == "solve") return solved(asked);
    if (ask == "follow" || ask == "play") return played(asked, ask == "follow");
    return error("This question cannot be answered here: " + std::string(ask) + ".");
}

// --- answers -----------------------------------------------------------------------------------------

std::string Answerer::solved(Asked& asked) {
    if (asked.line.hides()) return error("expected a position in which all tiles are known; found hidden ones");
    Exact& exact = *asked.rules->exact;
    const Watched watched(exact, *asked.watch);
    return exact.analysis(asked.position, asked.line.name, asked.rules->label);
}

std::string Answerer::played(Asked& asked, bool tree) {
    if (asked.line.hides()) return error("What follows is known only where all tiles are.");
    Rules& rules = *asked.rules;
    const Playing& playing = rules.exact->playing();
    Position position = asked.position;
    if (!asked.stage.empty()) {
        const std::optional<int> stage = stage_of(asked.stage);
        if (!stage || (*stage == kReplyStage) != (position.root.led >= 0))
            return refusal("stage", "claim, answer or lead, or reply where a tile is led", asked.stage);
        position.root.stage = *stage;
    }
    position.root.deal.objective = asked.goal;
    const Trump& trump = *position.root.deal.trump;
    int gain = 0;
    bool over = false;
    const auto make = [&](const Move& move) {
        const Step step = playing.make(position.in_points(), move), for_match = playing.make(position, move);
        gain += step.gain;
        over = for_match.over;
        position = over ? step.after : for_match.after;
    };
    for (Text words : asked.after) {
        const auto named = std::find(std::begin(kPlayers), std::end(kPlayers), words.substr(0, words.find(' ')));
        const auto player = named - std::begin(kPlayers);
        if (named != std::end(kPlayers)) words.remove_prefix(words.find(' ') + 1);
        if (over) return error("The deal is over.");
        const bool claims = words == "claim" || words == "wait";
        while (position.root.stage == kClaimStage || position.root.stage == kAnswerStage) {
            if (claims && (named == std::end(kPlayers) || player == position.to_move())) break;
            make(kWaiting);
        }
        const bool reply = position.root.stage == kReplyStage;
        const std::vector<Move> legal = playing.legal(position);
        const auto move = std::find_if(legal.begin(), legal.end(),
                                       [&](const Move& m) { return move_text(m, reply, trump) == words; });
        if (move == legal.end())
            return error("after: expected a move that the rules allow here; found " + std::string(words));
        make(*move);
    }
    if (tree) {
        if (over) return error("The deal is over.");
        const Watched watched(*rules.exact, *asked.watch);
        return Members().add("tree", rules.exact->tree(position, asked.branches, asked.nodes)).object();
    }
    std::vector<std::string> moves;
    if (!over)
        for (const Move& move : playing.legal(position))
            moves.push_back(move_text(move, position.root.stage == kReplyStage, trump));
    return Members()
        .add("over", over)
        .add("gain", gain)
        .text("to_move", kPlayers[position.to_move()])
        .add("moves", quoted_list(moves))
        .add("board", board_of(position, asked.line.turned, rules.label, rules.tables.scoring))
        .object();
}

}  // namespace bingo
