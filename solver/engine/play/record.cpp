#include "play/record.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "play/typed_turn.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

// The turns as they are written, trick by trick. Only a claim of the player who is not on lead names its player.
std::vector<std::string> lines_of(const Record& record, const GameRules& rules) {
    std::vector<std::string> lines;
    const Replay played = Replay::of(record, rules).value();
    for (const Moment& moment : played.moments()) {
        const auto& [player, move] = moment.turn;
        if (move == kWaiting) continue;
        const Root& root = moment.position.root;
        const bool reply = root.stage == kReplyStage;
        const bool shows = move.declare && move.tile < 0 && rules.tables.scoring.after_winning && !move.claim;
        const bool named = move == kClaiming && player != root.node.leader;
        const std::string words =
            (named ? std::string(kPlayers[player]) + ' ' : "") + move_text(move, reply, *root.deal.trump);
        if ((reply || shows) && !lines.empty())
            lines.back() += "; " + words;
        else
            lines.push_back(words);
    }
    return lines;
}

// The keys of a document in the order of the manual; `Writer` has what each kind of value is.
template <class Writer>
void write(const Record& r, const GameRules& rules, Writer& to) {
    if (!r.name.empty()) to.name(r.name);
    to.text("rules", rules.label);
    if (r.match) to.both("match", *r.match);
    to.names(r.players);
    to.text("lead", kPlayers[r.leader]);
    to.text("turned", tile_text(r.turned));
    if (rules.either_end) to.number("trump", r.trump);
    for (const std::size_t p : {0u, 1u}) to.one(kPlayers[p], "dealt", tiles_text(r.dealt[p]));
    to.text("stock", tiles_text(r.stock));
    to.list("play", lines_of(r, rules));
    if (r.result) to.both("result", *r.result);
}

// A text as it may stand in YAML; in braces no comma may stand for itself.
std::string in_yaml(Text text, bool braces) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const auto is_plain = [&](char c) { return is_word(c) || (!braces && Text(" ,-=_").find(c) != Text::npos); };
    const bool plain = !text.empty() && is_word(text.front()) && text.back() != ' ' && text != "null" &&
                       std::all_of(text.begin(), text.end(), is_plain);
    return plain ? std::string(text) : quoted(text);
}

struct Yaml {
    std::string out;

    void put(Text key, const std::string& value) { out += std::string(key) + ": " + value + '\n'; }
    void name(Text name) { put("name", in_yaml(name, false)); }
    void text(Text key, Text text) { put(key, std::string(text)); }
    void number(Text key, int number) { put(key, std::to_string(number)); }
    void one(Text key, Text of, Text text) { put(key, '{' + std::string(of) + ": " + std::string(text) + '}'); }
    void names(const std::string (&players)[2]) {
        const std::string you = players[0].empty() ? "" : "you: " + in_yaml(players[0], true) + ", ";
        put("players", '{' + you + "opponent: " + in_yaml(players[1], true) + '}');
    }
    void both(Text key, const std::array<int, 2>& numbers) {
        put(key, "{you: " + std::to_string(numbers[0]) + ", opponent: " + std::to_string(numbers[1]) + '}');
    }
    void list(Text key, const std::vector<std::string>& lines) {
        out += std::string(key) + (lines.empty() ? ": []\n" : ":\n");
        for (const std::string& line : lines) out += "- " + line + '\n';
    }
};

struct Json {
    Members out;

    void name(Text name) { out.text("name", name); }
    void text(Text key, Text text) { out.text(key, text); }
    void number(Text key, int number) { out.add(key, number); }
    void one(Text key, Text of, Text text) { out.add(key, Members().text(of, text).object()); }
    void names(const std::string (&players)[2]) {
        Members names;
        for (const std::size_t p : {0u, 1u})
            if (!players[p].empty()) names.text(kPlayers[p], players[p]);
        out.add("players", names.object());
    }
    void both(Text key, const std::array<int, 2>& numbers) {
        out.add(key, Members().add("you", numbers[0]).add("opponent", numbers[1]).object());
    }
    void list(Text key, const std::vector<std::string>& lines) { out.add(key, quoted_list(lines)); }
};

// --- reading -----------------------------------------------------------------------------------------

