// Checks the records of a FASTA file that must be DNA: a bad line is an error each, a whole protein file is one error.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/composition.hpp"
#include "exons/sequences/fasta_reader.hpp"

namespace exonweave {

class nucleotide_check {
 public:
  explicit nucleotide_check(report& problems) : problems_(&problems) {}

  /// To be called for the items of `reader`, in their order; then finish().
  void record(const fasta_reader& reader);
  void residues(const fasta_reader& reader);
  void finish();

  /// The file is protein, which has been reported: reading on reports nothing more.
  [[nodiscard]] bool is_protein() const { return is_protein_; }

 private:
  void warn_if_all_n();
  void decide();

  report* problems_;
  place header_;
  std::string name_;
  bool has_residues_ = false;  // of the record
  bool has_bases_ = false;     // something other than N
  composition letters_;
  std::uint64_t bad_line_ = 0;             // the last one; 0: none yet
  std::vector<problem_report> undecided_;  // held back until it is clear whether the file is protein
  bool is_decided_ = false;
  bool is_protein_ = false;
};

}  // namespace exonweave
