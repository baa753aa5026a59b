#include "report/features/text_pool.hpp"

#include <functional>

namespace exonweave {

std::uint32_t text_pool::number_of(std::string_view text) {
  if (const auto known = find(text)) return *known;
  if (slots_.size() < 2 * (ends_.size() + 1)) grow();
  const auto number = static_cast<std::uint32_t>(ends_.size());
  slots_[slot_of(text)] = number;
  letters_ += text;
  ends_.push_back(letters_.size());
  return number;
}

std::optional<std::uint32_t> text_pool::find(std::string_view text) const {
  if (text.empty()) return 0;
  const std::uint32_t number = slots_[slot_of(text)];
  return number > 0 ? std::optional(number) : std::nullopt;
}

std::string_view text_pool::operator[](std::uint32_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(letters_).substr(begin, ends_[number] - begin);
}

std::uint64_t text_pool::bytes() const {
  return letters_.size() + ends_.size() * sizeof(ends_.front()) + slots_.size() * sizeof(slots_.front());
}

std::size_t text_pool::slot_of(std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(text)&mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot]] != text) slot = (slot + 1) & mask;
  return slot;
}

void text_pool::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t number = 1; number < ends_.size(); ++number) slots_[slot_of((*this)[number])] = number;
}

}  // namespace exonweave
