// What tricks and declarations can hold: whether card points that are written can have come about.
#pragma once

#include "core/tables.hpp"

namespace bingo {

// Whether tricks of both sides can hold these card points: tiles of `must` all lie in them, of `may` some may.
bool shared(const Trump& trump, Mask must, Mask may, const int (&points)[2], const int (&tiles)[2]);

// Whether groups of doubles, each with one that is gone, add up to `total` and cover `must`.
bool grouped(const Scoring& s, int total, Mask free, Mask gone, Mask must, int leads);

// Whether at most `times` declarations of up to `available` doubles add up to `total`.
bool summed(const Scoring& s, int total, int available, int times);

}  // namespace bingo
