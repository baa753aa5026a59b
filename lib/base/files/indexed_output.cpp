#include "base/files/indexed_output.hpp"

#include <htslib/hts_log.h>
#include <htslib/tbx.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

namespace exonweave {
namespace {

// The smallest part that an index distinguishes is 2^15 nt. With 14, as tabix has it, htslib indexes no place beyond
// 2^32 nt, with 15 up to 2^33: the longest chromosomes that are known have 5 * 10^9.
constexpr int csi_shift = 15;

// A row with the lines of # before it.
struct placed_row {
  std::string_view sequence;
  std::int64_t start = 0;
  std::string_view text;
};

std::string_view column(std::string_view line, std::size_t index) {
  for (; index > 0; --index) line.remove_prefix(std::min(line.find('\t'), line.size() - 1) + 1);
  return line.substr(0, line.find('\t'));
}

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<placed_row> placed_rows(std::string_view rows, row_columns columns) {
  const std::size_t start_column = columns == row_columns::gff3 ? 3 : 1;
  std::vector<placed_row> placed;
  std::size_t begin = 0;  // of the row's text
  for (std::size_t start = 0; start < rows.size();) {
    const std::size_t end = std::min(rows.find('\n', start), rows.size() - 1) + 1;
    const std::string_view line = rows.substr(start, end - start);
    start = end;
    if (line.starts_with('#')) continue;
    placed.push_back({column(line, 0), number(column(line, start_column)), rows.substr(begin, end - begin)});
    begin = end;
  }
  if (begin < rows.size()) placed.push_back({"", 0, rows.substr(begin)});
  return placed;
}

}  // namespace

void write_by_start(std::string_view rows, row_columns columns, const text_sink& sink) {
  std::vector<placed_row> placed = placed_rows(rows, columns);
  for (auto first = placed.begin(); first != placed.end();) {
    const auto last =
        std::find_if(first, placed.end(), [&](const placed_row& r) { return r.sequence != first->sequence; });
    std::stable_sort(first, last, [](const placed_row& a, const placed_row& b) { return a.start < b.start; });
    first = last;
  }
  for (const placed_row& row : placed) sink(row.text);
}

std::vector<std::string> index_paths(const std::string& path) {
  if (!is_packed_name(path)) return {};
  return {path + ".tbi", path + ".csi"};
}

indexed_output::indexed_output(const std::string& path, row_columns columns) : file_(path), columns_(columns) {
  if (!file_.is_packed() || file_.temporary().empty()) return;
  const std::vector<std::string> index = index_paths(path);
  tbi_.emplace(index.front());
  csi_.emplace(index.back());
  replaced_indexes_ = {tbi_->destination(), csi_->destination()};
}

void indexed_output::write(std::string_view text) {
  if (file_.is_packed())
    write_by_start(text, columns_, [this](std::string_view row) { file_.write(row); });
  else
    file_.write(text);
}

void indexed_output::finish() {
  if (std::exchange(is_finished_, true)) return;
  file_.finish();
  if (!index()) return;
  const ::tbx_conf_t& layout = columns_ == row_columns::gff3 ? ::tbx_conf_gff : ::tbx_conf_bed;
  ::hts_set_log_level(HTS_LOG_OFF);  // what htslib would print is thrown instead
  errno = 0;
  if (::tbx_index_build3(file_.temporary().c_str(), index()->temporary().c_str(), needs_csi_ ? csi_shift : 0, 0,
                         &layout) != 0)
    throw io_failure({.where = {index()->path()},
                      .what = "cannot write the index: " + std::generic_category().message(errno != 0 ? errno : EIO)});
  index()->finish();
  (needs_csi_ ? tbi_ : csi_).reset();  // the index that is not requested leaves no file
}

output_file* indexed_output::index() {
  std::optional<output_file>& requested = needs_csi_ ? csi_ : tbi_;
  return requested ? &*requested : nullptr;
}

}  // namespace exonweave
