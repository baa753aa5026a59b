// The independent check of every path before it is written: no DP, no graph, only exons, edits and scores.
#include <stdexcept>

#include "exons/chains/chain_solver.hpp"

namespace exonweave {
namespace {

using spliced::score;

// Walks one exon's edits along its residues and the target.
class edit_walk {
 public:
  edit_walk(std::span<const spliced::residue_code> residues, std::span<const spliced::residue_code> target,
            const chain_scoring& scoring)
      : residues_(residues), target_(target), scoring_(scoring) {}

  score along(const std::vector<spliced::edit_run>& edits) {
    score sum = 0;
    for (const auto& [op, length] : edits)
      for (std::uint32_t step = 0; step < length; ++step) sum += take(op);
    if (i_ != residues_.size() || j_ != target_.size())
      throw std::logic_error("the edits do not cover the exon and its part of the target");
    return sum;
  }

 private:
  score take(spliced::edit op) {
    const bool uses_residue = op != spliced::edit::insertion;
    const bool uses_target = op != spliced::edit::deletion;
    if ((uses_residue && i_ >= residues_.size()) || (uses_target && j_ >= target_.size()))
      throw std::logic_error("the edits run beyond the exon or the target");
    const score gained =
        uses_residue && uses_target ? scoring_.substitution(residues_[i_], target_[j_]) : -scoring_.gap;
    i_ += uses_residue;
    j_ += uses_target;
    return gained;
  }

  std::span<const spliced::residue_code> residues_;
  std::span<const spliced::residue_code> target_;
  const chain_scoring& scoring_;
  std::size_t i_ = 0;
  std::size_t j_ = 0;
};

score unaligned_ends(const spliced::alignment& path, std::size_t target_length,
                     const chain_scoring& scoring) {
  const std::size_t before = path.exons.front().target_begin;
  const std::size_t behind = target_length - path.exons.back().target_end;
  if (scoring.free_target_ends) return 0;
  if (behind != 0) throw std::logic_error("the end of the target is left out");
  return -static_cast<score>(before) * scoring.gap;
}

}  // namespace

score rescore(const spliced::alignment& path, const case_problem& of,
              std::span<const spliced::residue_code> target, const chain_scoring& scoring) {
  if (path.exons.empty()) throw std::logic_error("a chain holds at least one exon");
  score sum = unaligned_ends(path, target.size(), scoring);
  std::optional<interval> previous;
  std::size_t target_end = path.exons.front().target_begin;
  for (const auto& exon : path.exons) {
    const interval where{exon.end_position - static_cast<std::int64_t>(exon.n_rows), exon.end_position};
    const strand_exon& used = of.exons[index_of_exon(of.exons, where)];
    sum += used.weight + (previous ? used.roles.follows : used.roles.begins);
    sum += &exon == &path.exons.back() ? used.roles.ends : used.roles.goes_on;
    if (previous && !scoring.introns.precedes(*previous, where))
      throw std::logic_error("an intron is too short");
    if (previous) sum -= scoring.introns.between(previous->end, where.start);
    if (exon.target_begin != target_end) throw std::logic_error("the exons leave target symbols out");
    if (exon.target_begin > exon.target_end || exon.target_end > target.size())
      throw std::logic_error("an exon lies outside the target");
    const auto residues = std::span(of.region.residues)
                              .subspan(static_cast<std::size_t>(where.start - of.region.start), exon.n_rows);
    const auto aligned = target.subspan(exon.target_begin, exon.target_end - exon.target_begin);
    sum += edit_walk(residues, aligned, scoring).along(exon.edits);
    target_end = exon.target_end;
    previous = where;
  }
  return sum;
}

}  // namespace exonweave
