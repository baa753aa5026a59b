// Parts of proteins that repeat what stands shortly before them. They score with other such parts though they are no
// relatives of theirs.
//
// tantan's model (Frith 2011, Nucleic Acids Research 39:e23) is a hidden Markov model. A residue is of no repeat, or of
// a repeat of period 1 to w:
//
//   none -> period i    start * decay^(i-1) / sum of decay^(0..w-1)        none -> none    1 - start
//   period i -> none    end                                                period i -> i   1 - end
//
// A residue y of period i is r(x, y) = exp(lambda s(x, y)) times as likely as one of no repeat, x being the residue i
// places before it and s BLOSUM62. What is of a repeat with a probability of 0.9 at least, by the forward and the
// backward recurrence, is reported.
#pragma once

#include <string_view>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// Of a protein in upper case; parts that do not overlap, from left to right. A letter that is none of the 20 residues
/// repeats nothing.
std::vector<interval> tandem_repeats(std::string_view residues);

}  // namespace exonweave
