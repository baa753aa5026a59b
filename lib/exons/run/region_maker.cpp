#include "exons/run/region_maker.hpp"

#include <algorithm>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/cut_genes.hpp"

namespace exonweave {

static_assert(shortest_gap <= max_context);  // what is fetched around a region

namespace {

std::string cut_out(const known_bases& known, interval where) {
  return known.residues.substr(static_cast<std::size_t>(where.start - known.where.start),
                               static_cast<std::size_t>(where.length()));
}

// Of a region its letters come first, as text and as codes, and then its sites: where these alone do not fit nothing is
// read. What small regions need is reported when they are made.
void check_letters(std::uint64_t length, block_mode blocks, std::uint64_t n_passes, const memory_budget& memory) {
  constexpr std::uint64_t per_nt = 3, per_nt_of_blocks = 12;  // bytes
  constexpr std::uint64_t small = 500'000;                    // nt
  constexpr std::uint64_t usual_of_blocks = 60,
                          usual_of_pass = 240;  // bytes of a nt, with all that is made of it
  const bool has_blocks = blocks == block_mode::add;
  const std::uint64_t least = length * (has_blocks ? per_nt_of_blocks : per_nt);
  if (length <= small || memory.reserved() + least <= memory.limits().usable) return;
  if (!has_blocks) throw problem_too_large("more than ", least, memory);
  throw problem_too_large("about ", length * (usual_of_blocks + usual_of_pass * n_passes), memory);
}

}  // namespace

region_maker::region_maker(const prediction_input& input, const prediction_options& options, spare_threads* spare)
    : input_(input),
      options_(options),
      spare_(spare),
      bases_(input.sequences, options.n_threads, options.memory.usable / part_of_bases) {
  if (input.targets.kind != molecule::protein) return;
  for (const target& one : input.targets.targets)
    if (has_recoded_stops(one.residues, options.codes.usual()))
      recoded_gain_ = std::max(recoded_gain_, max_gain(one.residues, options.scoring));
}

bool has_letters(const std::vector<spliced::residue_code>& residues, molecule kind) {
  const spliced::residue_code any = kind == molecule::dna ? spliced::dna_code('N') : spliced::amino_code('X');
  return std::ranges::any_of(residues, [any](auto code) { return code != any; });
}

std::shared_ptr<const region_problem> region_maker::make_problem(const alignment_task& locus, target_reading reading,
                                                                 const solver_settings& settings,
                                                                 const memory_budget& memory, frame_rule frames) {
  check_letters(static_cast<std::uint64_t>(needed_region(locus).length()), options_.blocks, settings.n_passes(),
                memory);
  region_material material = make_material(locus, reading);
  const chain_scoring scoring = scoring_for(locus.sequence, reading, material.region, frames);
  return std::make_shared<region_problem>(std::move(material), scoring, settings, memory, spare_);
}

chain_scoring region_maker::scoring_for(std::size_t sequence, target_reading reading, const strand_region& region,
                                        frame_rule frames) const {
  chain_scoring scoring = options_.scoring;
  if (scoring.code) scoring.code = options_.codes.of_sequence(sequence);
  if (reading == target_reading::recoded_codons) scoring = with_recoded_stops(scoring, region, recoded_gain_);
  if (frames == frame_rule::tolerant && options_.disruption) {
    scoring.frameshift = scoring.frameshift.value_or(options_.disruption->frameshift);
    scoring.internal_stop = scoring.internal_stop.value_or(options_.disruption->internal_stop);
  }
  return scoring;
}

region_material region_maker::make_material(const alignment_task& locus, target_reading reading,
                                            const known_bases* known) {
  const interval where = needed_region(locus);
  if (where.length() == 0) return {};
  const std::int64_t length = input_.sequences.catalog().length(locus.sequence);
  const interval wide = widened(locus.sequence, where);
  const std::string residues =
      known != nullptr && known->where.contains(wide) ? cut_out(*known, wide) : bases_.fetch(locus.sequence, wide);
  const strand_region around = make_strand_region(wide, locus.on, residues, length);
  const interval on_strand = locus.on == strand::reverse ? flip(where, length) : where;
  candidate_scoring scoring = options_.candidates;
  if (reading == target_reading::nucleotides) scoring.type_mismatch = 0;
  region_material made = exonweave::make_material(locus, input_.candidates, length, scoring);
  const auto first = around.residues.begin() + (on_strand.start - around.start);
  made.region = {on_strand.start, {first, first + on_strand.length()}};
  add_sites(around,
            {options_.candidate_sites ? &*options_.candidate_sites : nullptr,
             options_.block_sites ? &*options_.block_sites : nullptr, reading, options_.blocks,
             &options_.codes.of_sequence(locus.sequence), options_.min_site, listed_on(locus), options_.has_introns},
            made);
  if (reads_codons(reading) && options_.cuts)
    add_cuts(find_open_ends(around, {made.region.start, made.region.end()}, length), *options_.cuts, made);
  return made;
}

std::optional<listed_sites> region_maker::listed_on(const alignment_task& locus) const {
  if (options_.listed_scores == nullptr) return std::nullopt;
  return listed_sites{options_.listed_scores, locus.sequence, locus.on};
}

// Without ORF exons nothing beyond the candidates is needed.
interval region_maker::needed_region(const alignment_task& locus) const {
  if (options_.blocks == block_mode::add) return locus.region;
  interval hull{locus.region.end, locus.region.start};
  for (const std::size_t c : exons_in(input_.candidates, locus.sequence, locus.region, locus.on)) {
    hull.start = std::min(hull.start, input_.candidates.exons[c].where.start);
    hull.end = std::max(hull.end, input_.candidates.exons[c].where.end);
  }
  return hull.start < hull.end ? hull : interval{locus.region.start, locus.region.start};
}

known_bases region_maker::fetch_around(std::size_t sequence, interval where) {
  const interval wide = widened(sequence, where);
  return {wide, bases_.fetch(sequence, wide)};
}

// With what scores of sites and ends of genes look at beyond it.
interval region_maker::widened(std::size_t sequence, interval where) const {
  return {std::max<std::int64_t>(0, where.start - max_context),
          std::min(input_.sequences.catalog().length(sequence), where.end + max_context)};
}

std::vector<spliced::residue_code> encode(const target& aligned, molecule kind, bool is_backwards) {
  return kind == molecule::dna ? spliced::encode_dna(symbols_of(aligned, is_backwards))
                               : spliced::encode_protein(aligned.residues);
}

target_reading reading_of(const target& aligned, molecule kind, const genetic_code& code) {
  if (kind == molecule::protein)
    return has_recoded_stops(aligned.residues, code) ? target_reading::recoded_codons : target_reading::codons;
  return is_coding_sequence(aligned.residues, code) ? target_reading::coding_sequence : target_reading::nucleotides;
}

std::vector<target_reading> readings_of(const target_set& targets, const genetic_code& code) {
  std::vector<target_reading> readings;
  for (const target& each : targets.targets) readings.push_back(reading_of(each, targets.kind, code));
  return readings;
}

namespace {

// Whether an exon can begin a chain, or a block.
bool may_begin(const region_material& material) {
  if (material.blocks && !(material.blocks->sites.starts.empty() && material.blocks->cut_begins.empty())) return true;
  return std::ranges::any_of(material.exons, [](const auto& exon) {
    return spliced::is_reachable(exon.roles.begins) || spliced::is_reachable(exon.roles.begins_cut);
  });
}

bool may_end(const region_material& material, const genetic_code& code) {
  const strand_region& region = material.region;
  if (material.blocks && !material.blocks->cut_ends.empty()) return true;
  const auto ends_at = [&](std::int64_t end) {
    return end - 3 >= region.start && code.may_end(region.at(end - 3), region.at(end - 2), region.at(end - 1));
  };
  if (material.blocks)
    for (std::int64_t end = region.start + 3; end <= region.end(); ++end)
      if (ends_at(end) && material.blocks->may_end(end)) return true;
  return std::ranges::any_of(material.exons, [&](const auto& exon) {
    return ends_at(exon.where.end) || spliced::is_reachable(exon.roles.ends_cut);
  });
}

}  // namespace

locus_outcome explain_no_chain(const region_material& material, const prediction_options& options,
                               std::size_t sequence) {
  if (material.exons.empty() && !material.blocks) return locus_outcome::no_candidate;
  if (!options.scoring.code || options.scoring.incomplete) return locus_outcome::no_chain;
  if (!may_begin(material)) return locus_outcome::no_start_codon;
  if (!may_end(material, options.codes.of_sequence(sequence))) return locus_outcome::no_stop_codon;
  return locus_outcome::no_chain;
}

}  // namespace exonweave
