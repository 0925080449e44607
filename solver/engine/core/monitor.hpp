// How a search is stopped, and what an answer may cost. A search asks now and then whether its answer is still wanted.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>

namespace bingo {

// Thrown out of a search whose answer is no longer wanted. What its tables hold stays true: nothing is stored on the
// way.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Asked by the thread that searches, every few hundred nodes.
class Watch {
  public:
    Watch() = default;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    virtual ~Watch() = default;

    // Throws to end the search: Stopped, or an error that its caller is to get.
    virtual void check() = 0;

    std::atomic<std::size_t> done{0};  // work items finished, by all workers
};

// Asks a watch, if there is one, every kStepsBetweenChecks steps. One thread steps, any thread may read the count.
//
// A step counts as a node, a check does not; so node counts are those of the search alone, with or without a watch.
class Steps {
  public:
    static constexpr std::uint64_t kStepsBetweenChecks = 256;

    void step() {
        const std::uint64_t steps = count() + 1;
        count_.store(steps, std::memory_order_relaxed);
        if (watch_ && steps % kStepsBetweenChecks == 0) watch_->check();
    }

    // The same for work that is no step.
    void check() {
        if (watch_ && ++check_count_ % kStepsBetweenChecks == 0) watch_->check();
    }

    std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

    // Sets the watch to ask; nullptr for none.
    void set_watch(Watch* watch) { watch_ = watch; }

  private:
    std::atomic<std::uint64_t> count_{0};
    std::uint64_t check_count_ = 0;
    Watch* watch_ = nullptr;
};

// Has a solver ask this watch until the end of the block.
template <class Solver>
class WatchScope {
  public:
    WatchScope(Solver& solver, Watch& watch) : solver_(solver) { solver_.set_watch(&watch); }
    ~WatchScope() { solver_.set_watch(nullptr); }
    WatchScope(const WatchScope&) = delete;
    WatchScope& operator=(const WatchScope&) = delete;

  private:
    Solver& solver_;
};

// What an answer may cost, who hears of its progress, and who may stop it. Without `seconds` no clock is asked, so that
// the answer is the same on every machine. With it, how many deals or hands are looked at depends on the machine; which
// ones come next does not.
struct Budget {
    using Clock = std::chrono::steady_clock;

    int threads = 1;
    Watch& watch;                                               // throws to stop
    std::function<void(double)> progress = [](double) {};       // called with the share of the work done
    double seconds = std::numeric_limits<double>::infinity();   // the only use of a clock
    Clock::time_point started_at = Clock::now();

    bool is_timed() const { return seconds < std::numeric_limits<double>::infinity(); }
    double seconds_spent() const { return std::chrono::duration<double>(Clock::now() - started_at).count(); }
    double seconds_left() const { return seconds - seconds_spent(); }

    // The budget of a part of the work: progress from one share to another, and a time limit of its own.
    Budget slice(double from, double to, double limit = std::numeric_limits<double>::infinity()) const {
        return {threads, watch, [report = progress, from, to](double share) { report(from + (to - from) * share); },
                limit};
    }
};

// The watch of work that consists of `size` items: it reports how many are done, and stops them in time.
class WorkMonitor final : public Watch {
  public:
    WorkMonitor(const Budget& budget, std::size_t items) : budget_(budget), items_(std::max<std::size_t>(items, 1)) {}

    void check() override {
        budget_.watch.check();
        if (budget_.is_timed() && budget_.seconds_left() <= 0) throw Stopped{};
        budget_.progress(static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(items_));
    }

  private:
    const Budget& budget_;
    std::size_t items_;
};

}  // namespace bingo
