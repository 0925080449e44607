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
void fill_chunks(Trump& trump) {
    std::array<Mask, kTiles> beaten_leads{}, forced_losers{}, catches{};
    for (int led = 0; led < kTiles; ++led) {
        const Mask beats = trump.beats[1][led];
        for (const Mask tiles : trump.reply_classes[led])  // but the class of everything
            if ((tiles | bit(led)) != kAllTiles) forced_losers[led] |= tiles & ~beats;
        for (Mask m = beats; m; m &= m - 1) beaten_leads[lowest(m)] |= bit(led);
        for (Mask m = trump.reply_classes[led][0] & beats; m; m &= m - 1) catches[lowest(m)] |= bit(led);
    }
    for (std::size_t i = 0; i < trump.points_and_count.size(); ++i) {
        trump.beats_all[i][0] = ~Mask{0};
        for (std::size_t set = 1; set < Trump::kChunkSets; ++set) {
            const std::size_t smaller_set = set & (set - 1),
                              k = Trump::kChunkTiles * i + (lowest(static_cast<Mask>(set)));
            trump.beaten_leads[i][set] = trump.beaten_leads[i][smaller_set] | beaten_leads[k];
            trump.beats_all[i][set] = trump.beats_all[i][smaller_set] & trump.beats[1][k];
            trump.forced_losers[i][set] = trump.forced_losers[i][smaller_set] | forced_losers[k];
            trump.catches[i][set] = trump.catches[i][smaller_set] | catches[k];
            const int double_index = std::popcount(trump.doubles & ((Mask{1} << k) - 1));
            trump.double_indices[i][set] =
                trump.double_indices[i][smaller_set] | Mask{has(trump.doubles, static_cast<int>(k))} << double_index;
            trump.points_and_count[i][set] =
                trump.points_and_count[i][smaller_set] + trump.points[k] + (1 << Trump::kPointBits);
        }
    }
}

// Bounds of what the tables can hold (the layout of keys, see core/table.hpp, and 16 bits for card points).
//
// Scores of a match are bounded by Objective::kMaxGamePointsNeeded, and tricks and tiles by what there is.
constexpr int kMaxTarget = Key::kMaxPoints, kMaxGamePoints = 50, kMaxTilePoints = 100, kMaxDeclarationPoints = 200;

Scoring load_scoring(std::span<const std::int32_t> numbers) {
    Scoring scoring{};
    static_assert(sizeof scoring == 27 * sizeof(std::int32_t));
    if (numbers.size() != 27) refuse("scoring", "27 numbers", std::to_string(numbers.size()));
    std::memcpy(&scoring, numbers.data(), sizeof scoring);
    check_range("scoring: target_rule", scoring.target_rule, kClaim, kPoints);
    check_range("scoring: target", scoring.target, 1, kMaxTarget);
    check_range("scoring: low_points", scoring.low_points, 0, kMaxTarget);
    check_range("scoring: failed_close", scoring.failed_close, kNoTrickAtClose, kShortfall);
    check_range("scoring: capture", scoring.capture_points, 0, kMaxGamePoints);
    check_range("scoring: last_trick", scoring.last_trick_points, 0, kMaxTilePoints);
    check_range("scoring: seven_doubles", scoring.seven_doubles, 0, kMaxGamePoints);
    check_range("scoring: bingo_bonus", scoring.bingo_bonus, 0, kMaxDeclarationPoints);
    check_range("scoring: max_doubles", scoring.max_doubles, 1, kSuits);
    for (const std::int32_t flag :
         {scoring.shutout_by_points, scoring.judged_at_close, scoring.others_win_two, scoring.false_claims,
          scoring.false_claim_by_tricks, scoring.winner_draws_turned, scoring.declare_after_winning,
          scoring.declaration_needs_trick, scoring.redeclare, scoring.largest_is_best})
        check_range("scoring: a flag", flag, 0, 1);
    for (const std::int32_t worth : scoring.declaration_points)
        check_range("scoring: declaration_points", worth, 0, kMaxDeclarationPoints);
    return scoring;
}

