#include "exons/loci/pairs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "exons/loci/named_records.hpp"

namespace exonweave {
namespace {

struct needed {
  enum column : std::size_t { seqid, start0, end0, strand_of, target_id, n };
};
constexpr std::array<std::string_view, needed::n> needed_names = {"region_seqid", "region_start0", "region_end0",
                                                                  "strand", "target_id"};
constexpr std::string_view kind_name = "target_kind";
constexpr std::string_view length_name = "target_length";

// Reads one table; the members say what its rows are checked against.
class pair_reader {
 public:
  pair_reader(const sequence_catalog& sequences, const target_set& targets, report& problems)
      : records_(sequences, targets, problems) {}

  std::vector<alignment_task> read(const std::string& path);

 private:
  bool is_comment(std::string_view line) const;
  bool read_header(std::string_view line);
  void read_row(std::string_view line);
  void warn_if_nothing_to_do();
  bool is_of_other_kind(const std::vector<std::string_view>& fields) const;
  std::optional<std::int64_t> position(std::string_view text, needed::column column);
  std::vector<strand> strands_in(std::string_view text);
  std::optional<interval> within(interval region, std::int64_t length);

  void error(problem_report problem) {
    problem.where = where_;
    records_.problems().error(std::move(problem));
  }
  void warn(problem_report problem) {
    problem.where = where_;
    records_.problems().warn(std::move(problem));
  }

  const named_records records_;
  place where_;                                   // of the line being read
  std::size_t n_columns_ = 0;                     // in the header
  std::array<std::size_t, needed::n> columns_{};  // the place of each needed column
  std::optional<std::size_t> kind_at_;            // of target_kind
  std::optional<std::size_t> length_at_;          // of target_length
  bool has_rows_ = false, has_rows_of_kind_ = false;
  std::vector<alignment_task> pairs_;
  std::set<alignment_task> seen_;
};

std::vector<alignment_task> pair_reader::read(const std::string& path) {
  line_reader lines(path);
  if (lines.is_foreign_text(records_.problems())) return {};
  while (const auto line = lines.next()) {
    if (line->find_first_not_of(" \t\r") == std::string_view::npos || is_comment(*line)) continue;
    where_ = lines.where();
    if (n_columns_ > 0)
      read_row(*line);
    else if (!read_header(*line))
      return {};
  }
  lines.warn_if_cut(records_.problems());
  where_ = {lines.source().name(), 0};
  if (n_columns_ == 0)
    warn({.what = "no header and no pairs: the file is empty",
          .need = fmt::format("a line with the columns {}", fmt::join(needed_names, ", "))});
  else
    warn_if_nothing_to_do();
  return std::move(pairs_);
}

void pair_reader::warn_if_nothing_to_do() {
  if (!has_rows_) return warn({.what = "a header without pairs"});
  if (!has_rows_of_kind_)
    warn({.what = "no pair is for targets of this kind",
          .got = records_.targets().kind == molecule::dna ? "dna" : "protein",
          .hint = "see its column target_kind"});
}

// Not the header itself after a '#', as some tables have it.
bool pair_reader::is_comment(std::string_view line) const {
  if (!line.starts_with('#')) return false;
  const auto names = split_at_tabs(line.substr(1));
  return n_columns_ > 0 || std::ranges::find(names, needed_names[needed::target_id]) == names.end();
}

bool pair_reader::read_header(std::string_view line) {
  if (line.starts_with('#')) line.remove_prefix(1);
  const auto names = split_at_tabs(line);
  n_columns_ = names.size();
  const std::vector<std::string> known(names.begin(), names.end());
  if (std::ranges::none_of(names,
                           [](auto name) { return std::ranges::find(needed_names, name) != needed_names.end(); })) {
    error({.what = "no header: none of the columns is named",
           .got = std::string(names.front()),
           .need = fmt::format("tab-separated: {}", fmt::join(needed_names, ", ")),
           .hint = "write these names, in the order of the columns, as the first line"});
    return false;
  }
  bool is_sound = true;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      error({.what = "duplicate column in the header", .got = std::string(names[i])});
      is_sound = false;
    }
  for (std::size_t i = 0; i < needed::n; ++i) {
    const auto found = std::find(names.begin(), names.end(), needed_names[i]);
    columns_[i] = static_cast<std::size_t>(found - names.begin());
    if (found != names.end()) continue;
    const auto nearest = nearest_names(needed_names[i], known, 1);
    error({.what = fmt::format("no column {} in the header", needed_names[i]),
           .got = nearest.empty() ? "" : nearest.front(),
           .need = fmt::format("tab-separated: {}", fmt::join(needed_names, ", "))});
    is_sound = false;
  }
  const auto place_of = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
  };
  kind_at_ = place_of(kind_name);
  length_at_ = place_of(length_name);
  return is_sound;
}

