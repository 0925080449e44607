// What an answer may cost, whom it tells how far it is, and who may stop it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>

#include "core/watch.hpp"

namespace bingo {

// Called with the share of all the work that is done, 0 to 1, by the thread that asked.
using Progress = std::function<void(double)>;

struct Effort {
    using Clock = std::chrono::steady_clock;

    int threads = 1;
    Watch& watch;  // throws to stop
    Progress progress = [](double) {};
    Clock::time_point begun = Clock::now();
    double seconds = std::numeric_limits<double>::infinity();  // after `begun`; the only thing that asks a clock

    bool timed() const { return seconds < std::numeric_limits<double>::infinity(); }
    double spent() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
    double left() const { return seconds - spent(); }

    // A part of the work: progress from one share to another, and as much time as is said.
    Effort part(double from, double to, double limit = std::numeric_limits<double>::infinity()) const {
        return {threads, watch, [tell = progress, from, to](double share) { tell(from + (to - from) * share); },
                Clock::now(), limit};
    }
};

// The watch of work that is shared out in `size` items: it tells how many are done, and stops them in time.
class Items final : public Watch {
  public:
    Items(const Effort& effort, std::size_t size) : effort_(effort), size_(std::max<std::size_t>(size, 1)) {}

    void check() override {
        effort_.watch.check();
        if (effort_.timed() && effort_.left() <= 0) throw Stopped{};
        effort_.progress(static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(size_));
    }

  private:
    const Effort& effort_;
    std::size_t size_;
};

}  // namespace bingo
