#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <future>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "gpu/device/cuda_call.cuh"
#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "spliced/engine/last_rows_pass.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::gpu {

// The spliced alignment of one exon by one block of threads, as Nolasco and Moreano (2014) published it for linear
// gaps:
//
//   1  the entry row P is gathered from the last rows of all exons that may come before, some columns for each thread;
//   2  anti-diagonals, one after the other; three of them are at hand, or what their layout needs of these;
//   3  the last row is written.
//
// Blocks of several problems may be in one launch. Exons longer than a block go in pieces of as many rows as there are
// threads, targets in tiles of columns. Of a tile the right border is kept for the next one: two columns in turn.

constexpr std::uint32_t max_threads = 1024;
constexpr std::uint32_t tile_columns = 4096;

/// A problem on the device.
struct literal_problem {
  const literal_task* tasks;
  const literal_input* inputs;
  const spliced::residue_code* residues;
  const spliced::residue_code* target;  // t_1..t_n
  spliced::score* rows;                 // [tasks][row_length] last rows; the source's is there
  std::uint32_t n_columns;              // n + 1
  std::uint32_t row_length;             // n_columns, rounded up to what is read at once
};

/// Columns of a row that a thread reads at once.
constexpr std::uint32_t read_columns = 4;

/// What a block aligns.
struct literal_block {
  std::uint32_t problem, task;
};

/// Blocks of one or several problems, none of which reads a row that another one makes. All in device memory.
struct literal_launch {
  const literal_problem* problems;
  const literal_block* blocks;
  std::uint32_t n_blocks;
  const spliced::score* substitution;  // [n_codes][n_codes]
  std::uint32_t n_codes;
  spliced::score extend;       // a gap costs as much per symbol
  spliced::score* borders;     // [n_blocks][2][max_residues]
  std::uint32_t max_residues;  // of a task
  spliced::score* cells;       // [n_blocks][max_threads][tile_columns]; conventional layout alone
};

/// Each block has `n_threads`. Throws device_failure.
void align_exons(diagonal_layout layout, const literal_launch& launch, std::uint32_t n_threads, cudaStream_t on);

namespace {

using spliced::alignment_job;
using spliced::large_vector;
using spliced::node_id;
using spliced::problem;
using spliced::score;

constexpr std::uint32_t warp = 32;
// Columns are gathered by them: by many where there are more multiprocessors than blocks.
constexpr std::uint32_t fewest_threads = 256, fewest_of_few_blocks = 1024;
constexpr std::uint32_t launches_between_stops = 64;

// What problems that are computed together need on the device, kept for the next ones.
struct workspace {
  stream on;
  buffer<pinned_memory> staged, blocks_here, rows_back;
  buffer<device_memory> input, blocks, rows, borders, cells;
};

// Copies arrays to the device as one.
class staging {
 public:
  staging(workspace& space, std::size_t bytes)
      : space_(space),
        host_(space.staged.room_for<std::byte>(bytes)),
        device_(space.input.room_for<std::byte>(bytes)) {}

  template <class T>
  static std::size_t bytes_of(std::size_t n) {
    return (n * sizeof(T) + alignment - 1) / alignment * alignment;
  }
  template <class T>
  const T* add(std::span<const T> values) {
    std::copy(values.begin(), values.end(), reinterpret_cast<T*>(host_ + used_));
    const std::byte* const place = device_ + used_;
    used_ += bytes_of<T>(values.size());
    return reinterpret_cast<const T*>(place);
  }
  void send() {
    check(cudaMemcpyAsync(device_, host_, used_, cudaMemcpyHostToDevice, space_.on.get()), "a copy to the device");
  }

 private:
  static constexpr std::size_t alignment = 16;
  workspace& space_;
  std::byte *host_, *device_;
  std::size_t used_ = 0;
};

// A job, and how far its tasks have been launched.
struct literal_job {
  const alignment_job* requested;
  literal_plan plan;
  std::size_t row_length;  // see literal_problem
  std::size_t rows = 0;    // of those of all jobs, where its own begin
  std::uint32_t next = 1;  // task

