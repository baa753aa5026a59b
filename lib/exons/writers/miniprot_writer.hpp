// Models of proteins as miniprot writes its own, for what reads its output: PAF lines, and GFF3 with a PAF line before
// each mRNA. docs/reference/formats.md says where the values are others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files/text_sink.hpp"
#include "base/files/unnamed_file.hpp"
#include "exons/writers/model_listing.hpp"
#include "exons/writers/residue_lines.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

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
