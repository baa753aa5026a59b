// The constants of lib/exons/significance/known_statistics.inc: simulated searches with the usual scoring of proteins
// and each built-in splice model. To be run again whenever that scoring or a model changes; a test tells.
//
//   bench_chance_statistics > lib/exons/significance/known_statistics.inc
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "exons/scoring/protein_matrix_file.hpp"
#include "exons/significance/chance_scores.hpp"

using namespace exonweave;

int main() {
  // Regions are what differs most: few targets in each.
  constexpr chance_sample many{500, 3, 10'000, 200, 1};
  std::printf("// bench_chance_statistics: %zu regions x %zu targets, %zu nt x %zu\n", many.n_regions,
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
      const auto law = fit_score_statistics({scoring, sites, *score_unit::halves().inside(options.min_site), gc}, many);
      std::printf("{\"%s\", %.2f, %.4f, %.3f},\n", name.c_str(), gc / 1e6, law->lambda, std::log(law->k));
      std::fflush(stdout);
    }
  }
}
