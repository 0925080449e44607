// The binding: the only file here that knows Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "closing.hpp"
#include "search.hpp"

namespace nb = nanobind;

namespace bingo {
namespace {

using Integers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Hands = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Tables load_tables(const Integers& trumps, const Integers& scoring) {
    Tables t{};
    if (scoring.size() * sizeof(std::int32_t) != sizeof(Scoring)) throw std::invalid_argument("scoring: wrong length");
    if (trumps.size() != 7 * kTiles * (5 + kClasses)) throw std::invalid_argument("trumps: wrong length");
    std::copy_n(scoring.data(), scoring.size(), reinterpret_cast<std::int32_t*>(&t.scoring));
    for (std::size_t suit = 0; suit < 7; ++suit) {
        Trump& trump = t.trump[suit];
        int bingo = 0, top = 0;
        for (std::size_t k = 0; k < kTiles; ++k) {
            const std::int32_t* row = trumps.data() + (suit * kTiles + k) * (5 + kClasses);
            const int tile = row[0];
            trump.tile[k] = tile;
            trump.number[static_cast<std::size_t>(tile)] = static_cast<std::int32_t>(k);
            trump.points[k] = row[1];
            trump.beats[0][k] = static_cast<Mask>(row[2]);
            trump.beats[1][k] = static_cast<Mask>(row[3]);
            if (row[4]) trump.doubles |= Mask{1} << k;
            for (std::size_t c = 0; c < kClasses; ++c) trump.classes[k][c] = static_cast<Mask>(row[5 + c]);
            if (tile == 0) bingo = static_cast<int>(k);
            if (tile == static_cast<int>(suit * (suit + 3) / 2)) top = static_cast<int>(k);
        }
        for (std::size_t led = 0; led < kTiles; ++led)
            for (Mask m = trump.beats[1][led]; m; m &= m - 1)
                trump.beaten[at(lowest(m))] |= Mask{1} << led;
        trump.bingo = Mask{1} << bingo;
        trump.pair = suit && t.scoring.capture ? trump.bingo | Mask{1} << top : 0;
    }
    const auto& s = t.scoring;
    for (std::size_t n = 2; n < 8; ++n) {
        // Declaring again, every double led can bring what is still held; else groups share the doubles.
        auto& most = t.most_declared;
        for (std::size_t k = 2; k <= n; ++k)
            most[n] = std::max(most[n], s.worth[k] + (s.redeclare ? s.bingo_bonus + most[n - 1] : most[n - k]));
    }
    if (!s.redeclare)
        for (std::size_t n = 2; n < 8; ++n) t.most_declared[n] += s.bingo_bonus;
    return t;
}

int integer(nb::handle h) { return nb::cast<int>(h); }

// Reads a Position (solver/game/position.py) attribute by attribute.
class Reader {
  public:
    explicit Reader(const Tables& tables) : tables_(tables) {}

    Root operator()(nb::handle position) const {
        Root root{};
        root.deal.suit = integer(position.attr("trump"));
        const Trump& t = *(root.deal.trump = &tables_.trump.at(at(root.deal.suit)));
        Node& n = root.node;
        n.leader = static_cast<std::int8_t>(integer(position.attr("leader")));
        root.stage = integer(position.attr("stage"));
        root.pending = integer(position.attr("pending"));
        root.led = number(t, position.attr("led"));
        root.won_with = number(t, position.attr("won_with"));
        nb::object hands = position.attr("hands"), points = position.attr("points"), tricks = position.attr("tricks"),
                   declared = position.attr("declared"), carried = position.attr("carried");
        for (int p = 0; p < 2; ++p) {
            n.hand[p] = renumber(t, nb::cast<Mask>(hands[p]));
            const int won = integer(tricks[p]), shown = integer(declared[p]);
            if (won) n.taken = static_cast<std::int8_t>(n.taken | 1 << p);
            n.counted[p] = static_cast<std::int16_t>(integer(points[p]) + (won ? shown : 0));
            n.waiting[p] = static_cast<std::int16_t>(won ? 0 : shown);
            root.deal.carried[p] = integer(carried[p]);
        }
        if (root.led >= 0) n.hand[n.leader] |= bit(root.led);  // where a led tile stays until the reply
        Mask out = n.hand[0] | n.hand[1];
        n.size = static_cast<std::int8_t>(std::popcount(n.hand[n.leader]));
        load_boneyard(root, position, out);
        Mask spent = renumber(t, nb::cast<Mask>(position.attr("shown")));
        if (tables_.scoring.redeclare) spent = 0;
        n.declarable = out & t.doubles & ~spent;
        for (Mask m = out; m; m &= m - 1) n.rest = static_cast<std::int16_t>(n.rest + t.points[at(lowest(m))]);
        if (n.closer < 0) n.rest = static_cast<std::int16_t>(n.rest + tables_.scoring.last_trick);
        return root;
    }

    // A position of which the other hand does not matter: it may hold any double that was not declared.
    Root any_hand(nb::handle position) const {
        Root root = (*this)(position);
        const Trump& t = *root.deal.trump;
        const Mask spent = tables_.scoring.redeclare ? 0 : renumber(t, nb::cast<Mask>(position.attr("shown")));
        root.node.declarable = t.doubles & ~spent;
        return root;
    }

