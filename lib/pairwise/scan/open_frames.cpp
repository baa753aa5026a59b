#include "pairwise/scan/open_frames.hpp"

#include <algorithm>
#include <string>

#include "exons/sequences/alphabet.hpp"

namespace exonweave {
namespace {

using spliced::residue_code;

const residue_code unknown = spliced::amino_code('X');

// Stretches of one frame, as half-open ranges of its codons.
template <class Visit>
void for_each_stretch(std::span<const residue_code> codons, std::size_t codons_of_gap, const Visit& visit) {
  std::size_t begin = 0, unknown_begin = 0;  // of the stretch; of the unknown codons at its end so far
  const auto close = [&](std::size_t end) {
    while (begin < end && codons[begin] == unknown) ++begin;
    while (begin < end && codons[end - 1] == unknown) --end;
    if (begin < end) visit(begin, end);
  };
  for (std::size_t k = 0; k < codons.size(); ++k) {
    if (codons[k] == unknown) {
      if (k + 1 - unknown_begin == codons_of_gap) close(unknown_begin);
      if (k + 1 - unknown_begin >= codons_of_gap) begin = k + 1;
      continue;
    }
    unknown_begin = k + 1;
    if (codons[k] != spliced::stop_amino) continue;
    close(k);
    begin = k + 1;
  }
  close(codons.size());
}

void add_strand(std::span<const residue_code> bases, strand on, const genetic_code& code, std::size_t codons_of_gap,
                std::vector<open_stretch>& found) {
  const auto length = static_cast<std::int64_t>(bases.size());
  std::vector<residue_code> codons;
  for (std::size_t frame = 0; frame < codon_length; ++frame) {
    codons.clear();
    for (std::size_t position = frame; position + codon_length <= bases.size(); position += codon_length)
      codons.push_back(code.translate(bases[position], bases[position + 1], bases[position + 2]));
    for_each_stretch(codons, codons_of_gap, [&](std::size_t begin, std::size_t end) {
      const auto on_strand = static_cast<std::int64_t>(frame + begin * codon_length);
      found.push_back(
          {on,
           on == strand::forward ? on_strand : length - on_strand,
           {codons.begin() + static_cast<std::ptrdiff_t>(begin), codons.begin() + static_cast<std::ptrdiff_t>(end)}});
    });
  }
}

}  // namespace

std::vector<open_stretch> find_open_stretches(std::string_view bases, const genetic_code& code,
                                              std::size_t codons_of_gap) {
  std::vector<open_stretch> found;
  add_strand(spliced::encode_dna(bases), strand::forward, code, codons_of_gap, found);
  add_strand(spliced::encode_dna(reverse_complement(bases)), strand::reverse, code, codons_of_gap, found);
  return found;
}

}  // namespace exonweave
