#include "exons/sequences/nearby_bases.hpp"

#include <algorithm>

namespace exonweave {

std::string nearby_bases::fetch(std::size_t sequence, interval where) {
  if (where.length() == 0) return "";
  if (sequence != sequence_ || !held_.contains(where)) hold(sequence, where);
  return residues_.substr(static_cast<std::size_t>(where.start - held_.start),
                          static_cast<std::size_t>(where.length()));
}

// From a multiple of the length to another, so that readers in either direction ask for few of them. Letters that are no nucleotides
// matter where they are asked for, not where they lie near it.
void nearby_bases::hold(std::size_t sequence, interval where) {
  const std::int64_t n_stretches = (where.end + stretch_length - 1) / stretch_length;
  const interval wide{where.start / stretch_length * stretch_length,
                      std::min(n_stretches * stretch_length, in_.catalog().length(sequence))};
  held_ = {};
  try {
    residues_ = in_.fetch(sequence, wide);
    held_ = wide;
  } catch (const bad_data&) {
    residues_ = in_.fetch(sequence, where);
    held_ = where;
  }
  sequence_ = sequence;
}

}  // namespace exonweave
