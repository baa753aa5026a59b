// Rows of GFF3 given as text, on a genome of three sequences.
#pragma once

#include <string>
#include <vector>

#include "exons/candidate_text.hpp"

namespace exonweave::testing {

constexpr std::int64_t chr1_length = 10000;  // nt

inline sequence_catalog genome() { return catalog_of({{"chr1", chr1_length}, {"chr2", 500}, {"a,b", 500}}); }

inline parsed_text parse(const std::string& text, const candidate_options& options = {}) {
  return parse_text(text, genome(), options);
}

/// GFF3 rows below a version line, blanks for tabs; '~' is a blank.
inline std::string gff3(std::string rows) {
  for (char& c : rows) c = c == ' ' ? '\t' : c == '~' ? ' ' : c;
  return "##gff-version 3\n" + rows;
}

inline parsed_text parse_gff3(const std::string& rows, const candidate_options& options = {}) {
  return parse(gff3(rows), options);
}

inline std::vector<int> phases_of(const parsed_text& parsed) {
  std::vector<int> phases;
  for (const auto& exon : parsed.exons) phases.push_back(exon.phase);
  return phases;
}

}  // namespace exonweave::testing