bool read_pair(Text value, std::array<int, 2>& numbers) {
    std::vector<std::pair<Text, Text>> members;
    if (!read_object(value, members) || members.size() != 2) return false;
    for (const std::size_t p : {0u, 1u}) {
        std::int64_t number = 0;
        if (members[p].first != kPlayers[p] || !read_number(members[p].second, number)) return false;
        numbers[p] = static_cast<int>(std::clamp<std::int64_t>(number, 0, 1000));
    }
    return true;
}

bool read_names(Text value, std::string (&players)[2]) {
    std::vector<std::pair<Text, Text>> members;
    if (!read_object(value, members)) return false;
    for (const auto& [key, name] : members) {
        const auto player = std::find(std::begin(kPlayers), std::end(kPlayers), key);
        Text text;
        if (player == std::end(kPlayers) || !read_text(name, text)) return false;
        players[player - std::begin(kPlayers)] = text;
    }
    return true;
}

bool read_one(Text value, Text of, Text& text) {
    std::vector<std::pair<Text, Text>> members;
    return read_object(value, members) && members.size() == 1 && members[0].first == of &&
           read_text(members[0].second, text);
}

bool read_tiles(Text words, std::vector<int>& tiles) {
    for (std::size_t i = 0; i < words.size(); i += 4) {
        const int tile = tile_of(words.substr(i, 3));
        if (tile < 0 || (i + 3 < words.size() && words[i + 3] != ' ')) return false;
        tiles.push_back(tile);
    }
    return true;
}

bool read_turns(Text value, const Trump& trump, std::vector<Turn>& turns) {
    std::vector<Text> lines;
    if (!read_array(value, lines)) return false;
    for (const Text line : lines) {
        Text rest;
        if (!read_text(line, rest)) return false;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find("; "), rest.size());
            Text words = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 2, rest.size()));
            int player = -1;
            for (const int each : {0, 1})
                if (words.starts_with(std::string(kPlayers[each]) + ' ')) player = each;
            if (player >= 0) words.remove_prefix(kPlayers[player].size() + 1);
            const std::optional<TypedTurn> typed = parse_turn(words, false, trump);
            if (!typed) return false;
            turns.push_back({player, typed->move});
        }
    }
    return true;
}

}  // namespace

std::string record_yaml(const Record& record, const GameRules& rules) {
    Yaml to;
    write(record, rules, to);
    return to.out;
}

std::string record_json(const Record& record, const GameRules& rules) {
    Json to;
    write(record, rules, to);
    return to.out.object();
}

std::string_view rules_of(Text json) {
    std::vector<std::pair<Text, Text>> members;
    if (!read_object(json, members)) return {};
    const auto found = std::find_if(members.begin(), members.end(), [](const auto& m) { return m.first == "rules"; });
    return found == members.end() ? Text{} : found->second;
}

std::optional<Record> read_record(Text json, const GameRules& rules) {
    std::vector<std::pair<Text, Text>> members;
    Record r;
    Text play;
    bool read = read_object(json, members);
    r.trump = -1;
    for (const auto& [key, value] : members) {
        Text text;
        std::vector<int> tiles;
        std::int64_t number = 0;
        std::array<int, 2> pair{};
        if (key == "rules") continue;
        if (key == "name") {
            read = read && read_text(value, text);
            r.name = text;
            continue;
        }
        if (key == "match" || key == "result") {
            read = read && read_pair(value, pair);
            (key == "match" ? r.match : r.result) = pair;
        } else if (key == "players") {
            read = read && read_names(value, r.players);
        } else if (key == "lead") {
            read = read && read_text(value, text) && (text == kPlayers[0] || text == kPlayers[1]);
            r.leader = text == kPlayers[1];
        } else if (key == "turned") {
            read = read && read_text(value, text) && (r.turned = tile_of(text)) >= 0;
        } else if (key == "trump") {
            read = read && read_number(value, number) && number >= 0 && number < kSuits;
            r.trump = static_cast<int>(number);
        } else if (key == kPlayers[0] || key == kPlayers[1]) {
            read = read && read_one(value, "dealt", text) && read_tiles(text, tiles);
            for (const int tile : tiles) r.dealt[key == kPlayers[1]] |= bit(tile);
        } else if (key == "stock") {
            read = read && read_text(value, text) && read_tiles(text, r.stock);
        } else {
            read = read && key == "play";
            play = value;
        }
    }
    if (read && r.trump < 0) r.trump = higher_end(r.turned);
    if (!read || !read_turns(play, rules.tables.trump[at(r.trump)], r.turns)) return std::nullopt;
    return r;
}

}  // namespace bingo
