// Rows of PAF, as miniprot and minimap2 write it.
#include <fmt/format.h>

#include "exons/loci/hit_row.hpp"

namespace exonweave {
namespace {

enum column : std::size_t {
  query,
  query_length,
  query_start,
  query_end,
  strand_of,
  sequence,
  sequence_length,
  start,
  end,
  n_columns = 12
};

// A sequence of another length is one of another assembly.
bool has_same_length(const hit_row& row, std::int64_t stated) {
  const auto found = row.records.sequences().find(row.fields[sequence]);
  if (!found || row.records.sequences().length(*found) == stated) return true;
  row.error("the sequence has another length in the genome", row.fields[sequence_length],
            std::to_string(row.records.sequences().length(*found)), "are these the hits of this genome?");
  return false;
}

}  // namespace

std::optional<alignment_case> read_paf_row(const hit_row& row) {
  if (!row.has_columns(n_columns)) return std::nullopt;
  const std::string_view on = row.fields[strand_of];
  if (on == "*") return std::nullopt;  // a query without a hit
  if (on != "+" && on != "-") {
    row.error("bad strand", on, "+ or -, or * without a hit");
    return std::nullopt;
  }
  const auto first = row.position(query_start, "start in the query", 0);
  const auto last = row.position(query_end, "end in the query", 0);
  const auto length = row.position(sequence_length, "length of the sequence", 0);
  const auto from = row.position(start, "start in the sequence", 0);
  const auto to = row.position(end, "end in the sequence", 0);
  if (!first || !last || !length || !from || !to || !has_same_length(row, *length)) return std::nullopt;
  return checked_hit(row, {row.fields[sequence],
                           {*from, *to},
                           on == "+" ? strand::forward : strand::reverse,
                           row.fields[query],
                           {*first, *last}});
}

}  // namespace exonweave
