#include "exons/candidates/genscan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

bool begins_with(std::string_view text, std::string_view word) { return text.substr(0, word.size()) == word; }

// Without blanks at its ends and without the tags in front that a saved web page has ("<pre>GENSCAN 1.0
// ...").
std::string_view bare(std::string_view text) {
  std::size_t first = text.find_first_not_of(blanks);
  while (first != std::string_view::npos && text[first] == '<') {
    const std::size_t tag_end = text.find('>', first);
    if (tag_end == std::string_view::npos) break;
    first = text.find_first_not_of(blanks, tag_end + 1);
  }
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_title(std::string_view text) { return begins_with(text, "GENSCAN 1"); }

// The line below a page's table, "Gn.Ex : gene number, exon number", is no header.
bool is_header(std::string_view text) {
  if (!begins_with(text, "Gn.Ex") && !begins_with(text, "Exnum")) return false;
  const auto titles = genscan_split(text);
  return titles.size() > 1 && titles[1] == "Type";
}

bool is_no_exons(std::string_view text) { return begins_with(text, "NO EXONS"); }

bool is_rule(std::string_view text) { return text.find_first_not_of("- \t") == std::string_view::npos; }

bool is_row_of_any_type(const genscan_values& values) {
  return values.size() > 1 && is_genscan_number(values[0]) &&
         (is_genscan_exon(values[1]) || is_genscan_signal(values[1]));
}

}  // namespace

bool is_genscan_line(std::string_view line) {
  const auto text = bare(line);
  return is_title(text) || is_header(text) || begins_with(text, "NO EXONS/GENES") ||
         begins_with(text, "Predicted genes/exons") || genscan_sequence_line(text).has_value();
}

void genscan_parser::line(std::string_view text, std::uint64_t number) {
  if (text.find('\0') != std::string_view::npos) {
    source_.error(number, {.what = "NUL byte in the line", .need = "text"});
    return;
  }
  text = bare(text);
  if (text.empty() || is_rule(text) || keyword_line(text, number)) return;
  const bool in_table = part_ == part::header || part_ == part::rows;
  const auto values = genscan_split(text);
  if (in_table && looks_like_genscan_row(values)) {
    table_row(values, number);
  } else if (is_row_of_any_type(values)) {
    source_.error(number,
                  {.what = "exon row outside of a table", .got = text, .need = "rows below the table's header"});
  } else if (part_ == part::peptides) {
    peptides_.take(source_, text, number);
  } else if (part_ == part::rows) {
    enter(part::after_rows, number);
  }
}

bool genscan_parser::keyword_line(std::string_view text, std::uint64_t number) {
  if (is_title(text)) {
    end_run();
    enter(part::title, number);
  } else if (auto sequence = genscan_sequence_line(text)) {
    if (part_ != part::title) end_run();
    sequence->line = number;
    runs_.push_back({std::move(*sequence), {}, false});
    enter(part::sequence, number);
  } else if (begins_with(text, "Predicted genes/exons")) {
    if (part_ == part::outside) enter(part::title, number);
  } else if (begins_with(text, "Suboptimal exons with")) {
    tell_if_unfinished();
    enter(part::suboptimal_title, number);
  } else if (is_header(text)) {
    begin_table(text, number);
  } else if (is_no_exons(text)) {
    no_exons(number);
  } else if (begins_with(text, "Predicted peptide")) {
    tell_if_unfinished();
    if (part_ == part::outside) return true;
    enter(part::peptides, number);
    peptides_.begin(number, !runs_.empty() && runs_.back().has_exon_rows);
  } else {
    return false;
  }
  return true;
}

void genscan_parser::enter(part next, std::uint64_t number) {
  part_ = next;
  part_line_ = number;
}

void genscan_parser::begin_table(std::string_view text, std::uint64_t number) {
  if (part_ == part::header) tell_if_unfinished();
  if (runs_.empty() || part_ == part::outside || part_ == part::title) {
    source_.error(number,
                  {.what = "GENSCAN table without a sequence", .need = "a line 'Sequence NAME : LENGTH bp' before it"});
    runs_.push_back({{"", std::numeric_limits<std::int64_t>::max(), 0}, {}, false});
  }
  const auto columns = genscan_header(genscan_split(text));
  if (!columns) {
    source_.error(number, {.what = "GENSCAN table header is cut or garbled",
                           .got = text,
                           .need = "at least the columns Gn.Ex (or Exnum), Type, S, .Begin and ...End"});
    return enter(part::whole, number);
  }
  table_ = genscan_table(*columns);
  enter(part::header, number);
}

void genscan_parser::table_row(const genscan_values& values, std::uint64_t number) {
  enter(part::rows, number);
  if (!is_row_of_any_type(values)) {
    const std::string_view type = values.size() > 1 ? values[1] : std::string_view{};
    source_.error(number, {.what = "GENSCAN row is cut or garbled",
                           .got = type.empty() ? values[0] : type,
                           .need = "a number such as 1.02 or S.002, then Init, Intr, Term, Sngl, Prom or PlyA"});
    return;
  }
  run& now = runs_.back();
  now.has_exon_rows |= is_genscan_exon(values[1]);
  if (!table_.take(source_, number, values) || is_genscan_signal(values[1])) return;
  auto exon = genscan_exon(source_, number, table_.columns(), values, now.sequence.length);
  if (!exon) return;
  exon->source = source_.index;
  exon->line = number;
  now.exons.push_back(std::move(*exon));
}

