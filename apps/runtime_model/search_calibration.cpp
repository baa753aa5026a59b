#include "runtime_model/search_calibration.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "cli/temporary_files.hpp"
#include "cli/timed_rounds.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/loci/locus_search.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "runtime_model/calibration/designed_searches.hpp"

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

timed_search time_search(made_search& made) {
  double n_window_bases = 0;
  run_control control;
  const work_timer timer;
  (void)search_loci(made.sequences, made.targets, genetic_code(1), {}, control,
                    [&n_window_bases](std::uint64_t n_nt) { n_window_bases = static_cast<double>(n_nt); });
  const double seconds = timer.seconds();
  const auto n_nt = static_cast<double>(count_nt(made.sequences.catalog()));
  return {work_of_search(n_nt, static_cast<double>(count_residues(made.targets)), n_window_bases), seconds};
}

// A round as of a run: the model is learnt from genes, which then are hints of a parse.
timed_search time_parse(made_search& made, const std::vector<annotated_transcript>& genes) {
  const genetic_codes codes;
  const run_control control;
  const searched_genome where{made.sequences, codes, 1, control};
  const work_timer timer;
  const gene_parameters parameters = make_parameters(count_genes(where, genes), count_intergenic(where, genes));
  (void)find_genes(where, parameters, hints_of(where, genes).by_sequence, finding_depth::probabilities);
  const double seconds = timer.seconds();
  return {work_of_parses(static_cast<double>(count_pieces(made.sequences.catalog()).n_bases), 1), seconds};
}

}  // namespace

search_costs measure_search(double seconds) {
  std::vector<timed_search> samples;
  for_rounds(n_search_designs, seconds, [&](std::size_t round) {
    temporary_files files;
    designed_search design = design_search(round);
    const auto genes = genes_of(design.genomes);
    made_search made = make_search(std::move(design), files);
    samples.push_back(time_search(made));
    if (round % n_search_designs == 0) samples.push_back(time_parse(made, genes));
  });
  return spliced::fit_prices<search_unit>(samples, min_search_seconds);
}

}  // namespace exonweave::apps
