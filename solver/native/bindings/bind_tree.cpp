// The binding of information-set tree search.

#include "bindings/call.hpp"
#include "bindings/deals.hpp"
#include "bindings/objectives.hpp"
#include "bindings/parts.hpp"
#include "bindings/reader.hpp"
#include "hidden/tree.hpp"

namespace bingo {
namespace {

// Grows one tree for one decision.
class Searcher {
  public:
    Searcher(const Integers& trumps, const Integers& scoring, const Floats& weights, int bits)
        : tables_(load_tables(trumps, scoring)),
          objectives_(tables_),
          networks_(load_networks(weights)),
          tree_(tables_, networks_, checked(bits)) {}
    Searcher(const Searcher&) = delete;  // the tree refers to tables_ and networks_

    // A simulation in each deal; rows of (option chosen, its value for player 0) into `out`, shape (deals, 2).
    void simulate(nb::handle position, const Hands& hands, const Bytes& stocks, const Integers& rows,
                  nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> out, nb::handle objective) {
        Root root = Reader(tables_).open(position);
        set_objective(root, objectives_(objective));
        const Deals deals(root, hands, stocks);
        const std::vector<Move> options = load_options(tables_, root, rows);
        if (options.empty()) throw std::invalid_argument("options: expected one or more");
        if (out.shape(0) != deals.size() || out.shape(1) != 2) throw std::invalid_argument("out: shape (deals, 2)");
        std::int16_t* data = out.data();
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        const Watched watched(tree_, call);
        for (std::size_t i = 0; i < deals.size(); ++i) {
            const Tree::Simulation simulated = tree_.simulate(deals(tree_.player(), root, i), options);
            data[2 * i] = static_cast<std::int16_t>(simulated.option);
            data[2 * i + 1] = static_cast<std::int16_t>(simulated.value);
        }
    }

  private:
    static int checked(int bits) {
        check_table_bits(bits, bits);
        return bits;
    }

    const Tables tables_;
    GivenObjectives objectives_;
    const Networks networks_;
    Tree tree_;
    Turnstile turnstile_;
};

}  // namespace

void bind_tree(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Searcher>(module, "Searcher")
        .def(nb::init<const Integers&, const Integers&, const Floats&, int>(), "trumps"_a, "scoring"_a, "weights"_a,
             "bits"_a)
        .def("simulate", &Searcher::simulate, "position"_a.none(), "hands"_a, "stocks"_a, "options"_a, "out"_a,
             "objective"_a = nb::none());
}

}  // namespace bingo
