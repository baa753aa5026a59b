// What came of a run of predict, in the words of its last line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exons/sequences/alphabet.hpp"

namespace exonweave::apps {

/// Where targets that were not aligned at all could have been.
enum class tried_places { found, pairs, hits, any };

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

}  // namespace exonweave::apps
