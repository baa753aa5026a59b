#include "spliced/engine/engine_facts.hpp"

namespace exonweave::spliced {

std::string_view engine_scope::refusal(const problem& p) const {
  if (linear_gaps_alone && p.gaps.open != 0) return "it takes linear gaps only, whose opening costs nothing";
  if (linear_gaps_alone && p.residue_ends) return "it takes no costs of unaligned ends of a chain";
  if (nucleotides_alone && p.substitution->n_codes() != n_dna_codes) return "it takes nucleotides only";
  return {};
}

bool engine_scope::takes(work_kind kind) const {
  using enum work_kind;
  const bool is_cdna = kind == cdna_on_candidates || kind == cdna_on_blocks;
  const bool has_blocks = kind == cdna_on_blocks || kind == protein_on_blocks;
  return (is_cdna || !nucleotides_alone) && !(has_blocks && candidates_alone);
}

}  // namespace exonweave::spliced
