// Work shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "core/monitor.hpp"

namespace bingo {

// Solvers of one kind, one a worker, made when first needed. Solvers stay where they are.
template <class Solver>
class SolverPool {
  public:
    explicit SolverPool(std::function<std::unique_ptr<Solver>()> make) : make_(std::move(make)) {}

    // That of a worker.
    Solver& operator[](std::size_t w) {
        const std::scoped_lock lock(mutex_);
        while (solvers_.size() <= w) solvers_.push_back(make_());
        return *solvers_[w];
    }

    // Nodes searched by all of them so far; any thread may ask at any time.
    std::uint64_t nodes() const {
        const std::scoped_lock lock(mutex_);
        std::uint64_t sum = 0;
        for (const auto& solver : solvers_) sum += solver->nodes();
        return sum;
    }

  private:
    const std::function<std::unique_ptr<Solver>()> make_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Solver>> solvers_;
};

constexpr std::size_t kMaxThreads = 256;

// Calls work(solver of the worker, item) for items 0 to size - 1, which each worker takes from one counter as it is
// done with the one before. The calling thread is the first of at most `threads` workers, and asks `caller`; the others
// end when it does. Threads last as long as the call: they are made in microseconds, and none is left to a process that
// forks. False: the caller's watch threw Stopped, and some items may not have been done. Any other exception ends the
// work of all, and is passed on when all have ended.
template <class Solver, class Work>
bool parallel_for(std::size_t size, int threads, Watch& caller, SolverPool<Solver>& solvers, Work work) {
    const std::size_t max_workers = std::clamp<std::size_t>(size, 1, kMaxThreads);
    const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, max_workers);
    for (std::size_t w = 0; w < workers; ++w) solvers[w];  // before there are threads: memory may run out
    std::atomic<std::size_t> next{0};
    std::atomic<bool> ended{false};

    // What workers ask. Those beside the calling thread ask the flag alone: they must not call into Python. The calling
    // thread asks `caller` too, and notes if that is what stopped it.
    struct Follower : Watch {
        const std::atomic<bool>& flag;
        Watch* leader;  // whom to ask beside, in the calling thread
        bool stopped = false;

        Follower(const std::atomic<bool>& ends, Watch* first) : flag(ends), leader(first) {}
        void check() override {
            if (flag) throw Stopped{};
            try {
                if (leader) leader->check();
            } catch (const Stopped&) {
                stopped = true;
                throw;
            }
        }
    };
    // One worker: takes items until there are none, or the work has ended. Leaving by an exception ends it for all.
    const auto items = [&](std::size_t w, Watch& watch) {
        try {
            Solver& solver = solvers[w];
            const WatchScope watched(solver, watch);
            while (!ended) {
                const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
                if (i >= size) return;
                work(solver, i);
                caller.done.fetch_add(1, std::memory_order_relaxed);
            }
        } catch (const Stopped&) {  // whoever raised the flag has said why
            ended = true;
        } catch (...) {
            ended = true;
            throw;
        }
    };
    struct Ending {  // of the work of the others, however the block is left
        std::atomic<bool>& flag;
        ~Ending() { flag = true; }
    };

    std::vector<std::future<void>> futures;  // each waits for its thread when it goes
    const Ending ending{ended};
    try {
        for (std::size_t w = 1; w < workers; ++w)
            futures.push_back(std::async(std::launch::async, [&, w] {
                Follower watch(ended, nullptr);
                items(w, watch);
            }));
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
        // No more threads are to be had: the others do the work.
    }
    Follower watch(ended, &caller);
    try {
        items(0, watch);
        // Done with its own items, the calling thread waits for the others, and still sees to `caller` every 20 ms.
        for (const std::future<void>& other : futures)
            while (other.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout)
                if (!ended) watch.check();
    } catch (const Stopped&) {  // by the caller's watch
        ended = true;
    }
    // Throws what a worker threw.
    for (std::future<void>& other : futures) other.get();
    return !watch.stopped;
}

}  // namespace bingo
