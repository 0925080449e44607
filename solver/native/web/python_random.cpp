#include "web/python_random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace bingo {
namespace {

using Word = std::uint64_t;

// The first 64 bits of the fractional part of a root of a prime, found bit by bit: constants of SHA-512 (FIPS 180-4).
Word fraction_of_root(unsigned prime, int degree) {
    // The root times 2^64 as whole and fractional part; powers are compared in 32-bit digits.
    const auto whole = static_cast<Word>(degree == 2 ? std::sqrt(prime) : std::cbrt(prime));
    const auto at_most = [&](Word fraction) {
        std::vector<Word> power{1};  // digits, the least significant first
        const Word root[3] = {fraction & 0xFFFFFFFF, fraction >> 32, whole};
        for (int i = 0; i < degree; ++i) {
            std::vector<Word> product(power.size() + 3);
            for (std::size_t a = 0; a < power.size(); ++a) {
                Word carry = 0;
                for (std::size_t b = 0; b < 3; ++b) {
                    const Word sum = product[a + b] + power[a] * root[b] + carry;
                    product[a + b] = sum & 0xFFFFFFFF;
                    carry = sum >> 32;
                }
                for (std::size_t c = a + 3; carry && c < product.size(); ++c) {
                    const Word sum = product[c] + carry;
                    product[c] = sum & 0xFFFFFFFF;
                    carry = sum >> 32;
                }
            }
            power = std::move(product);
        }
        const auto point = 2 * static_cast<std::size_t>(degree);
        Word integer = 0;
        for (std::size_t digit = power.size(); digit-- > point;) integer = integer << 32 | power[digit];
        return integer < prime;  // the root of a prime is never whole
    };
    Word fraction = 0;
    for (int b = 63; b >= 0; --b)
        if (at_most(fraction | Word{1} << b)) fraction |= Word{1} << b;
    return fraction;
}

std::vector<unsigned> primes(std::size_t size) {
    std::vector<unsigned> found;
    for (unsigned n = 2; found.size() < size; ++n)
        if (std::none_of(found.begin(), found.end(), [&](unsigned p) { return n % p == 0; })) found.push_back(n);
    return found;
}

std::string sha512(std::string_view text) {
    std::array<Word, 80> constants{};
    std::array<Word, 8> hash{};
    const std::vector<unsigned> first = primes(constants.size());
    for (std::size_t i = 0; i < constants.size(); ++i) constants[i] = fraction_of_root(first[i], 3);
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] = fraction_of_root(first[i], 2);
    std::string padded(text);
    padded += '\x80';
    padded.append((240 - padded.size() % 128) % 128, '\0');
    padded.append(8, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(Word{text.size()} * 8 >> shift & 0xFF);
    for (std::size_t block = 0; block < padded.size(); block += 128) {
        std::array<Word, 80> w{};
        for (std::size_t i = 0; i < 128; ++i) w[i / 8] = w[i / 8] << 8 | static_cast<unsigned char>(padded[block + i]);
        for (std::size_t i = 16; i < w.size(); ++i) {
            const Word a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 1) ^ std::rotr(a, 8) ^ a >> 7) +
                   (std::rotr(b, 19) ^ std::rotr(b, 61) ^ b >> 6);
        }
        std::array<Word, 8> v = hash;
        for (std::size_t i = 0; i < w.size(); ++i) {
            const Word a = v[0], e = v[4];
            const Word one = v[7] + (std::rotr(e, 14) ^ std::rotr(e, 18) ^ std::rotr(e, 41)) +
                             ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
            const Word two =
                (std::rotr(a, 28) ^ std::rotr(a, 34) ^ std::rotr(a, 39)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            std::copy_backward(v.begin(), v.end() - 1, v.end());
            v[4] += one;
            v[0] = one + two;
        }
        for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += v[i];
    }
    std::string out;
    for (const Word word : hash)
        for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift & 0xFF);
    return out;
}

}  // namespace

PythonRandom::PythonRandom(std::string_view seed) {
    const std::string bytes = std::string(seed) + sha512(seed);
    std::vector<std::uint32_t> key((bytes.size() + 3) / 4);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        key[i / 4] |= std::uint32_t{static_cast<unsigned char>(bytes[bytes.size() - 1 - i])} << (8 * (i % 4));
    begin(key);
}

void PythonRandom::begin(const std::vector<std::uint32_t>& key) {
    state_[0] = 19650218;
    for (std::size_t i = 1; i < kSize; ++i)
        state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + static_cast<std::uint32_t>(i);
    std::size_t i = 1, j = 0;
    const auto step = [&] {
        if (++i < kSize) return;
        state_[0] = state_[kSize - 1];
        i = 1;
    };
    for (std::size_t left = std::max(kSize, key.size()); left > 0; --left) {
        state_[i] =
            (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1664525u) + key[j] + static_cast<std::uint32_t>(j);
        step();
        j = (j + 1) % key.size();
    }
    for (std::size_t left = kSize - 1; left > 0; --left) {
        state_[i] = (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1566083941u) - static_cast<std::uint32_t>(i);
        step();
    }
    state_[0] = 0x80000000u;
}

std::uint32_t PythonRandom::next() {
    if (at_ == kSize) {
        for (std::size_t i = 0; i < kSize; ++i) {
            const std::uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7FFFFFFFu);
            state_[i] = state_[(i + kShift) % kSize] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
        }
        at_ = 0;
    }
    std::uint32_t y = state_[at_++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

std::uint32_t PythonRandom::below(std::uint32_t n) {
    for (;;)
        if (const std::uint32_t drawn = next() >> (32 - std::bit_width(n)); drawn < n) return drawn;
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t sum = ~0u;
    for (const char c : bytes) {
        sum ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

}  // namespace bingo
