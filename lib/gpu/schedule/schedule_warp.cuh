// A warp that executes a device program for one tile of the target's columns.
//
// A row, with S' and F' the row above, d what a residue scores against the target, o and e what gaps cost (recurrence.hpp):
//
//   F(j) = max( F'(j), S'(j) - o ) - e                     add_max( S', -o, F' )           lanes drift by e with each row
//   M(j) = max( S'(j-1) + d(j), F(j) ), and what is let in  add_max( shifted S', d + 2e, F )
//   E(j) = max over k < j of ( M(k) - o - (j - k) e )       a plain prefix maximum: lanes drift by e with each column
//   S(j) = max( M(j), E(j), L + before(j) )
//
// L itself never begins a gap that counts: before(j) loses no more from column to column than a gap that goes on.
#pragma once

#include <climits>

#include "gpu/schedule/lane_row.cuh"
#include "gpu/schedule/program_reader.cuh"
#include "gpu/schedule/row_writer.cuh"
#include "gpu/schedule/target_profile.cuh"
#include "gpu/schedule/tile_borders.cuh"

namespace exonweave::gpu {

template <class Lanes, int kWords, bool kAffine, bool kTiles>
class schedule_warp {
  using word = typename Lanes::word;
  using row_type = lane_row<Lanes, kWords, kAffine, kTiles>;
  using profile_type = lane_profile<Lanes, kWords>;
  static constexpr int lane_columns = kWords * Lanes::columns_per_word;
  static constexpr int tile_columns = warp_size * lane_columns;
  static constexpr schedule_shape shape{kWords, 1, Lanes::columns_per_word == 2, kAffine};
  static_assert(shape.columns_of_tile() == tile_columns && shape.row_words() == 4 * row_type::lane_pieces &&
                    shape.profile_words() == profile_type::n_words,
                "a row lies where hosts look for it");

 public:
  /// `shared`: of the block, shared_bytes().
  EXONWEAVE_DEVICE schedule_warp(const schedule_batch& batch, const schedule_job& job, unsigned char* shared)
      : batch_(batch),
        job_(job),
        lane_(static_cast<int>(threadIdx.x) % warp_size),
        tile_(static_cast<int>(threadIdx.x) / warp_size),
        first_column_(tile_ * tile_columns + lane_ * lane_columns),
        rows_(batch, job, lane_, tile_),
        profile_(static_cast<unsigned>(__cvta_generic_to_shared(shared)) + tile_ * profile_bytes(), lane_),
        borders_(shared + n_tiles() * profile_bytes(), tile_, n_tiles(), lane_) {
    const std::size_t of_tile = std::size_t{batch.n_homes} * row_type::lane_pieces;
    homes_ = batch.homes + (std::size_t{blockIdx.x} * n_tiles() + tile_) * of_tile + lane_;
    edges_ =
        reinterpret_cast<int*>(shared + n_tiles() * profile_bytes() + tile_borders::bytes_for(n_tiles())) +
        tile_ * batch.n_homes;
  }

  EXONWEAVE_DEVICE void run() {
    begin();
    program_reader words(job_.words, lane_);
    for (;;) {
      const std::uint32_t op = words.take();
      switch (static_cast<device_op>(words::op::of(op))) {
        case device_op::step:
          step(op, words);
          break;
        case device_op::gather:
          gather(op, words);
          break;
        case device_op::state:
          set_state(words::frame::of(op), words);
          break;
        case device_op::source:
          set_source(words::dst::of(op));
          break;
        case device_op::save:
          save(words::n_saved::of(op), words);
          break;
        case device_op::end:
          return finish();
      }
    }
  }

 private:
  [[nodiscard]] EXONWEAVE_DEVICE int floor() const { return batch_.floor; }
  // Columns of the tile before the lane's first one.
  [[nodiscard]] EXONWEAVE_DEVICE int within() const { return lane_ * lane_columns; }

  [[nodiscard]] static EXONWEAVE_DEVICE int n_tiles() { return tiles_of_block(); }
  [[nodiscard]] EXONWEAVE_DEVICE unsigned profile_bytes() const {
    return batch_.n_profile_rows * profile_type::row_bytes;
  }

  EXONWEAVE_DEVICE void begin() {
    profile_.fill(batch_, job_, first_column_);
#pragma unroll
    for (int f = 0; f < static_cast<int>(n_frames); ++f) {
      frames_[f].clear(floor());
      drift_[f] = lead_[f] = gain_[f] = 0;
    }
    const bool has_columns = first_column_ <= static_cast<int>(job_.n);
    best_ = has_columns ? INT_MIN / 2 : INT_MAX;
    if constexpr (kTiles) borders_.begin();
  }

  // ---- homes ----

