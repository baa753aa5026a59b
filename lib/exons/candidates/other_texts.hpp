// Texts of gene finders that are not read, though they look like those of GENSCAN or like GFF: by which line each is
// known, and how the program writes GFF or GTF instead.
#pragma once

#include <string_view>

namespace exonweave {

struct other_text {
  std::string_view program;  // and format
  std::string_view hint;
};

/// Of the line that tells it, a title or a row; null: another line.
const other_text* other_text_of(std::string_view line);

}  // namespace exonweave
