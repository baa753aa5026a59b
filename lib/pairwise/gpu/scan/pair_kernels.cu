#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/pair_lane.cuh"
#include "pairwise/gpu/scan/pair_shape.hpp"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {
namespace {

constexpr std::uint32_t warps_per_block = pair_threads / 32;

// One stream of launches, and what they keep between passes.
struct pair_lane_of_work {
  stream on;
  buffer<device_memory> counters, border, best, reported;
};

// What fails on the way leaves nothing running.
struct wait_for_streams {
  std::span<const pair_lane_of_work> streams;
  ~wait_for_streams() {
    for (const pair_lane_of_work& each : streams) (void)cudaStreamSynchronize(each.on.get());
  }
};

// A query, or two of about equal length.
struct requested_queries {
  std::array<std::uint32_t, 2> which{};  // indices; the first one alone where it is one
  std::uint32_t length = 0, span = 0;    // the larger ones
};

// Queries that one launch may take together.
struct pair_task {
  pair_kind kind;
  length_range range;
  pair_shape shape;
  std::vector<requested_queries> requested;

  [[nodiscard]] std::uint32_t first_block() const { return range.first_pair / pairs_of_block(kind); }
  [[nodiscard]] std::uint32_t n_blocks() const {
    const std::uint32_t of_block = pairs_of_block(kind);
    return (range.first_pair + range.n_pairs + of_block - 1) / of_block - first_block();
  }
  [[nodiscard]] std::uint32_t n_windows() const { return gpu::n_windows(range.longest, shape.window); }
  [[nodiscard]] std::uint32_t n_units() const { return range.n_pairs / (32 / shape.group) * n_windows(); }
};

// Neighbours by length are two where one of them is not much shorter; others are alone.
struct shared_out_queries {
  explicit shared_out_queries(std::span<const placed_query> queries, bool may_pair) {
    std::vector<std::uint32_t> order(queries.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t q) { return queries[q].length; });
    for (std::size_t k = 0; k < order.size(); ++k) {
      const placed_query& longer = queries[order[k]];
      requested_queries requested{{order[k]}, longer.length, longer.span};
      if (may_pair && k + 1 < order.size() && queries[order[k + 1]].length >= longer.length * min_fraction) {
        requested.which[1] = order[++k];
        requested.span = std::max(requested.span, queries[order[k]].span);
        pairs.push_back(requested);
      } else {
        single.push_back(requested);
      }
    }
  }
  static constexpr double min_fraction =
      0.75;  // what a pair saves is as much as the shorter one's rows that are not there
  std::vector<requested_queries> pairs, single;
};

class pair_kernels final : public scan_kernels {
 public:
  explicit pair_kernels(bool is_signed)
      : is_signed_(is_signed), n_multiprocessors_(n_multiprocessors()), alone_bytes_(max_shared_bytes() - 1'024) {
    if (is_signed) {
      add(kernels_of(pair_kind::signed_sequences));
    } else {
      add(kernels_of(pair_kind::sequences));
      add(kernels_of(pair_kind::queries));
    }
  }

