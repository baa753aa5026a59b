#include "exons/loci/pairs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "exons/io/line_reader.hpp"
#include "exons/io/plain_integer.hpp"

namespace exonweave {
namespace {

enum column : std::size_t { seqid, start0, end0, strand_of, target_id, n_needed };
constexpr std::array<std::string_view, n_needed> needed_names = {"region_seqid", "region_start0",
                                                                 "region_end0", "strand", "target_id"};
constexpr std::string_view kind_name = "target_kind";

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t tab = std::min(line.find('\t', start), line.size());
    fields.push_back(line.substr(start, tab - start));
    start = tab + 1;
  }
  return fields;
}

// "did you mean 'a', 'b'", or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  const auto nearest = nearest_names(name, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

// Reads one table; the members say what its rows are checked against.
class pair_reader {
 public:
  pair_reader(const sequence_catalog& sequences, const target_set& targets, report& problems)
      : sequences_(sequences), targets_(targets), problems_(problems) {
    for (std::size_t i = 0; i < targets.targets.size(); ++i) {
      target_index_.try_emplace(targets.targets[i].name, i);
      target_names_.push_back(targets.targets[i].name);
    }
  }

  std::vector<alignment_case> read(const std::string& path);

 private:
  bool read_header(std::string_view line);
  std::optional<alignment_case> read_row(std::string_view line);
  bool is_of_other_kind(const std::vector<std::string_view>& fields) const;
  std::optional<std::size_t> sequence(std::string_view name);
  std::optional<std::size_t> target_of(std::string_view name);
  std::optional<std::int64_t> position(std::string_view text, column at);
  std::optional<strand> strand_in(std::string_view text);
  bool is_in_range(const alignment_case& row);

  void error(std::string what, std::string_view got, std::string need = "", std::string hint = "") {
    problems_.error({where_, std::move(what), std::string(got), std::move(need), std::move(hint)});
  }
  // Hints cost a look at every name, so they are made only for errors that are shown.
  std::string hint(std::string_view name, const std::vector<std::string>& known) const {
    return problems_.error_count() < report::most_errors ? did_you_mean(name, known) : "";
  }

  const sequence_catalog& sequences_;
  const target_set& targets_;
  report& problems_;
  std::unordered_map<std::string_view, std::size_t> target_index_;
  std::vector<std::string> target_names_;
  place where_;                             // of the line being read
  std::size_t n_columns_ = 0;               // in the header
  std::array<std::size_t, n_needed> at_{};  // the place of each needed column
  std::optional<std::size_t> kind_at_;      // of target_kind
};

std::vector<alignment_case> pair_reader::read(const std::string& path) {
  line_reader lines(path);
  if (lines.is_foreign_text(problems_)) return {};
  std::vector<alignment_case> pairs;
  std::set<alignment_case> seen;
  bool has_rows = false;
  while (const auto line = lines.next()) {
    if (line->find_first_not_of(" \t\r") == std::string_view::npos) continue;
    where_ = lines.where();
    if (n_columns_ == 0) {
      if (!read_header(*line)) return pairs;
      continue;
    }
    has_rows = true;
    const auto row = read_row(*line);
    if (row && seen.insert(*row).second) pairs.push_back(*row);
  }
  lines.warn_if_cut(problems_);
  where_ = {lines.source().name(), 0};
  if (n_columns_ == 0)
    error("no header: the file is empty", "",
          fmt::format("a line with the columns {}", fmt::join(needed_names, ", ")));
  else if (!has_rows)
    problems_.warn({where_, "a header without pairs", "", "", ""});
  else if (pairs.empty() && problems_.error_count() == 0)
    problems_.warn({where_, "no pair is for targets of this kind",
                    targets_.kind == molecule::dna ? "dna" : "protein", "", "see its column target_kind"});
  return pairs;
}

