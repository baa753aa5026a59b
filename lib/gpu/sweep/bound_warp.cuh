// A warp's sweep of a tile: see bound_kernel.cuh.
#pragma once

#include <cstdint>

#include "gpu/sweep/bound_kernel.cuh"
#include "gpu/sweep/bound_lanes.cuh"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave::gpu {

using namespace spliced;  // NOLINT: the events

constexpr int n_frames = 3;

/// One warp's sweeps. Rows of frames are S[f], F[f]; junctions J[phase].
template <int C, bool kTiled>
class bound_warp {
 public:
  __device__ bound_warp(const bound_launch& launch, std::uint32_t* profile, int warp, int lane)
      : launch_(launch), profile_(profile), warp_(warp), lane_(lane) {}

  __device__ void sweep(std::uint32_t item) {
    const bound_tile tile = launch_.tiles[item];
    problem_ = launch_.problems + tile.problem;
    track_ = launch_.tracks + problem_->track;
    base_ = problem_->base;
    floor_ = problem_->floor;
    sets_ = track_->sets;
    best_row_ = track_->n_profile_rows - 1;
    if constexpr (kTiled) meet(tile, item);
    make_profile();
    clear();
    const std::uint32_t n_windows = alike(problem_->n_windows);
    for (std::uint32_t w = 0; w < n_windows; ++w) {
      if (kTiled && !may_begin(w)) break;
      best_ = both(base() + static_cast<int>(problem_->least) - 1);
      sweep_window(w);
      tell(w);
      if constexpr (kTiled) tell_neighbours(w);
    }
    if (kTiled && !is_last()) wait_for(&mine_->n_taken, n_windows);
  }
  [[nodiscard]] __device__ bool is_stopped() const {
    return alike(*static_cast<const volatile std::uint32_t*>(&launch_.signals->stop)) != 0;
  }

 private:
  static constexpr int tile_columns = 64 * C;
  static constexpr int row_words = 32 * C;

