// Models of proteins as miniprot writes its own, for what reads its output: PAF lines, and GFF3 with a PAF line before each
// mRNA. docs/output.md says where the values are others.
#pragma once

#include <string>
#include <vector>

#include "exons/io/text_sink.hpp"
#include "exons/writers/model_listing.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// A line of PAF for each model, as `miniprot` writes it, in the order of the listing. `scores` are those between amino
/// acids, in the unit of the listing.
void write_paf(const model_listing& models, const spliced::substitution_matrix& scores,
               const text_sink& sink);

/// The rows of `miniprot --gff`: mRNA, CDS and stop_codon. A model's Rank is its place by score among all of its target, so rows
/// wait until all listings have come.
class miniprot_rows {
 public:
  /// `scores` as above.
  void add(const model_listing& models, const spliced::substitution_matrix& scores);

  /// The rows of all that was added, in its order; nothing is left.
  std::string take();

 private:
  struct waiting_model {
    std::size_t target;
    spliced::score score;
    std::vector<std::string> pieces;  // its text, divided where its rank belongs
  };
  std::vector<waiting_model> waiting_;
};

}  // namespace exonweave
