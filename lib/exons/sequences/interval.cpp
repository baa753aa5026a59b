#include "exons/sequences/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/files/file_text.hpp"

namespace exonweave {

std::string sequence_region_line(std::string_view name, std::int64_t length) {
  return length > 0 ? fmt::format("##sequence-region {} 1 {}\n", percent_encode_seqid(name), length) : "";
}

std::optional<std::size_t> sequence_catalog::add(std::string name, std::int64_t length) {
  const std::size_t next = names_.size();
  if (!index_.try_emplace(name, next).second) return std::nullopt;
  names_.push_back(std::move(name));
  lengths_.push_back(length);
  return next;
}

std::optional<std::size_t> sequence_catalog::find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

std::int64_t sequence_catalog::longest() const { return lengths_.empty() ? 0 : std::ranges::max(lengths_); }

}  // namespace exonweave
