#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gpu/device/cuda_call.cuh"
#include "gpu/sweep/bound_kernel.cuh"
#include "gpu/sweep/bound_range.hpp"
#include "gpu/sweep/device_bounds.hpp"

namespace exonweave::gpu {
namespace {

using spliced::bound_stream;

// What is made after it is the device's. Its pool keeps what was released until this goes: what it gave back it would
// have to map anew.
class current_device {
 public:
  explicit current_device(int device) : index(device) {
    check(cudaSetDevice(device), "the device");
    check(cudaDeviceGetDefaultMemPool(&pool_, device), "the device");
    std::uint64_t kept = std::numeric_limits<std::uint64_t>::max();
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &kept), "the device");
  }
  ~current_device() { (void)cudaMemPoolTrimTo(pool_, 0); }
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;

  const int index;

 private:
  cudaMemPool_t pool_ = nullptr;
};

// Problems with as many columns of a lane, in one launch.
struct shape_run {
  std::vector<bound_problem> problems;
  std::vector<bound_tile> tiles;
  std::size_t max_tiles = 0;  // of a problem

  // The longest problems first, tile by tile.
  void cut(int columns) {
    std::ranges::stable_sort(problems, std::ranges::greater(),
                             [&](const bound_problem& each) { return std::uint64_t{each.n} * each.n_windows; });
    for (std::uint32_t p = 0; p < problems.size(); ++p) {
      const std::size_t n = n_tiles(problems[p].n, columns);
      max_tiles = std::max(max_tiles, n);
      for (std::uint32_t tile = 0; tile < n; ++tile) tiles.push_back({p, tile});
    }
  }
};

using shape_runs = std::map<bound_shape, shape_run, std::greater<>>;

// What launches of a shape read and write. It grows while other launches run.
struct shape_memory {
  stream on;
  buffer<pooled_memory> problems, tiles, meetings, counter, borders;
};

// What one find() holds on the device, and the streams that it works on.
struct find_memory {
  stream copying;
  std::map<bound_shape, shape_memory> shapes;
  buffer<pooled_memory> targets, bounds, signals;
  buffer<pinned_memory> signals_here;
};

template <class T, class Memory>
const T* sent(const std::vector<T>& values, buffer<Memory>& room, const stream& on) {
  constexpr std::size_t read_ahead = 256;
  T* const there = room.template room_for<T>(values.size() + read_ahead);
  check(cudaMemcpyAsync(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice, on.get()),
        "a copy to the device");
  return there;
}

template <class T>
T* cleared(buffer<pooled_memory>& room, std::size_t n, const stream& on) {
  T* const there = room.room_for<T>(std::max<std::size_t>(n, 1));
  check(cudaMemsetAsync(there, 0, n * sizeof(T), on.get()), "memory of the device");
  return there;
}

// Strands and scoring, as all launches read them.
class strands_on_device {
 public:
  strands_on_device(const spliced::bound_scoring& scoring, std::span<const bound_stream> tracks) : scoring_(scoring) {
    send_tracks(tracks);
    send_matrix();
    loading_.wait();
  }

  [[nodiscard]] std::optional<bound_range> range_of(std::span<const spliced::residue_code> target,
                                                    const strand_weights& weights) const {
    return range_for(target, scoring_, weights, common_.window_triples);
  }
  [[nodiscard]] const strand_weights& weights_of(std::size_t strand) const { return weights_[strand]; }
  [[nodiscard]] std::uint32_t max_profile_rows() const { return max_profile_rows_; }
  /// All of a launch that is the same for each.
  [[nodiscard]] const bound_launch& common() const { return common_; }