void genscan_parser::no_exons(std::uint64_t number) {
  if (runs_.empty()) runs_.push_back({{}, {}, false});
  enter(part::whole, number);
}

// A part that announced more than came.
void genscan_parser::tell_if_unfinished() {
  const auto lacks = [this](const char* need) {
    source_.error(part_line_, {.what = "GENSCAN text is cut", .need = need});
  };
  switch (part_) {
    case part::title:
      return lacks("a line 'Sequence NAME : LENGTH bp' after this one");
    case part::sequence:
      return lacks("a table of exons, or NO EXONS/GENES, for this sequence");
    case part::suboptimal_title:
      return lacks("a table of exons, or NO EXONS, under this line");
    case part::header:
      return lacks("rows, or NO EXONS, under the table's header");
    case part::peptides:
      return peptides_.end(source_);
    case part::outside:
    case part::rows:
    case part::after_rows:
    case part::whole:
      return;
  }
}

void genscan_parser::end_run() {
  tell_if_unfinished();
  if (part_ == part::rows) table_.end_of_text(source_);
  if (part_ == part::rows || part_ == part::after_rows)
    source_.warn(part_line_, {.what = "GENSCAN text ends with its table, so rows may be missing",
                              .need = "'Predicted peptide sequence(s):' after the last row of a whole text"});
  part_ = part::outside;
}

std::vector<candidate_exon> genscan_parser::finish() {
  end_run();
  const bool is_only_one = std::all_of(runs_.begin(), runs_.end(), [this](const run& other) {
    return other.sequence.name == runs_.front().sequence.name;
  });
  std::vector<candidate_exon> exons;
  for (run& done : runs_) {
    if (!done.has_exon_rows)
      source_.warn(done.sequence.line, {.what = "GENSCAN predicts no exon on a sequence", .got = done.sequence.name});
    if (done.sequence.line == 0) continue;  // reported where its table began, or a text of NO EXONS only
    const auto sequence = find_genscan_sequence(source_, done.sequence, is_only_one);
    if (!sequence) continue;
    for (auto& exon : done.exons) {
      exon.sequence = *sequence;
      exons.push_back(std::move(exon));
    }
  }
  return exons;
}

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

namespace {

// The number in "  1234 bp ..."; 0: not such a text.
std::int64_t length_in_bp(std::string_view text) {
  text = trimmed(text, " \t");
  const std::size_t blank = text.find_first_of(" \t");
  if (blank == std::string_view::npos) return 0;
  const auto unit = trimmed(text.substr(blank), " \t");
  const auto length = parse_integer(text.substr(0, blank));
  return length.ok() && unit.substr(0, 2) == "bp" ? length.value : 0;
}

std::optional<std::size_t> find_by_file_name(const sequence_catalog& sequences, std::string_view name) {
  auto stem = name.substr(name.find_last_of("/\\") + 1);
  while (!stem.empty()) {
    if (const auto found = sequences.find(stem)) return found;
    const std::size_t dot = stem.find_last_of('.');
    if (dot == std::string_view::npos) break;
    stem = stem.substr(0, dot);
  }
  return std::nullopt;
}

std::optional<std::size_t> take_the_only_one(const candidate_source& source, const genscan_sequence& sequence) {
  const auto& only = source.sequences.name(0);
  const std::int64_t length = source.sequences.length(0);
  if (length == sequence.length) {
    source.warn(sequence.line, {.what = "the name of the GENSCAN text's sequence is not in the genome; took its only "
                                        "sequence, which is as long",
                                .got = sequence.name,
                                .need = only});
    return 0;
  }
  source.error(sequence.line, {.what = "unknown sequence",
                               .got = sequence.name,
                               .need = "the name of a sequence of the genome",
                               .hint = fmt::format("The genome's only sequence, {}, has {} bp, the text says {} bp",
                                                   only, length, sequence.length)});
  return std::nullopt;
}

}  // namespace

std::optional<genscan_sequence> genscan_sequence_line(std::string_view line) {
  constexpr std::string_view word = "Sequence ";
  line = trimmed(line, " \t");
  if (line.substr(0, word.size()) != word) return std::nullopt;
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    const std::int64_t length = length_in_bp(line.substr(colon + 1));
    const auto name = trimmed(line.substr(word.size() - 1, colon - word.size() + 1), " \t");
    if (length > 0 && !name.empty()) return genscan_sequence{std::string(name), length, 0};
  }
  return std::nullopt;
}

std::optional<std::size_t> find_genscan_sequence(const candidate_source& source, const genscan_sequence& sequence,
                                                 bool is_only_one) {
  auto found = source.sequences.find(sequence.name);
  if (!found) found = find_by_file_name(source.sequences, sequence.name);
  if (!found && is_only_one && source.sequences.size() == 1) return take_the_only_one(source, sequence);
  if (!found) return source.sequence(sequence.line, sequence.name);
  const std::int64_t length = source.sequences.length(*found);
  if (length == sequence.length) return found;
  source.error(sequence.line, {.what = "sequence length differs from the genome's",
                               .got = fmt::format("{} bp", sequence.length),
                               .need = fmt::format("{} bp, the length of {}", length, source.sequences.name(*found)),
                               .hint = "The text was made from another version of this sequence"});
  return std::nullopt;
}

}  // namespace exonweave
