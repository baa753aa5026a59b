// Checks lines of residues that must be DNA: a bad line is an error each, a whole protein file is one error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exons/io/report.hpp"
#include "exons/sequences/composition.hpp"

namespace exonweave {

class nucleotide_check {
 public:
  explicit nucleotide_check(report& problems) : problems_(&problems) {}

  void record(place header, std::string name);
  void line(const place& where, std::string_view residues);
  void finish();

  /// The file is protein, which has been told: reading on tells nothing more.
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
  std::vector<problem_report> undecided_;  // held back until it is clear whether the file is protein
  bool is_decided_ = false;
  bool is_protein_ = false;
};

}  // namespace exonweave
