#include "exons/solving/alignment_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory/memory_budget.hpp"

namespace exonweave {
namespace {

std::string text_of(const std::string& how, std::uint64_t bytes, const memory_budget& memory) {
  return fmt::format("{}{} bytes", how, bytes + memory.reserved() + memory.limits().held);
}

}  // namespace

not_enough_memory too_little_memory(std::string needed, const memory_limits& limits) {
  const std::uint64_t given = std::max(limits.usable, limits.requested);
  return not_enough_memory(problem_report{.what = "not enough memory for the alignment",
                                          .got = fmt::format("{} bytes", given),
                                          .need = std::move(needed),
                                          .hint = memory_hint(given)});
}

not_enough_memory too_little_memory(std::uint64_t needed, const memory_limits& limits) {
  return too_little_memory(fmt::format("{} bytes", needed + limits.held), limits);
}

problem_too_large::problem_too_large(std::string how, std::uint64_t bytes, const memory_budget& memory)
    : not_enough_memory(too_little_memory(text_of(how, bytes, memory), memory.limits())),
      how_(std::move(how)),
      bytes_(bytes) {}

not_enough_memory problem_too_large::reported_of(std::uint64_t n_problems, const memory_budget& memory) const {
  return too_little_memory(text_of(how_, bytes_ * n_problems, memory), memory.limits());
}

}  // namespace exonweave
