#include "lab/simulation/simulation_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/files/report.hpp"
#include "base/statistics/random_source.hpp"

namespace exonweave {
namespace {

constexpr std::uint64_t plan_stream = 3;  // of random numbers; the simulation itself uses others

locus_plan gene_of(std::int64_t length, std::int64_t coding, std::size_t n_exons, random_source& random) {
  locus_plan locus;
  locus.length = length;
  locus.exon_lengths = random_parts(coding, n_exons, shortest_exon, random);
  return locus;
}

}  // namespace

const std::vector<std::string>& simulation_profiles() {
  static const std::vector<std::string> names = {"tiny", "nolasco2014", "il1rapl1", "microexons"};
  return names;
}

simulation_plan plan_profile(std::string_view profile, std::uint64_t seed) {
  random_source random(seed, plan_stream);
  if (profile == "tiny") return plan_tiny(random);
  if (profile == "nolasco2014") return plan_nolasco2014(random);
  if (profile == "il1rapl1") return plan_il1rapl1(random);
  if (profile == "microexons") return plan_microexons(random);
  problem_report problem;
  problem.what = "unknown profile";
  problem.got = profile;
  problem.need = "tiny, nolasco2014, il1rapl1 or microexons";
  const auto nearest = nearest_names(profile, simulation_profiles(), 1);
  if (!nearest.empty()) problem.hint = "did you mean " + nearest.front() + "?";
  throw bad_usage(problem);
}

simulation_plan plan_tiny(random_source& random) {
  struct gene {
    std::int64_t length, coding;
    std::size_t n_exons, n_decoys;
    strand on;
  };
  const auto make = [&](const std::string& name, const std::vector<gene>& genes) {
    sequence_plan sequence{name, {}};
    for (const auto& one : genes) {
      auto locus = gene_of(one.length, one.coding, one.n_exons, random);
      locus.n_decoys = one.n_decoys;
      locus.sum_of_decoys = 110 * static_cast<std::int64_t>(one.n_decoys);
      locus.n_targets = 2;
      locus.on = one.on;
      sequence.loci.push_back(std::move(locus));
    }
    return sequence;
  };
  simulation_plan plan;
  plan.sequences = {make("tiny1", {{5200, 621, 4, 10, strand::forward},
                                   {6400, 900, 6, 16, strand::reverse},
                                   {3000, 402, 1, 4, strand::forward}}),
                    make("tiny2", {{7000, 744, 5, 12, strand::reverse}, {4800, 453, 3, 8, strand::forward}})};
  plan.rates = {100'000, 10'000};
  return plan;
}

simulation_plan plan_il1rapl1(random_source& random) {
  constexpr std::int64_t base_length = 2'168'787, target_length = 2'355;
  constexpr std::size_t n_candidates = 1'878, n_exons = 11;
  constexpr std::int64_t mean_candidate = 140;  // nt, as in the other cases
  auto locus = gene_of(base_length, target_length, n_exons, random);
  locus.n_decoys = n_candidates - n_exons;
  locus.sum_of_decoys = mean_candidate * static_cast<std::int64_t>(n_candidates) - target_length;
  locus.n_targets = 1;
  simulation_plan plan;
  plan.sequences = {{"il1rapl1", {locus}}};
  plan.rates = {100'000, 0};
  plan.pairs_whole_sequences = true;
  return plan;
}

simulation_plan plan_microexons(random_source& random) {
  constexpr std::int64_t n_lengths = 12, genes_per_length = 10;
  constexpr std::size_t n_long_exons = 5;
  simulation_plan plan;
  for (std::int64_t n = 0; n < n_lengths * genes_per_length; ++n) {
    const std::int64_t micro_exon = 1 + n % n_lengths;
    const std::int64_t coding = 3 * random.between(200, 400);
    locus_plan locus;
    locus.length = random.between(5'000, 12'000);
    locus.exon_lengths = random_parts(coding - micro_exon, n_long_exons, 60, random);
    const auto place = random.between(1, static_cast<std::int64_t>(n_long_exons) - 1);
    locus.exon_lengths.insert(locus.exon_lengths.begin() + place, micro_exon);
    locus.n_targets = 1;
    locus.on = random.below(2) == 0 ? strand::forward : strand::reverse;
    plan.sequences.push_back({fmt::format("micro{}", n + 1), {locus}});
  }
  plan.rates = {100'000, 0};
  report problems;
  // An exon of one codon is then worth its intron (30 half-bits), as the default scores have it: 14 of its sites, 4 at
  // least of its codon, 12 of the gap without it.
  constexpr double min_exon_bits = 7;
  plan.sites = {read_splice_model("vertebrate", problems), min_exon_bits};
  return plan;
}

std::vector<std::int64_t> random_parts(std::int64_t total, std::size_t n, std::int64_t least, random_source& random) {
  const std::int64_t free = total - static_cast<std::int64_t>(n) * least;
  std::vector<std::int64_t> cuts = {0, free};
  for (std::size_t k = 1; k < n; ++k) cuts.push_back(random.between(0, free));
  std::sort(cuts.begin(), cuts.end());
  std::vector<std::int64_t> parts;
  for (std::size_t k = 1; k < cuts.size(); ++k) parts.push_back(least + cuts[k] - cuts[k - 1]);
  return parts;
}
// The profile nolasco2014: plans of 240 bases whose statistics are those that Nolasco and Moreano published.

namespace {

constexpr std::size_t n_bases = 240;
constexpr auto n_bases_signed = static_cast<std::int64_t>(n_bases);

// Shapes between the published ends; long-tailed, as genes are.
const quantile_table base_lengths = {{0, 2'848},    {100, 6'500},   {250, 11'500},  {500, 24'000},  {750, 47'000},
                                     {900, 88'000}, {970, 160'000}, {990, 300'000}, {1000, 575'746}};
const quantile_table exon_counts = {{0, 2},     {100, 9},   {250, 18},  {500, 36},  {750, 64},
                                    {900, 108}, {970, 185}, {990, 330}, {1000, 622}};
const quantile_table mean_exon_lengths = {{0, 105}, {100, 122}, {500, 147}, {900, 180}, {1000, 225}};
const quantile_table coding_lengths = {{0, 189},     {100, 420},   {250, 700},   {500, 1'150},
                                       {750, 1'800}, {900, 2'800}, {970, 4'300}, {1000, 8'652}};

constexpr std::int64_t total_length = 42'181 * n_bases_signed;  // nt
constexpr std::int64_t total_exons = 13'000;                    // 54.2 per base
constexpr std::int64_t total_sum = 7'880 * n_bases_signed;      // nt
constexpr std::int64_t total_means = 149 * n_bases_signed + n_bases_signed * 35 / 100;
constexpr std::int64_t mean_coding = 1'460;  // nt
constexpr std::int64_t total_coding = mean_coding * n_bases_signed;
constexpr std::int64_t smallest_sum = 446,
                       largest_sum = 71'865;                     // nt; a few nt inside the published 442 and 71,873
constexpr std::int64_t mean_coding_exon = 120;                   // nt, of a gene
constexpr std::int64_t room_per_intron = 90, room_around = 400;  // nt
constexpr std::int64_t room_per_decoy = 40;                      // nt

struct targets_per_base {
  std::size_t n_targets, n_bases;
};
constexpr std::array<targets_per_base, 5> target_counts = {{{1, 12}, {2, 14}, {3, 24}, {4, 52}, {5, 138}}};  // 1,010

bool is_near(std::int64_t value, std::int64_t requested) { return 100 * std::abs(value - requested) <= requested; }

// Sums of exon lengths for bases with these numbers of exons, ascending. The bases' mean lengths are dealt
// out until both the sums and the means meet their totals within 1%.
std::vector<std::int64_t> draw_sums(const std::vector<std::int64_t>& counts, random_source& random) {
  auto means = stratified_sample(mean_exon_lengths, n_bases, total_means, random);
  std::vector<std::int64_t> sums(n_bases);
  for (;;) {
    random.shuffle(means);
    std::int64_t sum_of_means = 0;  // hundredths of nt
    for (std::size_t k = 0; k < n_bases; ++k) {
      sums[k] = std::clamp(counts[k] * means[k], smallest_sum, largest_sum);
      if (k == 0) sums[k] = smallest_sum;
      if (k + 1 == n_bases) sums[k] = largest_sum;
      sum_of_means += 100 * sums[k] / counts[k];
    }
    const auto sum = std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
    if (is_near(sum, total_sum) && is_near(sum_of_means, 100 * total_means)) return sums;
  }
}

// What one base holds; the gene gets less where the base or its candidates have no room for it.
struct base_figures {
  std::int64_t length, n_exons, sum, coding;
};

locus_plan plan_base(base_figures base, random_source& random) {
  const auto max_coding = [&](std::int64_t n_exons) {
    return std::min(base.sum - room_per_decoy * (base.n_exons - n_exons),
                    base.length - room_around - room_per_intron * n_exons);
  };
  std::int64_t n_exons = std::clamp<std::int64_t>(base.coding / mean_coding_exon, 1, base.n_exons - 1);
  const std::int64_t coding = std::min(base.coding, max_coding(n_exons)) / 3 * 3;
  const bool has_longest_exon = 10 * longest_exon <= 6 * coding;
  locus_plan locus;
  locus.length = base.length;
  if (has_longest_exon) {
    locus.exon_lengths =
        random_parts(coding - longest_exon, static_cast<std::size_t>(--n_exons), shortest_exon, random);
    const auto place = locus.exon_lengths.begin() + random.between(0, n_exons);
    locus.exon_lengths.insert(place, longest_exon);
    ++n_exons;
  } else {
    locus.exon_lengths = random_parts(coding, static_cast<std::size_t>(n_exons), shortest_exon, random);
  }
  locus.n_decoys = static_cast<std::size_t>(base.n_exons - n_exons);
  locus.sum_of_decoys = base.sum - coding;
  locus.on = random.below(2) == 0 ? strand::forward : strand::reverse;
  return locus;
}

// Loci with few exons are short and their genes small, but for chance.
std::vector<locus_plan> plan_bases(random_source& random) {
  constexpr std::int64_t spread = 300, coding_spread = 150;  // per mille of a rank
  const auto counts = stratified_sample(exon_counts, n_bases, total_exons, random);
  const auto lengths = couple_ranks(stratified_sample(base_lengths, n_bases, total_length, random), spread, random);
  const auto coding =
      couple_ranks(stratified_sample(coding_lengths, n_bases, total_coding, random), coding_spread, random);
  const auto sums = draw_sums(counts, random);
  std::vector<locus_plan> loci;
  for (std::size_t k = 0; k < n_bases; ++k)
    loci.push_back(plan_base({lengths[k], counts[k], sums[k], coding[k]}, random));
  return loci;
}

// Deals the numbers of targets out until the genes' lengths, weighed by them, meet the published mean within
// 1%. Where chance does not find that, the last deal stands.
void deal_targets(std::vector<locus_plan>& loci, random_source& random) {
  constexpr int max_deals = 1000;
  std::vector<std::size_t> n_targets;
  for (const auto& [n, bases] : target_counts) n_targets.insert(n_targets.end(), bases, n);
  const auto n_cases = static_cast<std::int64_t>(std::accumulate(n_targets.begin(), n_targets.end(), std::size_t{0}));
  std::int64_t target_lengths = 0;  // nt, of all cases
  for (int deal = 0; deal < max_deals && !is_near(target_lengths, mean_coding * n_cases); ++deal) {
    random.shuffle(n_targets);
    target_lengths = 0;
    for (std::size_t k = 0; k < n_bases; ++k) {
      loci[k].n_targets = n_targets[k];
      target_lengths += static_cast<std::int64_t>(n_targets[k]) *
                        std::accumulate(loci[k].exon_lengths.begin(), loci[k].exon_lengths.end(), std::int64_t{0});
    }
  }
}

}  // namespace

simulation_plan plan_nolasco2014(random_source& random) {
  auto loci = plan_bases(random);
  random.shuffle(loci);
  deal_targets(loci, random);
  simulation_plan plan;
  for (std::size_t k = 0; k < n_bases; ++k)
    plan.sequences.push_back({fmt::format("base{:03}", k + 1), {std::move(loci[k])}});
  plan.rates = {100'000, 5'000};
  plan.pairs_whole_sequences = true;
  plan.shortest_target = coding_lengths.front().value;
  plan.longest_target = coding_lengths.back().value;
  return plan;
}

}  // namespace exonweave
