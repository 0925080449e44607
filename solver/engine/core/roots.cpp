// Entry points: a position as Python gives it, its value, the values of its moves.

#include "core/options.hpp"

namespace bingo {

void Solver::enter(const Deal& deal) {
    Game::enter(deal);
    table_.prepare();
    takings_.prepare();
}

// Entries of the open table stay true while the stock is the one they were made with, or the end of it.
void Solver::start(const Root& root) {
    steps_.step();  // the root
    enter(root.deal);
    const int size = root.deal.stock_size;
    if (!size) return;
    open_table_.prepare();
    const bool same = size <= last_size_ && root.deal.suit == last_suit_ &&
                      std::equal(root.deal.stock, root.deal.stock + size, last_stock_ + last_size_ - size) &&
                      std::equal(root.deal.carried, root.deal.carried + 2, last_carried_) &&
                      root.deal.objective == last_objective_;
    if (same) return;
    ++stamp_;
    last_size_ = size;
    last_suit_ = root.deal.suit;
    last_objective_ = root.deal.objective;
    std::copy(root.deal.stock, root.deal.stock + size, last_stock_);
    std::copy(root.deal.carried, root.deal.carried + 2, last_carried_);
    constexpr std::size_t counts = sizeof(history_) / sizeof(history_[0][0][0]);
    std::fill(&history_[0][0][0], &history_[0][0][0] + counts, 0u);
    std::fill(&refuted_[0][0][0], &refuted_[0][0][0] + counts, 0u);
    std::fill(&refutation_[0][0], &refutation_[0][0] + sizeof(refutation_), std::int8_t{-1});
}

int Solver::search(const Root& root, int alpha, int beta) {
    const Node& n = root.node;
    switch (root.stage) {
        case kClaimStage: return between(n, alpha, beta);
        case kAnswerStage: {
            const int cap = -claim(n, 1 - n.leader);
            return cap <= alpha ? cap : std::min(cap, lead(n, alpha, std::min(beta, cap)));
        }
        case kReplyStage: return lead_tile(n, root.led, root.pending, alpha, beta);
        case kShowStage: return show(n, root.won_with, alpha, beta);
        default: return lead(n, alpha, beta);
    }
}

// A handful of searches with a window of one finds the value with fewer nodes than one search with a wide window.
int Solver::zero_windows(const Root& root) {
    int low = -kInfinity, high = kInfinity, guess = 0;
    while (low < high) {
        const int beta = guess == low ? guess + 1 : guess;
        guess = search(root, beta - 1, beta);
        (guess < beta ? high : low) = guess;
    }
    return guess;
}

int Solver::value(const Root& root) {
    start(root);
    const int value = zero_windows(root);
    return worth(root.node) + (root.node.leader == 0 ? value : -value);
}

void Solver::moves(const Root& root, Moves& out) {
    out.claim = out.declared = kNone;
    std::fill(out.led, out.led + kTiles, kNone);
    std::fill(out.closed, out.closed + kTiles, kNone);
    if (root.stage == kShowStage) {  // doubles are shown or not, and no tile is led or played
        out.value = value(root);
        return;
    }
    const int sign = root.mover() == 0 ? 1 : -1;
    out.value = value(root);
    const int before = worth(root.node), best = sign * (out.value - before);
    options(root, -kInfinity, best, [&](const Move& m, int reached) {
        if (m.close && m.tile < 0) return;  // worth what it is without closing
        int& slot = m.tile >= 0 ? (m.close ? out.closed : out.led)[t_->tile[at(m.tile)]]
                    : m.declare ? out.declared
                                : out.claim;
        const int value = std::min(reached, best);
        if (slot == kNone || sign * (slot - before) < value) slot = before + sign * value;
    });
}

}  // namespace bingo
