#include "spliced/engines/scalar.hpp"

#include "spliced/engine/block_pass.hpp"
#include "spliced/engines/scalar_machine.hpp"

namespace exonweave::spliced {
namespace {

std::uint64_t row_bytes(const problem& input) { return input.layout().width() * sizeof(score); }

}  // namespace

const engine_facts& scalar_engine::known() {
  static const engine_facts facts{.name = "scalar",
                                  .weighs_gaps = true,
                                  .priced = units_of_shared_rows(),
                                  .trial = {0.3, 0.5},
                                  .trial_fraction = 0.25};
  return facts;
}

std::unique_ptr<row_pass> scalar_engine::align(const alignment_job& job) const {
  check_score_range(job);
  return std::make_unique<block_pass>(job.input, *job.schedule, make_scalar_machine(job.input, *job.schedule),
                                      block_pass_options{job.memory, job.control, job.planned});
}

std::uint64_t scalar_engine::min_memory(const alignment_job& job) const {
  return pass_plan::min_memory(*job.schedule, row_bytes(job.input));
}

std::uint64_t scalar_engine::ample_memory(const alignment_job& job) const {
  return pass_plan::ample_memory(*job.schedule, row_bytes(job.input), max_scalar_ranges);
}

}  // namespace exonweave::spliced
