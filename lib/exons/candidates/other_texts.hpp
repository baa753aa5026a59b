// Texts of gene finders that are not read, though they look like those of GENSCAN or like GFF: by which line each is
// known, and how the program writes GFF or GTF instead.
#pragma once

#include <string>
#include <string_view>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/genscan_row.hpp"

namespace exonweave {

struct other_text {
  std::string_view program;  // and format
  std::string_view hint;
};

/// Of the line that reports it, a title or a row; null: another line.
const other_text* other_text_of(std::string_view line);

/// Eight or more values whose fourth and fifth are numbers, as rows of GFF have them, between tabs or, wrongly, blanks.
bool looks_like_gff_row(const genscan_values& values);

/// What is reported of that line, which must outlive it, where such formats are read.
complaint complaint_of(const other_text& other, std::string_view line, std::string formats);

}  // namespace exonweave
