// What a target counts for next to its passes: margins, and the division of a region into loci, take about as long as
// one pass more, and so do its further chains.
#pragma once

#include <cstdint>

#include "base/threads/on_threads.hpp"
#include "exons/solving/solver_settings.hpp"

namespace exonweave {

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
