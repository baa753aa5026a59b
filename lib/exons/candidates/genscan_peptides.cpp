#include "exons/candidates/genscan_peptides.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/numbers.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t unknown = -1;

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '*'; }

// What stands before "_aa" or "_bp" in the last part of a header.
std::int64_t stated_length(std::string_view header) {
  constexpr std::string_view::size_type unit = 3;  // bytes of "_aa"
  std::string_view last = header.substr(header.rfind('|') + 1);
  if (!last.ends_with("_aa") && !last.ends_with("_bp")) return unknown;
  last.remove_suffix(unit);
  return parse_plain_integer(last).value_or(unknown);
}

}  // namespace

void genscan_peptides::begin(std::uint64_t line, bool has_exons) {
  line_ = line;
  n_stated_ = n_letters_ = 0;
  needs_record_ = has_exons;
}

void genscan_peptides::take(const candidate_source& source, std::string_view text, std::uint64_t line) {
  if (text.starts_with('>')) {
    needs_record_ = false;
    end(source);
    line_ = line;
    n_stated_ = stated_length(text);
    n_letters_ = 0;
  } else if (text.starts_with("NO PEPTIDES")) {
    needs_record_ = false;
  } else if (std::ranges::all_of(text, is_letter)) {
    n_letters_ += static_cast<std::int64_t>(text.size());
  }
}

void genscan_peptides::end(const candidate_source& source) {
  constexpr const char* what = "GENSCAN text is cut";
  if (needs_record_) {
    source.error(line_, {.what = what, .need = "peptides, or NO PEPTIDES PREDICTED, under this line"});
  } else if (n_stated_ == unknown && n_letters_ == 0) {
    source.error(line_, {.what = what, .need = "a whole header, as in '|189_aa', and residues under it"});
  } else if (n_letters_ < n_stated_) {
    const std::string got = fmt::format("{} letters", n_letters_);
    source.error(line_, {.what = what, .got = got, .need = fmt::format("{}, as the header says", n_stated_)});
  }
  needs_record_ = false;
  n_stated_ = 0;
}

}  // namespace exonweave