  [[nodiscard]] std::size_t n_rows() const { return plan.tasks.size() * row_length; }
  [[nodiscard]] bool is_done() const { return next == plan.tasks.size(); }
};

// The last rows of a job's nodes, by those of its tasks.
class rows_of_tasks final : public spliced::last_rows {
 public:
  rows_of_tasks(const literal_job& job, const score* rows)
      : row_of_(job.plan.row_of),
        n_columns_(job.requested->input.n_columns()),
        row_length_(job.row_length),
        rows_(rows, rows + job.n_rows()),
        with_weight_(row_of_.size()),
        bounds_(job.plan.tasks.size(), not_known) {}

  std::span<const score> of(node_id v) override {
    const auto [task, weight] = row_of_[v];
    const auto row = std::span<const score>(rows_).subspan(task * row_length_, n_columns_);
    if (weight == 0) return row;
    std::vector<score>& made = with_weight_[v];
    if (made.empty())
      std::ranges::transform(row, std::back_inserter(made), [&](score value) { return value + weight; });
    return made;
  }

  score bound(node_id v) override {
    const auto [task, weight] = row_of_[v];
    score& known = bounds_[task];
    if (known == not_known)
      known = std::ranges::max(std::span<const score>(rows_).subspan(task * row_length_, n_columns_));
    return known + weight;
  }

 private:
  static constexpr score not_known = std::numeric_limits<score>::max();

  std::vector<literal_input> row_of_;
  std::size_t n_columns_, row_length_;
  large_vector<score> rows_;                     // [tasks][row_length]
  std::vector<std::vector<score>> with_weight_;  // [nodes] those that were requested and have one
  std::vector<score> bounds_;                    // [tasks]
};

// Some jobs, computed together: launch k has the k-th overlap group of each, or its k-th exon.
class joint_run {
 public:
  joint_run(std::span<literal_job> jobs, parallelism how, diagonal_layout layout, std::uint32_t n_multiprocessors,
            workspace& space)
      : jobs_(jobs), how_(how), layout_(layout), n_multiprocessors_(n_multiprocessors), space_(space) {
    for (literal_job& each : jobs_) {
      each.rows = n_rows_;
      n_rows_ += each.n_rows();
      n_tasks_ += each.plan.tasks.size();
      max_residues_ = std::max(max_residues_, each.plan.max_residues);
    }
  }

  // [jobs]
  std::vector<std::unique_ptr<spliced::last_rows>> find_last_rows() {
    const wait_at_end guard(space_.on.get());
    rows_ = space_.rows.room_for<score>(n_rows_);
    send();
    launch_all();
    score* const back = space_.rows_back.room_for<score>(n_rows_);
    check(cudaMemcpyAsync(back, rows_, n_rows_ * sizeof(score), cudaMemcpyDeviceToHost, space_.on.get()),
          "a copy from the device");
    space_.on.wait();
    std::vector<std::unique_ptr<spliced::last_rows>> found;
    for (const literal_job& each : jobs_) found.push_back(std::make_unique<rows_of_tasks>(each, back + each.rows));
    return found;
  }

