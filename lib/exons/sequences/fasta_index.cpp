#include "exons/sequences/fasta_index.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace exonweave {
namespace {

constexpr std::int64_t longest_gap = std::int64_t{1} << 20;  // bytes between two records: a header and blank lines
constexpr std::int64_t largest_value = std::int64_t{1} << 60;
constexpr std::size_t n_columns = 5;
constexpr std::string_view between_records = " \t\r\n\v\f";

// The tab-separated columns of a .fai line: name, length, offset, line bases, line width.
std::optional<std::pair<std::string, record_place>> parse_fai_line(std::string_view line) {
  std::array<std::string_view, n_columns> columns;
  for (std::size_t i = 0; i < n_columns; ++i) {
    const auto tab = line.find('\t');
    if ((tab == std::string_view::npos) != (i + 1 == n_columns)) return std::nullopt;
    columns[i] = line.substr(0, tab);
    line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
  }
  std::array<std::int64_t, n_columns> values{};
  for (std::size_t i = 1; i < n_columns; ++i) {
    const char* end = columns[i].data() + columns[i].size();
    const auto [rest, error] = std::from_chars(columns[i].data(), end, values[i]);
    if (error != std::errc() || rest != end || values[i] < 0 || values[i] > largest_value) return std::nullopt;
  }
  const record_place place{values[1], values[2], values[3], values[4], 0};
  const bool is_sound = place.length == 0 || (place.line_bases > 0 && place.line_width >= place.line_bases &&
                                              place.line_width <= place.line_bases + 2);
  if (columns[0].empty() || !is_sound) return std::nullopt;
  return std::pair(std::string(columns[0]), place);
}

bool is_blank(std::string_view text) { return text.find_first_not_of(between_records) == std::string_view::npos; }

// The end of a record: the byte after its last residue.
std::int64_t end_of(const record_place& place) {
  return place.length == 0 ? place.first_byte : place.byte_of(place.length - 1) + 1;
}

// `gap` is what stands between two records: between_records, then the header line of the second, up to its line end.
bool is_header_of(std::string_view gap, std::string_view name) {
  if (gap.starts_with("\xef\xbb\xbf")) gap.remove_prefix(3);
  const auto start = gap.find_first_not_of(between_records);
  if (start == std::string_view::npos || gap[start] != '>' || !gap.ends_with('\n')) return false;
  const std::string_view line = gap.substr(start + 1, gap.size() - start - 2);
  return line.find('\n') == std::string_view::npos && line.substr(0, line.find_first_of(between_records)) == name;
}

// The last residue of `place` is there, and its line ends after it.
bool ends_there(const record_place& place, random_reader& file) {
  if (place.length == 0) return true;
  const std::string end = file.read(end_of(place) - 1, end_of(place) + 1);
  return !end.empty() && !is_blank(end.substr(0, 1)) && end[0] != '>' && is_blank(end.substr(1));
}

}  // namespace

std::optional<fasta_index> load_fai(const std::string& path) try {
  line_reader lines(path);
  fasta_index index;
  while (const auto line = lines.next()) {
    auto record = parse_fai_line(*line);
    if (!record || !index.catalog.add(std::move(record->first), record->second.length)) return std::nullopt;
    index.places.push_back(record->second);
  }
  return index;
} catch (const failure&) {
  return std::nullopt;
}

bool fits(const fasta_index& index, random_reader& file) {
  std::int64_t end = 0;  // of the record before
  for (std::size_t i = 0; i < index.places.size(); ++i) {
    const record_place& place = index.places[i];
    if (place.first_byte <= end || place.first_byte - end > longest_gap || place.first_byte > file.size()) return false;
    if (!is_header_of(file.read(end, place.first_byte), index.catalog.name(i))) return false;
    end = end_of(place);
    if (end > file.size() || !ends_there(place, file)) return false;
  }
  return end > 0 && file.size() - end <= longest_gap && is_blank(file.read(end, file.size()));
}

void index_builder::record(const fasta_reader& reader) {
  close_record();
  const line_reader& lines = reader.lines();
  name_ = reader.name();
  place_ = {};
  place_.header_line = lines.line_number();
  place_.first_byte = next_byte_ = lines.byte_offset() + lines.byte_width();
  is_even_ = true;
  had_last_line_ = false;
}

void index_builder::residues(const fasta_reader& reader) {
  if (!reader.ends_line()) return;
  const line_reader& lines = reader.lines();
  const auto bases = static_cast<std::int64_t>(reader.first_column() + reader.residues().size());  // of the line
  if (place_.line_bases == 0) {
    place_.line_bases = bases;
    place_.line_width = lines.byte_width();
  }
  if (had_last_line_ || lines.byte_offset() != next_byte_ || bases > place_.line_bases) is_even_ = false;
  had_last_line_ |= bases != place_.line_bases || lines.byte_width() != place_.line_width;
  next_byte_ += place_.line_width;
  place_.length += bases;
}

void index_builder::close_record() {
  if (place_.header_line == 0) return;
  if (!is_even_) place_.line_bases = place_.line_width = 0;
  if (index_.catalog.add(name_, place_.length)) index_.places.push_back(place_);  // a name twice is an error elsewhere
}

fasta_index index_builder::finish() {
  close_record();
  place_ = {};
  return std::move(index_);
}

}  // namespace exonweave
