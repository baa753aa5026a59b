#include "exons/prediction/case_maker.hpp"

#include <algorithm>

#include "exons/sequences/interval.hpp"

namespace exonweave {

bool has_letters(const std::vector<spliced::residue_code>& residues, molecule kind) {
  const spliced::residue_code any = kind == molecule::dna ? spliced::dna_code('N') : spliced::amino_code('X');
  return std::ranges::any_of(residues, [any](auto code) { return code != any; });
}

prepared_case case_maker::make(const alignment_case& of) {
  prepared_case made{of, {}, encode(input_.targets->targets[of.target])};
  made.of.region = needed_region(of);
  const interval where = made.of.region;
  if (where.length() == 0) return made;
  const target& aligned = input_.targets->targets[of.target];
  const target_reading reading = reading_of(aligned);
  const std::int64_t length = input_.sequences->catalog().length(of.sequence);
  const interval wide{std::max<std::int64_t>(0, where.start - most_context),
                      std::min(length, where.end + most_context)};
  const strand_region around = fetch(of, wide);
  const interval on_strand = of.on == strand::reverse ? flip(where, length) : where;
  candidate_scoring scoring = options_.candidates;
  if (reading == target_reading::nucleotides) scoring.type_mismatch = 0;
  made.problem = make_material(made.of, *input_.candidates, length, scoring);
  const auto first = around.residues.begin() + (on_strand.start - around.start);
  made.problem.region = {on_strand.start, {first, first + on_strand.length()}};
  add_sites(
      around,
      {options_.candidate_sites ? &*options_.candidate_sites : nullptr,
       options_.block_sites ? &*options_.block_sites : nullptr, reading, options_.blocks, &options_.code},
      made.problem);
  return made;
}

// Without own blocks nothing beyond the candidates is needed.
interval case_maker::needed_region(const alignment_case& of) const {
  if (options_.blocks == block_mode::add) return of.region;
  interval hull{of.region.end, of.region.start};
  for (const std::size_t c : exons_in(*input_.candidates, of.sequence, of.region, of.on)) {
    hull.start = std::min(hull.start, input_.candidates->exons[c].where.start);
    hull.end = std::max(hull.end, input_.candidates->exons[c].where.end);
  }
  return hull.start < hull.end ? hull : interval{of.region.start, of.region.start};
}

strand_region case_maker::fetch(const alignment_case& of, interval where) {
  std::string residues;
  {
    const std::lock_guard lock(genome_);
    residues = input_.sequences->fetch(of.sequence, where);
  }
  return make_strand_region(where, of.on, residues, input_.sequences->catalog().length(of.sequence));
}

std::vector<spliced::residue_code> case_maker::encode(const target& aligned) const {
  return input_.targets->kind == molecule::dna ? spliced::encode_dna(aligned.residues)
                                               : spliced::encode_protein(aligned.residues);
}

target_reading case_maker::reading_of(const target& aligned) const {
  if (input_.targets->kind == molecule::protein) return target_reading::codons;
  return is_coding_sequence(aligned.residues, options_.code) ? target_reading::coding_sequence
                                                             : target_reading::nucleotides;
}

namespace {

// Whether an exon can begin a chain, or a block.
bool may_begin(const region_material& problem) {
  if (problem.blocks && !problem.blocks->sites.starts.empty()) return true;
  return std::ranges::any_of(problem.exons,
                             [](const auto& exon) { return spliced::is_reachable(exon.roles.begins); });
}

bool may_end(const region_material& problem, const genetic_code& code) {
  const strand_region& region = problem.region;
  const auto ends_at = [&](std::int64_t end) {
    return end - 3 >= region.start &&
           code.may_end(region.at(end - 3), region.at(end - 2), region.at(end - 1));
  };
  if (problem.blocks)
    for (std::int64_t end = region.start + 3; end <= region.end(); ++end)
      if (ends_at(end) && problem.blocks->may_end(end)) return true;
  return std::ranges::any_of(problem.exons, [&](const auto& exon) { return ends_at(exon.where.end); });
}

}  // namespace

locus_outcome explain_no_chain(const prepared_case& of, const prediction_options& options) {
  if (of.problem.exons.empty() && !of.problem.blocks) return locus_outcome::no_candidate;
  if (!options.scoring.code || options.scoring.incomplete) return locus_outcome::no_chain;
  if (!may_begin(of.problem)) return locus_outcome::no_start_codon;
  if (!may_end(of.problem, options.code)) return locus_outcome::no_stop_codon;
  return locus_outcome::no_chain;
}

}  // namespace exonweave
