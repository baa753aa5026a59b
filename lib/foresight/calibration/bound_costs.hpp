// How long exhaustive sweeps take (bound_search.hpp): units of work, and the seconds that one of each takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spliced/costs/by_unit.hpp"

namespace exonweave {

enum class bound_unit : std::uint8_t {
  base,        // nt of both strands, which are made ready to be swept
  cell,        // nt times residues, on the CPU
  device_cell  // on a GPU
};

constexpr std::size_t n_bound_units = 3;

/// As it is called above.
std::string_view to_string(bound_unit unit);

using by_bound_unit = spliced::by_unit<bound_unit, n_bound_units>;

/// Known before a run. What is swept anew comes on top.
struct bound_work {
  double bases = 0;
  double cells = 0;
  double longest = 0;  // nt that are swept in a row
};

/// Lengths in nt of both strands, residues, and the nt of the longest strand.
inline bound_work work_of_bounds(double n_places, double n_residues, double longest) {
  return {n_places, n_places * n_residues, longest};
}

/// As it was measured.
struct bound_costs {
  std::size_t n_runs = 0;   // that were timed
  by_bound_unit seconds{};  // of one of each unit; of what the CPU does on one thread

  /// Wall time.
  [[nodiscard]] double on_cpu(const bound_work& work, unsigned n_threads) const;
  [[nodiscard]] double on_gpus(const bound_work& work, unsigned n_threads, std::size_t n_gpus) const;
};

/// A measurement, on one thread of the CPU.
struct timed_bounds {
  bound_work work{};
  double seconds = 0;
};

/// The prices of bases and cells, not negative, for which sums are off by small parts of themselves.
bound_costs fit_bounds(std::span<const timed_bounds> samples);

}  // namespace exonweave
