#include "exons/loci/piece_search.hpp"

#include <algorithm>
#include <mutex>
#include <string>

#include "base/threads/on_threads.hpp"
#include "exons/loci/masked_reader.hpp"
#include "exons/sequences/alphabet.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t piece_length = 1 << 20;  // nt of which seeds are looked up at once; of the project's own choice
constexpr std::int64_t piece_margin = 6'000;    // nt around, into which segments may grow

// Leaves no letter to codons with a masked base; the first codon begins at `begin`. What is masked may begin 2 nt
// before it: division rounds toward 0, and makes that codon 0.
void take_masked_out(std::span<const interval> masked, std::int64_t begin, std::span<seed_letter> letters) {
  const auto n_codons = static_cast<std::int64_t>(letters.size());
  for (const interval& each : masked) {
    const std::int64_t first = std::max<std::int64_t>(0, (each.start - begin) / codon_size);
    const std::int64_t last = std::min(n_codons, (each.end - begin + codon_size - 1) / codon_size);
    for (std::int64_t codon = first; codon < last; ++codon) letters[static_cast<std::size_t>(codon)] = no_seed_letter;
  }
}

}  // namespace

std::vector<sequence_piece> cut_into_pieces(const sequence_catalog& sequences) {
  std::vector<sequence_piece> pieces;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    for (std::int64_t begin = 0; begin < sequences.length(s); begin += piece_length) {
      const interval core{begin, std::min(begin + piece_length, sequences.length(s))};
      pieces.push_back({s,
                        core,
                        {std::max<std::int64_t>(0, core.start - piece_margin),
                         std::min(core.end + piece_margin, sequences.length(s))}});
    }
  return pieces;
}

void find_on_strand(const strand_region& whole, interval core, std::span<const interval> masked,
                    const genetic_code& code, segment_finder& finder, std::vector<segment>& found) {
  for (std::int64_t frame = 0; frame < codon_size; ++frame) {
    std::vector<spliced::residue_code> codons;
    codons.reserve(whole.residues.size() / codon_length + 1);
    for (auto position = static_cast<std::size_t>(frame); position + codon_length <= whole.residues.size();
         position += codon_length)
      codons.push_back(
          code.translate(whole.residues[position], whole.residues[position + 1], whole.residues[position + 2]));
    const std::int64_t begin = whole.start + frame;
    const auto first_from = [&](std::int64_t position) {
      return static_cast<std::size_t>(std::max<std::int64_t>(0, (position - begin + codon_size - 1) / codon_size));
    };
    auto letters = letters_of(codons);
    take_masked_out(masked, begin, letters);
    finder.find(codons, letters, first_from(core.start), std::min(codons.size(), first_from(core.end)), begin, found);
  }
}

found_segments find_segments(const piece_search& how, std::span<const sequence_piece> pieces, run_control& control) {
  const std::size_t first_sequence = pieces.front().sequence;
  found_segments found{std::vector<segments_by_strand>(pieces.back().sequence - first_sequence + 1)};
  masked_reader reader(how.sequences, !how.seeds_soft_masked);
  std::mutex keeping;  // guards what was found
  on_threads(how.n_threads, pieces.size(), control, [&] {
    return [&, finder = segment_finder(how.targets, how.rules)](std::size_t k) mutable {
      const sequence_piece& part = pieces[k];
      const auto [residues, masked] = reader.read(part.sequence, part.whole);
      const std::int64_t length = how.sequences.catalog().length(part.sequence);
      for (std::size_t s = 0; s < both_strands.size(); ++s) {
        const bool is_forward = both_strands[s] == strand::forward;
        const interval whole = is_forward ? part.whole : flip(part.whole, length);
        std::vector<segment> segments;
        find_on_strand({whole.start, spliced::encode_dna(is_forward ? residues : reverse_complement(residues))},
                       is_forward ? part.core : flip(part.core, length), is_forward ? masked : flip(masked, length),
                       how.codes.of_sequence(part.sequence), finder, segments);
        const std::lock_guard lock(keeping);
        auto& kept = found.by_sequence[part.sequence - first_sequence][s];
        kept.insert(kept.end(), segments.begin(), segments.end());
      }
      const std::lock_guard lock(keeping);
      for (const interval& each : masked)
        found.n_masked += static_cast<std::uint64_t>(
            std::max<std::int64_t>(0, std::min(each.end, part.core.end) - std::max(each.start, part.core.start)));
      control.add_cells(static_cast<std::uint64_t>(part.core.length()));
    };
  });
  return found;
}

}  // namespace exonweave
