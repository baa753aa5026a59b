#include "exons/gene_finding/masked_bases.hpp"

#include <algorithm>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {
namespace {

base_number number_of(char letter) {
  switch (letter) {
    case 'A':
      return 0;
    case 'C':
      return 1;
    case 'G':
      return 2;
    case 'T':
      return 3;
    default:
      return unknown_base;
  }
}

}  // namespace

masked_bases::masked_bases(std::string_view as_written) {
  bases_.reserve(as_written.size());
  for (const char letter : as_written) {
    const base_number base = number_of(in_upper_case(letter));
    bases_.push_back(static_cast<std::uint8_t>(base | (is_lower_case(letter) ? mask : 0)));
  }
  find_gaps();
}

void masked_bases::find_gaps() {
  for (std::int64_t first = 0, last = 0; first < length(); first = last) {
    while (last < length() && at(last) == unknown_base) ++last;
    if (last - first >= shortest_gap) gaps_.push_back({first, last});
    if (last == first) ++last;
  }
}

masked_bases masked_bases::reverse_complement() const {
  masked_bases other;
  other.bases_.reserve(bases_.size());
  for (std::int64_t position = length(); position-- > 0;)
    other.bases_.push_back(static_cast<std::uint8_t>(complement(at(position)) | (is_masked(position) ? mask : 0)));
  for (const interval& gap : gaps_) other.gaps_.push_back(flip(gap, length()));
  std::ranges::reverse(other.gaps_);
  return other;
}

}  // namespace exonweave
