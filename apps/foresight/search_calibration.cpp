#include "foresight/search_calibration.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "exons/places/locus_search.hpp"
#include "foresight/calibration/designed_searches.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "shell/temporary_files.hpp"
#include "shell/timed_rounds.hpp"

namespace exonweave::apps {
namespace {

struct made_search {
  genome sequences;
  target_set targets{{}, molecule::protein, {}};
};

made_search make_search(designed_search design, temporary_files& files) {
  report problems;
  const std::string path = files.write("a genome", [&](const auto& sink) {
    for (const simulation& each : design.genomes) write_simulated_genome(each, sink);
  });
  return {genome::open(path, problems), std::move(design.targets)};
}

timed_search time_search(made_search made) {
  double n_window_bases = 0;
  run_control control;
  const work_timer timer;
  (void)search_loci(made.sequences, made.targets, genetic_code(1), {}, control,
                    [&n_window_bases](std::uint64_t n_nt) { n_window_bases = static_cast<double>(n_nt); });
  const double seconds = timer.seconds();
  const auto n_nt = static_cast<double>(count_nt(made.sequences.catalog()));
  return {work_of_search(n_nt, static_cast<double>(count_residues(made.targets)), n_window_bases), seconds};
}

}  // namespace

search_costs measure_search(double seconds) {
  std::vector<timed_search> samples;
  for_rounds(n_search_designs, seconds, [&](std::size_t round) {
    temporary_files files;
    samples.push_back(time_search(make_search(design_search(round), files)));
  });
  return spliced::fit_prices<search_unit>(samples, least_search_seconds);
}

}  // namespace exonweave::apps