 private:
  void send() {
    const problem& first = jobs_.front().requested->input;
    const std::vector<score> table = substitution_table<score>(*first.substitution);
    std::size_t bytes = staging::bytes_of<score>(table.size()) + staging::bytes_of<literal_problem>(jobs_.size());
    for (const literal_job& each : jobs_) {
      const problem& p = each.requested->input;
      bytes += staging::bytes_of<literal_task>(each.plan.tasks.size()) +
               staging::bytes_of<literal_input>(each.plan.inputs.size()) +
               staging::bytes_of<spliced::residue_code>(p.graph.residues.size()) +
               staging::bytes_of<spliced::residue_code>(p.target.size()) + staging::bytes_of<score>(p.n_columns());
    }
    staging sent(space_, bytes);
    std::vector<literal_problem> problems;
    std::vector<std::pair<const score*, const literal_job*>> sources;
    for (const literal_job& each : jobs_) {
      const problem& p = each.requested->input;
      literal_problem& made = problems.emplace_back();
      made.tasks = sent.add(std::span(each.plan.tasks));
      made.inputs = sent.add(std::span(each.plan.inputs));
      made.residues = sent.add(p.graph.residues);
      made.target = sent.add(p.target);
      made.rows = rows_ + each.rows;
      made.n_columns = static_cast<std::uint32_t>(p.n_columns());
      made.row_length = static_cast<std::uint32_t>(each.row_length);
      std::vector<score> source(p.n_columns());
      for (std::size_t j = 0; j < source.size(); ++j) source[j] = p.before(j);
      sources.emplace_back(sent.add(std::span<const score>(source)), &each);
    }
    launch_.problems = sent.add(std::span<const literal_problem>(problems));
    launch_.substitution = sent.add(std::span<const score>(table));
    launch_.n_codes = static_cast<std::uint32_t>(first.substitution->n_codes());
    launch_.extend = first.gaps.extend;
    launch_.max_residues = max_residues_;
    sent.send();
    for (const auto& [source, job] : sources)
      check(cudaMemcpyAsync(rows_ + job->rows, source, job->requested->input.n_columns() * sizeof(score),
                            cudaMemcpyDeviceToDevice, space_.on.get()),
            "a copy on the device");
  }

  // The host finds the next groups while the device computes the ones before.
  void launch_all() {
    // Of an overlap group no more exons than there are.
    const std::size_t max_blocks = how_ == parallelism::intra ? jobs_.size() : n_tasks_;
    launch_.borders = space_.borders.room_for<score>(max_blocks * 2 * max_residues_);
    if (layout_ == diagonal_layout::conventional)
      launch_.cells = space_.cells.room_for<score>(max_blocks * max_threads * tile_columns);
    auto* const here = space_.blocks_here.room_for<literal_block>(n_tasks_);
    auto* const there = space_.blocks.room_for<literal_block>(n_tasks_);
    std::size_t n_done = 0;
    for (std::uint32_t n_launched = 0;; ++n_launched) {
      std::uint32_t n = 0, longest = 0;
      for (std::uint32_t j = 0; j < jobs_.size(); ++j) {
        literal_job& job = jobs_[j];
        if (job.is_done()) continue;
        const std::uint32_t end = how_ == parallelism::intra ? job.next + 1 : end_of_group(job.plan, job.next);
        for (; job.next < end; ++job.next) {
          longest = std::max(longest, job.plan.tasks[job.next].n_residues);
          here[n_done + n++] = {j, job.next};
        }
      }
      if (n == 0) break;
      check(cudaMemcpyAsync(there + n_done, here + n_done, n * sizeof *here, cudaMemcpyHostToDevice, space_.on.get()),
            "a copy to the device");
      launch_.blocks = there + n_done;
      launch_.n_blocks = n;
      const std::uint32_t fewest = n < n_multiprocessors_ ? fewest_of_few_blocks : fewest_threads;
      align_exons(layout_, launch_, std::clamp((longest + warp - 1) / warp * warp, fewest, max_threads),
                  space_.on.get());
      n_done += n;
      const alignment_job& any = *jobs_.front().requested;
      if (any.control != nullptr && n_launched % launches_between_stops == 0) any.control->throw_if_stopped();
    }
  }