  [[nodiscard]] __device__ __forceinline__ int base() const { return static_cast<int>(base_); }
  [[nodiscard]] __device__ __forceinline__ std::uint32_t floor() const { return floor_ * 0x10001U; }
  [[nodiscard]] __device__ __forceinline__ int first_column() const { return tile_ * tile_columns + lane_ * C; }
  // What the first columns of both halves are offset by.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t column_offset() const {
    const int low = launch_.extend * first_column();
    return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(low + launch_.extend * 32 * C) << 16;
  }

  // ---- what passes from a tile to the next ----

  [[nodiscard]] __device__ __forceinline__ bool is_first() const { return !kTiled || tile_ == 0; }
  [[nodiscard]] __device__ __forceinline__ bool is_last() const { return !kTiled || is_last_; }

  __device__ void meet(const bound_tile& tile, std::uint32_t item) {
    tile_ = static_cast<int>(alike(tile.tile));
    is_last_ = alike(tile.tile == problem_->n / tile_columns ? 1 : 0) != 0;
    mine_ = launch_.meetings + item;
    if (lane_ == 0) release(&mine_->warp, static_cast<std::uint32_t>(warp_) + 1);
    __syncwarp();
    if (!is_first()) borders_before_ = borders_of(wait_for(&mine_[-1].warp, 1) - 1);
  }
  // False: all is stopped.
  [[nodiscard]] __device__ bool may_begin(std::uint32_t w) const {
    if (!is_first()) wait_for(&mine_[-1].n_done, w + 1);
    if (!is_last() && w >= bound_ring) wait_for(&mine_->n_taken, w + 1 - bound_ring);
    return !is_stopped();
  }
  __device__ void tell_neighbours(std::uint32_t w) const {
    if (lane_ == 0) {
      if (!is_first()) release(&mine_[-1].n_taken, w + 1);
      if (!is_last()) release(&mine_->n_done, w + 1);
    }
    __syncwarp();
  }

  __device__ static void release(std::uint32_t* counter, std::uint32_t value) {
    __threadfence();
    *static_cast<volatile std::uint32_t*>(counter) = value;
  }
  // All lanes, until it is as much, or all is stopped.
  __device__ std::uint32_t wait_for(const std::uint32_t* what, std::uint32_t least) const {
    std::uint32_t value = 0;
    while ((value = alike(*static_cast<const volatile std::uint32_t*>(what))) < least && !is_stopped())
      __nanosleep(100);
    __threadfence();
    return max(value, 1U);
  }
  [[nodiscard]] __device__ std::uint32_t borders_of(std::uint32_t warp) const {
    return warp * bound_ring * launch_.window_triples;
  }

  // ---- a window ----

  __device__ void clear() {
    for (int f = 0; f < n_frames; ++f) {
      R_[f].S.fill(floor());
      R_[f].F.fill(floor());
      J_[f].S.fill(floor());
      J_[f].F.fill(floor());
      T_[f] = TJ_[f] = floor();
      L_[f] = LJ_[f] = nowhere;
      left_S_[f] = floor_;
    }
    stops_ = floor();
    left_J1_ = floor_;
  }

  __device__ void make_profile() {
    const std::uint8_t* const target = launch_.targets + problem_->target;
    const std::uint8_t* const residues = launch_.residues + track_->residues;
    const int last = static_cast<int>(best_row_);
    __syncwarp();
    for (int c = 0; c < C; ++c) {
      int codes[2], best_of_half[2] = {never, never};
      for (int half = 0; half < 2; ++half) {
        const int j = first_column() + c + half * 32 * C;
        codes[half] = j >= 1 && j <= static_cast<int>(problem_->n) ? target[j - 1] : -1;
      }
      for (int row = 0; row <= last; ++row) {
        int earned_of[2] = {best_of_half[0], best_of_half[1]};
        if (row < last) {
          for (int half = 0; half < 2; ++half) {
            const int earned =
                codes[half] < 0 ? never : launch_.matrix[residues[row] * 32 + codes[half]] + 2 * launch_.extend;
            earned_of[half] = earned;
            best_of_half[half] = max(best_of_half[half], earned);
          }
        }
        profile_[row * row_words + columns<C>::place(c, lane_)] = pair_of(earned_of[0], earned_of[1]);
      }
    }
    __syncwarp();
  }

  // The w-th of the problem.
  __device__ void sweep_window(std::uint32_t w) {
    const std::uint32_t window = problem_->first_window + w;
    if (w > 0) begin_window(track_->paid[window], launch_.extend * static_cast<int>(launch_.window_triples));
    const std::uint32_t first = window * launch_.window_triples;
    triples_.go_to(reinterpret_cast<const std::uint32_t*>(track_->triples + first), lane_);
    events_.go_to(track_->events + track_->first_event[window], lane_);
    const std::uint32_t n = alike(min(launch_.window_triples, track_->n_triples - first));
    const std::uint32_t in_ring = w % bound_ring * launch_.window_triples;
    const std::uint32_t border_out = borders_of(static_cast<std::uint32_t>(warp_)) + in_ring,
                        border_in = borders_before_ + in_ring;
    uint4 ahead{};
    if (!is_first()) ahead = __ldcg(launch_.borders + border_in);
    offset_ = 0;
#pragma unroll 1
    for (std::uint32_t t = 0; t < n; ++t) {
      offset_ += launch_.extend;
      if (!is_first()) {
        entering_ = ahead;
        ahead = __ldcg(launch_.borders + border_in + min(t + 1, n - 1));
      }
      make_triple();
      if (!is_last() && lane_ == 31) __stcg(launch_.borders + border_out + t, leaving_);
    }
    if (!is_last()) {
      __threadfence();
      __syncwarp();
    }
  }

  // What has an offset begins anew: rows by triples, junctions by what introns have paid.
  __device__ void begin_window(int paid, int shifted) {
    const auto less = [&](std::uint32_t value, int by) { return add_larger(value, both(-by), floor()); };
    const auto less_left = [&](std::uint32_t value, int by) {
      const int left = static_cast<int>(value) - by;
      return static_cast<std::uint32_t>(max(left, static_cast<int>(floor_)));
    };
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
#pragma unroll
      for (int c = 0; c < C; ++c) {
        R_[f].S.words[c] = less(R_[f].S.words[c], shifted);
        R_[f].F.words[c] = less(R_[f].F.words[c], shifted);
        J_[f].S.words[c] = less(J_[f].S.words[c], paid);
        J_[f].F.words[c] = less(J_[f].F.words[c], paid);
      }
      TJ_[f] = less(TJ_[f], paid);
      LJ_[f] = max(LJ_[f] - paid, nowhere);
      left_S_[f] = less_left(left_S_[f], shifted);
    }
    stops_ = less(stops_, paid);
    left_J1_ = less_left(left_J1_, paid);
  }

  // Of the w-th window, with what other tiles tell.
  __device__ void tell(std::uint32_t w) {
    int best = max(static_cast<int>(best_ & 0xFFFF), static_cast<int>(best_ >> 16));
    best = __reduce_max_sync(all_lanes, best) - base();
    const std::uint32_t first = (problem_->first_window + w) * launch_.window_triples;
    const std::uint32_t n_columns =
        min(problem_->n - static_cast<std::uint32_t>(tile_ * tile_columns), static_cast<std::uint32_t>(tile_columns));
    if (lane_ == 0) {
      atomicAdd(&launch_.signals->cells, 3ULL * min(launch_.window_triples, track_->n_triples - first) * n_columns);
      if (best >= static_cast<int>(problem_->least))
        atomicMax(launch_.bounds + problem_->out + w, static_cast<std::uint32_t>(best));
    }
    __syncwarp();
  }

  // ---- values ----

  // The column left of a lane's first one, in both halves; `border` is left of the tile.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t shifted_in(std::uint32_t last, std::uint32_t border) const {
    const std::uint32_t below = __shfl_sync(all_lanes, last, (lane_ + 31) & 31);
    return lane_ == 0 ? __byte_perm(border, below, 0x5410) : below;
  }
  // Of a row the best of a lane's columns, without their offset.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t best_of(const columns<C>& row) const {
    std::uint32_t best = 0;
