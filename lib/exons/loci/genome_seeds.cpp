#include "exons/loci/genome_seeds.hpp"

namespace exonweave {

seed_rules without_shapes() { return {.shapes = {}, .segments = {.lowest_score = 38, .lowest_gapped = 52}}; }

seed_rules seeds_of_genome(double n_places, double n_residues, seed_sensitivity requested) {
  constexpr double small_space = 2e14;
  const bool is_small = n_places * n_residues <= small_space;
  if (is_small && requested != seed_sensitivity::usual)
    return {{seed_shape("11011"), seed_shape("110101"), seed_shape("1100101"), seed_shape("101101")},
            {.lowest_score = 36, .lowest_gapped = 52}};
  if (is_small || requested == seed_sensitivity::high)
    return {{seed_shape("1101011"), seed_shape("111011"), seed_shape("110010101"), seed_shape("1010011001")},
            {.lowest_score = 38}};
  return {{seed_shape("1101010011"), seed_shape("110100111"), seed_shape("11100101001"), seed_shape("1011000110001")},
          {.lowest_score = 40}};
}

}  // namespace exonweave
