#include <algorithm>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"
#include "pairwise/gpu/align/device_pair.hpp"
#include "pairwise/gpu/align/fast_kernel.cuh"

namespace exonweave::gpu {
namespace {

// A launch has no more: some tenths of a second, so that runs can be stopped.
constexpr std::uint64_t max_launch_cells = 200'000'000'000;

// Which strips are swept, and kept, together.
struct band_plan {
  std::size_t n_strips;
  std::size_t band_strips;
  std::size_t n_bands;

  // Bands of at most so many strips, as equal as they can be.
  band_plan(const align_request& request, std::size_t most)
      : n_strips((request.query.size() + strip_rows - 1) / strip_rows) {
    n_bands = (n_strips + most - 1) / most;
    band_strips = (n_strips + n_bands - 1) / n_bands;
    n_bands = (n_strips + band_strips - 1) / band_strips;
  }

  // As few bands as memory of the device and a launch allow.
  static band_plan make(const align_request& request, const fast_limits& limits, std::uint64_t memory) {
    std::size_t most = max_launch_cells / (request.target.size() * strip_rows);
    most = std::clamp<std::size_t>(std::min(most, limits.max_strips), 1, request.query.size());
    while (most > 1 && band_plan(request, most).bytes(request) > memory) most -= (most + 7) / 8;
    return {request, most};
  }

  [[nodiscard]] std::size_t kept_rows(bool wants_path) const { return wants_path ? n_bands : 2; }

  // Of the device, with what buffers have in reserve.
  [[nodiscard]] std::uint64_t bytes(const align_request& request) const {
    const std::uint64_t m = request.query.size(), n = request.target.size();
    const std::uint64_t n_codes_and_moves = request.wants_path ? 2 * (m + n) : m + n;
    std::uint64_t n_scores = (4 + kept_rows(request.wants_path)) * n + pair_codes * pair_codes;
    if (request.wants_path) n_scores += band_strips * (n + n / tile_columns * strip_rows);
    return (sizeof(std::int32_t) * n_scores + n_codes_and_moves) / 4 * 5;
  }
};

// One alignment on the current device.
class pair_sweep {
 public:
  pair_sweep(const align_request& request, const band_plan& plan) : request_(request), plan_(plan) {}

  global_alignment align() {
    const wait_at_end guard(stream_.get());
    send_inputs();
    for (std::size_t band = 0; band < plan_.n_bands; ++band) sweep_first(band);
    global_alignment made{score_of(fetch_last(), request_), {}};
    if (request_.wants_path_of(made.total)) made.edits = find_path();
    return made;
  }

 private:
  [[nodiscard]] std::size_t m() const { return request_.query.size(); }
  [[nodiscard]] std::size_t n() const { return request_.target.size(); }
  [[nodiscard]] std::size_t n_tiles() const { return n() / tile_columns; }
  [[nodiscard]] bool keeps_all() const { return request_.wants_path && plan_.n_bands == 1; }

  void send_inputs() {
    gains_ = make_gains(request_.scoring);
    on_device_.query = send(request_.query, query_, stream_.get());
    on_device_.target = send(request_.target, target_, stream_.get());
    on_device_.gains = send(std::span<const std::int32_t>(gains_), table_, stream_.get());
    on_device_.m = static_cast<std::int32_t>(m());
    on_device_.n = static_cast<std::int32_t>(n());
    on_device_.next = counters_.room_for<std::int32_t>(2);
    on_device_.last = on_device_.next + 1;
    on_device_.messages = messages_.room_for<std::uint64_t>(2 * n());
    kept_ = between_.room_for<std::int32_t>(plan_.kept_rows(request_.wants_path) * n());
  }

  // D of the last row of a band.
  [[nodiscard]] std::int32_t* kept_row(std::size_t band) const {
    return kept_ + band % plan_.kept_rows(request_.wants_path) * n();
  }

  strip_band make_band(std::size_t band, bool keeps) {
    strip_band made = on_device_;
    made.first_strip = static_cast<std::int32_t>(band * plan_.band_strips);
    made.n_strips = static_cast<std::int32_t>(std::min(plan_.band_strips, plan_.n_strips - band * plan_.band_strips));
    made.above = band == 0 ? nullptr : kept_row(band - 1);
    made.bottom = kept_row(band);
    if (!keeps) return made;
    made.rows = rows_.room_for<std::int32_t>(n() * made.n_strips);
    made.columns = columns_.room_for<std::int32_t>(n_tiles() * strip_rows * made.n_strips + 1);
    return made;
  }

  void sweep_first(std::size_t band) {
    const strip_band swept = make_band(band, keeps_all());
    sweep(swept, stream_.get());
    end_launch();
    const std::size_t first_row = std::size_t{strip_rows} * swept.first_strip;
    const std::size_t n_rows = std::min<std::size_t>(std::size_t{strip_rows} * swept.n_strips, m() - first_row);
    if (request_.control != nullptr) request_.control->add_cells(n_rows * n());
  }

  void end_launch() {
    stream_.wait();
    if (request_.control != nullptr) request_.control->throw_if_stopped();
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
    for (std::size_t band = plan_.n_bands; band > 0; --band) {
      const strip_band kept = make_band(band - 1, true);
      if (!keeps_all()) sweep(kept, stream_.get());
      walk_back(kept, there, moves, stream_.get());
      end_launch();
    }
    const auto left = fetch<std::vector<path_state>>(there, 1, stream_.get());
    stream_.wait();
    const auto found =
        fetch<std::vector<std::uint8_t>>(moves, static_cast<std::size_t>(left.front().n_moves), stream_.get());
    stream_.wait();
    return edits_of(found, m(), n());
  }

  const align_request& request_;
  band_plan plan_;
  stream stream_;
  gain_table gains_{};
  strip_band on_device_;
  std::int32_t* kept_ = nullptr;  // [kept_rows][n]
  buffer<device_memory> query_, target_, table_, counters_, messages_, between_, rows_, columns_, state_, moves_;
};

}  // namespace

std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>& devices, const fast_limits& limits) {
  const auto plan = [limits](const align_request& request, std::uint64_t memory) {
    return band_plan::make(request, limits, memory);
  };
  return make_device_aligner(devices, {fast_aligner_facts,
                                       [plan](const align_request& request) {
                                         return plan(request, std::numeric_limits<std::uint64_t>::max()).bytes(request);
                                       },
                                       [plan](const align_request& request, std::uint64_t bytes) {
                                         return pair_sweep(request, plan(request, bytes)).align();
                                       }});
}

}  // namespace exonweave::gpu
