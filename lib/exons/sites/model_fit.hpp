// How well splice models fit a genome: how much they tell of where the sites of its transcripts are.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/folds.hpp"
#include "exons/sites/splice_model.hpp"
#include "exons/sites/training_sites.hpp"

namespace exonweave {

/// What a model reports of sites of one kind. With w its bits at a place, each true site is worth
///
///   w - log2( mean of 2^w over the decoys of its fold )
///
/// bits: the log2 of how much likelier the model takes it for the site than a decoy drawn at random. So a constant
/// added to all weights changes nothing, and a genome whose decoys look like sites of the model is distinguished from
/// one where they do not.
struct kind_fit {
  std::size_t n_true = 0;
  double bits = 0;  // the sum over the true sites
};

/// By site_kind.
struct model_fit {
  std::array<kind_fit, n_site_kinds> kinds{};

  [[nodiscard]] double bits() const;         // of all kinds
  [[nodiscard]] std::size_t n_true() const;  // of all kinds
};

/// A model for the sites of each fold.
using fold_models = std::array<splice_model, n_folds>;

/// The same model for all folds.
fold_models one_for_all_folds(const splice_model& model);

/// The fit of each of some models to the sites of visit_sites(from, transcripts). A model that was trained on these
/// transcripts is judged by those that were trained without each fold.
std::vector<model_fit> fits_of(std::span<const fold_models> models, genome& sequences,
                               const std::vector<annotated_transcript>& transcripts);

}  // namespace exonweave
