#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include "gpu/cuda_call.cuh"
#include "gpu/sweep/bound_kernel.cuh"
#include "gpu/sweep/bound_range.hpp"
#include "gpu/sweep/device_bounds.hpp"
#include "gpu/transfers.cuh"

namespace exonweave::gpu {
namespace {

using spliced::bound_stream;

// Problems with as many columns of a lane, in one launch.
struct shape_run {
  std::vector<bound_problem> problems;
  std::uint64_t most_tiles = 0;
  stream on;
  event begun, done;
  buffer<device_memory> problems_there, counter, states, borders;
};

class bounds_on_device final : public device_bounds {
 public:
  bounds_on_device(int device, const spliced::bound_scoring& scoring, std::span<const bound_stream> tracks)
      : device_(device), scoring_(scoring) {
    check(cudaSetDevice(device), "the device");
    check(cudaDeviceGetAttribute(&n_multiprocessors_, cudaDevAttrMultiProcessorCount, device), "the device");
    send_tracks(tracks);
    send_matrix();
    copying_.wait();
  }

  [[nodiscard]] bool takes(const spliced::bound_job& job) const override {
    return range_for(job.target, scoring_, heaviest_[job.strand], window_triples_).has_value();
  }

  spliced::window_bounds find(std::span<const spliced::bound_job> jobs, spliced::run_control& control) override {
    check(cudaSetDevice(device_), "the device");
    std::vector<std::uint8_t> targets;
    std::vector<std::uint64_t> out_of;
    std::uint64_t n_bounds = 0;
    std::map<int, shape_run, std::greater<>> runs;
    struct known_target {
      std::uint64_t place = 0;
      std::map<spliced::score, bound_range> ranges{};  // by what a track's weights add
    };
    std::map<const spliced::residue_code*, known_target> known;
    for (const spliced::bound_job& job : jobs) {
      const auto [found, is_new] = known.try_emplace(job.target.data(), known_target{targets.size()});
      if (is_new) targets.insert(targets.end(), job.target.begin(), job.target.end());
      const auto [of_track, is_other] = found->second.ranges.try_emplace(heaviest_[job.strand]);
      if (is_other)
        of_track->second = range_for(job.target, scoring_, heaviest_[job.strand], window_triples_).value();
      const bound_range range = of_track->second;
      const int columns = columns_of_lane(job.target.size());
      shape_run& run = runs[columns];
      run.problems.push_back(
          {static_cast<std::uint32_t>(job.strand), static_cast<std::uint32_t>(job.target.size()), static_cast<std::uint32_t>(job.first_window), static_cast<std::uint32_t>(job.n_windows),
           found->second.place, n_bounds, range.base, range.floor,
           static_cast<std::uint16_t>(std::clamp<spliced::score>(job.least, 1, 65'535 - range.base))});
      run.most_tiles = std::max<std::uint64_t>(run.most_tiles, job.target.size() / (64 * columns) + 1);
      out_of.push_back(n_bounds);
      n_bounds += job.n_windows;
    }
    const event begun, done;
    const wait_at_end guard(copying_.get());
    begun.record(copying_.get());
    const std::uint8_t* const targets_there = sent(targets, targets_there_);
    std::uint16_t* const bounds_there =
        bounds_there_.room_for<std::uint16_t>(std::max<std::uint64_t>(n_bounds, 1));
    copying_.wait();
    check(cudaMemsetAsync(signals_there_.room_for<bound_signals>(1), 0, sizeof(bound_signals), copying_.get()),
          "memory of the device");
    copying_.wait();
    for (auto& [columns, run] : runs) start(columns, run, targets_there, bounds_there);
    watch(runs, control);
    done.record(copying_.get());
    done.wait();
    kernel_ms_ = done.ms_since(begun);
    std::uint16_t* const here = bounds_here_.room_for<std::uint16_t>(std::max<std::uint64_t>(n_bounds, 1));
    check(
        cudaMemcpyAsync(here, bounds_there, n_bounds * sizeof *here, cudaMemcpyDeviceToHost, copying_.get()),
        "a copy from the device");
    copying_.wait();
    spliced::window_bounds found;
    for (std::size_t j = 0; j < jobs.size(); ++j)
      found.emplace_back(here + out_of[j], here + out_of[j] + jobs[j].n_windows);
    return found;
  }

  [[nodiscard]] double kernel_ms() const override { return kernel_ms_; }

 private:
  template <class T>
  const T* sent(const std::vector<T>& values, buffer<device_memory>& to) {
    constexpr std::size_t read_ahead = 256;
    T* const there = to.room_for<T>(values.size() + read_ahead);
    check(cudaMemcpyAsync(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice,
                          copying_.get()),
          "a copy to the device");
    return there;
  }

  void send_tracks(std::span<const bound_stream> tracks) {
    std::vector<bound_track> all;
    std::vector<std::uint8_t> residues;
    std::vector<uint2> sets;
    parts_ = std::vector<std::array<buffer<device_memory>, 4>>(tracks.size());
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      const bound_stream& from = tracks[t];
      auto& [triples, events, first_event, paid] = parts_[t];
      bound_track& made = all.emplace_back();
      made.triples = reinterpret_cast<const uint4*>(sent(from.triples, triples));
      made.events = sent(from.events, events);
      made.first_event = sent(from.first_event, first_event);
      made.paid = sent(from.paid, paid);
      made.n_triples = static_cast<std::uint32_t>(from.triples.size());
      made.n_windows = static_cast<std::uint32_t>(from.n_windows());
      made.sets = static_cast<std::uint32_t>(sets.size());
      made.residues = static_cast<std::uint32_t>(residues.size());
      made.n_profile_rows = static_cast<std::uint32_t>(from.residues.size());
      most_profile_rows_ = std::max(most_profile_rows_, made.n_profile_rows);
      window_triples_ = from.window_triples;
      n_windows_.push_back(from.n_windows());
      heaviest_.push_back(from.heaviest);
      residues.insert(residues.end(), from.residues.begin(), from.residues.end());
      for (const auto& set : from.sets) {
        std::array<std::uint32_t, 2> words{};
        for (std::size_t k = 0; k < set.size(); ++k) words[k / 4] |= std::uint32_t{set[k]} << (8 * (k % 4));
        sets.push_back({words[0], words[1]});
      }
      copying_.wait();
    }
    tracks_ = sent(all, tracks_there_);
    residues_ = sent(residues, residues_there_);
    sets_ = sent(sets, sets_there_);
    copying_.wait();
  }

  void send_matrix() {
    const auto& of = *scoring_.substitution;
    std::vector<std::int16_t> matrix(32 * 256, 0);
    for (spliced::residue_code u = 0; u < of.n_codes(); ++u)
      for (spliced::residue_code v = 0; v < of.n_codes(); ++v)
        matrix[std::size_t{u} * 32 + v] = static_cast<std::int16_t>(of(u, v));
    matrix_ = sent(matrix, matrix_there_);
    copying_.wait();
  }

  // Until all is done: tells how much is, and stops it where that is wanted.
  void watch(std::map<int, shape_run, std::greater<>>& runs, spliced::run_control& control) {
    bound_signals* const there = signals_there_.room_for<bound_signals>(1);
    bound_signals* const here = signals_here_.room_for<bound_signals>(2);
    std::uint64_t told = 0;
    const auto tell = [&] {
      check(cudaMemcpyAsync(here, there, sizeof *here, cudaMemcpyDeviceToHost, copying_.get()), "a copy from the device");
      copying_.wait();
      control.add_cells(here->cells - told);
      told = here->cells;
    };
    for (auto wait = std::chrono::microseconds(100); std::ranges::any_of(runs, [](auto& each) {
           const cudaError_t status = cudaStreamQuery(each.second.on.get());
           if (status != cudaErrorNotReady) check(status, "work on the device");
           return status == cudaErrorNotReady;
         });
         wait = std::min<std::chrono::microseconds>(2 * wait, std::chrono::milliseconds(20))) {
      if (control.is_stopped()) {
        here[1].stop = 1;
        check(cudaMemcpyAsync(&there->stop, &here[1].stop, sizeof there->stop, cudaMemcpyHostToDevice, copying_.get()),
              "a copy to the device");
      }
      tell();
      std::this_thread::sleep_for(wait);
    }
    tell();
    control.throw_if_stopped();
  }

  void start(int columns, shape_run& run, const std::uint8_t* targets, std::uint16_t* bounds) {
    std::ranges::stable_sort(run.problems, std::ranges::greater(), [&](const bound_problem& each) {
      return std::uint64_t{each.n} * each.n_windows;
    });
    const auto n_blocks = static_cast<int>(
        std::min<std::size_t>(n_multiprocessors_, (run.problems.size() + bound_warps - 1) / bound_warps));
    const std::uint64_t n_warps = std::uint64_t{static_cast<unsigned>(n_blocks)} * bound_warps;
    bound_launch launch{};
    launch.tracks = tracks_;
    launch.problems = run.problems_there.room_for<bound_problem>(run.problems.size());
    check(cudaMemcpyAsync(const_cast<bound_problem*>(launch.problems), run.problems.data(),
                          run.problems.size() * sizeof(bound_problem), cudaMemcpyHostToDevice, run.on.get()),
          "a copy to the device");
    launch.n_problems = static_cast<std::uint32_t>(run.problems.size());
    launch.next = run.counter.room_for<std::uint32_t>(1);
    check(cudaMemsetAsync(launch.next, 0, sizeof(std::uint32_t), run.on.get()), "memory of the device");
    launch.signals = signals_there_.room_for<bound_signals>(1);
    launch.sets = sets_;
    launch.residues = residues_;
    launch.targets = targets;
    launch.matrix = matrix_;
    launch.state_words = run.most_tiles > 1 ? bound_state_words(columns) * run.most_tiles : 0;
    launch.states =
        run.states.room_for<std::uint32_t>(std::max<std::uint64_t>(launch.state_words * n_warps, 1));
    launch.borders = run.borders.room_for<uint4>(n_warps * window_triples_);
    launch.bounds = bounds;
    launch.window_triples = window_triples_;
    launch.open = scoring_.gaps.open;
    launch.extend = scoring_.gaps.extend;
    launch.end_open = scoring_.residue_ends.open;
    launch.end_extend = scoring_.residue_ends.extend;
    launch_bounds(launch, columns, n_blocks, bound_shared_bytes(columns, most_profile_rows_), run.on.get());
  }

  int device_;
  spliced::bound_scoring scoring_;
  int n_multiprocessors_ = 0;
  std::uint32_t most_profile_rows_ = 0, window_triples_ = 0;
  std::vector<std::size_t> n_windows_;
  std::vector<spliced::score> heaviest_;
  stream copying_;
  std::vector<std::array<buffer<device_memory>, 4>> parts_;  // [tracks]
  buffer<device_memory> tracks_there_, residues_there_, sets_there_, matrix_there_, targets_there_,
      bounds_there_;
  buffer<device_memory> signals_there_;
  buffer<pinned_memory> bounds_here_, signals_here_;
  const bound_track* tracks_ = nullptr;
  const std::uint8_t* residues_ = nullptr;
  const uint2* sets_ = nullptr;
  const std::int16_t* matrix_ = nullptr;
  double kernel_ms_ = 0;
};

}  // namespace

std::unique_ptr<device_bounds> make_device_bounds(int device, const spliced::bound_scoring& scoring,
                                                  std::span<const bound_stream> tracks) {
  return std::make_unique<bounds_on_device>(device, scoring, tracks);
}

}  // namespace exonweave::gpu
