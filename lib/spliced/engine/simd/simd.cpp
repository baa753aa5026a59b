#include "spliced/engine/simd/simd.hpp"

#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/simd/tile_machine.hpp"

namespace exonweave::spliced {
namespace {

std::unique_ptr<row_pass> align_in_lanes(const alignment_job& job, const lane_values& values,
                                         bool is_narrow) {
  return std::make_unique<block_pass>(job.of, *job.schedule,
                                      make_tile_machine(job.of, *job.schedule, values, is_narrow),
                                      block_pass_options{job.memory, job.control});
}

}  // namespace

std::unique_ptr<row_pass> simd_engine::align(const alignment_job& job) const {
  check_score_range(job);
  if (!job.is_exact)
    if (const auto values = lane_values::narrow(job.of, *job.schedule)) {
      auto pass = align_in_lanes(job, *values, true);
      const score total = pass->end().total;
      if (!is_reachable(total) || total > pass->exact_above()) return pass;
    }
  return align_in_lanes(job, lane_values::wide(), false);
}

// Of the lanes that are tried first.
std::uint64_t simd_engine::least_memory(const alignment_job& job) const {
  const bool is_narrow = !job.is_exact && lane_values::narrow(job.of, *job.schedule);
  return block_pass::least_memory(*job.schedule, tile_row_bytes(job.of, is_narrow));
}

}  // namespace exonweave::spliced
