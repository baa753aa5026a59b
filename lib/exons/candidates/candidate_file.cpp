#include "exons/candidates/candidate_file.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/files/file_text.hpp"

namespace exonweave {
namespace {

constexpr std::string_view requested_formats = "GENSCAN text, GFF3, GTF or GFF2";
constexpr std::size_t max_passed_bytes = std::size_t{1} << 20;  // of text before the telling line

bool may_be_gff_row(std::string_view line) {
  if (std::count(line.begin(), line.end(), '\t') >= 7) return true;
  return looks_like_gff_row(genscan_split(line.substr(0, 4096)));
}

}  // namespace

void candidate_file::read(line_reader& lines) {
  while (!is_hopeless()) {
    const auto next = lines.next();
    if (!next) break;
    line(*next, lines.line_number());
  }
}

void candidate_file::line(std::string_view text, std::uint64_t number) {
  if (is_other_text_) return;
  if (is_undecided()) return undecided_line(text, number);
  pass_on(text, number);
}

void candidate_file::undecided_line(std::string_view text, std::uint64_t number) {
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  if (const auto* const other = other_text_of(text)) {
    is_other_text_ = true;
    source_.error(number, complaint_of(*other, text, std::string(requested_formats)));
  } else if (is_genscan_line(text)) {
    passed_.clear();
    parser_.emplace<genscan_parser>(source_);
    pass_on(text, number);
  } else if (text.front() == '#') {
    has_comments_ = true;
    if (version_ == 0) version_ = gff_version_in(text);
  } else if (may_be_gff_row(text)) {
    begin_gff();
    pass_on(text, number);
  } else if (!is_hopeless()) {
    passed_.push_back({std::string(text), number});
    passed_bytes_ += text.size() + sizeof(passed_line);
  }
}

void candidate_file::begin_gff() {
  parser_.emplace<gff_parser>(source_, options_, use_).set_version(version_);
  for (const auto& passed : std::exchange(passed_, {})) pass_on(passed.text, passed.number);
}

void candidate_file::pass_on(std::string_view text, std::uint64_t number) {
  if (auto* const genscan = std::get_if<genscan_parser>(&parser_)) genscan->line(text, number);
  if (auto* const gff = std::get_if<gff_parser>(&parser_)) gff->line(text, number);
}

bool candidate_file::is_hopeless() const {
  return is_other_text_ || (is_undecided() && passed_bytes_ > max_passed_bytes);
}

std::vector<candidate_exon> candidate_file::finish() {
  if (is_undecided() && version_ != 0 && !passed_.empty()) begin_gff();
  if (auto* const genscan = std::get_if<genscan_parser>(&parser_)) return genscan->finish();
  if (auto* const gff = std::get_if<gff_parser>(&parser_)) return finish(*gff);
  if (!is_other_text_) tell_unknown();
  return {};
}

std::vector<candidate_exon> candidate_file::finish(gff_parser& gff) const {
  auto exons = gff.finish();
  if (gff.format() == candidate_format::gff3 && version_ == 0)
    source_.warn(1, {.what = "no version line, read as GFF3", .need = "##gff-version 3 as the first line"});
  return exons;
}

std::optional<candidate_format> candidate_file::format() const {
  if (std::holds_alternative<genscan_parser>(parser_)) return candidate_format::genscan;
  if (const auto* const gff = std::get_if<gff_parser>(&parser_)) return gff->format();
  return std::nullopt;
}

void candidate_file::tell_unknown() const {
  if (passed_.empty() && !has_comments_) return source_.error(0, {.what = "empty file", .need = "candidate exons"});
  if (passed_.empty()) return source_.error(0, {.what = "only comments, no features", .need = "candidate exons"});
  const auto& first = passed_.front();
  source_.error(first.number, {.what = "not a file of candidate exons",
                               .got = first.text,
                               .need = std::string(requested_formats),
                               .hint = first.text.front() == '>' ? "This looks like FASTA" : ""});
}

namespace {

constexpr other_text genemark{"GeneMark.hmm", "gmhmme3 -f gtf, or GeneMark-ES, writes GTF"};
constexpr other_text glimmerhmm{"GlimmerHMM", "glimmerhmm -g writes GFF3"};
constexpr other_text fgenesh{"FGENESH", "Convert it to GFF3"};
constexpr other_text geneid{"geneid", "geneid -3 writes GFF3"};
constexpr other_text snap{"SNAP, in ZFF", "snap -gff writes GFF2"};

// A row of a word, two places and more.
bool is_row_of(const genscan_values& values, std::initializer_list<std::string_view> words) {
  return values.size() > 3 && std::ranges::find(words, values[0]) != words.end() && parse_integer(values[1]).ok() &&
         parse_integer(values[2]).ok();
}

}  // namespace

bool looks_like_gff_row(const genscan_values& values) {
  return values.size() >= 8 && parse_integer(values[3]).ok() && parse_integer(values[4]).ok();
}

const other_text* other_text_of(std::string_view line) {
  constexpr std::size_t longest = 4096;  // of titles and rows
  line = line.substr(0, longest);
  const genscan_values values = genscan_split(line);
  if (values.empty() || line.front() == '#') return nullptr;
  if (is_row_of(values, {"First", "Internal", "Terminal", "Single"})) return &geneid;
  if (is_row_of(values, {"Einit", "Exon", "Eterm", "Esngl"})) return &snap;
  if (line.find('\t') != std::string_view::npos || looks_like_gff_row(values)) return nullptr;  // no titles
  if (line.find("GeneMark.hmm") != std::string_view::npos) return &genemark;
  if (values[0] == "GlimmerHMM") return &glimmerhmm;
  if (values[0] == "FGENESH") return &fgenesh;
  return nullptr;
}

complaint complaint_of(const other_text& other, std::string_view line, std::string formats) {
  return {std::string("text of ") + std::string(other.program), line, std::move(formats), std::string(other.hint)};
}

}  // namespace exonweave
