// The alignment between a target and a model, column by column, in some two bytes each: whole runs keep their models
// until the last model of a sequence is there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave {

/// One column of the alignment between target and model, in reading direction.
struct aligned_symbol {
  std::optional<std::size_t> in_target{};  // index of the target's symbol; nothing: the model's residue is unaligned
  char residue = 0;                        // of the model: a base, or the amino acid of a codon; 0: none
  bool is_end = false;                     // an unaligned residue at an end of the chain, which is not scored as a gap
  std::array<std::int64_t, 3> bases{-1, -1, -1};  // forward coordinates in reading order; DNA: the first only
  bool operator==(const aligned_symbol&) const = default;
};

class aligned_columns {
 public:
  aligned_columns() = default;
  explicit aligned_columns(std::span<const aligned_symbol> columns);

  [[nodiscard]] std::vector<aligned_symbol> unpack() const;
  [[nodiscard]] bool empty() const { return packed_.empty(); }

  /// For archives: all that it holds.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(packed_);
  }

 private:
  std::string packed_;
};

// What stands in aligned_columns, of a file that anybody may have written.

/// The columns that bytes of an archive of aligned_columns stand for; nothing where no columns are packed so.
std::optional<std::vector<aligned_symbol>> unpack_columns(std::string_view bytes);

}  // namespace exonweave