  std::span<literal_job> jobs_;
  parallelism how_;
  diagonal_layout layout_;
  std::uint32_t n_multiprocessors_;
  workspace& space_;
  std::size_t n_rows_ = 0, n_tasks_ = 0;
  std::uint32_t max_residues_ = 0;
  score* rows_ = nullptr;
  literal_launch launch_{};
};

class literal_engine final : public spliced::engine {
 public:
  literal_engine(parallelism how, diagonal_layout layout) : how_(how), layout_(layout) {
    if (how == parallelism::inter && layout == diagonal_layout::conventional)
      throw std::invalid_argument("the conventional layout is for one exon at a time");
    device_ = first_usable_device();
    int n = 0;
    check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device_), "the device");
    n_multiprocessors_ = static_cast<std::uint32_t>(n);
  }

  [[nodiscard]] const spliced::engine_facts& facts() const override { return literal_facts(how_); }

  [[nodiscard]] std::string refusal(const problem& p) const override {
    if (std::string why = engine::refusal(p); !why.empty()) return why;
    const bool has_residues = std::any_of(p.graph.edges.begin(), p.graph.edges.end(), [](const spliced::edge& each) {
      return each.residue != spliced::no_residue;
    });
    return has_residues ? "it takes no residues on edges" : "";
  }

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    return start(std::span(&job, 1)).front().get();
  }

  // The conventional layout has cells in memory, enough for one exon at a time.
  [[nodiscard]] std::size_t batch_size(const problem&) const override {
    return layout_ == diagonal_layout::conventional ? 1 : facts().jobs_at_once;
  }

  [[nodiscard]] std::vector<spliced::started_pass> start(std::span<const alignment_job> jobs) const override {
    std::vector<std::promise<std::unique_ptr<spliced::row_pass>>> reported(jobs.size());
    std::vector<std::size_t> taken;
    for (std::size_t j = 0; j < jobs.size(); ++j) try {
        check_job(jobs[j]);
        taken.push_back(j);
      } catch (...) {
        reported[j].set_exception(std::current_exception());
      }
    // Those of a like length together: their exons take equally long.
    std::ranges::stable_sort(taken, std::ranges::greater(), [&](std::size_t j) { return cells_of(jobs[j]); });
    std::vector<std::span<const std::size_t>> groups = groups_of(taken, jobs);
    const run_control never_stopped;
    const auto* const control = jobs.empty() || jobs.front().control == nullptr ? &never_stopped : jobs.front().control;
    on_threads(runs_at_once, groups.size(), *control,
               [&] { return [&](std::size_t g) { run(groups[g], jobs, reported); }; });
    control->throw_if_stopped();
    std::vector<spliced::started_pass> started;
    for (auto& each : reported) started.push_back(each.get_future());
    return started;
  }

  // The rows come back through pinned memory.
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override {
    return 2 * spliced::last_rows_pass::bytes_for(job.input);
  }

 private:
  static constexpr std::size_t runs_at_once = 8;

  static std::uint64_t cells_of(const alignment_job& job) {
    return std::uint64_t{job.input.graph.residues.size()} * job.input.n_columns();
  }

  void check_job(const alignment_job& job) const {
    check_refusal(*this, job);
    check_score_range(job);
    if (const std::uint64_t least = min_memory(job); least > job.memory) throw memory_exceeded(least, job.memory);
  }

  // Each has rows that a run holds at once; a large job is alone, since it has more launches than the others.
  std::vector<std::span<const std::size_t>> groups_of(std::span<const std::size_t> taken,
                                                      std::span<const alignment_job> jobs) const {
    constexpr std::uint64_t max_bytes = std::uint64_t{64} << 20, large = 400'000'000;  // cells
    std::vector<std::span<const std::size_t>> groups;
    for (std::size_t first = 0, last = 0; first < taken.size(); first = last) {
      std::uint64_t bytes = 0;
      const bool is_large = cells_of(jobs[taken[first]]) > large;
      for (; last < taken.size() && (last == first || !is_large); ++last) {
        const alignment_job& job = jobs[taken[last]];
        bytes += job.input.graph.size() * job.input.n_columns() * sizeof(score);
        if (last > first && (bytes > max_bytes || layout_ == diagonal_layout::conventional)) break;
      }
      groups.push_back(taken.subspan(first, last - first));
    }
    return groups;
  }

  void run(std::span<const std::size_t> group, std::span<const alignment_job> all,
           std::vector<std::promise<std::unique_ptr<spliced::row_pass>>>& reported) const {
    check(cudaSetDevice(device_), "the device");
    std::vector<literal_job> jobs;
    for (const std::size_t j : group) {
      const std::size_t n_columns = all[j].input.n_columns();
      jobs.push_back({&all[j], make_literal_plan(all[j].input.graph),
                      (n_columns + read_columns - 1) / read_columns * read_columns});
    }
    std::unique_ptr<workspace> space = take_workspace();
    auto rows = joint_run(jobs, how_, layout_, n_multiprocessors_, *space).find_last_rows();
    keep_workspace(std::move(space));
    for (std::size_t k = 0; k < group.size(); ++k) {
      const alignment_job& job = all[group[k]];
      if (job.planned != nullptr) job.planned->add_part(0, 1);
      reported[group[k]].set_value(std::make_unique<spliced::last_rows_pass>(job.input, std::move(rows[k])));
    }
  }

  [[nodiscard]] std::unique_ptr<workspace> take_workspace() const {
    const std::lock_guard lock(idle_guard_);
    if (idle_.empty()) return std::make_unique<workspace>();
    std::unique_ptr<workspace> taken = std::move(idle_.back());
    idle_.pop_back();
    return taken;
  }
  void keep_workspace(std::unique_ptr<workspace> used) const {
    const std::lock_guard lock(idle_guard_);
    idle_.push_back(std::move(used));
  }

  parallelism how_;
  diagonal_layout layout_;
  int device_ = 0;
  std::uint32_t n_multiprocessors_ = 0;
  mutable std::mutex idle_guard_;
  mutable std::vector<std::unique_ptr<workspace>> idle_;
};

}  // namespace

