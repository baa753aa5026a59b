#include "exons/sites/strand_sites.hpp"

#include <stdexcept>

namespace exonweave {
namespace {

void check_within(const strand_region& region, interval where) {
  if (!extent(region).contains(where)) throw std::invalid_argument("sites wanted outside of the region");
}

}  // namespace

interval extent(const strand_region& region) {
  return {region.start, region.start + static_cast<std::int64_t>(region.residues.size())};
}

strand_sites find_sites(const strand_region& region, const site_scorer& scorer, interval where,
                        const genetic_code& code) {
  check_within(region, where);
  strand_sites sites;
  for (std::int64_t position = where.start; position + n_site_bases <= where.end; ++position) {
    const std::int64_t index = position - region.start;
    const auto first = region.residues[static_cast<std::size_t>(index)];
    const auto second = region.residues[static_cast<std::size_t>(index) + 1];
    const bool may_be_start = code.may_begin_with(first, second);
    if (!may_be_start && !scorer.may_be_site(first, second)) continue;
    for (const auto family : {splice_family::major, splice_family::minor}) {
      if (const auto weight = scorer.donor(region.residues, index, family))
        sites.donors.push_back({position, *weight, family});
      if (const auto weight = scorer.acceptor(region.residues, index + n_site_bases, family))
        sites.acceptors.push_back({position + n_site_bases, *weight, family});
    }
    if (may_be_start && position + static_cast<std::int64_t>(codon_length) <= where.end)
      if (const auto weight = scorer.start(region.residues, index, code))
        sites.starts.push_back({position, *weight, splice_family::major});
  }
  return sites;
}

strand_sites find_sites(const strand_region& region, const site_scorer& scorer) {
  return find_sites(region, scorer, extent(region));
}

std::vector<std::int64_t> find_stops(const strand_region& region, interval where, const genetic_code& code) {
  check_within(region, where);
  std::vector<std::int64_t> stops;
  for (std::int64_t position = where.start; position + static_cast<std::int64_t>(codon_length) <= where.end;
       ++position) {
    const auto* const codon = region.residues.data() + (position - region.start);
    if (code.may_end(codon[0], codon[1], codon[2])) stops.push_back(position);
  }
  return stops;
}

namespace {

void check_around(const strand_region& region, interval where, std::int64_t sequence_length) {
  const interval needed{std::max<std::int64_t>(0, where.start - shortest_gap),
                        std::min(sequence_length, where.end + shortest_gap)};
  if (region.start > needed.start || region.end() < needed.end)
    throw std::invalid_argument("open ends wanted where too little of the sequence is known");
}

}  // namespace

// Walks over the borders between bases: how many N are before one, and whether one before it was followed by so many.
open_ends find_open_ends(const strand_region& region, interval where, std::int64_t sequence_length) {
  check_around(region, where, sequence_length);
  const spliced::residue_code unknown = spliced::dna_code('N');
  open_ends found;
  std::int64_t n_unknown = region.start == 0 ? shortest_gap : 0;  // before `position`
  std::int64_t known_end = -1;                                    // of the last known base
  const auto end_known = [&] {
    if (known_end > where.start && known_end <= where.end) found.ends.push_back(known_end);
  };
  for (std::int64_t position = region.start; position < region.end(); ++position) {
    if (region.at(position) == unknown) {
      if (++n_unknown == shortest_gap) end_known();
      continue;
    }
    if (n_unknown >= shortest_gap && position >= where.start && position < where.end) found.begins.push_back(position);
    n_unknown = 0;
    known_end = position + 1;
  }
  if (region.end() == sequence_length && n_unknown < shortest_gap) end_known();
  return found;
}

}  // namespace exonweave
