// What a table of hits says of its own columns. MMseqs2's --format-mode 4 and DIAMOND's --header simple begin with a
// row of names,
//
//   query  target  fident  alnlen  mismatch  gapopen  qstart  qend  tstart  tend  evalue  bits
//
// BLAST's format 7 and DIAMOND's --header verbose have them in a comment: "# Fields: query acc.ver, subject acc.ver,
// ...".
#pragma once

#include <string_view>
#include <vector>

namespace exonweave {

/// The columns of BLAST's format 6, which are read; all others are `other`. `none`: the line names no columns.
enum class column_names { none, standard, other };

constexpr const char* standard_columns =
    "the 12 standard columns first: query target fident alnlen mismatch gapopen qstart qend tstart tend "
    "evalue "
    "bits, or as BLAST names them";

/// A row between tabs. Either name of a column, MMseqs2's or BLAST's, may stand there, and pident for fident.
column_names names_in_row(const std::vector<std::string_view>& fields);

/// A comment. Programs and versions name most columns in words of their own: columns 7 to 10, the ends, decide.
column_names names_in_comment(std::string_view line);

}  // namespace exonweave
