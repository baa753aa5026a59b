#include "exons/candidates/genscan_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// The header's names without the dots that only show how wide a column is.
std::size_t column_named(const genscan_values& header, std::string_view name) {
  const auto matches = [&](std::string_view title) {
    const std::size_t first = title.find_first_not_of('.');
    if (first == std::string_view::npos) return false;
    return title.substr(first, title.find_last_not_of('.') - first + 1) == name;
  };
  const auto found = std::find_if(header.begin(), header.end(), matches);
  return found == header.end() ? genscan_columns::none : static_cast<std::size_t>(found - header.begin());
}

// A value of the row; empty where the header or the row lacks the column.
std::string_view value_at(const genscan_values& values, std::size_t column) {
  return column < values.size() ? values[column] : std::string_view{};
}

// Begin and End in forward coordinates: on the minus strand GENSCAN writes them in reading direction.
std::optional<interval> read_place(const candidate_source& source, std::uint64_t line, strand on,
                                   std::string_view begin_text, std::string_view end_text) {
  const auto begin = source.position(line, "Begin", begin_text);
  const auto end = source.position(line, "End", end_text);
  if (!begin || !end) return std::nullopt;
  const interval where = on == strand::forward ? interval{*begin - 1, *end} : interval{*end - 1, *begin};
  if (where.length() > 0) return where;
  const std::string got = fmt::format("{}..{}", begin_text, end_text);
  source.error(line,
               {.what = on == strand::forward ? "end lies before start" : "start lies before end on the minus strand",
                .got = got,
                .need = on == strand::forward ? "Begin <= End" : "Begin >= End"});
  return std::nullopt;
}

bool length_agrees(const candidate_source& source, std::uint64_t line, std::string_view text, interval where) {
  if (text.empty()) return true;
  const auto length = parse_integer(text);
  if (length.ok() && length.value == where.length()) return true;
  source.error(line,
               {.what = "length differs from Begin and End", .got = text, .need = std::to_string(where.length())});
  return false;
}

// GFF3 phase from GENSCAN's frame: Fr is the frame of the exon's codons in forward coordinates.
std::optional<std::int8_t> read_phase(const candidate_source& source, std::uint64_t line, std::string_view frame,
                                      const candidate_exon& exon) {
  if (frame.empty()) {
    source.warn(line, {.what = "no frame, so the phase stays unknown"});
    return no_phase;
  }
  if (frame.size() != 1 || frame[0] < '0' || frame[0] > '2') {
    source.error(line, {.what = "frame is out of range", .got = frame, .need = "0, 1 or 2"});
    return std::nullopt;
  }
  const std::int64_t fr = frame[0] - '0';
  const std::int64_t first = exon.where.start + 1;
  const std::int64_t offset = exon.on == strand::forward ? fr + 1 - first : exon.where.end - fr;
  return static_cast<std::int8_t>(((offset % 3) + 3) % 3);
}

bool read_scores(const candidate_source& source, std::uint64_t line, const genscan_columns& columns,
                 const genscan_values& values, candidate_exon& exon) {
  if (const auto text = value_at(values, columns.score); !text.empty()) {
    const auto score = source.score(line, text);
    if (!score) return false;
    exon.score = *score;
  }
  const auto text = value_at(values, columns.probability);
  if (text.empty()) return true;
  const auto probability = parse_real(text);
  if (!probability.ok() || std::isnan(probability.value) || probability.value < 0 || probability.value > 1) {
    source.error(line, {.what = "probability is out of range", .got = text, .need = "0..1"});
    return false;
  }
  exon.probability = probability.value;
  return true;
}

}  // namespace

genscan_values genscan_split(std::string_view line) {
  genscan_values values;
  std::size_t start = line.find_first_not_of(blanks);
  while (start != std::string_view::npos) {
    const std::size_t stop = std::min(line.find_first_of(blanks, start), line.size());
    values.push_back(line.substr(start, stop - start));
    start = line.find_first_not_of(blanks, stop);
  }
  return values;
}

std::optional<genscan_columns> genscan_header(const genscan_values& header) {
  genscan_columns columns;
  columns.count = header.size();
  columns.begin = column_named(header, "Begin");
  columns.end = column_named(header, "End");
  columns.length = column_named(header, "Len");
  columns.frame = column_named(header, "Fr");
  columns.probability = column_named(header, "P");
  columns.score = column_named(header, "Tscr");
  const bool is_whole = header.size() >= 5 && header[1] == "Type" && header[2] == "S" &&
                        columns.begin != genscan_columns::none && columns.end != genscan_columns::none;
  return is_whole ? std::optional(columns) : std::nullopt;
}

