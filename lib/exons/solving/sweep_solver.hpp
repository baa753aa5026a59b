// A protein on a region with ORF exons alone, by sweeps over its track in place of a graph. Of the best chains the
// sweeps tell the borders; the chain itself is read off the graph of these borders alone, which is small, by the same
// traceback as all others: so the answer is that of the graph of all borders, byte for byte.
#pragma once

#include <span>

#include "exons/solving/chain_solver.hpp"

namespace exonweave {

/// As chain_search in chain_solver.hpp, of a problem that is swept; costs are left out.
case_solution solve_by_sweeps(const region_problem& problem, std::span<const spliced::residue_code> target,
                              const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
                              const solver_call& call);

}  // namespace exonweave
