// The records below "Predicted peptide sequence(s):" of a GENSCAN text. They are not used, but they tell whether the
// text goes on to its end: each says in its header how long it is,
//
//   >chr1|GENSCAN_predicted_peptide_1|189_aa
//   >chr1|GENSCAN_predicted_CDS_1|570_bp
//
// A text that ends between two records cannot be distinguished from a whole one.
#pragma once

#include <cstdint>
#include <string_view>

#include "exons/candidates/candidate_source.hpp"

namespace exonweave {

class genscan_peptides {
 public:
  /// Of the line "Predicted peptide sequence(s):"; a run with exons has records, or says that it has none.
  void begin(std::uint64_t line, bool has_exons);

  /// A line without blanks at its ends. A record that is shorter than its header says is an error.
  void take(const candidate_source& source, std::string_view text, std::uint64_t line);

  /// After the last line of the section: the errors of what is missing.
  void end(const candidate_source& source);

 private:
  std::uint64_t line_ = 0;      // where the section began, or its last record
  std::int64_t n_stated_ = 0;   // letters of that record; -1: its header does not say
  std::int64_t n_letters_ = 0;  // so far
  bool needs_record_ = false;
};

}  // namespace exonweave
