// What the sites of introns from AT to AC look like, which the minor spliceosome cuts.
#pragma once

#include "exons/sites/splice_model.hpp"

namespace exonweave {

struct minor_site_rows {
  weight_matrix donor;     // [donor_window.n_rows], bits
  weight_matrix acceptor;  // [acceptor_window.n_rows], bits
};

/// Made by hand from the consensus that is published: |ATATCC at donors, and YCCAC| at acceptors without a run of
/// pyrimidines before it (Burge, Padgett and Sharp, Mol Cell 2:773, 1998; Sheth et al., Nucleic Acids Res 34:3955,
/// 2006). Such introns are too few to learn from: about 1 in 3,000 of a vertebrate. Order 0; places that tell nothing
/// are 0.
minor_site_rows minor_sites();

}  // namespace exonweave
