// The models of a run in the order, and with the IDs, that all outputs share: the protein of a model is found by the ID
// of its mRNA.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

enum class gff3_style {
  gene,      // gene, mRNA, exon, CDS
  match,     // match, match_part: for evidence combiners
  miniprot,  // mRNA, CDS, stop_codon, as miniprot writes them: for what reads its output
};

/// How models are listed.
struct listing_form {
  gff3_style style = gff3_style::gene;
  score_unit unit = score_unit::whole();  // of the models' scores
  std::string id_prefix{};                // of every ID; nothing that GFF3 reserves in attributes
  genetic_codes codes{};                  // of the coding sequences
  // Genes are those of an annotation: they have names and products of their targets, and `id_prefix` is that of locus
  // tags, as NCBI has them.
  bool is_gene_set = false;
};

class model_listing {
 public:
  /// Sorts by (sequence, start, end, strand, target name); of loci at one place the better score comes first. The
  /// order depends on the models alone, not on that of `loci`, each of which holds at least one. But with genes models
  /// stand alone, each a locus of its own. The catalog and the targets must outlive the listing. Where a listing goes
  /// on with an output, `n_before` loci stand in it already.
  model_listing(std::vector<locus_models> loci, const sequence_catalog& sequences, const target_set& targets,
                listing_form form, std::size_t n_before = 0);

  /// The same models in another style. In both of them models stand alone.
  [[nodiscard]] model_listing in_style(gff3_style style) const;

  [[nodiscard]] const std::vector<locus_models>& loci() const { return *loci_; }
  [[nodiscard]] const sequence_catalog& sequences() const { return sequences_; }
  [[nodiscard]] const target_set& targets() const { return targets_; }
  [[nodiscard]] gff3_style style() const { return form_.style; }
  [[nodiscard]] score_unit unit() const { return form_.unit; }
  [[nodiscard]] const genetic_code& code_of(const gene_model& model) const {
    return form_.codes.of_sequence(model.sequence);
  }
  [[nodiscard]] bool is_gene_set() const { return form_.is_gene_set; }
  /// Whether its genes have locus tags, which are their IDs.
  [[nodiscard]] bool has_locus_tags() const { return form_.is_gene_set && !form_.id_prefix.empty(); }

  [[nodiscard]] const std::string& sequence_name(const gene_model& model) const {
    return sequences_.name(model.sequence);
  }
  /// Without name and residues for a model that has none.
  [[nodiscard]] const target& target_of(const gene_model& model) const {
    static const target none{};
    return model.has_target() ? targets_.targets[model.target] : none;
  }

  /// For each locus the one that it lies opposite to, if there is one: GFF3 reports its ID. [loci().size()]
  void mark_antisense(std::vector<std::optional<std::size_t>> better) { better_ = std::move(better); }

  /// Of a locus model that lies opposite to a better one: which. Nothing where nothing was marked.
  [[nodiscard]] std::optional<std::size_t> better_opposite(std::size_t locus) const {
    return better_.empty() ? std::nullopt : better_[locus];
  }

  /// Symbols of its target as a model counts them, in the target as it was given.
  [[nodiscard]] interval in_given_target(const gene_model& model, interval symbols) const {
    const auto length = static_cast<std::int64_t>(target_of(model).residues.size());
    return model.is_backwards ? flip(symbols, length) : symbols;
  }

  /// Of a gene or match: "gene1", "match1", in the style of miniprot "MP000001", of a locus model "locus1", after the
  /// prefix; numbers follow the order. Of a gene set: "gene1", or with a prefix its locus tag, "PREFIX_000010".
  [[nodiscard]] std::string locus_id(std::size_t locus) const;

  /// Of a model, the `rank`-th of its locus from 0: "gene1.t1", or "match1".
  [[nodiscard]] std::string model_id(std::size_t locus, std::size_t rank) const;

  /// Of a gene of a gene set: unique_names() of its target.
  [[nodiscard]] const std::string& gene_name(std::size_t locus) const { return (*names_)[locus]; }

  /// Calls visit(model, id) for each model in order.
  template <class Visitor>
  void for_each_model(const Visitor& visit) const {
    for (std::size_t l = 0; l < loci().size(); ++l)
      for (std::size_t rank = 0; rank < loci()[l].size(); ++rank) visit(loci()[l][rank], model_id(l, rank));
  }

 private:
  std::shared_ptr<const std::vector<locus_models>> loci_;  // of all styles of a listing
  std::shared_ptr<const std::vector<std::string>> names_;  // [loci_.size()] of a gene set
  const sequence_catalog& sequences_;
  const target_set& targets_;
  listing_form form_;
  std::size_t n_before_;
  std::vector<std::optional<std::size_t>> better_{};  // [loci_.size()], or none
};

// What the genes of an annotation are called, and what they are said to encode: after the targets of their models.

/// Each is empty where nothing is said.
struct named_product {
  std::string product{};
  std::string note{};
};

/// A model that covers less of its target, or is less identical to it, does not get the product of it.
constexpr double min_product_coverage = 0.5;
constexpr double min_product_identity = 0.35;

constexpr std::string_view unknown_product = "hypothetical protein";

/// The product of the target's header (read_header). Of a model below these limits it is unknown_product, and a note
/// says what it is similar to; of a model without target there is no note.
named_product product_of(const gene_model& model, const target& aligned);

/// A name for each locus, of the target of its first model. Of loci with the same name the one with the best score has
/// it as it is, and the others have "_2", "_3", ... after it by descending score, of equal ones the first in `loci`
/// before. All differ. A locus without target has an empty one. [loci.size()]
std::vector<std::string> unique_names(const std::vector<locus_models>& loci, const target_set& targets);

/// Models come in the order of results and go to outputs in the order of listings, sequence by sequence.
///
/// Outputs are sorted by place and number their models through, and regions overlap: so the models of a sequence wait
/// for its last result.
class listing_queue {
 public:
  using receiver = std::function<void(const model_listing&)>;

  /// The catalog and the targets must outlive the queue.
  listing_queue(const sequence_catalog& sequences, const target_set& targets, listing_form form, receiver receive);

  /// What comes next is of this sequence; sequences come one after the other. The listing of the one before is handed
  /// on, where it has models.
  void begin(std::size_t sequence);

  /// Of the sequence at hand; not empty.
  void add(locus_models&& models) { waiting_.push_back(std::move(models)); }

  /// No more models come.
  void finish();

 private:
  const sequence_catalog& sequences_;
  const target_set& targets_;
  listing_form form_;
  receiver receive_;
  std::optional<std::size_t> sequence_;  // at hand
  std::vector<locus_models> waiting_;    // of that
  std::size_t n_listed_ = 0;             // loci
};

}  // namespace exonweave