  void run(const scan_turn& turn) override {
    const std::vector<pair_task> tasks = plan(turn);
    const wait_for_streams guard{streams_};
    send(tasks);
    const std::uint32_t* which = which_d_;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      start(turn, tasks[k], which, streams_[k % streams_.size()]);
      which += tasks[k].requested.size() * queries_of(tasks[k].kind);
    }
    for (const pair_lane_of_work& each : streams_) each.on.wait();
  }

 private:
  struct sized_kernel {
    pair_kernel kernel;
    std::uint32_t n_blocks = 0;  // at once
  };

  void add(const std::vector<pair_kernel>& kernels) {
    for (const pair_kernel& kernel : kernels) {
      if (kernel.shared_bytes > alone_bytes_) continue;  // there are cards with less of it, and other kernels
      const std::uint32_t n_blocks = blocks_at_once(kernel.start, pair_threads, kernel.shared_bytes);
      check(cudaFuncSetAttribute(kernel.start, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(alone_bytes_)),
            "a kernel's shared memory");
      kernels_.push_back({kernel, n_blocks});
    }
  }

  // Of a window: of a block a quad of columns for each row of words, and one more. A column of a pair takes 8 bytes.
  static std::uint64_t border_elements(const scan_turn& turn, const pair_task& task) {
    const std::uint64_t n_words =
        turn.block_at[task.first_block() + task.n_blocks()] - turn.block_at[task.first_block()];
    const std::uint64_t n_quads = task.shape.window > 0
                                      ? std::uint64_t{task.n_blocks()} * quads_of_window(task.shape.window)
                                      : n_words / block_width + task.n_blocks();
    return n_quads * pairs_of_block(task.kind) * 4;
  }

  std::vector<pair_task> plan(const scan_turn& turn) const {
    const shared_out_queries queries(turn.queries, !is_signed_);
    std::vector<pair_task> tasks;
    plan(turn, pair_kind::queries, queries.pairs, tasks);
    plan(turn, is_signed_ ? pair_kind::signed_sequences : pair_kind::sequences, queries.single, tasks);
    return tasks;
  }

  // Long sequences first, so that the ends of the longest come early.
  void plan(const scan_turn& turn, pair_kind kind, std::span<const requested_queries> queries,
            std::vector<pair_task>& tasks) const {
    if (queries.empty()) return;
    std::uint64_t n_residues = 0;
    for (const placed_query& query : turn.queries) n_residues += query.length;
    const std::uint64_t n_columns = (turn.block_at.back() - turn.block_at.front()) * residues_per_word;
    std::vector<pair_kernel_size> sizes;
    for (const sized_kernel& each : kernels_)
      if (each.kernel.kind == kind)
        sizes.push_back(
            {each.kernel.rows, each.kernel.is_for_passes, each.n_blocks / n_multiprocessors_ * warps_per_block});
    const shape_chooser chooser(std::move(sizes), n_multiprocessors_, n_residues * n_columns);
    for (const length_range& range : split_by_length(turn.lengths, sequences_of(kind))) {
      std::map<pair_shape, std::vector<requested_queries>> by_shape;
      for (const requested_queries& requested : queries) {
        pair_shape shape = chooser.choose(requested.length, requested.span, range);
        // A row between passes for each window may be too much: then sequences are not cut.
        if (bytes_of_passes(turn, {kind, range, shape, {}}) > room_for_passes(turn))
          shape = chooser.choose(requested.length, no_span, range);
        by_shape[shape].push_back(requested);
      }
      for (auto& [shape, requested] : by_shape) split(turn, {kind, range, shape, std::move(requested)}, tasks);
    }
  }

  // What a query's passes need on the device.
  static std::uint64_t bytes_of_passes(const scan_turn& turn, const pair_task& task) {
    if (task.shape.n_passes == 1) return 0;
    return border_elements(turn, task) * task.n_windows() * sizeof(uint2) +
           std::uint64_t{task.shape.n_passes} * task.n_units() * sizeof(std::uint32_t);
  }
  [[nodiscard]] std::uint64_t room_for_passes(const scan_turn& turn) const {
    return turn.border_bytes / streams_.size();
  }

  // As many queries in a launch as there is room for their passes.
  void split(const scan_turn& turn, const pair_task& whole, std::vector<pair_task>& tasks) const {
    std::size_t most = whole.requested.size();
    if (const std::uint64_t bytes = bytes_of_passes(turn, whole); bytes > 0)
      most = std::clamp<std::uint64_t>(room_for_passes(turn) / bytes, 1, most);
    for (std::size_t first = 0; first < whole.requested.size(); first += most) {
      const auto begin = whole.requested.begin() + static_cast<std::ptrdiff_t>(first);
      const auto n = static_cast<std::ptrdiff_t>(std::min(most, whole.requested.size() - first));
      tasks.push_back({whole.kind, whole.range, whole.shape, {begin, begin + n}});
    }
  }

  void send(std::span<const pair_task> tasks) {
    std::vector<std::uint32_t> which;
    for (const pair_task& task : tasks)
      for (const requested_queries& requested : task.requested)
        which.insert(which.end(), requested.which.begin(), requested.which.begin() + queries_of(task.kind));
    const stream& on = streams_.front().on;
    const wait_at_end guard(on.get());
    which_d_ = gpu::send(std::span<const std::uint32_t>(which), which_, on.get());
    on.wait();
  }

  void start(const scan_turn& turn, const pair_task& task, const std::uint32_t* which, pair_lane_of_work& lane) const {
    const sized_kernel& sized = *std::ranges::find_if(kernels_, [&](const sized_kernel& each) {
      return each.kernel.kind == task.kind && each.kernel.rows == task.shape.rows &&
             each.kernel.is_for_passes == (task.shape.n_passes > 1);
    });
    pair_launch all{.turn = turn.views, .which = which, .group = task.shape.group};
    all.n_queries = static_cast<std::uint32_t>(task.requested.size());
    all.n_passes = task.shape.n_passes;
    all.first_pair = task.range.first_pair;
    all.n_pairs = task.range.n_pairs;
    all.window = task.shape.window;
    all.n_windows = task.n_windows();
    all.n_units = task.n_units();
    all.blocks_per_pass = std::clamp((all.n_units + warps_per_block - 1) / warps_per_block, 1u,
                                     std::max(sized.n_blocks / all.n_passes, 1u));
    all.counters = cleared<std::uint32_t>(lane.counters, 1 + std::size_t{all.n_queries} * all.n_passes, lane.on);
    if (all.n_passes > 1) {
      const std::size_t n_windows = std::size_t{all.n_queries} * all.n_windows;
      all.reported =
          cleared<std::uint32_t>(lane.reported, std::size_t{all.n_queries} * all.n_passes * all.n_units, lane.on);
      all.border_stride = border_elements(turn, task);
      all.border = lane.border.room_for<uint2>(n_windows * all.border_stride);
      all.best = lane.best.room_for<std::uint32_t>(n_windows * all.n_pairs);
    }
    const std::uint32_t n_blocks = all.n_queries * all.n_passes * all.blocks_per_pass;
    const std::size_t shared_bytes = task.shape.is_alone ? alone_bytes_ : sized.kernel.shared_bytes;
    sized.kernel.start<<<n_blocks, pair_threads, shared_bytes, lane.on.get()>>>(all);
    check(cudaGetLastError(), "a scan in pairs");
  }

  template <class T>
  static T* cleared(buffer<device_memory>& memory, std::size_t n, const stream& on) {
    T* const values = memory.room_for<T>(n);
    check(cudaMemsetAsync(values, 0, n * sizeof(T), on.get()), "clearing");
    return values;
  }

  bool is_signed_;
  unsigned n_multiprocessors_;
  std::size_t alone_bytes_;  // shared memory of a block that is alone on its multiprocessor; 1 KB is the driver's
  std::vector<sized_kernel> kernels_;
  std::array<pair_lane_of_work, 8> streams_;
  buffer<device_memory> which_;
  const std::uint32_t* which_d_ = nullptr;
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
