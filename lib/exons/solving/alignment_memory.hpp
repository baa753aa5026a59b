// What is said when the memory does not do.
#pragma once

#include <cstdint>
#include <string>

#include "exons/io/report.hpp"
#include "exons/solving/solver_options.hpp"

namespace exonweave {

/// "not enough memory for the alignment", with what there is and what is needed.
not_enough_memory too_little_memory(std::string needed, const solver_options& options);
not_enough_memory too_little_memory(std::uint64_t needed, const solver_options& options);

}  // namespace exonweave
