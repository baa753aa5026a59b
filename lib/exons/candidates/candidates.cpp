#include "exons/candidates/candidates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidate_file.hpp"

namespace exonweave {

candidate_set read_candidates(const std::vector<std::string>& paths, const candidate_options& options,
                              const sequence_catalog& sequences, report& problems) {
  candidate_set set;
  if (sequences.size() == 0) return set;
  std::vector<candidate_exon> all;
  for (const auto& path : paths) {
    line_reader lines(path);
    if (lines.is_foreign_text(problems)) continue;
    const candidate_source source{lines.source().name(), static_cast<std::uint32_t>(set.sources.size()), sequences,
                                  problems};
    candidate_file file(source, options);
    file.read(lines);
    auto exons = file.finish();
    lines.warn_if_cut(problems);
    set.sources.push_back(path);
    set.formats.push_back(file.format().value_or(candidate_format::gff3));
    all.insert(all.end(), std::make_move_iterator(exons.begin()), std::make_move_iterator(exons.end()));
  }
  set.exons = merge_candidates(std::move(all));
  return set;
}
// Exons of all files in one order that depends on nothing but the exons, equal ones as one.

namespace {

template <class Exon>
auto key(const Exon& exon) {
  return std::tuple(exon.sequence, exon.where.start, exon.where.end, exon.on, exon.phase, exon.type);
}

// A missing number comes after every other.
double rank(double value) { return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value; }

bool comes_first(const candidate_exon& a, const candidate_exon& b) {
  if (key(a) != key(b)) return key(a) < key(b);
  if (a.source != b.source) return a.source < b.source;
  if (a.tool != b.tool) return a.tool < b.tool;
  if (rank(a.score) != rank(b.score)) return rank(a.score) > rank(b.score);
  if (rank(a.probability) != rank(b.probability)) return rank(a.probability) > rank(b.probability);
  return a.id < b.id;
}

}  // namespace

std::vector<merged_exon> merge_candidates(std::vector<candidate_exon> exons) {
  std::sort(exons.begin(), exons.end(), comes_first);
  std::vector<merged_exon> merged;
  for (auto& exon : exons) {
    if (merged.empty() || key(merged.back()) != key(exon))
      merged.push_back({exon.sequence, exon.where, exon.on, exon.phase, exon.type, {}});
    auto& statements = merged.back().statements;
    if (statements.empty() || statements.back().source != exon.source || statements.back().tool != exon.tool)
      statements.push_back({exon.source, exon.score, exon.probability, std::move(exon.id), std::move(exon.tool)});
  }
  return merged;
}
// The words by which gene finders name the kinds of coding exons.

namespace {

using named_type = std::pair<std::string_view, exon_type>;

constexpr std::array<named_type, 10> words{{{"first", exon_type::initial},
                                            {"initial", exon_type::initial},
                                            {"init", exon_type::initial},
                                            {"internal", exon_type::internal},
                                            {"intr", exon_type::internal},
                                            {"terminal", exon_type::terminal},
                                            {"term", exon_type::terminal},
                                            {"last", exon_type::terminal},
                                            {"single", exon_type::single},
                                            {"sngl", exon_type::single}}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

}  // namespace

exon_type exon_type_from(std::string_view word) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const named_type& w) { return same_word(word, w.first); });
  return found == words.end() ? exon_type::unknown : found->second;
}

std::string_view to_string(exon_type type) {
  switch (type) {
    case exon_type::initial:
      return "initial";
    case exon_type::internal:
      return "internal";
    case exon_type::terminal:
      return "terminal";
    case exon_type::single:
      return "single";
    case exon_type::unknown:
      break;
  }
  return "unknown";
}

}  // namespace exonweave
