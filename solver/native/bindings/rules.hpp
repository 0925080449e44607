// Rules as Python gives them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <string>

#include "core/load.hpp"

namespace bingo {

namespace nb = nanobind;

using Integers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Hands = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline void check_threads(int threads) {
    if (threads < 1) refuse("threads", "1 or more", std::to_string(threads));
}

inline Tables load_tables(const Integers& trumps, const Integers& scoring) {
    return load_tables(std::span(trumps.data(), trumps.size()), std::span(scoring.data(), scoring.size()));
}

}  // namespace bingo
