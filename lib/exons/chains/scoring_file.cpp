#include "exons/chains/scoring_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "exons/io/plain_decimal.hpp"
#include "exons/io/plain_integer.hpp"
#include "exons/io/yaml_map.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t largest_score = 10'000;
constexpr std::int64_t largest_cost = 1'000'000;
constexpr std::int64_t longest_min_intron = 1'000'000'000;
constexpr std::size_t most_depth = 3;  // map, matrix, row

// A key whose value is a whole number in [least, most].
struct integer_key {
  std::string_view name;
  std::int64_t least;
  std::int64_t most;
  void (*set)(scoring_options&, std::int64_t);
  std::int64_t (*get)(const scoring_options&);
};

template <auto Member>
constexpr integer_key key_of(std::string_view name, std::int64_t least, std::int64_t most) {
  return {name, least, most,
          [](scoring_options& to, std::int64_t value) {
            to.*Member = static_cast<std::remove_reference_t<decltype(to.*Member)>>(value);
          },
          [](const scoring_options& from) { return std::int64_t{from.*Member}; }};
}

constexpr std::array integer_keys = {
    key_of<&scoring_options::match>("match", -largest_score, largest_score),
    key_of<&scoring_options::mismatch>("mismatch", -largest_score, largest_score),
    key_of<&scoring_options::gap>("gap", 0, largest_cost),
    key_of<&scoring_options::intron>("intron", 0, largest_cost),
    key_of<&scoring_options::intron_per_kb>("intron_per_kb", 0, largest_cost),
    key_of<&scoring_options::type_mismatch>("type_mismatch", 0, largest_cost),
    key_of<&scoring_options::min_intron>("min_intron", 0, longest_min_intron),
};
constexpr std::array other_keys = {"preset", "matrix", "free_target_ends", "candidate_weight"};
constexpr std::array<std::string_view, 4> future_keys = {"gap_open", "gap_extend", "splice_model",
                                                         "splice_weight"};

std::vector<std::string> known_keys() {
  std::vector<std::string> names(other_keys.begin(), other_keys.end());
  for (const auto& key : integer_keys) names.emplace_back(key.name);
  names.insert(names.end(), future_keys.begin(), future_keys.end());
  return names;
}

// Puts the tree of one file into options.
class scoring_reader {
 public:
  explicit scoring_reader(const yaml_map& keys) : keys_(keys) {}

  scoring_options read();

 private:
  void read_preset();
  void read_value(const yaml_map::entry& at);
  void read_matrix(const yaml_node& value);
  std::optional<std::vector<int>> read_row(const yaml_node& row, std::size_t n_letters);
  std::optional<std::int64_t> read_integer(const yaml_node& value, std::string_view name, std::int64_t least,
                                           std::int64_t most);
  void read_flag(const yaml_node& value);
  void read_weight(const yaml_node& value);
  void refuse_matrix_beside_match();

  const yaml_map& keys_;
  scoring_options options_;
};

scoring_options scoring_reader::read() {
  read_preset();
  for (const yaml_map::entry& at : keys_.entries()) read_value(at);
  refuse_matrix_beside_match();
  return options_;
}

void scoring_reader::read_preset() {
  const yaml_map::entry* at = keys_.find("preset");
  if (at == nullptr) return;
  const auto preset =
      at->value->is == yaml_node::kind::scalar ? preset_scoring(at->value->text) : std::nullopt;
  if (preset)
    options_ = *preset;
  else
    keys_.error(*at->value, "unknown preset", shown(*at->value),
                fmt::format("{}", fmt::join(preset_names(), " or ")));
}

void scoring_reader::read_value(const yaml_map::entry& at) {
  const std::string& name = at.key->text;
  if (std::find(future_keys.begin(), future_keys.end(), name) != future_keys.end())
    return keys_.error(*at.key, "this key is not supported in this version", name, "");
  if (name == "matrix") return read_matrix(*at.value);
  if (name == "free_target_ends") return read_flag(*at.value);
  if (name == "candidate_weight") return read_weight(*at.value);
  for (const auto& key : integer_keys)
    if (name == key.name)
      if (const auto value = read_integer(*at.value, name, key.least, key.most)) key.set(options_, *value);
}

