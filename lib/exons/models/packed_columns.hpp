// What stands in aligned_columns, of a file that anybody may have written.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "exons/models/aligned_columns.hpp"

namespace exonweave {

/// The columns that bytes of an archive of aligned_columns stand for; nothing where no columns are packed so.
std::optional<std::vector<aligned_symbol>> unpack_columns(std::string_view bytes);

}  // namespace exonweave
