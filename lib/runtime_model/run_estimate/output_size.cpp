#include "runtime_model/run_estimate/output_size.hpp"

namespace exonweave {

// A model is a gene, an mRNA, and two rows for each exon.
double expected_output(std::span<const locus_target> results, const target_set& targets, double scale) {
  constexpr double of_model = 500, of_exon = 350, residues_of_exon = 50, share_with_model = 0.8;
  const double letters = targets.kind == molecule::protein ? 1 : 3;
  double bytes = 0;
  for (const locus_target& result : results) {
    const target& sequence = targets.targets[result.cases.front().target];
    const double n = static_cast<double>(sequence.residues.size()) / letters;
    bytes += of_model + of_exon * (1 + n / residues_of_exon);
  }
  return share_with_model * scale * bytes;
}

}  // namespace exonweave
