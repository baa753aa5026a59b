// Exons of all files in one order that depends on nothing but the exons, equal ones as one.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "exons/candidates/candidates.hpp"

namespace exonweave {
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

}  // namespace exonweave
