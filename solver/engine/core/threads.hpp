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
    explicit SolverPool(std::function<std::unique_ptr<Solver>()> make_solver) : make_solver_(std::move(make_solver)) {}

    // That of a worker.
    Solver& operator[](std::size_t worker) {
        const std::scoped_lock lock(mutex_);
        while (solvers_.size() <= worker) solvers_.push_back(make_solver_());
        return *solvers_[worker];
    }

    // Nodes searched by all of them so far; any thread may ask at any time.
    std::uint64_t nodes() const {
        const std::scoped_lock lock(mutex_);
        std::uint64_t node_count = 0;
        for (const auto& solver : solvers_) node_count += solver->nodes();
        return node_count;
    }

  private:
    const std::function<std::unique_ptr<Solver>()> make_solver_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Solver>> solvers_;
};

constexpr std::size_t kMaxThreads = 256;

// Calls work(solver of the worker, item) for items 0 to size - 1, which each worker takes from one counter as it is
// done with the one before. The calling thread is the first of at most `threads` workers, and asks `caller_watch`; the
// others end when it does. Threads last as long as the call: they are made in microseconds, and none is left to a
// process that forks. False: the caller's watch threw Stopped, and some items may not have been done. Any other
// exception ends the work of all, and is passed on when all have ended.
template <class Solver, class Work>
bool parallel_for(std::size_t item_count, int threads, Watch& caller_watch, SolverPool<Solver>& solvers, Work work) {
    const std::size_t max_workers = std::clamp<std::size_t>(item_count, 1, kMaxThreads);
    const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, max_workers);
    for (std::size_t worker = 0; worker < workers; ++worker) solvers[worker];  // before threads: memory may run out
    std::atomic<std::size_t> next_item{0};
    std::atomic<bool> has_ended{false};

    // What workers ask. Those beside the calling thread ask the flag alone: they must not call into Python. The calling
    // thread asks `caller_watch` too, and notes if that is what stopped it.
    struct WorkerWatch : Watch {
        const std::atomic<bool>& work_ended;
        Watch* caller_watch;  // whom to ask beside, in the calling thread
        bool caller_stopped = false;

        WorkerWatch(const std::atomic<bool>& has_ended, Watch* watch) : work_ended(has_ended), caller_watch(watch) {}
        void check() override {
            if (work_ended) throw Stopped{};
            try {
                if (caller_watch) caller_watch->check();
            } catch (const Stopped&) {
                caller_stopped = true;
                throw;
            }
        }
    };
    // One worker: takes items until there are none, or the work has ended. Leaving by an exception ends it for all.
    const auto work_through_items = [&](std::size_t worker, Watch& watch) {
        try {
            Solver& solver = solvers[worker];
            const WatchScope watched(solver, watch);
            while (!has_ended) {
                const std::size_t item = next_item.fetch_add(1, std::memory_order_relaxed);
                if (item >= item_count) return;
                work(solver, item);
                caller_watch.done.fetch_add(1, std::memory_order_relaxed);
            }
        } catch (const Stopped&) {  // whoever raised the flag has said why
            has_ended = true;
        } catch (...) {
            has_ended = true;
            throw;
        }
    };
    struct EndOthers {  // of the work of the others, however the block is left
        std::atomic<bool>& has_ended;
        ~EndOthers() { has_ended = true; }
    };

    std::vector<std::future<void>> futures;  // each waits for its thread when it goes
    const EndOthers end_others{has_ended};
    try {
        for (std::size_t worker = 1; worker < workers; ++worker)
            futures.push_back(std::async(std::launch::async, [&, worker] {
                WorkerWatch watch(has_ended, nullptr);
                work_through_items(worker, watch);
            }));
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
        // No more threads are to be had: the others do the work.
    }
    WorkerWatch watch(has_ended, &caller_watch);
    try {
        work_through_items(0, watch);
        // Done with its own items, the calling thread waits for the others, and asks `caller_watch` every 20 ms.
        for (const std::future<void>& future : futures)
            while (future.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout)
                if (!has_ended) watch.check();
    } catch (const Stopped&) {  // by the caller's watch
        has_ended = true;
    }
    // Throws what a worker threw.
    for (std::future<void>& future : futures) future.get();
    return !watch.caller_stopped;
}

}  // namespace bingo
