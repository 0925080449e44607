// Work shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#ifndef __wasm__
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

#include "core/watch.hpp"

namespace bingo {

#ifdef __wasm__
struct Mutex {};  // there is one thread
struct Lock {
    explicit Lock(const Mutex& /*mutex*/) {}
};
#else
using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;
#endif

// Solvers of one kind, one a worker, made when first needed. Solvers stay where they are.
template <class Solver>
class Solvers {
  public:
    // The solver of worker number `w`; `make` makes a std::unique_ptr of one.
    template <class Make>
    Solver& get(std::size_t w, Make make) {
        const Lock lock(mutex_);
        while (solvers_.size() <= w) solvers_.push_back(make());
        return *solvers_[w];
    }

    // Nodes searched by all of them so far; any thread may ask at any time.
    std::uint64_t nodes() const {
        const Lock lock(mutex_);
        std::uint64_t sum = 0;
        for (const auto& solver : solvers_) sum += solver->nodes();
        return sum;
    }

  private:
    mutable Mutex mutex_;
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

#ifdef __wasm__

// Work items 0 to size - 1 where there are no threads, and no exceptions: nobody stops it.
class Workers {
  public:
    Workers(std::size_t size, Watch& caller) : size_(size), caller_(caller) {}

    template <class Solver, class Work>
    bool run(int /*threads*/, Solver solver, Work work) {
        auto& only = solver(0);
        const Watched watched(only, caller_);
        for (std::size_t i = 0; i < size_; ++i, ++caller_.done) work(only, i);
        return true;
    }

  private:
    const std::size_t size_;
    Watch& caller_;
};

#else

// Work items 0 to size - 1, taken from one counter by each worker as it is done with the one before. The calling thread
// is the first worker. The first exception ends the work of all, and is passed on when all have ended.
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
        {
            std::vector<std::thread> others;
            const Joining joining{*this, others};
            for (std::size_t w = 1; w < workers; ++w) {
                const auto begin = [this, &work, mine = own[w]] {
                    Follower watch(*this);
                    items(*mine, watch, work);
                    end_one();
                };
                begin_one();
                try {
                    others.emplace_back(begin);
                } catch (const std::system_error&) {  // no more threads to be had: the others do the work
                    end_one();
                    break;
                }
            }
            Leader watch(*this);
            items(*own[0], watch, work);
            wait();
        }
        if (error_) std::rethrow_exception(error_);
        return !stopped_;
    }

  private:
    // The watch of a worker that is not the calling thread.
    class Follower final : public Watch {
      public:
        explicit Follower(const Workers& workers) : workers_(workers) {}
        void check() override {
            if (workers_.ends()) throw Stopped{};
        }

      private:
        const Workers& workers_;
    };

    class Leader final : public Watch {
      public:
        explicit Leader(Workers& workers) : workers_(workers) {}
        void check() override {
            if (workers_.ends()) throw Stopped{};
            workers_.ask_caller();
        }

      private:
        Workers& workers_;
    };

    // Ends and joins the others, however the block is left.
    struct Joining {
        Workers& workers;
        std::vector<std::thread>& threads;

        ~Joining() {
            workers.end_.store(true, std::memory_order_relaxed);
            for (std::thread& thread : threads) thread.join();
        }
    };

    template <class Solver, class Work>
    void items(Solver& solver, Watch& watch, Work& work) noexcept {
        try {
            const Watched watched(solver, watch);
            while (!ends()) {
                const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
                if (i >= size_) return;
                work(solver, i);
                caller_.done.fetch_add(1, std::memory_order_relaxed);
            }
        } catch (const Stopped&) {  // whoever raised the flag has said why
            fail(nullptr);
        } catch (...) {
            fail(std::current_exception());
        }
    }

    bool ends() const { return end_.load(std::memory_order_relaxed); }

    void ask_caller() {
        try {
            caller_.check();
        } catch (const Stopped&) {
            stopped_ = true;
            throw;
        }
    }

    void fail(const std::exception_ptr& error) noexcept {
        const std::scoped_lock lock(mutex_);
        if (error && !error_) error_ = error;
        end_.store(true, std::memory_order_relaxed);
    }

    void begin_one() {
        const std::scoped_lock lock(mutex_);
        ++running_;
    }

    void end_one() noexcept {
        const std::scoped_lock lock(mutex_);
        --running_;
        none_runs_.notify_one();
    }

    // Until all others have ended, asking the caller's watch meanwhile.
    void wait() noexcept {
        std::unique_lock lock(mutex_);
        while (!none_runs_.wait_for(lock, std::chrono::milliseconds(20), [this] { return running_ == 0; })) {
            if (ends()) continue;
            lock.unlock();
            try {
                ask_caller();
            } catch (const Stopped&) {
                fail(nullptr);
            } catch (...) {
                fail(std::current_exception());
            }
            lock.lock();
        }
    }

    const std::size_t size_;
    Watch& caller_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> end_{false};
    bool stopped_ = false;  // by the caller's watch; only the calling thread looks at it
    std::mutex mutex_;      // of what follows
    std::condition_variable none_runs_;
    int running_ = 0;
    std::exception_ptr error_;
};

#endif

}  // namespace bingo
