// Models of proteins as miniprot writes its own, for what reads its output: PAF lines, and GFF3 with a PAF line before
// each mRNA. docs/reference/formats.md says where the values are others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_system.hpp"
#include "base/files/file_text.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/writers/model_listing.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

// The alignment of a protein's model residue by residue, in the rows of `miniprot --aln` and `--trans`.
//
//   ##ATN  ATGGCTGgtaaaaagTTTGGTAA     bases; of introns in lower case
//   ##ATA  M..A..V        ..W..*..     what codons encode, at the first base of each
//   ##AAS  |     |          |          | equal, + alike
//   ##AQA  M  S  V          W          symbols of the protein
//   ##STA  MAVW*                       what the codons encode, one after the other

/// Gives the upper-case bases of a part of a sequence, forward.
using base_source = std::function<std::string(std::size_t sequence, interval where)>;

/// What lines are made from next to a model and its target.
struct residue_sources {
  const spliced::substitution_matrix& scores;  // between amino acids
  const genetic_code& code;
  const base_source& bases;
  std::int64_t sequence_length;  // nt, of the model's
};

/// Introns of more nt are shown by this many at either end, and their length between: gtaag~1234~tttag.
constexpr std::int64_t shown_of_intron = 200;

struct residue_lines {
  std::string alignment;    // four lines, ##ATN to ##AQA
  std::string translation;  // one line, ##STA
};

/// After what the PAF line holds stands one more codon, the three bases that follow on the sequence where there are so
/// many: they are the stop codon, unless an intron lies before or within that. Of a model with a stop codon they read
/// '*', and so ends the translation, which is else the model's protein and what they encode.
residue_lines make_residue_lines(const gene_model& model, const target& aligned, const residue_sources& sources);

/// Output target by target, in the order of their files and best models first, as miniprot's options ask for it.
struct miniprot_listing {
  bool has_paf = true;          // a line for each model, after ##PAF where rows follow
  bool has_rows = false;        // of GFF3: --gff
  bool has_differences = true;  // the tag cs
  bool has_unmapped = false;    // -u: a line for each target without a model
  std::string id_prefix = "MP";
  std::string id_delimiter{};   // --gff-delim: IDs are the target's name, this, and the rank; empty: they are numbers
  double lowest_score = 0.99;   // of a model, as a fraction of the target's best one
  std::size_t max_models = 31;  // of a target
};

/// What is written of a model next to its PAF line and rows, and what that is made from.
struct miniprot_form {
  const spliced::substitution_matrix& scores;  // between amino acids, in the unit of the listing
  bool with_alignment = false;                 // --aln
  bool with_translation = false;               // --trans
  base_source bases{};                         // requested with one of them alone
  spliced::gap_costs gaps{};                   // the same
  std::optional<miniprot_listing> by_target{};
};

/// A line of PAF for each model, as `miniprot` writes it, in the order of the listing, with those of --aln and --trans
/// after it.
void write_paf(const model_listing& models, const miniprot_form& form, const text_sink& sink);

/// The rows of `miniprot --gff`: mRNA, CDS and stop_codon. A model's Rank is its place by score among all of its
/// target, so rows wait until all listings have come, on disk where they are many.
class miniprot_rows {
 public:
  /// All listings in one order of sequences, each in several or in one. By target and with --aln, a model whose first
  /// exon is 1 nt begins at its second codon: miniprot never starts so, and miniprot_boundary_scorer crashes on it.
  /// Throws io_failure.
  void add(const model_listing& models, const miniprot_form& form);

  /// The rows of all that was added, in its order, in pieces of models that overlap: rows of different pieces are in
  /// the order of their starts. Nothing is left. Throws io_failure.
  void write(const text_sink& sink);

  /// The same, and the PAF lines, as `how` says: that of the form that all was added with. Returns how many models are
  /// left out.
  std::size_t write_by_target(const target_set& targets, const miniprot_listing& how, const text_sink& sink);

 private:
  struct waiting_model {
    std::size_t target;
    spliced::score score;
    std::size_t sequence;
    interval span;
    std::int64_t begin;       // of its text in `text_`
    std::size_t first_piece;  // of it: the text is divided where its rank belongs
    std::size_t n_pieces;
  };
  [[nodiscard]] std::vector<std::size_t> ranks() const;
  std::string text_of(const waiting_model& model, const std::string& rank_text);

  std::vector<waiting_model> waiting_;
  std::vector<std::uint32_t> piece_lengths_;  // bytes
  text_spool text_{"rows of models"};
};

}  // namespace exonweave
