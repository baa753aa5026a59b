// Models of proteins as miniprot writes its own, for what reads its output: PAF lines, and GFF3 with a PAF line before
// each mRNA. docs/reference/formats.md says where the values are others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/text_sink.hpp"
#include "base/files/text_spool.hpp"
#include "exons/writers/model_listing.hpp"
#include "exons/writers/residue_lines.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// What is written of a model beside its PAF line and rows, and what that is made from.
struct miniprot_form {
  const spliced::substitution_matrix& scores;  // between amino acids, in the unit of the listing
  bool with_alignment = false;                 // --aln
  bool with_translation = false;               // --trans
  base_source bases{};                         // asked with one of them alone
};

/// A line of PAF for each model, as `miniprot` writes it, in the order of the listing, with those of --aln and --trans
/// behind it.
void write_paf(const model_listing& models, const miniprot_form& form, const text_sink& sink);

/// The rows of `miniprot --gff`: mRNA, CDS and stop_codon. A model's Rank is its place by score among all of its
/// target, so rows wait until all listings have come, on disk where they are many.
class miniprot_rows {
 public:
  /// All listings in one order of sequences, each in several or in one. Throws io_failure.
  void add(const model_listing& models, const miniprot_form& form);

  /// The rows of all that was added, in its order, in pieces of models that overlap: rows of different pieces are in
  /// the order of their starts. Nothing is left. Throws io_failure.
  void write(const text_sink& sink);

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
  std::string text_of(const waiting_model& model, std::size_t rank);

  std::vector<waiting_model> waiting_;
  std::vector<std::uint32_t> piece_lengths_;  // bytes
  text_spool text_{"rows of models"};
};

}  // namespace exonweave
