#include "lab/simulation/simulation_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/report.hpp"

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

}  // namespace exonweave
