#include "exons/candidates/gff_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

constexpr std::size_t n_columns = 9;
constexpr std::string_view around_values = " \t";

// As take_until(), up to a mark outside of double quotes.
std::string_view take_until_unquoted(std::string_view& rest, char mark) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (is_quoted || rest[end] != mark); ++end)
    if (rest[end] == '"') is_quoted = !is_quoted;
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

void tell_column_count(const candidate_source& source, std::uint64_t line, std::string_view text, std::size_t n,
                       candidate_format format) {
  std::string hint;
  if (n < n_columns && text.find(' ') != std::string_view::npos)
    hint = "Columns are separated by single tabs, not by spaces";
  else if (n + 1 == n_columns && format == candidate_format::gff3)
    hint = "Write '.' where a column has no value";
  source.error(
      line,
      {.what = "wrong number of columns", .got = fmt::format("{}", n), .need = "9 separated by tabs", .hint = hint});
}

std::optional<double> fraction_of(std::string_view text) {
  const auto fraction = parse_plain_decimal(text);
  return fraction && *fraction >= 0 && *fraction <= 1 ? fraction : std::nullopt;
}

// Of GFF3 and of GTF; an exception may be one of several.
void set_shared_attribute(gff_attributes& attributes, std::string_view key, std::string_view value) {
  if (key == "support") attributes.support = fraction_of(value);
  const bool is_exception = key == "exception" && value.find("trans-splicing") != std::string_view::npos;
  attributes.is_trans_spliced |= is_exception || key == "trans_splicing";
  attributes.is_part |= key == "part";
}

// Whether the ninth column is of the form key "value", with the keys that only GTF has.
bool is_gtf_row(std::string_view line) {
  const auto holds = [line](std::string_view word) { return line.find(word) != std::string_view::npos; };
  const bool has_key = holds("gene_id ") || holds("transcript_id ");
  return has_key && !holds("gene_id=") && !holds("transcript_id=");
}

// Whether a ninth column is a name alone.
bool is_bare_name(std::string_view ninth) {
  return !ninth.empty() && ninth != "." && ninth.find_first_of(" ;\"") == std::string_view::npos;
}

// The third column.
std::string_view type_of(std::string_view line) {
  take_until(line, '\t');
  take_until(line, '\t');
  return take_until(line, '\t');
}

void set_gff3_attribute(gff_attributes& attributes, std::string_view key, std::string_view value) {
  if (key == "ID") {
    attributes.id = percent_decode(value);
  } else if (key == "Parent") {
    while (!value.empty()) attributes.models.push_back(percent_decode(take_until(value, ',')));
  } else if (key == "exon_type") {
    attributes.exon_type = percent_decode(value);
  } else if (key == "Is_circular") {
    attributes.is_circular = value == "true";
  } else {
    set_shared_attribute(attributes, key, value);
  }
}

}  // namespace

std::optional<gff_columns> split_gff_row(const candidate_source& source, std::uint64_t line, std::string_view text,
                                         candidate_format format) {
  std::array<std::string_view, n_columns> columns;
  const std::size_t n = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\t')) + 1;
  const bool may_lack_ninth = format == candidate_format::gff2;
  if (n != n_columns && (n + 1 != n_columns || !may_lack_ninth)) {
    tell_column_count(source, line, text, n, format);
    return std::nullopt;
  }
  for (std::size_t column = 0; column < n; ++column) columns[column] = take_until(text, '\t');
  return gff_columns{columns[0], columns[1], columns[2], columns[3], columns[4],
                     columns[5], columns[6], columns[7], columns[8]};
}

bool is_transcript(std::string_view type) { return type == "transcript" || type == "mRNA"; }

int gff_version_in(std::string_view line) {
  constexpr std::string_view word = "gff-version";
  if (line.substr(0, 2) != "##") return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 2), line.size()));
  if (line.substr(0, word.size()) != word) return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", word.size()), line.size()));
  return !line.empty() && line[0] >= '1' && line[0] <= '3' ? line[0] - '0' : 0;
}

std::optional<candidate_format> gff_format_of(std::string_view line, int version) {
  if (is_gtf_row(line)) return candidate_format::gtf;
  const auto n = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t')) + 1;
  if (n + 1 < n_columns) return std::nullopt;
  const bool has_nine = n == n_columns;
  const auto ninth = line.substr(line.find_last_of('\t') + 1);
  const bool has_text = has_nine && !ninth.empty() && ninth != "." && ninth.find('=') == std::string_view::npos;
  const auto type = type_of(line);
  if (has_text && is_bare_name(trimmed(ninth, around_values)) && (type == "gene" || is_transcript(type)))
    return std::nullopt;
  if (version != 0) return version == 3 ? candidate_format::gff3 : candidate_format::gff2;
  return has_text ? candidate_format::gff2 : candidate_format::gff3;
}

gff3_attribute take_gff3_attribute(std::string_view& text) {
  std::string_view value = trimmed(take_until(text, ';'), around_values);
  if (value.find('=') == std::string_view::npos) return {value, std::nullopt};
  const std::string_view key = trimmed(take_until(value, '='), around_values);
  return {key, value};
}

gff_attributes parse_gff3_attributes(const candidate_source& source, std::uint64_t line, std::string_view text) {
  gff_attributes attributes;
  bool has_lower_id = false;
  bool has_lower_parent = false;
  while (!text.empty()) {
    const auto [key, value] = take_gff3_attribute(text);
    has_lower_id |= key == "id" && value;
    has_lower_parent |= key == "parent" && value;
    if (value)
      set_gff3_attribute(attributes, key, *value);
    else if (!key.empty() && key != ".")
      source.warn(
          line,
          {.what = "attribute without '='", .got = key, .need = "key=value, with %3B for a semicolon in a value"});
  }
  if (has_lower_id && attributes.id.empty())
    source.error(line, {.what = "unknown attribute", .got = "id=", .need = "ID=", .hint = "did you mean ID=?"});
  if (has_lower_parent && attributes.models.empty())
    source.error(line,
                 {.what = "unknown attribute", .got = "parent=", .need = "Parent=", .hint = "did you mean Parent=?"});
  return attributes;
}

gff_attributes parse_gtf_attributes(std::string_view text) {
  gff_attributes attributes;
  const auto group = trimmed(text, around_values);
  while (!text.empty()) {
    auto value = trimmed(take_until_unquoted(text, ';'), around_values);
    const auto key = take_until(value, ' ');
    value = trimmed(value, around_values);
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (key == "transcript_id" && !value.empty()) attributes.models = {std::string(value)};
    if (key == "gene_id") attributes.gene = value;
    if (key == "exon_type") attributes.exon_type = value;
    set_shared_attribute(attributes, key, value);
  }
  if (attributes.models.empty() && is_bare_name(group)) attributes.models = {std::string(group)};
  return attributes;
}

}  // namespace exonweave