  EXONWEAVE_DEVICE void fetch_home(std::uint32_t home, row_type& row) const {
    row.read(homes_ + home * row_type::lane_pieces);
    if constexpr (kTiles) row.edge = edges_[home];
  }

  EXONWEAVE_DEVICE void put_home(std::uint32_t home, const row_type& row) {
    row.write(homes_ + home * row_type::lane_pieces);
    if constexpr (kTiles) {
      __syncwarp();
      if (lane_ == 0) edges_[home] = row.edge;
      __syncwarp();
    }
  }

  // ---- ops ----

  EXONWEAVE_DEVICE void set_state(std::uint32_t frame, program_reader& words) {
    const int lead = static_cast<int>(words.take()), gain = static_cast<int>(words.take());
#pragma unroll
    for (int f = 0; f < static_cast<int>(n_frames); ++f) {
      if (f != static_cast<int>(frame)) continue;
      lead_[f] = lead - job_.origin;
      gain_[f] = gain + job_.origin;
    }
  }

  // before(j), with the drift of columns.
  [[nodiscard]] EXONWEAVE_DEVICE int before(int column) const {
    return batch_.counts_ends && column > 0 ? -(batch_.open + batch_.extend * column) : 0;
  }

  EXONWEAVE_DEVICE void set_source(location at) {
    row_type row;
    row.clear(floor());
#pragma unroll
    for (int c = 0; c < kWords; ++c) {
      const auto lane_of = [&](int column) {
        const int score = before(column) + batch_.extend * (column - tile_ * tile_columns) - job_.origin;
        return max(score, floor());
      };
      row.S[c] = Lanes::pack(lane_of(first_column_ + c), lane_of(first_column_ + kWords + c));
    }
    if (tile_ > 0) row.edge = max(before(tile_ * tile_columns - 1) - batch_.extend - job_.origin, floor());
    put_home(at - n_frames, row);
  }

  EXONWEAVE_DEVICE void gather(std::uint32_t op, program_reader& words) {
    const location dst = words::dst::of(op);
    const bool is_first = words::is_first::of(op) != 0;
    const bool lets_in = dst >= n_frames && !is_first;
    row_type to, there;
    if (lets_in) fetch_home(dst - n_frames, there);
    to.clear(floor());
    gather_rows(words::n_gathered::of(op), words, to);
    if (dst < n_frames) return put_frame(dst, to, is_first);
    if (lets_in && !to.let_in_and_compare(there)) return;
    put_home(dst - n_frames, to);
  }

  EXONWEAVE_DEVICE void put_frame(location at, const row_type& row, bool is_first) {
#pragma unroll
    for (location f = 0; f < n_frames; ++f) {
      if (f != at) continue;
      if (is_first) frames_[f].clear(floor());
      if (is_first) drift_[f] = 0;
      frames_[f].let_in(row, 0);
    }
  }

  EXONWEAVE_DEVICE void gather_rows(std::uint32_t n, program_reader& words, row_type& to) {
    for (; n > 0; --n) {
      const std::uint32_t source = words.take();
      const location src = words::entry_location::of(source);
      if (words::is_heavy::of(source) != 0) {
        gather_heavy(source, static_cast<int>(words.take()), to);
      } else if (src >= n_frames) {
        row_type row;
        fetch_home(src - n_frames, row);
        gather_row(source, row, to);
      } else if (src == 0) {
        gather_row(source, frames_[0], to);
      } else if (src == 1) {
        gather_row(source, frames_[1], to);
      } else {
        gather_row(source, frames_[2], to);
      }
    }
  }

  EXONWEAVE_DEVICE void gather_row(std::uint32_t source, const row_type& row, row_type& to) {
    const int weight = signed_weight(words::entry_weight::of(source));
    const std::uint32_t residue = words::residue::of(source);
    if (residue == words::no_residue) return to.let_in(row, weight);
    row_type made;
    make_below(residue, row, made);
    to.let_in(made, weight);
  }

  // Of any row, and none.
  EXONWEAVE_DEVICE void gather_heavy(std::uint32_t source, int weight, row_type& to) {
    const location src = words::entry_location::of(source);
    if (src == no_row) return;
    if (Lanes::columns_per_word == 2 && weight < floor() - Lanes::highest_lane)
      return;  // no lane is left by so much
    row_type row;
    row.clear(floor());
    let_in_from(src, 0, row);
    const std::uint32_t residue = words::residue::of(source);
    row_type made = row;
    if (residue != words::no_residue) make_below(residue, row, made);
    made.raise(floor() - weight);
    to.let_in(made, weight);
  }

