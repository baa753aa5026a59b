// The rows of a sweep as ops of a program (spliced/sweep/sweep_program.hpp), which depends on no target.
//
// A row is a slot. Slots are shared until one of the rows that share them changes: so a chain waits where it is for the
// end of an intron's least length.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

class program_rows {
 public:
  class row {
   public:
    row() = default;
    row(const row& other) : row(other.rows_, other.slot_) {
      if (rows_ != nullptr) ++rows_->n_holders_[slot_];
    }
    row(row&& other) noexcept { swap(other); }
    row& operator=(row other) noexcept {
      swap(other);
      return *this;
    }
    ~row() {
      if (rows_ != nullptr) rows_->let_go(slot_);
    }

   private:
    friend class program_rows;
    row(program_rows* rows, spliced::slot_id slot) : rows_(rows), slot_(slot) {}
    void swap(row& other) noexcept {
      std::swap(rows_, other.rows_);
      std::swap(slot_, other.slot_);
    }

    program_rows* rows_ = nullptr;
    spliced::slot_id slot_ = spliced::nothing;
  };

  /// What it needs to go on: slots that are free, in their order, and how many there were.
  struct state {
    std::vector<spliced::slot_id> free;
    std::uint32_t n_slots = 1, n_borders = 0;
  };

  explicit program_rows(const genome_track& track) : track_(track) {}
  program_rows(const program_rows&) = delete;
  program_rows& operator=(const program_rows&) = delete;

  // As track_sweep wants them.
  [[nodiscard]] static row nothing() { return {}; }
  [[nodiscard]] static bool is_nothing(const row& handle) { return handle.slot_ == spliced::nothing; }
  [[nodiscard]] row begin(spliced::score weight, std::int64_t position);
  void pass(spliced::exon_border border, std::int64_t position, const row& source, spliced::score weight, row& into);
  void mark(spliced::exon_border border, std::int64_t position);
  void let_in(const row& source, spliced::score weight, row& into);
  void align(const swept_codon& codon, const row& above, spliced::score weight, row& into);
  void close(row& made, const row* above, const swept_codon& codon, spliced::score weight);
  void step(row& chains, const swept_codon& codon);
  /// Positions [first, first + n); the rows by the remainders of their positions.
  void run(std::array<row, codon_length>& chains, std::int64_t first, std::int64_t n);
  void end(const row& source, spliced::score weight, std::int64_t position);

  /// All ops go to a window from here on, which begins.
  void begin_window(spliced::sweep_window& window);
  /// It ends here. Rows that somebody holds are recognised by live().
  void end_window();
  [[nodiscard]] std::vector<spliced::slot_id> live() const;

  [[nodiscard]] state where() const;
  /// Where nobody holds any row; those that were held there must be held again.
  void go_on_from(const state& where);
  [[nodiscard]] row hold(spliced::slot_id slot);
  [[nodiscard]] static spliced::slot_id slot_of(const row& row) { return row.slot_; }

  /// So far.
  [[nodiscard]] std::uint32_t n_slots() const { return static_cast<std::uint32_t>(n_holders_.size()); }
  [[nodiscard]] std::int64_t largest_weight() const { return largest_weight_; }

 private:
  struct queued_step {
    spliced::row_step step;
    row above, entry, made;  // held until the op is there
  };

  void let_go(spliced::slot_id slot) {
    if (--n_holders_[slot] == 0) free_.push_back(slot);
  }
  [[nodiscard]] row take();
  [[nodiscard]] bool is_shared(const row& handle) const { return n_holders_[handle.slot_] > 1; }
  void touch(const row& handle);
  void flush();
  void queue(const spliced::row_step& step, row above, row entry, row made);
  spliced::sweep_op& add(spliced::row_op_kind kind);
  spliced::sweep_op& add(spliced::row_op_kind kind, spliced::score weight);
  void mark(spliced::sweep_op& op, spliced::exon_border border, std::int64_t position);
  [[nodiscard]] row copy(const row& source, spliced::score weight);
  void merge(const row& given, spliced::score weight, row& into);
  void make_own(row& handle);

  const genome_track& track_;
  spliced::sweep_window* window_ = nullptr;
  std::uint32_t n_borders_ = 0;
  std::int64_t largest_weight_ = 0;
  std::vector<std::uint32_t> n_holders_ = {1};  // [slots]
  std::vector<spliced::slot_id> free_;
  std::array<queued_step, spliced::max_steps> queue_;
  std::size_t n_queued_ = 0;
};

}  // namespace exonweave
