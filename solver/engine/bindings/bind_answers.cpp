// The binding of the one seam: a request in JSON, an answer in JSON.

#include <string>
#include <string_view>

#include "answers/answer.hpp"
#include "bindings/arrays.hpp"
#include "bindings/call.hpp"

namespace bingo {
namespace {

class Answers {
  public:
    void learn(const nb::bytes& label, bool either_end, const Integers& trumps, const Integers& scoring,
               const Floats& weights) {
        const GameRules rules{std::string(view(label)), either_end, load_tables(trumps, scoring)};
        const Networks networks = load_networks(weights);
        turnstile_.pass([&](Call&) { answerer_.learn(rules, networks); });
    }

    // `monitor` as Call has it; where it stops, it is answered with what there is.
    nb::bytes answer(const nb::bytes& question, nb::handle monitor) {
        const auto work = [this, asked = view(question)](Call& call) {
            return answerer_.answer(asked, call, [&call](double share) { call.set_share(share); });
        };
        return bytes(turnstile_.pass(work, monitor));
    }

  private:
    Answerer answerer_;
    Turnstile turnstile_;  // one call at a time is answered
};

}  // namespace

void bind_answers(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Answers>(module, "Answerer")
        .def(nb::init<>())
        .def("learn", &Answers::learn, "label"_a, "either_end"_a, "trumps"_a, "scoring"_a, "weights"_a)
        .def("answer", &Answers::answer, "question"_a, "monitor"_a = nb::none());
}

}  // namespace bingo
