#include "web/said.hpp"

#include <algorithm>

namespace bingo {
namespace {

using Text = std::string_view;

struct Word {
    std::string text;
    bool begins;  // whether it is the first of its part
};

std::vector<Word> words_of(Text line) {
    std::vector<Word> words;
    bool begins = true, apart = true;
    for (const char c : line) {
        if (c == ' ' || c == ',' || c == '\t') {
            begins = begins || c == ',';
            apart = true;
            continue;
        }
        if (apart) words.push_back({"", begins});
        words.back().text += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        begins = apart = false;
    }
    return words;
}

Mask hand_of(const Position& p, int player) {
    const Root& r = p.root;
    return r.node.hand[player] & ~(r.led >= 0 && r.node.leader == player ? bit(r.led) : 0);
}

std::string tiles(Mask numbers, const Trump& t) { return tiles_text(tile_indices(numbers, t)); }
std::string tile(int number, const Trump& t) { return tile_text(t.tile[at(number)]); }

bool redeclares(const Playing& playing) { return playing.game().scoring().redeclare != 0; }

Mask declarable(const Position& p, const Playing& playing) {
    const Mask used = redeclares(playing) ? 0 : p.shown;
    return hand_of(p, p.root.node.leader) & p.root.deal.trump->doubles & ~used;
}

std::string no_show(const Position& p, const Move& move, const Playing& playing) {
    const Trump& t = *p.root.deal.trump;
    const Mask won_with = bit(p.root.won_with), missing = move.declare & ~declarable(p, playing) & ~won_with;
    if (!move.declare || move != Move{move.declare}) return "the winner of the trick may only declare, or wait";
    if (!(move.declare & won_with)) return tiles(won_with, t) + ", which won the trick, must be among them";
    return missing ? tiles(missing, t) + " cannot be declared from this hand" : "so many are no declaration";
}

std::string no_declaration(const Position& p, const Move& move, const Playing& playing) {
    const Trump& t = *p.root.deal.trump;
    const Game& game = playing.game();
    if (move.declare & ~t.doubles) return "only doubles are declared";
    if (const Mask missing = move.declare & ~hand_of(p, p.root.node.leader))
        return tiles(missing, t) + " is not in the hand";
    if (game.scoring().after_winning) return "under these rules only the winner of a trick declares";
    if (move.declare & ~declarable(p, playing)) return tiles(move.declare & p.shown, t) + " was declared before";
    if (game.is_declaration(count(move.declare))) return "one of the declared doubles must be led";
    return count(move.declare) == 1 ? "a single double is no declaration" : "so many doubles are no declaration";
}

// What both have where a deal is worth card points; a close that failed brings the other some.
std::string counted_points(const Moment& end) {
    const int yours = end.score[0] - end.card_points(0), theirs = end.score[1] - end.card_points(1);
    const std::string all =
        "you have " + counted(end.score[0], "card point") + ", the opponent has " + std::to_string(end.score[1]);
    if (yours) return all + "; " + std::to_string(yours) + " of yours are for the close, which has failed";
    return theirs ? all + ", " + std::to_string(theirs) + " of them for your close, which has failed" : all;
}

}  // namespace

// --- turns -------------------------------------------------------------------------------------------

int tile_of(Text word) {
    if (word.size() == 3 && (word[1] == '-' || word[1] == '|')) return tile_of(std::string{word[0], word[2]});
    const auto is_end = [](char c) { return c >= '0' && c < '0' + kSuits; };
    if (word.size() != 2 || !is_end(word[0]) || !is_end(word[1])) return -1;
    const int high = std::max(word[0], word[1]) - '0', low = std::min(word[0], word[1]) - '0';
    return high * (high + 1) / 2 + low;
}

std::optional<Said> parse_turn(Text line, bool replying, const Trump& trump) {
    const std::vector<Word> words = words_of(line);
    Said said;
    bool declares = false, waits = false;
    const auto take = [&](Text word, bool led) {
        const int found = tile_of(word);
        if (found < 0 || said.move.tile >= 0) return false;
        said.move.tile = trump.number[at(found)];
        (led ? said.led : said.played) = true;
        return true;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        const bool more = i + 1 < words.size() && !words[i + 1].begins;
        if (word == "close" && !said.move.close) {
            said.move.close = true;
        } else if (word == "claim" && !said.move.claim) {
            said.move.claim = true;
        } else if (word == "wait" && words.size() == 1) {
            waits = true;
        } else if (word == "declare" && !declares && more) {
            declares = true;
            while (i + 1 < words.size() && !words[i + 1].begins && tile_of(words[i + 1].text) >= 0)
                said.move.declare |= bit(trump.number[at(tile_of(words[++i].text))]);
            if (!said.move.declare) return std::nullopt;
        } else if ((word == "lead" || word == "play") && more) {
            const bool led = replying ? word == "lead" && words.size() > 2 : true;
            if (!take(words[++i].text, led)) return std::nullopt;
        } else if (!(words[i].begins || words[i - 1].text == "close") || !take(word, !replying)) {
            return std::nullopt;
        }
    }
    if (said.move == kWaiting && !waits) return std::nullopt;
    return said;
}

std::string objection(const Position& p, const Said& said, const Playing& playing) {
    const Root& r = p.root;
    const Trump& t = *r.deal.trump;
    const Move& move = said.move;
    if (r.stage == kShowStage) return no_show(p, move, playing);
    if (move.tile >= 0 && !has(hand_of(p, p.to_move()), move.tile)) return tile(move.tile, t) + " is not in the hand";
    if (r.led >= 0 && !said.played) return "a tile is led, which is answered with play";
    if (r.led >= 0) return "other tiles must be played to " + tile(r.led, t);
    if (said.played) return "nothing is led yet";
    if (move.close && !r.node.open) return "only an open boneyard can be closed";
    if (move.close && !p.tricks[r.node.leader]) return "a player closes only with a trick won";
    if (move.declare) return no_declaration(p, move, playing);
    return move.claim ? "a claim takes " + std::to_string(playing.game().scoring().target) + " card points" : "";
}

// --- telling -----------------------------------------------------------------------------------------

std::string counted(int number, const std::string& thing) {
    return std::to_string(number) + ' ' + thing + (number == 1 ? "" : "s");
}

std::string told(const Moment& before, const Moment& after) {
    const auto& [player, move] = before.turn;
    const Root& root = before.position.root;
    const Trump& t = *root.deal.trump;
    const bool you = player == 0, reply = root.stage == kReplyStage;
    std::string out, acts;
    const auto act = [&](const std::string& words, const std::string& theirs) {
        acts += (acts.empty() ? "" : ", ") + (you ? words : theirs);
    };
    const auto say = [&](const std::string& words) { out += (out.empty() ? "" : " ") + words; };
    if (move.close) act("close the boneyard", "closes the boneyard");
    if (move.declare) act("declare " + tiles(move.declare, t), "declares " + tiles(move.declare, t));
    if (move.tile >= 0 && !reply) act("lead " + tile(move.tile, t), "leads " + tile(move.tile, t));
    if (move.tile >= 0 && reply) act("play " + tile(move.tile, t), "plays " + tile(move.tile, t));
    if (move.claim) act("claim", "claims");
    if (!acts.empty()) say((you ? "You " : "The opponent ") + acts + '.');
    for (const std::size_t p : {0u, 1u})
        if (after.position.tricks[p] > before.position.tricks[p])
            say(p == 0 ? "You take the trick." : "The opponent takes the trick.");
    for (const std::size_t p : {0u, 1u})
        if (const int gained = after.score[p] - before.score[p]; gained && !after.over)
            say((p == 0 ? "You score " : "The opponent scores ") + counted(gained, "game point") + " at once.");
    const Node &was = root.node, &is = after.position.root.node;
    if (const Mask drawn = is.hand[0] & ~was.hand[0]) {
        say("You draw " + tile(lowest(drawn), t) + '.');
        if (was.open && !is.open && is.closer < 0) say("The boneyard is exhausted.");
    }
    return out;
}

std::string card_points(const Position& p) {
    const Node& n = p.root.node;
    std::string out =
        "You have " + counted(n.counted[0], "card point") + ", the opponent has " + std::to_string(n.counted[1]) + '.';
    for (const std::size_t player : {0u, 1u})
        if (p.declared[player] && !p.tricks[player])
            out += ' ' + std::to_string(p.declared[player]) + " more declared count with " +
                   (player == 0 ? "your" : "the opponent's") + " first trick.";
    return out;
}

std::vector<std::string> outcome(const Moment& end, const Record& record, const Scoring& scoring) {
    const int yours = end.score[0], theirs = end.score[1];
    if (scoring.mode == kPoints) return {"The deal is over: " + counted_points(end) + '.'};
    std::string result = "The deal is over: ";
    if (!yours && !theirs) result = "The deal is over. Nobody scores.";
    if (yours) result += "you score " + counted(yours, "game point");
    if (theirs) result += (yours ? " and " : "") + ("the opponent scores " + counted(theirs, "game point"));
    if (yours || theirs) result += '.';
    std::vector<std::string> lines{result + ' ' + card_points(end.position)};
    if (record.match) {
        const std::string mine = std::to_string((*record.match)[0] + yours),
                          other = std::to_string((*record.match)[1] + theirs);
        const std::string won = record.wins_match(0, yours)    ? " You have won the match."
                                : record.wins_match(1, theirs) ? " The opponent has won the match."
                                                               : "";
        lines.push_back("The match stands " + mine + " : " + other + '.' + won);
    }
    return lines;
}

}  // namespace bingo