#pragma unroll
    for (int c = 0; c < C; ++c) best = add_larger(row.words[c], both(-launch_.extend * c), best);
    return best - column_offset();
  }
  __device__ __forceinline__ void load_profile(std::uint32_t row, columns<C>& loaded) const {
    loaded.load(profile_ + row * row_words, lane_);
  }
  // Of what `above` makes by a codon of a set, `weight` more, the best is let into S and F; S has that of pairs alone.
  __device__ __forceinline__ void align_set(const gap_row<C>& above, std::uint32_t set, std::uint32_t border,
                                            std::uint32_t weight, gap_row<C>& into) const {
    const uint2 rows = launch_.sets[sets_ + set];
    const std::uint64_t all = std::uint64_t{rows.y} << 32 | rows.x;
    const std::uint32_t first = shifted_in(above.S.words[C - 1], border);
    std::uint32_t before = bound_no_set;
#pragma unroll 1
    for (unsigned k = 0; k < bound_stream::max_of_set; ++k) {
      const auto row = static_cast<std::uint32_t>(all >> (8 * k) & 0xFF);
      if (row == before) break;
      before = row;
      align_pairs(above.S, row, first, weight, into.S);
    }
    open_gaps(above, weight, into.F);
  }
  __device__ __forceinline__ void align_any(const gap_row<C>& above, std::uint32_t border, std::uint32_t weight,
                                            gap_row<C>& into) const {
    align_pairs(above.S, best_row_, shifted_in(above.S.words[C - 1], border), weight, into.S);
    open_gaps(above, weight, into.F);
  }
  __device__ __forceinline__ void align_pairs(const columns<C>& above, std::uint32_t row, std::uint32_t first,
                                              std::uint32_t weight, columns<C>& into) const {
    columns<C> d;
    load_profile(row, d);
#pragma unroll
    for (int c = 0; c < C; ++c)
      into.words[c] = add_larger((c == 0 ? first : above.words[c - 1]) + d.words[c], weight, into.words[c]);
  }
  __device__ __forceinline__ void open_gaps(const gap_row<C>& above, std::uint32_t weight, columns<C>& into) const {
#pragma unroll
    for (int c = 0; c < C; ++c)
      into.words[c] =
          add_larger(add_larger(above.S.words[c], both(-launch_.open), above.F.words[c]), weight, into.words[c]);
  }
  // Chains begin in a row that is offset by `offset`, of which the column left of the tile is `left`.
  __device__ __forceinline__ void begin_in(columns<C>& row, std::uint32_t& left, int weight, int offset) const {
    const int here = base() + weight + offset;
    const std::uint32_t first = both(here) + column_offset();
#pragma unroll
    for (int c = 0; c < C; ++c) row.words[c] = add_larger(first, both(launch_.extend * c), row.words[c]);
    if (!is_first()) left = max(left, static_cast<std::uint32_t>(here + launch_.extend * (tile_ * tile_columns - 1)));
  }

  // ---- a triple ----

  __device__ __forceinline__ void make_triple() {
    std::uint32_t rows[n_frames];
#pragma unroll
    for (int f = 0; f < n_frames; ++f) rows[f] = triples_.at(f);
    triples_.skip(4);
    triples_.prepare();
    events_.prepare();
    const std::uint32_t any = rows[0] | rows[1] | rows[2];
    if ((any & (bound_ends | bound_starts)) != 0) touch_rows_above(rows);
    columns<C> M[n_frames];
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
      columns<C> d;
      load_profile(rows[f] & 0xFF, d);
      M[f].words[0] = shifted_in(R_[f].S.words[C - 1], left_S_[f]) + d.words[0];
#pragma unroll
      for (int c = 1; c < C; ++c) M[f].words[c] = R_[f].S.words[c - 1] + d.words[c];
      R_[f].F.let_in(R_[f].S, both(-launch_.open));
      T_[f] = add_larger(T_[f], both(-launch_.end_extend), floor());
      L_[f] = max(L_[f] - launch_.end_extend, nowhere);
    }
    if ((any & bound_kills) != 0) {
#pragma unroll
      for (int f = 0; f < n_frames; ++f)
        if ((rows[f] & bound_kills) != 0) {
          M[f].fill(floor());
          R_[f].F.fill(floor());
          T_[f] = floor();
          L_[f] = nowhere;
        }
    }
    if ((any & (bound_enters_1 | bound_enters_2)) != 0) enter_rows(rows, M);
    close_rows(M);
    if ((any & bound_after) != 0) pass_borders(rows);
    if (!is_first()) {
      left_S_[0] = entering_.x & 0xFFFF;
      left_S_[1] = entering_.y & 0xFFFF;
      left_S_[2] = entering_.z & 0xFFFF;
    }
    if (!is_last())
      leaving_ = make_uint4(R_[0].S.words[C - 1] >> 16 | carry_[0] << 16, R_[1].S.words[C - 1] >> 16 | carry_[1] << 16,
                            R_[2].S.words[C - 1] >> 16 | carry_[2] << 16, 0);
  }

  // Chains end with rows that a stop codon is after, or begin in them with a start codon.
  __device__ __forceinline__ void touch_rows_above(const std::uint32_t (&rows)[n_frames]) {
    const int before = offset_ - launch_.extend;
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
      if ((rows[f] & bound_ends) != 0 && is_live(L_[f])) best_ = largest(best_, best_of(R_[f].S) - both(before), T_[f]);
      if ((rows[f] & bound_starts) != 0) {
        if (!is_live(L_[f])) {
          R_[f].S.fill(floor());
          R_[f].F.fill(floor());
          T_[f] = floor();
          left_S_[f] = floor_;
        }
        const int weight = weight_of(events_.next());
        begin_in(R_[f].S, left_S_[f], weight, before);
        L_[f] = max(L_[f], weight - launch_.end_open);
      }
    }
  }

  // What else comes into rows while they are made.
  __device__ __forceinline__ void enter_rows(const std::uint32_t (&rows)[n_frames], columns<C> (&M)[n_frames]) {
#pragma unroll 1
    for (int f = 0; f < n_frames; ++f) {
      const std::uint32_t events = of_frame(f, rows[0], rows[1], rows[2]);
      if ((events & (bound_enters_1 | bound_enters_2)) == 0) continue;
      gap_row<C> entry;
      entry.S.fill(floor());
      entry.F.fill(floor());
      std::uint32_t T = floor();
      int L = nowhere;
      if ((events & bound_enters_1) != 0) {
        const std::uint32_t word = events_.next();
        const int weight = weight_of(word);
        align_set(J_[1], word >> bound_set_shift & 0xFF, left_J1_, both(weight + offset_ - launch_.extend), entry);
        T = add_larger(TJ_[1], both(weight - launch_.end_extend), T);
        L = max(L, LJ_[1] + weight - launch_.end_extend);
      }
      if ((events & bound_enters_2) != 0) {
        const int weight = weight_of(events_.next());
        entry.S.let_in(J_[2].S, both(weight + offset_));
        entry.F.let_in(J_[2].F, both(weight + offset_));
        T = add_larger(TJ_[2], both(weight), T);
        L = max(L, LJ_[2] + weight);
      }
#pragma unroll
      for (int g = 0; g < n_frames; ++g)
        if (g == f) {
          asm volatile("");
          if (!is_live(L_[g])) {
            M[g].fill(floor());
            R_[g].F.fill(floor());
            T_[g] = floor();
          }
          M[g].let_in(entry.S, 0);
          R_[g].F.let_in(entry.F, 0);
          T_[g] = larger(T_[g], T);
          L_[g] = max(L_[g], L);
        }
    }
  }

  // From pairs to whole rows: gaps, what begins with residues that are not aligned, and what ends so.
  __device__ __forceinline__ void close_rows(const columns<C> (&M)[n_frames]) {
    std::uint32_t A[n_frames], E[n_frames], all[n_frames];
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
      A[f] = M[f].words[0];
#pragma unroll
      for (int c = 1; c + 1 < C; c += 2) A[f] = largest(A[f], M[f].words[c], M[f].words[c + 1]);
      if (C % 2 == 0) A[f] = larger(A[f], M[f].words[C - 1]);
    }
    end_unaligned(M, A);
