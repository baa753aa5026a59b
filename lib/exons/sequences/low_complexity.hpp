// Parts of proteins that consist of few kinds of residues. They score with much that is no homologue, since E-values
// expect all kinds.
//
// SEG (Wootton and Federhen 1993, Computers and Chemistry 17:149-163):
//
//   1. The complexity of a window of 12 residues is the entropy of its composition, in bits.
//   2. A window of 2.2 bits or less is a beginning. It goes on to both sides as long as windows have 2.5 bits or less.
//   3. Of these residues that part is one of low complexity that is the least likely by chance: of L residues, of which
//      n_i are of kind i of N = 20, with r_k kinds that are found k times,
//
//        P = L! / prod n_i! * N! / prod r_k! / N^L
//
//      At most 100 residues are left out. What is left of it is looked through once more.
#pragma once

#include <string_view>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

struct complexity_rules {
  std::size_t window = 12;    // residues, 2 at least
  double begins_with = 2.2;   // bits, at most
  double goes_on_with = 2.5;  // bits, at most
  std::size_t max_cut = 100;  // residues
};

/// Of a protein in upper case; parts that do not overlap, from left to right. Letters that are none of the 20 residues
/// are kinds too.
std::vector<interval> low_complexity(std::string_view residues, const complexity_rules& rules = {});

}  // namespace exonweave
