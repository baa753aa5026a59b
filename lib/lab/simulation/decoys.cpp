// Decoys: candidates that have the sites and the open frame of an exon and are none.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/statistics/random_source.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "lab/simulation/simulated_locus.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t reserved_length = 12;      // nt, kept back for each decoy that is still to come
constexpr std::int64_t shortest_with_codon = 12;  // nt, for decoys with a start or stop codon
constexpr int max_tries = 20'000;                 // for one decoy; its length may differ by 1 nt more every 32 tries

// Per mille of the mean length.
const quantile_table length_table = {{0, 0},      {10, 80},    {100, 300},  {250, 480},  {500, 790},
                                     {750, 1230}, {900, 1900}, {980, 3200}, {1000, 8000}};
constexpr std::int64_t length_table_mean = 1'040;

std::string_view at(const locus_draft& locus, std::int64_t start, std::int64_t length) {
  const std::string_view residues = locus.residues;
  if (start < 0 || start + length > static_cast<std::int64_t>(residues.size())) return {};
  return residues.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(length));
}

bool begins_with_codon(exon_type type) { return type == exon_type::initial || type == exon_type::single; }
bool ends_with_codon(exon_type type) { return type == exon_type::terminal || type == exon_type::single; }

bool is_start_site(const locus_draft& locus, exon_type type, std::int64_t start) {
  return begins_with_codon(type) ? at(locus, start, 3) == "ATG" : at(locus, start - 2, 2) == "AG";
}

bool is_end_site(const locus_draft& locus, exon_type type, std::int64_t end) {
  if (!ends_with_codon(type)) return at(locus, end, 2) == "GT";
  const auto codon = at(locus, end - 3, 3);
  return !codon.empty() && is_stop_codon(codon);
}

// The place nearest to `requested` and at most `reach` away that is a site; the one before wins over the one
// after.
template <typename IsSite>
std::optional<std::int64_t> nearest_site(std::int64_t requested, std::int64_t reach, IsSite is_site) {
  for (std::int64_t away = 0; away <= reach; ++away) {
    if (is_site(requested - away)) return requested - away;
    if (is_site(requested + away)) return requested + away;
  }
  return std::nullopt;
}

std::optional<std::int64_t> shared_start(const locus_draft& locus, exon_type type, random_source& random) {
  const auto& other = locus.exons[random.below(locus.exons.size())];
  if (begins_with_codon(other.type) != begins_with_codon(type)) return std::nullopt;
  return other.where.start;
}

std::optional<std::int64_t> shared_end(const locus_draft& locus, exon_type type, random_source& random) {
  const auto& other = locus.exons[random.below(locus.exons.size())];
  if (ends_with_codon(other.type) != ends_with_codon(type)) return std::nullopt;
  return other.where.end;
}

struct requested_decoy {
  std::int64_t length = 0;  // nt
  exon_type type = exon_type::internal;
};

// A place with both sites and a length at most `tolerance` off: one try.
std::optional<interval> try_place(const locus_draft& locus, requested_decoy requested, std::int64_t tolerance,
                                  random_source& random) {
  constexpr std::uint64_t share_start = 35, share_end = 70;  // of 100
  constexpr std::int64_t site_reach = 64;                    // nt, from a random place to a site
  const auto is_start = [&](std::int64_t place) { return is_start_site(locus, requested.type, place); };
  const auto is_end = [&](std::int64_t place) { return is_end_site(locus, requested.type, place); };
  const auto n = static_cast<std::int64_t>(locus.residues.size());
  const std::uint64_t way = random.below(100);
  std::optional<std::int64_t> start, end;
  if (way >= share_start && way < share_end) {
    end = shared_end(locus, requested.type, random);
    if (end) start = nearest_site(*end - requested.length, tolerance, is_start);
  } else {
    start = way < share_start ? shared_start(locus, requested.type, random)
                              : nearest_site(random.between(0, n), site_reach, is_start);
    if (start) end = nearest_site(*start + requested.length, tolerance, is_end);
  }
  if (!start || !end || *start >= *end) return std::nullopt;
  return interval{*start, *end};
}

