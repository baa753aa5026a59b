// Everything that `exonweave predict` reads, checked. Nothing of it changes afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input_watch.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_model_file.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/run/gene_review.hpp"
#include "exons/run/prediction.hpp"
#include "exons/sites/splice_model.hpp"
#include "predict/run_rules.hpp"

namespace exonweave::apps {

/// What a run scores with: at first as it was requested, later as it was learnt.
struct run_model {
  scoring_options scoring{};              // its splice model is never auto or self
  splice_model sites{};                   // that of `scoring`
  std::optional<codon_weights> coding{};  // in the unit that is computed with; nothing: codons weigh nothing
};

struct predict_inputs {
  mutable genome sequences;  // what it reads it reads when it is requested; any thread may ask
  genetic_codes codes{};
  candidate_set candidates{};
  target_set targets{};
  double n_residues = 0;      // of all targets of the run
  double scale = 1;           // of a sample of the targets: results of the run for one of theirs
  scoring_options scoring{};  // as it was requested: its splice model may be auto or self
  spliced::substitution_matrix amino_acids{spliced::n_amino_codes};  // protein targets
  bool takes_coding = false;                                         // of the splice model
  std::optional<codon_values> given_coding{};                        // in its place
  std::optional<splice_scores> listed{};                             // --splice-scores
  std::optional<learnt_gene_model> gene_model{};                     // of a file
  std::vector<annotated_transcript> predicted{};                     // by other programs: hints of the gene model
  target_set expected{};                                             // proteins of --completeness; empty: none
  std::optional<gene_review> review{};                               // --review
  run_model first_model{};                                           // before anything is learnt
  run_rules rules{};                                                 // what the options amount to with all this
  std::optional<std::vector<alignment_task>> cases{};                // nothing: loci are searched for

  [[nodiscard]] bool is_searched() const { return !cases; }
  /// Proteins that may match in part, on ORF exons alone: there scores by chance follow a law.
  [[nodiscard]] bool has_e_values() const {
    return targets.kind == molecule::protein && candidates.sources.empty() && scoring.free_target_ends;
  }
  /// Whether max_intron is shorter than some sequence: else it limits nothing.
  [[nodiscard]] bool limits_introns() const;
  /// That of all scores in graphs, results and models.
  [[nodiscard]] score_unit unit() const { return unit_of(scoring, targets.kind); }

  /// What is scored with by a splice model. What introns cost is as it says where scores are half-bits and the scoring
  /// file says nothing, else as that has it; codons weigh what it says where they may.
  [[nodiscard]] run_model model_with(const std::string& name, const splice_model& sites) const;
};

/// All problems of all files are collected before any is reported. Throws bad_data and what else the readers throw.
predict_inputs read_inputs(const predict_options& options, report& problems);

/// The same genome with the proteins of --completeness, which are scored by `model` from the first pass on, without
/// margins and a gene model, where the run holds so many bytes of --memory.
predict_inputs inputs_of_expected(const predict_inputs& read, const run_model& model, std::uint64_t held);

// The files that `exonweave predict` reads, as they are distinguished by what is in them.

/// The files that --scoring names, for check_paths.
std::vector<named_path> paths_in_scoring(const predict_options& options, const predict_inputs& read);

/// All that were read, in the order of their roles. Reads them whole.
std::vector<input_file> sum_input_files(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps
