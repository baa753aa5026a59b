#include "runtime_model/calibration/designed_searches.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "runtime_model/calibration/designed_inputs.hpp"

namespace exonweave {
namespace {

constexpr std::uint64_t seed_of_decoys = 19'900'215;  // any

// So many of the designed inputs in one genome, and next to their targets proteins of which nothing is there.
struct search_design {
  std::size_t n_genomes, n_decoys;
  bool with_relatives;
};
constexpr std::array<search_design, n_search_designs> search_designs{
    {{1, 20, true}, {6, 1, false}, {1, 2'000, false}, {4, 300, true}, {4, 1'500, false}}};

// About as often as in proteins at large, in 99 letters: some words are met much more often than others. By hand, since
// by other numbers other proteins would be drawn: prices that were measured before would be those of other work.
constexpr std::string_view residues_of_decoys =
    "AAAAAAAARRRRRNNNNDDDDDCCQQQQEEEEEEGGGGGGGHHIIIIILLLLLLLLLLKKKKKKMMFFFFPPPPPSSSSSSSTTTTTTWYYYVVVVVVV";

std::string draw_decoy(random_source& random) {
  constexpr std::size_t shortest = 100, range = 800;
  std::string made(shortest + random.below(range), 'M');
  for (char& each : made) each = residues_of_decoys[random.below(residues_of_decoys.size())];
  return made;
}

std::string repeated_to(std::size_t shortest, const std::string& once) {
  std::string made = once;
  while (made.size() < shortest) made += once;
  return made;
}

}  // namespace

designed_search design_search(std::size_t round) {
  const search_design& design = search_designs[round % n_search_designs];
  const std::size_t repeat = round / n_search_designs;
  random_source random(seed_of_decoys, repeat);
  designed_search made;
  const auto add = [&targets = made.targets.targets](std::string residues) {
    targets.push_back({fmt::format("t{}", targets.size()), std::move(residues)});
  };
  for (std::size_t k = 0; k < design.n_genomes; ++k) {
    designed_input input = design_input(spliced::work_kind::protein_on_blocks, design.n_genomes * repeat + k, {});
    for (sequence_plan& each : input.plan.sequences) each.name += fmt::format("of{}", k);
    made.genomes.push_back(simulate(input.plan, 1));
    if (design.with_relatives)
      for (const simulated_target& each : made.genomes.back().targets) add(protein_of(each.cds.residues));
  }
  for (std::size_t k = 0; k < design.n_decoys; ++k) add(draw_decoy(random));
  return made;
}

std::vector<annotated_transcript> genes_of(const std::vector<simulation>& genomes) {
  std::vector<annotated_transcript> genes;
  std::size_t n_sequences = 0;
  for (const simulation& genome : genomes)
    for (const simulated_sequence& sequence : genome.sequences) {
      for (const simulated_gene& gene : sequence.genes)
        genes.push_back({.id = gene.id, .sequence = n_sequences, .on = gene.on, .exons = gene.exons});
      ++n_sequences;
    }
  return genes;
}

designed_search design_sweep(std::size_t round) {
  constexpr std::size_t shortest = 450;  // residues
  const std::size_t n_copies = round % 2 == 0 ? 1 : 16;
  const spliced::engine_facts small{.trial = {.length = 0.1}};
  designed_search made;
  made.genomes.push_back(simulate(design_input(spliced::work_kind::protein_on_blocks, round, small).plan, 1));
  for (std::size_t copy = 0; copy < n_copies; ++copy)
    for (const simulated_target& each : made.genomes.front().targets)
      made.targets.targets.push_back(
          {fmt::format("{}x{}", each.id, copy), repeated_to(shortest, protein_of(each.cds.residues))});
  return made;
}

}  // namespace exonweave
