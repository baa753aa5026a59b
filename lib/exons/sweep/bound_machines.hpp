// Bounds of chains by the CPU's machines (spliced/sweep/sweep_machine.hpp), on several threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "exons/sweep/bound_program.hpp"
#include "spliced/sweep/bound_finder.hpp"

namespace exonweave {

/// [strands] The programs must outlive it. It takes all jobs.
std::unique_ptr<spliced::bound_finder> make_bound_machines(std::vector<const bound_program*> strands,
                                                           unsigned n_threads);

}  // namespace exonweave
