// The rows of a sweep as to weights alone: what the heaviest part of a chain that begins at any row is worth, whatever the target.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "exons/sequences/genetic_code.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

class heaviest_rows {
 public:
  using row = spliced::score;

  /// Of all parts from a row to a row, or to the end; at least 0.
  [[nodiscard]] spliced::score best() const { return best_; }

  // As track_sweep wants them.
  [[nodiscard]] static row nothing() { return spliced::unreachable; }
  [[nodiscard]] static bool is_nothing(row) { return false; }
  [[nodiscard]] static row begin(spliced::score weight, std::int64_t) { return weight; }
  static void pass(spliced::exon_border, std::int64_t, row from, spliced::score weight, row& into) {
    let_in(from, weight, into);
  }
  static void mark(spliced::exon_border, std::int64_t) {}
  static void let_in(const row& from, spliced::score weight, row& into) {
    into = std::max(into, from + weight);
  }
  static void align(spliced::residue_code, const row& above, spliced::score weight, row& into) {
    let_in(above, weight, into);
  }
  void close(row& made, const row* above, spliced::residue_code, spliced::score weight) {
    if (above != nullptr) let_in(*above, weight, made);
    made = std::max(made, 0);
    best_ = std::max(best_, made);
  }
  void step(row& chains, spliced::residue_code) { best_ = std::max(best_, chains = std::max(chains, 0)); }
  void run(std::array<row, codon_length>& chains, std::int64_t first, std::int64_t n) {
    for (std::int64_t p = first; p < first + std::min<std::int64_t>(n, codon_length); ++p)
      step(chains[static_cast<std::size_t>(p) % codon_length], spliced::no_residue);
  }
  void end(const row& from, spliced::score weight, std::int64_t) { best_ = std::max(best_, from + weight); }

 private:
  spliced::score best_ = 0;
};

}  // namespace exonweave
