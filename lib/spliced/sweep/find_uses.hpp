// What a window's ops are read for: ops whose rows nobody reads are taken out, and reads are distinguished apart that
// are the last ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/sweep/sweep_program.hpp"

namespace exonweave::spliced {

/// Sets is_dead, is_last, what of the window's live rows is unread, and its counts. `live_after`: the rows that are
/// held after it. `n_slots`: no slot is more.
void find_uses(sweep_window& window, std::span<const slot_id> live_after, std::uint32_t n_slots);

/// From which slots are live after an op to which are before it. After find_uses.
void turn_live_back(const sweep_window& window, const sweep_op& op, std::vector<bool>& is_live);

/// Rows that a window's ops read as they were at a place before: `origin` [slots] has the slot that a row was in there,
/// of rows that are the same but for what was let in since; else nothing. Carries it over the window, and reports of
/// each op what its source was.
void trace_origins(const sweep_window& window, std::vector<slot_id>& origin, std::vector<slot_id>& of_sources);

}  // namespace exonweave::spliced
