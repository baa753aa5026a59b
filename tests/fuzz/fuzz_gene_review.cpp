// Any text as a table of marks: told what is wrong, or each mark is of a place within its sequence.
#include <cstdlib>

#include "exons/run/gene_review.hpp"
#include "in_memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  try {
    report problems;
    const gene_review review = read_gene_review(file.path(), sequences, problems);
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
    for (const auto& [place, marked] : review.marks) {
      const auto& [sequence, start, end, on] = place;
      if (sequence != 0 || start < 0 || end <= start || end > 1000 || marked.line < 2) std::abort();
    }
  } catch (const failure&) {
  }
  return 0;
}
