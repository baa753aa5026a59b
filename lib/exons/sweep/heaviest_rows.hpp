// The rows of a sweep as to weights alone: what the heaviest part of a chain that begins at any row is worth, whatever the target.
// Each codon counts with what it earns in a gap.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

class heaviest_rows {
 public:
  using row = spliced::score;

  explicit heaviest_rows(const genome_track& track) : track_(track) {}

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
  static void align(const swept_codon& codon, const row& above, spliced::score weight, row& into) {
    let_in(above, weight + codon.in_gap, into);
  }
  void close(row& made, const row* above, const swept_codon& codon, spliced::score weight) {
    if (above != nullptr) align(codon, *above, weight, made);
    made = std::max(made, 0);
    best_ = std::max(best_, made);
  }
  void step(row& chains, const swept_codon& codon) {
    best_ = std::max(best_, chains = std::max(chains + codon.in_gap, 0));
  }
  void run(std::array<row, codon_length>& chains, std::int64_t first, std::int64_t n) {
    constexpr std::int64_t length = codon_length;
    const std::int64_t n_steps =
        track_.coding.empty() ? std::min(n, length) : n;  // else one is like the next
    for (std::int64_t p = first; p < first + n_steps; ++p)
      step(chains[static_cast<std::size_t>(p % length)], track_.whole_codon(p - length));
  }
  void end(const row& from, spliced::score weight, std::int64_t) { best_ = std::max(best_, from + weight); }

 private:
  const genome_track& track_;
  spliced::score best_ = 0;
};

}  // namespace exonweave
