// Any bytes as a matrix between amino acids: told what is wrong, or every score is one that a matrix may have.
#include <cstdlib>

#include "exons/scoring/scoring_file.hpp"
#include "in_memory_file.hpp"
#include "spliced/scoring/alphabet.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  try {
    report problems;
    const spliced::substitution_matrix read = read_protein_matrix(file.path(), problems, "--matrix");
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
    if (problems.error_count() > 0) return 0;
    for (spliced::residue_code a = 0; a < spliced::n_amino_codes; ++a)
      for (spliced::residue_code b = 0; b < spliced::n_amino_codes; ++b)
        if (std::abs(read(a, b)) > largest_matrix_score) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