std::optional<std::int64_t> scoring_reader::read_integer(const yaml_node& value, std::string_view name,
                                                         std::int64_t least, std::int64_t most) {
  const auto number =
      value.is == yaml_node::kind::scalar && value.is_plain ? parse_plain_integer(value.text) : std::nullopt;
  if (number && least <= *number && *number <= most) return number;
  keys_.error(value, fmt::format("{} {}", name, number ? "is out of range" : "is not a whole number"),
              shown(value), fmt::format("digits for a number from {} to {}", least, most));
  return std::nullopt;
}

void scoring_reader::read_flag(const yaml_node& value) {
  const bool is_word = value.is == yaml_node::kind::scalar && value.is_plain;
  if (is_word && (value.text == "true" || value.text == "false"))
    options_.free_target_ends = value.text == "true";
  else
    keys_.error(value, "free_target_ends is not a truth value", shown(value), "true or false");
}

void scoring_reader::read_weight(const yaml_node& value) {
  const auto number =
      value.is == yaml_node::kind::scalar && value.is_plain ? parse_plain_decimal(value.text) : std::nullopt;
  if (number && 0 <= *number && *number <= static_cast<double>(largest_cost))
    options_.candidate_weight = *number;
  else
    keys_.error(value, "candidate_weight is not a weight", shown(value),
                fmt::format("a decimal number from 0 to {}", largest_cost));
}

void scoring_reader::read_matrix(const yaml_node& value) {
  const std::size_t n_letters = value.children.size();
  if (value.is != yaml_node::kind::sequence || (n_letters != 4 && n_letters != 5)) {
    keys_.error(value, "matrix is not a square of letters",
                value.is == yaml_node::kind::sequence ? fmt::format("{} rows", n_letters) : shown(value),
                "4 rows (A, C, G, T) or 5 (and N)");
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
        row, "a matrix row of another length",
        row.is == yaml_node::kind::sequence ? fmt::format("{} numbers", row.children.size()) : shown(row),
        fmt::format("{} whole numbers, as many as there are rows", n_letters));
    return std::nullopt;
  }
  std::vector<int> scores;
  for (const yaml_node& cell : row.children)
    if (const auto score = read_integer(cell, "a matrix score", -largest_score, largest_score))
      scores.push_back(static_cast<int>(*score));
  return scores;
}

void scoring_reader::refuse_matrix_beside_match() {
  const yaml_map::entry* matrix = keys_.find("matrix");
  for (const std::string_view name : {"match", "mismatch"})
    if (const yaml_map::entry* at = keys_.find(name); at != nullptr && matrix != nullptr)
      keys_.error(*at->key, fmt::format("{} beside a matrix", name), std::string(name), "",
                  "the matrix says it already; remove one of them");
}

std::string matrix_yaml(const letter_matrix& matrix) {
  std::string text = "matrix:\n";
  for (std::size_t row = 0; row < matrix.n_letters; ++row) {
    const auto first = matrix.scores.begin() + static_cast<std::ptrdiff_t>(row * matrix.n_letters);
    text += fmt::format("  - [{}]\n",
                        fmt::join(first, first + static_cast<std::ptrdiff_t>(matrix.n_letters), ", "));
  }
  return text;
}

}  // namespace

std::vector<std::string> preset_names() { return {"default", "paper"}; }

std::optional<scoring_options> preset_scoring(const std::string& name) {
  if (name == "default") return scoring_options{};
  if (name != "paper") return std::nullopt;
  scoring_options paper;
  paper.preset = name;
  paper.match = 1;
  paper.mismatch = -1;
  paper.gap = 1;
  paper.intron = paper.intron_per_kb = paper.type_mismatch = 0;
  paper.min_intron = 0;
  paper.free_target_ends = false;
  return paper;
}

scoring_options read_scoring(const std::string& path, report& problems) {
  const yaml_node root = read_yaml(path, most_depth, problems);
  const yaml_map keys(root, {"a scoring file", "match: 2"}, known_keys(),
                      path == "-" ? "standard input" : path, problems);
  return scoring_reader(keys).read();
}

std::string to_yaml(const scoring_options& options) {
  std::string text = fmt::format("preset: {}\n", options.preset);
  if (options.matrix) text += matrix_yaml(*options.matrix);
  for (const auto& key : integer_keys)
    if (!options.matrix || (key.name != "match" && key.name != "mismatch"))
      text += fmt::format("{}: {}\n", key.name, key.get(options));
  text += fmt::format("free_target_ends: {}\n", options.free_target_ends);
  return text + fmt::format("candidate_weight: {}\n", plain_decimal(options.candidate_weight));
}

}  // namespace exonweave
