#include "answers/rulebook.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "core/load.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

constexpr std::size_t kColumns = 5 + kClasses;

// Reads numbers and bytes from the data one after the other.
class Data {
  public:
    explicit Data(Text data) : rest_(data) {}

    Text bytes(std::size_t size) {
        if (rest_.size() < size) throw std::invalid_argument("data: expected more of it");
        const Text found = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return found;
    }
    std::int32_t number() {
        std::int32_t found = 0;
        std::memcpy(&found, bytes(sizeof found).data(), sizeof found);
        return found;
    }
    std::size_t size(std::int32_t most) {
        const std::int32_t found = number();
        check_range("data: a size", found, 0, most);
        return static_cast<std::size_t>(found);
    }
    std::string text() { return std::string(bytes(size(256))); }
    std::vector<std::int32_t> numbers() {
        std::vector<std::int32_t> found(size(1 << 16));
        const Text raw = bytes(found.size() * sizeof(std::int32_t));
        if (!raw.empty()) std::memcpy(found.data(), raw.data(), raw.size());
        return found;
    }

  private:
    Text rest_;
};

// A number of 16 bits (IEEE 754 binary16, finite), which 32 bits hold exactly.
float whole(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const float size = exponent ? std::ldexp(1024.0f + static_cast<float>(fraction), exponent - 25)
                                : std::ldexp(static_cast<float>(fraction), -24);
    return half >> 15 ? -size : size;
}

Networks read_networks(Data& from) {
    Networks networks{};
    std::vector<float> weights(sizeof networks / sizeof(float));
    const std::size_t bytes = from.number() == 2 ? 2 : 4, size = weights.size();
    const Text raw = from.bytes(size * bytes);
    for (std::size_t n = 0; n < size; ++n) {
        std::uint32_t bits = 0;
        for (std::size_t byte = bytes; byte-- > 0;) bits = bits << 8 | static_cast<std::uint8_t>(raw[byte * size + n]);
        weights[n] = bytes == 2 ? whole(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
    }
    std::memcpy(&networks, weights.data(), sizeof networks);
    return networks;
}

// A value as it stands in a file, without quotes and brackets; numbers of a list are parted by blanks.
std::string plain(Text value) {
    std::string out;
    for (const char c : value) {
        if (c == '"' || c == '[' || c == ']') continue;
        if (c != ' ' && c != ',')
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out;
}

}  // namespace

void Rulebook::learn(Text data) {
    Data from(data);
    // Places in the data begin where what was learnt before ends; networks that are known already are found again.
    const std::size_t columns = columns_.size(), suits = tables_.size();
    std::vector<std::size_t> networks;
    for (std::size_t left = from.size(16); left > 0; --left) {
        const Networks more = read_networks(from);
        const auto known = std::find_if(networks_.begin(), networks_.end(), [&](const Networks& one) {
            // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): they are the bytes that were read
            return std::memcmp(&one, &more, sizeof more) == 0;
        });
        networks.push_back(static_cast<std::size_t>(known - networks_.begin()));
        if (known == networks_.end()) networks_.push_back(more);
    }
    for (std::size_t left = from.size(1 << 16); left > 0; --left) columns_.push_back(from.numbers());
    for (std::size_t left = from.size(1 << 16); left > 0; --left) {
        tables_.push_back(from.numbers());
        for (std::int32_t& column : tables_.back()) column += static_cast<std::int32_t>(columns);
    }
    std::vector<Learnt*> sets(from.size(1 << 16));
    for (Learnt*& one : sets) {
        const std::string key = from.text();
        one = &(learnt_[key] = {});
        for (const char c : key) one->label += c == ',' ? std::string(", ") : std::string(1, c);
    }
    for (Learnt* one : sets)
        if (const std::string label = from.text(); !label.empty()) one->label = label;
    for (Learnt* one : sets) one->either_end = from.number() != 0;
    for (Learnt* one : sets) one->networks = networks.at(from.size(16));
    for (Learnt* one : sets) one->tables = suits + from.size(1 << 16);
    for (std::size_t left = from.size(64); left > 0; --left)
        for (Learnt* one : sets) one->scoring.push_back(from.number());
}

Rules& Rulebook::made(const std::string& key, const Learnt& learnt) {
    const std::vector<std::int32_t> trumps = tables(learnt.tables);
    const Tables loaded =
        load_tables(std::span<const std::int32_t>(trumps), std::span<const std::int32_t>(learnt.scoring));
    Rules& rules = rules_[key];
    rules.label = learnt.label;
    rules.either_end = learnt.either_end;
    rules.tables = loaded;
    rules.objectives = std::make_unique<Objectives>(rules.tables);
    rules.exact = std::make_unique<Exact>(rules.tables);  // what they search with is made when it is needed
    rules.estimates = std::make_unique<Estimates>(rules.tables, networks_.at(learnt.networks));
    return rules;
}

Rules* Rulebook::find(Text written) {
    std::vector<std::pair<Text, Text>> members;
    std::string preset = "pagat";
    std::vector<std::pair<std::string, std::string>> fields;
    if (!written.empty() && written.front() == '"') {  // "pagat, must_beat=false" too
        const Text text = written.substr(1, written.size() - 2);
        preset = text.substr(0, text.find(','));
        for (std::size_t at = text.find(','); at != Text::npos;) {
            const std::size_t next = text.find(',', at + 1), sign = text.find('=', at);
            const std::size_t end = next == Text::npos ? text.size() : next;
            if (sign >= end) return nullptr;
            const std::size_t begin = text.find_first_not_of(' ', at + 1);
            fields.emplace_back(text.substr(begin, sign - begin), text.substr(sign + 1, end - sign - 1));
            at = next;
        }
    } else if (!written.empty()) {
        if (!read_object(written, members)) return nullptr;
        for (const auto& [key, value] : members) {
            if (key == "preset")
                preset = plain(value);
            else
                fields.emplace_back(key, plain(value));
        }
    }
    std::sort(fields.begin(), fields.end());
    std::string key = preset;
    for (const auto& [field, value] : fields) key.append(",").append(field).append("=").append(value);
    if (const auto found = rules_.find(key); found != rules_.end()) return &found->second;
    const auto learnt = learnt_.find(key);
    return learnt == learnt_.end() ? nullptr : &made(key, learnt->second);
}

std::vector<std::int32_t> Rulebook::tables(std::size_t place) const {
    const std::vector<std::int32_t>& columns = tables_.at(place);
    std::vector<std::int32_t> rows(kSuits * kTiles * kColumns);
    if (columns.size() != kSuits * kColumns) throw std::invalid_argument("data: expected the columns of all suits");
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::vector<std::int32_t>& column = columns_.at(static_cast<std::size_t>(columns[i]));
        if (column.size() != kTiles) throw std::invalid_argument("data: expected a number a tile in each column");
        for (std::size_t k = 0; k < kTiles; ++k)
            rows[(i / kColumns * kTiles + k) * kColumns + i % kColumns] = column[k];
    }
    return rows;
}

}  // namespace bingo
