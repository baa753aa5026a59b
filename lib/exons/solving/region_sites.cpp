#include "exons/solving/region_sites.hpp"

#include <algorithm>
#include <set>

namespace exonweave {
namespace {

using spliced::score;
using spliced::unreachable;

// What a site of either family is worth, the major one first.
struct family_site {
  score weight = unreachable;
  splice_family family = splice_family::major;
};

template <class Weigh>
family_site better_family(const Weigh& weigh) {
  family_site best;
  for (const auto family : {splice_family::major, splice_family::minor})
    if (const auto weight = weigh(family); weight && *weight > best.weight) best = {*weight, family};
  return best;
}

void weigh_exon(const strand_region& around, const site_rules& rules, strand_exon& exon) {
  const site_scorer& scorer = *rules.candidates;
  const std::optional<listed_sites>& listed = rules.listed;
  const std::int64_t first = exon.where.start - around.start, last = exon.where.end - around.start;
  const auto with_list = [&](std::optional<score> weight, splice_family family, splice_end end, std::int64_t position) {
    if (weight && listed && family == splice_family::major)
      *weight += listed->scores->at(listed->sequence, listed->on, end, position);
    return weight;
  };
  const auto acceptor = better_family([&](splice_family family) {
    return with_list(scorer.acceptor(around.residues, first, family), family, splice_end::acceptor, exon.where.start);
  });
  const auto donor = better_family([&](splice_family family) {
    return with_list(scorer.donor(around.residues, last, family), family, splice_end::donor, exon.where.end);
  });
  const auto add = [](score& role, score weight) {
    role = spliced::is_reachable(weight) ? role + weight : unreachable;
  };
  add(exon.roles.follows, acceptor.weight);
  add(exon.roles.goes_on, donor.weight);
  exon.families = {acceptor.family, donor.family};
  if (exon.where.length() >= static_cast<std::int64_t>(codon_length)) {
    add(exon.roles.begins, scorer.start(around.residues, first, *rules.code).value_or(unreachable));
    return;
  }
  for (std::int64_t i = 0; i < exon.where.length(); ++i)  // one or two bases of a split start codon
    if (around.at(exon.where.start + i) != standard_start[static_cast<std::size_t>(i)]) exon.roles.begins = unreachable;
}

// Where stop codons end.
std::vector<std::int64_t> stop_ends(const strand_region& region, const genetic_code& code) {
  std::vector<std::int64_t> ends;
  for (std::int64_t p = region.start; p + 3 <= region.end(); ++p)
    if (code.may_end(region.at(p), region.at(p + 1), region.at(p + 2))) ends.push_back(p + 3);
  return ends;
}

std::vector<std::int64_t> all_from(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> positions;
  for (std::int64_t p = first; p <= last; ++p) positions.push_back(p);
  return positions;
}

// Where given exons begin and end.
struct exon_borders {
  std::set<std::int64_t> starts, ends;

  explicit exon_borders(const std::vector<strand_exon>& exons) {
    for (const auto& exon : exons) {
      starts.insert(exon.where.start);
      ends.insert(exon.where.end);
    }
  }
};

// Keeps what stands at a border of a given exon.
void restrict_to(const exon_borders& given, block_sites& blocks) {
  const auto keep = [](const std::set<std::int64_t>& borders, std::vector<scored_site>& sites) {
    std::erase_if(sites, [&](const scored_site& site) { return !borders.contains(site.position); });
  };
  keep(given.starts, blocks.sites.acceptors);
  keep(given.starts, blocks.sites.starts);
  keep(given.ends, blocks.sites.donors);
  std::erase_if(blocks.begins, [&](std::int64_t p) { return !given.starts.contains(p); });
  std::erase_if(blocks.ends, [&](std::int64_t p) { return !given.ends.contains(p); });
  blocks.limits = block_limits_at{{given.starts.begin(), given.starts.end()}, {given.ends.begin(), given.ends.end()}};
}

// Leaves out splice sites that weigh less, but where a given exon says that there is one. Returns their number.
std::size_t drop_weak(score least, const exon_borders& given, strand_sites& sites) {
  const auto drop = [least](const std::set<std::int64_t>& borders, std::vector<scored_site>& splice_sites) {
    return std::erase_if(
        splice_sites, [&](const scored_site& site) { return site.weight < least && !borders.contains(site.position); });
  };
  return drop(given.starts, sites.acceptors) + drop(given.ends, sites.donors);
}

block_sites make_blocks(const strand_region& around, const strand_region& region, const site_rules& rules) {
  block_sites blocks;
  blocks.sites = find_sites(around, *rules.blocks, extent(region), *rules.code);
  if (rules.listed) rules.listed->scores->add_to(blocks.sites, rules.listed->sequence, rules.listed->on);
  if (rules.reading == target_reading::coding_sequence) blocks.ends = stop_ends(region, *rules.code);
  if (rules.reading == target_reading::nucleotides) {
    blocks.sites.starts.clear();
    blocks.begins = all_from(region.start, region.end() - 1);
    blocks.ends = all_from(region.start + 1, region.end());
  }
  return blocks;
}

void weigh_sites(const strand_region& around, const site_rules& rules, region_material& material) {
  if (rules.candidates != nullptr && reads_codons(rules.reading))
    for (strand_exon& exon : material.exons) weigh_exon(around, rules, exon);
  if (rules.blocks_are == block_mode::off) return;
  material.blocks = make_blocks(around, material.region, rules);
  const exon_borders given(material.exons);
  if (rules.blocks_are == block_mode::restricted) restrict_to(given, *material.blocks);
  material.n_weak_sites = drop_weak(rules.min_site, given, material.blocks->sites);
}

void leave_out_introns(region_material& material) {
  for (strand_exon& exon : material.exons) exon.roles.follows = exon.roles.goes_on = unreachable;
  if (!material.blocks) return;
  material.blocks->sites.acceptors.clear();
  material.blocks->sites.donors.clear();
}

}  // namespace

void add_sites(const strand_region& around, const site_rules& rules, region_material& material) {
  weigh_sites(around, rules, material);
  if (!rules.has_introns) leave_out_introns(material);
}

}  // namespace exonweave
