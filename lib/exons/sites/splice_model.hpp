// Position weight matrices of splice sites and start codons: how much more often a base stands at a place of
// a true site than at the same place of a decoy, in bits, given up to two bases before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/introns/intron_law.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

constexpr std::size_t n_dna_bases = 4;     // A, C, G, T in that order
constexpr std::size_t max_site_order = 2;  // how many bases before one may count

/// The size of a row of an order: a base given so many before it.
constexpr std::size_t n_weights(std::size_t order) { return std::size_t{1} << (2 * (order + 1)); }

/// One row per position: log2 odds of each base after each pair of bases, by weight_index. A row of a lower order
/// holds its numbers once for each base that it does not look at.
using weight_row = std::array<double, n_weights(max_site_order)>;
using weight_matrix = std::vector<weight_row>;

/// Of `base` after `previous`, which stands after `before_previous`: 0 to 3.
constexpr std::size_t weight_index(std::size_t before_previous, std::size_t previous, std::size_t base) {
  return (before_previous * n_dna_bases + previous) * n_dna_bases + base;
}

/// The row of an order from its n_weights(order) numbers, in the order of weight_index. Needs such a size.
weight_row make_row(std::span<const double> weights);

/// The lowest order that has this row.
std::size_t order_of(const weight_row& row);

/// Which positions around a site the rows of its matrix stand for. The site is the boundary between the rows
/// [0, n_before) and [n_before, n_rows):
///
///   donor     e e e|G T i i i i                      the site d is the first base of the intron
///   acceptor  i x 18  A G|e e e                      the site a is the first base of the exon
///   start     n x 9  |A T G c c c                    the site p is the first base of the start codon
struct site_window {
  std::int64_t n_before;  // rows
  std::int64_t n_rows;
};

constexpr site_window donor_window = {3, 9};
constexpr site_window acceptor_window = {20, 23};
constexpr site_window start_window = {9, 15};

struct splice_model {
  std::string name;        // letters, digits, '_', '.', '-'; begins with a letter
  weight_matrix donor;     // [donor_window.n_rows]
  weight_matrix acceptor;  // [acceptor_window.n_rows]
  weight_matrix start;     // [start_window.n_rows]
  // What introns cost in its genomes, in halves of half-bits at the finest; at most max_intron_lines, the least
  // counts. Empty: it does not say.
  std::vector<intron_cost> introns{};
  // What codons tell of coding sequence, in bits (coding_bits). Nothing: it does not say.
  std::optional<codon_values> coding{};

  bool operator==(const splice_model&) const = default;
};

/// Bits lie in [-max_bits, max_bits].
constexpr double max_bits = 100;

/// The names of the models that the program brings with it.
std::vector<std::string> built_in_splice_models();

/// Bits of sites between those of two models: (1 - share) of a's and share of b's, to 3 decimals. All else is b's. Both
/// have all rows.
splice_model blended(const splice_model& a, const splice_model& b, double fraction);

/// The model in which every site weighs nothing.
splice_model flat_splice_model();

/// Whether a model may be called so.
bool is_model_name(const std::string& name);

/// A model by name, or else from a YAML file ("-" is standard input): a map of `name` and the matrices
/// `donor`, `acceptor` and `start`, each a list of rows of 4, 16 or 64 decimal numbers (make_row), and perhaps
/// `introns` (read_intron_lines) and `coding`, a map of all 64 codons (AAA: 0.31). Every problem goes to `problems`
/// with its line, and the result is then not to be used. Throws missing_input, with a hint that names the built-in
/// models, or io_failure.
splice_model read_splice_model(const std::string& name_or_path, report& problems);

/// The model as a file that read_splice_model reads back to the same value.
std::string to_yaml(const splice_model& model);

/// The splice models that are part of the program, as the text of their files in models/.
struct built_in_model {
  std::string_view name;
  std::string_view yaml;
};

extern const std::array<built_in_model, 5> built_in_models;

// The names of splice models that are no models yet.

/// Where no splice model is requested.
constexpr std::string_view no_splice_model = "none";
/// The one that fits the run's own genes best; and one that is learnt from them.
constexpr std::string_view auto_splice_model = "auto";
constexpr std::string_view self_splice_model = "self";
/// Whether a model is one of these two, so that there is none before something was learnt.
bool is_learnt_model(std::string_view splice_model);
/// The model to begin with: the one that is named, for those two `vertebrate`.
std::string first_model_name(const std::string& splice_model);

}  // namespace exonweave
