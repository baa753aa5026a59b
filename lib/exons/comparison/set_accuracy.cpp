#include "exons/comparison/set_accuracy.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace exonweave {
namespace {

// A part of a transcript, or all of it, on its strand of its sequence.
template <class Part>
using placed = std::tuple<std::size_t, strand, Part>;

// parts_of(transcript) of all transcripts: sorted, each once.
template <class Part, class PartsOf>
std::vector<placed<Part>> distinct_parts(const coding_set& set, const PartsOf& parts_of) {
  std::vector<placed<Part>> parts;
  for (const coding_transcript& transcript : set.transcripts) {
    const coding_gene& gene = set.genes[transcript.gene];
    for (Part& part : parts_of(transcript)) parts.emplace_back(gene.sequence, gene.on, std::move(part));
  }
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

template <class Part, class PartsOf>
level_accuracy level_of(std::string_view name, const coding_set& a, const coding_set& b, const PartsOf& parts_of) {
  const auto of_a = distinct_parts<Part>(a, parts_of), of_b = distinct_parts<Part>(b, parts_of);
  std::vector<placed<Part>> both;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(both));
  return {name, of_a.size(), of_b.size(), both.size(), both.size()};
}

// Its coding bases, each once.
std::vector<placed<interval>> covered(const coding_set& set) {
  const auto exons = distinct_parts<interval>(set, [](const coding_transcript& each) { return each.exons; });
  std::vector<placed<interval>> stretches;
  for (const auto& [sequence, on, where] : exons) {
    const bool goes_on = !stretches.empty() && std::get<0>(stretches.back()) == sequence &&
                         std::get<1>(stretches.back()) == on && where.start <= std::get<2>(stretches.back()).end;
    if (goes_on)
      std::get<2>(stretches.back()) = hull(std::get<2>(stretches.back()), where);
    else
      stretches.emplace_back(sequence, on, where);
  }
  return stretches;
}

std::uint64_t n_bases(const std::vector<placed<interval>>& stretches) {
  std::uint64_t sum = 0;
  for (const auto& [sequence, on, where] : stretches) sum += static_cast<std::uint64_t>(where.length());
  return sum;
}

level_accuracy base_level(const coding_set& a, const coding_set& b) {
  const auto of_a = covered(a), of_b = covered(b);
  std::uint64_t shared = 0;
  for (auto x = of_a.begin(), y = of_b.begin(); x != of_a.end() && y != of_b.end();) {
    const auto& [x_sequence, x_on, x_where] = *x;
    const auto& [y_sequence, y_on, y_where] = *y;
    if (x_sequence == y_sequence && x_on == y_on && x_where.overlaps(y_where))
      shared += static_cast<std::uint64_t>(std::min(x_where.end, y_where.end) - std::max(x_where.start, y_where.start));
    if (std::tuple(x_sequence, x_on, x_where.end) < std::tuple(y_sequence, y_on, y_where.end))
      ++x;
    else
      ++y;
  }
  return {"Base", n_bases(of_a), n_bases(of_b), shared, shared};
}

using exon_list = std::vector<interval>;

std::vector<exon_list> whole(const coding_transcript& transcript) { return {transcript.exons}; }

std::vector<exon_list> chain(const coding_transcript& transcript) {
  return transcript.has_introns() ? std::vector<exon_list>{transcript.introns()} : std::vector<exon_list>{};
}

// Genes of which one transcript is among those of another set.
std::uint64_t n_genes_among(const coding_set& set, const coding_set& others) {
  const auto known = distinct_parts<exon_list>(others, whole);
  std::vector<bool> is_known(set.genes.size());
  for (const coding_transcript& each : set.transcripts) {
    const coding_gene& gene = set.genes[each.gene];
    if (std::ranges::binary_search(known, placed<exon_list>(gene.sequence, gene.on, each.exons)))
      is_known[each.gene] = true;
  }
  return static_cast<std::uint64_t>(std::ranges::count(is_known, true));
}

}  // namespace

std::vector<level_accuracy> measure_accuracy(const coding_set& a, const coding_set& b) {
  return {base_level(a, b),
          level_of<interval>("Exon", a, b, [](const coding_transcript& each) { return each.exons; }),
          level_of<interval>("Intron", a, b, [](const coding_transcript& each) { return each.introns(); }),
          level_of<exon_list>("Intron chain", a, b, chain),
          level_of<exon_list>("Transcript", a, b, whole),
          {"Locus", a.genes.size(), b.genes.size(), n_genes_among(a, b), n_genes_among(b, a)}};
}

}  // namespace exonweave
