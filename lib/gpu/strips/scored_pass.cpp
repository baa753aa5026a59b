#include "gpu/strips/scored_pass.hpp"

#include <stdexcept>

namespace exonweave::gpu {

std::uint64_t scored_pass::cells_computed() const {
  const std::uint64_t on_device = job_.input.n_columns() * job_.schedule->counts.rows;
  return on_device + (made_ ? made_->cells_computed() : 0);
}

spliced::row_pass& scored_pass::rows() const {
  if (!made_) {
    made_ = others_.align(job_);
    if (made_->end().total != end_.total) throw std::logic_error("a device and a CPU find other scores");
  }
  return *made_;
}

}  // namespace exonweave::gpu
