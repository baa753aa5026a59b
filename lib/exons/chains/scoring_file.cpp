#include "exons/chains/scoring_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "exons/io/plain_integer.hpp"
#include "exons/io/yaml_tree.hpp"

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
  return names;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const auto nearest = nearest_names(name, known);
  if (nearest.empty()) return fmt::format("the keys are {}", fmt::join(known, ", "));
  return fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

// Digits with at most one point among them; no sign, exponent, inf or nan.
std::optional<double> parse_decimal(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  if (text.size() > 1 && text[0] == '0' && text[1] != '.') return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Puts the tree of one file into options.
class scoring_reader {
 public:
  scoring_reader(std::string file, report& problems) : file_(std::move(file)), problems_(problems) {}

  scoring_options read(const yaml_node& root);

 private:
  struct entry {
    const yaml_node* key;
    const yaml_node* value;
  };

  void collect(const yaml_node& root);
  void add_entry(const yaml_node& key, const yaml_node& value);
  [[nodiscard]] const entry* find(std::string_view name) const;
  void read_preset();
  void read_value(const entry& at);
  void read_matrix(const yaml_node& value);
  std::optional<std::vector<int>> read_row(const yaml_node& row, std::size_t n_letters);
  std::optional<std::int64_t> read_integer(const yaml_node& value, std::string_view name, std::int64_t least,
                                           std::int64_t most);
  void read_flag(const yaml_node& value);
  void read_weight(const yaml_node& value);
  void refuse_matrix_beside_match();

  void error(const yaml_node& at, std::string what, std::string got, std::string need,
             std::string hint = "") {
    problems_.error({{file_, at.line}, std::move(what), std::move(got), std::move(need), std::move(hint)});
  }

  // What a message shows of a value.
  static std::string shown(const yaml_node& value) {
    switch (value.is) {
      case yaml_node::kind::scalar:
        return value.is_plain ? value.text : '"' + value.text + '"';
      case yaml_node::kind::sequence:
        return "a list";
      case yaml_node::kind::map:
        return "a map";
      default:
        return "nothing";
    }
  }

  std::string file_;
  report& problems_;
  std::vector<entry> entries_;
  scoring_options options_;
};

scoring_options scoring_reader::read(const yaml_node& root) {
  collect(root);
  read_preset();
  for (const entry& at : entries_) read_value(at);
  refuse_matrix_beside_match();
  return options_;
}

void scoring_reader::collect(const yaml_node& root) {
  if (root.is == yaml_node::kind::null) return;
  if (root.is != yaml_node::kind::map) {
    error(root, "not a scoring file", shown(root), "a map such as 'match: 2'");
    return;
  }
  for (std::size_t i = 0; i + 1 < root.children.size(); i += 2)
    add_entry(root.children[i], root.children[i + 1]);
}

void scoring_reader::add_entry(const yaml_node& key, const yaml_node& value) {
  const auto known = known_keys();
  if (key.is != yaml_node::kind::scalar)
    error(key, "a key that is no name", shown(key), "a name");
  else if (std::find(future_keys.begin(), future_keys.end(), key.text) != future_keys.end())
    error(key, "this key is not supported in this version", key.text, "");
  else if (std::find(known.begin(), known.end(), key.text) == known.end())
    error(key, "unknown key", key.text, "", did_you_mean(key.text, known));
  else if (const entry* first = find(key.text))
    error(key, fmt::format("duplicate key, first on line {}", first->key->line), key.text, "");
  else
    entries_.push_back({&key, &value});
}

const scoring_reader::entry* scoring_reader::find(std::string_view name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [name](const entry& e) { return e.key->text == name; });
  return found == entries_.end() ? nullptr : &*found;
}

void scoring_reader::read_preset() {
  const entry* at = find("preset");
  if (at == nullptr) return;
  const auto preset =
      at->value->is == yaml_node::kind::scalar ? preset_scoring(at->value->text) : std::nullopt;
  if (preset)
    options_ = *preset;
  else
    error(*at->value, "unknown preset", shown(*at->value),
          fmt::format("{}", fmt::join(preset_names(), " or ")));
}

void scoring_reader::read_value(const entry& at) {
  const std::string& name = at.key->text;
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
  error(value, fmt::format("{} {}", name, number ? "is out of range" : "is not a whole number"), shown(value),
        fmt::format("digits for a number from {} to {}", least, most));
  return std::nullopt;
}

void scoring_reader::read_flag(const yaml_node& value) {
  const bool is_word = value.is == yaml_node::kind::scalar && value.is_plain;
  if (is_word && (value.text == "true" || value.text == "false"))
    options_.free_target_ends = value.text == "true";
  else
    error(value, "free_target_ends is not a truth value", shown(value), "true or false");
}

void scoring_reader::read_weight(const yaml_node& value) {
  const auto number =
      value.is == yaml_node::kind::scalar && value.is_plain ? parse_decimal(value.text) : std::nullopt;
  if (number && *number <= static_cast<double>(largest_cost))
    options_.candidate_weight = *number;
  else
    error(value, "candidate_weight is not a weight", shown(value),
          fmt::format("a decimal number from 0 to {}", largest_cost));
}

void scoring_reader::read_matrix(const yaml_node& value) {
  const std::size_t n_letters = value.children.size();
  if (value.is != yaml_node::kind::sequence || (n_letters != 4 && n_letters != 5)) {
    error(value, "matrix is not a square of letters",
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
    error(row, "a matrix row of another length",
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
  const entry* matrix = find("matrix");
  for (const std::string_view name : {"match", "mismatch"})
    if (const entry* at = find(name); at != nullptr && matrix != nullptr)
      error(*at->key, fmt::format("{} beside a matrix", name), std::string(name), "",
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

// The shortest decimal without an exponent that reads back to the same value.
std::string decimal(double value) {
  std::array<char, 512>
      digits{};  // a double in [0, 1e6] has at most 7 + 1 + 1,074 digits, its shortest form under 345
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  return {digits.data(), end};
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
  return scoring_reader(path == "-" ? "standard input" : path, problems)
      .read(read_yaml(path, most_depth, problems));
}

std::string to_yaml(const scoring_options& options) {
  std::string text = fmt::format("preset: {}\n", options.preset);
  if (options.matrix) text += matrix_yaml(*options.matrix);
  for (const auto& key : integer_keys)
    if (!options.matrix || (key.name != "match" && key.name != "mismatch"))
      text += fmt::format("{}: {}\n", key.name, key.get(options));
  text += fmt::format("free_target_ends: {}\n", options.free_target_ends);
  return text + fmt::format("candidate_weight: {}\n", decimal(options.candidate_weight));
}

}  // namespace exonweave
