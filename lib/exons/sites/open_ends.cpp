#include "exons/sites/open_ends.hpp"

#include <algorithm>
#include <stdexcept>

namespace exonweave {
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
