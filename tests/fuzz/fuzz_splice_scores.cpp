// Any bytes as a table of splice scores: every place that is read lies on its sequence.
#include <cstdlib>

#include "exons/sites/splice_scores.hpp"
#include "in_memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", 5);
  try {
    report problems;
    place_sample sample;
    const splice_scores read = read_splice_scores(file.path(), sequences, score_unit::halves(), sample, problems);
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
    for (std::size_t s = 0; s < sequences.size(); ++s)
      for (const strand on : {strand::forward, strand::reverse})
        for (std::int64_t position : {std::int64_t{0}, sequences.length(s)})
          (void)read.at(s, on, splice_end::donor, position);
  } catch (const failure&) {
  }
  return 0;
}