 private:
  void send_tracks(std::span<const bound_stream> tracks) {
    std::vector<bound_track> all;
    std::vector<std::uint8_t> residues;
    std::vector<uint2> sets;
    parts_ = std::vector<std::array<buffer<device_memory>, 4>>(tracks.size());
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      const bound_stream& track = tracks[t];
      auto& [triples, events, first_event, paid] = parts_[t];
      bound_track& made = all.emplace_back();
      made.triples = reinterpret_cast<const uint4*>(sent(track.triples, triples, loading_));
      made.events = sent(track.events, events, loading_);
      made.first_event = sent(track.first_event, first_event, loading_);
      made.paid = sent(track.paid, paid, loading_);
      made.n_triples = static_cast<std::uint32_t>(track.triples.size());
      made.sets = static_cast<std::uint32_t>(sets.size());
      made.residues = static_cast<std::uint32_t>(residues.size());
      made.n_profile_rows = static_cast<std::uint32_t>(track.residues.size());
      max_profile_rows_ = std::max(max_profile_rows_, made.n_profile_rows);
      common_.window_triples = track.window_triples;
      weights_.push_back({track.heaviest, track.largest_weight});
      residues.insert(residues.end(), track.residues.begin(), track.residues.end());
      for (const auto& set : track.sets) {
        std::array<std::uint32_t, 2> words{};
        for (std::size_t k = 0; k < set.size(); ++k) words[k / 4] |= std::uint32_t{set[k]} << (8 * (k % 4));
        sets.push_back({words[0], words[1]});
      }
      loading_.wait();
    }
    common_.tracks = sent(all, tracks_there_, loading_);
    common_.residues = sent(residues, residues_there_, loading_);
    common_.sets = sent(sets, sets_there_, loading_);
    loading_.wait();
  }

  void send_matrix() {
    const auto& scores = *scoring_.substitution;
    std::vector<std::int16_t> matrix(32 * 256, 0);
    for (spliced::residue_code u = 0; u < scores.n_codes(); ++u)
      for (spliced::residue_code v = 0; v < scores.n_codes(); ++v)
        matrix[std::size_t{u} * 32 + v] = static_cast<std::int16_t>(scores(u, v));
    common_.matrix = sent(matrix, matrix_there_, loading_);
    common_.open = scoring_.gaps.open;
    common_.extend = scoring_.gaps.extend;
    common_.end_open = scoring_.residue_ends.open;
    common_.end_extend = scoring_.residue_ends.extend;
    loading_.wait();
  }

  spliced::bound_scoring scoring_;
  bound_launch common_{};
  std::uint32_t max_profile_rows_ = 0;
  std::vector<strand_weights> weights_;
  stream loading_;
  std::vector<std::array<buffer<device_memory>, 4>> parts_;  // [strands]
  buffer<device_memory> tracks_there_, residues_there_, sets_there_, matrix_there_;
};

// One find(), on memory that no other has meanwhile.
class running_find {
 public:
  running_find(const strands_on_device& strands, find_memory& memory, int n_multiprocessors)
      : strands_(strands), memory_(memory), n_multiprocessors_(n_multiprocessors) {}

  spliced::window_bounds find(std::span<const spliced::bound_job> jobs, run_control& control, double& kernel_ms) {
    const wait_at_end guard(memory_.copying.get());
    std::vector<std::uint8_t> targets;
    std::uint64_t n_bounds = 0;
    shape_runs runs = plan(jobs, targets, n_bounds);
    const event begun, done;
    begun.record(memory_.copying.get());
    const std::uint8_t* const targets_there = sent(targets, memory_.targets, memory_.copying);
    std::uint32_t* const bounds = cleared<std::uint32_t>(memory_.bounds, n_bounds, memory_.copying);
    cleared<bound_signals>(memory_.signals, 1, memory_.copying);
    memory_.copying.wait();
    for (auto& [shape, run] : runs) start(shape, run, targets_there, bounds);
    watch(runs, control);
    done.record(memory_.copying.get());
    done.wait();
    kernel_ms = done.ms_since(begun);
    return fetched(jobs, bounds, n_bounds);
  }

