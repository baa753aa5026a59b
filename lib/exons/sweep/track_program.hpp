// The program of a sweep over a track (spliced/sweep/sweep_program.hpp), window by window: all windows at once where
// there is room, or else each when it is read, from where the sweep stood before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/program_rows.hpp"
#include "exons/sweep/sweep_plan.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

// What weights alone can add to a chain, whatever the target: a bound that lanes are laid out by.

/// At least the sum of weights of sites, introns and open ends over any part of a chain that a sweep over the track can
/// find, each of its codons with what it earns in a gap, and at least 0. Phases, and how long exons are, do not matter
/// to it, but for the codons that are whole within their exon; a codon that an intron splits counts with the largest
/// weight of all. A part that begins or ends within an intron counts one end of it.
spliced::score max_partial_weight(const genome_track& track, const sweep_plan& plan);

class track_program {
 public:
  /// In windows of so many nt. Windows that take more than `max_bytes` are made when they are read. `scoring` is for
  /// codons; the track and what the scoring points to must outlive the program. `part_ends` as in sweep_plan.
  track_program(const genome_track& track, const chain_scoring& scoring, std::int64_t window_length,
                std::uint64_t max_bytes, std::vector<std::int64_t> part_ends = {});
  track_program(const track_program&) = delete;
  track_program& operator=(const track_program&) = delete;

  [[nodiscard]] const spliced::sweep_outline& outline() const { return outline_; }
  [[nodiscard]] std::size_t n_windows() const { return live_.size(); }
  /// Rows that are held before a window; after the last one there are none.
  [[nodiscard]] std::span<const spliced::slot_id> live_before(std::size_t window) const;
  [[nodiscard]] std::uint64_t n_ops() const { return n_ops_; }
  [[nodiscard]] bool is_stored() const { return !windows_.empty(); }
  [[nodiscard]] std::uint64_t bytes() const;

  /// Of one thread. The program must outlive it.
  class reader {
   public:
    explicit reader(const track_program& program);
    ~reader();
    /// Stays as it is while no other is read but those near it: of its group or one next to it, or as far after it as
    /// rows wait.
    [[nodiscard]] const spliced::sweep_window& at(std::size_t window);

   private:
    class maker;
    struct group {
      std::optional<std::size_t> number;
      std::uint64_t last_read = 0;
      std::vector<spliced::sweep_window> windows;
      [[nodiscard]] const spliced::sweep_window& read(std::uint64_t now, std::size_t window) {
        last_read = now;
        return windows[window];
      }
    };

    const track_program& program_;
    std::unique_ptr<maker> maker_;  // where windows are not stored
    std::vector<group> groups_;
    std::uint64_t n_reads_ = 0;
  };
  static constexpr std::size_t group_length = 8;  // windows
  /// What sweeps over it hold goes by that; of a reader at most.
  [[nodiscard]] sweep_size size() const;

 private:
  struct place {
    program_rows::state rows;
    sweep_state<spliced::slot_id> sweep;
  };

  void make_all(std::uint64_t max_bytes);
  void study(const chain_scoring& scoring);

  const genome_track& track_;
  sweep_plan plan_;
  spliced::sweep_outline outline_;
  std::vector<spliced::sweep_window> windows_;       // [windows], or none
  std::vector<place> places_;                        // [groups] before each, or none
  std::vector<std::vector<spliced::slot_id>> live_;  // [windows]
  std::uint64_t n_ops_ = 0, max_window_bytes_ = 0;
};

}  // namespace exonweave
