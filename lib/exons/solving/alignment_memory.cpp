#include "exons/solving/alignment_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spliced/engine/row_plan.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {
namespace {

// The least memory for rows of which `between` bytes are not inside runs.
std::uint64_t least_whole(std::uint64_t between) { return between + (between - 1) / 3; }

}  // namespace

void alignment_memory::check(const spliced::problem& p) const {
  const std::uint64_t inside = spliced::least_memory_of_runs(p);
  const spliced::row_plan between(p);
  if (inside <= inside_runs() && between.is_enough(between_runs())) return;
  throw too_little_memory(held_ + std::max(4 * inside, least_whole(between.least_memory())), options_);
}

not_enough_memory too_little_memory(std::string needed, const solver_options& options) {
  return not_enough_memory(problem_report{{},
                                          "not enough memory for the alignment",
                                          fmt::format("{} bytes", options.memory),
                                          std::move(needed),
                                          "raise --memory"});
}

not_enough_memory too_little_memory(std::uint64_t needed, const solver_options& options) {
  return too_little_memory(fmt::format("{} bytes", needed), options);
}

}  // namespace exonweave
