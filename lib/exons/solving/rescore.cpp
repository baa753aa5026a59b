#include "exons/solving/rescore.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "exons/solving/chain_codons.hpp"
#include "exons/solving/chain_weights.hpp"

namespace exonweave {
namespace {

using spliced::edit;
using spliced::score;

// The residues of a path, each with the exon it is an edit of.
struct path_residues {
  std::vector<spliced::residue_code> residues;
  std::vector<score> in_gap;           // [residues] what each earns where it is aligned with nothing
  std::vector<std::size_t> n_in_exon;  // [exons]
  chain_ends ends;
};

// As what a chain's first codon is read where it may be a start codon.
enum class first_codon { start, any };

path_residues read_bases(const spliced::alignment& path, const strand_region& region) {
  path_residues read;
  for (const auto& exon : path.exons) {
    if (exon.begin >= exon.end || exon.begin < region.start || exon.end > region.end())
      throw std::logic_error("an exon is empty or lies outside its region");
    for (std::int64_t base = exon.begin; base < exon.end; ++base) read.residues.push_back(region.at(base));
    read.n_in_exon.push_back(static_cast<std::size_t>(exon.end - exon.begin));
  }
  return read;
}

score weight_of(const chain_codon& codon, const strand_region& region, const chain_scoring& scoring) {
  const auto [a, b, c] = codon.bases;
  const bool is_stop = codon.amino == spliced::stop_amino || is_recoded_stop(codon.amino);
  if (!scoring.coding || is_stop) return 0;
  return scoring.coding->of(region.at(a), region.at(b), region.at(c));
}

path_residues read_amino_acids(const spliced::alignment& path, const strand_region& region,
                               const chain_scoring& scoring, first_codon first) {
  const genetic_code& code = *scoring.code;
  path_residues read;
  read_bases(path, region);  // its checks
  chain_reading codons = read_codons(path, region, code);
  const bool is_start = codons.has_start && first == first_codon::start;
  if (is_start) codons.take_start();
  read.n_in_exon.resize(path.exons.size(), 0);
  for (const auto& codon : codons.codons) {
    if (codon.is_final_stop) continue;
    read.residues.push_back(codon.amino);
    read.in_gap.push_back(weight_of(codon, region, scoring));
    ++read.n_in_exon[codon.exon];
  }
  read.ends.has_start = is_start;
  read.ends.has_stop = codons.has_final_stop();
  return read;
}

// Walks the edits of a whole chain: gaps go on from exon to exon.
class edit_walk {
 public:
  edit_walk(const path_residues& path, std::span<const spliced::residue_code> target, const chain_scoring& scoring)
      : path_(path), target_(target), scoring_(scoring) {}

  score along(const spliced::alignment& path) {
    j_ = path.exons.front().target_begin;
    std::size_t residues_end = 0;
    for (std::size_t e = 0; e < path.exons.size(); ++e) {
      const auto& exon = path.exons[e];
      if (exon.target_begin != j_) throw std::logic_error("the exons leave target symbols out");
      if (exon.target_begin > exon.target_end || exon.target_end > target_.size())
        throw std::logic_error("an exon lies outside the target");
      residues_end += path_.n_in_exon[e];
      for (const auto& [op, length] : exon.edits)
        for (std::uint32_t step = 0; step < length; ++step) take(op, residues_end, exon.target_end);
      if (i_ != residues_end || j_ != exon.target_end)
        throw std::logic_error("the edits do not cover the exon and its part of the target");
    }
    if (j_ != target_.size() && !scoring_.free_target_ends && !has_ended_)
      throw std::logic_error("target symbols are left out behind the last pair");
    return sum_;
  }

 private:
  void take(edit op, std::size_t residues_end, std::size_t target_end) {
    const bool uses_residue = op != edit::insertion;
    const bool uses_target = op == edit::match || op == edit::insertion;
    if ((uses_residue && i_ >= residues_end) || (uses_target && j_ >= target_end))
      throw std::logic_error("the edits run beyond the exon or the target");
    if (has_ended_ && op != edit::unaligned) throw std::logic_error("unaligned residues stand within the chain");
    has_ended_ = op == edit::unaligned && i_ != 0 && (has_ended_ || previous_ != edit::unaligned);
    sum_ += op == edit::match ? scoring_.substitution(path_.residues[i_], target_[j_]) : -cost_of(op);
    if (uses_residue) sum_ -= cost_of_stop();
    if (uses_residue && !uses_target && !path_.in_gap.empty()) sum_ += path_.in_gap[i_];
    i_ += uses_residue;
    j_ += uses_target;
    previous_ = op;
  }

  // One symbol more of a gap, or of an unaligned end.
  score cost_of(edit op) {
    if (op != edit::unaligned) return scoring_.gaps.extend + (op == previous_ ? 0 : scoring_.gaps.open);
    if (!scoring_.residue_ends) throw std::logic_error("residues are left unaligned that should not be");
    if (op != previous_) return scoring_.residue_ends->extend + scoring_.residue_ends->open;
    return scoring_.residue_ends->extend;
  }

  [[nodiscard]] score cost_of_stop() const {
    if (!scoring_.code) return 0;
    const exon_reading reading = scoring_.reading();
    if (!reading.may_align(path_.residues[i_])) throw std::logic_error("a stop codon stands within the chain");
    return reading.cost_of(path_.residues[i_]);
  }

  const path_residues& path_;
  std::span<const spliced::residue_code> target_;
  const chain_scoring& scoring_;
  std::size_t i_ = 0;
  std::size_t j_ = 0;
  score sum_ = 0;
  bool has_ended_ = false;       // the unaligned end of the chain has begun
  edit previous_ = edit::match;  // at the beginning nothing, which opens every gap
};

score unaligned_ends(const spliced::alignment& path, std::size_t target_length, const chain_scoring& scoring) {
  if (scoring.free_target_ends) return 0;
  return -scoring.gaps.of(path.exons.front().target_begin) -
         scoring.gaps.of(target_length - path.exons.back().target_end);
}

score frameshifts(const spliced::alignment& path, const chain_scoring& scoring) {
  score sum = 0;
  for (const auto& exon : path.exons) {
    if (!exon.is_shifted) continue;
    if (!scoring.frameshift) throw std::logic_error("a frameshift where there may be none");
    sum -= *scoring.frameshift;
  }
  return sum;
}

std::optional<score> rescore_as(first_codon first, const spliced::alignment& path, const region_material& material,
                                std::span<const spliced::residue_code> target, const chain_scoring& scoring) {
  const path_residues read =
      scoring.code ? read_amino_acids(path, material.region, scoring, first) : read_bases(path, material.region);
  const auto weighed = weigh_chain(places_of(path), read.ends, material, scoring);
  if (!weighed) return std::nullopt;
  return weighed->weight + edit_walk(read, target, scoring).along(path) + unaligned_ends(path, target.size(), scoring) +
         frameshifts(path, scoring);
}

}  // namespace

score rescore(const spliced::alignment& path, const region_material& material,
              std::span<const spliced::residue_code> target, const chain_scoring& scoring) {
  if (path.exons.empty()) throw std::logic_error("a chain holds at least one exon");
  auto best = rescore_as(first_codon::start, path, material, target, scoring);
  // What could be a start codon need not be taken for one.
  if (scoring.code) best = std::max(best, rescore_as(first_codon::any, path, material, target, scoring));
  if (!best) throw std::logic_error("an exon of the chain is none of the case, or an intron is too short");
  return *best;
}

}  // namespace exonweave
