// Temporaries that a run left because it was killed. A run holds a lock (flock) on each of its own, which the system
// takes away when the process ends, in whatever way: a temporary without a lock is nobody's.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace exonweave {

constexpr std::size_t temporary_suffix_length = 6;  // small letters and digits after the stem of a temporary's name
constexpr std::string_view temporary_suffix_letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/// Locks the temporary just made. False: another run took it for abandoned in the moment before, and it is gone. Where
/// the file system has no locks nothing is locked, and nothing removed.
bool lock_temporary(int descriptor) noexcept;

/// Removes the files of `folder` that are named `stem` and a suffix and that no process has locked.
void remove_abandoned_temporaries(const std::filesystem::path& folder, std::string_view stem);

}  // namespace exonweave
