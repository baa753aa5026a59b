#include "report/page/feature_columns.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/page/column_writer.hpp"

namespace exonweave {
namespace {

using number = std::optional<std::int64_t>;

number number_of(std::size_t value) { return static_cast<std::int64_t>(value); }

// The names that columns lead to, numbered as they come.
class name_list {
 public:
  explicit name_list(const feature_table& table) : table_(table), numbers_(table.texts.size()) {}

  std::uint32_t number_of(std::uint32_t text) {
    std::uint32_t& known = numbers_[text];  // and 1
    if (known == 0) {
      texts_.push_back(text);
      known = static_cast<std::uint32_t>(texts_.size());
    }
    return known - 1;
  }

  [[nodiscard]] number number_of(const target_range& target) {
    return target.name == 0 ? std::nullopt : number(number_of(target.name));
  }

  // Holds until the next call.
  std::span<const std::uint32_t> numbers_of(const text_list& list) {
    of_list_.clear();
    for (std::uint32_t k = 0; k < list.n; ++k) of_list_.push_back(number_of(table_.listed[list.begin + k]));
    return of_list_;
  }

  void write(column_writer& columns) const {
    columns.add_all("names", texts_, [this](std::uint32_t text) { return table_.texts[text]; });
  }

 private:
  const feature_table& table_;
  std::vector<std::uint32_t> numbers_, texts_, of_list_;
};

// Of models and of parts: names as numbers, and the places.
template <class Items, class Target>
void add_target_columns(column_writer& columns, const Items& items, name_list& names, const Target& target_of) {
  using item = const typename Items::value_type&;
  const auto place = [&target_of](item each, std::int64_t target_range::*end) {
    const target_range& target = target_of(each);
    return target.name == 0 ? std::nullopt : number(target.*end);
  };
  columns.add("target", items, [&](item each) { return names.number_of(target_of(each)); });
  columns.add("target_first", items, [&](item each) { return place(each, &target_range::first); });
  columns.add("target_last", items, [&](item each) { return place(each, &target_range::last); });
}

// Of genes and of models.
template <class Items>
void add_place_columns(column_writer& columns, const Items& items) {
  using item = const typename Items::value_type&;
  columns.add("sequence", items, [](item each) { return number_of(each.sequence); });
  columns.add("start", items, [](item each) { return number(each.where.start); });
  columns.add("length", items, [](item each) { return number(each.where.length()); });
  columns.add("strand", items, [](item each) { return std::string_view(&each.on, 1); });
}

void add_gene_columns(column_writer& columns, const feature_table& table) {
  using item = const feature_gene&;
  columns.add("id", table.genes, [&](item gene) { return table.texts[gene.id]; });
  columns.add("name", table.genes, [&](item gene) { return table.texts[gene.name]; });
  add_place_columns(columns, table.genes);
  columns.add("models", table.genes, [](item gene) { return std::span<const std::uint32_t>(gene.models); });
}

void add_model_columns(column_writer& columns, const feature_table& table, name_list& names) {
  using item = const feature_model&;
  columns.add("id", table.models, [&](item model) { return table.texts[model.id]; });
  add_place_columns(columns, table.models);
  columns.add("score", table.models, [](item model) { return model.score; });
  columns.add("n_exons", table.models, [&](item model) { return number_of(count_exons(table, model)); });
  add_target_columns(columns, table.models, names, [](item model) -> const target_range& { return model.target; });
  columns.add("locus_targets", table.models, [&](item model) { return names.numbers_of(model.locus_targets); });
  for (std::size_t k = 0; k < feature_figures.size(); ++k)
    columns.add(feature_figures[k], table.models, [k](item model) { return model.figures[k]; });
  for (std::size_t k = 0; k < feature_words.size(); ++k)
    columns.add(feature_words[k], table.models, [&table, k](item model) { return table.texts[model.words[k]]; });
}

// The rows of all models, one model after another, and each row once, as it comes.
struct part_order {
  std::vector<std::uint32_t> of_models;  // places in `rows`
  std::vector<std::uint32_t> rows;       // parts of the table

  explicit part_order(const feature_table& table) {
    std::vector<std::uint32_t> places(table.parts.size());  // and 1
    for (const feature_model& model : table.models)
      for (const std::uint32_t part : model.parts) {
        if (places[part] == 0) {
          rows.push_back(part);
          places[part] = static_cast<std::uint32_t>(rows.size());
        }
        of_models.push_back(places[part] - 1);
      }
  }
  [[nodiscard]] bool has_shared_rows() const { return rows.size() < of_models.size(); }
};

}  // namespace

void write_gene_columns(const feature_table& table, const text_sink& sink) {
  name_list names(table);
  column_writer columns(sink);
  columns.begin("genes");
  add_gene_columns(columns, table);
  columns.end();
  columns.begin("models");
  add_model_columns(columns, table, names);
  columns.end();
  names.write(columns);
  columns.finish();
}

void write_part_columns(const feature_table& table, const text_sink& sink) {
  const part_order order(table);
  name_list names(table);
  column_writer columns(sink);
  columns.add_all("n", table.models, [](const feature_model& model) { return number_of(model.parts.size()); });
  if (order.has_shared_rows()) columns.add_all("row", order.of_models, [](std::uint32_t row) { return number(row); });
  using item = const std::uint32_t&;
  const auto part_of = [&table](item row) -> const feature_part& { return table.parts[row]; };
  const auto add = [&](std::string_view name, const auto& value_of) {
    columns.add(name, order.rows, [&](item row) { return value_of(part_of(row)); });
  };
  std::int64_t before = 0;
  columns.add_all("step", order.rows, [&](item row) {
    return number(part_of(row).where.start - std::exchange(before, part_of(row).where.start));
  });
  using part = const feature_part&;
  add("length", [](part each) { return number(each.where.length()); });
  add("phase", [](part each) { return each.phase < 0 ? std::nullopt : number(each.phase); });
  add_target_columns(columns, order.rows, names, [&](item row) -> const target_range& { return part_of(row).target; });
  add("gap", [&](part each) { return table.texts[each.gap]; });
  add("margin", [](part each) { return each.margin; });
  add("support", [](part each) { return each.support; });
  add("without_rival", [](part each) { return each.is_without_alternative ? number(1) : std::nullopt; });
  add("supported_by", [&](part each) { return names.numbers_of(each.supported_by); });
  add("supporter_count", [](part each) { return each.supporter_count; });
  names.write(columns);
  columns.finish();
}

}  // namespace exonweave
