#include "hidden/equilibrium.hpp"

#include <algorithm>
#include <utility>

#include "core/watch.hpp"
#include "core/workers.hpp"

namespace bingo {
namespace {

// Rows that a worker takes at a time; fewer are not worth a thread.
constexpr std::size_t kRows = 1 << 13;

struct Idle {
    void set_watch(Watch* /*watch*/) {}
};

}  // namespace

Equilibrium::Equilibrium(SequenceForm form, int threads) : form_(std::move(form)), threads_(threads) {
    for (std::size_t p = 0; p < 2; ++p) {
        fill(p);
        const SequenceForm::Side& given = form_.sides[p];
        Side& side = sides_[p];
        side.regret.assign(given.sequences, 0);
        side.total.assign(given.sequences, 0);
        side.gained.assign(given.sequences, 0);
        side.strategy.assign(given.sequences, 1);
        side.plan.assign(given.sequences, 1);
        for (const SequenceForm::InformationSet& set : given.sets) {
            for (std::uint32_t s = set.first; s < set.first + set.moves; ++s) {
                side.strategy[s] = 1.0 / set.moves;
                side.plan[s] = side.plan[set.parent] * side.strategy[s];
            }
        }
    }
}

// Sorts the payoffs into rows (a counting sort, so those of a row stay in order).
void Equilibrium::fill(std::size_t me) {
    Side& side = sides_[me];
    side.row.assign(form_.sides[me].sequences + 1, 0);
    side.column.resize(form_.payoffs.size());
    side.gain.resize(form_.payoffs.size());
    for (const SequenceForm::Payoff& payoff : form_.payoffs) ++side.row[payoff.sequence[me] + 1];
    for (std::size_t r = 1; r < side.row.size(); ++r) side.row[r] += side.row[r - 1];
    std::vector<std::uint32_t> next(side.row.begin(), side.row.end() - 1);
    for (const SequenceForm::Payoff& payoff : form_.payoffs) {
        const std::uint32_t at = next[payoff.sequence[me]]++;
        side.column[at] = payoff.sequence[1 - me];
        side.gain[at] = static_cast<float>((me == 0 ? payoff.gain : -payoff.gain) * payoff.weight);
    }
}

// What each sequence gains against a plan of the other side.
void Equilibrium::multiply(std::size_t me, const std::vector<double>& other) {
    Side& side = sides_[me];
    const std::size_t sequences = side.gained.size();
    const auto rows = [&](std::size_t first, std::size_t last) {
        for (std::size_t r = first; r < last; ++r) {
            double sum = 0;
            for (std::uint32_t i = side.row[r]; i < side.row[r + 1]; ++i) sum += side.gain[i] * other[side.column[i]];
            side.gained[r] = sum;
        }
    };
    if (threads_ <= 1 || sequences <= 2 * kRows) {
        rows(0, sequences);
        return;
    }
    NoWatch patient;  // a matrix is gone through in a moment
    std::vector<Idle> idle(static_cast<std::size_t>(threads_));
    Workers((sequences + kRows - 1) / kRows, patient)
        .run(
            threads_, [&](std::size_t w) -> Idle& { return idle[w]; },
            [&](Idle& /*one*/, std::size_t part) { rows(part * kRows, std::min(sequences, (part + 1) * kRows)); });
}

void Equilibrium::iterate() {
    ++iterations_;
    for (std::size_t me = 0; me < 2; ++me) {
        multiply(me, sides_[1 - me].plan);
        learn(me);
    }
}

// Regret matching+: what would have been gained by each move is set against what was gained.
void Equilibrium::learn(std::size_t me) {
    Side& side = sides_[me];
    const SequenceForm::Side& given = form_.sides[me];
    for (std::size_t i = given.sets.size(); i-- > 0;) {
        const SequenceForm::InformationSet& set = given.sets[i];
        const std::uint32_t end = set.first + set.moves;
        double value = 0, sum = 0;
        for (std::uint32_t s = set.first; s < end; ++s) value += side.strategy[s] * side.gained[s];
        for (std::uint32_t s = set.first; s < end; ++s) {
            side.regret[s] = std::max(0.0, side.regret[s] + side.gained[s] - value);
            sum += side.regret[s];
        }
        for (std::uint32_t s = set.first; s < end; ++s)
            side.strategy[s] = sum > 0 ? side.regret[s] / sum : 1.0 / set.moves;
        side.gained[set.parent] += value;
    }
    const auto weight = static_cast<double>(iterations_);
    for (std::size_t s = 0; s < given.hands.size(); ++s) side.total[s] += weight;
    for (const SequenceForm::InformationSet& set : given.sets) {
        for (std::uint32_t s = set.first; s < set.first + set.moves; ++s) {
            side.plan[s] = side.plan[set.parent] * side.strategy[s];
            side.total[s] += weight * side.plan[s];
        }
    }
}

// What the best response gains, once `multiply` was called.
double Equilibrium::respond(std::size_t me) {
    Side& side = sides_[me];
    const SequenceForm::Side& given = form_.sides[me];
    for (std::size_t i = given.sets.size(); i-- > 0;) {
        const SequenceForm::InformationSet& set = given.sets[i];
        const auto begin = side.gained.begin() + set.first;
        side.gained[set.parent] += *std::max_element(begin, begin + set.moves);
    }
    double sum = 0;
    for (std::size_t s = 0; s < given.hands.size(); ++s) sum += side.gained[s];
    return sum;
}

Equilibrium::Bracket Equilibrium::bracket() {
    std::array<double, 2> best{};
    for (std::size_t me = 2; me-- > 0;) {  // player 0 last: what first_moves tells
        std::vector<double> average = sides_[1 - me].total;
        for (double& part : average) part /= sides_[1 - me].total[0];
        multiply(me, average);
        best[me] = respond(me);
    }
    return {-best[1] / form_.weight, best[0] / form_.weight};
}

double Equilibrium::value(Mask hand) const {
    const std::uint32_t empty = form_.number(0, hand);
    return sides_[0].gained[empty] / form_.sides[0].weights[empty];
}

std::vector<Equilibrium::FirstMove> Equilibrium::first_moves(Mask hand) const {
    const std::uint32_t empty = form_.number(0, hand);
    std::vector<FirstMove> found;
    first_after(empty, sides_[0].gained[empty], 1, found);
    for (FirstMove& move : found) move.value /= form_.sides[0].weights[empty];
    return found;
}

// `value`: what is gained by `parent` with the best that follows.
void Equilibrium::first_after(std::uint32_t parent, double value, double chance, std::vector<FirstMove>& found) const {
    const Side& side = sides_[0];
    for (const SequenceForm::First& one : form_.first) {
        const SequenceForm::InformationSet& set = form_.sides[0].sets[one.set];
        if (set.parent != parent) continue;
        const auto begin = side.gained.begin() + set.first;
        const double before = value - *std::max_element(begin, begin + set.moves);
        for (std::uint32_t k = 0; k < set.moves; ++k) {
            const std::uint32_t s = set.first + k;
            const double likely = side.total[parent] > 0 ? chance * side.total[s] / side.total[parent] : 0;
            const std::size_t moves = found.size();
            first_after(s, before + side.gained[s], likely, found);
            if (found.size() == moves) found.push_back({one.moves[k], likely, before + side.gained[s]});
        }
        return;
    }
}

}  // namespace bingo
