// Columns of JSON: a list for each property of many items. An object for each item would take a multiple of that.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "report/features/feature_table.hpp"
#include "report/features/text_pool.hpp"

namespace exonweave {

/// As JSON has it, with what is no Unicode replaced.
std::string json_text(std::string_view text);

/// Writes an object as its columns come. A value is a number (null for one that is none), a text, or a list of numbers.
class column_writer {
 public:
  explicit column_writer(const text_sink& sink) : sink_(sink) { append("{"); }

  /// An object within, up to end().
  void begin(std::string_view name);
  void end();
  /// The outermost object, after all.
  void finish();

  /// value_of(item) for each of them, unless all are nothing: null, or empty texts and lists.
  template <class Items, class Value>
  void add(std::string_view name, const Items& items, const Value& value_of) {
    if (!std::ranges::all_of(items, [&](const auto& item) { return is_nothing(value_of(item)); }))
      add_all(name, items, value_of);
  }

  /// The same whatever they are.
  template <class Items, class Value>
  void add_all(std::string_view name, const Items& items, const Value& value_of) {
    add_key(name);
    append("[");
    bool is_first = true;
    for (const auto& item : items) {
      if (!std::exchange(is_first, false)) append(",");
      append_value(value_of(item));
    }
    append("]");
  }

 private:
  using numbers = std::span<const std::uint32_t>;

  static bool is_nothing(double value) { return value != value; }
  static bool is_nothing(const std::optional<std::int64_t>& value) { return !value; }
  static bool is_nothing(std::string_view value) { return value.empty(); }
  static bool is_nothing(numbers values) { return values.empty(); }

  void append_value(double value);
  void append_value(const std::optional<std::int64_t>& value);
  void append_value(std::string_view value);
  void append_value(numbers values);

  void add_key(std::string_view name);
  void append(std::string_view text);

  const text_sink& sink_;
  std::string waiting_;
  bool is_first_key_ = true;
};

// Features as columns of JSON.

/// `genes`, `models` and `names`, those of targets, to which numbers of names lead. Columns that are empty throughout
/// are left out.
void write_gene_columns(const feature_table& table, const text_sink& sink);

/// `n` parts of each model, and `row`, the rows that these are, one model after another; where each row has one model,
/// they are in this order and `row` is left out. Then columns of the rows, among them `step`, from the start of the row
/// before.
void write_part_columns(const feature_table& table, const text_sink& sink);

// The table of targets without a model, as `--unplaced-out` and annotate write it.

constexpr std::array<std::string_view, 4> unplaced_words = {"target_id", "region_seqid", "strands", "reason"};
constexpr std::array<std::string_view, 4> unplaced_figures = {"region_start0", "region_end0", "best_score",
                                                              "n_candidates"};

struct unplaced_row {
  std::array<std::uint32_t, unplaced_words.size()> words{};  // texts, as unplaced_words has them; empty: a point
  std::array<double, unplaced_figures.size()> figures{};     // as unplaced_figures has them; NaN: a point
};

struct unplaced_table {
  text_pool texts;
  std::vector<unplaced_row> rows;
};

/// Bad lines go to `problems`. Throws missing_input, io_failure.
unplaced_table read_unplaced(const std::string& path, report& problems);

/// As columns of JSON.
void write_unplaced_columns(const unplaced_table& table, const text_sink& sink);

}  // namespace exonweave
