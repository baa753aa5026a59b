#include "exons/gene_finding/ends/flanking_genes.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace exonweave {
namespace {

using spliced::score;

score checked(gene_value most, std::int64_t position) {
  if (most >= spliced::score_limit)
    throw std::range_error("genes beside position " + std::to_string(position) + " of a region are worth " +
                           std::to_string(most) + ", which is too much");
  return static_cast<score>(most);
}

void check_lengths(const genome_track& a, const genome_track& b) {
  if (a.length() > 0 && b.length() > 0 && a.length() != b.length())
    throw std::invalid_argument("the strands of a region have different lengths");
}

}  // namespace

std::vector<score> value_after(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  check_lengths(own, other);
  const std::int64_t length = std::max(own.length(), other.length());
  std::vector<score> after(static_cast<std::size_t>(length) + 1);
  std::optional<genes_from_stops<value_alone>> own_genes;
  std::optional<genes_from_starts<value_alone>> other_genes;
  if (own.length() > 0) own_genes.emplace(own, costs);
  if (other.length() > 0) other_genes.emplace(other, costs);
  gene_value most = 0;
  for (std::int64_t p = length; p >= 0; --p) {
    if (own_genes)
      most = std::max(most, own_genes->step(p, [&](std::int64_t end) -> gene_value {
        return after[static_cast<std::size_t>(end)];
      }));
    if (other_genes) most = std::max(most, other_genes->end(length - p));
    after[static_cast<std::size_t>(p)] = checked(most, p);
    if (other_genes) other_genes->go_on(length - p, most);
  }
  return after;
}

std::vector<score> value_before(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  std::vector<score> before = value_after(other, own, costs);
  std::ranges::reverse(before);
  return before;
}

}  // namespace exonweave
