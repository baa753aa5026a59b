#include "exons/solving/alignment_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exons/io/memory_hint.hpp"

namespace exonweave {

not_enough_memory too_little_memory(std::string needed, const solver_options& options) {
  const std::uint64_t given = std::max(options.memory, options.asked_memory);
  return not_enough_memory(problem_report{{},
                                          "not enough memory for the alignment",
                                          fmt::format("{} bytes", given),
                                          std::move(needed),
                                          memory_hint(given)});
}

not_enough_memory too_little_memory(std::uint64_t needed, const solver_options& options) {
  return too_little_memory(fmt::format("{} bytes", needed + options.held), options);
}

}  // namespace exonweave
