// Everything that `exonweave predict` reads, checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exons/places/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "predict/predict_options.hpp"

namespace exonweave::apps {

struct predict_inputs {
  genome sequences;
  candidate_set candidates{};
  target_set targets{};
  std::vector<alignment_case> cases{};
  bool is_searched = false;         // for the cases; then they are not there yet
  double n_places = 0;              // see prediction_input
  double scale = 1;                 // of a sample of the targets: results of the run for one of theirs
  std::vector<found_locus> loci{};  // then, as they were found; take_cases() makes cases of them
  std::uint64_t n_looked = 0;  // then, nt in which targets were looked for once more; 0: it is known of a run before
  std::vector<expected_chain> chains{};          // then, of each of the cases, what was found there
  std::vector<found_locus> training_loci{};      // what is learnt from of what was found, in narrower regions
  std::vector<alignment_case> training_cases{};  // theirs; empty: some of the cases
  scoring_options scoring{};
  spliced::substitution_matrix amino_acids{spliced::n_amino_codes};  // protein targets
  bool takes_coding = false;                                         // of the splice model
  std::optional<codon_values> given_coding{};                        // in its place
  std::optional<codon_weights> coding{};     // in the unit that is computed with; nothing: codons weigh nothing
  std::string asked_model{};                 // auto, self, or as in `scoring`
  splice_model sites{};                      // that of `scoring`, which is never auto or self before it was learnt
  std::vector<intron_cost> usual_introns{};  // of the scoring as it was read

  std::optional<splice_scores> listed{};  // --splice-scores

  /// That of all scores in graphs, results and models.
  [[nodiscard]] score_unit unit() const { return unit_of(scoring, targets.kind); }

  /// What introns cost is as the model says where scores are half-bits and the scoring file says nothing, else as it
  /// was.
  void take_model(const std::string& name, const splice_model& model);
  /// What codons weigh, where they may.
  void take_coding(const splice_model& model);

  [[nodiscard]] prediction_input for_prediction() {
    return {&sequences, &candidates, &targets, &cases, n_places, is_searched ? &chains : nullptr};
  }
};

/// All problems of all files are collected before any is told. Throws bad_data and what else the readers throw.
predict_inputs read_inputs(const predict_options& options, report& problems);

}  // namespace exonweave::apps
