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

// Records of other lengths are those of other files. Names that are unknown are told later.
bool has_same_lengths(const hit_row& row) {
  const named_records& records = row.records;
  const auto on = records.find_sequence(row.fields[sequence]);
  const auto aligned = records.find_target(row.fields[query]);
  const bool is_target =
      !aligned || records.is_length_of_target(row.where, row.fields[query_length], *aligned);
  const std::string length = on ? std::to_string(records.sequences().length(*on)) : "";
  if (!on || row.fields[sequence_length] == length) return is_target;
  row.error("the sequence has another length in the genome", row.fields[sequence_length], length,
            "are these the hits of this genome?");
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
  const auto n_letters = row.position(query_length, "length of the query", 0);
  const auto first = row.position(query_start, "start in the query", 0);
  const auto last = row.position(query_end, "end in the query", 0);
  const auto length = row.position(sequence_length, "length of the sequence", 0);
  const auto from = row.position(start, "start in the sequence", 0);
  const auto to = row.position(end, "end in the sequence", 0);
  if (!n_letters || !first || !last || !length || !from || !to) return std::nullopt;
  if (!has_same_lengths(row)) return std::nullopt;
  return checked_hit(row, {row.fields[sequence],
                           {*from, *to},
                           on == "+" ? strand::forward : strand::reverse,
                           row.fields[query],
                           {*first, *last}});
}

}  // namespace exonweave
