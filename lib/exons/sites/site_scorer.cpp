#include "exons/sites/site_scorer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace exonweave {

namespace {

using spliced::dna_code;
using spliced::residue_code;
using spliced::score;

constexpr double half_bits_per_bit = 2;
constexpr double max_weight = 1000;
constexpr written_score max_cost = 1'000'000;

double weight_of_bit(double weight, score_unit unit) {
  if (!(weight >= 0 && weight <= max_weight)) throw std::invalid_argument("a site weight is out of range");
  return weight * half_bits_per_bit * unit.per_written();
}

template <class Cost>  // a written_score, or one that may be missing
auto checked(const Cost& cost, score_unit unit) {
  const std::optional<written_score> given = cost;
  if (given && (*given < 0 || *given > max_cost)) throw std::invalid_argument("a site cost is out of range");
  return unit.inside(cost);
}

constexpr residue_code any_base = 15;

// 0 to 3 of a code of one base, n_dna_bases of an ambiguous one.
constexpr auto base_numbers = [] {
  std::array<std::uint8_t, spliced::n_dna_codes> numbers{};
  for (unsigned code = 0; code < numbers.size(); ++code)
    numbers[code] = static_cast<std::uint8_t>(
        std::has_single_bit(code) ? static_cast<std::size_t>(std::countr_zero(code)) : n_dna_bases);
  return numbers;
}();

// Over all bases that ambiguous codes stand for.
double mean_bits(const weight_row& row, residue_code before_previous, residue_code previous, residue_code base) {
  const auto stands_for = [](residue_code code, std::size_t number) { return (code >> number & 1U) != 0; };
  double sum = 0;
  for (std::size_t q = 0; q < n_dna_bases; ++q)
    for (std::size_t p = 0; p < n_dna_bases; ++p)
      for (std::size_t b = 0; b < n_dna_bases; ++b)
        if (stands_for(before_previous, q) && stands_for(previous, p) && stands_for(base, b))
          sum += row[weight_index(q, p, b)];
  return sum / (std::popcount(before_previous) * std::popcount(previous) * std::popcount(base));
}

double bits_of(const weight_row& row, residue_code before_previous, residue_code previous, residue_code base) {
  const std::size_t q = base_numbers[before_previous], p = base_numbers[previous], b = base_numbers[base];
  if (std::max({q, p, b}) < n_dna_bases) return row[weight_index(q, p, b)];
  return mean_bits(row, before_previous, previous, base);
}

}  // namespace

site_scorer::table::table(weight_matrix matrix, site_window extent, double weight_of_bit)
    : window(extent), rows(std::move(matrix)), weight(weight_of_bit) {
  if (rows.size() != static_cast<std::size_t>(window.n_rows))
    throw std::invalid_argument("a matrix of a splice model has another length");
}

score site_scorer::table::weigh(residues_view residues, std::int64_t index) const {
  const std::int64_t origin = index - window.n_before;  // of row 0
  const auto length = static_cast<std::int64_t>(residues.size());
  const std::int64_t first = std::max<std::int64_t>(0, -origin);
  const std::int64_t last = std::min(window.n_rows, length - origin);
  const auto code_at = [&](std::int64_t row) {
    return origin + row < 0 ? any_base : residues[static_cast<std::size_t>(origin + row)];
  };
  residue_code before_previous = code_at(first - 2), previous = code_at(first - 1);
  double bits = 0;
  for (std::int64_t row = first; row < last; ++row) {
    const residue_code base = code_at(row);
    bits += bits_of(rows[static_cast<std::size_t>(row)], before_previous, previous, base);
    before_previous = previous;
    previous = base;
  }
  return static_cast<score>(std::lround(bits * weight));
}

std::array<site_scorer::site_tables, n_splice_families> site_scorer::splice_tables(const splice_model& model,
                                                                                   double weight) {
  const splice_model flat = flat_splice_model();
  const bool is_flat = model.donor == flat.donor && model.acceptor == flat.acceptor;
  minor_site_rows minor = is_flat ? minor_site_rows{flat.donor, flat.acceptor} : minor_sites();
  return {{{{model.donor, donor_window, weight}, {model.acceptor, acceptor_window, weight}},
           {{std::move(minor.donor), donor_window, weight}, {std::move(minor.acceptor), acceptor_window, weight}}}};
}

site_scorer::site_scorer(const splice_model& model, const site_scoring& scoring, score_unit unit)
    : splice_(splice_tables(model, weight_of_bit(scoring.splice_weight, unit))),
      start_(model.start, start_window, weight_of_bit(scoring.start_weight, unit)),
      other_start_cost_(unit.inside(other_start_cost)) {
  list_pairs(scoring, unit);
}

