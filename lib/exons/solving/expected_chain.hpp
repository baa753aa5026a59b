// What is read of a target on a strand of a region: known when it has been solved, else expected of what a search has
// found there.
#pragma once

namespace exonweave {

/// Numbers that are expected need not be whole.
struct expected_chain {
  double fraction = 1;  // how probable it is that one is read, 0 to 1
  double length = 0;    // nt from its first exon to its last; of several chains together
  double n_codons = 0;  // in its exons
  double n_exons = 0;   // of all of them
  double n_chains = 1;  // that lie after one another, in genes of their own
};

}  // namespace exonweave
