#include "runtime_model/calibration/designed_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/files/report.hpp"
#include "base/statistics/random_source.hpp"
#include "exons/sites/splice_model.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave {
namespace {

constexpr std::uint64_t seed_of_candidates = 20'141'001, seed_of_genomes = 20'141'002, seed_of_decoys = 19'900'215;

struct range {
  double least, most;
};

// What loci of an input are drawn from. Lengths in nt.
struct locus_ranges {
  std::size_t n_loci;
  range region, coding, exon, n_decoys;
};
constexpr locus_ranges with_candidates{10, {3'000, 250'000}, {120, 6'000}, {130, 131}, {4, 900}};
constexpr locus_ranges without_candidates{30, {1'500, 80'000}, {120, 6'000}, {80, 1'500}, {0, 0}};

// Each power of two between is as frequent.
std::int64_t draw(const range& lengths, random_source& random) {
  constexpr std::int64_t steps = 1'000'000;
  const double fraction = static_cast<double>(random.between(0, steps)) / steps;
  return lengths.most > 0 ? static_cast<std::int64_t>(lengths.least * std::pow(lengths.most / lengths.least, fraction))
                          : 0;
}

locus_plan draw_locus(const locus_ranges& ranges, random_source& random) {
  constexpr std::int64_t shortest_exon = 12, room_per_intron = 120, room_around = 600;
  constexpr std::int64_t room_per_decoy = 60, usual_decoy = 140;
  const std::int64_t length = draw(ranges.region, random), coding = draw(ranges.coding, random) / 3 * 3;
  const std::int64_t n_exons = std::max<std::int64_t>(1, coding / draw(ranges.exon, random));
  const std::int64_t n_decoys = draw(ranges.n_decoys, random);
  locus_plan locus;
  locus.n_decoys = static_cast<std::size_t>(n_decoys);
  locus.sum_of_decoys = usual_decoy * n_decoys;
  locus.length = std::max(length, 2 * (coding + n_exons * room_per_intron + room_around) + room_per_decoy * n_decoys);
  locus.exon_lengths = random_parts(coding, static_cast<std::size_t>(n_exons), shortest_exon, random);
  locus.n_targets = 1 + random.below(2);
  locus.on = random.below(2) == 0 ? strand::forward : strand::reverse;
  return locus;
}

simulation_plan draw_plan(const locus_ranges& ranges, random_source& random) {
  simulation_plan plan;
  for (std::size_t k = 0; k < ranges.n_loci; ++k)
    plan.sequences.push_back({fmt::format("s{}", k + 1), {draw_locus(ranges, random)}});
  plan.rates = {100'000 + static_cast<std::uint32_t>(random.below(100'000)), 5'000};
  return plan;
}

// About as often as in proteins at large, in 99 letters: some words are met much more often than others.
constexpr std::string_view residues_of_decoys =
    "AAAAAAAARRRRRNNNNDDDDDCCQQQQEEEEEEGGGGGGGHHIIIIILLLLLLLLLLKKKKKKMMFFFFPPPPPSSSSSSSTTTTTTWYYYVVVVVVV";

std::string draw_decoy(random_source& random) {
  constexpr std::size_t shortest = 100, more = 800;
  std::string made(shortest + random.below(more), 'M');
  for (char& each : made) each = residues_of_decoys[random.below(residues_of_decoys.size())];
  return made;
}

}  // namespace

simulation design_candidates(std::size_t round) {
  random_source random(seed_of_candidates, round);
  return simulate(draw_plan(with_candidates, random), 1);
}

simulation design_genome(std::size_t round) {
  random_source random(seed_of_genomes, round);
  simulation_plan plan = draw_plan(without_candidates, random);
  report problems;
  plan.sites = {read_splice_model("vertebrate", problems), 0};
  return simulate(plan, 1);
}

target_set searched_proteins(const simulation& made, std::size_t round) {
  constexpr std::size_t few = 20, many = 1'000;
  random_source random(seed_of_decoys, round);
  target_set proteins{{}, molecule::protein, {}};
  const auto add = [&proteins](std::string residues) {
    proteins.targets.push_back({fmt::format("t{}", proteins.targets.size()), std::move(residues)});
  };
  for (const simulated_target& each : made.targets) add(protein_of(each.cds.residues));
  for (std::size_t k = 0; k < (round % 2 == 0 ? many : few); ++k) add(draw_decoy(random));
  return proteins;
}

std::vector<annotated_transcript> genes_of(const simulation& made) {
  std::vector<annotated_transcript> genes;
  for (std::size_t s = 0; s < made.sequences.size(); ++s)
    for (const simulated_gene& gene : made.sequences[s].genes)
      genes.push_back({.id = gene.id, .sequence = s, .on = gene.on, .exons = gene.exons});
  return genes;
}

std::string pairs_with_decoys(const simulation& made) {
  constexpr std::size_t every = 4;  // is a decoy as well
  std::string table = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n";
  for (std::size_t t = 0; t < made.targets.size(); ++t) {
    const simulated_target& each = made.targets[t];
    const auto own_place =
        std::ranges::find(made.sequences, each.sequence, &simulated_sequence::name) - made.sequences.begin();
    const auto n = static_cast<std::ptrdiff_t>(made.sequences.size());
    const auto row = [&](std::ptrdiff_t index) {
      const simulated_sequence& on = made.sequences[static_cast<std::size_t>(index)];
      table += fmt::format("{}\t0\t{}\t{}\t{}\n", on.name, on.residues.size(), to_char(on.genes.front().on), each.id);
    };
    row(own_place);
    if (t % every == 0) row((own_place + 1 + static_cast<std::ptrdiff_t>(t / every) % (n - 1)) % n);
  }
  return table;
}

}  // namespace exonweave
