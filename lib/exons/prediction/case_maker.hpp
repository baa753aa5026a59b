// From a target on a strand of a region to the problem that is solved: residues, exons, sites.
#pragma once

#include <mutex>
#include <vector>

#include "exons/prediction/prediction.hpp"

namespace exonweave {

struct prepared_case {
  alignment_case of;        // its region is what of the case's region is needed: all of it for own blocks
  region_material problem;  // exons and blocks may both be missing: there is nothing to put together
  std::vector<spliced::residue_code> target;
};

/// Prepares cases on any thread; all share one genome, which is read under a lock.
class case_maker {
 public:
  case_maker(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options) {}

  /// Throws std::range_error when a candidate's weight is no score.
  [[nodiscard]] prepared_case make(const alignment_case& of);

 private:
  [[nodiscard]] interval needed_region(const alignment_case& of) const;
  [[nodiscard]] strand_region fetch(const alignment_case& of, interval where);
  [[nodiscard]] std::vector<spliced::residue_code> encode(const target& aligned) const;
  [[nodiscard]] target_reading reading_of(const target& aligned) const;

  const prediction_input& input_;
  const prediction_options& options_;
  std::mutex genome_;
};

/// Why no chain was found in a case.
locus_outcome explain_no_chain(const prepared_case& of, const prediction_options& options);

/// False for nothing but N, or X, which everything would align to equally badly.
bool has_letters(const std::vector<spliced::residue_code>& residues, molecule kind);

}  // namespace exonweave
