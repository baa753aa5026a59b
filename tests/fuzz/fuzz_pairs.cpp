// Any bytes as a pairs table: every pair that comes out lies in its sequence.
#include <cstdlib>

#include "exons/loci/pairs.hpp"
#include "in_memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", 5);
  const target_set targets{{"targets.fa"}, molecule::dna, {{"t1", "ACGT", 1}, {"t2", "ACGT", 3}}};
  try {
    report problems;
    for (const auto& pair : read_pairs(file.path(), sequences, targets, problems))
      if (pair.sequence > 1 || pair.target > 1 || pair.region.start < 0 || pair.region.length() <= 0 ||
          pair.region.end > sequences.length(pair.sequence))
        std::abort();
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
