// Splice models from a genome and its annotation: how often each base stands around true sites, against how
// often around places that look like sites and are none.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/folds.hpp"
#include "exons/sites/splice_model.hpp"
#include "exons/sites/training_sites.hpp"

namespace exonweave {

/// How many bases before one its weight looks at, and what that gains: the mean log2 of the likelihood of true
/// sites, each by the counts of sites elsewhere, above that with order 0.
struct matrix_order {
  std::size_t order = 0;
  double gain = 0;  // bits per site
};

struct trained_model {
  splice_model model;
  training_counts counts;
  matrix_order donor{}, acceptor{}, start{};
  std::array<splice_model, n_folds> held_back{};  // each without the true sites of a fold; the same orders
};

struct training_plan {
  std::string name;                    // of the model
  std::optional<std::size_t> order{};  // of all matrices, up to max_site_order; nothing: what held-back sites say
};

constexpr std::size_t fewest_sites = 20;       // introns, and starts, that make a model
constexpr std::size_t fewest_for_order = 500;  // sites of a matrix that may choose an order above 0
constexpr double min_gain = 0.02;              // bits per held-back site, that make an order better than a lower one

/// Learns from the sites of visit_sites. Bits are those of site_evidence, of the order of the plan, or else of that
/// which makes held-back true sites clearly more likely than lower ones, each matrix its own. With fewer than
/// fewest_sites starts the start matrix is all 0.
trained_model train_splice_model(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                                 const training_plan& plan);

/// What is wrong with training on the transcripts of read_annotation(path, ...). Errors: fewer than fewest_sites GT-AG
/// introns; not even half of the introns GT-AG or GC-AG, so the annotation is of another genome. A warning: too few
/// starts.
void check_training(const training_counts& counts, const std::string& path, report& problems);

/// The orders and their gains, for people.
std::string orders_text(const trained_model& trained);

/// The model as a file, with comments on what it was trained on; `command` stands in them.
std::string to_yaml(const trained_model& trained, const std::string& command);

}  // namespace exonweave
