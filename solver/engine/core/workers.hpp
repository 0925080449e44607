// Work shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "core/watch.hpp"

namespace bingo {

// Solvers of one kind, one a worker, made when first needed. Solvers stay where they are.
template <class Solver>
class Solvers {
  public:
    // The solver of worker number `w`; `make` makes a std::unique_ptr of one.
    template <class Make>
    Solver& get(std::size_t w, Make make) {
        const std::scoped_lock lock(mutex_);
        while (solvers_.size() <= w) solvers_.push_back(make());
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
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Solver>> solvers_;
};

// Has a solver ask this watch until the end of the block.
template <class Solver>
class Watched {
  public:
    Watched(Solver& solver, Watch& watch) : solver_(solver) { solver_.set_watch(&watch); }
    ~Watched() { solver_.set_watch(nullptr); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

  private:
    Solver& solver_;
};

// Work items 0 to size - 1, taken from one counter by each worker as it is done with the one before. The calling thread
// is the first worker. An exception ends the work of all, and is passed on when all have ended.
class Workers {
  public:
    static constexpr std::size_t kMost = 256;  // threads

    Workers(std::size_t size, Watch& caller) : size_(size), caller_(caller) {}

    // How many threads it takes: no more than there are items.
    static std::size_t needed(std::size_t size, int threads) {
        return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1,
                                       std::clamp<std::size_t>(size, 1, kMost));
    }

    // Calls work(solver of the worker, item) for all items, with solver(w) as the solver of worker w. False: the
    // caller's watch threw Stopped, and some items may not have been done.
    template <class Solver, class Work>
    bool run(int threads, Solver solver, Work work) {
        const std::size_t workers = needed(size_, threads);
        std::vector<decltype(&solver(0))> own;
        own.reserve(workers);
        for (std::size_t w = 0; w < workers; ++w) own.push_back(&solver(w));
        std::vector<std::future<void>> others;  // each waits for its thread when it goes
        const Ending ending{*this};
        try {
            for (std::size_t w = 1; w < workers; ++w)
                others.push_back(std::async(std::launch::async, [this, &work, mine = own[w]] {
                    Follower watch(*this);
                    items(*mine, watch, work);
                }));
        } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
            // No more threads are to be had: the others do the work.
        }
        try {
            Leader watch(*this);
            items(*own[0], watch, work);
            for (const std::future<void>& other : others)
                while (other.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout)
                    if (!ends()) watch.check();
        } catch (const Stopped&) {  // by the caller's watch
            end();
        }
        for (std::future<void>& other : others) other.get();
        return !stopped_;
    }

  private:
    // The watch of a worker that is not the calling thread.
    class Follower : public Watch {
      public:
        explicit Follower(Workers& workers) : workers_(workers) {}
        void check() override {
            if (workers_.ends()) throw Stopped{};
        }

      protected:
        Workers& workers_;
    };

    class Leader final : public Follower {
      public:
        using Follower::Follower;
        void check() override {
            Follower::check();
            try {
                workers_.caller_.check();
            } catch (const Stopped&) {
                workers_.stopped_ = true;
                throw;
            }
        }
    };

    // Ends the work of the others, however the block is left.
    struct Ending {
        Workers& workers;

        ~Ending() { workers.end(); }
    };

    template <class Solver, class Work>
    void items(Solver& solver, Watch& watch, Work& work) {
        try {
            const Watched watched(solver, watch);
            while (!ends()) {
                const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
                if (i >= size_) return;
                work(solver, i);
                caller_.done.fetch_add(1, std::memory_order_relaxed);
            }
        } catch (const Stopped&) {  // whoever raised the flag has said why
            end();
        } catch (...) {
            end();
            throw;
        }
    }

    bool ends() const { return end_.load(std::memory_order_relaxed); }
    void end() { end_.store(true, std::memory_order_relaxed); }

    const std::size_t size_;
    Watch& caller_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> end_{false};
    bool stopped_ = false;  // by the caller's watch; only the calling thread looks at it
};

}  // namespace bingo
