// What sweeps for one target are made of: the program's windows, run forwards or backwards, from rows that were kept
// between them.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exons/sweep/rows_between.hpp"
#include "exons/sweep/sweep_storage.hpp"
#include "exons/sweep/track_program.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

/// Before an op of a window, or after its last one.
struct op_place {
  std::size_t window = 0;
  std::uint32_t op = 0;
  constexpr auto operator<=>(const op_place&) const = default;
};

class sweep_runs {
 public:
  sweep_runs(const track_program& program, spliced::sweep_machines machines, const sweep_storage& how);

  [[nodiscard]] const track_program& program() const { return program_; }
  [[nodiscard]] std::size_t n_windows() const { return program_.n_windows(); }
  [[nodiscard]] const spliced::sweep_window& window(std::size_t w) { return reader_.at(w); }
  [[nodiscard]] spliced::op_range all_of(std::size_t w) { return {0, window(w).n_ops()}; }
  [[nodiscard]] spliced::forward_machine& forward() { return *machines_.forward; }
  [[nodiscard]] spliced::backward_machine& backward() { return *machines_.backward; }
  [[nodiscard]] rows_between& forward_rows() { return forward_rows_; }
  [[nodiscard]] rows_between& backward_rows() { return backward_rows_; }

  /// Within so many windows after its position lie all ops of a border.
  [[nodiscard]] std::size_t reach() const;
  /// visit(op, its index) for the ops with a border of a window.
  template <class Visit>
  void for_each_border(std::size_t w, const Visit& visit) {
    const spliced::sweep_window& ops_of = window(w);
    for (std::uint32_t o = 0; o < ops_of.n_ops(); ++o)
      if (const spliced::sweep_op& op = ops_of.ops[o]; op.border != spliced::exon_border::none && !op.is_dead)
        visit(op, o);
  }
  /// The slots that somebody reads later.
  [[nodiscard]] std::vector<spliced::slot_id> live_at(op_place place);
  /// The number of the first border after it.
  [[nodiscard]] std::uint32_t first_border_at(op_place place);
  /// The last ops of a range that have no more borders than rows are kept of.
  [[nodiscard]] std::uint32_t first_of_piece(std::size_t w, spliced::op_range ops);

  /// Of the chains that end there the best, of which each is reported in ends_reported() until the next run.
  spliced::score run_forward(std::size_t w, spliced::op_range ops, spliced::border_rows* keep = nullptr);
  [[nodiscard]] std::span<const spliced::score> ends_reported() const { return ends_; }
  /// Of the chains that begin there the best, reported in begins_reported(). Of `how` begins are none of the caller's.
  spliced::score run_backward(spliced::backward_machine& machine, std::size_t w, spliced::op_range ops,
                              spliced::backward_machine::options how = {});
  [[nodiscard]] std::span<const spliced::score> begins_reported() const { return begins_; }

  /// Rows before a window, of the forward machine; after it, of the backward machine, where nothing reaches others.
  /// Throws std::logic_error where they, or those that they can be made of again, were not kept.
  void load_forward(std::size_t w);
  void load_backward(std::size_t w);
  /// After load_forward: those rows are kept for long.
  void keep_forward(std::size_t w) { forward_rows_.far(w).save(*machines_.forward, program_.live_before(w)); }

  /// As of machines (sweep_machine.hpp).
  [[nodiscard]] spliced::score exact_above() const { return machines_.forward->exact_above(); }

  /// Rows of each direction that were computed so far.
  [[nodiscard]] std::uint64_t n_rows() const { return n_rows_; }

 private:
  void count(std::size_t w, spliced::op_range ops);

  const track_program& program_;
  track_program::reader reader_;
  spliced::sweep_machines machines_;
  std::uint64_t max_borders_;
  rows_between forward_rows_, backward_rows_;
  std::vector<spliced::score> ends_, begins_;  // [borders of a window]
  std::uint64_t n_rows_ = 0;
};

/// The largest.
[[nodiscard]] spliced::score best_of(std::span<const spliced::score> values);

/// Those of a machine, for numbers [first, last), in `rows`, which are made where there are none.
spliced::border_rows* holding(std::unique_ptr<spliced::border_rows>& rows, const spliced::sweep_machine& machine,
                              std::uint32_t first, std::uint32_t last);

}  // namespace exonweave