 private:
  // With their targets one after the other.
  shape_runs plan(std::span<const spliced::bound_job> jobs, std::vector<std::uint8_t>& targets,
                  std::uint64_t& n_bounds) const {
    shape_runs runs;
    struct known_target {
      std::uint64_t place = 0;
      std::map<strand_weights, bound_range> ranges{};
    };
    std::map<const spliced::residue_code*, known_target> known;
    const bool is_little = is_little_work(jobs);
    for (const spliced::bound_job& job : jobs) {
      const auto [found, is_new] = known.try_emplace(job.target.data(), known_target{targets.size()});
      if (is_new) targets.insert(targets.end(), job.target.begin(), job.target.end());
      const strand_weights& weights = strands_.weights_of(job.strand);
      const auto [range, is_other] = found->second.ranges.try_emplace(weights);
      if (is_other) range->second = strands_.range_of(job.target, weights).value();
      const auto [base, floor] = range->second;
      const int columns = is_little ? min_columns : columns_of_lane(job.target.size());
      runs[{columns, n_tiles(job.target.size(), columns) > 1}].problems.push_back(
          {static_cast<std::uint32_t>(job.strand), static_cast<std::uint32_t>(job.target.size()),
           static_cast<std::uint32_t>(job.first_window), static_cast<std::uint32_t>(job.n_windows), found->second.place,
           n_bounds, base, floor, static_cast<std::uint16_t>(std::clamp<spliced::score>(job.least, 1, 65'535 - base))});
      n_bounds += job.n_windows;
    }
    for (auto& [shape, run] : runs) run.cut(shape.columns);
    return runs;
  }

  // Less than keeps all multiprocessors busy: then more of them have narrower tiles.
  [[nodiscard]] bool is_little_work(std::span<const spliced::bound_job> jobs) const {
    std::size_t n = 0;
    for (const spliced::bound_job& job : jobs) n += n_tiles(job.target.size(), columns_of_lane(job.target.size()));
    return n < static_cast<std::size_t>(n_multiprocessors_) * bound_blocks * bound_warps;
  }

  void start(bound_shape shape, shape_run& run, const std::uint8_t* targets, std::uint32_t* bounds) {
    // Those of one problem wait for each other.
    const std::size_t n_requested = std::max(run.tiles.size(), run.max_tiles);
    const auto n_blocks = static_cast<int>(
        std::min<std::size_t>(n_multiprocessors_ * bound_blocks, (n_requested + bound_warps - 1) / bound_warps));
    const std::uint64_t n_warps = std::uint64_t{static_cast<unsigned>(n_blocks)} * bound_warps;
    shape_memory& held = memory_.shapes[shape];
    bound_launch launch = strands_.common();
    launch.problems = sent(run.problems, held.problems, held.on);
    launch.tiles = sent(run.tiles, held.tiles, held.on);
    launch.n_tiles = static_cast<std::uint32_t>(run.tiles.size());
    launch.meetings = cleared<bound_meeting>(held.meetings, run.tiles.size(), held.on);
    launch.next = cleared<std::uint32_t>(held.counter, 1, held.on);
    launch.signals = memory_.signals.room_for<bound_signals>(1);
    launch.targets = targets;
    launch.borders = held.borders.room_for<uint4>(n_warps * bound_ring * launch.window_triples);
    launch.bounds = bounds;
    launch_bounds(launch, shape, n_blocks, bound_shared_bytes(shape.columns, strands_.max_profile_rows()),
                  held.on.get());
  }

  // Until all is done: reports how much is, and stops it where that is requested.
  void watch(const shape_runs& runs, run_control& control) {
    const stream& copying = memory_.copying;
    bound_signals* const there = memory_.signals.room_for<bound_signals>(1);
    bound_signals* const here = memory_.signals_here.room_for<bound_signals>(2);
    std::uint64_t reported = 0;
    const auto tell = [&] {
      check(cudaMemcpyAsync(here, there, sizeof *here, cudaMemcpyDeviceToHost, copying.get()),
            "a copy from the device");
      copying.wait();
      control.add_cells(here->cells - reported);
      reported = here->cells;
    };
    const auto is_busy = [&](const auto& each) {
      const cudaError_t status = cudaStreamQuery(memory_.shapes[each.first].on.get());
      if (status != cudaErrorNotReady) check(status, "work on the device");
      return status == cudaErrorNotReady;
    };
    for (auto wait = std::chrono::microseconds(100); std::ranges::any_of(runs, is_busy);
         wait = std::min<std::chrono::microseconds>(2 * wait, std::chrono::milliseconds(5))) {
      if (control.is_stopped()) {
        here[1].stop = 1;
        check(cudaMemcpyAsync(&there->stop, &here[1].stop, sizeof there->stop, cudaMemcpyHostToDevice, copying.get()),
              "a copy to the device");
      }
      tell();
      std::this_thread::sleep_for(wait);
    }
    tell();
    control.throw_if_stopped();
  }

  spliced::window_bounds fetched(std::span<const spliced::bound_job> jobs, const std::uint32_t* bounds,
                                 std::uint64_t n_bounds) {
    const auto here = fetch<std::vector<std::uint32_t>>(bounds, n_bounds, memory_.copying.get());
    memory_.copying.wait();
    spliced::window_bounds found;
    auto next = here.begin();
    for (const spliced::bound_job& job : jobs) {
      const auto end = next + static_cast<std::ptrdiff_t>(job.n_windows);
      found.emplace_back(next, end);
      next = end;
    }
    return found;
  }

  const strands_on_device& strands_;
  find_memory& memory_;
  int n_multiprocessors_;
};

class bounds_on_device final : public device_bounds {
 public:
  bounds_on_device(int device, const spliced::bound_scoring& scoring, std::span<const bound_stream> tracks)
      : device_(device), strands_(scoring, tracks) {
    check(cudaDeviceGetAttribute(&n_multiprocessors_, cudaDevAttrMultiProcessorCount, device), "the device");
  }

  [[nodiscard]] bool takes(const spliced::bound_job& job) const override {
    return strands_.range_of(job.target, strands_.weights_of(job.strand)).has_value();
  }

  std::optional<spliced::window_bounds> find(std::span<const spliced::bound_job> jobs, run_control& control) override {
    check(cudaSetDevice(device_.index), "the device");
    auto memory = take_memory();
    double kernel_ms = 0;
    auto found = running_find(strands_, *memory, n_multiprocessors_).find(jobs, control, kernel_ms);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(memory));
    kernel_ms_ = kernel_ms;
    return found;
  }

  [[nodiscard]] double kernel_ms() const override { return kernel_ms_; }

 private:
  std::unique_ptr<find_memory> take_memory() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<find_memory>();
    auto memory = std::move(free_.back());
    free_.pop_back();
    return memory;
  }

  current_device device_;
  int n_multiprocessors_ = 0;
  strands_on_device strands_;
  std::mutex mutex_;                                // guards what follows
  std::vector<std::unique_ptr<find_memory>> free_;  // that no find() has
  double kernel_ms_ = 0;
};

}  // namespace

std::unique_ptr<device_bounds> make_device_bounds(int device, const spliced::bound_scoring& scoring,
                                                  std::span<const bound_stream> tracks) {
  return std::make_unique<bounds_on_device>(device, scoring, tracks);
}

}  // namespace exonweave::gpu
