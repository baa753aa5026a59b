#include "exons/sweep/sweep_plan.hpp"

#include <utility>

namespace exonweave {

using spliced::residue_code;

namespace {

std::vector<residue_code> first_bases_of(const genome_track& track, const site_track& acceptors) {
  std::array<bool, spliced::n_dna_codes> found{};
  acceptors.for_each([&](std::int64_t position) {
    if (position < track.length()) found[track.base(position)] = true;
  });
  std::vector<residue_code> bases;
  for (residue_code base = 0; base < found.size(); ++base)
    if (found[base]) bases.push_back(base);
  return bases;
}

std::vector<bool> plain_positions_of(const genome_track& track, const exon_reading& reading) {
  const auto n = static_cast<std::size_t>(track.length() + 1);
  std::vector<bool> is_plain(n, !reading.frameshift);
  for (std::size_t p = 0; p < n && p < codon_length; ++p) is_plain[p] = false;
  const auto& bases = track.bases;
  for (std::size_t begin = 0; begin < track.codons.size(); ++begin) {
    const residue_code residue = track.codons[begin];
    if (residue == spliced::stop_amino || reading.cost_of(residue) != 0 ||
        reading.code->may_end(bases[begin], bases[begin + 1], bases[begin + 2]))
      is_plain[begin + codon_length] = false;
  }
  for (const site_track* sites : {&track.donors[0], &track.donors[1], &track.acceptors[0], &track.acceptors[1],
                                  &track.starts, &track.cut_begins, &track.cut_ends})
    sites->for_each([&](std::int64_t position) { is_plain[static_cast<std::size_t>(position)] = false; });
  return is_plain;
}

}  // namespace

sweep_plan sweep_plan::make(const genome_track& track, const chain_scoring& scoring,
                            std::vector<std::int64_t> part_ends) {
  sweep_plan made{.reading = scoring.reading(),
                  .introns = scoring.introns,
                  .lines = useful_lines(scoring.introns, track.length()),
                  .is_plain = {},
                  .first_bases = {},
                  .part_ends = std::move(part_ends)};
  for (std::size_t family = 0; family < intron_phase::n_families; ++family)
    made.first_bases[family] = first_bases_of(track, track.acceptors[family]);
  made.is_plain = plain_positions_of(track, made.reading);
  return made;
}

}  // namespace exonweave
