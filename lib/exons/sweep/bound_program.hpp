// The program of a sweep of bounds (bound_sweep.hpp), window by window, for all targets.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

class bound_program {
 public:
  /// In windows of so many nt, a multiple of three. Both must outlive the program.
  bound_program(const genome_track& track, const bound_plan& plan, std::int64_t window_length);

  [[nodiscard]] const bound_plan& plan() const { return plan_; }
  [[nodiscard]] const spliced::sweep_outline& outline() const { return outline_; }
  [[nodiscard]] std::size_t n_windows() const { return n_windows_; }

  /// Of one thread. The program must outlive it.
  class reader {
   public:
    explicit reader(const bound_program& program);
    ~reader();
    /// The windows one after the other, from the first one on; each stays until the next is asked for.
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

/// Of each window [windows] the most that a chain against this target is worth that ends there; 0: less than `least`, which is at least 1.
std::vector<spliced::score> bounds_by_window(const bound_program& program,
                                             std::span<const spliced::residue_code> target,
                                             spliced::score least);

}  // namespace exonweave