// Checks a row of the tables: tile, card points, what beats it in either phase, whether it is a double, classes of
// replies. `earlier_tiles` are the tiles of the rows above.
void check_row(const std::int32_t* row, Mask earlier_tiles) {
    check_range("trumps: a tile", row[0], 0, kTiles - 1);
    if (has(earlier_tiles, row[0])) refuse("trumps", "each tile once in a suit", "a tile twice");
    check_range("trumps: card points", row[1], 0, kMaxTilePoints);
    if (row[4] != static_cast<int>(Ends(row[0]).high == Ends(row[0]).low))
        refuse("trumps: a double", "1 for doubles, else 0", std::to_string(row[4]));
    for (int column = 2; column < 5 + kReplyClasses; ++column)
        if (column != 4) check_range("trumps: a set of tiles", row[column], 0, kAllTiles);
}

}  // namespace

void refuse(const std::string& field, const std::string& expected, const std::string& found) {
    throw std::invalid_argument(field + ": expected " + expected + "; found " + found);
}

void check_range(const char* field, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value < low || value > high)
        refuse(field, std::to_string(low) + " to " + std::to_string(high), std::to_string(value));
}

void check_table_bits(int table_bits, int open_table_bits) {
    check_range("bits", table_bits, 2, 24);
    check_range("open_bits", open_table_bits, 2, 24);
}

Tables load_tables(std::span<const std::int32_t> trump_rows, std::span<const std::int32_t> scoring_numbers) {
    Tables tables{};
    tables.scoring = load_scoring(scoring_numbers);
    constexpr std::size_t kRowSize = 5 + kReplyClasses;
    if (trump_rows.size() != kSuits * kTiles * kRowSize)
        refuse("trumps", std::to_string(kSuits * kTiles * kRowSize) + " numbers", std::to_string(trump_rows.size()));
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        Trump& trump = tables.trump[suit];
        int bingo = 0, trump_double = 0;
        Mask earlier_tiles = 0;
        for (std::size_t number = 0; number < kTiles; ++number) {
            const std::int32_t* row = trump_rows.data() + (suit * kTiles + number) * kRowSize;
            check_row(row, earlier_tiles);
            const int tile = row[0];
            earlier_tiles |= bit(tile);
            trump.tile_of_number[number] = tile;
            trump.number_of_tile[tile] = static_cast<std::int32_t>(number);
            trump.points[number] = row[1];
            trump.beats[0][number] = static_cast<Mask>(row[2]);
            trump.beats[1][number] = static_cast<Mask>(row[3]);
            if (row[4]) trump.doubles |= Mask{1} << number;
            bool has_full_class = false;
            for (std::size_t c = 0; c < kReplyClasses; ++c) {
                trump.reply_classes[number][c] = static_cast<Mask>(row[5 + c]);
                has_full_class = has_full_class || (trump.reply_classes[number][c] | Mask{1} << number) == kAllTiles;
            }
            if (!has_full_class) refuse("trumps: classes of replies", "one that has every tile", "none");
            if (tile == 0) bingo = static_cast<int>(number);
            if (tile == static_cast<int>(suit * (suit + 3) / 2)) trump_double = static_cast<int>(number);
        }
        fill_chunks(trump);
        trump.bingo = Mask{1} << bingo;
        trump.trump_double = Mask{1} << trump_double;
        for (int tile = 0; tile < kTiles; ++tile)
            if (shows(tile, static_cast<int>(suit))) trump.trumps |= bit(trump.number_of_tile[tile]);
        trump.capture_pair = suit && tables.scoring.capture_points ? trump.bingo | trump.trump_double : 0;
    }
    // most_declared[n]: the best way to split n doubles into declarations, by the number of doubles in the first one.
    // The Bingo may be in any of them, so its bonus is counted once, or each time where doubles are declared again.
    const auto& scoring = tables.scoring;
    for (std::size_t n = 2; n < tables.most_declared.size(); ++n) {
        // Declaring again, every double led, or that takes a trick, can bring what is still held; else groups
        // share the doubles.
        auto& most = tables.most_declared;
        for (std::size_t k = 2; k <= n; ++k)
            most[n] = std::max(most[n], scoring.declaration_points[k] +
                                            (scoring.redeclare ? scoring.bingo_bonus + most[n - 1] : most[n - k]));
    }
    if (!scoring.redeclare)
        for (std::size_t n = 2; n < tables.most_declared.size(); ++n) tables.most_declared[n] += scoring.bingo_bonus;
    return tables;
}

}  // namespace bingo
