#include "exons/models/gene_model.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

// Counts over all exons of a chain, from its edits and the residues they pair.
struct pair_counts {
  std::size_t identical = 0;
  std::size_t paired = 0;
  std::size_t unaligned = 0;
};

void count_pairs(const spliced::aligned_exon& exon, std::span<const spliced::residue_code> residues,
                 std::span<const spliced::residue_code> target, pair_counts& counts) {
  std::size_t i = 0, j = exon.target_begin;
  for (const auto& [op, length] : exon.edits) {
    if (op == spliced::edit::match) {
      for (std::uint32_t step = 0; step < length; ++step)
        counts.identical += residues[i + step] == target[j + step];
      counts.paired += length;
    } else {
      counts.unaligned += length;
    }
    i += op == spliced::edit::insertion ? 0 : length;
    j += op == spliced::edit::deletion ? 0 : length;
  }
}

// The phase that the target's reading frame gives an exon: by its first pair (residue r, target symbol j) its
// first base is symbol j - r.
std::int8_t phase_in_target(const spliced::aligned_exon& exon) {
  auto first_base = static_cast<std::int64_t>(exon.target_begin);  // target symbol at the exon's first base
  for (const auto& [op, length] : exon.edits) {
    if (op == spliced::edit::match) break;
    first_base += op == spliced::edit::insertion ? length : -static_cast<std::int64_t>(length);
  }
  return static_cast<std::int8_t>((3 - (first_base % 3 + 3) % 3) % 3);
}

// The first exon's phase follows from the target's frame, the others from it and the lengths before them, as
// validators demand; where the target's frame disagrees the frame was shifted on the way. Exons are in
// reading direction.
void set_phases(const spliced::alignment& chain, gene_model& model) {
  std::int64_t phase = phase_in_target(chain.exons.front());
  std::int64_t shift = 0;  // of the model's frame against the target's, so far
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    model.exons[e].phase = static_cast<std::int8_t>(phase);
    const std::int64_t shift_here = (phase - phase_in_target(chain.exons[e]) + 3) % 3;
    model.n_frameshifts += shift_here != shift ? 1 : 0;
    shift = shift_here;
    phase = (3 - (model.exons[e].where.length() - phase) % 3) % 3;
  }
}

// What the model's own reading frame spells. Exons are in reading direction.
void read_frame(const std::string& coding, gene_model& model) {
  const auto phase = static_cast<std::size_t>(model.exons.front().phase);
  model.has_start = phase == 0 && coding.starts_with("ATG");
  for (std::size_t codon = phase; codon + codon_length <= coding.size(); codon += codon_length) {
    if (!is_stop_codon(std::string_view(coding).substr(codon, codon_length))) continue;
    if (codon + codon_length == coding.size())
      model.has_stop = true;
    else
      ++model.n_internal_stops;
  }
}

std::vector<std::uint32_t> candidate_sources(const candidate_set& candidates,
                                             const std::vector<std::size_t>& indices) {
  std::set<std::uint32_t> sources;
  for (const std::size_t c : indices)
    for (const auto& statement : candidates.exons[c].statements) sources.insert(statement.source);
  return {sources.begin(), sources.end()};
}

std::vector<std::string> candidate_ids(const candidate_set& candidates,
                                       const std::vector<std::size_t>& indices) {
  std::set<std::string> ids;
  for (const std::size_t c : indices)
    for (const auto& statement : candidates.exons[c].statements)
      if (!statement.id.empty()) ids.insert(statement.id);
  return {ids.begin(), ids.end()};
}

}  // namespace

interval gene_model::in_target() const {
  interval whole = exons.front().in_target;
  for (const auto& exon : exons) {
    whole.start = std::min(whole.start, exon.in_target.start);
    whole.end = std::max(whole.end, exon.in_target.end);
  }
  return whole;
}

bool is_coding_sequence(std::string_view dna, const genetic_code& code) {
  if (dna.size() < 2 * codon_length || dna.size() % codon_length != 0 || !dna.starts_with("ATG"))
    return false;
  const std::size_t last = dna.size() - codon_length;
  for (std::size_t codon = 0; codon < last; codon += codon_length)
    if (is_stop_codon(dna.substr(codon, codon_length), code)) return false;
  return may_end_coding(dna.substr(last), code);
}

gene_model make_gene_model(const spliced::alignment& chain, const alignment_case& of,
                           const case_problem& problem, const candidate_set& candidates,
                           const target& aligned, std::int64_t sequence_length) {
  gene_model model;
  model.sequence = of.sequence;
  model.on = of.on;
  model.score = chain.total;
  model.target = of.target;
  model.is_coding = is_coding_sequence(aligned.residues);
  const auto target_codes = spliced::encode_dna(aligned.residues);
  pair_counts counts;
  std::string coding;
  for (const auto& exon : chain.exons) {
    const interval on_strand{exon.begin, exon.end};
    const auto first = static_cast<std::size_t>(on_strand.start - problem.region.start);
    const auto residues =
        std::span(problem.region.residues).subspan(first, static_cast<std::size_t>(on_strand.length()));
    count_pairs(exon, residues, target_codes, counts);
    for (const auto code : residues) coding += spliced::dna_letter(code);
    const auto& here = problem.candidates[index_of_exon(problem.exons, on_strand)];
    model.exons.push_back(
        {of.on == strand::reverse ? flip(on_strand, sequence_length) : on_strand,
         no_phase,
         {static_cast<std::int64_t>(exon.target_begin), static_cast<std::int64_t>(exon.target_end)},
         exon.edits,
         candidate_ids(candidates, here),
         candidate_sources(candidates, here)});
  }
  if (model.is_coding) {
    set_phases(chain, model);
    read_frame(coding, model);
  }
  if (of.on == strand::reverse) std::reverse(model.exons.begin(), model.exons.end());
  const std::size_t symbols = counts.paired + counts.unaligned;
  model.identity = symbols == 0 ? 0 : static_cast<double>(counts.identical) / static_cast<double>(symbols);
  model.coverage = target_codes.empty()
                       ? 0
                       : static_cast<double>(counts.paired) / static_cast<double>(target_codes.size());
  return model;
}

}  // namespace exonweave
