#include "exons/sequences/sequences.hpp"

#include <utility>

namespace exonweave {

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

}  // namespace exonweave
