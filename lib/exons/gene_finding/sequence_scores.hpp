// The scores of both strands of a sequence, part by part, for a pass that goes over it from left to right.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/gene_hints.hpp"
#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/strand_scores.hpp"

namespace exonweave {

inline constexpr std::array both_strands = {strand::forward, strand::reverse};
constexpr std::size_t index_of(strand on) { return static_cast<std::size_t>(on); }

/// A sequence as gene finding sees it: both strands, each in its reading direction, and hints, sorted, in forward
/// coordinates.
struct finding_problem {
  const gene_parameters& parameters;
  const genetic_code& code;
  const masked_bases& forward;
  const masked_bases& reverse;
  const gene_hints& hints;
};

class sequence_scores {
 public:
  /// What the problem refers to must outlive it.
  explicit sequence_scores(const finding_problem& problem);

  [[nodiscard]] const gene_parameters& parameters() const { return problem_.parameters; }
  [[nodiscard]] std::int64_t length() const { return problem_.forward.length(); }
  [[nodiscard]] base_number base(std::int64_t position) const { return problem_.forward.at(position); }
  [[nodiscard]] const strand_scorer& scorer(strand on) const { return scorers_[index_of(on)]; }

  /// The scores of a part and of margin on either side, until the next call. Parts follow one another from 0 on, and
  /// contents go on from part to part.
  void load(interval part);
  [[nodiscard]] const strand_scores& loaded(strand on) const { return loaded_[index_of(on)]; }
  static constexpr std::int64_t margin = 32;  // nt: what a step of the recurrence may look at

  /// Where genes may be cut at their left ends, and at their right ones: borders, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& left_cuts() const { return left_cuts_; }
  [[nodiscard]] const std::vector<std::int64_t>& right_cuts() const { return right_cuts_; }

  /// Whether a stop codon of a strand, whose first base on the forward strand is there, is read on.
  [[nodiscard]] bool is_recoded(strand on, std::int64_t position) const;

  /// The hints of introns of both strands that end at a border.
  [[nodiscard]] std::span<const gene_hints::intron> introns_to(std::int64_t border) const;
  /// The borders at which hints for introns of at least such a length begin, ascending.
  [[nodiscard]] std::vector<std::int64_t> hinted_begins(strand on, std::int64_t least) const;

 private:
  finding_problem problem_;
  std::array<strand_scorer, 2> scorers_;
  std::array<strand_scores, 2> loaded_;
  std::vector<std::int64_t> left_cuts_, right_cuts_;
};

}  // namespace exonweave
