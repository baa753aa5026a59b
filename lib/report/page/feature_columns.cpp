#include "report/page/feature_columns.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;

// Each text once.
class name_list {
 public:
  std::size_t number_of(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, numbers_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  json numbers_of(const std::vector<std::string>& names) {
    json numbers = json::array();
    for (const std::string& name : names) numbers.push_back(number_of(name));
    return numbers;
  }
  [[nodiscard]] const json& names() const { return names_; }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  json names_ = json::array();
};

bool is_nothing(const json& value) { return value.is_null() || (value.is_array() && value.empty()) || value == ""; }

// value_of(item) for each of them, unless all are nothing.
template <class Items, class Value>
void add_column(json& columns, const std::string& name, const Items& items, Value value_of) {
  json column = json::array();
  for (const auto& item : items) column.push_back(value_of(item));
  if (!std::ranges::all_of(column, is_nothing)) columns[name] = std::move(column);
}

template <class Number>
json or_null(const std::optional<Number>& number) {
  return number ? json(*number) : json(nullptr);
}

template <class Map>
json entry_of(const Map& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? json(nullptr) : json(found->second);
}

// Names as numbers, and the places.
template <class Item>
void add_target_columns(json& columns, const std::vector<Item>& items, name_list& names) {
  using targeted = const Item&;
  add_column(columns, "target", items,
             [&](targeted item) { return item.target ? json(names.number_of(item.target->name)) : json(nullptr); });
  add_column(columns, "target_first", items,
             [](targeted item) { return item.target ? json(item.target->first) : json(nullptr); });
  add_column(columns, "target_last", items,
             [](targeted item) { return item.target ? json(item.target->last) : json(nullptr); });
}

json columns_of(const std::vector<feature_gene>& genes) {
  using item = const feature_gene&;
  json columns = json::object();
  add_column(columns, "id", genes, [](item gene) { return gene.id; });
  add_column(columns, "name", genes, [](item gene) { return gene.name; });
  add_column(columns, "sequence", genes, [](item gene) { return gene.sequence; });
  add_column(columns, "start", genes, [](item gene) { return gene.where.start; });
  add_column(columns, "length", genes, [](item gene) { return gene.where.length(); });
  add_column(columns, "strand", genes, [](item gene) { return std::string(1, gene.on); });
  add_column(columns, "models", genes, [](item gene) { return gene.models; });
  return columns;
}

json columns_of(const std::vector<feature_model>& models, name_list& names) {
  using item = const feature_model&;
  json columns = json::object();
  add_column(columns, "id", models, [](item model) { return model.id; });
  add_column(columns, "sequence", models, [](item model) { return model.sequence; });
  add_column(columns, "start", models, [](item model) { return model.where.start; });
  add_column(columns, "length", models, [](item model) { return model.where.length(); });
  add_column(columns, "strand", models, [](item model) { return std::string(1, model.on); });
  add_column(columns, "score", models, [](item model) { return or_null(model.score); });
  add_column(columns, "n_parts", models, [](item model) { return model.parts.size(); });
  add_target_columns(columns, models, names);
  add_column(columns, "locus_targets", models, [&](item model) { return names.numbers_of(model.locus_targets); });
  for (const std::string& key : feature_figures)
    add_column(columns, key, models, [&key](item model) { return entry_of(model.figures, key); });
  for (const std::string& key : feature_words)
    add_column(columns, key, models, [&key](item model) { return entry_of(model.words, key); });
  return columns;
}

}  // namespace

json gene_columns(const feature_table& table) {
  name_list names;
  json columns = {{"genes", columns_of(table.genes)}, {"models", columns_of(table.models, names)}};
  columns["names"] = names.names();
  return columns;
}

json part_columns(const feature_table& table) {
  using item = const feature_part&;
  std::vector<feature_part> parts;
  json starts = json::array();  // from the model's first base
  json counts = json::array();
  for (const feature_model& model : table.models) {
    counts.push_back(model.parts.size());
    for (const feature_part& part : model.parts) starts.push_back(part.where.start - model.where.start);
    parts.insert(parts.end(), model.parts.begin(), model.parts.end());
  }
  name_list names;
  json columns = {{"n", counts}, {"offset", starts}};
  add_column(columns, "length", parts, [](item part) { return part.where.length(); });
  add_column(columns, "phase", parts, [](item part) { return or_null(part.phase); });
  add_target_columns(columns, parts, names);
  add_column(columns, "gap", parts, [](item part) { return part.gap; });
  add_column(columns, "margin", parts, [](item part) { return or_null(part.margin); });
  add_column(columns, "support", parts, [](item part) { return or_null(part.support); });
  add_column(columns, "without_rival", parts,
             [](item part) { return part.is_without_rival ? json(1) : json(nullptr); });
  add_column(columns, "supported_by", parts, [&](item part) { return names.numbers_of(part.supported_by); });
  columns["names"] = names.names();
  return columns;
}

}  // namespace exonweave
