#include "exons/sites/site_scorer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace exonweave {
namespace {

using spliced::dna_code;
using spliced::residue_code;
using spliced::score;

constexpr double half_bits_per_bit = 2;
constexpr double most_weight = 1000;
constexpr written_score most_cost = 1'000'000;

double weight_of_bit(double weight, score_unit unit) {
  if (!(weight >= 0 && weight <= most_weight)) throw std::invalid_argument("a site weight is out of range");
  return weight * half_bits_per_bit * unit.per_written();
}

template <class Cost>  // a written_score, or one that may be missing
auto checked(const Cost& cost, score_unit unit) {
  const std::optional<written_score> given = cost;
  if (given && (*given < 0 || *given > most_cost)) throw std::invalid_argument("a site cost is out of range");
  return unit.inside(cost);
}

// Whether the bases from `index` on are these.
bool reads(site_scorer::residues_view residues, std::int64_t index, std::string_view bases) {
  const auto length = static_cast<std::int64_t>(residues.size());
  if (index < 0 || index + static_cast<std::int64_t>(bases.size()) > length) return false;
  return std::equal(bases.begin(), bases.end(), residues.begin() + index,
                    [](char base, residue_code residue) { return dna_code(base) == residue; });
}

// Whether `n` bases from `index` on are there and known.
bool are_known(site_scorer::residues_view residues, std::int64_t index, std::int64_t n) {
  if (index < 0 || index + n > static_cast<std::int64_t>(residues.size())) return false;
  return std::all_of(residues.begin() + index, residues.begin() + index + n,
                     [](residue_code residue) { return std::has_single_bit(residue); });
}

constexpr std::int64_t n_site_bases = 2;  // of a donor or acceptor

}  // namespace

site_scorer::table::table(const weight_matrix& matrix, site_window of, double weight_of_bit)
    : window(of), rows(matrix.size()), weight(weight_of_bit) {
  if (matrix.size() != static_cast<std::size_t>(window.n_rows))
    throw std::invalid_argument("a matrix of a splice model has another length");
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (unsigned code = 1; code < spliced::n_dna_codes; ++code) {
      double sum = 0;
      for (unsigned base = 0; base < matrix[row].size(); ++base)
        if ((code >> base & 1U) != 0) sum += matrix[row][base];
      rows[row][code] = sum / std::popcount(code);
    }
}

score site_scorer::table::weigh(residues_view residues, std::int64_t index) const {
  const std::int64_t origin = index - window.n_before;  // of row 0
  const auto length = static_cast<std::int64_t>(residues.size());
  const std::int64_t first = std::max<std::int64_t>(0, -origin);
  const std::int64_t last = std::min(window.n_rows, length - origin);
  double bits = 0;
  for (std::int64_t row = first; row < last; ++row)
    bits += rows[static_cast<std::size_t>(row)][residues[static_cast<std::size_t>(origin + row)]];
  return static_cast<score>(std::lround(bits * weight));
}

site_scorer::site_scorer(const splice_model& model, const site_scoring& scoring, score_unit unit)
    : donor_(model.donor, donor_window, weight_of_bit(scoring.splice_weight, unit)),
      acceptor_(model.acceptor, acceptor_window, weight_of_bit(scoring.splice_weight, unit)),
      start_(model.start, start_window, weight_of_bit(scoring.start_weight, unit)),
      gc_donor_(checked(scoring.gc_donor, unit)),
      at_ac_(checked(scoring.at_ac, unit)),
      noncanonical_(checked(scoring.noncanonical, unit)) {}

std::optional<score> site_scorer::donor(residues_view residues, std::int64_t index,
                                        splice_family family) const {
  std::optional<score> cost;
  if (family == splice_family::minor)
    cost = reads(residues, index, "AT") ? at_ac_ : std::nullopt;
  else if (reads(residues, index, "GT"))
    cost = 0;
  else if (reads(residues, index, "GC"))
    cost = gc_donor_;
  else if (are_known(residues, index, n_site_bases))
    cost = noncanonical_;
  if (!cost) return std::nullopt;
  return donor_.weigh(residues, index) - *cost;
}

std::optional<score> site_scorer::acceptor(residues_view residues, std::int64_t index,
                                           splice_family family) const {
  const std::int64_t first = index - n_site_bases;
  std::optional<score> cost;
  if (family == splice_family::minor) {
    if (at_ac_ && reads(residues, first, "AC")) cost = 0;  // the donor pays
  } else if (reads(residues, first, "AG")) {
    cost = 0;
  } else if (are_known(residues, first, n_site_bases)) {
    cost = noncanonical_;
  }
  if (!cost) return std::nullopt;
  return acceptor_.weigh(residues, index) - *cost;
}

std::optional<score> site_scorer::start(residues_view residues, std::int64_t index) const {
  if (!reads(residues, index, "ATG")) return std::nullopt;
  return start_.weigh(residues, index);
}

}  // namespace exonweave
