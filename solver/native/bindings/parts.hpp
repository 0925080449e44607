// The parts of the binding, a file each.
#pragma once

#include <nanobind/nanobind.h>

namespace bingo {

void bind_jsonl(nanobind::module_& module);
void bind_composing(nanobind::module_& module);
void bind_player(nanobind::module_& module);
void bind_answers(nanobind::module_& module);

}  // namespace bingo
