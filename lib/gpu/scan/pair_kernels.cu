#include <algorithm>
#include <array>
#include <map>

#include "gpu/cuda_call.cuh"
#include "gpu/scan/launch_size.cuh"
#include "gpu/scan/pair_kernels.hpp"
#include "gpu/scan/pair_launch.cuh"
#include "gpu/scan/pair_shape.hpp"
#include "gpu/transfers.cuh"

namespace exonweave::gpu {
namespace {

constexpr std::uint64_t pairs_per_block = spliced::block_width / 2;
constexpr std::size_t most_grid_rows = 65'535;

// One stream of launches, and what they keep between passes.
struct pair_lane_of_work {
  stream on;
  buffer<device_memory> border, best;
};

// Queries that one launch may take together.
struct pair_task {
  length_range range;
  pair_shape shape;
  std::vector<std::uint32_t> which;  // indices of queries
};

class pair_kernels final : public scan_kernels {
 public:
  explicit pair_kernels(bool is_signed) : n_multiprocessors_(n_multiprocessors()) {
    for (const pair_kernel& kernel : is_signed ? signed_pair_kernels() : unsigned_pair_kernels())
      kernels_.push_back({kernel, blocks_at_once(kernel.start, pair_threads, kernel.shared_bytes)});
  }

  void run(const scan_turn& turn) override {
    const std::vector<pair_task> tasks = plan(turn);
    send(tasks);
    std::uint64_t at = 0;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      start(turn, tasks[k], at, streams_[k % streams_.size()]);
      at += tasks[k].which.size() * tasks[k].shape.n_passes;
    }
    for (const pair_lane_of_work& each : streams_) each.on.wait();
  }

 private:
  struct sized_kernel {
    pair_kernel kernel;
    std::uint32_t n_blocks = 0;  // at once
  };

  // Words of a range, and with them its borders, of which a column of a pair takes 8 bytes.
  static std::uint64_t border_elements(const scan_turn& turn, const length_range& range) {
    return (turn.block_at[range.first_block + range.n_blocks] - turn.block_at[range.first_block]) * 2;
  }

  // Long sequences first, so that the ends of the longest come early.
  std::vector<pair_task> plan(const scan_turn& turn) const {
    std::uint64_t n_residues = 0;
    for (const placed_query& query : turn.queries) n_residues += query.length;
    const std::uint64_t n_columns =
        (turn.block_at.back() - turn.block_at.front()) * spliced::residues_per_word;
    std::vector<std::uint32_t> rows;
    for (const sized_kernel& each : kernels_) rows.push_back(each.kernel.rows);
    const shape_chooser chooser(std::move(rows), n_multiprocessors_, n_residues * n_columns);
    std::vector<pair_task> tasks;
    for (const length_range& range : split_by_length(turn.longest, turn.block_at)) {
      std::map<pair_shape, std::vector<std::uint32_t>> by_shape;
      for (std::uint32_t q = 0; q < turn.queries.size(); ++q)
        by_shape[chooser.choose(turn.queries[q].length, range)].push_back(q);
      for (auto& [shape, which] : by_shape) split(turn, {range, shape, std::move(which)}, tasks);
    }
    return tasks;
  }

  // As many queries in a launch as their borders leave room for.
  void split(const scan_turn& turn, const pair_task& whole, std::vector<pair_task>& to) const {
    std::size_t most = most_grid_rows;
    if (whole.shape.n_passes > 1) {
      const std::uint64_t bytes = border_elements(turn, whole.range) * sizeof(uint2);
      most = std::clamp<std::uint64_t>(turn.border_bytes / streams_.size() / bytes, 1, most);
    }
    for (std::size_t first = 0; first < whole.which.size(); first += most) {
      const auto begin = whole.which.begin() + static_cast<std::ptrdiff_t>(first);
      const auto n = static_cast<std::ptrdiff_t>(std::min(most, whole.which.size() - first));
      to.push_back({whole.range, whole.shape, {begin, begin + n}});
    }
  }

  void send(std::span<const pair_task> tasks) {
    std::vector<std::uint32_t> which;
    for (const pair_task& task : tasks)
      for (std::uint32_t pass = 0; pass < task.shape.n_passes; ++pass)
        which.insert(which.end(), task.which.begin(), task.which.end());
    const stream& on = streams_.front().on;
    const wait_at_end guard(on.get());
    which_d_ = gpu::send(std::span<const std::uint32_t>(which), which_, on.get());
    next_d_ = next_.room_for<std::uint32_t>(which.size());
    check(cudaMemsetAsync(next_d_, 0, which.size() * sizeof(std::uint32_t), on.get()), "clearing");
    on.wait();
  }

  // `at`: of the task's queries among all that were sent.
  void start(const scan_turn& turn, const pair_task& task, std::uint64_t at, pair_lane_of_work& with) {
    const sized_kernel& sized = *std::ranges::find_if(
        kernels_, [&](const sized_kernel& each) { return each.kernel.rows == task.shape.rows; });
    const std::size_t n_queries = task.which.size();
    pair_launch all{.turn = turn.views, .group = task.shape.group};
    all.turn.blocks.block_at += task.range.first_block;
    all.turn.blocks.lengths += task.range.first_block * spliced::block_width;
    all.turn.blocks.numbers += task.range.first_block;
    all.turn.blocks.n_blocks = task.range.n_blocks;
    all.turn.blocks.first = task.range.first_block;
    if (task.shape.n_passes > 1) {
      all.border_stride = border_elements(turn, task.range);
      all.border = with.border.room_for<uint2>(n_queries * all.border_stride);
      all.best = with.best.room_for<std::uint32_t>(n_queries * task.range.n_blocks * pairs_per_block);
    }
    const std::uint64_t n_units = task.range.n_blocks * pairs_per_block * task.shape.group / 32;
    constexpr unsigned warps = pair_threads / 32;
    const dim3 grid(
        static_cast<unsigned>(std::min<std::uint64_t>(sized.n_blocks, (n_units + warps - 1) / warps)),
        static_cast<unsigned>(n_queries));
    for (std::uint32_t pass = 0; pass < task.shape.n_passes; ++pass) {
      all.which = which_d_ + at + pass * n_queries;
      all.next = next_d_ + at + pass * n_queries;
      all.first_row = pass * task.shape.group * task.shape.rows;
      all.is_last_pass = pass + 1 == task.shape.n_passes;
      sized.kernel.start<<<grid, pair_threads, sized.kernel.shared_bytes, with.on.get()>>>(all);
      check(cudaGetLastError(), "a scan in pairs");
    }
  }

  unsigned n_multiprocessors_;
  std::vector<sized_kernel> kernels_;
  std::array<pair_lane_of_work, 8> streams_;
  buffer<device_memory> which_, next_;
  const std::uint32_t* which_d_ = nullptr;
  std::uint32_t* next_d_ = nullptr;
};

}  // namespace

bool fit_pair_kernels(const device_scoring& scoring) {
  return std::int64_t{scoring.smallest} + scoring.open_extend >= -128 &&
         std::int64_t{scoring.largest} + scoring.open_extend <= 127 && scoring.open_extend <= 127;
}

std::unique_ptr<scan_kernels> make_pair_kernels(const device_scoring& scoring) {
  return std::make_unique<pair_kernels>(scoring.smallest + scoring.open_extend < 0);
}

}  // namespace exonweave::gpu
