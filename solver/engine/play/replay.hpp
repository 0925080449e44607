// A deal from its first lead as it is written down, and played through. Mirrors solver/game/record.py and replay.py
// where all tiles are recorded.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hidden/belief.hpp"
#include "play/view.hpp"

namespace bingo {

// A rule set as a game needs it.
struct GameRules {
    std::string label;        // as answers name it
    bool either_end = false;  // whether trumps may be either end of the turned tile
    Tables tables{};
};

struct Turn {
    int player;  // -1: whoever is to move, the leader for a claim
    Move move;
};

// Whether a stage is one between two tricks, in which claims are heard.
inline bool between(int stage) { return stage == kClaimStage || stage == kAnswerStage || stage == kLeadStage; }

// Sets of tiles and tiles are by tile index, moves in kernel numbers of the trump suit.
struct Record {
    int leader = 0, trump = 0, turned = 0;
    Mask dealt[2] = {};
    std::vector<int> stock;  // the 13 face-down tiles in drawing order
    std::vector<Turn> turns;
    std::optional<std::array<int, 2>> match;   // game points before this deal
    std::optional<std::array<int, 2>> result;  // what the deal brought both
    std::string name, players[2];              // what the deal and the players are called

    bool wins_match(int player, int points) const;
    std::uint64_t number() const;  // of the tiles where they lay: what chance comes from
};

// What there is to know before a turn; `turn` is what was done then.
struct Moment {
    Position position{};
    Turn turn{-1, {}};
    bool over = false;
    int score[2] = {};  // what the deal has brought so far: game points, where it is worth card points those at its end
    Mask won[2] = {}, shown[2] = {}, barred[2] = {};  // by tile index; barred: what a player cannot hold, by replies
    std::vector<PastTrick> history;  // in kernel numbers

    // Card points that count now.
    int card_points(int player) const { return position.root.node.counted[player]; }
};

class Replay {
  public:
    // Before the first lead; turns of the record are not made.
    Replay(const Record& record, const GameRules& rules);

    // Every turn of a record made. None: such a deal cannot be, or a turn is against the rules.
    static std::optional<Replay> of(const Record& record, const GameRules& rules);

    const Moment& end() const { return now_; }
    const std::vector<Moment>& moments() const { return moments_; }  // before each turn, waiting included
    const std::vector<Turn>& turns() const { return turns_; }  // without waiting, each with its player

    // One more turn. False: it is against the rules; then this is of no more use.
    bool make(const Turn& turn);

  private:
    Playing playing() const { return Playing(rules_->tables); }
    bool claim(const Turn& turn);
    void take(const Turn& turn, const Position& from);
    int ends(const Step& step, int (&points)[2]) const;

    Record record_;
    const GameRules* rules_;
    bool possible_ = true;
    Moment now_;
    std::vector<Moment> moments_;
    std::vector<Turn> turns_;
};

// What a player, who becomes player 0, knows at a moment. Throws std::logic_error: it cannot be told.
View seen_by(const Moment& moment, int player, const Record& record, const GameRules& rules);

}  // namespace bingo
