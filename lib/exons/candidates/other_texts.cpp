#include "exons/candidates/other_texts.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/files/numbers.hpp"

namespace exonweave {
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
