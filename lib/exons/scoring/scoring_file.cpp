#include "exons/scoring/scoring_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/introns/intron_law.hpp"
#include "exons/scoring/chain_scoring.hpp"

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

namespace {

constexpr std::size_t max_depth = 3;  // map, matrix, row; map, evidence or introns, entry
constexpr double largest_offset = static_cast<double>(largest_cost);
constexpr std::array<std::string_view, 5> other_keys = {"preset", "matrix", "gap", "introns", "evidence"};

std::vector<std::string> known_keys() {
  std::vector<std::string> names(other_keys.begin(), other_keys.end());
  for (const auto& key : scoring_keys()) names.emplace_back(key.name);
  return names;
}

// A key that says what others say already.
struct exclusion {
  std::string_view key;
  std::array<std::string_view, 2> others;
  std::string_view hint;
};
constexpr std::array exclusions = {
    exclusion{"matrix", {"match", "mismatch"}, "the matrix says it already; remove one of them"},
    exclusion{"gap", {"gap_open", "gap_extend"}, "'gap: N' is gap_open 0 and gap_extend N; remove one of them"},
    exclusion{"introns",
              {"intron", "intron_per_kb"},
              "introns says it already, as 'cost' and 'per_kb' of an entry; remove one of them"},
};

// Puts the tree of one file into options.
class scoring_reader {
 public:
  scoring_reader(const yaml_map& keys, molecule kind, std::string file, report& problems)
      : keys_(keys), kind_(kind), file_(std::move(file)), problems_(problems) {}

  scoring_options read();

 private:
  void read_preset();
  void read_value(const yaml_map::entry& entry);
  [[nodiscard]] score_unit unit_for(bool is_for_proteins) const;
  void read_gap(const yaml_node& value);
  void read_matrix(const yaml_node& value);
  std::optional<std::vector<int>> read_row(const yaml_node& row, std::size_t n_letters);
  void read_introns(const yaml_node& value);
  void read_evidence(const yaml_node& value);
  std::optional<evidence_scale> read_scale(const yaml_node& item);
  bool accept(const yaml_node& value, std::string_view name, const value_fault& fault) const;
  void refuse_exclusions() const;

