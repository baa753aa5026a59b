// One protein on a track, to the end: its best score by a sweep forwards, then, where that is worth it, a sweep backwards, which tells
// what the best chains are made of, what others are worth, and where the track may be cut in two.
//
// Between windows the rows of the sweep forwards are kept. The sweep backwards has them run once more where best chains are, this time
// with the row of each border kept: F + R of a border is the best chain by way of it (sweep_machine.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/interval.hpp"
#include "spliced/engine/run_control.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

/// Where exons of chains start and end; positions of the track, ascending, distinct.
struct chain_borders {
  std::vector<std::int64_t> starts, ends;
};

/// What else there is beside a chain.
struct chain_rivals {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<spliced::score>> best_without;
  std::optional<spliced::score> runner_up;  // of another chain
};

/// Thrown where 16 bits do not hold exactly what is asked for.
struct sweep_not_exact {};

/// What is kept, and what is computed again.
struct sweep_storage {
  std::size_t stride = 1;          // rows between every so many windows are kept
  std::uint32_t most_borders = 0;  // of which rows are kept at once
};

class target_sweep {
 public:
  /// In so many bytes, or as few as it needs. Nothing where 16 bits are asked for and hold too little. The program and the target must outlive it.
  static std::unique_ptr<target_sweep> make(const spliced::sweep_program& program,
                                            const chain_scoring& scoring,
                                            std::span<const spliced::residue_code> target, bool is_narrow,
                                            std::uint64_t memory);

  /// Bytes with which it can do.
  [[nodiscard]] static std::uint64_t least_bytes(const spliced::sweep_program& program,
                                                 std::size_t target_length, bool is_narrow);

  /// Bytes that it holds between sweeps, about.
  [[nodiscard]] std::uint64_t bytes_held() const { return bytes_held_; }

  /// The best chain's score. Counts a pass where somebody counts. Throws sweep_not_exact, run_stopped.
  [[nodiscard]] spliced::score sweep_forward(spliced::run_control* control, spliced::planned_cells* planned);

  /// Behind sweep_forward, where there is a chain: all borders of best chains, and perhaps others.
  [[nodiscard]] chain_borders sweep_backward(spliced::run_control* control, spliced::planned_cells* planned);

  /// Behind both: of the cuts with `least` or more on both sides that with the largest sum, of equal ones the first. Nothing
  /// where there is none. Throws sweep_not_exact where `least` is too little for 16 bits.
  [[nodiscard]] std::optional<std::int64_t> find_cut(spliced::score least) const;

  /// Behind both: `exons` (of the track) are those of a best chain. Throws sweep_not_exact.
  [[nodiscard]] chain_rivals study_rivals(std::span<const interval> exons);

  /// Rows of each direction that were computed so far.
  [[nodiscard]] std::uint64_t n_rows() const { return n_rows_; }

 private:
  target_sweep(const spliced::sweep_program& program, spliced::sweep_machines machines,
               const sweep_storage& how, std::uint64_t held);

  struct op_range {
    std::uint32_t first = 0, last = 0;
  };

  [[nodiscard]] std::size_t n_windows() const { return program_.windows.size(); }
  [[nodiscard]] std::span<const spliced::slot_id> live_before(std::size_t window) const;
  [[nodiscard]] std::vector<spliced::slot_id> live_at(std::uint32_t op) const;
  [[nodiscard]] std::size_t window_of(std::uint32_t op) const;
  [[nodiscard]] std::uint32_t first_border_at(std::uint32_t op) const;
  [[nodiscard]] std::uint32_t first_of_piece(op_range ops) const;
  [[nodiscard]] op_range ops_of(spliced::exon_border border, std::int64_t position) const;
  template <class Visit>
  void for_each_border(std::size_t window, const Visit& visit) const;
  [[nodiscard]] spliced::score worth_of(const spliced::sweep_op& op) const;

  void check_exact(spliced::score found) const;
  void run_forward(op_range ops, spliced::border_rows* keep);
  void run_backward(spliced::backward_machine& machine, op_range ops,
                    const spliced::backward_machine::options& how);
  void load_forward(std::size_t window);
  void load_kept(std::size_t group);
  void load_backward(std::size_t window);
  void run_in_detail(std::size_t window);
  [[nodiscard]] std::size_t reach() const;
  [[nodiscard]] bool has_borders_of(std::size_t window, const chain_borders& found) const;
  [[nodiscard]] bool is_kept(std::size_t window, const chain_borders& found) const;
  void run_behind_ends(std::size_t window);
  [[nodiscard]] spliced::score best_without(interval exon);
  [[nodiscard]] spliced::score best_by_other_borders(std::span<const interval> exons) const;

  const spliced::sweep_program& program_;
  spliced::sweep_machines machines_;
  std::unique_ptr<spliced::backward_machine> labelled_;  // of chains in one exon
  spliced::score total_ = spliced::unreachable;
  std::size_t stride_;  // windows
  std::uint32_t most_borders_;
  std::uint64_t bytes_held_;
  std::vector<std::vector<std::byte>> kept_rows_;  // forwards, before every stride_-th window
  std::vector<std::vector<std::byte>> near_rows_;  // [stride_] before the others of one group of so many
  std::optional<std::size_t> near_group_{};
  std::vector<std::vector<std::byte>> backward_rows_;       // [windows] behind some of them
  std::vector<std::vector<std::byte>> near_backward_rows_;  // [stride_] behind the others of one group
  std::optional<std::size_t> near_backward_group_{};
  std::vector<std::byte> spare_rows_;  // whose memory is used again
  std::unique_ptr<spliced::border_rows> forward_borders_, backward_borders_, labelled_borders_;
  std::vector<spliced::score> begins_at_start_;  // [borders] of one exon's
  std::vector<bool> is_detailed_;                // [windows]
  std::vector<spliced::score> ends_, begins_;    // [borders] of the whole chains that end or begin there
  std::vector<spliced::score> through_;          // [borders] where best chains are
  std::uint64_t n_rows_ = 0;
};

}  // namespace exonweave
