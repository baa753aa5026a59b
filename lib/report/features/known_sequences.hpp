// The sequences that features lie on, with a genome or without.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidate_source.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

/// Names and lengths of sequences: those of a genome, or as far as files of features say them.
class known_sequences {
 public:
  /// Nothing is known: rows and heads of files add sequences and lengthen them.
  known_sequences() = default;
  /// All are known: other sequences, and what lies beyond an end, are errors.
  explicit known_sequences(const sequence_catalog& genome);

  /// The sequence of a row, which reaches to `end`. Nothing after an error.
  std::optional<std::size_t> find(const candidate_source& source, std::uint64_t line, std::string_view name,
                                  std::int64_t end);

  /// What the head of a file says, where the genome does not.
  void announce(const std::string& name, std::int64_t length);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::int64_t>& lengths() const { return lengths_; }  // nt

 private:
  std::size_t number_of(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::int64_t> lengths_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
  bool are_complete_ = false;
};

}  // namespace exonweave
