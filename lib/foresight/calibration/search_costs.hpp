// How long a search for loci takes: units of work, and the seconds that one of each takes. A genome is read once for
// all targets, then each target is looked for once more around what was found (locus_search.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spliced/costs/by_unit.hpp"

namespace exonweave {

enum class search_unit : std::uint8_t {
  base,        // nt of the genome
  residue,     // of all targets, which are indexed
  seed,        // nt of the genome times residues: as many seeds match by chance
  looked_base  // nt of all windows in which a target is looked for once more
};

constexpr std::size_t n_search_units = 4;

/// As it is called above.
std::string_view to_string(search_unit unit);

using by_search_unit = spliced::by_unit<search_unit, n_search_units>;

/// Lengths in nt and residues.
by_search_unit work_of_search(double genome_length, double n_residues, double n_looked);

/// As it was measured.
struct search_costs {
  std::size_t n_runs = 0;    // that were timed
  by_search_unit seconds{};  // of one of each unit

  /// Expected seconds on one thread.
  [[nodiscard]] double predict(const by_search_unit& work) const;
};

/// A measurement.
struct timed_search {
  by_search_unit work{};
  double seconds = 0;
};

/// Prices that are not negative, for which sums are off by small parts of themselves. Units that occur in no sample
/// cost 0.
search_costs fit_search(std::span<const timed_search> samples);

}  // namespace exonweave
