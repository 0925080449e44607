// The binding of the one seam: a request in JSON, an answer in JSON.

#include <chrono>
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

    // `on_progress`: None, or called now and then with the share of the work that is done; where it returns something
    // true, it is answered with what there is.
    nb::bytes answer(const nb::bytes& question, const nb::object& on_progress) {
        const std::string_view asked = view(question);
        const Progress progress = [&on_progress, told = Clock::time_point()](double share) mutable {
            const auto now = Clock::now();
            if (on_progress.is_none() || (now < told + kPeriod && share < 1)) return;
            told = now;
            const nb::gil_scoped_acquire acquire;
            if (nb::cast<bool>(nb::bool_(on_progress(share)))) throw Stopped{};
        };
        return bytes(turnstile_.pass([&](Call& call) { return answerer_.answer(asked, call, progress); }));
    }

  private:
    using Clock = Effort::Clock;
    static constexpr std::chrono::milliseconds kPeriod{5};

    Answerer answerer_;
    Turnstile turnstile_;  // one call at a time is answered
};

}  // namespace

void bind_answers(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Answers>(module, "Answerer")
        .def(nb::init<>())
        .def("learn", &Answers::learn, "label"_a, "either_end"_a, "trumps"_a, "scoring"_a, "weights"_a)
        .def("answer", &Answers::answer, "question"_a, "on_progress"_a = nb::none());
}

}  // namespace bingo