  const yaml_map& keys_;
  molecule kind_;
  std::string file_;
  report& problems_;
  scoring_options options_;
};

scoring_options scoring_reader::read() {
  options_ = *preset_scoring("default", kind_);
  read_preset();
  for (const yaml_map::entry& entry : keys_.entries()) read_value(entry);
  refuse_exclusions();
  return options_;
}

void scoring_reader::read_preset() {
  const yaml_map::entry* entry = keys_.find("preset");
  if (entry == nullptr) return;
  const auto preset =
      entry->value->is == yaml_node::kind::scalar ? preset_scoring(entry->value->text, kind_) : std::nullopt;
  if (preset)
    options_ = *preset;
  else
    keys_.error(*entry->value, {.what = "unknown preset",
                                .got = shown(*entry->value),
                                .need = fmt::format("{}", fmt::join(preset_names(), " or "))});
}

void scoring_reader::read_value(const yaml_map::entry& entry) {
  const std::string& name = entry.key->text;
  if (name == "gap") return read_gap(*entry.value);
  if (name == "matrix") return read_matrix(*entry.value);
  if (name == "introns") return read_introns(*entry.value);
  if (name == "intron" || name == "intron_per_kb") options_.has_given_introns = true;
  if (name == "evidence") return read_evidence(*entry.value);
  for (const auto& key : scoring_keys())
    if (name == key.name)
      accept(*entry.value, name,
             key.set(options_, entry.value->text, is_plain_scalar(*entry.value), unit_for(key.is_for_proteins)));
}

// What a kind of target has no use for is not refused for what the kind is.
score_unit scoring_reader::unit_for(bool is_for_proteins) const {
  return unit_of(options_, is_for_proteins ? molecule::protein : kind_);
}

// Reports a fault, if it is one. Lists and maps have no text: they are at fault as an empty one would be.
bool scoring_reader::accept(const yaml_node& value, std::string_view name, const value_fault& fault) const {
  if (fault.what.empty()) return true;
  keys_.error(
      value,
      {.what = fmt::format("{} {}", name, fault.what), .got = shown(value), .need = fault.need, .hint = fault.hint});
  return false;
}

void scoring_reader::read_gap(const yaml_node& value) {
  written_score cost;
  if (!accept(value, "gap", read_cost(value.text, is_plain_scalar(value), unit_for(false), cost))) return;
  options_.gap_open = 0;
  options_.gap_extend = cost;
}

void scoring_reader::read_matrix(const yaml_node& value) {
  const std::size_t n_letters = value.children.size();
  if (value.is != yaml_node::kind::sequence || (n_letters != 4 && n_letters != 5)) {
    keys_.error(value, {.what = "matrix is not a square of letters",
                        .got = value.is == yaml_node::kind::sequence ? fmt::format("{} rows", n_letters) : shown(value),
                        .need = "4 rows (A, C, G, T) or 5 (and N)"});
    return;
  }
  letter_matrix matrix{n_letters, {}};
  for (const yaml_node& row : value.children)
    if (const auto scores = read_row(row, n_letters))
      matrix.scores.insert(matrix.scores.end(), scores->begin(), scores->end());
  if (matrix.scores.size() == n_letters * n_letters) options_.matrix = std::move(matrix);
}

std::optional<std::vector<int>> scoring_reader::read_row(const yaml_node& row, std::size_t n_letters) {
  if (row.is != yaml_node::kind::sequence || row.children.size() != n_letters) {
    keys_.error(
        row, {.what = "a matrix row of another length",
              .got = row.is == yaml_node::kind::sequence ? fmt::format("{} numbers", row.children.size()) : shown(row),
              .need = fmt::format("{} whole numbers, as many as there are rows", n_letters)});
    return std::nullopt;
  }
  std::vector<int> scores;
  for (const yaml_node& cell : row.children) {
    std::int64_t score = 0;
    const auto fault = read_integer(cell.text, is_plain_scalar(cell), -largest_score, largest_score, score);
    if (accept(cell, "a matrix score", fault)) scores.push_back(static_cast<int>(score));
  }
  return scores;
}

void scoring_reader::read_introns(const yaml_node& value) {
  auto lines = read_intron_lines(value, unit_for(false), file_, problems_);
  if (!lines.empty()) options_.introns = std::move(lines);
  options_.has_given_introns = true;
}

void scoring_reader::read_evidence(const yaml_node& value) {
  if (value.is != yaml_node::kind::sequence)
    return keys_.error(value, {.what = "evidence is not a list",
                               .got = shown(value),
                               .need = "entries such as '- {source: genscan, score: posterior}'"});
  for (const yaml_node& item : value.children) {
    const auto scale = read_scale(item);
    if (!scale) continue;
    const bool is_second = std::any_of(options_.evidence.begin(), options_.evidence.end(),
                                       [&](const auto& other) { return other.source == scale->source; });
    if (is_second)
      keys_.error(item, {.what = "evidence of a source twice", .got = scale->source});
    else
      options_.evidence.push_back(*scale);
  }
}

std::optional<evidence_scale> scoring_reader::read_scale(const yaml_node& item) {
  const std::size_t n_before = problems_.error_count();
  const yaml_map keys(item, {"an entry of evidence", "source: genscan"}, {"source", "score", "weight", "offset"}, file_,
                      problems_);
  evidence_scale scale;
  const auto* source = keys.find("source");
  const auto* unit = keys.find("score");
  if (source != nullptr) scale.source = source->value->text;
  if (!is_text(scale.source))
    keys_.error(item, {.what = "evidence of a source that is not text", .need = "UTF-8 without control characters"});
  if (scale.source.empty() && problems_.error_count() == n_before)
    keys_.error(item, {.what = "evidence without a source",
                       .need = "'source: NAME', the second column of the candidates' GFF3"});
  if (unit != nullptr) {
    if (const auto known = evidence_unit_from(unit->value->text))
      scale.unit = *known;
    else
      keys_.error(*unit->value, {.what = "evidence: unknown kind of score",
                                 .got = shown(*unit->value),
                                 .need = fmt::format("{}", fmt::join(evidence_unit_names(), " or "))});
  }
  const auto read_number = [&](const char* name, double least, const char* what, double& number) {
    if (const auto* entry = keys.find(name))
      accept(*entry->value, fmt::format("evidence: {}", name),
             read_decimal(entry->value->text, is_plain_scalar(*entry->value), least, largest_offset, what, number));
  };
  read_number("weight", 0, "a weight", scale.weight);
  read_number("offset", -largest_offset, "a score", scale.offset);
  return problems_.error_count() == n_before ? std::optional(scale) : std::nullopt;
}

void scoring_reader::refuse_exclusions() const {
  for (const auto& [key, others, hint] : exclusions) {
    if (keys_.find(key) == nullptr) continue;
    for (const std::string_view other : others)
      if (const yaml_map::entry* entry = keys_.find(other))
        keys_.error(*entry->key, {.what = fmt::format("{} together with {}", other, key),
                                  .got = std::string(other),
                                  .hint = std::string(hint)});
  }
}

std::string matrix_json(const letter_matrix& matrix) {
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < matrix.n_letters; ++row) {
    const auto first = matrix.scores.begin() + static_cast<std::ptrdiff_t>(row * matrix.n_letters);
    rows.push_back(fmt::format("[{}]", fmt::join(first, first + static_cast<std::ptrdiff_t>(matrix.n_letters), ", ")));
  }
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

// Which keys of one value another one says already.
bool is_said_otherwise(std::string_view key, const scoring_options& options) {
  if (key == "match" || key == "mismatch") return options.matrix.has_value();
  return (key == "intron" || key == "intron_per_kb") && options.introns.size() > 1;
}

std::string evidence_json(const std::vector<evidence_scale>& scales) {
  std::vector<std::string> entries;
  for (const auto& scale : scales)
    entries.push_back(fmt::format(R"({{"source": {}, "score": "{}", "weight": {}, "offset": {}}})",
                                  quoted(scale.source), to_string(scale.unit), plain_decimal(scale.weight),
                                  plain_decimal(scale.offset)));
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

}  // namespace

scoring_options read_scoring(const std::string& path, molecule kind, report& problems) {
  const yaml_node root = read_yaml(path, max_depth, problems);
  const std::string file = path == "-" ? "standard input" : path;
  const yaml_map keys(root, {"a scoring file", "match: 2"}, known_keys(), file, problems);
  return scoring_reader(keys, kind, file, problems).read();
}

void set_scoring(const std::string& option, const std::string& text, molecule kind, scoring_options& scoring) {
  constexpr std::array<std::string_view, 4> elsewhere = {"splice_model", "max_intron", "intron", "intron_per_kb"};
  const std::string name = text.substr(0, text.find('='));
  const std::string value = text.substr(std::min(text.size(), name.size() + 1));
  std::vector<std::string_view> names;
  for (const scoring_key& key : scoring_keys()) {
    if (std::ranges::find(elsewhere, key.name) != elsewhere.end()) continue;
    names.push_back(key.name);
    if (name != key.name || name.size() == text.size()) continue;
    const auto fault = key.set(scoring, value, true, unit_of(scoring, key.is_for_proteins ? molecule::protein : kind));
    if (fault.what.empty()) return;
    throw bad_usage({.what = fmt::format("{} {}: the value {}", option, name, fault.what),
                     .got = value,
                     .need = fault.need,
                     .hint = fault.hint});
  }
  throw bad_usage({.what = option + ": no setting of the scoring",
                   .got = text,
                   .need = fmt::format("KEY=VALUE with one of {}", fmt::join(names, ", "))});
}

std::vector<std::pair<std::string, std::string>> scoring_settings(const scoring_options& options) {
  std::vector<std::pair<std::string, std::string>> settings = {{"preset", quoted(options.preset)}};
  if (options.matrix) settings.emplace_back("matrix", matrix_json(*options.matrix));
  for (const auto& key : scoring_keys())
    if (!is_said_otherwise(key.name, options)) settings.emplace_back(key.name, key.json(options));
  if (options.introns.size() > 1) settings.emplace_back("introns", to_json(options.introns));
  settings.emplace_back("evidence", evidence_json(options.evidence));
  return settings;
}

std::string to_yaml(const scoring_options& options) {
  std::string text;
  for (const auto& [key, value] : scoring_settings(options)) text += fmt::format("{}: {}\n", key, value);
  return text;
}

}  // namespace exonweave
