// The line of GFF3 that reports how long a sequence is, as all writers of GFF3 spell it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace exonweave {

/// "##sequence-region NAME 1 LENGTH" with its line end. Empty for a sequence of length 0, which has no first base:
/// validators refuse a region that ends before it begins.
std::string sequence_region_line(std::string_view name, std::int64_t length);

}  // namespace exonweave