  // F and M of the row below: from the last column to the first, so that `to` may be `row`.
  EXONWEAVE_DEVICE void below(const word (&profile)[profile_type::n_words], const row_type& row,
                              row_type& to) const {
    const word opened = Lanes::splat(-batch_.open);
    const word first = Lanes::shift_in(row.S[kWords - 1], kTiles ? row.edge : floor(), lane_);
#pragma unroll
    for (int c = kWords - 1; c >= 0; --c) {
      word F = row.S[c];
      if constexpr (kAffine) F = to.F[c] = Lanes::add_max(row.S[c], opened, row.F[c]);
      to.S[c] = Lanes::add_max(c > 0 ? row.S[c - 1] : first, Lanes::gain(profile, c), F);
    }
  }

  // The row below by a residue, not closed.
  EXONWEAVE_DEVICE void make_below(std::uint32_t residue, const row_type& row, row_type& to) {
    word profile[profile_type::n_words];
    profile_.read(residue, profile);
    below(profile, row, to);
    if constexpr (kTiles) {
      to.edge = borders_.take(nothing()).last;
      put_border(Lanes::last(to.S[kWords - 1]), floor());
      borders_.end_op();
    }
  }

  EXONWEAVE_DEVICE void step(std::uint32_t op, program_reader& words) {
    const std::uint32_t mask = words::mask::of(op);
    if ((mask & 1) != 0) step_frame<0>(op, words);
    if ((mask & 2) != 0) step_frame<1>(op, words);
    if ((mask & 4) != 0) step_frame<2>(op, words);
    if constexpr (kTiles) borders_.end_op();
  }

  template <int f>
  EXONWEAVE_DEVICE void step_frame(std::uint32_t op, program_reader& words) {
    row_type& row = frames_[f];
    const word opened = Lanes::splat(-batch_.open);
    drift_[f] += batch_.extend;
    word profile[profile_type::n_words];
    profile_.read(words::residue_of(op, f), profile);
    below(profile, row, row);
    int gap = floor();
    if constexpr (kTiles) {
      const border from = borders_.take(nothing());
      row.edge = from.last;
      gap = from.gap;
    }
    if ((words::entries::of(op) >> f & 1) != 0) let_in(words.take(), row);
    int largest_of_lane;
    word E = largest_before(row.S, gap, largest_of_lane);
    E = Lanes::add_max(E, opened, Lanes::splat(Lanes::lowest_lane));
    const word lead = lead_of(f);
    const word along = batch_.counts_ends ? 0 : Lanes::stride(batch_.extend);
#pragma unroll
    for (int c = 0; c < kWords; ++c) {
      const word next_gap = Lanes::add_max(row.S[c], opened, E);
      row.S[c] = Lanes::max3(row.S[c], E, lead + static_cast<word>(c) * along);
      E = next_gap;
    }
    if (batch_.counts_ends && first_column_ == 0)  // before(0) is 0
      row.S[0] = Lanes::max2(row.S[0], Lanes::pack(max(lead_[f], floor()) + drift_[f], Lanes::lowest_lane));
    if constexpr (kTiles) put_border(Lanes::last(row.S[kWords - 1]), gap);
    if (batch_.keeps_rows)
      rows_.tell(row, drift_[f], (words::bounded::of(op) >> f & 1) != 0);
    else if (batch_.has_trails)
      note_trail(f, row.S, largest_of_lane);
    lead_[f] -= job_.residue_cost;
    gain_[f] += job_.residue_cost;
  }

  EXONWEAVE_DEVICE void let_in(std::uint32_t entry, row_type& to) {
    row_type row;
    fetch_home(words::entry_location::of(entry) - n_frames, row);
    const word by = Lanes::splat(signed_weight(words::entry_weight::of(entry)));
#pragma unroll
    for (int c = 0; c < kWords; ++c) {
      to.S[c] = Lanes::add_max(row.S[c], by, to.S[c]);
      if constexpr (kAffine) {
        to.F[c] = Lanes::add_max(row.F[c], by, to.F[c]);
        to.S[c] = Lanes::max2(to.S[c], to.F[c]);
      }
    }
  }

  // L + before(j), in the lane's first column; without that of column 0, where before(j) is what gaps cost.
  [[nodiscard]] EXONWEAVE_DEVICE word lead_of(int f) const {
    if (!batch_.counts_ends) {
      const int lead = max(lead_[f], floor()) + drift_[f];
      return Lanes::pack(lead + batch_.extend * within(), lead + batch_.extend * (within() + kWords));
    }
    // before(j) and the drift of columns make up for each other
    const int begun = lead_[f] - batch_.open - batch_.extend * tile_ * tile_columns;
    return Lanes::splat(max(begun, floor()) + drift_[f]);
  }

