// Splice models from a genome and its annotation: how often each base stands around true sites, against how
// often around places that look like sites and are none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "base/statistics/random_source.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave {

// The sites that gene models teach: where the true donors, acceptors and start codons of transcripts are, and what
// looks like them around.

/// What transcripts have. Sites and introns that several of them share count once.
struct training_counts {
  std::size_t n_transcripts = 0;
  std::size_t n_introns = 0;  // between coding exons, of at least shortest_intron
  std::size_t n_gt_ag = 0;    // these are the true sites
  std::size_t n_gc_ag = 0;
  std::size_t n_at_ac = 0;
  std::size_t n_other = 0;
  std::size_t n_short = 0;         // gaps between coding exons that are too short for an intron; not in n_introns
  std::size_t n_starts = 0;        // transcripts' first codons that are ATG in one piece: the true starts
  std::size_t n_other_starts = 0;  // first codons that are not, or are split
  std::size_t n_donor_decoys = 0, n_acceptor_decoys = 0, n_start_decoys = 0;
  std::vector<std::int64_t> intron_lengths{};  // nt, of the GT-AG introns, ascending

  bool operator==(const training_counts&) const = default;
};

constexpr std::int64_t shortest_intron = 20;  // nt

enum class site_kind : std::uint8_t { donor, acceptor, start };
constexpr std::size_t n_site_kinds = 3;

struct training_site {
  const strand_region& region;  // it, and at least max_context around it where the sequence has that
  std::int64_t position;        // strand coordinate, as in scored_site
  site_kind kind;
  bool is_true;      // else a decoy
  std::size_t fold;  // see fold_of
};

/// True sites are the ends of the GT-AG introns of coding exons, and the start codons. Decoys are all other GT, AG and
/// ATG on the same strand, from 1,000 nt before to 1,000 nt after the coding part of each transcript; no end of any
/// intron of the transcripts is one, whatever its bases are. `sink` is handed each once, in the order of sequence and
/// strand.
training_counts visit_sites(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                            const std::function<void(const training_site&)>& sink);

// The parts in which sites of a genome are held back from training, to see how well they are foretold.

constexpr std::size_t n_folds = 5;
constexpr std::int64_t fold_length = 20'000;  // nt of a sequence whose sites are held back together

/// By the sequence's name and the place, a forward coordinate: sites of one locus are mostly held back together, and
/// the order of the sequences does not matter.
inline std::size_t fold_of(std::string_view sequence, std::int64_t position) {
  return static_cast<std::size_t>(name_hash().add(sequence).add(position / fold_length).value() % n_folds);
}

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

// What stands around true sites and decoys of one kind, and the log-odds made of it: each base given as many bases
// before it as help to foretell sites that were held back.

/// How often each base stands in a row, given up to two bases before it: by weight_index, whose first parts are 0
/// where an order does not look.
using row_counts = std::array<weight_row, max_site_order + 1>;  // of order 0, 1, 2

/// With c the count of a base after the `order` bases before it, and n the sum of these over the four bases,
///
///   f0 = (c + 1) / (n + 4)        f = (c + context_prior * f of the order below) / (n + context_prior)
///
/// so that what was seen rarely is as in the order below.
constexpr double base_prior = 1;      // added to each count of order 0
constexpr double context_prior = 40;  // sites; between 20 and 100 held-back sites tell little difference

/// The frequencies of one row, by weight_index.
weight_row frequencies(const row_counts& counts, std::size_t order);

class site_evidence {
 public:
  /// What makes a site is the rows [first_fixed, first_fixed + n_fixed), at which all sites are the same.
  site_evidence(site_window window, std::int64_t first_fixed, std::int64_t n_fixed);

  /// A site, and what stands around it within the region: ambiguous bases and those beyond do not count. Needs
  /// fold < n_folds.
  void add_true(const strand_region& region, std::int64_t site, std::size_t fold);
  void add_decoy(const strand_region& region, std::int64_t site);

  [[nodiscard]] std::size_t n_true() const { return n_true_; }
  [[nodiscard]] std::size_t n_decoys() const { return n_decoys_; }

  /// For each order, the mean log2 of the likelihood of a true site under the frequencies of the true sites of the
  /// other folds. Over rows whose base and two before it are known. 0 without true sites.
  [[nodiscard]] std::array<double, max_site_order + 1> held_back_likelihoods() const;

  /// log2 of a base's frequency in true sites over that in decoys, to 3 decimals; 0 in the fixed rows. The true sites
  /// are those of all folds but `held_back`.
  [[nodiscard]] weight_matrix bits(std::size_t order, std::size_t held_back = n_folds) const;

 private:
  using window_counts = std::vector<row_counts>;  // [window_.n_rows]

  [[nodiscard]] bool is_fixed(std::size_t row) const;
  [[nodiscard]] window_counts without(std::size_t fold) const;
  void count(const strand_region& region, std::int64_t site, window_counts& sums) const;

  site_window window_;
  std::size_t first_fixed_, last_fixed_;
  std::array<window_counts, n_folds> truth_;
  window_counts decoys_;
  std::size_t n_true_ = 0, n_decoys_ = 0;
};

}  // namespace exonweave
