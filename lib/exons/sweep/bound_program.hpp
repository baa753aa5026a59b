// The program of a sweep of bounds (bound_sweep.hpp), window by window, for all targets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_machine.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

// What weights alone can add to a chain of bound_sweep.hpp, whatever the target.

/// At least the sum of weights over any part of such a chain, as they count in windows of so many nt, and at least 0.
spliced::score heaviest_by_bounds(const genome_track& track, const bound_plan& plan, std::int64_t window_length);

class bound_program {
 public:
  /// In windows of so many nt, a multiple of three. Both must outlive the program.
  bound_program(const genome_track& track, const bound_plan& plan, std::int64_t window_length);

  [[nodiscard]] const genome_track& track() const { return track_; }
  [[nodiscard]] const bound_plan& plan() const { return plan_; }
  [[nodiscard]] const spliced::sweep_outline& outline() const { return outline_; }
  [[nodiscard]] std::size_t n_windows() const { return n_windows_; }

  /// Of one thread. The program must outlive it.
  class reader {
   public:
    /// As if nothing were before a window.
    explicit reader(const bound_program& program, std::size_t first_window = 0);
    ~reader();
    /// The windows one after the other, from the first one on; each stays until the next is requested.
    [[nodiscard]] const spliced::sweep_window& next();

   private:
    struct maker;
    std::unique_ptr<maker> maker_;
  };

 private:
  const genome_track& track_;
  const bound_plan& plan_;
  spliced::sweep_outline outline_;
  std::size_t n_windows_;
};

/// Machines for its windows that hold what scores `least` or more exactly, in as few bits as that takes.
spliced::sweep_machines machines_for(const bound_program& program, std::span<const spliced::residue_code> target,
                                     spliced::score least);

/// Where a chain begins and ends; positions of the track.
struct bound_chain {
  std::int64_t begin = 0, end = 0;
};

/// Of the chains within windows [first, last) that score `worth` and end in the last window, one of those that
/// begin last; nothing where there is none. None may score more.
std::optional<bound_chain> trace_bound(const bound_program& program, std::span<const spliced::residue_code> target,
                                       std::size_t first, std::size_t last, spliced::score value);

}  // namespace exonweave
