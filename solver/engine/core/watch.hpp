// How a search is stopped: it asks now and then whether its answer is still wanted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace bingo {

// Thrown out of a search whose answer is no longer wanted. What its tables hold
// stays true: nothing is stored on the way.
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

    // Throws if the search is not to go on: Stopped, or what its caller should hear of.
    virtual void check() = 0;

    std::atomic<std::size_t> done{0};  // work items finished, by all workers
};

// Asks a watch, if there is one, once in so many steps. One thread steps, any thread may read the count.
class Steps {
  public:
    static constexpr std::uint64_t kBetweenChecks = 256;

    void step() {
        const std::uint64_t n = count() + 1;
        count_.store(n, std::memory_order_relaxed);
        if (watch_ && n % kBetweenChecks == 0) watch_->check();
    }

    // Where work is done without a step.
    void check() {
        if (watch_ && ++checks_ % kBetweenChecks == 0) watch_->check();
    }

    std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

    // From now on (nullptr: nobody is asked any more).
    void set_watch(Watch* watch) { watch_ = watch; }

  private:
    std::atomic<std::uint64_t> count_{0};
    std::uint64_t checks_ = 0;
    Watch* watch_ = nullptr;
};

}  // namespace bingo
