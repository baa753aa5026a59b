#include "report/page/page_frame.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <htslib/hts.h>

#include <array>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "report/packing/packed_text.hpp"

namespace exonweave {

std::string packed_json(const nlohmann::ordered_json& data) {
  return packed_text([&](const text_sink& sink) {
    sink(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  });
}

std::string script_word(const std::map<std::string, std::string>& data) {
  struct release {
    void operator()(hts_md5_context* context) const { hts_md5_destroy(context); }
  };
  const std::unique_ptr<hts_md5_context, release> context(hts_md5_init());
  for (const auto& [name, text] : data) hts_md5_update(context.get(), text.data(), text.size());
  std::array<unsigned char, 16> digest;
  hts_md5_final(digest.data(), context.get());
  std::array<char, 33> hex;
  hts_md5_hex(hex.data(), digest.data());
  return hex.data();
}

std::function<void(const text_sink&)> text_writer(std::string_view text) {
  return [text](const text_sink& page) { page(text); };
}

void fill_page(std::string_view page, const page_writers& writers, const text_sink& sink) {
  constexpr std::string_view opening = "{{", closing = "}}";
  while (!page.empty()) {
    const std::size_t begin = page.find(opening);
    sink(page.substr(0, begin));
    if (begin == std::string_view::npos) return;
    page.remove_prefix(begin + opening.size());
    const std::size_t end = page.find(closing);
    if (const auto found = writers.find(page.substr(0, end)); found != writers.end()) found->second(sink);
    page.remove_prefix(end + closing.size());
  }
}

void write_page(const page_kind& kind, const std::map<std::string, std::string>& data, const page_writers& writers,
                const text_sink& sink) {
  page_writers all = writers;
  for (const auto& [name, text] : data) all[name] = text_writer(text);
  const std::string word = script_word(data);
  fill_page(page_frame(),
            {{"word", text_writer(word)},
             {"kind", text_writer(kind.name)},
             {"sources", text_writer(kind.sources)},
             {"style", text_writer(page_style())},
             {"content", [&](const text_sink& page) { fill_page(kind.content, all, page); }},
             {"scripts", text_writer(kind.scripts)}},
            sink);
}

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void column_writer::begin(std::string_view name) {
  add_key(name);
  append("{");
  is_first_key_ = true;
}

void column_writer::end() {
  append("}");
  is_first_key_ = false;
}

void column_writer::finish() {
  append("}");
  sink_(waiting_);
  waiting_.clear();
}

void column_writer::append_value(double value) {
  if (is_nothing(value))
    append("null");
  else
    append(fmt::format("{}", value));
}

void column_writer::append_value(const std::optional<std::int64_t>& value) {
  append(value ? fmt::format("{}", *value) : "null");
}

void column_writer::append_value(std::string_view value) { append(json_text(value)); }

void column_writer::append_value(numbers values) { append(fmt::format("[{}]", fmt::join(values, ","))); }

void column_writer::add_key(std::string_view name) {
  if (!std::exchange(is_first_key_, false)) append(",");
  append(json_text(name));
  append(":");
}

void column_writer::append(std::string_view text) {
  constexpr std::size_t enough = std::size_t{1} << 16;  // bytes
  waiting_ += text;
  if (waiting_.size() < enough) return;
  sink_(waiting_);
  waiting_.clear();
}

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

namespace {

constexpr std::array<std::string_view, 8> unplaced_head = {
    "target_id", "region_seqid", "region_start0", "region_end0", "strands", "reason", "best_score", "n_candidates"};

// Where a word or a figure stands in a line.
constexpr std::size_t place_in_line(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(unplaced_head, name) - unplaced_head.begin());
}

double unplaced_figure(std::string_view text, std::string_view name, const place& where, report& problems) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (text == ".") return nothing;
  if (const auto number = parse_real(text); number.ok()) return number.value;
  problems.error({.where = where,
                  .what = fmt::format("{} is not a number", name),
                  .got = std::string(text),
                  .need = "a number or '.'"});
  return nothing;
}

void add_row(const std::vector<std::string_view>& fields, const place& where, unplaced_table& table, report& problems) {
  if (fields.size() != unplaced_head.size()) {
    problems.error({.where = where,
                    .what = "wrong number of columns",
                    .got = fmt::format("{}", fields.size()),
                    .need = fmt::format("{} separated by tabs", unplaced_head.size())});
    return;
  }
  unplaced_row& row = table.rows.emplace_back();
  for (std::size_t k = 0; k < unplaced_words.size(); ++k) {
    const std::string_view text = fields[place_in_line(unplaced_words[k])];
    row.words[k] = table.texts.number_of(text == "." ? "" : text);
  }
  for (std::size_t k = 0; k < unplaced_figures.size(); ++k)
    row.figures[k] = unplaced_figure(fields[place_in_line(unplaced_figures[k])], unplaced_figures[k], where, problems);
}

}  // namespace

unplaced_table read_unplaced(const std::string& path, report& problems) {
  unplaced_table table;
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return table;
  const auto head = lines.next();
  if (!head || !std::ranges::equal(split_at_tabs(*head), unplaced_head)) {
    problems.error({.where = {path, 1},
                    .what = "not a table of targets without a model",
                    .got = std::string(head.value_or("").substr(0, 60)),
                    .need = "the columns that --unplaced-out writes"});
    return table;
  }
  while (const auto line = lines.next())
    if (!line->empty()) add_row(split_at_tabs(*line), lines.where(), table, problems);
  lines.warn_if_cut(problems);
  return table;
}

void write_unplaced_columns(const unplaced_table& table, const text_sink& sink) {
  column_writer columns(sink);
  for (std::size_t k = 0; k < unplaced_words.size(); ++k)
    columns.add_all(unplaced_words[k], table.rows,
                    [&table, k](const unplaced_row& row) { return table.texts[row.words[k]]; });
  for (std::size_t k = 0; k < unplaced_figures.size(); ++k)
    columns.add_all(unplaced_figures[k], table.rows, [k](const unplaced_row& row) { return row.figures[k]; });
  columns.finish();
}

}  // namespace exonweave