bool is_genscan_number(std::string_view value) {
  const std::size_t dot = value.find('.');
  if (dot == 0 || dot == std::string_view::npos || dot + 1 == value.size()) return false;
  const auto gene = value.substr(0, dot);
  return (gene == "S" || all_digits(gene)) && all_digits(value.substr(dot + 1));
}

bool looks_like_genscan_row(const genscan_values& values) {
  const std::string_view number = values.front();
  const std::size_t dot = std::min(number.find('.'), number.size());
  const auto gene = number.substr(0, dot);
  if (dot == 0 || (gene != "S" && !all_digits(gene))) return false;
  if (dot == number.size()) return values.size() == 1;
  return all_digits(number.substr(dot + 1));
}

bool is_genscan_exon(std::string_view type) {
  return type == "Init" || type == "Intr" || type == "Term" || type == "Sngl";
}

bool is_genscan_signal(std::string_view type) { return type == "Prom" || type == "PlyA"; }

std::optional<candidate_exon> genscan_exon(const candidate_source& source, std::uint64_t line,
                                           const genscan_columns& columns, const genscan_values& values,
                                           std::int64_t length) {
  candidate_exon exon;
  exon.id = values[0];
  exon.tool = "genscan";
  exon.type = exon_type_from(values[1]);
  if (values[2] != "+" && values[2] != "-") {
    source.error(line, {.what = "bad strand", .got = values[2], .need = "+ or -"});
    return std::nullopt;
  }
  exon.on = values[2] == "+" ? strand::forward : strand::reverse;
  const auto where = read_place(source, line, exon.on, values[columns.begin], values[columns.end]);
  if (!where || !length_agrees(source, line, value_at(values, columns.length), *where)) return std::nullopt;
  exon.where = *where;
  if (!source.inside(line, exon.where, length)) return std::nullopt;
  const auto phase = read_phase(source, line, value_at(values, columns.frame), exon);
  if (!phase || !read_scores(source, line, columns, values, exon)) return std::nullopt;
  exon.phase = *phase;
  return exon;
}

namespace {

constexpr std::size_t signal_values = 6;  // number, type, strand, Begin, End, Len; then the score

std::size_t decimals(std::string_view number) {
  const std::size_t dot = number.find('.');
  return dot == std::string_view::npos ? 0 : number.size() - dot - 1;
}

void tell_cut_row(const candidate_source& source, std::uint64_t line, std::size_t n_values, std::size_t n_needed) {
  source.error(line, {.what = "GENSCAN row is cut or garbled",
                      .got = fmt::format("{} values", n_values),
                      .need = fmt::format("{} values, as the table's header says", n_needed)});
}

}  // namespace

genscan_table::genscan_table(const genscan_columns& columns)
    : columns_(columns), fewest_decimals_(columns.score + 1 == columns.count ? 2 : 0) {}

bool genscan_table::take(const candidate_source& source, std::uint64_t line, const genscan_values& values) {
  const bool is_exon = is_genscan_exon(values[1]);
  const bool scored = columns_.score != genscan_columns::none;
  const std::size_t n_needed = is_exon ? columns_.count : signal_values + (scored ? 1 : 0);
  if (n_rows_ > 0) fewest_decimals_ = n_rows_ == 1 ? last_decimals_ : std::min(fewest_decimals_, last_decimals_);
  ++n_rows_;
  last_line_ = line;
  last_decimals_ = decimals(values.back());
  is_last_short_ = values.size() < n_needed;
  if (!is_exon) return true;
  if (values.size() > n_needed) {
    tell_cut_row(source, line, values.size(), n_needed);
    return false;
  }
  if (is_last_short_) return take_short(source, line, values);
  if (n_short_ > 0 && n_whole_ == 0) tell_cut_row(source, first_short_, short_values_, columns_.count);
  ++n_whole_;
  return true;
}

bool genscan_table::take_short(const candidate_source& source, std::uint64_t line, const genscan_values& values) {
  const bool has_place = values.size() > std::max(columns_.begin, columns_.end);
  const bool is_like_others = n_whole_ == 0 && (n_short_ == 0 || values.size() == short_values_);
  if (!has_place || !is_like_others) {
    tell_cut_row(source, line, values.size(), columns_.count);
    return false;
  }
  if (n_short_++ == 0) {
    short_values_ = values.size();
    first_short_ = line;
  }
  return true;
}

void genscan_table::end_of_text(const candidate_source& source) const {
  const bool lacks_values = is_last_short_ && n_short_ < 2;
  if (!lacks_values && (is_last_short_ || last_decimals_ >= fewest_decimals_)) return;
  source.error(last_line_, {.what = "GENSCAN text is cut within its last row",
                            .need = "the whole text",
                            .hint = "Save the text again; without peptides it may end after a whole row"});
}

}  // namespace exonweave