std::unique_ptr<spliced::engine> make_literal_engine(parallelism how, diagonal_layout layout) {
  return std::make_unique<literal_engine>(how, layout);
}

namespace {

using spliced::residue_code;

constexpr score unreachable = spliced::unreachable;

// One exon in one tile of columns. All members are the same for all threads of the block.
struct exon_tile {
  const literal_problem& problem;
  score extend;
  std::uint32_t n_codes;
  const residue_code* residues;
  std::uint32_t n_residues;
  std::uint32_t first;        // column
  std::uint32_t n;            // columns
  const score* left;          // [n_residues] the column before the first
  score* right;               // [n_residues] the last column
  const score* substitution;  // shared memory
  score* top;                 // shared memory, [1 + n] the row above, from the column before the first on
  score* diagonals;           // shared memory, [3][blockDim.x]
  score* cells;               // [blockDim.x][n] of the conventional layout
  residue_code* symbols;      // shared memory, [n] the target's symbol of each column; any for column 0

  __device__ score left_of(std::uint32_t row) const { return first > 0 ? left[row] : unreachable; }
};

__device__ score entry_of(const exon_tile& tile, const literal_task& task, std::uint32_t column) {
  score best = unreachable;
  for (std::uint32_t i = task.first_input; i < task.last_input; ++i) {
    const literal_input input = tile.problem.inputs[i];
    best = max(best, tile.problem.rows[std::size_t{input.task} * tile.problem.row_length + column] + input.weight);
  }
  return best;
}

// Phase 1, and the tile's part of the target.
__device__ void gather_entry(const exon_tile& tile, const literal_task& task) {
  if (threadIdx.x == 0) tile.top[0] = tile.first > 0 ? entry_of(tile, task, tile.first - 1) : unreachable;
  for (std::uint32_t x = read_columns * threadIdx.x; x < tile.n; x += read_columns * blockDim.x) {
    int4 best = {unreachable, unreachable, unreachable, unreachable};
#pragma unroll 8  // as many loads are under way at a time
    for (std::uint32_t i = task.first_input; i < task.last_input; ++i) {
      const literal_input input = tile.problem.inputs[i];
      const int4 row = *reinterpret_cast<const int4*>(
          tile.problem.rows + std::size_t{input.task} * tile.problem.row_length + tile.first + x);
      best = {max(best.x, row.x + input.weight), max(best.y, row.y + input.weight), max(best.z, row.z + input.weight),
              max(best.w, row.w + input.weight)};
    }
    score* const cells = tile.top + 1 + x;  // what lies after the last column is nobody's
    cells[0] = best.x;
    if (x + 1 < tile.n) cells[1] = best.y;
    if (x + 2 < tile.n) cells[2] = best.z;
    if (x + 3 < tile.n) cells[3] = best.w;
  }
  for (std::uint32_t x = threadIdx.x; x < tile.n; x += blockDim.x)
    tile.symbols[x] = tile.first + x > 0 ? tile.problem.target[tile.first + x - 1] : residue_code{0};
}

// The cells of an anti-diagonal and of the two before, each by its row: of the piece for which a thread is there.
template <diagonal_layout kLayout>
class diagonals_at_hand {
 public:
  __device__ explicit diagonals_at_hand(const exon_tile& tile)
      : tile_(tile),
        here_(tile.diagonals),
        before_(tile.diagonals + blockDim.x),
        before_that_(tile.diagonals + 2 * blockDim.x) {}

