// Numbers as Python gives and gets them; a call from Python while it lasts: signals, and whose turn it is.
//
// A call goes like this. With the GIL held, what Python gave is read and checked (bindings/unpack.hpp). A CallLock
// lets one call at a time in, for the solvers behind it have tables of their own, and releases the GIL while the work
// lasts, so that other Python threads run. The work asks a Call every few hundred nodes whether to go on; that takes
// the GIL every 20 ms for signals and for the caller's monitor. Exceptions of C++ and of Python pass through it either
// way. With the GIL held again, results are made into Python objects.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/monitor.hpp"
#include "core/tables.hpp"
#include "hidden/features.hpp"

namespace bingo {

namespace nb = nanobind;

template <class T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Numbers as array("i") and array("f") have them.
template <class T>
struct Array : Numbers<T> {};
using Integers = Array<std::int32_t>;
using Floats = Array<float>;

using Hands = Numbers<std::uint32_t>;
using HandWeights = Numbers<double>;
using ByteRows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Columns are memoryviews: importing numpy takes longer than most questions. Only rows, of which few calls have need,
// are arrays of numpy.
template <class T>
using Column = nb::ndarray<nb::memview, T, nb::ndim<1>>;
template <class T>
using Rows = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// Arrays that own their numbers: a capsule frees the vector when Python has dropped the last view of it.
template <class T>
std::pair<std::vector<T>*, nb::capsule> move_to_heap(std::vector<T> numbers) {
    auto* heap_numbers = new std::vector<T>(std::move(numbers));
    return {heap_numbers, nb::capsule(heap_numbers, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); })};
}

template <class T, class Number = T>
Column<T> column_of(std::vector<Number> numbers) {
    static_assert(sizeof(T) == sizeof(Number));
    const auto [heap_numbers, owner] = move_to_heap(std::move(numbers));
    return {reinterpret_cast<T*>(heap_numbers->data()), {heap_numbers->size()}, owner};
}

template <class T>
Rows<T> rows_of(std::vector<T> numbers, std::size_t rows, std::size_t columns) {
    const auto [heap_numbers, owner] = move_to_heap(std::move(numbers));
    return {heap_numbers->data(), {rows, columns}, owner};
}

// The same of structures that consist of such numbers, a row each.
template <class T, class Row>
Rows<T> rows_of(std::vector<Row> rows) {
    const auto [heap_numbers, owner] = move_to_heap(std::move(rows));
    return {reinterpret_cast<T*>(heap_numbers->data()), {heap_numbers->size(), sizeof(Row) / sizeof(T)}, owner};
}

inline void check_threads(int threads) {
    if (threads < 1) refuse("threads", "1 or more", std::to_string(threads));
}

inline Tables load_tables(const Integers& trumps, const Integers& scoring) {
    return bingo::load_tables(std::span(trumps.data(), trumps.size()), std::span(scoring.data(), scoring.size()));
}

// Weights of all networks, one after the other.
inline Networks load_networks(const Floats& weights) {
    static_assert(sizeof(Networks) % sizeof(float) == 0);
    Networks networks{};
    if (weights.size() * sizeof(float) != sizeof networks) throw std::invalid_argument("weights: wrong length");
    if (!std::all_of(weights.data(), weights.data() + weights.size(), [](float w) { return std::isfinite(w); }))
        throw std::invalid_argument("weights: expected finite numbers");
    std::memcpy(&networks, weights.data(), sizeof networks);
    return networks;
}

// --- a call while it lasts ---------------------------------------------------------------------------

// The parts of the binding, a file each.
void bind_rows(nb::module_& module);
void bind_composing(nb::module_& module);
void bind_training(nb::module_& module);
void bind_engine(nb::module_& module);

// Watches a call on behalf of the Python thread that made it, which has released the GIL: every 20 ms it sees to
// signals (Ctrl-C raises KeyboardInterrupt, in Python's main thread), and asks the monitor whether to go on. Asked by
// that thread alone: parallel_for sees to it. Between two such times it costs a look at the clock.
class Call final : public Watch {
  public:
    // `monitor`: None, or called with the share of the work that is done; it ends the call by returning something true
    // (Stopped) or by raising.
    explicit Call(nb::handle monitor) : monitor_(monitor) {}

