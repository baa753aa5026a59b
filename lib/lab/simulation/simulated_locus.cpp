// The gene of a simulated locus: its coding sequence, exons, introns and splice sites.

#include "lab/simulation/simulated_locus.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>

#include "base/statistics/random_source.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "lab/simulation/simulation.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave {

namespace {

constexpr std::int64_t shortest_intron = 70;  // nt
constexpr std::int64_t shortest_flank = 100;  // nt
constexpr std::uint32_t consensus = 700'000;  // ppm: how often a base around a splice site is the usual one

std::string random_coding_sequence(std::int64_t length, random_source& random) {
  std::string coding = "ATG";
  while (static_cast<std::int64_t>(coding.size() + codon_length) < length) coding += random_sense_codon(random);
  return coding + random_stop_codon(random);
}

// Exons in [flank, length - flank): the introns take what the exons and flanks leave.
std::vector<interval> place_exons(const locus_plan& plan, random_source& random) {
  const auto n_introns = plan.exon_lengths.size() - 1;
  const auto coding = std::accumulate(plan.exon_lengths.begin(), plan.exon_lengths.end(), std::int64_t{0});
  const auto free = plan.length - coding - static_cast<std::int64_t>(n_introns) * shortest_intron - 2 * shortest_flank;
  assert(free >= 0);
  const std::int64_t flank = shortest_flank + random.between(0, free / 4);
  const std::int64_t after = shortest_flank + random.between(0, free / 4);
  std::vector<std::int64_t> introns;
  if (n_introns > 0) introns = random_parts(plan.length - coding - flank - after, n_introns, shortest_intron, random);
  std::vector<interval> exons;
  std::int64_t start = flank;
  for (std::size_t k = 0; k <= n_introns; ++k) {
    exons.push_back({start, start + plan.exon_lengths[k]});
    start = exons.back().end + (k < n_introns ? introns[k] : 0);
  }
  return exons;
}

void write_usual(std::string& residues, std::int64_t start, std::string_view usual, random_source& random) {
  for (std::size_t k = 0; k < usual.size(); ++k)
    if (random.chance(consensus)) residues[static_cast<std::size_t>(start) + k] = usual[k];
}

void write_intron_ends(locus_draft& locus, interval intron, random_source& random) {
  constexpr std::string_view donor_rest = "AAGT";                // after GT
  constexpr std::string_view acceptor_tract = "TTTCTTTTCTTTAC";  // before AG
  auto& residues = locus.residues;
  write_usual(residues, intron.start + 2, donor_rest, random);
  write_usual(residues, intron.end - 2 - static_cast<std::int64_t>(acceptor_tract.size()), acceptor_tract, random);
  const auto start = static_cast<std::size_t>(intron.start);
  const auto end = static_cast<std::size_t>(intron.end);
  residues.replace(start, 2, "GT");
  residues.replace(end - 2, 2, "AG");
  for (const std::size_t position : {start, start + 1, end - 2, end - 1}) locus.is_fixed[position] = true;
}

}  // namespace

std::string random_bases(std::int64_t length, random_source& random) {
  std::string residues(static_cast<std::size_t>(length), 'N');
  for (char& base : residues) base = random.chance(gc_fraction) ? "GC"[random.below(2)] : "AT"[random.below(2)];
  return residues;
}

exon_type type_of_exon(std::size_t index, std::size_t n) {
  if (n == 1) return exon_type::single;
  if (index == 0) return exon_type::initial;
  return index + 1 == n ? exon_type::terminal : exon_type::internal;
}

locus_draft draft_gene(const locus_plan& plan, random_source& random) {
  locus_draft locus;
  locus.residues = random_bases(plan.length, random);
  locus.is_fixed.resize(locus.residues.size());
  locus.gene = place_exons(plan, random);
  const auto coding_length = std::accumulate(plan.exon_lengths.begin(), plan.exon_lengths.end(), std::int64_t{0});
  const std::string coding = random_coding_sequence(coding_length, random);
  const auto phases = coding_phases(locus.gene, strand::forward);
  std::size_t written = 0;
  for (std::size_t k = 0; k < locus.gene.size(); ++k) {
    const auto exon = locus.gene[k];
    const auto length = static_cast<std::size_t>(exon.length());
    locus.residues.replace(static_cast<std::size_t>(exon.start), length, coding, written, length);
    written += length;
    std::fill_n(locus.is_fixed.begin() + exon.start, exon.length(), true);
    if (k > 0) write_intron_ends(locus, {locus.gene[k - 1].end, exon.start}, random);
    locus.exons.push_back(
        {exon, strand::forward, phases[k], type_of_exon(k, locus.gene.size()), random.between(200, 3000), true});
  }
  return locus;
}
// Splice sites and start codons as a splice model has them: what is drawn scores as real sites do.

