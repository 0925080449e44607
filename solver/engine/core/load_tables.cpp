// Checks the integers that Python compiled from the rules, and works the search's tables out from them: once for each
// rule set. What is refused here would make a search run over the end of an array or a field of a key
// (core/table.hpp); whether the numbers are those of any rules is not asked.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "core/table.hpp"
#include "core/tables.hpp"

namespace bingo {
namespace {

// Fills the tables over sets of tiles, from those of single tiles. Each set is the set without its lowest tile, which
// stands in the same table already, and that tile. `forced_losers` and `catches` are about one lead, in phase two:
// replies that a lead can force out although they do not beat it (they are in some class of duty, all but the last one,
// which holds every tile and forces none), and, for each reply, leads that it beats and that it may always be played
// to, as it is in the first class.
void fill_chunks(Trump& t) {
    std::array<Mask, kTiles> beaten{}, forced_losers{}, catches{};
    for (std::size_t led = 0; led < kTiles; ++led) {
        for (const Mask tiles : t.reply_classes[led])  // but the class of everything
            if ((tiles | Mask{1} << led) != (Mask{1} << kTiles) - 1) forced_losers[led] |= tiles & ~t.beats[1][led];
        for (Mask m = t.beats[1][led]; m; m &= m - 1) beaten[lowest(m)] |= Mask{1} << led;
        for (Mask m = t.reply_classes[led][0] & t.beats[1][led]; m; m &= m - 1) catches[lowest(m)] |= Mask{1} << led;
    }
    for (std::size_t i = 0; i < t.points_and_count.size(); ++i) {
        t.beats_all[i][0] = ~Mask{0};
        for (std::size_t set = 1; set < Trump::kChunkSets; ++set) {
            const std::size_t less = set & (set - 1), k = Trump::kChunk * i + (lowest(static_cast<Mask>(set)));
            t.beaten_leads[i][set] = t.beaten_leads[i][less] | beaten[k];
            t.beats_all[i][set] = t.beats_all[i][less] & t.beats[1][k];
            t.forced_losers[i][set] = t.forced_losers[i][less] | forced_losers[k];
            t.catches[i][set] = t.catches[i][less] | catches[k];
            const int nth = std::popcount(t.doubles & ((Mask{1} << k) - 1));
            t.double_indices[i][set] = t.double_indices[i][less] | Mask{has(t.doubles, static_cast<int>(k))} << nth;
            t.points_and_count[i][set] = t.points_and_count[i][less] + t.points[k] + (1 << Trump::kPointBits);
        }
    }
}

// Bounds of what the tables can hold (the layout of keys, see core/table.hpp, and 16 bits for card points).
//
// Scores of a match are bounded by Objective::kMaxGamePointsNeeded, and tricks and tiles by what there is.
constexpr int kMaxTarget = Key::kMaxPoints, kMaxGamePoints = 50, kMaxTilePoints = 100, kMaxDeclaration = 200;

Scoring load_scoring(std::span<const std::int32_t> numbers) {
    Scoring s{};
    static_assert(sizeof s == 27 * sizeof(std::int32_t));
    if (numbers.size() != 27) refuse("scoring", "27 numbers", std::to_string(numbers.size()));
    std::memcpy(&s, numbers.data(), sizeof s);
    check_range("scoring: mode", s.mode, kClaim, kPoints);
    check_range("scoring: target", s.target, 1, kMaxTarget);
    check_range("scoring: low_points", s.low_points, 0, kMaxTarget);
    check_range("scoring: failed_close", s.failed_close, kNoTrickAtClose, kShortfall);
    check_range("scoring: capture", s.capture, 0, kMaxGamePoints);
    check_range("scoring: last_trick", s.last_trick, 0, kMaxTilePoints);
    check_range("scoring: seven_doubles", s.seven_doubles, 0, kMaxGamePoints);
    check_range("scoring: bingo_bonus", s.bingo_bonus, 0, kMaxDeclaration);
    check_range("scoring: max_doubles", s.max_doubles, 1, kSuits);
    for (const std::int32_t flag :
         {s.no_points, s.judged_at_close, s.others_two, s.false_claims, s.false_no_trick, s.winner_draws_turned,
          s.after_winning, s.with_its_trick, s.redeclare, s.largest_is_best})
        check_range("scoring: a flag", flag, 0, 1);
    for (const std::int32_t worth : s.declaration_points)
        check_range("scoring: declaration_points", worth, 0, kMaxDeclaration);
    return s;
}

// Checks a row of the tables: tile, card points, what beats it in either phase, whether it is a double, classes of
// replies. `earlier` are the tiles of the rows above.
void check_row(const std::int32_t* row, Mask earlier) {
    check_range("trumps: a tile", row[0], 0, kTiles - 1);
    if (has(earlier, row[0])) refuse("trumps", "each tile once in a suit", "a tile twice");
    check_range("trumps: card points", row[1], 0, kMaxTilePoints);
    if (row[4] != static_cast<int>(Ends(row[0]).high == Ends(row[0]).low))
        refuse("trumps: a double", "1 for doubles, else 0", std::to_string(row[4]));
    for (int c = 2; c < 5 + kReplyClasses; ++c)
        if (c != 4) check_range("trumps: a set of tiles", row[c], 0, kAllTiles);
}

}  // namespace

void refuse(const std::string& where, const std::string& expected, const std::string& found) {
    throw std::invalid_argument(where + ": expected " + expected + "; found " + found);
}

void check_range(const char* where, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value < low || value > high)
        refuse(where, std::to_string(low) + " to " + std::to_string(high), std::to_string(value));
}

