#include "pairwise/scan_outputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files/output_group.hpp"

namespace exonweave::apps {
namespace {

template <class Output = output_file, class... More>
std::unique_ptr<Output> requested(const std::string& path, More... more) {
  return path.empty() ? nullptr : std::make_unique<Output>(path, more...);
}

std::int64_t longest_record(const scan_database& database) {
  std::int64_t longest = 0;
  for (std::size_t k = 0; k < database.n_records(); ++k) longest = std::max(longest, database.length(k));
  return longest;
}

}  // namespace

match_table table_of(const std::string& columns) try {
  return match_table(columns);
} catch (const unknown_column& error) {
  throw bad_usage({.what = error.name.empty() ? "--columns without a name" : "unknown column for --columns",
                   .got = error.name,
                   .need = "names of BLAST's, such as 'std qcovs'",
                   .hint = error.nearest.empty() ? "docs/reference/scan.md lists them"
                                                 : fmt::format("did you mean {}?", fmt::join(error.nearest, ", "))});
}

scan_outputs::scan_outputs(const scan_output_files& files, const std::string& columns)
    : table_(table_of(columns)),
      tabular_(files.table),
      paf_(requested(files.paf)),
      gff3_(requested<indexed_output>(files.gff3, row_columns::gff3)),
      pairwise_(requested(files.pairwise)) {}

void scan_outputs::write(const scan_context& context, std::span<const scan_match> of_query) {
  tabular_.write(table_.rows(context, of_query));
  for (const scan_match& match : of_query) {
    if (paf_) paf_->write(paf_row(context, match));
    if (pairwise_) pairwise_->write(pairwise_text(context, match));
    if (gff3_) rows_.add(context, match);
  }
}

void scan_outputs::end(const scan_database& database) {
  if (!gff3_) return;
  gff3_->set_longest(longest_record(database));
  gff3_->write(rows_.text(database));
}

void scan_outputs::write_nothing() {
  if (gff3_) gff3_->write("##gff-version 3\n");
}

void scan_outputs::commit() {
  output_group all;
  all.add(tabular_);
  if (paf_) all.add(*paf_);
  if (gff3_) all.add(*gff3_);
  if (pairwise_) all.add(*pairwise_);
  all.commit();
}

}  // namespace exonweave::apps
