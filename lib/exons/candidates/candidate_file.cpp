#include "exons/candidates/candidate_file.hpp"

#include <algorithm>
#include <utility>

#include "base/files/parse_number.hpp"
#include "exons/candidates/genscan_row.hpp"

namespace exonweave {
namespace {

constexpr std::size_t most_passed_bytes = std::size_t{1} << 20;  // of text before the telling line

bool holds(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

// The major version in "##gff-version 3.1.26", also with a blank after the ##; 0: another line.
int version_in(std::string_view line) {
  constexpr std::string_view word = "gff-version";
  if (line.substr(0, 2) != "##") return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 2), line.size()));
  if (line.substr(0, word.size()) != word) return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", word.size()), line.size()));
  return !line.empty() && line[0] >= '1' && line[0] <= '3' ? line[0] - '0' : 0;
}

// Eight or more values whose fourth and fifth are numbers, between tabs or, wrongly, blanks.
bool looks_like_gff_row(std::string_view line) {
  if (std::count(line.begin(), line.end(), '\t') >= 7) return true;
  const auto values = genscan_split(line.substr(0, 4096));
  return values.size() >= 8 && parse_integer(values[3]).ok() && parse_integer(values[4]).ok();
}

candidate_format format_of_row(std::string_view line, int version) {
  if (is_gtf_row(line)) return candidate_format::gtf;
  if (version != 0) return version == 3 ? candidate_format::gff3 : candidate_format::gff2;
  const std::size_t ninth = line.find_last_of('\t') + 1;
  const bool has_nine = std::count(line.begin(), line.end(), '\t') == 8;
  const auto column = line.substr(ninth);
  const bool is_gff2 = has_nine && !column.empty() && column != "." && !holds(column, "=");
  return is_gff2 ? candidate_format::gff2 : candidate_format::gff3;
}

}  // namespace

void candidate_file::line(std::string_view text, std::uint64_t number) {
  if (format_) return pass_on(text, number);
  undecided_line(text, number);
}

void candidate_file::undecided_line(std::string_view text, std::uint64_t number) {
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  if (is_genscan_line(text)) {
    decide(candidate_format::genscan);
    pass_on(text, number);
  } else if (text.front() == '#') {
    has_comments_ = true;
    if (version_ == 0) version_ = version_in(text);
  } else if (looks_like_gff_row(text)) {
    decide(format_of_row(text, version_));
    pass_on(text, number);
  } else if (!is_hopeless()) {
    passed_.push_back({std::string(text), number});
    passed_bytes_ += text.size() + sizeof(passed_line);
  }
}

void candidate_file::decide(candidate_format format) {
  format_ = format;
  if (format == candidate_format::genscan) {
    parser_.emplace<genscan_parser>(source_);
    passed_.clear();
    return;
  }
  parser_.emplace<gff_parser>(source_, format, options_);
  if (format == candidate_format::gff3 && version_ == 0)
    source_.warn(1, {.what = "no version line, read as GFF3", .need = "##gff-version 3 as the first line"});
  for (const auto& passed : std::exchange(passed_, {})) pass_on(passed.text, passed.number);
}

void candidate_file::pass_on(std::string_view text, std::uint64_t number) {
  if (auto* const genscan = std::get_if<genscan_parser>(&parser_)) genscan->line(text, number);
  if (auto* const gff = std::get_if<gff_parser>(&parser_)) gff->line(text, number);
}

bool candidate_file::is_hopeless() const { return !format_ && passed_bytes_ > most_passed_bytes; }

std::vector<candidate_exon> candidate_file::finish() {
  if (!format_ && version_ != 0 && !passed_.empty())
    decide(version_ == 3 ? candidate_format::gff3 : candidate_format::gff2);
  if (auto* const genscan = std::get_if<genscan_parser>(&parser_)) return genscan->finish();
  if (auto* const gff = std::get_if<gff_parser>(&parser_)) return gff->finish();
  tell_unknown();
  return {};
}

void candidate_file::tell_unknown() const {
  if (passed_.empty() && !has_comments_) return source_.error(0, {.what = "empty file", .need = "candidate exons"});
  if (passed_.empty()) return source_.error(0, {.what = "only comments, no features", .need = "candidate exons"});
  const auto& first = passed_.front();
  source_.error(first.number, {.what = "not a file of candidate exons",
                               .got = first.text,
                               .need = "GENSCAN text, GFF3, GTF or GFF2",
                               .hint = first.text.front() == '>' ? "This looks like FASTA" : ""});
}

}  // namespace exonweave
