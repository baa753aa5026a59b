// The rows of a sweep as ops of a row machine (row_schedule.hpp), window by window: made once for all tiles of a target's columns,
// and for all targets of a region. Nothing of it depends on a target.
//
// A row is a slot, what its scores are more than those of the slot, and L (recurrence.hpp), which depends on no target. Slots are
// shared until one of the rows that share them changes: a chain waits for the end of an intron's least length where it is,
// and to let the first chains into a row costs nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave {

class row_program {
 public:
  class row {
   public:
    row() = default;
    row(const row& other) : row(other.program_, other.slot_, other.offset_, other.lead_) { hold(); }
    row(row&& other) noexcept { swap(other); }
    row& operator=(row other) noexcept {
      swap(other);
      return *this;
    }
    ~row() {
      if (slot_ != spliced::nothing) program_->let_go(slot_);
    }

   private:
    friend class row_program;
    row(row_program* program, spliced::slot_id slot, spliced::score offset, spliced::score lead)
        : program_(program), slot_(slot), offset_(offset), lead_(lead) {}
    void hold() const {
      if (slot_ != spliced::nothing) ++program_->n_holders_[slot_];
    }
    void swap(row& other) noexcept {
      std::swap(program_, other.program_);
      std::swap(slot_, other.slot_);
      std::swap(offset_, other.offset_);
      std::swap(lead_, other.lead_);
    }

    row_program* program_ = nullptr;
    spliced::slot_id slot_ = spliced::nothing;
    spliced::score offset_ = 0;
    spliced::score lead_ = spliced::unreachable;
  };

  /// `n_slots`: more are refused, std::length_error.
  row_program(const genome_track& track, const chain_scoring& scoring, std::uint32_t n_slots);
  row_program(const row_program&) = delete;
  row_program& operator=(const row_program&) = delete;

  // As track_sweep wants them.
  [[nodiscard]] static row nothing() { return {}; }
  [[nodiscard]] const row& source();
  void add(spliced::score weight, row& to) {
    to.offset_ += weight;
    if (spliced::is_reachable(to.lead_)) to.lead_ += weight;
  }
  void let_in(const row& from, spliced::score weight, row& into);
  void align(spliced::residue_code residue, const row& above, spliced::score weight, row& into);
  void close(row& made, const row* above, spliced::residue_code residue, spliced::score weight);
  void end(const row&, spliced::score) {}

  /// The ops since the last begin_window(), complete: one block.
  const spliced::row_schedule& end_window();
  void begin_window();
  /// [calls of close() in this window] which of its rows it is; nothing: no chain reaches it.
  [[nodiscard]] const std::vector<std::optional<spliced::row_id>>& closed() const { return closed_; }
  /// The same object all along, for the machine.
  [[nodiscard]] const spliced::row_schedule& schedule() const { return schedule_; }
  /// By how much lanes may exceed the scores that they stand for.
  [[nodiscard]] spliced::score drift() const { return drift_; }

 private:
  struct queued_step {
    spliced::row_step step;
    row above, entry, made;  // held until the op is there
  };

  void let_go(spliced::slot_id slot) {
    if (--n_holders_[slot] == 0) free_.push_back(slot);
  }
  [[nodiscard]] row take();
  void raise_lead(const row& from, spliced::score change, row& into) const;
  void touch(spliced::slot_id slot);
  void flush();
  void put(const spliced::row_op& op) { schedule_.ops.push_back(op); }
  void move_to_own_slot(row& of, spliced::score weight);
  void study_weights(const genome_track& track, const chain_scoring& scoring);

  std::optional<spliced::gap_costs> residue_ends_;
  spliced::row_schedule schedule_;
  std::vector<std::uint32_t> n_holders_;  // [slots]
  std::vector<spliced::slot_id> free_;
  std::uint32_t n_used_ = 1;
  std::uint32_t n_merged_residues_ = 0;  // of the window
  spliced::score drift_ = 0;
  std::vector<std::optional<spliced::row_id>> closed_;
  std::array<queued_step, spliced::most_steps> queue_;
  std::uint8_t n_queued_ = 0;
  row source_;
};

}  // namespace exonweave
