#include "exons/sequences/fasta_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/files/line_reader.hpp"

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

}  // namespace exonweave
