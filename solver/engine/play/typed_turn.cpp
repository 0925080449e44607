#include "play/typed_turn.hpp"

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

bool redeclares(const Playing& playing) { return playing.game().scoring().redeclare != 0; }

Mask declarable(const Position& p, const Playing& playing) {
    const Mask used = redeclares(playing) ? 0 : p.shown;
    return p.root.held(p.root.node.leader) & p.root.deal.trump->doubles & ~used;
}

Objection no_show(const Position& p, const Move& move, const Playing& playing) {
    const Trump& t = *p.root.deal.trump;
    const Mask won_with = bit(p.root.won_with), missing = move.declare & ~declarable(p, playing) & ~won_with;
    if (!move.declare || move != Move{move.declare}) return {"only-declare"};
    if (!(move.declare & won_with)) return {"winner-missing", tile_indices(won_with, t)};
    if (missing) return {"cannot-declare", tile_indices(missing, t)};
    return {"so-many-shown"};
}

Objection no_declaration(const Position& p, const Move& move, const Playing& playing) {
    const Trump& t = *p.root.deal.trump;
    const Game& game = playing.game();
    if (move.declare & ~t.doubles) return {"only-doubles"};
    if (const Mask missing = move.declare & ~p.root.held(p.root.node.leader))
        return {"not-in-hand", tile_indices(missing, t)};
    if (game.scoring().after_winning) return {"winner-declares"};
    if (move.declare & ~declarable(p, playing)) return {"declared-before", tile_indices(move.declare & p.shown, t)};
    if (game.is_declaration(count(move.declare))) return {"must-lead"};
    return {count(move.declare) == 1 ? "single-double" : "so-many-doubles"};
}

}  // namespace

int tile_of(Text word) {
    if (word.size() > 3 && word.front() == '[' && word.back() == ']') word = word.substr(1, word.size() - 2);
    if (word.size() == 3 && (word[1] == '-' || word[1] == '|')) return tile_of(std::string{word[0], word[2]});
    const auto is_end = [](char c) { return c >= '0' && c < '0' + kSuits; };
    if (word.size() != 2 || !is_end(word[0]) || !is_end(word[1])) return -1;
    const int high = std::max(word[0], word[1]) - '0', low = std::min(word[0], word[1]) - '0';
    return tile_of(high, low);
}

std::optional<TypedTurn> parse_turn(Text line, bool replying, const Trump& trump) {
    const std::vector<Word> words = words_of(line);
    TypedTurn turn;
    bool declares = false, waits = false;
    const auto take = [&](Text word, bool led) {
        const int found = tile_of(word);
        if (found < 0 || turn.move.tile >= 0) return false;
        turn.move.tile = trump.number[at(found)];
        turn.played = !led;
        return true;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        const bool more = i + 1 < words.size() && !words[i + 1].begins;
        if (word == "close" && !turn.move.close) {
            turn.move.close = true;
        } else if (word == "claim" && !turn.move.claim) {
            turn.move.claim = true;
        } else if (word == "wait" && words.size() == 1) {
            waits = true;
        } else if (word == "declare" && !declares && more) {
            declares = true;
            while (i + 1 < words.size() && !words[i + 1].begins && tile_of(words[i + 1].text) >= 0)
                turn.move.declare |= bit(trump.number[at(tile_of(words[++i].text))]);
            if (!turn.move.declare) return std::nullopt;
        } else if ((word == "lead" || word == "play") && more) {
            const bool led = replying ? word == "lead" && words.size() > 2 : true;
            if (!take(words[++i].text, led)) return std::nullopt;
        } else if (!(words[i].begins || words[i - 1].text == "close") || !take(word, !replying)) {
            return std::nullopt;
        }
    }
    if (turn.move == kWaiting && !waits) return std::nullopt;
    return turn;
}

Objection objection(const Position& p, const TypedTurn& turn, const Playing& playing) {
    const Root& r = p.root;
    const Trump& t = *r.deal.trump;
    const Move& move = turn.move;
    if (r.stage == kShowStage) return no_show(p, move, playing);
    if (move.tile >= 0 && !has(p.root.held(p.to_move()), move.tile))
        return {"not-in-hand", tile_indices(bit(move.tile), t)};
    if (r.led >= 0 && !turn.played) return {"reply-due"};
    if (r.led >= 0) return {"other-replies", tile_indices(bit(r.led), t)};
    if (turn.played) return {"nothing-led"};
    if (move.close && !r.node.open) return {"not-open"};
    if (move.close && !p.tricks[r.node.leader]) return {"no-trick-won"};
    if (move.declare) return no_declaration(p, move, playing);
    if (move.claim) return {"claim-takes", 0, playing.game().scoring().target};
    return {};
}

}  // namespace bingo
