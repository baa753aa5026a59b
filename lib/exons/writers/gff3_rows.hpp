// The feature rows of a run, listing by listing, in the style that was asked for.
#pragma once

#include <string>

#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

class gff3_rows {
 public:
  /// What can be written now: all but where the style is that of miniprot. All listings of one style. `scores` are those between
  /// residues of the targets' kind, in the unit of the listings.
  std::string add(const model_listing& models, const spliced::substitution_matrix& scores);

  /// All others, in the order of the listings; nothing is left.
  std::string take_rest() { return miniprot_.take(); }

 private:
  miniprot_rows miniprot_;
};

}  // namespace exonweave