void site_scorer::list_pairs(const site_scoring& scoring, score_unit unit) {
  const score gc_donor = checked(scoring.gc_donor, unit);
  const std::optional<score> at_ac = checked(scoring.at_ac, unit);
  const std::optional<score> noncanonical = checked(scoring.noncanonical, unit);
  constexpr auto major = static_cast<std::size_t>(splice_family::major);
  constexpr auto minor = static_cast<std::size_t>(splice_family::minor);
  for (residue_code first = 0; first < spliced::n_dna_codes; ++first)
    for (residue_code second = 0; second < spliced::n_dna_codes; ++second)
      if (std::has_single_bit(first) && std::has_single_bit(second))
        pairs_[pair_index(first, second)].donor[major] = pairs_[pair_index(first, second)].acceptor[major] =
            noncanonical;
  const auto pair_of = [&](std::string_view letters) -> base_pair& {
    return pairs_[pair_index(dna_code(letters[0]), dna_code(letters[1]))];
  };
  pair_of("GT").donor[major] = 0;
  pair_of("GC").donor[major] = gc_donor;
  pair_of("AG").acceptor[major] = 0;
  pair_of("AT").donor[minor] = at_ac;
  if (at_ac) pair_of("AC").acceptor[minor] = 0;  // the donor pays
  for (base_pair& each : pairs_)
    each.may_be_site = each.donor[major] || each.donor[minor] || each.acceptor[major] || each.acceptor[minor];
}

const site_scorer::base_pair* site_scorer::pair_at(residues_view residues, std::int64_t index) const {
  if (index < 0 || index + n_site_bases > static_cast<std::int64_t>(residues.size())) return nullptr;
  const auto place = static_cast<std::size_t>(index);
  return &pairs_[pair_index(residues[place], residues[place + 1])];
}

std::optional<score> site_scorer::donor(residues_view residues, std::int64_t index, splice_family family) const {
  const base_pair* const bases = pair_at(residues, index);
  if (bases == nullptr || !bases->donor[static_cast<std::size_t>(family)]) return std::nullopt;
  return tables_of(family).donor.weigh(residues, index) - *bases->donor[static_cast<std::size_t>(family)];
}

std::optional<score> site_scorer::acceptor(residues_view residues, std::int64_t index, splice_family family) const {
  const base_pair* const bases = pair_at(residues, index - n_site_bases);
  if (bases == nullptr || !bases->acceptor[static_cast<std::size_t>(family)]) return std::nullopt;
  return tables_of(family).acceptor.weigh(residues, index) - *bases->acceptor[static_cast<std::size_t>(family)];
}

std::optional<score> site_scorer::start(residues_view residues, std::int64_t index, const genetic_code& code) const {
  constexpr auto n_bases = static_cast<std::int64_t>(codon_length);
  if (index < 0 || index + n_bases > static_cast<std::int64_t>(residues.size())) return std::nullopt;
  const residues_view codon = residues.subspan(static_cast<std::size_t>(index), codon_length);
  if (std::ranges::equal(standard_start, codon)) return code.has_other_starts() ? 0 : start_.weigh(residues, index);
  if (index < n_bases || !code.may_begin(codon[0], codon[1], codon[2])) return std::nullopt;
  const residues_view before = residues.subspan(static_cast<std::size_t>(index - n_bases), codon_length);
  const bool is_known = std::ranges::all_of(before, [](residue_code base) { return std::has_single_bit(base); });
  return is_known ? std::optional(-other_start_cost_) : std::nullopt;
}

namespace {

using base_shares = std::array<double, n_dna_bases>;  // A, C, G, T

weight_row row_of(const base_shares& shares) {
  constexpr double by_chance = 0.25;
  base_shares bits{};
  for (std::size_t base = 0; base < n_dna_bases; ++base) bits[base] = std::log2(shares[base] / by_chance);
  return make_row(bits);
}

// Each of the other bases stands for a third of what is left.
weight_row mostly(std::size_t base) {
  constexpr double most = 0.94;
  base_shares shares;
  shares.fill((1 - most) / (n_dna_bases - 1));
  shares[base] = most;
  return row_of(shares);
}

constexpr std::size_t a = 0, c = 1, t = 3;
constexpr base_shares pyrimidine = {0.1, 0.4, 0.1, 0.4}, mostly_c = {0.06, 0.64, 0.06, 0.24};

}  // namespace