void pair_reader::read_row(std::string_view line) {
  has_rows_ = true;
  const auto fields = split_at_tabs(line);
  if (fields.size() != n_columns_)
    return error({.what = "another number of columns than in the header",
                  .got = std::to_string(fields.size()),
                  .need = std::to_string(n_columns_),
                  .hint = "separate columns by one tab each"});
  if (is_of_other_kind(fields)) return;
  has_rows_of_kind_ = true;
  const std::string_view sequence = fields[columns_[needed::seqid]], target = fields[columns_[needed::target_id]];
  if (records_.names_empty_record(where_, "pair", sequence, target)) return;
  const auto on_sequence = records_.sequence(where_, sequence);
  const auto start = position(fields[columns_[needed::start0]], needed::start0);
  const auto end = position(fields[columns_[needed::end0]], needed::end0);
  const auto strands = strands_in(fields[columns_[needed::strand_of]]);
  const auto record = records_.target(where_, target);
  const bool has_same_length =
      !record || !length_at_ || records_.is_length_of_target(where_, fields[*length_at_], *record);
  if (!on_sequence || !start || !end || strands.empty() || !record || !has_same_length) return;
  const auto region = within({*start, *end}, records_.sequences().length(*on_sequence));
  if (!region) return;
  for (const strand on : strands)
    if (const alignment_task pair{*on_sequence, *region, on, *record}; seen_.insert(pair).second)
      pairs_.push_back(pair);
}

bool pair_reader::is_of_other_kind(const std::vector<std::string_view>& fields) const {
  if (!kind_at_) return false;
  const std::string_view kind = fields[*kind_at_];
  if (records_.targets().kind == molecule::dna) return kind == "protein";
  return kind == "cds" || kind == "dna" || kind == "cdna";
}

std::optional<std::int64_t> pair_reader::position(std::string_view text, needed::column column) {
  const auto value = parse_plain_integer(text);
  if (!value || *value < 0) {
    error({.what = fmt::format("{} is not a position", needed_names[column]),
           .got = std::string(text),
           .need = "a whole number >= 0, digits only"});
    return std::nullopt;
  }
  return value;
}

// Empty: an error.
std::vector<strand> pair_reader::strands_in(std::string_view text) {
  if (text == "+") return {strand::forward};
  if (text == "-") return {strand::reverse};
  if (text == ".") return {strand::forward, strand::reverse};
  error({.what = "bad strand", .got = std::string(text), .need = "+, - or . for both"});
  return {};
}

// The part of a region that its sequence has.
std::optional<interval> pair_reader::within(interval region, std::int64_t length) {
  const std::string got = fmt::format("{}..{}", region.start, region.end);
  if (region.start >= region.end) {
    error({.what = "the region is empty: its end does not come after its start",
           .got = got,
           .need = "region_start0 < region_end0"});
    return std::nullopt;
  }
  if (region.start >= length) {
    error(
        {.what = "the region lies beyond the sequence", .got = got, .need = fmt::format("region_start0 < {}", length)});
    return std::nullopt;
  }
  if (region.end > length)
    warn({.what = "the region ends beyond the sequence and is cut there",
          .got = got,
          .need = fmt::format("region_end0 <= {}", length)});
  return interval{region.start, std::min(region.end, length)};
}

}  // namespace

std::vector<alignment_task> read_pairs(const std::string& path, const sequence_catalog& sequences,
                                       const target_set& targets, report& problems) {
  if (sequences.size() == 0 || (targets.targets.empty() && targets.without_residues.empty())) return {};
  return pair_reader(sequences, targets, problems).read(path);
}

}  // namespace exonweave
