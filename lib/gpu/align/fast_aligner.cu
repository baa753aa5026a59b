#include <algorithm>

#include "gpu/align/device_pair.hpp"
#include "gpu/align/fast_aligner.hpp"
#include "gpu/align/fast_kernel.cuh"
#include "gpu/transfers.cuh"

namespace exonweave::gpu {
namespace {

// A launch has no more: some tenths of a second, so that runs can be stopped.
constexpr std::uint64_t most_launch_cells = 200'000'000'000;

// One alignment on the current device.
class pair_sweep {
 public:
  pair_sweep(const spliced::align_request& of, const fast_limits& limits)
      : of_(of), limits_(limits), n_strips_((of.query.size() + strip_rows - 1) / strip_rows) {}

  spliced::global_alignment align() {
    const wait_at_end guard(stream_.get());
    send_inputs();
    choose_bands();
    for (std::size_t band = 0; band < n_bands_; ++band) sweep_first(band);
    spliced::global_alignment made{score_of(fetch_last(), of_), {}};
    if (of_.wants_path_of(made.total)) made.edits = find_path();
    return made;
  }

 private:
  [[nodiscard]] std::size_t m() const { return of_.query.size(); }
  [[nodiscard]] std::size_t n() const { return of_.target.size(); }
  [[nodiscard]] std::size_t n_tiles() const { return n() / tile_columns; }
  [[nodiscard]] bool keeps_all() const { return of_.wants_path && n_bands_ == 1; }

  void send_inputs() {
    gains_ = make_gains(of_.scoring);
    on_device_.query = send(of_.query, query_, stream_.get());
    on_device_.target = send(of_.target, target_, stream_.get());
    on_device_.gains = send(std::span<const std::int32_t>(gains_), table_, stream_.get());
    on_device_.m = static_cast<std::int32_t>(m());
    on_device_.n = static_cast<std::int32_t>(n());
    on_device_.next = counters_.room_for<std::int32_t>(2);
    on_device_.last = on_device_.next + 1;
    on_device_.done = done_.room_for<std::int32_t>(n_strips_);
  }

  // As many strips as may be swept, and kept, together; then as equal as they can be.
  void choose_bands() {
    std::size_t most = std::clamp<std::size_t>(most_launch_cells / (n() * strip_rows), 1, n_strips_);
    most = std::clamp<std::size_t>(limits_.most_strips, 1, most);
    if (of_.wants_path) {
      std::size_t free = 0, in_all = 0;
      check(cudaMemGetInfo(&free, &in_all), "the memory of the device");
      const std::size_t usable = free / 3 * 2;  // half of the rest is what buffers have in reserve
      const std::size_t of_strip = sizeof(std::int32_t) * (n() + n_tiles() * strip_rows);
      most = std::clamp<std::size_t>(usable / 5 * 3 / of_strip, 1, most);
    }
    n_bands_ = (n_strips_ + most - 1) / most;
    band_strips_ = (n_strips_ + n_bands_ - 1) / n_bands_;
    n_bands_ = (n_strips_ + band_strips_ - 1) / band_strips_;
    kept_ = between_.room_for<std::int32_t>((of_.wants_path ? n_bands_ : 2) * n());
  }

  // D of the last row of a band.
  [[nodiscard]] std::int32_t* kept_row(std::size_t band) const {
    return kept_ + (of_.wants_path ? band : band % 2) * n();
  }

  strip_band make_band(std::size_t band, bool keeps) {
    strip_band made = on_device_;
    made.first_strip = static_cast<std::int32_t>(band * band_strips_);
    made.n_strips = static_cast<std::int32_t>(std::min(band_strips_, n_strips_ - band * band_strips_));
    made.above = band == 0 ? nullptr : kept_row(band - 1);
    made.n_slots = keeps ? made.n_strips : 2;
    made.rows = rows_.room_for<std::int32_t>(n() * made.n_slots);
    if (keeps) made.columns = columns_.room_for<std::int32_t>(n_tiles() * strip_rows * made.n_strips + 1);
    return made;
  }

  void sweep_first(std::size_t band) {
    const strip_band swept = make_band(band, keeps_all());
    sweep(swept, stream_.get());
    const auto slot = static_cast<std::size_t>((swept.n_strips - 1) % swept.n_slots);
    check(cudaMemcpyAsync(kept_row(band), swept.rows + slot * n(), n() * sizeof(std::int32_t),
                          cudaMemcpyDeviceToDevice, stream_.get()),
          "a row's copy");
    end_launch();
    const std::size_t first_row = std::size_t{strip_rows} * swept.first_strip;
    const std::size_t n_rows =
        std::min<std::size_t>(std::size_t{strip_rows} * swept.n_strips, m() - first_row);
    if (of_.control != nullptr) of_.control->add_cells(n_rows * n());
  }

  void end_launch() {
    stream_.wait();
    if (of_.control != nullptr) of_.control->throw_if_stopped();
  }

  std::int32_t fetch_last() {
    const auto last = fetch<std::vector<std::int32_t>>(on_device_.last, 1, stream_.get());
    stream_.wait();
    return last.front();
  }

  std::vector<spliced::edit_run> find_path() {
    path_state state{static_cast<std::int32_t>(m()), static_cast<std::int32_t>(n()), 0};
    path_state* const there = send(std::span<const path_state>(&state, 1), state_, stream_.get());
    std::uint8_t* const moves = moves_.room_for<std::uint8_t>(m() + n());
    for (std::size_t band = n_bands_; band > 0; --band) {
      const strip_band kept = make_band(band - 1, true);
      if (!keeps_all()) sweep(kept, stream_.get());
      walk_back(kept, there, moves, stream_.get());
      end_launch();
    }
    const auto left = fetch<std::vector<path_state>>(there, 1, stream_.get());
    stream_.wait();
    const auto found = fetch<std::vector<std::uint8_t>>(moves, static_cast<std::size_t>(left.front().n_moves),
                                                        stream_.get());
    stream_.wait();
    return edits_of(found, m(), n());
  }

  const spliced::align_request& of_;
  fast_limits limits_;
  std::size_t n_strips_;
  std::size_t n_bands_ = 1;
  std::size_t band_strips_ = 1;
  stream stream_;
  gain_table gains_{};
  strip_band on_device_;
  std::int32_t* kept_ = nullptr;  // [n_bands or 2][n]
  buffer<device_memory> query_, target_, table_, counters_, done_, between_, rows_, columns_, state_, moves_;
};

class fast_aligner final : public spliced::align_engine {
 public:
  fast_aligner(int device, const fast_limits& limits) : device_(device), limits_(limits) {
    check(cudaSetDevice(device), "the device");
  }

  [[nodiscard]] std::string_view name() const override { return "fast"; }
  [[nodiscard]] std::string refusal(const spliced::align_scoring& scoring) const override {
    return align_refusal(scoring);
  }
  [[nodiscard]] spliced::global_alignment align(const spliced::align_request& request) const override {
    check_request(request);
    if (request.n_cells() == 0) return align_with_nothing(request);
    check(cudaSetDevice(device_), "the device");
    return pair_sweep(request, limits_).align();
  }

 private:
  int device_;
  fast_limits limits_;
};

}  // namespace

std::unique_ptr<spliced::align_engine> make_fast_aligner(int device, const fast_limits& limits) {
  return std::make_unique<fast_aligner>(device, limits);
}

}  // namespace exonweave::gpu
