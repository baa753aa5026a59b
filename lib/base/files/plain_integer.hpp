// Whole numbers as people must write them: digits without a leading zero, at most a minus before them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace exonweave {

/// The number, or nothing for anything but -?(0|[1-9][0-9]*) that fits 64 bits: no blanks, +5, 010, 1e3, 1.0,
/// 0x1.
std::optional<std::int64_t> parse_plain_integer(std::string_view text);

}  // namespace exonweave