bool pair_reader::read_header(std::string_view line) {
  const auto names = split(line);
  n_columns_ = names.size();
  const std::vector<std::string> known(names.begin(), names.end());
  bool is_sound = true;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      error("duplicate column in the header", names[i]);
      is_sound = false;
    }
  for (std::size_t i = 0; i < n_needed; ++i) {
    const auto found = std::find(names.begin(), names.end(), needed_names[i]);
    at_[i] = static_cast<std::size_t>(found - names.begin());
    if (found != names.end()) continue;
    const auto nearest = nearest_names(needed_names[i], known, 1);
    error(fmt::format("no column {} in the header", needed_names[i]), nearest.empty() ? "" : nearest.front(),
          fmt::format("tab-separated: {}", fmt::join(needed_names, ", ")));
    is_sound = false;
  }
  const auto kind = std::find(names.begin(), names.end(), kind_name);
  if (kind != names.end()) kind_at_ = static_cast<std::size_t>(kind - names.begin());
  return is_sound;
}

std::optional<alignment_case> pair_reader::read_row(std::string_view line) {
  const auto fields = split(line);
  if (fields.size() != n_columns_) {
    error("another number of columns than in the header", std::to_string(fields.size()),
          std::to_string(n_columns_), "separate columns by one tab each");
    return std::nullopt;
  }
  if (is_of_other_kind(fields)) return std::nullopt;
  const auto on_sequence = sequence(fields[at_[seqid]]);
  const auto start = position(fields[at_[start0]], start0);
  const auto end = position(fields[at_[end0]], end0);
  const auto on = strand_in(fields[at_[strand_of]]);
  const auto with = target_of(fields[at_[target_id]]);
  if (!on_sequence || !start || !end || !on || !with) return std::nullopt;
  const alignment_case row{*on_sequence, {*start, *end}, *on, *with};
  return is_in_range(row) ? std::optional(row) : std::nullopt;
}

bool pair_reader::is_of_other_kind(const std::vector<std::string_view>& fields) const {
  if (!kind_at_) return false;
  const std::string_view kind = fields[*kind_at_];
  if (targets_.kind == molecule::dna) return kind == "protein";
  return kind == "cds" || kind == "dna" || kind == "cdna";
}

std::optional<std::size_t> pair_reader::sequence(std::string_view name) {
  const auto found = sequences_.find(name);
  if (!found) error("unknown sequence", name, "a sequence of the genome", hint(name, sequences_.names()));
  return found;
}

std::optional<std::size_t> pair_reader::target_of(std::string_view name) {
  const auto found = target_index_.find(name);
  if (found != target_index_.end()) return found->second;
  error("unknown target", name, fmt::format("a record of {}", targets_.path), hint(name, target_names_));
  return std::nullopt;
}

std::optional<std::int64_t> pair_reader::position(std::string_view text, column at) {
  const auto value = parse_plain_integer(text);
  if (!value || *value < 0) {
    error(fmt::format("{} is not a position", needed_names[at]), text, "a whole number >= 0, digits only");
    return std::nullopt;
  }
  return value;
}

std::optional<strand> pair_reader::strand_in(std::string_view text) {
  if (text == "+") return strand::forward;
  if (text == "-") return strand::reverse;
  error("bad strand", text, "+ or -");
  return std::nullopt;
}

bool pair_reader::is_in_range(const alignment_case& row) {
  const std::int64_t length = sequences_.length(row.sequence);
  const std::string got = fmt::format("{}..{}", row.region.start, row.region.end);
  if (row.region.start >= row.region.end) {
    error("the region is empty: its end does not lie behind its start", got, "region_start0 < region_end0");
    return false;
  }
  if (row.region.end > length) {
    error("the region ends beyond the sequence", got, fmt::format("region_end0 <= {}", length));
    return false;
  }
  return true;
}

}  // namespace

std::vector<alignment_case> read_pairs(const std::string& path, const sequence_catalog& sequences,
                                       const target_set& targets, report& problems) {
  if (sequences.size() == 0 || targets.targets.empty()) return {};
  return pair_reader(sequences, targets, problems).read(path);
}

}  // namespace exonweave
