// Rows of a sweep (exons/sweep/track_sweep.hpp) as recurrence.hpp has them, for one target: what every other kind of
// rows must agree with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave::testing {

class score_rows {
  using residue_code = spliced::residue_code;
  using score = spliced::score;

 public:
  using row = std::vector<score>;

  score_rows(const genome_track& track, const chain_scoring& scoring, std::span<const residue_code> target)
      : track_(track),
        problem_(scoring.problem_on({}, target)),
        profile_(scoring.substitution, target),
        sink_(nothing()) {}

  [[nodiscard]] row nothing() const { return row(problem_.layout().width(), spliced::unreachable); }
  [[nodiscard]] static bool is_nothing(const row&) { return false; }
  [[nodiscard]] row begin(score weight, std::int64_t) const {
    row made = nothing();
    spliced::source_row(problem_, made);
    for (score& each : made) each += weight;
    return made;
  }
  void pass(spliced::exon_border, std::int64_t, const row& source, score weight, row& into) const {
    let_in(source, weight, into);
  }
  static void mark(spliced::exon_border, std::int64_t) {}
  void let_in(const row& source, score weight, row& into) const { spliced::let_in(source, weight, into); }
  void align(const swept_codon& codon, const row& above, score weight, row& into) const {
    spliced::let_in_residue(problem_, {above, profile_.of(codon.residue), weight, codon.in_gap}, into);
  }
  void close(row& made, const row* above, const swept_codon& codon, score weight) const {
    if (above != nullptr) align(codon, *above, weight, made);
    spliced::close_row(problem_, made);
  }
  void step(row& chains, const swept_codon& codon) const {
    row made = nothing();
    close(made, &chains, codon, 0);
    chains = std::move(made);
  }
  void run(std::array<row, codon_length>& chains, std::int64_t first, std::int64_t n) const {
    constexpr std::int64_t length = codon_length;
    for (std::int64_t p = first; p < first + n; ++p)
      step(chains[static_cast<std::size_t>(p % length)], track_.whole_codon(p - length));
  }
  void end(const row& source, score weight, std::int64_t) { spliced::let_in(source, weight, sink_); }

  [[nodiscard]] spliced::best_end best() const { return spliced::find_best_end(problem_, sink_); }

 private:
  const genome_track& track_;
  spliced::problem problem_;
  spliced::target_profile profile_;
  row sink_;
};

}  // namespace exonweave::testing
