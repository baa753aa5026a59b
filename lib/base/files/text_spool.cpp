#include "base/files/text_spool.hpp"

#include <cassert>

namespace exonweave {

void text_spool::append(std::string_view text) {
  if (!file_ && std::ssize(held_) + std::ssize(text) <= max_in_memory) {
    held_ += text;
    return;
  }
  if (!file_) {
    file_.emplace(kept_);
    file_->append(held_);
    held_ = {};
  }
  file_->append(text);
}

std::string text_spool::read(std::int64_t start, std::int64_t end) {
  assert(0 <= start && start <= end && end <= size());
  if (file_) return file_->read(start, end);
  return held_.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start));
}

}  // namespace exonweave
