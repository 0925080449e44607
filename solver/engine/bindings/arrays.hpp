// Numbers and texts as Python gives and gets them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/load.hpp"
#include "hidden/features.hpp"

namespace bingo {

namespace nb = nanobind;

template <class T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Whole numbers as array("i") has them.
struct Integers : Numbers<std::int32_t> {};

using Hands = Numbers<std::uint32_t>;
using Doubles = Numbers<double>;
using Floats = Numbers<float>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Rows = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// Arrays that own their numbers.
template <class T>
Column<T> column_of(std::vector<T> numbers) {
    auto* kept = new std::vector<T>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {kept->size()}, owner};
}

template <class T>
Rows<T> rows_of(std::vector<T> numbers, std::size_t rows, std::size_t columns) {
    auto* kept = new std::vector<T>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {rows, columns}, owner};
}

inline std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
inline nb::bytes bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

inline void check_threads(int threads) {
    if (threads < 1) refuse("threads", "1 or more", std::to_string(threads));
}

inline Tables load_tables(const Integers& trumps, const Integers& scoring) {
    return load_tables(std::span(trumps.data(), trumps.size()), std::span(scoring.data(), scoring.size()));
}

// Weights of all networks, one after the other.
inline Networks load_networks(const Floats& weights) {
    static_assert(sizeof(Networks) % sizeof(float) == 0);
    Networks networks{};
    if (weights.size() * sizeof(float) != sizeof networks) throw std::invalid_argument("weights: wrong length");
    if (!std::all_of(weights.data(), weights.data() + weights.size(), [](float w) { return std::isfinite(w); }))
        throw std::invalid_argument("weights: expected finite numbers");
    std::memcpy(&networks, weights.data(), sizeof networks);
    return networks;
}

}  // namespace bingo

namespace nanobind::detail {

// Taken as any array is; Python's checkers of types are told which it should be.
template <>
struct type_caster<bingo::Integers> {
    NB_TYPE_CASTER(bingo::Integers, const_name("array.array[int]"))

    bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
        type_caster<bingo::Numbers<std::int32_t>> numbers;
        if (!numbers.from_python(source, flags, cleanup)) return false;
        value = {numbers.value};
        return true;
    }
};

}  // namespace nanobind::detail
