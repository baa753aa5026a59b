// What finds bounds of chains, for many strands and targets at once (exons/sweep/bound_sweep.hpp says what they are).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::spliced {

/// What all jobs share. Target ends are free.
struct bound_scoring {
  const substitution_matrix* substitution = nullptr;  // of residues; never null
  gap_costs gaps, residue_ends;
};

/// Some windows of a strand, as if nothing were before them, and a target.
struct bound_job {
  std::size_t strand = 0;
  std::size_t first_window = 0, n_windows = 0;
  std::span<const residue_code> target{};
  score least = 1;  // what is less is not reported; at least 1
};

/// [jobs][n_windows] the most that a chain scores that ends in a window; 0: less than `least`.
using window_bounds = std::vector<std::vector<score>>;

class bound_finder {
 public:
  virtual ~bound_finder() = default;

  /// Whether it can do a job.
  [[nodiscard]] virtual bool takes(const bound_job& job) const = 0;

  /// Of jobs that it takes, in their order; nothing where it has ceased to work. Counts their cells. Several threads
  /// may ask at once. Throws run_stopped, and what devices throw.
  virtual std::optional<window_bounds> find(std::span<const bound_job> jobs, run_control& control) = 0;
};

}  // namespace exonweave::spliced
