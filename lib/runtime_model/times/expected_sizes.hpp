// How large problems will be: some of them made and counted, the others estimated by these.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "exons/run/prediction.hpp"
#include "exons/solving/expected_costs.hpp"

namespace exonweave {

/// A strand of a region, for targets that are read alike.
struct strand_problem {
  alignment_task on;  // whatever its target
  target_reading reading = target_reading::codons;
};

/// What of problems is made to learn from.
struct size_sample {
  std::size_t n_problems = 200;            // at most
  std::int64_t nucleotides = 3'000'000;    // of all together, about
  std::int64_t longest_piece = 1'000'000;  // of a region that is longer only the middle is looked at
};

/// Less for graphs in which every exon is fed by all before it: they grow with the square of the exons.
inline constexpr size_sample sample_of_literal{60, 500'000, 200'000};
/// Less where a run waits for it: for the choice of its engine, and to tell how far it is.
inline constexpr size_sample sample_for_choice{60, 600'000, 200'000}, sample_for_progress{30, 300'000, 100'000};

struct expected_problems {
  std::vector<problem_size> sizes;                  // [problems]
  std::shared_ptr<const region_problem> example{};  // the first that was made; null: none was
};

/// Sizes of problems. All are exact where all are made; else those of regions that are looked at as a whole are, and
/// the counts of candidates, always. Those that are made are spread over the problems sorted by what is known of them,
/// in an order that depends on how many there are alone. Where the solver's memory does not do for a region its middle
/// is looked at, half of it or less. Throws as expected_costs does.
expected_problems expected_sizes(const prediction_input& input, const prediction_options& options,
                                 std::span<const strand_problem> problems, const size_sample& sample = {});

}  // namespace exonweave
