#include "exons/sites/splice_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/yaml_map.hpp"

namespace exonweave {
namespace {

constexpr std::size_t max_depth = 3;  // map, matrix, row
constexpr std::size_t longest_name = 64;
constexpr std::string_view bases = "ACGT";
constexpr const char* row_sizes = "4 numbers, A, C, G, T; or these after each base, 16; or after each two bases, 64";
constexpr std::size_t max_on_a_line = n_weights(1);  // numbers

struct matrix_key {
  const char* name;
  weight_matrix splice_model::*matrix;
  site_window window;
};

constexpr std::array matrix_keys = {
    matrix_key{"donor", &splice_model::donor, donor_window},
    matrix_key{"acceptor", &splice_model::acceptor, acceptor_window},
    matrix_key{"start", &splice_model::start, start_window},
};

std::vector<std::string> known_keys() {
  std::vector<std::string> names = {"name", "introns", "coding"};
  for (const auto& key : matrix_keys) names.emplace_back(key.name);
  return names;
}

bool is_row_size(std::size_t n) {
  for (std::size_t order = 0; order <= max_site_order; ++order)
    if (n == n_weights(order)) return true;
  return false;
}

// The row as a list, of the numbers of its order.
std::string list_of(const weight_row& row) {
  std::string text = "[";
  for (std::size_t i = 0; i < n_weights(order_of(row)); ++i) {
    if (i > 0) text += i % max_on_a_line == 0 ? ",\n     " : ", ";
    text += plain_decimal(row[i]);
  }
  return text + "]";
}

// A line for each two first bases.
std::string map_of(const codon_values& coding) {
  std::string text;
  for (std::size_t c = 0; c < coding.size(); ++c)
    text += fmt::format("{}{}: {}",
                        c == 0                 ? "{"
                        : c % n_dna_bases == 0 ? ",\n   "
                                               : ", ",
                        codon_of(c), plain_decimal(coding[c]));
  return text + "}";
}

// Puts the tree of one file into a model.
class model_reader {
 public:
  model_reader(const yaml_map& keys, const yaml_node& root, std::string file, report& problems)
      : keys_(keys), root_(root), file_(std::move(file)), problems_(problems) {}

  splice_model read() {
    if (const yaml_node* value = required("name")) read_name(*value);
    for (const matrix_key& key : matrix_keys)
      if (const yaml_node* value = required(key.name)) model_.*key.matrix = read_matrix(*value, key);
    if (const auto* entry = keys_.find("introns"))
      model_.introns = read_intron_lines(*entry->value, score_unit::halves(), file_, problems_);
    if (const auto* entry = keys_.find("coding")) read_coding(*entry->value);
    return std::move(model_);
  }

 private:
  const yaml_node* required(const char* name) {
    const auto* found = keys_.find(name);
    if (found == nullptr) keys_.error(root_, {.what = "missing key", .need = name});
    return found == nullptr ? nullptr : found->value;
  }

  void read_name(const yaml_node& value) {
    if (value.is == yaml_node::kind::scalar && is_model_name(value.text))
      model_.name = value.text;
    else
      keys_.error(value, {.what = "name is not a model's name",
                          .got = shown(value),
                          .need = fmt::format("a letter, then letters, digits, '_', '.' or '-', at most {} in all",
                                              longest_name)});
  }

  weight_matrix read_matrix(const yaml_node& value, const matrix_key& key) {
    if (value.is != yaml_node::kind::sequence || value.children.size() != static_cast<std::size_t>(key.window.n_rows)) {
      keys_.error(value,
                  {.what = fmt::format("{} is not a matrix of its length", key.name),
                   .got = shown_size(value, "rows"),
                   .need = fmt::format("{} rows, {} of them before the site", key.window.n_rows, key.window.n_before)});
      return {};
    }
    weight_matrix matrix;
    for (const yaml_node& row : value.children) matrix.push_back(read_row(row, key));
    return matrix;
  }

  weight_row read_row(const yaml_node& row, const matrix_key& key) {
    const std::size_t n = row.children.size();
    if (row.is != yaml_node::kind::sequence || !is_row_size(n)) {
      keys_.error(row, {.what = fmt::format("a row of {} has another length", key.name),
                        .got = shown_size(row, "numbers"),
                        .need = row_sizes});
      return {};
    }
    std::vector<double> weights(n);
    for (std::size_t i = 0; i < n; ++i)
      if (const auto bits = read_bits(row.children[i], bases.substr(i % n_dna_bases, 1), key.name)) weights[i] = *bits;
    return make_row(weights);
  }

