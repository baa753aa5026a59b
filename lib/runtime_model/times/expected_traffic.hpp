// What a GPU holds of alignments and what is copied to it and back, counted before anything is aligned: as lib/gpu lays
// it out, to some ten or twenty percent.
#pragma once

#include "exons/solving/expected_costs.hpp"

namespace exonweave {

/// Bytes.
struct device_traffic {
  double held = 0;                // on the device, while it works at one alignment
  double sent = 0, received = 0;  // to the device, and from it

  device_traffic& operator+=(const device_traffic& other);
};

/// As `cuda` does it, of what is in its scope and goes in strips (strip_program.hpp): exons and what may come before
/// them; a best end comes back. What is read the CPU computes itself.
device_traffic traffic_of_strips(const problem_size& size, const target_size& target);

/// As `cuda-intra` and `cuda-inter` do it: exons and what may come before them; their last rows, which all come back.
device_traffic traffic_of_last_rows(const problem_size& size, const target_size& target,
                                    const solver_settings& settings);

}  // namespace exonweave
