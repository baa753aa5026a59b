#include "exons/sweep/genome_track.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace exonweave {

using spliced::residue_code;

site_track site_track::make(const std::vector<scored_site>& sites, splice_family family, std::int64_t start,
                            std::int64_t length) {
  site_track made;
  std::int64_t last = -1;
  for (const scored_site& site : sites) {
    const std::int64_t position = site.position - start;
    if (site.family != family || position < 0 || position > length || !spliced::is_reachable(site.weight)) continue;
    if (site.weight < std::numeric_limits<weight>::min() || site.weight > std::numeric_limits<weight>::max())
      throw std::range_error("the weight of a site is too large");
    if (position < last) throw std::logic_error("sites of a track must ascend");
    const auto value = static_cast<weight>(site.weight);
    if (made.is_there_.empty()) {
      made.is_there_.assign(static_cast<std::size_t>(length) / word_length + 1, 0);
      made.largest_ = made.smallest_ = value;
    }
    if (position == last)
      made.weights_.back() = std::max(made.weights_.back(), value);
    else
      made.weights_.push_back(value);
    last = position;
    const auto p = static_cast<std::size_t>(position);
    made.is_there_[p / word_length] |= std::uint64_t{1} << (p % word_length);
    made.largest_ = std::max(made.largest_, value);
    made.smallest_ = std::min(made.smallest_, value);
  }
  std::uint32_t n = 0;
  for (const std::uint64_t word : made.is_there_) {
    made.n_before_.push_back(n);
    n += static_cast<std::uint32_t>(std::popcount(word));
  }
  return made;
}

std::uint64_t site_track::bytes() const {
  return is_there_.capacity() * sizeof(std::uint64_t) + n_before_.capacity() * sizeof(std::uint32_t) +
         weights_.capacity() * sizeof(weight);
}

std::uint64_t genome_track::bytes() const {
  std::uint64_t bytes = bases.capacity() + codons.capacity() + coding.capacity() * sizeof(spliced::gap_weight);
  for (const site_track* const sites :
       {&donors[0], &donors[1], &acceptors[0], &acceptors[1], &starts, &cut_begins, &cut_ends})
    bytes += sites->bytes();
  return bytes;
}

genome_track make_track(const strand_region& region, const block_sites& blocks, const exon_reading& reading) {
  const auto& bases = region.residues;
  const std::int64_t start = region.start;
  const auto length = std::ssize(bases);
  const auto track = [&](const std::vector<scored_site>& sites, splice_family family) {
    return site_track::make(sites, family, start, length);
  };
  genome_track made;
  made.start = start;
  made.bases = bases;
  made.codons.reserve(bases.size());
  for (std::size_t i = 0; i + codon_length <= bases.size(); ++i)
    made.codons.push_back(reading.code->translate(bases[i], bases[i + 1], bases[i + 2]));
  if (reading.coding != nullptr) {
    made.coding.reserve(made.codons.size());
    for (std::size_t i = 0; i < made.codons.size(); ++i)
      made.coding.push_back(reading.weight_in_gap(bases[i], bases[i + 1], bases[i + 2], made.codons[i]));
  }
  for (const splice_family family : {splice_family::major, splice_family::minor}) {
    made.donors[static_cast<std::size_t>(family)] = track(blocks.sites.donors, family);
    made.acceptors[static_cast<std::size_t>(family)] = track(blocks.sites.acceptors, family);
  }
  made.starts = track(blocks.sites.starts, splice_family::major);
  made.cut_begins = track(blocks.cut_begins, splice_family::major);
  made.cut_ends = track(blocks.cut_ends, splice_family::major);
  return made;
}

}  // namespace exonweave
