// The last stages of a run: its cases are aligned, or their results known, and all outputs written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exons/sequences/genetic_code.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// The models of loci, and the option that the first output of them was requested by.
struct counted_genes {
  std::size_t n = 0;
  std::size_t n_complete = 0;  // of these
  std::string option;
  std::size_t n_by_model = 0;  // of the gene model alone
};

struct predict_outcome {
  std::optional<counted_genes> genes{};  // where they were requested
  std::size_t n_alignments = 0;          // models of --out
  std::size_t n_places = 0;              // of those: with --top several stand at one
  std::size_t n_targets = 0;
  std::size_t n_with_model = 0;  // targets
  std::size_t n_untried = 0;     // targets without a region
  std::size_t n_empty = 0;       // targets without residues
  molecule kind = molecule::protein;
  tried_places where = tried_places::any;
  std::string unplaced_option = "--unplaced-out";  // by which targets without a model are listed
};

/// "3,268 genes (--locus-out), 9,519 alignments, from 3,587 of 6,571 proteins; 2,971 without a locus, 13 without a
/// model (--unplaced-out)".
std::string outcome_text(const predict_outcome& outcome);

/// "4,967 genes (4,960 complete; 1,801 by the gene model alone) from 3,537 of 6,571 proteins", of an annotation.
std::string annotation_text(const predict_outcome& outcome);

/// Plans the run, aligns what `notes` do not know, and writes all outputs, which then appear. Throws what these
/// throw. Returns what came of it.
predict_outcome predict_whole(const predict_inputs& inputs, run_share share, predict_outputs& outputs,
                              progress_notes& notes, run_context& run);

/// The same of a whole run that goes on from its journal, or leaves one where it ends too early, as the options say.
predict_outcome predict_with_journal(const predict_options& options, const predict_inputs& read,
                                     predict_outputs& outputs, run_context& run);

/// A run of its own, from its checks to its last line. Throws what its stages throw.
void predict(const predict_options& options);

}  // namespace exonweave::apps
