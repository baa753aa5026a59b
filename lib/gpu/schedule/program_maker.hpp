// Turns a row schedule into a device program: which rows stay in registers, where the others are, and what comes together.
//
// The schedule names rows by slots. Here a slot's row is a *value*: in a frame, at a home, or both, and the larger of that and
// of rows that are *pending*: that are to be let in, but have not been yet. They are when somebody reads
// the value, or before one of them changes; so what comes to one place is gathered in one go, and a row that only passes
// what it has on to another one is never made.
//
// A step's row is in a frame and stays there while the next step reads it; it goes home when its frame is needed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gpu/schedule/device_program.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t first_word(device_op op) { return words::op::with(static_cast<std::uint32_t>(op)); }

class program_maker {
 public:
  program_maker(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                spliced::gap_costs gaps, const std::optional<spliced::gap_costs>& residue_ends,
                std::size_t stride);

  device_program make();

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  // Whether a slot's row is read behind an op: found beforehand, from the last op to the first.
  struct step_future {
    bool above_dies = false, entry_dies = false, is_read = false;
  };
  struct pending_row {
    spliced::slot_id src;
    std::uint32_t residue;
    spliced::score weight;
  };
  struct value {
    std::uint32_t frame = none;
    std::uint32_t home = none;
    spliced::score offset = 0;  // the row is what is at home plus this
    std::vector<pending_row> pending;
    std::vector<spliced::slot_id> awaited_by;  // values that may have this one's row pending

    [[nodiscard]] bool has_row() const { return frame != none || home != none; }
  };
  struct frame_state {
    spliced::slot_id slot = spliced::nothing;  // whose row it holds; nothing: it is free
    spliced::score drift = 0;
    spliced::score lead = spliced::unreachable,
                   gain = spliced::unreachable;  // of the next row, as the device has them
    bool has_state = false;
    std::uint64_t last_step = 0;
  };

  void number_residues();
  void look_ahead();
  void look_ahead(std::size_t at, std::vector<std::uint8_t>& is_live);
  void look_ahead_of_steps(const spliced::row_op& op, std::vector<std::uint8_t>& is_live);
  void find_gains();

  void add_checkpoint(const spliced::schedule_block& before);
  [[nodiscard]] std::span<const spliced::slot_id> live_before(const spliced::schedule_block& block) const {
    return std::span(schedule_.live_slots).subspan(block.first_live, block.last_live - block.first_live);
  }
  void add_op(std::size_t at);
  void add_source(const spliced::row_op& op);
  void add_merge(const spliced::row_op& op, bool src_dies);
  bool pass_on(const spliced::row_op& op, bool src_dies);
  bool adopt_home(const spliced::row_op& op, bool src_dies);
  void await(spliced::slot_id dst, const pending_row& row);

  void add_steps(const spliced::row_op& op);
  [[nodiscard]] static bool is_better_free(const frame_state& a, const frame_state& b);
  void claim_frames(const spliced::row_op& op, std::array<std::uint32_t, n_frames>& frame_of);
  void load_above(const spliced::row_step& step, bool dies, std::uint32_t frame);
  void set_state(const spliced::row_step& step, std::uint32_t frame);
  void add_step_words(const spliced::row_op& op, const std::array<std::uint32_t, n_frames>& frame_of);

  void settle(spliced::slot_id slot) {
    if (!values_[slot].pending.empty()) settle_pending(slot);
  }
  void settle_pending(spliced::slot_id slot);
  void settle_in(spliced::slot_id slot, location dst, spliced::score extra, bool is_first);
  void settle_those_that_await(spliced::slot_id slot) {
    if (!values_[slot].awaited_by.empty()) settle_awaiting(slot);
  }
  void settle_awaiting(spliced::slot_id slot);
  void add_move(location src, location dst, std::uint32_t residue, spliced::score weight, bool is_first);
  void end_gather() { gather_dst_ = no_row, n_gathered_ = 0; }
  void store(spliced::slot_id slot);
  void make_room_in(std::uint32_t frame);
  void forget(spliced::slot_id slot);
  void drop_frame(spliced::slot_id slot);
  [[nodiscard]] std::uint32_t take_home();
  void sort_homes();
  [[nodiscard]] location location_of(spliced::slot_id slot) const;
  // What is to be added to the lanes there for the row itself.
  [[nodiscard]] spliced::score offset_of(spliced::slot_id slot) const;
  [[nodiscard]] std::uint32_t entry_word(spliced::slot_id slot, spliced::score extra) const;
  // The first word of an op, or one behind it.
  void begin(std::uint32_t word) { end_gather(), put(word); }
  void put(std::uint32_t word) { made_.words.push_back(word); }

  const spliced::graph_view& graph_;
  const spliced::row_schedule& schedule_;
  spliced::gap_costs gaps_;
  std::optional<spliced::gap_costs> residue_ends_;
  device_program made_;
  std::uint32_t residue_codes_ = 0;              // of steps and merges: a bit per code that occurs
  std::array<std::uint32_t, 32> residue_index_;  // [codes]
  spliced::large_vector<spliced::score>
      gains_;  // [rows] what T may still gain behind it; empty with checkpoints
  spliced::large_vector<std::uint8_t> src_dies_;  // [ops] merges
  spliced::large_vector<step_future> steps_;      // [steps]
  std::vector<value> values_;                     // [slots]
  std::array<frame_state, n_frames> frames_;
  std::uint64_t n_steps_ = 0;
  std::vector<std::uint32_t> free_homes_;
  std::array<std::uint32_t, no_row + std::size_t{1}> n_uses_{};  // [locations] how often words name them
  std::vector<pending_row>
      settling_;  // what was pending where it is let in now: a stack, one value upon another
  // The gather at hand: the last op so far.
  location gather_dst_ = no_row;
  std::uint32_t n_gathered_ = 0;
  std::size_t gather_word_ = 0;  // its first one
};

}  // namespace exonweave::gpu