    // Sets of tiles in kernel numbers.
    std::vector<Mask> numbers(const Root& root, const Hands& hands) const {
        std::vector<Mask> out;
        for (std::size_t i = 0; i < hands.size(); ++i) out.push_back(renumber(*root.deal.trump, hands.data()[i]));
        return out;
    }

    // Rows of (declared doubles, tile led; -1: none).
    std::vector<Turn> turns(const Root& root, const Integers& rows) const {
        std::vector<Turn> out;
        for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
            const int tile = rows.data()[i + 1];
            const Mask declared = renumber(*root.deal.trump, static_cast<Mask>(rows.data()[i]));
            out.push_back({declared, tile < 0 ? -1 : root.deal.trump->number.at(at(tile)), false});
        }
        return out;
    }

  private:
    static int number(const Trump& t, nb::handle tile) {
        return tile.is_none() ? -1 : t.number.at(at(integer(tile)));
    }

    static Mask renumber(const Trump& t, Mask tiles) {
        Mask numbers = 0;
        for (; tiles; tiles &= tiles - 1) numbers |= Mask{1} << t.number.at(at(lowest(tiles)));
        return numbers;
    }

    // Stock or closing; adds the tiles still to be drawn to `out`.
    void load_boneyard(Root& root, nb::handle position, Mask& out) const {
        Node& n = root.node;
        n.closer = -1;
        nb::object closed = position.attr("closed");
        if (!closed.is_none()) {
            n.closer = static_cast<std::int8_t>(integer(closed.attr("by")));
            const int points = integer(closed.attr("points")), tricks = integer(closed.attr("tricks"));
            const Scoring& s = tables_.scoring;
            const bool nothing = s.no_points ? points == 0 : tricks == 0;
            if (s.judged_at_close) n.close_win = nothing ? 3 : points < s.low ? 2 : 1;
            if (s.failed == kNoTrickAtClose) n.close_fail = tricks ? 2 : 3;
            return;
        }
        nb::object turned = position.attr("turned");
        if (turned.is_none()) return;
        n.open = 1;
        Deal& deal = root.deal;
        for (nb::handle tile : position.attr("stock")) {
            if (deal.stock_size >= 13) throw std::invalid_argument("more than 13 face-down tiles");
            deal.stock[deal.stock_size++] = number(*deal.trump, tile);
        }
        deal.stock[deal.stock_size++] = number(*deal.trump, turned);
        if (deal.stock_size % 2) throw std::invalid_argument("an even number of face-down tiles");
        for (int i = 0; i < deal.stock_size; ++i) out |= bit(deal.stock[i]);
    }

    const Tables& tables_;
};

// Tables of one rule set and one solver a thread. Positions are converted with the GIL, solved without.
class Kernel {
  public:
    Kernel(const Integers& trumps, const Integers& scoring, int bits, int open_bits)
        : tables_(load_tables(trumps, scoring)), bits_(bits), open_bits_(open_bits) {
        if (bits < 2 || bits > 24 || open_bits < 2 || open_bits > 24) throw std::invalid_argument("table bits: 2 to 24");
        solvers_.push_back(std::make_unique<Solver>(tables_, bits, open_bits));
    }
    Kernel(const Kernel&) = delete;  // solvers refer to tables_