    void check() override {
        // With a monitor the first look comes at once, as it may refuse the call; else after one period: most calls are
        // over by then.
        const auto now = Clock::now();
        if (!next_check_) next_check_ = monitor_.is_none() ? now + kCheckPeriod : now;
        if (now < *next_check_) return;
        next_check_ = now + kCheckPeriod;
        if (monitor_.is_none() && !in_main_thread_.value_or(true)) return;
        const nb::gil_scoped_acquire gil;
        if (!in_main_thread_) in_main_thread_ = is_main_thread();
        if (*in_main_thread_ && PyErr_CheckSignals()) throw nb::python_error();
        if (!monitor_.is_none() && nb::cast<bool>(nb::bool_(monitor_(share_done_)))) throw Stopped{};
    }

    // Notes the share of the work that is done. The end is reported at once, anything else at the next look.
    void report_progress(double share_done) {
        share_done_ = share_done;
        if (share_done >= 1) next_check_ = Clock::time_point();
        check();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kCheckPeriod{20};

    // Python sees to signals in no other thread.
    static bool is_main_thread() {
        const nb::object main_thread = nb::module_::import_("threading").attr("main_thread")();
        return nb::cast<unsigned long>(main_thread.attr("ident")) == PyThread_get_thread_ident();
    }

    nb::handle monitor_;
    double share_done_ = 0;
    std::optional<Clock::time_point> next_check_;
    std::optional<bool> in_main_thread_;
};

// One call at a time uses what this belongs to; others wait without the GIL, and see to signals. A mutex alone would
// not do: a thread that waits for it could not be interrupted, and a signal handler that calls in again would wait for
// itself.
class CallLock {
  public:
    // What `work` returns, without the GIL; it gets what watches the call. From within a call of the same thread (a
    // signal handler, say) it is an error.
    template <class Work>
    std::invoke_result_t<Work, Call&> run(Work work, nb::handle monitor = nb::none()) {
        Call call(monitor);
        const nb::gil_scoped_release no_gil;
        const Guard guard(*this, call);
        return work(call);
    }

  private:
    struct Guard {
        Guard(CallLock& owner, Call& call) : call_lock(owner) {
            const auto me = std::this_thread::get_id();
            // The mutex guards `caller_` only, and is not held while the work lasts.
            std::unique_lock lock(call_lock.mutex_);
            if (call_lock.caller_ == me) throw std::runtime_error("a call from within another call of the same object");
            const auto is_free = [&] { return call_lock.caller_ == std::thread::id(); };
            while (!call_lock.released_.wait_for(lock, std::chrono::milliseconds(50), is_free)) {
                lock.unlock();
                call.check();
                lock.lock();
            }
            call_lock.caller_ = me;
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        ~Guard() {
            const std::scoped_lock lock(call_lock.mutex_);
            call_lock.caller_ = std::thread::id();
            call_lock.released_.notify_one();
        }
        CallLock& call_lock;
    };

    std::mutex mutex_;
    std::condition_variable released_;
    std::thread::id caller_;
};

// Python may stop us while many objects are read one by one.
inline void check_signals(std::size_t i) {
    if (i % 1024 == 1023 && PyErr_CheckSignals()) throw nb::python_error();
}

}  // namespace bingo

namespace nanobind::detail {

// Taken as any array is; Python's checkers of types are told which it should be.
template <class T>
struct type_caster<bingo::Array<T>> {
    NB_TYPE_CASTER(bingo::Array<T>, const_name<std::is_integral_v<T>>("array.array[int]", "array.array[float]"))

    bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
        type_caster<bingo::Numbers<T>> numbers;
        if (!numbers.from_python(source, flags, cleanup)) return false;
        value = {numbers.value};
        return true;
    }
};

}  // namespace nanobind::detail
