// Texts by numbers: equal ones are held once, one after another in the same memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave {

/// Numbers count in the order of first use; 0 is the empty text, which is always there.
class text_pool {
 public:
  std::uint32_t number_of(std::string_view text);

  /// The number of a text that is there.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;

  /// Holds until the next number_of().
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const;

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::uint64_t bytes() const;  // of memory, about

 private:
  // Where a text is in `slots_`, or may be put.
  [[nodiscard]] std::size_t slot_of(std::string_view text) const;
  void grow();

  std::string letters_;
  std::vector<std::uint64_t> ends_{0};      // of each text in `letters_`
  std::vector<std::uint32_t> slots_{0, 0};  // a hash table of numbers, its size a power of two; 0: free
};

}  // namespace exonweave
