// Positions and strands. Inside exonweave every interval is 0-based and half-open; files are converted where
// they are read and written.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

enum class strand : std::uint8_t { forward, reverse };

inline constexpr std::array both_strands = {strand::forward, strand::reverse};
constexpr char to_char(strand s) { return s == strand::forward ? '+' : '-'; }
constexpr strand opposite(strand s) { return s == strand::forward ? strand::reverse : strand::forward; }

/// [start, end) in nt.
struct interval {
  std::int64_t start = 0;
  std::int64_t end = 0;

  [[nodiscard]] constexpr bool overlaps(const interval& other) const { return start < other.end && other.start < end; }
  [[nodiscard]] constexpr std::int64_t length() const { return end - start; }
  [[nodiscard]] constexpr bool contains(interval other) const { return start <= other.start && other.end <= end; }
  constexpr auto operator<=>(const interval&) const = default;
};

/// From the first to the last base of both.
constexpr interval hull(interval a, interval b) {
  return {a.start < b.start ? a.start : b.start, a.end < b.end ? b.end : a.end};
}

/// The same bases counted from the other end of a sequence of `length` nt: forward coordinates to those of
/// the reverse complement and back (it is its own inverse).
constexpr interval flip(interval forward, std::int64_t length) {
  return {length - forward.end, length - forward.start};
}

// A stretch of one strand in reading direction, as residues.

/// The residues of a region of one strand; `start` is the strand coordinate of the first.
struct strand_region {
  std::int64_t start = 0;
  std::vector<spliced::residue_code> residues;

  /// The residue at a strand coordinate within the region.
  [[nodiscard]] spliced::residue_code at(std::int64_t position) const {
    return residues[static_cast<std::size_t>(position - start)];
  }
  [[nodiscard]] std::int64_t end() const { return start + static_cast<std::int64_t>(residues.size()); }
};

// The line of GFF3 that reports how long a sequence is, as all writers of GFF3 spell it.

/// "##sequence-region NAME 1 LENGTH" with its line end. Empty for a sequence of length 0, which has no first base:
/// validators refuse a region that ends before it begins.
std::string sequence_region_line(std::string_view name, std::int64_t length);

// The names and lengths of the sequences of a genome, in file order: what candidates and pairs are checked
// against.

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