// Calls visit(position) for every stop codon in the frame, but for the last codon of a terminal exon, while
// it says true.
template <typename Visit>
bool every_inner_stop(const locus_draft& locus, const simulated_exon& exon, Visit visit) {
  const std::int64_t end = exon.where.end - (ends_with_codon(exon.type) ? 3 : 0);
  for (std::int64_t codon = exon.where.start + exon.phase; codon + 3 <= end; codon += 3)
    if (is_stop_codon(at(locus, codon, 3)) && !visit(static_cast<std::size_t>(codon))) return false;
  return true;
}

std::optional<std::size_t> free_base(const locus_draft& locus, std::size_t codon) {
  for (std::size_t base = codon; base < codon + 3; ++base)
    if (!locus.is_fixed[base]) return base;
  return std::nullopt;
}

bool can_be_opened(const locus_draft& locus, const simulated_exon& exon) {
  return every_inner_stop(locus, exon, [&](std::size_t codon) { return free_base(locus, codon).has_value(); });
}

// C stands in no stop codon, so it can take any base of one and makes no other.
void open_frame(locus_draft& locus, const simulated_exon& exon) {
  every_inner_stop(locus, exon, [&](std::size_t codon) {
    locus.residues[*free_base(locus, codon)] = 'C';
    return true;
  });
}

void fix_sites(locus_draft& locus, const simulated_exon& exon) {
  const auto fix = [&](std::int64_t start, std::int64_t length) {
    std::fill_n(locus.is_fixed.begin() + start, length, true);
  };
  begins_with_codon(exon.type) ? fix(exon.where.start, 3) : fix(exon.where.start - 2, 2);
  ends_with_codon(exon.type) ? fix(exon.where.end - 3, 3) : fix(exon.where.end, 2);
}

// A phase in which the place can be an exon of this type.
std::optional<simulated_exon> with_phase(const locus_draft& locus, interval where, exon_type type,
                                         random_source& random) {
  std::vector<std::int8_t> phases = {0, 1, 2};
  if (begins_with_codon(type)) phases = {0};
  if (type == exon_type::terminal) phases = {static_cast<std::int8_t>(where.length() % 3)};
  random.shuffle(phases);
  for (const std::int8_t phase : phases) {
    simulated_exon exon{where, strand::forward, phase, type, 0, false};
    if (can_be_opened(locus, exon)) return exon;
  }
  return std::nullopt;
}

exon_type draw_type(std::int64_t length, random_source& random) {
  if (length < shortest_with_codon) return exon_type::internal;
  const std::uint64_t drawn = random.below(100);
  if (drawn < 15) return exon_type::initial;
  return drawn < 30 ? exon_type::terminal : exon_type::internal;
}

simulated_exon place_decoy(const locus_draft& locus, requested_decoy requested, const std::set<interval>& taken,
                           random_source& random) {
  for (int n = 0; n < max_tries; ++n) {
    const auto where = try_place(locus, requested, n / 32, random);
    if (!where || taken.contains(*where)) continue;
    if (where->length() < 3 && requested.type != exon_type::internal) continue;
    if (auto exon = with_phase(locus, *where, requested.type, random)) return *exon;
  }
  throw std::logic_error("simulation: the locus has no room for another candidate exon");
}

// The next length, so that `n` decoys, this one included, can still sum up to `sum`.
std::int64_t draw_length(std::int64_t n, std::int64_t sum, random_source& random) {
  if (n == 1) return std::clamp<std::int64_t>(sum, 1, longest_exon);
  const std::int64_t length = draw(length_table, random) * sum / (n * length_table_mean);
  const std::int64_t longest = std::max<std::int64_t>(sum - (n - 1) * reserved_length, 1);
  return std::clamp<std::int64_t>(length, 1, std::min(longest, longest_exon));
}

}  // namespace

void add_decoys(locus_draft& locus, std::size_t n, std::int64_t sum, random_source& random) {
  std::set<interval> taken(locus.gene.begin(), locus.gene.end());
  for (auto left = static_cast<std::int64_t>(n); left > 0; --left) {
    const std::int64_t length = draw_length(left, sum, random);
    auto exon = place_decoy(locus, {length, draw_type(length, random)}, taken, random);
    exon.score = random.between(-300, 1500);
    open_frame(locus, exon);
    fix_sites(locus, exon);
    taken.insert(exon.where);
    sum -= exon.where.length();
    locus.exons.push_back(exon);
  }
}

}  // namespace exonweave
