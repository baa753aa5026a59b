// The temporary files alive in this process, in a table that a signal handler may read: fixed size, no locks,
// no allocation. What output.hpp writes is there, and what else a signal must not leave after.
#pragma once

#include <cstddef>
#include <string>

namespace exonweave {

/// Notes `path` before the file is made, so that no moment exists in which a signal would leave it after.
/// Returns its place in the table. Throws cannot_create when the path is too long or the table (64) is full.
std::size_t register_temporary(const std::string& path);

/// Frees the place: the file was renamed or removed.
void forget_temporary(std::size_t place) noexcept;

}  // namespace exonweave
