// What a program's ops are read for: ops whose rows nobody reads are taken out, reads are told apart that are the last ones, and so
// which slots are live between windows.
#pragma once

#include "spliced/sweep/sweep_program.hpp"

namespace exonweave::spliced {

/// Sets is_last of ops and steps, and the live slots of windows. Behind the program's end nothing is read.
void find_uses(sweep_program& program);

/// From which slots are live behind an op to which are before it. Behind find_uses.
void turn_live_back(const sweep_program& program, const sweep_op& op, std::vector<bool>& is_live);

}  // namespace exonweave::spliced
