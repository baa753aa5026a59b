// Parts of proteins that are left out of a comparison, since chance makes them alike.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What is masked. A file may have the numbers: they stay.
enum class masking : std::uint8_t { none = 0, seg = 1, tantan = 2, lower_case = 3 };

struct masking_name {
  masking kind;
  std::string_view name;
};
inline constexpr std::array masking_names{
    masking_name{masking::none, "none"},              // nothing
    masking_name{masking::seg, "seg"},                // see low_complexity
    masking_name{masking::tantan, "tantan"},          // see tandem_repeats
    masking_name{masking::lower_case, "lower-case"},  // what a FASTA file has in lower case
};
std::string_view to_string(masking kind);
std::optional<masking> masking_from(std::string_view name);

/// Stands where a residue is masked.
constexpr char masked_residue = 'X';

/// Of a protein in upper case, by seg or tantan; parts that do not overlap, from left to right. Nothing by the other
/// two.
std::vector<interval> masked_parts(std::string_view residues, masking by);

/// The same, by any.
std::vector<interval> masked_parts(const target& protein, masking by);

/// Its residues, with masked_residue in these parts.
std::string masked_residues(const target& protein, masking by);

/// Parts of proteins that consist of few kinds of residues. They score with much that is no homologue, since E-values
/// expect all kinds.
///
/// SEG (Wootton and Federhen 1993, Computers and Chemistry 17:149-163):
///
///   1. The complexity of a window of 12 residues is the entropy of its composition, in bits.
///   2. A window of 2.2 bits or less is a beginning. It goes on to both sides as long as windows have 2.5 bits or less.
///   3. Of these residues that part is one of low complexity that is the least likely by chance: of L residues, of
///      which n_i are of kind i of N = 20, with r_k kinds that are found k times,
///
///        P = L! / prod n_i! * N! / prod r_k! / N^L
///
///      At most 100 residues are left out. What is left of it is looked through once more.
struct complexity_rules {
  std::size_t window = 12;    // residues, 2 at least
  double begins_with = 2.2;   // bits, at most
  double goes_on_with = 2.5;  // bits, at most
  std::size_t max_cut = 100;  // residues
};

/// Of a protein in upper case; parts that do not overlap, from left to right. Letters that are none of the 20 residues
/// are kinds too.
std::vector<interval> low_complexity(std::string_view residues, const complexity_rules& rules = {});

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

/// Of a protein in upper case; parts that do not overlap, from left to right. A letter that is none of the 20 residues
/// repeats nothing.
std::vector<interval> tandem_repeats(std::string_view residues);

}  // namespace exonweave
