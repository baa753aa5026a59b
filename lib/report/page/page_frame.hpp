// What pages are made of: a template, what stands for each {{name}} in it, the word that lets its scripts run, and data
// as columns of JSON.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave {

// How a page is put together from its template: what stands for each {{name}}, and the word that lets its scripts run.

/// As packed_text() has it, with what is no Unicode replaced.
std::string packed_json(const nlohmann::ordered_json& data);

/// A word that follows from the data of a page, by ID of its element, and that only scripts of this page have: the
/// policy of the page lets no other script run. It is their MD5, so it also names data.
std::string script_word(const std::map<std::string, std::string>& data);

/// What writes the text that stands for a {{name}}.
using page_writers = std::map<std::string_view, std::function<void(const text_sink&)>>;

/// Writes a text that outlives it.
std::function<void(const text_sink&)> text_writer(std::string_view text);

/// The template, with nothing for names that no writer has.
void fill_page(std::string_view page, const page_writers& writers, const text_sink& sink);

/// What a kind of page has of its own within the frame that all have.
struct page_kind {
  std::string_view name;     // in the title, after "exonweave"
  std::string_view sources;  // what its policy lets it load next to its own scripts
  std::string_view content;  // a template
  std::string_view scripts;
};

/// Writes a page. In its content the names of `data` and `writers` are filled in.
void write_page(const page_kind& kind, const std::map<std::string, std::string>& data, const page_writers& writers,
                const text_sink& sink);

// Our own parts of the pages, from page/assets.

/// What all pages have around their content, with places {{name}} for all that differs between them.
std::string_view page_frame();
/// The content of the page of a run, and of the one that compares two gene sets, with such places.
std::string_view report_template();
std::string_view comparison_template();
std::string_view page_style();
/// All scripts of a page, one after another: they share one scope.
std::string_view report_scripts();
std::string_view comparison_scripts();

/// The libraries of other projects that the page has, where the build found them: for charts, and the genome browser.
struct report_libraries {
  std::string_view charts;    // d3 and Observable Plot, gzip as base64
  std::string_view browser;   // igv.js, the same
  std::string_view licences;  // of all of them
  std::string_view versions;  // "igv 3.8.10, ..."
};

/// Nothing where the program was built without them.
const report_libraries* built_in_report_libraries();

/// For --build-info: the versions, or why there are none.
std::string report_libraries_text();

// Columns of JSON: a list for each property of many items. An object for each item would take a multiple of that.

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