void check_table_bits(int bits, int open_bits) {
    check_range("bits", bits, 2, 24);
    check_range("open_bits", open_bits, 2, 24);
}

Tables load_tables(std::span<const std::int32_t> trumps, std::span<const std::int32_t> scoring) {
    Tables t{};
    t.scoring = load_scoring(scoring);
    constexpr std::size_t kColumns = 5 + kReplyClasses;
    if (trumps.size() != kSuits * kTiles * kColumns)
        refuse("trumps", std::to_string(kSuits * kTiles * kColumns) + " numbers", std::to_string(trumps.size()));
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        Trump& trump = t.trump[suit];
        int bingo = 0, trump_double = 0;
        Mask before = 0;
        for (std::size_t k = 0; k < kTiles; ++k) {
            const std::int32_t* row = trumps.data() + (suit * kTiles + k) * kColumns;
            check_row(row, before);
            const int tile = row[0];
            before |= bit(tile);
            trump.tile_of_number[k] = tile;
            trump.number_of_tile[tile] = static_cast<std::int32_t>(k);
            trump.points[k] = row[1];
            trump.beats[0][k] = static_cast<Mask>(row[2]);
            trump.beats[1][k] = static_cast<Mask>(row[3]);
            if (row[4]) trump.doubles |= Mask{1} << k;
            bool has_full_class = false;
            for (std::size_t c = 0; c < kReplyClasses; ++c) {
                trump.reply_classes[k][c] = static_cast<Mask>(row[5 + c]);
                has_full_class = has_full_class || (trump.reply_classes[k][c] | Mask{1} << k) == kAllTiles;
            }
            if (!has_full_class) refuse("trumps: classes of replies", "one that has every tile", "none");
            if (tile == 0) bingo = static_cast<int>(k);
            if (tile == static_cast<int>(suit * (suit + 3) / 2)) trump_double = static_cast<int>(k);
        }
        fill_chunks(trump);
        trump.bingo = Mask{1} << bingo;
        trump.trump_double = Mask{1} << trump_double;
        for (int tile = 0; tile < kTiles; ++tile)
            if (shows(tile, static_cast<int>(suit))) trump.trumps |= bit(trump.number_of_tile[tile]);
        trump.capture_pair = suit && t.scoring.capture ? trump.bingo | trump.trump_double : 0;
    }
    // most_declared[n]: the best way to split n doubles into declarations, by the number of doubles in the first one.
    // The Bingo may be in any of them, so its bonus is counted once, or each time where doubles are declared again.
    const auto& s = t.scoring;
    for (std::size_t n = 2; n < t.most_declared.size(); ++n) {
        // Declaring again, every double led, or that takes a trick, can bring what is still held; else groups
        // share the doubles.
        auto& most = t.most_declared;
        for (std::size_t k = 2; k <= n; ++k)
            most[n] =
                std::max(most[n], s.declaration_points[k] + (s.redeclare ? s.bingo_bonus + most[n - 1] : most[n - k]));
    }
    if (!s.redeclare)
        for (std::size_t n = 2; n < t.most_declared.size(); ++n) t.most_declared[n] += s.bingo_bonus;
    return t;
}

}  // namespace bingo
