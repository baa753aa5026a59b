// One row of a file of hits while it is read. Each format has a function that reads its rows; all share the checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/loci/named_records.hpp"

namespace exonweave {

struct hit_row {
  place where;
  std::vector<std::string_view> fields;  // between tabs
  const named_records& records;

  /// An error in this row.
  void error(problem_report problem) const;

  /// Whether the row has so many columns at least; else an error.
  [[nodiscard]] bool has_columns(std::size_t least) const;

  /// A position in one of the columns, which are counted from 0: a whole number of `least` or more. `name` names the
  /// column in the error.
  [[nodiscard]] std::optional<std::int64_t> position(std::size_t column, std::string_view name,
                                                     std::int64_t least) const;
};

/// What a row says, its names and ends not checked yet.
struct stated_hit {
  std::string_view sequence;
  interval where;  // forward coordinates
  strand on = strand::forward;
  std::string_view target;
  interval on_target;  // residues
};

/// The hit as a case whose region is that of the hit alone. Nothing, with an error: an unknown sequence or target, a
/// hit without length or that ends beyond its sequence or its target. Nothing, with a warning: a sequence or a target
/// without residues.
std::optional<alignment_task> checked_hit(const hit_row& row, const stated_hit& hit);

/// The hit of a row; nothing where there is none (a query without a hit, a row of another kind) and where there is an
/// error. PAF: the query is the target, of which columns 3 and 4 count residues. The lengths in columns 2 and 7 must be
/// those of the target and of the sequence.
std::optional<alignment_task> read_paf_row(const hit_row& row);

/// GFF3: of mRNA and protein_match rows alone, which must have a Target.
std::optional<alignment_task> read_gff3_row(const hit_row& row);

/// The tabular format 6 of BLAST. The query may be the target, and the subject the sequence, or the other way round:
/// the names tell. The strand is reverse where one of the two runs backward.
std::optional<alignment_task> read_blast_row(const hit_row& row);

}  // namespace exonweave
