// The names and lengths of the sequences of a genome, in file order: what candidates and pairs are checked
// against.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace exonweave {

class sequence_catalog {
 public:
  /// Returns the index of the new sequence, or nothing when the name is taken.
  std::optional<std::size_t> add(std::string name, std::int64_t length);

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  [[nodiscard]] const std::string& name(std::size_t index) const { return names_[index]; }
  [[nodiscard]] std::int64_t length(std::size_t index) const { return lengths_[index]; }  // nt
  [[nodiscard]] std::int64_t longest() const;                                             // nt; 0 where there is none
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::int64_t> lengths_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace exonweave
