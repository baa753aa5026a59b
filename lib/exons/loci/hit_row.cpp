#include "exons/loci/hit_row.hpp"

#include <fmt/format.h>

#include "base/files/file_text.hpp"

namespace exonweave {
namespace {

// Positions as people count them: 1-based, both ends within.
std::string ends(interval where) { return fmt::format("{}..{}", where.start + 1, where.end); }

// Whether [start, end) is a part of a record of `length`.
bool is_within(const hit_row& row, std::string_view record, interval where, std::int64_t length, std::string hint) {
  if (where.start >= where.end) {
    row.error({.what = fmt::format("the hit is empty on its {}: its end lies before its start", record),
               .got = ends(where),
               .need = "start <= end"});
    return false;
  }
  if (where.end > length) {
    row.error({.what = fmt::format("the hit ends beyond its {}", record),
               .got = ends(where),
               .need = fmt::format("1..{} at most", length),
               .hint = std::move(hint)});
    return false;
  }
  return true;
}

}  // namespace

void hit_row::error(problem_report problem) const {
  problem.where = where;
  records.problems().error(std::move(problem));
}

bool hit_row::has_columns(std::size_t least) const {
  if (fields.size() >= least) return true;
  error({.what = "too few columns",
         .got = std::to_string(fields.size()),
         .need = fmt::format("{} or more", least),
         .hint = "separate columns by one tab each"});
  return false;
}

std::optional<std::int64_t> hit_row::position(std::size_t column, std::string_view name, std::int64_t least) const {
  const auto value = parse_plain_integer(fields[column]);
  if (value && *value >= least) return value;
  error({.what = fmt::format("column {}, {}, is not a position", column + 1, name),
         .got = std::string(fields[column]),
         .need = fmt::format("a whole number >= {}, digits only", least)});
  return std::nullopt;
}

std::optional<alignment_task> checked_hit(const hit_row& row, const stated_hit& hit) {
  const named_records& records = row.records;
  if (records.names_empty_record(row.where, "hit", hit.sequence, hit.target)) return std::nullopt;
  const auto sequence = records.sequence(row.where, hit.sequence);
  const auto target = records.target(row.where, hit.target);
  if (!sequence || !target) return std::nullopt;
  const bool is_on_sequence = is_within(row, "sequence", hit.where, records.sequences().length(*sequence),
                                        "are these the hits of this genome?");
  const bool is_on_target =
      is_within(row, "target", hit.on_target, records.max_letters(*target), "are these the hits of these targets?");
  if (!is_on_sequence || !is_on_target) return std::nullopt;
  return alignment_task{*sequence, hit.where, hit.on, *target};
}

}  // namespace exonweave
