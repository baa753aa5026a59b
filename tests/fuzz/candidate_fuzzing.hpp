// What must hold of whatever the candidate readers make of any bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "exons/candidates/candidate_file.hpp"

namespace exonweave::fuzzing {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void check_exon(const merged_exon& exon, const sequence_catalog& sequences) {
  require(exon.sequence < sequences.size());
  require(exon.where.start >= 0 && exon.where.length() > 0);
  require(exon.where.end <= sequences.length(exon.sequence));
  require(exon.phase >= no_phase && exon.phase <= 2);
  require(!exon.statements.empty());  // one for each tool
  for (const auto& statement : exon.statements) require(!std::isinf(statement.score));
}

/// Reads `text` against a genome of two sequences, merges, and aborts when a promise is broken.
inline void check_candidates(std::string_view text) {
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", std::int64_t{1} << 40);
  report problems;
  candidate_file file({"input", 0, sequences, problems}, {{"CDS", "First", "Internal", "Terminal", "Single"}});
  std::uint64_t number = 0;
  while (!text.empty() && !file.is_hopeless()) {
    const auto line = text.substr(0, text.find('\n'));
    file.line(line, ++number);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  const auto merged = merge_candidates(file.finish());
  for (const auto& exon : merged) check_exon(exon, sequences);
  // Nothing is passed over in silence: a file without exons has told why.
  require(!merged.empty() || problems.error_count() > 0 || !problems.warnings().empty());
  for (const auto& error : problems.errors()) require(!error.text().empty());
}

}  // namespace exonweave::fuzzing
