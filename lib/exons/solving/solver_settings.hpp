// How problems are solved, and what is requested besides the best chain: the same for all targets of a run.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/threads/on_threads.hpp"
#include "exons/graph/chain_graph.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

struct solver_settings {
  const spliced::engine* engine = nullptr;  // never null
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
  bool with_margins = false;
  bool may_sweep = true;            // where the engine does, in place of a graph
  std::int64_t sweep_window = 512;  // nt between which rows are kept
  // Where a target may have several loci on a region, such as copies of a gene in tandem: each one's best chain has at
  // least this share of the score of the best one of all, [0, 1]. 0: a region holds one locus.
  double locus_fraction = 0;

  [[nodiscard]] bool allows_several_loci() const { return locus_fraction > 0; }
  /// What the chain of a locus scores at least, rounded up, where the best one of the region scores `best`.
  [[nodiscard]] spliced::score min_of_locus(spliced::score best) const {
    return static_cast<spliced::score>(std::ceil(locus_fraction * best));
  }
  /// The same for a target that has one locus on its region.
  [[nodiscard]] solver_settings for_one_locus() const {
    solver_settings made = *this;
    made.locus_fraction = 0;
    return made;
  }

  /// Whether rows are requested from the end as well: for margins, and to see whether there are several loci.
  [[nodiscard]] bool reads_backwards() const { return with_margins || allows_several_loci(); }
  /// Passes that solve() plans for a problem: forwards, and backwards where that is requested.
  [[nodiscard]] std::uint64_t n_passes() const { return reads_backwards() ? 2 : 1; }
};

// What a target counts for next to its passes: margins, and the division of a region into loci, take about as long as
// one pass more, and so do its further chains.

/// What planned_cells takes for passes: those of solve(), one for the margins and loci that follow them, and one for
/// further chains, where these are requested. A traceback alone reads few rows, and counts for nothing.
inline std::uint64_t n_counted_stages(const solver_settings& settings) {
  return settings.n_passes() + (settings.reads_backwards() ? 1 : 0) + (settings.n_chains > 1 ? 1 : 0);
}

/// One stage of these, reported by shares as they are done. Nobody else may count it.
class counted_fraction {
 public:
  /// `planned` may be null: nobody counts.
  explicit counted_fraction(planned_cells* planned) : planned_(planned) {}

  /// This share is done [0, 1]; less than was said before changes nothing.
  void is_done(double fraction) {
    for (; planned_ != nullptr && n_done_ < n_parts && static_cast<double>(n_done_ + 1) <= fraction * n_parts;
         ++n_done_)
      planned_->add_part(n_done_, n_parts);
  }

 private:
  static constexpr std::uint64_t n_parts = 1024;

  planned_cells* planned_;
  std::uint64_t n_done_ = 0;
};

}  // namespace exonweave
