#include "exons/scoring/protein_matrix_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

std::vector<std::string> fields_of(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::vector<std::string> fields;
  for (std::string field; words >> field;) fields.push_back(field);
  return fields;
}

constexpr std::size_t longest_row = 4096;  // bytes: of 27 letters or scores with blanks between them

bool is_too_long(std::string_view line) { return line.size() > longest_row && !line.starts_with('#'); }

// The upper-case letter that a field is, or nothing.
std::optional<char> letter_of(const std::string& field) {
  const auto code = field.size() == 1 ? spliced::amino_code(field[0]) : spliced::no_amino;
  return code == spliced::no_amino ? std::nullopt : std::optional(spliced::amino_letter(code));
}

class matrix_reader {
 public:
  matrix_reader(const std::string& path, report& problems) : lines_(path), problems_(problems) {}

  // The scores of a file without faults; nothing when a fault was reported.
  std::optional<spliced::stated_scores> read();

 private:
  void read_columns(const std::vector<std::string>& fields);
  void read_row(const std::vector<std::string>& fields);
  std::optional<std::size_t> row_of(const std::string& field);
  void refuse_missing();

  void error(problem_report problem) {
    problem.where = lines_.where();
    problems_.error(std::move(problem));
  }

  line_reader lines_;
  report& problems_;
  spliced::stated_scores stated_;
  std::vector<bool> has_row_;  // [letters]
};

std::optional<spliced::stated_scores> matrix_reader::read() {
  const std::size_t n_before = problems_.error_count();
  if (lines_.is_foreign_text(problems_)) return std::nullopt;
  while (const auto line = lines_.next()) {
    if (is_too_long(*line)) {
      error({.what = "a line that is too long for a matrix",
             .got = fmt::format("{} bytes", line->size()),
             .need = fmt::format("at most {}", longest_row),
             .hint = "is it the right file?"});
      return std::nullopt;
    }
    const auto fields = fields_of(*line);
    if (fields.empty() || fields[0][0] == '#') continue;
    if (stated_.letters.empty())
      read_columns(fields);
    else
      read_row(fields);
    if (problems_.error_count() > n_before && has_row_.empty()) return std::nullopt;  // no columns to go by
  }
  refuse_missing();
  return problems_.error_count() == n_before ? std::optional(std::move(stated_)) : std::nullopt;
}

void matrix_reader::read_columns(const std::vector<std::string>& fields) {
  std::string letters;
  for (const auto& field : fields) {
    const auto letter = letter_of(field);
    if (!letter)
      return error({.what = "not a protein matrix: a column that is not an amino acid",
                    .got = field,
                    .need = "a first line of letters such as 'A R N D C'",
                    .hint = "the format is that of NCBI's BLOSUM62 file"});
    if (letters.find(*letter) != std::string::npos) return error({.what = "a column twice", .got = field});
    letters += *letter;
  }
  stated_.letters = std::move(letters);
  stated_.scores.resize(fields.size() * fields.size());
  has_row_.resize(fields.size());
}

std::optional<std::size_t> matrix_reader::row_of(const std::string& field) {
  const auto letter = letter_of(field);
  const std::size_t row = letter ? stated_.letters.find(*letter) : std::string::npos;
  if (row == std::string::npos) {
    error({.what = "a row without a column of its letter", .got = field, .need = "one of " + stated_.letters});
    return std::nullopt;
  }
  if (has_row_[row]) {
    error({.what = "a row twice", .got = field});
    return std::nullopt;
  }
  has_row_[row] = true;
  return row;
}

void matrix_reader::read_row(const std::vector<std::string>& fields) {
  const auto row = row_of(fields[0]);
  if (!row) return;
  const std::size_t n = stated_.letters.size();
  if (fields.size() != n + 1)
    return error({.what = "a row of another length",
                  .got = fmt::format("{} scores", fields.size() - 1),
                  .need = fmt::format("{}, as many as there are columns", n)});
  for (std::size_t column = 0; column < n; ++column) {
    const auto value = parse_plain_integer(fields[column + 1]);
    if (value && -largest_matrix_score <= *value && *value <= largest_matrix_score)
      stated_.scores[*row * n + column] = static_cast<spliced::score>(*value);
    else
      error({.what = fmt::format("a score that is {}", value ? "out of range" : "no whole number"),
             .got = fields[column + 1],
             .need = fmt::format("digits for a number from {} to {}", -largest_matrix_score, largest_matrix_score)});
  }
}

void matrix_reader::refuse_missing() {
  const auto& file = lines_.source().name();
  if (stated_.letters.empty())
    return problems_.error({.where = {file}, .what = "not a protein matrix: the file is empty"});
  std::string missing;
  for (const char letter : spliced::twenty_amino_acids)
    if (stated_.letters.find(letter) == std::string::npos) missing += letter;
  for (std::size_t row = 0; row < stated_.letters.size(); ++row)
    if (!has_row_[row]) missing += stated_.letters[row];
  if (!missing.empty())
    problems_.error({.where = {file},
                     .what = "letters without a row",
                     .got = missing,
                     .need = fmt::format("a row and a column for each of {}", spliced::twenty_amino_acids)});
}

}  // namespace

spliced::substitution_matrix read_protein_matrix(const std::string& name_or_path, report& problems,
                                                 const std::string& requested_by) {
  if (auto named = spliced::named_protein_matrix(name_or_path)) return *std::move(named);
  std::optional<spliced::stated_scores> stated;
  try {
    stated = matrix_reader(name_or_path, problems).read();
  } catch (const missing_input&) {
    const auto names = spliced::protein_matrix_names();
    throw missing_input({.what = requested_by + ": neither a matrix nor a file",
                         .got = name_or_path,
                         .need = fmt::format("{} or a path", fmt::join(names, ", "))});
  }
  return stated ? spliced::protein_matrix(*stated) : spliced::substitution_matrix(spliced::n_amino_codes);
}

}  // namespace exonweave
