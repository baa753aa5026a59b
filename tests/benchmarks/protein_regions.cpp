#include "benchmarks/protein_regions.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "exons/loci/pairs.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/solving/region_sites.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave::benchmarks {

protein_scoring default_protein_scoring() {
  const scoring_options options = *preset_scoring("default", molecule::protein);
  report problems;
  const genetic_code code;
  const site_scorer sites(read_splice_model(first_model_name(options.splice_model), problems), options.sites,
                          unit_of(options, molecule::protein));
  auto matrix = read_protein_matrix(options.protein_matrix, problems);
  problems.throw_if_errors();
  return {code, sites, make_chain_scoring(options, std::move(matrix), &code)};
}

simulation simulate_gene(std::int64_t region, std::int64_t residues, std::uint64_t seed) {
  constexpr std::int64_t mean_exon = 150, shortest_exon = 30;  // nt
  const std::int64_t coding = 3 * (residues + 1);
  random_source random(seed);
  locus_plan locus;
  locus.length = region;
  locus.exon_lengths = random_parts(coding, static_cast<std::size_t>(std::max<std::int64_t>(1, coding / mean_exon)),
                                    shortest_exon, random);
  locus.n_targets = 1;
  simulation_plan plan;
  plan.sequences = {{"region", {locus}}};
  plan.rates = {100'000, 0};
  return simulate(plan, seed);
}

std::string protein_of_target(const simulation& made) { return protein_of(made.targets.front().cds.residues); }

protein_region region_of(const simulation& made) {
  return {{0, spliced::encode_dna(made.sequences.front().residues)}, spliced::encode_protein(protein_of_target(made))};
}

namespace {

target_set read_proteins(const std::string& folder, report& problems) {
  target_set all{{folder}, molecule::protein, {}};
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().string().ends_with(".pep.fa"))
      for (target& each : read_targets({entry.path()}, target_type::protein, problems).targets)
        all.targets.push_back(std::move(each));
  return all;
}

}  // namespace

std::vector<protein_region> read_regions(const std::string& folder) {
  report problems;
  genome sequences = genome::open(folder + "/genome.fa", problems);
  const target_set targets = read_proteins(folder, problems);
  const auto pairs = read_pairs(folder + "/pairs.tsv", sequences.catalog(), targets, problems);
  problems.throw_if_errors();
  std::vector<protein_region> regions;
  for (const alignment_task& pair : pairs)
    regions.push_back({make_strand_region(pair.region, pair.on, sequences.fetch(pair.sequence, pair.region),
                                          sequences.catalog().length(pair.sequence)),
                       spliced::encode_protein(targets.targets[pair.target].residues)});
  return regions;
}

block_sites find_blocks(const strand_region& region, const protein_scoring& scoring) {
  region_material material;
  material.region = region;
  add_sites(region, {nullptr, &scoring.sites, target_reading::codons, block_mode::add, &scoring.code}, material);
  return std::move(*material.blocks);
}

}  // namespace exonweave::benchmarks
