// The binding of the one seam: a request in JSON, an answer in JSON.

#include <nanobind/ndarray.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings/call.hpp"
#include "bindings/parts.hpp"
#include "web/answer.hpp"

namespace bingo {
namespace {

using Rows = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Column = nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

class Answers {
  public:
    void learn(const nb::bytes& data) {
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        answerer_.learn(view(data));
    }

    // `on_progress`: None, or called now and then with the share of the work that is done; where it returns something
    // true, it is answered with what there is.
    nb::bytes answer(const nb::bytes& question, const nb::object& on_progress) {
        const std::string_view asked = view(question);
        std::string found;
        Call call;
        const Progress progress = [&on_progress, told = Clock::time_point()](double share) mutable {
            const auto now = Clock::now();
            if (on_progress.is_none() || (now < told + kPeriod && share < 1)) return;
            told = now;
            const nb::gil_scoped_acquire acquire;
            if (nb::cast<bool>(nb::bool_(on_progress(share)))) throw Stopped{};
        };
        {
            const nb::gil_scoped_release release;
            const auto pass = turnstile_.enter(call);
            found = answerer_.answer(asked, call, progress);
        }
        return nb::bytes(found.data(), found.size());
    }

    // Values of positions as rows of numbers, each as Given has it, into `out`.
    void values(std::size_t rules, const Rows& rows, const Column& out) {
        if (rows.shape(1) * sizeof(std::int32_t) != sizeof(Given) || out.size() != rows.shape(0))
            throw std::invalid_argument("rows: expected numbers as Given has them; out: one value a row");
        Call call;
        const nb::gil_scoped_release release;
        const auto pass = turnstile_.enter(call);
        answerer_.values(rules, {reinterpret_cast<const Given*>(rows.data()), rows.shape(0)}, out.data());
    }

  private:
    using Clock = Effort::Clock;
    static constexpr std::chrono::milliseconds kPeriod{5};

    Answerer answerer_;
    Turnstile turnstile_;  // one call at a time is answered
};

}  // namespace

void bind_web(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Answers>(module, "Answerer")
        .def(nb::init<>())
        .def("learn", &Answers::learn, "data"_a)
        .def("answer", &Answers::answer, "question"_a, "on_progress"_a = nb::none())
        .def("values", &Answers::values, "rules"_a, "rows"_a, "out"_a);
}

}  // namespace bingo