  __device__ void go_on() {
    score* const free = before_that_;
    before_that_ = before_;
    before_ = here_;
    here_ = free;
  }

  // On diagonal d.
  __device__ std::uint32_t row_of_thread(std::uint32_t d) const {
    return kLayout == diagonal_layout::left_aligned ? threadIdx.x + first_row(d) : threadIdx.x;
  }
  __device__ score* here(std::uint32_t d, std::uint32_t row) const { return at(here_, d, row); }
  __device__ const score* left(std::uint32_t d, std::uint32_t row) const { return at(before_, d - 1, row); }
  __device__ const score* up(std::uint32_t d, std::uint32_t row) const { return at(before_, d - 1, row - 1); }
  __device__ const score* diagonal(std::uint32_t d, std::uint32_t row) const {
    return at(before_that_, d - 2, row - 1);
  }

 private:
  // The first row that has a cell on a diagonal.
  __device__ std::uint32_t first_row(std::uint32_t d) const { return d < tile_.n ? 0 : d - (tile_.n - 1); }
  __device__ score* at(score* cells, std::uint32_t d, std::uint32_t row) const {
    if constexpr (kLayout == diagonal_layout::conventional) return tile_.cells + std::size_t{row} * tile_.n + (d - row);
    if constexpr (kLayout == diagonal_layout::left_aligned) row -= first_row(d);
    return cells + row;
  }

