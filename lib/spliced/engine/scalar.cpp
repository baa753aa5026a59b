#include "spliced/engine/scalar.hpp"

#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/scalar_machine.hpp"

namespace exonweave::spliced {

std::unique_ptr<row_pass> scalar_engine::align(const alignment_job& job) const {
  check_score_range(job);
  return std::make_unique<block_pass>(job.of, *job.schedule, make_scalar_machine(job.of, *job.schedule),
                                      block_pass_options{job.memory, job.control, job.planned});
}

std::uint64_t scalar_engine::least_memory(const alignment_job& job) const {
  return pass_plan::least_memory(*job.schedule, job.of.layout().width() * sizeof(score));
}

}  // namespace exonweave::spliced