namespace {

constexpr std::string_view bases = "ACGT";

// Where bases are drawn, and the bits of the model there, summed over the windows that reach it.
using drawn_places = std::map<std::int64_t, weight_row>;

void add_window(const weight_matrix& matrix, std::int64_t first, drawn_places& places) {
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    weight_row& bits = places.try_emplace(first + static_cast<std::int64_t>(row)).first->second;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] += matrix[row][i];
  }
}

// Where the weights of a place begin, given the bases before it.
std::size_t first_weight(const locus_draft& locus, std::int64_t place) {
  const auto index = static_cast<std::size_t>(place);
  return weight_index(bases.find(locus.residues[index - 2]), bases.find(locus.residues[index - 1]), 0);
}

drawn_places find_places(const locus_draft& locus, const splice_model& model) {
  drawn_places places;
  add_window(model.start, locus.gene.front().start - start_window.n_before, places);
  for (std::size_t k = 0; k + 1 < locus.gene.size(); ++k) {
    const std::int64_t donor = locus.gene[k].end, acceptor = locus.gene[k + 1].start;
    add_window(model.donor, donor - donor_window.n_before, places);
    add_window(model.acceptor, acceptor - acceptor_window.n_before, places);
  }
  // What makes a site a site is not drawn.
  for (std::size_t k = 0; k + 1 < locus.gene.size(); ++k)
    for (const std::int64_t fixed : {locus.gene[k].end, locus.gene[k + 1].start - 2}) {
      places.erase(fixed);
      places.erase(fixed + 1);
    }
  return places;
}

char draw_base(std::span<const double> bits, random_source& random) {
  constexpr double resolution = 1'000'000, most = 20;  // bits
  constexpr double gc = static_cast<double>(gc_fraction) / per_million / 2, not_gc = 0.5 - gc;
  constexpr std::array<double, 4> usual = {not_gc, gc, gc, not_gc};
  std::array<std::uint64_t, 4> weights{};
  for (std::size_t b = 0; b < weights.size(); ++b)
    weights[b] =
        static_cast<std::uint64_t>(std::lround(resolution * usual[b] * std::exp2(std::clamp(bits[b], -most, most))));
  return bases[random.weighted(weights)];
}

// The places of the coding sequence's bases, in reading direction.
std::vector<std::int64_t> coding_places(const locus_draft& locus) {
  std::vector<std::int64_t> places;
  for (const interval exon : locus.gene)
    for (std::int64_t place = exon.start; place < exon.end; ++place) places.push_back(place);
  return places;
}

double bits_at(const locus_draft& locus, const weight_matrix& matrix, std::int64_t first) {
  double sum = 0;
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    const std::int64_t place = first + static_cast<std::int64_t>(row);
    sum += matrix[row][first_weight(locus, place) + bases.find(locus.residues[static_cast<std::size_t>(place)])];
  }
  return sum;
}

bool is_weak(const locus_draft& locus, const site_plan& plan) {
  for (std::size_t k = 1; k + 1 < locus.gene.size(); ++k) {
    const interval exon = locus.gene[k];
    const double bits = bits_at(locus, plan.model.acceptor, exon.start - acceptor_window.n_before) +
                        bits_at(locus, plan.model.donor, exon.end - donor_window.n_before);
    if (bits < plan.min_exon_bits) return true;
  }
  return false;
}

void draw_once(locus_draft& locus, drawn_places places, random_source& random) {
  const auto base_at = [&](std::int64_t place) -> char& { return locus.residues[static_cast<std::size_t>(place)]; };
  const auto draw = [&](std::int64_t place, const weight_row& bits) {
    base_at(place) = draw_base(std::span(bits).subspan(first_weight(locus, place), n_dna_bases), random);
  };
  const auto coding = coding_places(locus);
  for (std::size_t k = 0; k < coding.size(); ++k) {
    const auto here = places.find(coding[k]);
    if (here == places.end()) continue;
    const std::size_t codon = k / codon_length * codon_length;
    const bool is_border = codon == 0 || codon + codon_length == coding.size();
    const char before = base_at(coding[k]);
    if (!is_border) draw(coding[k], here->second);
    const std::string changed{base_at(coding[codon]), base_at(coding[codon + 1]), base_at(coding[codon + 2])};
    if (!is_border && is_stop_codon(changed)) base_at(coding[k]) = before;
    places.erase(here);
  }
  for (const auto& [place, bits] : places) {
    draw(place, bits);
    locus.is_fixed[static_cast<std::size_t>(place)] = true;
  }
}

}  // namespace

void draw_sites(locus_draft& locus, const site_plan& plan, random_source& random) {
  constexpr int max_draws = 100;
  const auto places = find_places(locus, plan.model);
  int n = 0;
  do draw_once(locus, places, random);
  while (++n < max_draws && is_weak(locus, plan));
}

// Decoys: candidates that have the sites and the open frame of an exon and are none.

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
