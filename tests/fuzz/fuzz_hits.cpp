// Any bytes as a file of hits: every region that comes out lies in its sequence.
#include <cstdlib>

#include "exons/loci/hits.hpp"
#include "in_memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", 5);
  const target_set targets{{"targets.fa"}, molecule::protein, {{"t1", "ACGT", 1}, {"t2", "ACGT", 3}}};
  try {
    report problems;
    for (const auto& region : read_hits(file.path(), 7, sequences, targets, problems))
      if (region.sequence > 1 || region.target > 1 || region.region.start < 0 || region.region.length() <= 0 ||
          region.region.end > sequences.length(region.sequence))
        std::abort();
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
