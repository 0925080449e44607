// The binding: what Python may call.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "hidden/closing.hpp"
#include "bindings/reader.hpp"
#include "core/search.hpp"

namespace bingo {

void bind_lane(nb::module_& module);
void bind_composing(nb::module_& module);
void bind_player(nb::module_& module);

namespace {

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

namespace nb = nanobind;

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
    bingo::bind_lane(module);
    bingo::bind_composing(module);
    bingo::bind_player(module);
}