minor_site_rows minor_sites() {
  const weight_row nothing = row_of({0.25, 0.25, 0.25, 0.25});
  minor_site_rows rows{weight_matrix(donor_window.n_rows, nothing), weight_matrix(acceptor_window.n_rows, nothing)};
  const auto first = static_cast<std::size_t>(donor_window.n_before) + 2;  // after AT
  for (std::size_t place = 0; const std::size_t base : {a, t, c, c}) rows.donor[first + place++] = mostly(base);
  const auto last = static_cast<std::size_t>(acceptor_window.n_before) - 2;  // before AC
  rows.acceptor[last - 1] = row_of(mostly_c);
  rows.acceptor[last - 2] = row_of(mostly_c);
  rows.acceptor[last - 3] = row_of(pyrimidine);
  return rows;
}

void allow_introns(intron_kinds kinds, site_scoring& sites) {
  if (kinds != intron_kinds::canonical && !sites.at_ac) sites.at_ac = at_ac_cost;
  if (kinds == intron_kinds::any && !sites.noncanonical) sites.noncanonical = other_end_cost;
}

site_scoring sites_of_blocks(site_scoring sites, intron_kinds kinds) {
  if (kinds != intron_kinds::any) sites.noncanonical.reset();
  return sites;
}

namespace {

void check_within(const strand_region& region, interval where) {
  if (!extent(region).contains(where)) throw std::invalid_argument("sites wanted outside of the region");
}

}  // namespace

interval extent(const strand_region& region) {
  return {region.start, region.start + static_cast<std::int64_t>(region.residues.size())};
}

strand_sites find_sites(const strand_region& region, const site_scorer& scorer, interval where,
                        const genetic_code& code) {
  check_within(region, where);
  strand_sites sites;
  for (std::int64_t position = where.start; position + n_site_bases <= where.end; ++position) {
    const std::int64_t index = position - region.start;
    const auto first = region.residues[static_cast<std::size_t>(index)];
    const auto second = region.residues[static_cast<std::size_t>(index) + 1];
    const bool may_be_start = code.may_begin_with(first, second);
    if (!may_be_start && !scorer.may_be_site(first, second)) continue;
    for (const auto family : {splice_family::major, splice_family::minor}) {
      if (const auto weight = scorer.donor(region.residues, index, family))
        sites.donors.push_back({position, *weight, family});
      if (const auto weight = scorer.acceptor(region.residues, index + n_site_bases, family))
        sites.acceptors.push_back({position + n_site_bases, *weight, family});
    }
    if (may_be_start && position + static_cast<std::int64_t>(codon_length) <= where.end)
      if (const auto weight = scorer.start(region.residues, index, code))
        sites.starts.push_back({position, *weight, splice_family::major});
  }
  return sites;
}

strand_sites find_sites(const strand_region& region, const site_scorer& scorer) {
  return find_sites(region, scorer, extent(region));
}

std::vector<std::int64_t> find_stops(const strand_region& region, interval where, const genetic_code& code) {
  check_within(region, where);
  std::vector<std::int64_t> stops;
  for (std::int64_t position = where.start; position + static_cast<std::int64_t>(codon_length) <= where.end;
       ++position) {
    const auto* const codon = region.residues.data() + (position - region.start);
    if (code.may_end(codon[0], codon[1], codon[2])) stops.push_back(position);
  }
  return stops;
}

namespace {

void check_around(const strand_region& region, interval where, std::int64_t sequence_length) {
  const interval needed{std::max<std::int64_t>(0, where.start - shortest_gap),
                        std::min(sequence_length, where.end + shortest_gap)};
  if (region.start > needed.start || region.end() < needed.end)
    throw std::invalid_argument("open ends wanted where too little of the sequence is known");
}

}  // namespace

// Walks over the borders between bases: how many N are before one, and whether one before it was followed by so many.
open_ends find_open_ends(const strand_region& region, interval where, std::int64_t sequence_length) {
  check_around(region, where, sequence_length);
  const spliced::residue_code unknown = spliced::dna_code('N');
  open_ends found;
  std::int64_t n_unknown = region.start == 0 ? shortest_gap : 0;  // before `position`
  std::int64_t known_end = -1;                                    // of the last known base
  const auto end_known = [&] {
    if (known_end > where.start && known_end <= where.end) found.ends.push_back(known_end);
  };
  for (std::int64_t position = region.start; position < region.end(); ++position) {
    if (region.at(position) == unknown) {
      if (++n_unknown == shortest_gap) end_known();
      continue;
    }
    if (n_unknown >= shortest_gap && position >= where.start && position < where.end) found.begins.push_back(position);
    n_unknown = 0;
    known_end = position + 1;
  }
  if (region.end() == sequence_length && n_unknown < shortest_gap) end_known();
  return found;
}

}  // namespace exonweave
