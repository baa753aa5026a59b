// Splice models from a genome and its annotation: how often each base stands around true sites, against how
// often around places that look like sites and are none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/io/report.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave {

/// What a model was trained on. Sites and introns that several transcripts share count once.
struct training_counts {
  std::size_t n_transcripts = 0;
  std::size_t n_introns = 0;  // between coding exons, of at least shortest_intron
  std::size_t n_gt_ag = 0;    // these are the true sites
  std::size_t n_gc_ag = 0;
  std::size_t n_at_ac = 0;
  std::size_t n_other = 0;
  std::size_t n_short = 0;   // gaps between coding exons that are too short for an intron; not in n_introns
  std::size_t n_starts = 0;  // transcripts' first codons that are ATG in one piece: the true starts
  std::size_t n_other_starts = 0;  // first codons that are not, or are split
  std::size_t n_donor_decoys = 0, n_acceptor_decoys = 0, n_start_decoys = 0;
};

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
};

struct training_plan {
  std::string name;  // of the model
  std::optional<std::size_t>
      order{};  // of all matrices, up to most_site_order; nothing: what held-back sites say
};

constexpr std::size_t fewest_sites = 20;        // introns, and starts, that make a model
constexpr std::size_t fewest_for_order = 1000;  // sites of a matrix that may choose an order above 0
constexpr double least_gain = 0.02;  // bits per held-back site, that make an order better than a lower one
constexpr std::int64_t shortest_intron = 20;  // nt

/// True sites are the ends of the GT-AG introns of coding exons and the start codons. Decoys are all other GT,
/// AG and ATG, on the same strand, from 1,000 nt before to 1,000 nt behind the coding part of each transcript;
/// no end of any annotated intron is one, whatever its bases are. Bits are those of site_evidence, of the order of
/// the plan, or else of that which makes held-back true sites clearly more likely than lower ones, each matrix its
/// own. `transcripts` are those of
/// read_annotation(path, ...). Errors in `problems`: fewer than fewest_sites GT-AG introns; not even half of the
/// introns GT-AG or GC-AG, so the annotation is of another genome. With fewer than fewest_sites starts the start
/// matrix is all 0, with a warning.
trained_model train_splice_model(genome& from, const std::vector<annotated_transcript>& transcripts,
                                 const std::string& path, const training_plan& plan, report& problems);

/// The orders and their gains, for people.
std::string orders_text(const trained_model& trained);

/// The model as a file, with comments on what it was trained on; `command` stands in them.
std::string to_yaml(const trained_model& trained, const std::string& command);

}  // namespace exonweave
