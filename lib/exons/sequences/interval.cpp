#include "exons/sequences/interval.hpp"

#include <fmt/format.h>

#include "base/files/file_text.hpp"

namespace exonweave {

std::string sequence_region_line(std::string_view name, std::int64_t length) {
  return length > 0 ? fmt::format("##sequence-region {} 1 {}\n", percent_encode_seqid(name), length) : "";
}

}  // namespace exonweave