#pragma unroll
    for (int f = 0; f < n_frames; ++f) all[f] = __reduce_max_sync(all_lanes, A[f] & 0xFFFF);
      // What is below a lane, then the maximum up to each lane: where there is no lane it takes its own value again.
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
      E[f] = __shfl_up_sync(all_lanes, A[f], 1);
      if (lane_ == 0) E[f] = floor();
    }
#pragma unroll
    for (int f = 0; f < n_frames; ++f) E[f] = larger(largest(E[f], up(E[f], 1), up(E[f], 2)), up(E[f], 3));
#pragma unroll
    for (int f = 0; f < n_frames; ++f) E[f] = largest(E[f], up(E[f], 4), up(E[f], 8));
#pragma unroll
    for (int f = 0; f < n_frames; ++f) E[f] = largest(E[f], up(E[f], 12), up(E[f], 24));
#pragma unroll
    for (int f = 0; f < n_frames; ++f) {
      const std::uint32_t entering = is_first() ? floor_ : of_frame(f, entering_.x, entering_.y, entering_.z) >> 16;
      const std::uint32_t of_high = max(all[f], entering);
      if (!is_last()) carry_[f] = max(of_high, __reduce_max_sync(all_lanes, A[f] >> 16));
      E[f] = larger(E[f], entering | of_high << 16) - both(launch_.open);
      const int begun = max(base() + L_[f] + offset_, static_cast<int>(floor_));
      const std::uint32_t first = both(begun) + column_offset();
#pragma unroll
      for (int c = 0; c < C; ++c) {
        R_[f].S.words[c] = add_larger(first, both(launch_.extend * c), largest(M[f].words[c], R_[f].F.words[c], E[f]));
        E[f] = add_larger(M[f].words[c], both(-launch_.open), E[f]);
      }
    }
  }

  // Only where the largest value of a lane, with what its columns are offset by at most, may be more than what ended so
  // before.
  __device__ __forceinline__ void end_unaligned(const columns<C> (&M)[n_frames], const std::uint32_t (&A)[n_frames]) {
    const std::uint32_t less = both(offset_ + launch_.end_open);
    std::uint32_t more = 0;
#pragma unroll
    for (int f = 0; f < n_frames; ++f) more |= larger(A[f] - column_offset() - less, T_[f]) ^ T_[f];
    if (!__any_sync(all_lanes, more != 0)) return;
#pragma unroll
    for (int f = 0; f < n_frames; ++f) T_[f] = larger(T_[f], best_of(M[f]) - less);
  }

  __device__ __forceinline__ static std::uint32_t of_frame(int f, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return f == 0 ? a : f == 1 ? b : c;
  }

  // ---- after a triple ----

  // A row of a frame, out of registers that have numbers.
  struct open_row {
    gap_row<C> row;
    std::uint32_t T;
    int L;
    std::uint32_t left;  // S left of the tile
  };
  __device__ __forceinline__ void take(int f, open_row& opened) const {
    opened.left = is_first() ? floor_ : of_frame(f, entering_.x, entering_.y, entering_.z) & 0xFFFF;
#pragma unroll
    for (int g = 0; g < n_frames; ++g)
      if (g == f) {
        asm volatile("");  // a branch: selects would read all rows
        opened.row = R_[g];
        opened.T = T_[g];
        opened.L = L_[g];
      }
  }
  __device__ __forceinline__ void put_back(int f, const open_row& opened) {
#pragma unroll
    for (int g = 0; g < n_frames; ++g)
      if (g == f) {
        asm volatile("");
        R_[g] = opened.row;
        T_[g] = opened.T;
        L_[g] = opened.L;
      }
  }

  __device__ __forceinline__ void pass_borders(const std::uint32_t (&rows)[n_frames]) {
#pragma unroll 1
    for (int f = 0; f < n_frames; ++f) {
      const std::uint32_t events = of_frame(f, rows[0], rows[1], rows[2]);
      if ((events & bound_after) == 0) continue;
      open_row here;
      take(f, here);
      if (!is_live(here.L)) {
        here.row.S.fill(floor());
        here.row.F.fill(floor());
        here.T = floor();
        if ((events & (bound_enters_0 | bound_begins_cut)) == 0) here.left = floor_;
      }
      if ((events & bound_enters_0) != 0) enter(events, here);
      if ((events & bound_begins_cut) != 0) {
        const int weight = weight_of(events_.next());
        std::uint32_t left = 0;
        begin_in(here.row.S, left, weight, offset_);
        here.L = max(here.L, weight - launch_.end_open);
      }
      if ((events & (bound_enters_0 | bound_begins_cut)) != 0) put_back(f, here);
      if ((events & bound_leaves_0) != 0) leave_whole(here);
      if ((events & bound_leaves_1) != 0) leave_after_one(here);
      if ((events & bound_leaves_2) != 0) leave_after_two(here);
      if ((events & bound_ends_cut) != 0) end_in(best_, here, weight_of(events_.next()));
    }
  }

  __device__ __forceinline__ void enter(std::uint32_t events, open_row& here) {
    const int weight = weight_of(events_.next());
    here.row.S.let_in(J_[0].S, both(weight + offset_));
    here.row.F.let_in(J_[0].F, both(weight + offset_));
    here.T = add_larger(TJ_[0], both(weight), here.T);
    here.L = max(here.L, LJ_[0] + weight);
    if ((events & bound_ends_split) != 0) best_ = add_larger(stops_, both(weight), best_);
    if ((events & bound_passes) != 0) {
      const int passing = weight_of(events_.next());
      align_any(J_[1], left_J1_, both(passing - launch_.extend), J_[2]);
      TJ_[2] = add_larger(TJ_[1], both(passing - launch_.end_extend), TJ_[2]);
      LJ_[2] = max(LJ_[2], LJ_[1] + passing - launch_.end_extend);
      stops_ = add_larger(stops_, both(passing), stops_);
    }
  }

  __device__ __forceinline__ void leave_whole(const open_row& here) {
    const int weight = weight_of(events_.next());
    if (!is_live(here.L)) return;
    J_[0].S.let_in(here.row.S, both(weight - offset_));
    J_[0].F.let_in(here.row.F, both(weight - offset_));
    TJ_[0] = add_larger(here.T, both(weight), TJ_[0]);
    LJ_[0] = max(LJ_[0], here.L + weight);
  }

  __device__ __forceinline__ void leave_after_one(const open_row& here) {
    const std::uint32_t word = events_.next();
    const int weight = weight_of(word);
    if (is_live(here.L)) {
      J_[1].S.let_in(here.row.S, both(weight - offset_));
      J_[1].F.let_in(here.row.F, both(weight - offset_));
      TJ_[1] = add_larger(here.T, both(weight), TJ_[1]);
      LJ_[1] = max(LJ_[1], here.L + weight);
      left_J1_ = max(left_J1_, here.left + weight - offset_);
    }
    if ((word & bound_begins_start) != 0) {
      begin_in(J_[1].S, left_J1_, weight, 0);
      LJ_[1] = max(LJ_[1], weight - launch_.end_open);
    }
    if ((word & bound_begins_stop) != 0 && is_live(here.L)) end_in(stops_, here, weight);
  }

  __device__ __forceinline__ void leave_after_two(const open_row& here) {
    const std::uint32_t word = events_.next();
    const int weight = weight_of(word);
    const std::uint32_t set = word >> bound_set_shift & 0xFF;
    if (set != bound_no_set && (is_live(here.L) || (word & bound_begins_start) != 0)) {
      open_row opened = here;
      if ((word & bound_begins_start) != 0) {
        begin_in(opened.row.S, opened.left, 0, offset_);
        opened.L = max(opened.L, -launch_.end_open);
      }
      align_set(opened.row, set, opened.left, both(weight - offset_ - launch_.extend), J_[2]);
      TJ_[2] = add_larger(opened.T, both(weight - launch_.end_extend), TJ_[2]);
      LJ_[2] = max(LJ_[2], opened.L + weight - launch_.end_extend);
    }
    if ((word & bound_begins_stop) != 0 && is_live(here.L)) end_in(stops_, here, weight);
  }

  // What chains score that end with a row, `weight` more.
  __device__ __forceinline__ void end_in(std::uint32_t& best, const open_row& here, int weight) const {
    best = add_larger(best_of(here.row.S) - both(offset_), both(weight), best);
    best = add_larger(here.T, both(weight), best);
  }

  // By what has no pair. Where there is no such chain there is none, whatever a row holds: it is cleared when one
  // comes.
  [[nodiscard]] __device__ __forceinline__ static bool is_live(int L) { return L > nowhere / 2; }

  static constexpr int nowhere = -(1 << 24);  // of what nothing reaches that has no pair
  static constexpr int never = -600;          // of columns that no residue stands for

  const bound_launch& launch_;
  std::uint32_t* profile_;
  int warp_, lane_;
  bound_meeting* mine_ = nullptr;
  std::uint32_t borders_before_ = 0;  // borders of the tile before

  const bound_problem* problem_ = nullptr;
  const bound_track* track_ = nullptr;
  std::uint32_t base_ = 0, floor_ = 0, sets_ = 0, best_row_ = 0;  // of them
  int tile_ = 0;  // and whether it is the last one: where there are several
  bool is_last_ = true;
  int offset_ = 0;
  word_reader triples_, events_;
  uint4 entering_, leaving_;  // what crosses into the tile in a triple, and out of it
  gap_row<C> R_[n_frames];    // rows by frame
  gap_row<C> J_[n_frames];    // junctions, by how many bases of a codon lie before the donor
  std::uint32_t T_[n_frames],
      TJ_[n_frames];                          // chains that have their last pair after them, by lanes: base + score
  int L_[n_frames], LJ_[n_frames];            // chains that have no pair as yet: scores, alike in all lanes
  std::uint32_t stops_;                       // chains that end with the stop codon which an intron splits, by lanes
  std::uint32_t best_;                        // that ended in the window, by lanes
  std::uint32_t left_S_[n_frames], left_J1_;  // left of the tile
  std::uint32_t carry_[n_frames];
};

}  // namespace exonweave::gpu
