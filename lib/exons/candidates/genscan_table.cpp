#include "exons/candidates/genscan_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exonweave {
namespace {

constexpr std::size_t signal_values = 6;  // number, type, strand, Begin, End, Len; then the score

std::size_t decimals(std::string_view number) {
  const std::size_t dot = number.find('.');
  return dot == std::string_view::npos ? 0 : number.size() - dot - 1;
}

void tell_cut_row(const candidate_source& source, std::uint64_t line, std::size_t n_values, std::size_t n_needed) {
  source.error(line, {.what = "GENSCAN row is cut or garbled",
                      .got = fmt::format("{} values", n_values),
                      .need = fmt::format("{} values, as the table's header says", n_needed)});
}

}  // namespace

genscan_table::genscan_table(const genscan_columns& columns)
    : columns_(columns), fewest_decimals_(columns.score + 1 == columns.count ? 2 : 0) {}

bool genscan_table::take(const candidate_source& source, std::uint64_t line, const genscan_values& values) {
  const bool is_exon = is_genscan_exon(values[1]);
  const bool scored = columns_.score != genscan_columns::none;
  const std::size_t n_needed = is_exon ? columns_.count : signal_values + (scored ? 1 : 0);
  if (n_rows_ > 0) fewest_decimals_ = n_rows_ == 1 ? last_decimals_ : std::min(fewest_decimals_, last_decimals_);
  ++n_rows_;
  last_line_ = line;
  last_decimals_ = decimals(values.back());
  is_last_short_ = values.size() < n_needed;
  if (!is_exon) return true;
  if (values.size() > n_needed) {
    tell_cut_row(source, line, values.size(), n_needed);
    return false;
  }
  if (is_last_short_) return take_short(source, line, values);
  if (n_short_ > 0 && n_whole_ == 0) tell_cut_row(source, first_short_, short_values_, columns_.count);
  ++n_whole_;
  return true;
}

bool genscan_table::take_short(const candidate_source& source, std::uint64_t line, const genscan_values& values) {
  const bool has_place = values.size() > std::max(columns_.begin, columns_.end);
  const bool is_like_others = n_whole_ == 0 && (n_short_ == 0 || values.size() == short_values_);
  if (!has_place || !is_like_others) {
    tell_cut_row(source, line, values.size(), columns_.count);
    return false;
  }
  if (n_short_++ == 0) {
    short_values_ = values.size();
    first_short_ = line;
  }
  return true;
}

void genscan_table::end_of_text(const candidate_source& source) const {
  const bool lacks_values = is_last_short_ && n_short_ < 2;
  if (!lacks_values && (is_last_short_ || last_decimals_ >= fewest_decimals_)) return;
  source.error(last_line_, {.what = "GENSCAN text is cut within its last row",
                            .need = "the whole text",
                            .hint = "Save the text again; without peptides it may end after a whole row"});
}

}  // namespace exonweave
