#include "exons/sequences/open_frames.hpp"

#include <algorithm>
#include <string>

#include "exons/sequences/alphabet.hpp"

namespace exonweave {
namespace {

void cover(std::size_t first, std::size_t last, std::vector<bool>& covered) {
  std::fill(covered.begin() + static_cast<std::ptrdiff_t>(first), covered.begin() + static_cast<std::ptrdiff_t>(last),
            true);
}

// Those of one strand; `is_stop` reports of the codon that begins at a place whether it is one there.
template <class IsStop>
void cover_strand(std::size_t n, std::size_t least, const IsStop& is_stop, std::vector<bool>& covered) {
  for (std::size_t frame = 0; frame < codon_length; ++frame) {
    std::size_t open = std::min(frame, n);
    for (std::size_t place = frame; open < n; place += codon_length) {
      const bool is_after = place + codon_length > n;
      if (!is_after && !is_stop(place)) continue;
      const std::size_t last = is_after ? n : place;
      if (last - open >= least) cover(open, last, covered);
      if (is_after) break;
      open = place + codon_length;
    }
  }
}

}  // namespace

void cover_open_frames(std::string_view bases, const genetic_code& code, std::size_t n_codons,
                       std::vector<bool>& covered) {
  const std::size_t n = bases.size(), least = n_codons * codon_length;
  cover_strand(
      n, least, [&](std::size_t place) { return is_stop_codon(bases.substr(place, codon_length), code); }, covered);
  const std::string other = reverse_complement(bases);
  const std::string_view other_bases = other;
  cover_strand(
      n, least,
      [&](std::size_t place) {
        return is_stop_codon(other_bases.substr(n - place - codon_length, codon_length), code);
      },
      covered);
}

}  // namespace exonweave