  void read_coding(const yaml_node& value) {
    const yaml_map codons(value, {"the weights of codons", "AAA: 0.31"}, codon_names(), file_, problems_);
    codon_values made{};
    std::size_t n_missing = 0;
    for (std::size_t c = 0; c < made.size(); ++c) {
      const std::string codon = codon_of(c);
      const auto* found = codons.find(codon);
      if (found == nullptr)
        ++n_missing;
      else if (const auto bits = read_bits(*found->value, codon, "coding"))
        made[c] = *bits;
    }
    if (n_missing > 0)
      keys_.error(value, {.what = "coding has not all codons",
                          .got = fmt::format("{} codons", made.size() - n_missing),
                          .need = fmt::format("all {}", made.size())});
    model_.coding = made;
  }

  std::optional<double> read_bits(const yaml_node& value, std::string_view what, std::string_view within) {
    const auto number = is_plain_scalar(value) ? parse_plain_decimal(value.text) : std::nullopt;
    if (number && -max_bits <= *number && *number <= max_bits) return number;
    keys_.error(value, {.what = fmt::format("the weight of {} in {} {}", what, within,
                                            number ? "is out of range" : "is not a number"),
                        .got = shown(value),
                        .need = fmt::format("a decimal number from {} to {}", -max_bits, max_bits)});
    return std::nullopt;
  }

  const yaml_map& keys_;
  const yaml_node& root_;
  std::string file_;
  report& problems_;
  splice_model model_;
};

splice_model model_of(const yaml_node& root, const std::string& file, report& problems) {
  const yaml_node start{.line = std::max<std::uint64_t>(root.line, 1)};  // where a missing key is reported
  const std::size_t n_errors = problems.error_count();
  const yaml_map keys(root, {"a splice model", "name: vertebrate"}, known_keys(), file, problems);
  if (problems.error_count() > n_errors && keys.entries().empty()) return {};
  return model_reader(keys, start, file, problems).read();
}

}  // namespace

weight_row make_row(std::span<const double> weights) {
  assert(is_row_size(weights.size()));
  weight_row row;
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = weights[i % weights.size()];
  return row;
}

std::size_t order_of(const weight_row& row) {
  std::size_t order = max_site_order;
  while (order > 0 && row == make_row(std::span(row).first(n_weights(order - 1)))) --order;
  return order;
}

std::vector<std::string> built_in_splice_models() {
  std::vector<std::string> names;
  for (const auto& model : built_in_models) names.emplace_back(model.name);
  return names;
}

bool is_model_name(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_allowed = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
  };
  return !name.empty() && name.size() <= longest_name && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

splice_model read_splice_model(const std::string& name_or_path, report& problems) {
  for (const auto& model : built_in_models)
    if (model.name == name_or_path)
      return model_of(parse_yaml(std::string(model.yaml), name_or_path, max_depth, problems), name_or_path, problems);
  const std::size_t n_errors = problems.error_count();
  yaml_node root;
  try {
    root = read_yaml(name_or_path, max_depth, problems);
  } catch (const missing_input& error) {
    problem_report problem = error.problems().front();
    problem.hint = fmt::format(
        "the built-in splice models are {}; predict has auto, self and none too; anything else is the path "
        "of a model file",
        fmt::join(built_in_splice_models(), ", "));
    throw missing_input(problem);
  }
  if (problems.error_count() > n_errors) return {};  // no tree
  return model_of(root, name_or_path == "-" ? "standard input" : name_or_path, problems);
}

std::string to_yaml(const splice_model& model) {
  std::string text = fmt::format("name: \"{}\"\n", model.name);
  if (!model.introns.empty()) text += fmt::format("introns: {}\n", to_json(model.introns));
  for (const matrix_key& key : matrix_keys) {
    text += fmt::format("{}:\n", key.name);
    for (const weight_row& row : model.*key.matrix) text += fmt::format("  - {}\n", list_of(row));
  }
  if (model.coding) text += fmt::format("coding:\n  {}\n", map_of(*model.coding));
  return text;
}

splice_model blended(const splice_model& a, const splice_model& b, double fraction) {
  constexpr double decimals = 1000;
  splice_model made = b;
  for (const matrix_key& key : matrix_keys)
    for (std::size_t row = 0; row < (b.*key.matrix).size(); ++row)
      std::ranges::transform(
          (a.*key.matrix)[row], (b.*key.matrix)[row], (made.*key.matrix)[row].begin(),
          [fraction](double x, double y) { return std::round(std::lerp(x, y, fraction) * decimals) / decimals; });
  return made;
}

splice_model flat_splice_model() {
  const auto rows = [](site_window window) {
    return weight_matrix(static_cast<std::size_t>(window.n_rows), weight_row{});
  };
  return {"flat", rows(donor_window), rows(acceptor_window), rows(start_window)};
}

bool is_learnt_model(std::string_view splice_model) {
  return splice_model == auto_splice_model || splice_model == self_splice_model;
}

std::string first_model_name(const std::string& splice_model) {
  return is_learnt_model(splice_model) ? "vertebrate" : splice_model;
}

}  // namespace exonweave
