#include "core/tiles.hpp"

namespace bingo {

Ends::Ends(int index) : low(index) {
    while (low > high) low -= ++high;
}

int higher_end(int index) {
    const Ends ends(index);
    return ends.low ? ends.high : 0;  // a blank counts as 7, so it is the higher end
}

bool shows(int index, int end) {
    const Ends ends(index);
    return ends.high == end || ends.low == end;
}

}  // namespace bingo
