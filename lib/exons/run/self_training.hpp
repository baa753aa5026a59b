// What a genome's own genes teach: from the models of a first pass those that are surely right, from these the splice
// model that fits the genome best, one of its own or a built-in one, what codons tell, and what introns cost.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/run/prediction.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/training.hpp"

namespace exonweave {

/// How much is learnt from: targets with all their cases.
struct training_size {
  std::size_t fewest_results = 2000;  // (sequence, region, target)
  std::size_t fewest_targets = 200;   // where each is tried on many sequences, few have a gene
};

/// Where loci were searched for, so many targets are learnt from at most, of each one locus.
constexpr std::size_t max_training_genes = 300;

/// Targets, drawn by their names, until there are enough of both, with all their cases: the same targets in whatever
/// order they, the sequences and the pairs come. As sorted_cases() has them.
std::vector<alignment_task> sample_cases(const prediction_input& input, training_size enough = {});

/// Half-bits that the best chain without an exon must score less, for each exon of a model to learn from.
constexpr written_score confident_margin = 10;

/// Whether a model is to be learnt from: a whole gene from its start to its stop codon without frameshift or internal
/// stop, each exon with at least confident_margin or without any alternative.
bool is_confident(const gene_model& model, score_unit unit);

/// The models of a first pass to learn from.
class confident_models {
 public:
  explicit confident_models(score_unit unit) : unit_(unit) {}

  /// Takes the best model of each place that is confident. In any order.
  void add(const locus_result& result, const target_set& targets);

  /// By descending score, those that overlap none before them, on either strand, are of another target, and are no
  /// copies of them: each gene once. In the order of sequence and place.
  [[nodiscard]] std::vector<annotated_transcript> transcripts() const;

 private:
  struct entry {
    spliced::score score;
    annotated_transcript gene;  // its id is the target's name
    std::string protein;
  };

  score_unit unit_;
  std::vector<entry> entries_;
};

/// Another model takes the place of the one that was there when it fits by so many bits more, all sites together, and
/// by so many for each true donor, acceptor and start.
constexpr double min_lead = 5;
constexpr double min_lead_per_site = 0.05;

/// An own model is drawn to the built-in one that fits best: these are the shares of its own bits that are tried.
inline constexpr std::array own_shares = {0.25, 0.5, 0.75, 1.0};

struct named_fit {
  std::string name;
  model_fit fit;
};

/// What a model was chosen by.
enum class chosen_by {
  genes,        // which have fewest_sites introns or starts
  composition,  // of the genome: it has fewer
  nothing       // so it is the model of the first pass: no built-in model is near by composition either
};

struct training_round {
  training_counts counts;
  std::optional<trained_model> own{};  // of fewest_sites introns and more, where there may be one
  // `before`, the built-in ones but that, and `self`, with the best of own_shares and judged by the sites of the folds
  // held back from it, where there is one.
  std::vector<named_fit> fits;
  std::string name;         // of the chosen one
  double own_fraction = 0;  // 0 unless `self` is chosen
  std::string own_base;     // the name in the model that the rest of it is of; empty unless `self` is chosen
  // With what introns cost where the genes tell (has_intron_law), and the bits of codons that were chosen, where these
  // are learnt. Too few genes for that leave the bits of the splice model, if usable_coding() has them.
  splice_model model;
  coding_choice coding{};
  double gain = 0;          // bits, of the chosen one over `before`
  bool is_too_few = false;  // there might be an own model with more introns
  chosen_by choice = chosen_by::genes;
};

struct round_plan {
  std::string before;  // what the model of the first pass was requested by: a name or a path
  splice_model before_model;
  bool may_be_own = true;                   // else built-in models alone are chosen from
  bool must_be_own = false;                 // where there are fewest_sites introns
  std::optional<genetic_code> codons_by{};  // nothing: bits of codons are not learnt
  bool may_be_nearest = false;              // too few genes: the built-in model that is nearest by composition
};

/// What transcripts, as confident_models gives them, teach.
training_round learn(genome& sequences, const std::vector<annotated_transcript>& transcripts, const round_plan& plan);

}  // namespace exonweave
