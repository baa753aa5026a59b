// The feature rows of a run, gathered listing by listing, in the style that was asked for.
#pragma once

#include <string>

#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

class gff3_rows {
 public:
  /// All listings of one style. `scores` are those between residues of the targets' kind, in the unit of the listings.
  void add(const model_listing& models, const spliced::substitution_matrix& scores);

  /// The rows of all that was added, in its order; nothing is left.
  std::string take();

 private:
  std::string text_;  // of all styles but that of miniprot
  miniprot_rows miniprot_;
};

}  // namespace exonweave
