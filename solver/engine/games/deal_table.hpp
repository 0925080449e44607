// A deal at a table: you against the program, as a record that grows turn by turn; and the deals that follow it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/levels.hpp"
#include "play/typed_turn.hpp"

namespace bingo {

// You are player 0, the program is player 1.
class DealTable {
  public:
    // The record is of a deal that can be, and its turns are by the rules.
    DealTable(const Record& record, std::string_view level, const Means& means);

    const Record& record() const { return record_; }  // as it was when it was begun or taken up
    void set_level(std::string_view level) { record_.players[1] = level; }
    const GameRules& rules() const { return means_->rules; }
    const Means& means() const { return *means_; }
    const Replay& played() const { return played_; }
    const Moment& now() const { return played_.end(); }
    const Scoring& scoring() const { return rules().tables.scoring; }
    const Trump& trump() const { return *now().position.root.deal.trump; }
    const Playing& playing() const { return means_->exact.playing(); }
    // As it is written, with the result once there is one.
    Record finished() const;

    // The program makes its turn, which it is; it may be to wait.
    Move answer();
    // Which rule stands against a turn of yours now; none: it is allowed.
    std::optional<Objection> fault(const TypedTurn& turn) const;
    // A turn of yours that is allowed. Before another turn you wait with a claim.
    void make(const Move& move);
    // Take back your last turn and all that followed; whether there was one.
    bool back();

    // Whether a claim of yours is heard now, true or false: between two tricks, under rules that know claims.
    bool may_claim() const;
    // The position if you, and the program, do not claim now.
    Position waited() const;

  private:
    Record record_;
    const Means* means_;
    Replay played_;
};

// The first deal of a game: deal() in Python has the same tiles for the same seed. It is seen from the side that has
// `leader` (-1: any) lead it.
Record first_deal(const GameRules& rules, std::uint64_t seed, bool match, int leader);
// The deal after one that brought both so much. Whoever won that one leads, who led it if neither or both scored.
Record next_deal(const Record& record, const GameRules& rules);

// A deal played on to its end by two levels, the first one from your seat; `worlds`: as for choose().
Record play_on(const Record& record, const std::array<std::string_view, 2>& levels, const Means& means, int worlds = 0);

}  // namespace bingo