  const exon_tile& tile_;
  score *here_, *before_, *before_that_;
};

// Of the warps that have rows; the others wait for the end of the piece.
__device__ void wait_for_diagonal(std::uint32_t n_threads) {
  asm volatile("bar.sync 1, %0;" ::"r"(n_threads) : "memory");
}

// Phase 2, rows [first_row, first_row + n_rows) of the exon, where cells of all anti-diagonals at hand are in memory;
// `top` is the row above, and becomes the last of these. What a thread's next cells pair is read ahead, the symbol two
// diagonals and the score one, so that nothing that is read waits for another.
template <diagonal_layout kLayout>
__device__ void sweep_piece(const exon_tile& tile, std::uint32_t first_row, std::uint32_t n_rows) {
  const std::uint32_t n_threads = (n_rows + warp - 1) / warp * warp;
  if (threadIdx.x >= n_threads) return;
  diagonals_at_hand<kLayout> near(tile);
  const auto symbol_on = [&](std::uint32_t d) {
    const std::uint32_t x = d - near.row_of_thread(d);
    return x < tile.n ? tile.symbols[x] : residue_code{0};
  };
  const auto pair_on = [&](std::uint32_t d, residue_code symbol) {
    const std::uint32_t row = near.row_of_thread(d);
    const residue_code residue = row < n_rows ? tile.residues[first_row + row] : residue_code{0};
    return tile.substitution[residue * tile.n_codes + symbol];
  };
  score above_before = tile.top[0];  // of row 0: the row above, one column to the left
  score pair = pair_on(0, symbol_on(0));
  residue_code symbol = symbol_on(1);
  wait_for_diagonal(n_threads);
  for (std::uint32_t d = 0; d + 1 < n_rows + tile.n; ++d) {
    const residue_code symbol_after_next = symbol_on(d + 2);
    const score next_pair = pair_on(d + 1, symbol);
    const std::uint32_t row = near.row_of_thread(d), x = d - row;
    if (row < n_rows && x < tile.n) {
      const bool is_first = row == 0;
      score* const here = near.here(d, row);  // read where there is nothing to be read: nobody else writes it
      score left = *(x > 0 ? near.left(d, row) : here);
      const score up = *(is_first ? tile.top + x + 1 : near.up(d, row));
      score diagonal = *(is_first || x == 0 ? here : near.diagonal(d, row));
      if (x == 0) {
        left = tile.left_of(first_row + row);
        if (!is_first) diagonal = tile.left_of(first_row + row - 1);
      }
      // After the first columns a left-aligned thread 0 goes on to other rows.
      if (is_first) {
        diagonal = above_before;
        above_before = up;
      }
      score best = max(up, left) - tile.extend;
      if (tile.first + x > 0) best = max(best, diagonal + pair);
      *here = best;
      if (row + 1 == n_rows) {
        tile.top[x + 1] = best;
        if (x == 0) tile.top[0] = tile.left_of(first_row + row);
      }
      if (x + 1 == tile.n) tile.right[first_row + row] = best;
    }
    pair = next_pair;
    symbol = symbol_after_next;
    near.go_on();
    wait_for_diagonal(n_threads);
  }
}

// A row of a right-aligned piece, with its thread: what is to the left of its cell and diagonal to it are the thread's
// own, in registers. Of others it needs the cell above: of two anti-diagonals, in turn.
class row_of_thread {
 public:
  __device__ row_of_thread(const exon_tile& tile, std::uint32_t first_row, std::uint32_t n_rows)
      : tile_(tile),
        is_first_(threadIdx.x == 0),
        is_last_(threadIdx.x + 1 == n_rows),
        n_(threadIdx.x < n_rows ? tile.n : 0),
        x_(0 - threadIdx.x) {
    const std::uint32_t row = first_row + threadIdx.x;
    pairs_ = tile.substitution + (n_ > 0 ? tile.residues[row] : residue_code{0}) * tile.n_codes;
    left_ = n_ > 0 ? tile.left_of(row) : unreachable;
    diagonal_ = is_first_ ? tile.top[0] : n_ > 0 ? tile.left_of(row - 1) : unreachable;
    if (tile.first == 0) diagonal_ = unreachable - spliced::score_limit;  // column 0 pairs nothing
    pair_ = pairs_[symbol_at(x_)];
    symbol_ = symbol_at(x_ + 1);
  }

  /// The next anti-diagonal. kIsInner: all threads are within the tile, and will be in the next two.
  template <bool kIsInner>
  __device__ void go_on(score* here, const score* before) {
    const residue_code symbol_after_next = kIsInner ? tile_.symbols[x_ + 2] : symbol_at(x_ + 2);
    const score next_pair = pairs_[symbol_];
    if (kIsInner || x_ < n_) {
      const score up = *(is_first_ ? tile_.top + x_ + 1 : before + threadIdx.x - 1);
      left_ = max(max(up, left_) - tile_.extend, diagonal_ + pair_);
      diagonal_ = up;
      here[threadIdx.x] = left_;  // of rows after the last one too, which nobody reads
      if (is_last_) tile_.top[x_ + 1] = left_;
    }
    pair_ = next_pair;
    symbol_ = symbol_after_next;
    ++x_;
  }

  /// Of its last cell so far; at first of the column before the tile.
  [[nodiscard]] __device__ score value() const { return left_; }
  [[nodiscard]] __device__ bool is_last() const { return is_last_; }

 private:
  __device__ residue_code symbol_at(std::uint32_t x) const { return x < n_ ? tile_.symbols[x] : residue_code{0}; }

