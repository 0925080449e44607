// The narrow entry as a WebAssembly module: built by cli/web/build.py, not part of the Python package.
//
// Whoever runs it writes bytes to where reserve() says, then calls start() once, with the data, and answer() as often
// as they like. What a call returns lies at result(), so many bytes of it. There are no exceptions to be caught here:
// what would be thrown is told to the host by fail(), which is to end the call and the module.

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <typeinfo>

#include "answers/answer.hpp"

namespace {

std::string input, output;
std::unique_ptr<bingo::Answerer> answerer;

}  // namespace

extern "C" {

__attribute__((import_module("host"), import_name("fail"))) [[noreturn]] void fail(const char* words);

// The runtime's own would unwind the stack, which a module without exceptions cannot. All that the kernel throws are
// of the standard library's kinds.
void* __cxa_allocate_exception(std::size_t size) noexcept { return operator new(size); }
[[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    fail(static_cast<std::exception*>(thrown)->what());
}

__attribute__((export_name("reserve"))) char* reserve(std::size_t size) {
    input.resize(size);
    return input.data();
}

__attribute__((export_name("start"))) void start() {
    answerer = std::make_unique<bingo::Answerer>();
    answerer->learn(input);
    input = {};
}

__attribute__((export_name("answer"))) std::size_t answer() {
    output = answerer->answer(input);
    return output.size();
}

__attribute__((export_name("result"))) const char* result() { return output.data(); }
}
