// The files that `exonweave scan` writes.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/files/indexed_output.hpp"
#include "base/files/output.hpp"
#include "pairwise/scan/match_table.hpp"

namespace exonweave::apps {

/// By names of columns (match_table). Throws bad_usage, for --columns.
match_table table_of(const std::string& columns);

/// Paths; empty: none, but for the table, which always is.
struct scan_output_files {
  std::string table;
  std::string paf;
  std::string gff3;
  std::string pairwise;
};

/// All at once: an output is there with all others, or none is.
class scan_outputs {
 public:
  /// Throws bad_usage, and what outputs throw that cannot be made.
  scan_outputs(const scan_output_files& files, const std::string& columns);

  /// All matches of a query; queries one after the other.
  void write(const scan_context& context, std::span<const scan_match> of_query);
  /// When all are written.
  void end(const scan_database& database);
  /// In place of both.
  void write_nothing();
  void commit();

 private:
  match_table table_;
  output_file tabular_;
  std::unique_ptr<output_file> paf_;  // this and those below: null where not requested
  std::unique_ptr<indexed_output> gff3_;
  match_gff3 rows_;
  std::unique_ptr<output_file> pairwise_;
};

}  // namespace exonweave::apps
