// Records of deals as text: YAML as positions/record_writing.py writes it, and the same as JSON, which is read back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "play/replay.hpp"

namespace bingo {

// Of a record that is possible.
std::string record_yaml(const Record& record, const GameRules& rules);
std::string record_json(const Record& record, const GameRules& rules);

// The name of the rules of a record in JSON, quotes and all; empty where there is none.
std::string_view rules_of(std::string_view json);
// What record_json wrote. None: it is something else.
std::optional<Record> read_record(std::string_view json, const GameRules& rules);

}  // namespace bingo
