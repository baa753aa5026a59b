// One protein on a track, to the end: its best score by a sweep forwards, then, where that scores it, a sweep
// backwards, which reports what the best chains are made of, what others are worth, and where the track may be cut in
// two.
//
// Between windows the rows of the sweep forwards are kept. The sweep backwards has them run once more where best chains
// are, this time with the row of each border kept: F + R of a border is the best chain by way of it
// (sweep_machine.hpp).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sweep/exon_alternatives.hpp"
#include "exons/sweep/sweep_runs.hpp"

namespace exonweave {

/// Where exons of chains start and end; positions of the track, ascending, distinct.
struct chain_borders {
  std::vector<std::int64_t> starts, ends;
};

/// Thrown where 16 bits do not hold exactly what is requested.
struct sweep_not_exact {};

class target_sweep {
 public:
  /// In so many bytes, or as few as it needs. Nothing where 16 bits are requested and hold too little. The program and
  /// the target must outlive it.
  static std::unique_ptr<target_sweep> make(const track_program& program, const chain_scoring& scoring,
                                            std::span<const spliced::residue_code> target, bool is_narrow,
                                            std::uint64_t memory);

  /// Bytes with which it can do.
  [[nodiscard]] static std::uint64_t min_bytes(const track_program& program, std::size_t target_length, bool is_narrow);

  /// What it holds between sweeps, and next to that while one runs, about.
  [[nodiscard]] const sweep_storage::bytes& bytes() const { return bytes_; }

  /// The best chain's score. Counts a pass where somebody counts. Throws sweep_not_exact, run_stopped.
  [[nodiscard]] spliced::score sweep_forward(run_control* control, planned_cells* planned);

  /// After sweep_forward, where there is a chain: all borders of best chains, and perhaps others.
  [[nodiscard]] chain_borders sweep_backward(run_control* control, planned_cells* planned);

  /// After both: of the cuts with `least` or more on both sides that with the largest sum, of equal ones the first.
  /// Nothing where there is none. Throws sweep_not_exact where `least` is too little for 16 bits.
  [[nodiscard]] std::optional<std::int64_t> find_cut(spliced::score least) const;

  /// After both: `exons` (of the track) are those of a best chain. Throws sweep_not_exact.
  [[nodiscard]] chain_alternatives study_alternatives(std::span<const interval> exons);

  /// Rows of each direction that were computed so far.
  [[nodiscard]] std::uint64_t n_rows() const { return runs_.n_rows(); }

 private:
  target_sweep(const track_program& program, spliced::sweep_machines machines, const sweep_storage& how,
               const sweep_storage::bytes& bytes);

  void check_exact(spliced::score found) const;
  void note_ends(std::size_t w, spliced::score best);
  void note_begins(std::size_t w, spliced::score best);
  void run_in_detail(std::size_t w);
  void note_whole_chains(std::size_t w, spliced::op_range ops);
  [[nodiscard]] bool has_borders_of(std::size_t w, const chain_borders& found);
  [[nodiscard]] bool has_start_found(std::size_t w) const;
  void run_after_ends(std::size_t w);
  enum class presence : std::uint8_t { none, in_exon, in_intron };  // of best chains at a place
  [[nodiscard]] presence find_presence(std::size_t w);
  [[nodiscard]] bool pass_introns(std::size_t first, std::size_t last, run_control* control);
  [[nodiscard]] std::size_t pass_from(std::size_t w, run_control* control);
  void keep_rows(std::size_t w);
  void run_with_chains(std::size_t w);

  sweep_runs runs_;
  spliced::score total_ = spliced::unreachable;
  sweep_storage::bytes bytes_;
  chain_borders found_;
  presence chains_ = presence::none;  // where the sweep backwards is
  border_values values_;
  best_next_to ends_, begins_;  // where chains end; where they begin, at minus the position
  std::unique_ptr<spliced::border_rows> border_rows_;
  std::vector<spliced::score> through_;  // [borders of a window]
  saved_rows spare_;                     // whose memory is used again
  std::deque<std::size_t> recent_;       // windows after which rows are kept for now, the last one first
  std::size_t n_spare_;                  // places between strides where rows may be kept for long
};

}  // namespace exonweave
