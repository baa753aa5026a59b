// The alignment of a protein's model as miniprot reports it: a CIGAR whose operations go through codons, introns and
// frameshifts, a string of differences, and what lies between introns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// What an operation consumes.
enum class protein_op : char {
  match = 'M',            // length codons and symbols
  insertion = 'I',        // length symbols
  deletion = 'D',         // length codons
  bases = 'F',            // length nt: a frameshift, or a part of a codon
  symbol_on_bases = 'G',  // length nt and one symbol: the first part of a codon that no other operation holds
  intron = 'N',           // length nt, between codons
  intron_after_1 = 'U',   // an intron, the codon that it splits after its first base, and its symbol: length nt in all
  intron_after_2 = 'V',   // the same after its second base
};

struct protein_run {
  protein_op op;
  std::int64_t length;
  bool operator==(const protein_run&) const = default;
};

/// Counts of an alignment, or of a part of it.
struct protein_counts {
  std::size_t n_nt = 0;         // of codons, three for a symbol that has none, and skipped ones
  std::size_t n_identical = 0;  // pairs
  std::size_t n_positive = 0;   // pairs that score above 0
  std::size_t n_stops = 0;
  std::size_t n_frameshifts = 0;
  std::int64_t score = 0;  // of the pairs, less the costs of gaps, in the unit of the matrix
};

/// What lies between introns. The counts of a codon that an intron splits belong to the part before it, the symbol of U
/// and V to the one after, as miniprot has it.
struct coding_part {
  interval where;         // forward coordinates; of the last one with the stop codon
  std::int8_t phase = 0;  // of GFF3
  interval symbols;       // of the target; the one before where there is none
  protein_counts counts{};
  std::string acceptor{};  // the intron's last two bases before it, in capitals; empty: none
  std::string donor{};     // the first two after it
};

struct protein_alignment {
  interval symbols;  // of the target
  interval where;    // forward coordinates, from its first whole codon to its last one; without the stop codon
  std::vector<protein_run> runs;  // in reading direction; they consume just these symbols and places
  std::string differences;        // miniprot's cs
  protein_counts counts;
  std::vector<coding_part> parts;      // in reading direction
  std::vector<interval> stop_codon{};  // what introns divide it into, in reading direction; empty: none
};

/// Of a model of a protein. Residues that are unaligned at the ends of the chain are deletions; bases of codons that
/// are not whole there are left out. `scores` are those between amino acids, and `gaps` costs of unpaired ones that are
/// not at an end of the chain.
protein_alignment align_protein(const gene_model& model, const target& aligned,
                                const spliced::substitution_matrix& scores, const spliced::gap_costs& gaps = {});

/// "12M3I", and so on.
std::string cigar_text(const std::vector<protein_run>& runs);

// The bases of a model in its reading direction, by places that ascend in it.

/// Forward coordinates, on the reverse strand negative: so they ascend in reading direction.
using reading_place = std::int64_t;

class model_reader {
 public:
  /// The model must outlive it.
  explicit model_reader(const gene_model& model) : model_(model) {}

  [[nodiscard]] reading_place place_of(std::int64_t base) const { return is_forward() ? base : -base; }
  [[nodiscard]] interval forward(reading_place begin, reading_place end) const {
    return is_forward() ? interval{begin, end} : interval{1 - end, 1 - begin};
  }

  /// The exon that begins at a place. There must be one.
  [[nodiscard]] const model_exon& exon_at(reading_place begin) const;

  /// `length` bases of the model that lie within one exon, in upper case.
  [[nodiscard]] std::string bases(reading_place begin, std::int64_t length) const;

  /// Those of its last codon, in reading direction.
  [[nodiscard]] std::array<reading_place, codon_length> last_codon() const;

 private:
  [[nodiscard]] bool is_forward() const { return model_.on == strand::forward; }
  [[nodiscard]] reading_place begin_of(const model_exon& exon) const {
    return is_forward() ? exon.where.start : 1 - exon.where.end;
  }
  // The e-th in reading direction.
  [[nodiscard]] const model_exon& exon(std::size_t e) const {
    return model_.exons[is_forward() ? e : model_.exons.size() - 1 - e];
  }

  const gene_model& model_;
};

}  // namespace exonweave
