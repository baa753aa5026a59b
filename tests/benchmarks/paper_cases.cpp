#include "benchmarks/paper_cases.hpp"

#include <map>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::benchmarks {

region_material material_of(const simulation& made, const simulated_target& aligned) {
  region_material material;
  for (const auto& sequence : made.sequences) {
    if (sequence.name != aligned.sequence) continue;
    const auto length = static_cast<std::int64_t>(sequence.residues.size());
    const bool is_reverse = aligned.on == strand::reverse;
    std::map<interval, bool> places;
    for (const auto& exon : sequence.candidates)
      if (exon.on == aligned.on) places[is_reverse ? flip(exon.where, length) : exon.where] = true;
    for (const auto& [where, unused] : places) material.exons.push_back({where, 0, {}});
    material.region = {0, spliced::encode_dna(is_reverse ? reverse_complement(sequence.residues) : sequence.residues)};
  }
  return material;
}

chain_scoring paper_scoring() {
  const scoring_options paper = *preset_scoring("paper", molecule::dna);
  return make_chain_scoring(paper, dna_substitution(paper), nullptr);
}

}  // namespace exonweave::benchmarks
