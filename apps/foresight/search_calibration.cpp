#include "foresight/search_calibration.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "base/statistics/random_source.hpp"
#include "exons/places/locus_search.hpp"
#include "foresight/calibration/designed_inputs.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "shell/temporary_files.hpp"
#include "shell/timed_rounds.hpp"

namespace exonweave::apps {
namespace {

constexpr std::uint64_t seed = 19'900'215;  // any

// So many of the designed inputs in one genome, and beside their targets proteins of which nothing is there.
struct search_design {
  std::size_t n_genomes, n_decoys;
  bool with_relatives;
};

struct made_search {
  genome sequences;
  target_set targets{{}, molecule::protein, {}};

  [[nodiscard]] double n_residues() const {
    double n = 0;
    for (const target& each : targets.targets) n += static_cast<double>(each.residues.size());
    return n;
  }
};

// About as often as in proteins at large, in parts of a hundred (Robinson and Robinson 1991): some words are met much
// more often than others.
constexpr std::string_view usual_residues =
    "AAAAAAAARRRRRNNNNDDDDDCCQQQQEEEEEEGGGGGGGHHIIIIILLLLLLLLLLKKKKKKMMFFFFPPPPPSSSSSSSTTTTTTWYYYVVVVVVV";

std::string draw_protein(random_source& random) {
  constexpr std::size_t shortest = 100, range = 800;
  std::string made(shortest + random.below(range), 'M');
  for (char& each : made) each = usual_residues[random.below(usual_residues.size())];
  return made;
}

made_search make_search(const search_design& design, std::size_t round, temporary_files& files) {
  random_source random(seed, round);
  std::vector<simulation> parts;
  target_set targets{{}, molecule::protein, {}};
  const auto add = [&targets](std::string residues) {
    targets.targets.push_back({fmt::format("t{}", targets.targets.size()), std::move(residues)});
  };
  for (std::size_t k = 0; k < design.n_genomes; ++k) {
    designed_input input = design_input(spliced::work_kind::protein_on_blocks, design.n_genomes * round + k, {});
    for (sequence_plan& each : input.plan.sequences) each.name += fmt::format("of{}", k);
    parts.push_back(simulate(input.plan, 1));
    if (design.with_relatives)
      for (const simulated_target& each : parts.back().targets) add(protein_of(each.cds.residues));
  }
  for (std::size_t k = 0; k < design.n_decoys; ++k) add(draw_protein(random));
  report problems;
  const std::string path = files.write("a genome", [&](const auto& to) {
    for (const simulation& each : parts) write_simulated_genome(each, to);
  });
  return {genome::open(path, problems), std::move(targets)};
}

timed_search time_search(made_search made) {
  double n_looked = 0;
  run_control control;
  const work_timer timer;
  (void)search_loci(made.sequences, made.targets, genetic_code(1), {}, control,
                    [&n_looked](std::uint64_t n_nt) { n_looked = static_cast<double>(n_nt); });
  const double seconds = timer.seconds();
  return {work_of_search(static_cast<double>(count_nt(made.sequences.catalog())), made.n_residues(), n_looked),
          seconds};
}

}  // namespace

search_costs measure_search(double seconds) {
  constexpr std::array<search_design, 5> designs{
      {{1, 20, true}, {6, 1, false}, {1, 2'000, false}, {4, 300, true}, {4, 1'500, false}}};
  std::vector<timed_search> samples;
  for_rounds(designs.size(), seconds, [&](std::size_t k) {
    temporary_files files;
    samples.push_back(time_search(make_search(designs[k % designs.size()], k / designs.size(), files)));
  });
  return spliced::fit_prices<search_unit>(samples, least_search_seconds);
}

}  // namespace exonweave::apps
