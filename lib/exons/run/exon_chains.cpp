#include "exons/run/exon_chains.hpp"

#include <algorithm>

namespace exonweave {
namespace {

// Visits the number of each window that the exons meet, once.
template <class Visitor>
void for_each_window(const exon_chain& exons, const Visitor& visit) {
  constexpr std::int64_t window_length = 4096;  // nt
  std::int64_t next = 0;                        // exons ascend, and several may lie in one window
  for (const interval& exon : exons) {
    const std::int64_t last = (exon.end - 1) / window_length;
    for (next = std::max(next, exon.start / window_length); next <= last; ++next) visit(next);
  }
}

}  // namespace

exon_chain chain_of(const gene_model& model) {
  exon_chain exons;
  for (const auto& parts : whole_exons(model)) exons.push_back({parts.front().where.start, parts.back().where.end});
  return exons;
}

namespace {

// Exons of a model, ascending.
void take_extension_off(const gene_model& model, std::vector<interval>& exons) {
  const auto added = static_cast<std::int64_t>(codon_length) * model.start_extension;
  if (model.on == strand::forward)
    exons.front().start += added;
  else
    exons.back().end -= added;
}

}  // namespace

exon_chain aligned_chain_of(const gene_model& model) {
  if (!model.aligned_exons.empty()) return model.aligned_exons;
  exon_chain exons = chain_of(model);
  take_extension_off(model, exons);
  return exons;
}

std::vector<interval> aligned_places(const gene_model& model) {
  std::vector<interval> places;
  for (const model_exon& exon : model.exons) {
    const auto aligned =
        std::ranges::find_if(model.aligned_exons, [&](const interval& each) { return each.overlaps(exon.where); });
    places.push_back(aligned == model.aligned_exons.end() ? exon.where : *aligned);
  }
  take_extension_off(model, places);
  return places;
}

std::int64_t length_of(const exon_chain& exons) {
  std::int64_t sum = 0;
  for (const interval& exon : exons) sum += exon.length();
  return sum;
}

std::int64_t shared_length(const exon_chain& a, const exon_chain& b) {
  std::int64_t sum = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end(); (x->end < y->end ? ++x : ++y))
    sum += std::max<std::int64_t>(0, std::min(x->end, y->end) - std::max(x->start, y->start));
  return sum;
}

void exon_index::add(std::size_t number, std::size_t sequence, strand on, const exon_chain& exons) {
  for_each_window(exons, [&](std::int64_t n) { listed_[window(sequence, on, n)].push_back(number); });
}

std::vector<std::size_t> exon_index::near(std::size_t sequence, strand on, const exon_chain& exons) const {
  std::vector<std::size_t> found;
  for_each_window(exons, [&](std::int64_t n) {
    if (const auto here = listed_.find(window(sequence, on, n)); here != listed_.end())
      found.insert(found.end(), here->second.begin(), here->second.end());
  });
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace exonweave
