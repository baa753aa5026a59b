#include "exons/sequences/fasta_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace exonweave {
namespace {

std::string_view without_blanks_at_end(std::string_view line) {
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

constexpr std::string_view carriage_return_hint = "convert all line ends: tr '\\r' '\\n'";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && blanks.find(c) == std::string_view::npos; }

struct known_start {
  std::string_view bytes;
  std::string_view what;
  std::string_view hint;
};

// What people give by mistake, reported by its first bytes.
constexpr std::array known_starts = {
    known_start{"@", "FASTQ where FASTA is needed", "convert it, for example with seqtk seq -a"},
    known_start{"PK\x03\x04", "a zip archive where FASTA is needed", "unpack it first"},
    known_start{"BZh", "bzip2 data where FASTA is needed", "unpack it first, or compress with gzip or bgzip"},
    known_start{"\xfd"
                "7zXZ",
                "xz data where FASTA is needed", "unpack it first, or compress with gzip or bgzip"},
    known_start{"\x28\xb5\x2f\xfd", "zstd data where FASTA is needed",
                "unpack it first, or compress with gzip or bgzip"},
    known_start{"\x43\x27\x41\x1a", "2bit data where FASTA is needed", "convert it with twoBitToFa"},
    known_start{"LOCUS ", "GenBank where FASTA is needed", "convert it to FASTA"},
    known_start{"ID   ", "EMBL where FASTA is needed", "convert it to FASTA"},
    known_start{"##gff", "GFF where FASTA is needed", "check the order of the files"},
};

}  // namespace

fasta_reader::item fasta_reader::next() {
  while (const auto part = lines_->next_part()) {
    if (first_column() == 0 && part->starts_with('>')) return start_record();
    residues_ = ends_line() ? without_blanks_at_end(*part) : *part;
    if (residues_.empty()) continue;
    if (header_line_ == 0) return refuse_start(*part);
    has_residues_ = true;
    return item::residues;
  }
  return finish();
}

// Of the line whose first part was read.
fasta_reader::item fasta_reader::start_record() {
  lines_->put_back();
  const std::string_view line = *lines_->next();
  close_record();
  header_line_ = lines_->line_number();
  has_residues_ = false;
  const std::string_view header = line.substr(1);
  name_ = header.substr(0, header.find_first_of(blanks));
  const std::string_view rest = without_blanks_at_end(header.substr(name_.size()));
  description_ = rest.substr(std::min(rest.find_first_not_of(blanks), rest.size()));
  std::ranges::replace(description_, '\t', ' ');
  check_name(header);
  return item::record;
}

void fasta_reader::check_name(std::string_view header) {
  if (header.find('\0') != std::string_view::npos)
    problems_->error({.where = lines_->where(),
                      .what = "NUL byte in a header",
                      .got = name_,
                      .hint = "the file is damaged or not text"});
  const auto inner = header.find_last_not_of(blanks);
  if (inner != std::string_view::npos && header.substr(0, inner).find('\r') != std::string_view::npos)
    problems_->error({.where = lines_->where(),
                      .what = "carriage return inside a header",
                      .got = name_,
                      .need = "a line feed at the header's end",
                      .hint = std::string(carriage_return_hint)});
  if (name_.empty()) {
    const bool is_spaced = header.find_first_not_of(blanks) != std::string_view::npos;
    problems_->error({.where = lines_->where(),
                      .what = "record without a name",
                      .got = is_spaced ? ">" + std::string(header) : "",
                      .need = ">NAME",
                      .hint = is_spaced ? "remove the blank after '>'" : "give the record a name"});
    return;
  }
  if (name_.starts_with('#'))
    problems_->error({.where = lines_->where(),
                      .what = "name that begins with '#'",
                      .got = name_,
                      .need = "another first character",
                      .hint = "tables take such a line for a comment; rename the record"});
  const auto [entry, is_new] = lines_of_names_.try_emplace(name_, header_line_);
  if (!is_new)
    problems_->error({.where = lines_->where(),
                      .what = fmt::format("duplicate sequence name, first on line {}", entry->second),
                      .got = name_,
                      .hint = "names end at the first blank; make them unique"});
}

void fasta_reader::close_record() {
  if (header_line_ != 0 && !has_residues_)
    problems_->warn({.where = header(), .what = "record without residues", .got = name_});
}

fasta_reader::item fasta_reader::finish() {
  close_record();
  lines_->warn_if_cut(*problems_);
  if (header_line_ == 0)
    problems_->error({.where = {lines_->source().name(), 0}, .what = "no sequences: the file is empty"});
  return item::end;
}

fasta_reader::item fasta_reader::refuse_start(std::string_view line) {
  const auto* known = std::find_if(known_starts.begin(), known_starts.end(),
                                   [line](const known_start& start) { return line.starts_with(start.bytes); });
  if (known != known_starts.end())
    problems_->error({.where = lines_->where(), .what = std::string(known->what), .hint = std::string(known->hint)});
  else if (std::any_of(line.begin(), line.end(), is_control))
    problems_->error({.where = lines_->where(),
                      .what = "binary data where FASTA is needed",
                      .got = std::string(line.substr(0, 100)),
                      .need = "a line that starts with '>'"});
  else
    problems_->error({.where = lines_->where(),
                      .what = "no FASTA header before the first residues",
                      .got = std::string(line.substr(0, 100)),
                      .need = "a line that starts with '>'"});
  return item::end;
}

problem_report letter_problem(place where, char letter, std::size_t column, molecule alphabet) {
  const std::string column_text = fmt::format(" at column {}", column + 1);
  problem_report problem{.where = std::move(where), .got = std::string(1, letter)};
  if (letter == '-' || letter == '.' || letter == '~') {
    problem.what = "gap character" + column_text;
    problem.hint = letter == '.' && alphabet == molecule::protein
                       ? "if it is gffread's stop codon, let it write '*' there: gffread -S"
                       : "give unaligned sequences, without gap characters";
  } else if (letter == '\0') {
    problem.what = "NUL byte" + column_text;
    problem.hint = "the file is damaged or not text";
  } else if (letter == '\r') {
    problem.what = "carriage return inside a line" + column_text;
    problem.hint = carriage_return_hint;
  } else if (letter == '>') {
    problem.what = "'>' inside a sequence" + column_text;
    problem.hint = "a line end is missing before it";
  } else {
    problem.what = (alphabet == molecule::dna ? "not a nucleotide" : "not an amino acid") + column_text;
    problem.need = alphabet == molecule::dna ? "an IUPAC letter: ACGTU RYSWKM BDHV N" : "a letter or '*'";
  }
  return problem;
}

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
