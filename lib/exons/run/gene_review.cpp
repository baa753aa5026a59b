#include "exons/run/gene_review.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidates.hpp"

namespace exonweave {
namespace {

constexpr std::array<std::string_view, 5> needed_columns = {"sequence", "start", "end", "strand", "mark"};
enum needed : std::size_t { sequence_column, start_column, end_column, strand_column, mark_column };

constexpr const char* saved_by_report = "save the table with 'Save marks' in the report";

class review_reader {
 public:
  review_reader(const std::string& path, const sequence_catalog& sequences, report& problems)
      : source_{path, 0, sequences, problems} {}

  gene_review read() {
    gene_review review{source_.path, {}};
    line_reader lines(source_.path);
    if (lines.is_foreign_text(source_.problems)) return review;
    while (const auto text = lines.next()) {
      line_ = lines.line_number();
      if (text->find_first_not_of(" \t") == std::string_view::npos) continue;
      const auto fields = split_at_tabs(*text);
      if (n_columns_ == 0 && !read_head(fields)) return review;
      if (std::exchange(has_head_, true)) read_row(fields, review);
    }
    lines.warn_if_cut(source_.problems);
    if (!has_head_)
      source_.problems.error({.where = {source_.path},
                              .what = "no table of marks: the file is empty",
                              .need = need_of_head(),
                              .hint = saved_by_report});
    return review;
  }

 private:
  static std::string need_of_head() { return fmt::format("tab-separated: {}", fmt::join(needed_columns, ", ")); }

  bool read_head(const std::vector<std::string_view>& names) {
    n_columns_ = names.size();
    for (std::size_t k = 0; k < needed_columns.size(); ++k) {
      const auto found = std::ranges::find(names, needed_columns[k]);
      columns_[k] = static_cast<std::size_t>(found - names.begin());
      if (found != names.end()) continue;
      source_.error(line_, {.what = fmt::format("no column {} in the header of the marks", needed_columns[k]),
                            .got = names.front(),
                            .need = need_of_head(),
                            .hint = saved_by_report});
      return false;
    }
    return true;
  }

  void read_row(const std::vector<std::string_view>& fields, gene_review& review) {
    if (fields.size() != n_columns_)
      return source_.error(line_, {.what = "another number of columns than in the header",
                                   .got = std::to_string(fields.size()),
                                   .need = std::to_string(n_columns_),
                                   .hint = "separate columns by one tab each"});
    const auto field = [&](needed column) { return fields[columns_[column]]; };
    const auto mark = mark_in(field(mark_column));
    const auto on = strand_in(field(strand_column));
    const auto sequence = source_.sequence(line_, field(sequence_column));
    const auto start = source_.position(line_, "start", field(start_column));
    const auto end = source_.position(line_, "end", field(end_column));
    if (!on || !sequence || !start || !end || !is_mark_known_) return;
    if (*end < *start)
      return source_.error(line_, {.what = "end lies before start", .got = field(end_column), .need = "start <= end"});
    if (!source_.inside(line_, {*start - 1, *end}, source_.sequences.length(*sequence)) || !mark) return;
    const auto [known, is_new] =
        review.marks.try_emplace({*sequence, *start - 1, *end, *on}, marked_gene{*mark, line_});
    if (!is_new && known->second.mark != *mark)
      source_.error(line_, {.what = fmt::format("another mark for the gene of line {}", known->second.line),
                            .got = field(mark_column),
                            .need = "one mark for each gene"});
  }

  // Nothing: none; is_mark_known_ reports what is no mark.
  std::optional<review_mark> mark_in(std::string_view text) {
    is_mark_known_ = true;
    if (text == "accept") return review_mark::accept;
    if (text == "reject") return review_mark::reject;
    if (text == "look again") return review_mark::look_again;
    is_mark_known_ = text.empty() || text == ".";
    if (!is_mark_known_)
      source_.error(line_, {.what = "not a mark", .got = text, .need = "accept, reject, look again, or '.'"});
    return std::nullopt;
  }

  std::optional<strand> strand_in(std::string_view text) {
    if (text == "+") return strand::forward;
    if (text == "-") return strand::reverse;
    source_.error(line_, {.what = "not a strand", .got = text, .need = "+ or -"});
    return std::nullopt;
  }

  candidate_source source_;
  std::uint64_t line_ = 0;
  std::size_t n_columns_ = 0;
  std::array<std::size_t, needed_columns.size()> columns_{};  // where each stands
  bool has_head_ = false, is_mark_known_ = true;
};

}  // namespace

gene_place place_of(const locus_models& gene) {
  const interval where = span_of(gene);
  return {gene.front().sequence, where.start, where.end, gene.front().on};
}

bool gene_review::has(const locus_models& gene, review_mark mark) const {
  const auto found = marks.find(place_of(gene));
  return found != marks.end() && found->second.mark == mark;
}

gene_review read_gene_review(const std::string& path, const sequence_catalog& sequences, report& problems) {
  return review_reader(path, sequences, problems).read();
}

std::size_t drop_rejected(const gene_review& review, std::vector<locus_models>& genes) {
  return std::erase_if(genes, [&](const auto& gene) { return review.has(gene, review_mark::reject); });
}

std::optional<problem_report> unmatched_marks(const gene_review& review, const std::vector<locus_models>& genes,
                                              const sequence_catalog& sequences) {
  std::set<gene_place> places;
  for (const auto& gene : genes) places.insert(place_of(gene));
  std::size_t n = 0, n_unmatched = 0;
  const std::pair<const gene_place, marked_gene>* first = nullptr;
  for (const auto& each : review.marks) {
    if (each.second.mark == review_mark::look_again) continue;
    ++n;
    if (places.contains(each.first)) continue;
    ++n_unmatched;
    if (first == nullptr || each.second.line < first->second.line) first = &each;
  }
  if (first == nullptr) return std::nullopt;
  const auto& [sequence, start, end, on] = first->first;
  return problem_report{.where = {review.path, first->second.line},
                        .what = fmt::format("{} of {} marked genes are not in this run", n_unmatched, n),
                        .got = fmt::format("{}:{}-{} {}", sequences.name(sequence), start + 1, end, to_char(on)),
                        .need = "start, end and strand of a gene",
                        .hint = "marks have no effect on genes whose ends have changed"};
}

}  // namespace exonweave
