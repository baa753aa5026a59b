// What the system says of a call that failed, and what new files may be.
#pragma once

#include <sys/types.h>

#include <string>
#include <system_error>

namespace exonweave {

constexpr mode_t new_file_mode = 0666;  // open(2) takes the umask away

/// "No such file or directory" for ENOENT.
inline std::string error_text(int code) { return std::generic_category().message(code); }

}  // namespace exonweave
