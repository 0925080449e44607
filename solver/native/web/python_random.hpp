// Chance as Python's random.Random gives it, so that a seed means the same deals and the same turns here and there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace bingo {

// The Mersenne Twister (Matsumoto and Nishimura 1998), seeded as CPython does.
class PythonRandom {
  public:
    explicit PythonRandom(std::uint32_t seed) { begin({seed}); }
    // Seeded by a text: its bytes, and their SHA-512 after them, as one number.
    explicit PythonRandom(std::string_view seed);

    // 0 to n - 1, for n above 0; Random.randrange(n).
    std::uint32_t below(std::uint32_t n);

    // Random.sample(things, size) of at most 21 things, or of all of them: more are drawn in another way there.
    template <class Thing>
    std::vector<Thing> sample(std::vector<Thing> things, std::size_t size) {
        std::vector<Thing> drawn;
        for (std::size_t left = things.size(); drawn.size() < size; --left) {
            Thing& thing = things[below(static_cast<std::uint32_t>(left))];
            drawn.push_back(thing);
            thing = things[left - 1];
        }
        return drawn;
    }

  private:
    static constexpr std::size_t kSize = 624, kShift = 397;

    void begin(const std::vector<std::uint32_t>& key);  // the least significant word first
    std::uint32_t next();

    std::array<std::uint32_t, kSize> state_{};
    std::size_t at_ = kSize;
};

// The checksum of zip files (CRC-32).
std::uint32_t crc32(std::string_view bytes);

}  // namespace bingo
