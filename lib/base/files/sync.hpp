// What was written is on the disk, where the file system can do that.
#pragma once

#include <string>

namespace exonweave {

/// Of an open file or folder, which `path` names in messages. Throws io_failure.
void sync_descriptor(int descriptor, const std::string& path);

/// What was renamed or removed in the folder of `path`. One that cannot be opened is passed over. Throws io_failure.
void sync_folder_of(const std::string& path);

}  // namespace exonweave
