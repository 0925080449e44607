// The engine under libFuzzer: bytes as they come from outside, guided by what they reach. `python -m tests.fuzzing`
// compiles and runs it.
//
// Compiled with BINGO_ALONE it runs the files that are named, without libFuzzer, whose own library MemorySanitizer
// minds.
//
// Bytes are a request, in which stand the positions, records and words of a page. An answer has to be JSON; whatever
// stops the program is a fault.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/answer.hpp"
#include "positions/json.hpp"

#ifdef BINGO_ALONE

// What the standard library as it was compiled writes, which MemorySanitizer does not see: nodes of sets and maps,
// digits, and exceptions with their words.
#include <sanitizer/msan_interface.h>

#include <charconv>
#include <map>

extern "C" {

using Tree = std::_Rb_tree_node_base;

void __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool, Tree*, Tree*, Tree&);
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, Tree* node, Tree* parent,
                                                                              Tree& header) {
    __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(left, node, parent, header);
    __msan_unpoison(node, sizeof *node);
}

std::to_chars_result __real__ZSt8to_charsPcS_d(char*, char*, double);
std::to_chars_result __wrap__ZSt8to_charsPcS_d(char* begin, char* end, double number) {
    const std::to_chars_result written = __real__ZSt8to_charsPcS_d(begin, end, number);
    __msan_unpoison(begin, static_cast<std::size_t>(written.ptr - begin));
    return written;
}

void* __real___cxa_allocate_exception(std::size_t);
void* __wrap___cxa_allocate_exception(std::size_t size) {
    void* const made = __real___cxa_allocate_exception(size);
    __msan_unpoison(made, size);
    return made;
}

const char* __msan_default_options() { return "intercept_strlen=0"; }
}

#endif

namespace {

using namespace bingo;

// Stops what takes long, always at the same place: an input is to cost milliseconds.
class Short final : public Watch {
  public:
    void check() override {
        if (++checks_ > kMost) throw Stopped{};
    }

  private:
    static constexpr int kMost = 40;
    std::atomic<int> checks_{0};
};

void expect(bool holds) {
    if (!holds) std::abort();
}

// Nothing where the file is gone.
std::string contents(const char* name) {
    std::FILE* const file = std::fopen(name, "rb");
    std::string found;
    for (int c = 0; file && (c = std::fgetc(file)) != EOF;) found += static_cast<char>(c);
    if (file) std::fclose(file);
    return found;
}

struct Engine {
    Engine() {
        const std::string learnt = contents(std::getenv("BINGO_LEARNT"));
        for (std::string_view left = learnt; !left.empty();) {  // as learnt() in tests/fuzzing.py writes it
            const std::size_t end = left.find('\n');
            GameRules rules{std::string(left.substr(0, end - 2)), left[end - 1] == '1'};
            left.remove_prefix(end + 1);
            std::vector<std::int32_t> trumps(kSuits * kTiles * (5 + kClasses)), scoring(sizeof(Scoring) / 4);
            std::vector<Networks> networks(1);
            take(left, trumps);
            take(left, scoring);
            take(left, networks);
            rules.tables = load_tables(std::span<const std::int32_t>(trumps), std::span<const std::int32_t>(scoring));
            answerer.learn(rules, networks[0]);
        }
    }

    // Numbers as they stand at the beginning, which is left behind.
    template <class Number>
    static void take(std::string_view& left, std::vector<Number>& numbers) {
        const std::size_t bytes = numbers.size() * sizeof(Number);
        expect(left.size() >= bytes);
        std::memcpy(numbers.data(), left.data(), bytes);
        left.remove_prefix(bytes);
    }

    void ask(std::string_view request) {
        Short watch;
        const std::string answer = answerer.answer(request, watch, [](double) {});
        std::vector<std::pair<std::string_view, std::string_view>> members;
        expect(read_object(answer, members) && !members.empty());
    }

    Answerer answerer;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Engine engine;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    engine.ask(bytes);
    return 0;
}

#ifdef BINGO_ALONE

// The files that are named, one after the other.
int main(int count, char** names) {
    for (int i = 1; i < count; ++i) {
        const std::string bytes = contents(names[i]);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%d files\n", count - 1);
    return 0;
}

#endif
