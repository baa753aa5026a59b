#include "exons/solving/cut_genes.hpp"

#include <algorithm>
#include <map>

namespace exonweave {
namespace {

using spliced::is_reachable;
using spliced::score;
using spliced::unreachable;

bool is_open(const std::vector<std::int64_t>& open, std::int64_t border) {
  return std::ranges::binary_search(open, border);
}

// How far the last open begin before an acceptor is, or the first open end after a donor.
std::optional<std::int64_t> cut_before(const open_ends& open, std::int64_t acceptor) {
  const auto beyond = std::ranges::lower_bound(open.begins, acceptor);
  return beyond == open.begins.begin() ? std::nullopt : std::optional(acceptor - *(beyond - 1));
}
std::optional<std::int64_t> cut_after(const open_ends& open, std::int64_t donor) {
  const auto next = std::ranges::upper_bound(open.ends, donor);
  return next == open.ends.end() ? std::nullopt : std::optional(*next - donor);
}

// What a chain adds that begins after, or ends before, a site whose intron is cut so far away. It never earns: a good
// site must not make up for residues of the target.
score weight_of_intron(score site, std::optional<std::int64_t> known_length, const cut_costs& costs) {
  if (!is_reachable(site) || !known_length || *known_length > costs.longest_intron || !costs.intron) return unreachable;
  return std::min(site - *costs.intron, 0) - costs.end;
}

// What a start codon scores there. Where one or two bases lie between an open end and it, the end of a codon that
// would have begun beyond, at least what a chain has that skips them and takes the start codon for one within the gene.
template <class MayBeCut>
score weight_of_start(score weight, std::int64_t start, const cut_costs& costs, const MayBeCut& may_be_cut) {
  const bool is_after_cut_codon = may_be_cut(start - 1) || may_be_cut(start - 2);
  return is_reachable(weight) && is_after_cut_codon ? std::max(weight, -costs.end) : weight;
}

void cut_exon(const open_ends& open, const cut_costs& costs, strand_exon& exon) {
  const auto [start, end] = exon.where;
  role_weights& roles = exon.roles;
  const auto right_here = [&](bool is_open_here) { return is_open_here ? -costs.end : unreachable; };
  roles.begins_cut = std::max(right_here(is_open(open.begins, start)),
                              weight_of_intron(roles.follows, cut_before(open, start), costs));
  roles.begins =
      weight_of_start(roles.begins, start, costs, [&](std::int64_t begin) { return is_open(open.begins, begin); });
  roles.ends_cut =
      std::max(right_here(is_open(open.ends, end)), weight_of_intron(roles.goes_on, cut_after(open, end), costs));
}

// Of several ways to begin, or end, at one place the best.
class cut_places {
 public:
  void add(std::int64_t position, score weight) {
    if (!is_reachable(weight)) return;
    score& best = best_.try_emplace(position, weight).first->second;
    best = std::max(best, weight);
  }
  [[nodiscard]] std::vector<scored_site> sorted() const {
    std::vector<scored_site> sites;
    for (const auto& [position, weight] : best_) sites.push_back({position, weight, splice_family::major});
    return sites;
  }

 private:
  std::map<std::int64_t, score> best_;
};

void cut_blocks(const open_ends& open, const cut_costs& costs, block_sites& blocks) {
  cut_places begins, ends;
  for (const std::int64_t begin : open.begins)
    if (blocks.may_start(begin)) begins.add(begin, -costs.end);
  for (const scored_site& site : blocks.sites.acceptors)
    begins.add(site.position, weight_of_intron(site.weight, cut_before(open, site.position), costs));
  const auto may_be_cut = [&](std::int64_t begin) { return is_open(open.begins, begin) && blocks.may_start(begin); };
  for (scored_site& site : blocks.sites.starts)
    site.weight = weight_of_start(site.weight, site.position, costs, may_be_cut);
  for (const std::int64_t end : open.ends)
    if (blocks.may_end(end)) ends.add(end, -costs.end);
  for (const scored_site& site : blocks.sites.donors)
    ends.add(site.position, weight_of_intron(site.weight, cut_after(open, site.position), costs));
  blocks.cut_begins = begins.sorted();
  blocks.cut_ends = ends.sorted();
}

}  // namespace

void add_cuts(const open_ends& open, const cut_costs& costs, region_material& material) {
  for (strand_exon& exon : material.exons) cut_exon(open, costs, exon);
  if (material.blocks) cut_blocks(open, costs, *material.blocks);
}

}  // namespace exonweave