  const exon_tile& tile_;
  bool is_first_, is_last_;
  std::uint32_t n_, x_;  // columns, and the next one: before the first, what wraps around is none
  const score* pairs_;
  score left_, diagonal_, pair_;
  residue_code symbol_;
};

template <>
__device__ void sweep_piece<diagonal_layout::right_aligned>(const exon_tile& tile, std::uint32_t first_row,
                                                            std::uint32_t n_rows) {
  const std::uint32_t n_threads = (n_rows + warp - 1) / warp * warp;
  if (threadIdx.x >= n_threads) return;
  row_of_thread row(tile, first_row, n_rows);
  wait_for_diagonal(n_threads);
  if (row.is_last()) tile.top[0] = row.value();
  score *here = tile.diagonals, *before = here + blockDim.x;
  std::uint32_t d = 0;
  const auto sweep_to = [&](std::uint32_t end) {
    for (; d < end; ++d) {
      row.go_on<false>(here, before);
      wait_for_diagonal(n_threads);
      score* const free = before;
      before = here;
      here = free;
    }
  };
  const std::uint32_t n_diagonals = n_rows + tile.n - 1;
  sweep_to(min(n_threads, n_diagonals));
  for (; d + 4 <= tile.n; d += 2) {
    row.go_on<true>(here, before);
    wait_for_diagonal(n_threads);
    row.go_on<true>(before, here);
    wait_for_diagonal(n_threads);
  }
  sweep_to(n_diagonals);
  if (threadIdx.x < n_rows) tile.right[first_row + threadIdx.x] = row.value();
}

template <diagonal_layout kLayout>
__global__ void align_exons_of(literal_launch launch) {
  extern __shared__ score shared[];
  const literal_block block = launch.blocks[blockIdx.x];
  const literal_problem problem = launch.problems[block.problem];
  const literal_task task = problem.tasks[block.task];
  const std::uint32_t n_scores = launch.n_codes * launch.n_codes;
  score* const substitution = shared;
  score* const top = substitution + n_scores;
  score* const diagonals = top + tile_columns + 1;
  auto* const symbols = reinterpret_cast<residue_code*>(diagonals + 3 * blockDim.x);
  for (std::uint32_t k = threadIdx.x; k < n_scores; k += blockDim.x) substitution[k] = launch.substitution[k];
  score* left = launch.borders + std::size_t{blockIdx.x} * 2 * launch.max_residues;
  score* right = left + launch.max_residues;
  score* const cells = launch.cells + std::size_t{blockIdx.x} * max_threads * tile_columns;
  score* const row = problem.rows + std::size_t{block.task} * problem.row_length;
  for (std::uint32_t column = 0; column < problem.n_columns; column += tile_columns) {
    const exon_tile tile{problem,
                         launch.extend,
                         launch.n_codes,
                         problem.residues + task.first_residue,
                         task.n_residues,
                         column,
                         min(tile_columns, problem.n_columns - column),
                         left,
                         right,
                         substitution,
                         top,
                         diagonals,
                         cells,
                         symbols};
    gather_entry(tile, task);
    __syncthreads();
    for (std::uint32_t i = 0; i < task.n_residues; i += blockDim.x) {
      sweep_piece<kLayout>(tile, i, min(blockDim.x, task.n_residues - i));
      __syncthreads();
    }
    for (std::uint32_t x = threadIdx.x; x < tile.n; x += blockDim.x) row[column + x] = top[x + 1];  // phase 3
    __syncthreads();
    score* const before = left;
    left = right;
    right = before;
  }
}

// Bytes of shared memory that a block needs.
std::size_t shared_bytes(std::uint32_t n_codes, std::uint32_t n_threads) {
  const std::size_t n_scores = std::size_t{n_codes} * n_codes + tile_columns + 1 + std::size_t{3} * n_threads;
  return n_scores * sizeof(score) + tile_columns * sizeof(residue_code);
}

}  // namespace

void align_exons(diagonal_layout layout, const literal_launch& launch, std::uint32_t n_threads, cudaStream_t on) {
  const std::size_t shared = shared_bytes(launch.n_codes, n_threads);
  switch (layout) {
    case diagonal_layout::conventional:
      align_exons_of<diagonal_layout::conventional><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
    case diagonal_layout::left_aligned:
      align_exons_of<diagonal_layout::left_aligned><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
    case diagonal_layout::right_aligned:
      align_exons_of<diagonal_layout::right_aligned><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
  }
  check(cudaGetLastError(), "a launch");
}

}  // namespace exonweave::gpu
