#include "exons/sweep/sweep_plan.hpp"

#include <algorithm>
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

sweep_storage::bytes sweep_storage::bytes_for(const sweep_size& size, std::size_t target_length, bool is_narrow) const {
  constexpr std::uint64_t planes = 2, padding = 128, directions = 2, of_window = 64, of_place = 2;
  const std::uint64_t row = (planes * target_length + padding) * (is_narrow ? 2 : 4);
  const std::uint64_t n_kept = directions * (size.n_windows / stride + 2) + n_spare;
  return {row * (directions * size.n_slots + size.max_live * n_kept) + of_window * size.n_windows +
              of_place * size.window_length * size.n_windows + size.of_reader,
          row * (std::min(size.max_borders, max_borders) + directions * size.max_live * stride)};
}

sweep_storage sweep_storage::within(std::uint64_t memory, const sweep_size& size, std::size_t target_length,
                                    bool is_narrow) {
  constexpr std::uint64_t few_borders = 64;
  sweep_storage how{1, size.max_borders};
  const auto is_too_much = [&] { return how.bytes_for(size, target_length, is_narrow).all() > memory; };
  while (is_too_much() && 4 * how.stride * how.stride < size.n_windows) how.stride *= 2;
  while (is_too_much() && how.max_borders > few_borders) how.max_borders /= 2;
  constexpr std::size_t max_spare = 256;
  while (how.stride > 1 && how.n_spare < max_spare) {
    how.n_spare += 8;
    if (is_too_much()) {
      how.n_spare -= 8;
      break;
    }
  }
  return how;
}

// More gains little.
sweep_storage sweep_storage::ample(const sweep_size& size, std::size_t target_length, bool is_narrow,
                                   std::uint64_t memory) {
  constexpr std::uint64_t usual = std::uint64_t{32} << 20;
  const std::uint64_t least = within(0, size, target_length, is_narrow).bytes_for(size, target_length, is_narrow).all();
  return within(std::min(memory, std::max(usual, least + least / 4)), size, target_length, is_narrow);
}

}  // namespace exonweave
