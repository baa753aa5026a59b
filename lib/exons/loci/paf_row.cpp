// Rows of PAF, as miniprot and minimap2 write it.
#include <fmt/format.h>

#include "exons/loci/hit_row.hpp"

namespace exonweave {
namespace {

struct paf {
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
};

// Records of other lengths are those of other files. Names that are unknown are reported later.
bool has_same_lengths(const hit_row& row) {
  const named_records& records = row.records;
  const auto on = records.find_sequence(row.fields[paf::sequence]);
  const auto aligned = records.find_target(row.fields[paf::query]);
  const bool is_target = !aligned || records.is_length_of_target(row.where, row.fields[paf::query_length], *aligned);
  const std::string length = on ? std::to_string(records.sequences().length(*on)) : "";
  if (!on || row.fields[paf::sequence_length] == length) return is_target;
  row.error({.what = "the sequence has another length in the genome",
             .got = std::string(row.fields[paf::sequence_length]),
             .need = length,
             .hint = "are these the hits of this genome?"});
  return false;
}

}  // namespace

std::optional<alignment_task> read_paf_row(const hit_row& row) {
  if (!row.has_columns(paf::n_columns)) return std::nullopt;
  const std::string_view on = row.fields[paf::strand_of];
  if (on == "*") return std::nullopt;  // a query without a hit
  if (on != "+" && on != "-") {
    row.error({.what = "bad strand", .got = std::string(on), .need = "+ or -, or * without a hit"});
    return std::nullopt;
  }
  const auto n_letters = row.position(paf::query_length, "length of the query", 0);
  const auto first = row.position(paf::query_start, "start in the query", 0);
  const auto last = row.position(paf::query_end, "end in the query", 0);
  const auto length = row.position(paf::sequence_length, "length of the sequence", 0);
  const auto start = row.position(paf::start, "start in the sequence", 0);
  const auto end = row.position(paf::end, "end in the sequence", 0);
  if (!n_letters || !first || !last || !length || !start || !end) return std::nullopt;
  if (!has_same_lengths(row)) return std::nullopt;
  return checked_hit(row, {row.fields[paf::sequence],
                           {*start, *end},
                           on == "+" ? strand::forward : strand::reverse,
                           row.fields[paf::query],
                           {*first, *last}});
}

}  // namespace exonweave