    int value(nb::handle position) {
        const Root root = Reader(tables_)(position);
        nb::gil_scoped_release release;
        const std::lock_guard lock(busy_);
        return solvers_[0]->value(root);
    }

    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& solver : solvers_) sum += solver->nodes;
        for (const auto& closer : closers_) sum += closer->nodes;
        return sum;
    }

    // Values into `out`, one a position.
    void values(nb::sequence positions, nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> out, int threads) {
        std::vector<Root> roots = load(positions);
        if (out.size() != roots.size()) throw std::invalid_argument("out: one value a position");
        std::int16_t* data = out.data();
        nb::gil_scoped_release release;
        share(roots, threads, [&](Solver& s, std::size_t i) { data[i] = static_cast<std::int16_t>(s.value(roots[i])); });
    }

    // Rows of value, claim, declared, led[28], closed[28] into `out`, shape (positions, 59).
    void moves(nb::sequence positions, nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, int threads) {
        std::vector<Root> roots = load(positions);
        constexpr std::size_t kRow = sizeof(Solver::Moves) / sizeof(int);
        if (out.shape(0) != roots.size() || out.shape(1) != kRow) throw std::invalid_argument("out: shape (positions, 59)");
        std::int16_t* data = out.data();
        nb::gil_scoped_release release;
        share(roots, threads, [&](Solver& s, std::size_t i) {
            Solver::Moves moves;
            s.moves(roots[i], moves);
            const int* row = reinterpret_cast<const int*>(&moves);
            for (std::size_t c = 0; c < kRow; ++c) data[i * kRow + c] = static_cast<std::int16_t>(row[c]);
        });
    }

    // Closed positions before the lead of player 0 that differ in the other hand only: values of `turns`, rows
    // of (declared doubles, tile led) in tile indices, into `out`, shape (hands, turns).
    void closings(nb::handle position, const Hands& hands, const Integers& turns, nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, int threads) {
        const Reader read(tables_);
        const Root root = read.any_hand(position);
        const std::vector<Mask> worlds = read.numbers(root, hands);
        const std::vector<Turn> made = read.turns(root, turns);
        if (out.shape(0) != worlds.size() || out.shape(1) != made.size()) throw std::invalid_argument("out: shape (hands, turns)");
        std::int16_t* data = out.data();
        nb::gil_scoped_release release;
        const std::lock_guard lock(busy_);
        split(worlds.size(), threads, [&](std::size_t w) { return closer(w); }, [&](Closer& c, std::size_t i) {
            for (std::size_t k = 0; k < made.size(); ++k)
                data[i * made.size() + k] = static_cast<std::int16_t>(c.value(root, made[k], worlds[i]));
        });
    }

    // What the strategies that begin with each turn take in each world, into `out`, shape (turns, hands).
    void sure(nb::handle position, const Hands& hands, const Integers& turns, nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, int few, int some, int threads) {
        const Reader read(tables_);
        const Root root = read.any_hand(position);
        const std::vector<Mask> worlds = read.numbers(root, hands);
        const std::vector<Turn> made = read.turns(root, turns);
        if (out.shape(1) != worlds.size() || out.shape(0) != made.size()) throw std::invalid_argument("out: shape (turns, hands)");
        std::int16_t* data = out.data();
        nb::gil_scoped_release release;
        const std::lock_guard lock(busy_);
        split(made.size(), threads, [&](std::size_t w) { return closer(w); }, [&](Closer& c, std::size_t k) {
            const Values values = c.sure(root, made[k], worlds, {few, some});
            for (std::size_t i = 0; i < values.size(); ++i) data[k * values.size() + i] = static_cast<std::int16_t>(values[i]);
        });
    }

  private:
    Closer* closer(std::size_t w) {
        while (closers_.size() <= w) closers_.push_back(std::make_unique<Closer>(tables_, bits_, open_bits_));
        return closers_[w].get();
    }

    // Shares `size` pieces of work among so many threads, each with a solver of its own.
    template <class Solvers, class Work>
    static void split(std::size_t size, int threads, Solvers solvers, Work work) {
        const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, std::max<std::size_t>(1, size));
        std::vector<decltype(solvers(0))> own;
        for (std::size_t w = 0; w < workers; ++w) own.push_back(solvers(w));
        auto run = [&](std::size_t w) {
            for (std::size_t i = size * w / workers; i < size * (w + 1) / workers; ++i) work(*own[w], i);
        };
        std::vector<std::thread> others;
        for (std::size_t w = 1; w < workers; ++w) others.emplace_back(run, w);
        run(0);
        for (auto& thread : others) thread.join();
    }

    std::vector<Root> load(nb::sequence positions) const {
        std::vector<Root> roots;
        roots.reserve(nb::len(positions));
        const Reader read(tables_);
        for (nb::handle position : positions) roots.push_back(read(position));
        return roots;
    }

    template <class Work>
    void share(const std::vector<Root>& roots, int threads, Work work) {
        const std::lock_guard lock(busy_);
        const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, std::max<std::size_t>(1, roots.size()));
        while (solvers_.size() < workers) solvers_.push_back(std::make_unique<Solver>(tables_, bits_, open_bits_));
        auto run = [&](std::size_t w) {
            const std::size_t from = roots.size() * w / workers, to = roots.size() * (w + 1) / workers;
            for (std::size_t i = from; i < to; ++i) work(*solvers_[w], i);
        };
        std::vector<std::thread> others;
        for (std::size_t w = 1; w < workers; ++w) others.emplace_back(run, w);
        run(0);
        for (auto& thread : others) thread.join();
    }

    const Tables tables_;
    int bits_, open_bits_;
    std::vector<std::unique_ptr<Solver>> solvers_;
    std::vector<std::unique_ptr<Closer>> closers_;
    std::mutex busy_;  // one call at a time uses the solvers; others wait without the GIL
};

}  // namespace
}  // namespace bingo

NB_MODULE(_kernel, module) {
    using namespace nb::literals;
    module.attr("__version__") = BINGO_VERSION;
    nb::class_<bingo::Kernel>(module, "Kernel")
        .def(nb::init<const bingo::Integers&, const bingo::Integers&, int, int>(), "trumps"_a, "scoring"_a, "bits"_a, "open_bits"_a)
        .def("value", &bingo::Kernel::value, "position"_a)
        .def("values", &bingo::Kernel::values, "positions"_a, "out"_a, "threads"_a)
        .def("moves", &bingo::Kernel::moves, "positions"_a, "out"_a, "threads"_a)
        .def("closings", &bingo::Kernel::closings, "position"_a, "hands"_a, "turns"_a, "out"_a, "threads"_a)
        .def("sure", &bingo::Kernel::sure, "position"_a, "hands"_a, "turns"_a, "out"_a, "few"_a, "some"_a, "threads"_a)
        .def_prop_ro("nodes", &bingo::Kernel::nodes);
}
