// The constants of lib/exons/significance/known_statistics.inc: simulated searches with the usual scoring of proteins
// and each built-in splice model. To be run again whenever that scoring or a model changes; a test tells.
//
//   bench_chance_statistics > lib/exons/significance/known_statistics.inc
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "exons/scoring/scoring_file.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;

int main() {
  // Regions are what differs most: few targets in each. In genes lambda falls with the length of what is searched, up
  // to a few genes: there regions and targets are longer.
  constexpr chance_sample in_bases{500, 3, 10'000, 200, 1}, in_genes{1'000, 3, 40'000, 400, 1};
  for (const auto& [words, many] : {std::pair("independent bases", in_bases), std::pair("genes", in_genes)})
    std::printf("// bench_chance_statistics, %s: %zu regions x %zu targets, %zu nt x %zu\n", words, many.n_regions,
                many.targets_per_region, many.region_length, many.target_length);
  auto names = built_in_splice_models();
  std::ranges::sort(names);
  const genetic_code code;
  report problems;
  for (const auto& name : names) {
    scoring_options options = *preset_scoring("default", molecule::protein);
    options.splice_model = name;
    const site_scorer sites{read_splice_model(name, problems), options.sites, score_unit::halves()};
    const chain_scoring scoring =
        make_chain_scoring(options, read_protein_matrix(options.protein_matrix, problems), &code);
    for (const std::uint32_t gc : {300'000, 350'000, 400'000, 450'000, 500'000, 600'000}) {
      const chance_search search{scoring, sites, *score_unit::halves().inside(options.min_site), gc};
      const auto of_bases = fit_score_law(search, chance_sequence::bases, in_bases);
      const auto of_genes = fit_score_law(search, chance_sequence::genes, in_genes);
      std::printf("{\"%s\", %.2f, %.4f, %.3f, %.4f, %.3f},\n", name.c_str(), gc / 1e6, of_bases->lambda,
                  std::log(of_bases->k), of_genes->lambda, std::log(of_genes->k));
      std::fflush(stdout);
    }
  }
}