  // The largest M in columns left of each of the lane's halves. `gap`: the largest one left of the tile, and then left of the
  // next one. `of_lane`: the largest of this lane.
  EXONWEAVE_DEVICE word largest_before(const word (&M)[kWords], int& gap, int& of_lane) const {
    word largest = M[0];
    int c = 1;
#pragma unroll
    for (; c + 1 < kWords; c += 2) largest = Lanes::max3(largest, M[c], M[c + 1]);
    if (c < kWords) largest = Lanes::max2(largest, M[c]);
    const int low = Lanes::first(largest);
    of_lane = max(low, Lanes::last(largest));
    int before = prefix_maximum(of_lane, floor(), lane_);
    if constexpr (kTiles) {
      before = max(before, gap);
      gap = max(before, of_lane);
    }
    return Lanes::pack(before, max(before, low));
  }

  // The best that a chain may be worth whose last pair lies in this row: a pair, so S is M there. Few rows are: the largest M,
  // with what columns have drifted, tells. best_ holds what they have drifted up to the lane's first one.
  EXONWEAVE_DEVICE void note_trail(int f, const word (&S)[kWords], int largest_of_lane) {
    const int gain = gain_[f] - drift_[f];
    if (!__any_sync(all_lanes, largest_of_lane + gain > best_)) return;
    const bool counts = batch_.counts_ends;
    const word back = Lanes::splat(counts ? 0 : -batch_.extend);
    const int n_real =
        static_cast<int>(job_.n) + 1 - first_column_;  // of the lane's columns and those behind it
    const auto real = [&](int c) { return Lanes::keep(S[c], c < n_real, c + kWords < n_real, floor()); };
    word largest = real(kWords - 1);
#pragma unroll
    for (int c = kWords - 2; c >= 0; --c) largest = Lanes::add_max(largest, back, real(c));
    if (counts) {
      // behind(j) and the drift of columns make up for each other, but for the last column
      const int behind = batch_.open + batch_.extend * (static_cast<int>(job_.n) - first_column_);
      const int best =
          max(max(Lanes::first(largest), Lanes::last(largest)),
              in_column<Lanes>(S, static_cast<int>(job_.n) - first_column_, floor()) + batch_.open);
      best_ = max(best_, best + gain - behind);
    } else {
      const int high = Lanes::last(largest) - (Lanes::columns_per_word - 1) * kWords * batch_.extend;
      best_ = max(best_, max(Lanes::first(largest), high) + gain);
    }
  }

  // ---- rows that are kept ----

  EXONWEAVE_DEVICE void save(std::uint32_t n, program_reader& words) {
    const bool is_kept = batch_.keeps_rows && rows_.begin_checkpoint();
    for (; n > 0; --n) {
      const std::uint32_t entry = words.take();
      if (!is_kept) continue;
      row_type row;
      row.clear(floor());
      let_in_from(words::entry_location::of(entry), signed_weight(words::entry_weight::of(entry)), row);
      rows_.save(row);
    }
  }

  EXONWEAVE_DEVICE void let_in_from(location src, int weight, row_type& to) const {
    if (src == 0) to.let_in(frames_[0], weight);
    if (src == 1) to.let_in(frames_[1], weight);
    if (src == 2) to.let_in(frames_[2], weight);
    if (src < n_frames || src == no_row) return;
    row_type row;
    fetch_home(src - n_frames, row);
    to.let_in(row, weight);
  }

  EXONWEAVE_DEVICE void finish() {
    row_type row;
    row.clear(floor());
    if (job_.sink != no_row) fetch_home(job_.sink - n_frames, row);
    row.write(reinterpret_cast<uint4*>(job_.sink_row) + tile_ * row_type::lane_pieces + lane_);
    const int mine = best_ == INT_MAX ? INT_MIN : best_ - batch_.extend * within();
    const int best = __reduce_max_sync(all_lanes, mine);
    if (lane_ == 0) atomicMax(job_.best_trail, best);
    if constexpr (kTiles) {
      borders_.end_op(true);
      __syncthreads();
    }
  }

  // ---- borders ----

  [[nodiscard]] EXONWEAVE_DEVICE border nothing() const { return {floor(), floor()}; }

  // In the coordinates of the next tile.
  EXONWEAVE_DEVICE void put_border(int last, int gap) {
    const int drift = batch_.extend * tile_columns;
    borders_.put({max(last - drift, floor()), max(gap - drift, floor())});
  }

  const schedule_batch& batch_;
  const schedule_job& job_;
  int lane_, tile_;
  int first_column_;  // of the lane, in the target
  profile_type profile_;
  tile_borders borders_;
  uint4* homes_;  // the lane's first piece
  int* edges_;    // [n_homes] lane_row::edge
  row_writer<Lanes, kWords, kAffine, kTiles> rows_;
  row_type frames_[n_frames];
  // Of the frames: how far lanes have drifted, L, and what T may still gain; less, or more by, the origin.
  int drift_[n_frames], lead_[n_frames], gain_[n_frames];
  int best_;  // of the lane: note_trail
};

}  // namespace exonweave::gpu
