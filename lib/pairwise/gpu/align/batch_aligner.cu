#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/gpu/align/batch_kernel.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"

namespace exonweave::gpu {
namespace {

// Those that fill their strips best.
int words_for(std::size_t m) {
  const auto n_rows = [m](int words) {
    return strips_of(static_cast<std::uint32_t>(m), words) * static_cast<std::uint32_t>(words);
  };
  int best = row_words;
  for (int words = row_words - 1; words > 0; --words)
    if (n_rows(words) < n_rows(best)) best = words;
  return best;
}

// What one align_all() needs on a device, and where results come back to; kept for the next one.
struct batch_memory {
  stream on;
  buffer<pooled_memory> codes, pairs, gains, cells, borders, results, runs, counter;
  buffer<pinned_memory> staged;
};

// Pairs that are on a device together.
class batch_run {
 public:
  batch_run(std::span<const align_request> requests, std::span<const std::size_t> taken, batch_memory& memory)
      : requests_(requests), taken_(taken), memory_(memory), first_(requests[taken.front()]) {}

  void align(std::vector<global_alignment>& made) {
    const wait_at_end guard(memory_.on.get());
    send();
    for (std::size_t first = 0, last = 0; first < taken_.size(); first = last) {
      const int words = words_for(requests_[taken_[first]].query.size());
      while (last < taken_.size() && words_for(requests_[taken_[last]].query.size()) == words) ++last;
      batch_launch some = all_;
      some.pairs += first;
      some.results += first;
      some.n_pairs = static_cast<std::uint32_t>(last - first);
      sweep_pairs(some, words, memory_.on.get());
      if (wants_paths()) walk_pairs(some, words, memory_.on.get());
    }
    fetch_into(made);
  }

  // Of the device for a pair, with what buffers have in reserve.
  static std::uint64_t bytes_of(const align_request& request) {
    const auto m = static_cast<std::uint32_t>(request.query.size()),
               n = static_cast<std::uint32_t>(request.target.size());
    const int words = words_for(m);
    std::uint64_t bytes = m + n + sizeof(batch_pair) + sizeof(batch_result);
    if (request.wants_path) bytes += sizeof(std::uint32_t) * (cell_words(m, n, words) + m + n);
    if (strips_of(m, words) > 1) bytes += sizeof(int2) * n;
    return bytes / 4 * 5;
  }

 private:
  [[nodiscard]] bool wants_paths() const { return first_.wants_path; }

  void send() {
    std::uint64_t n_codes = 0, n_cells = 0, n_columns = 0, n_moves = 0;
    auto* const pairs = memory_.staged.room_for<batch_pair>(taken_.size() + codes_of_all() / sizeof(batch_pair) + 1);
    auto* const codes = reinterpret_cast<std::uint8_t*>(pairs + taken_.size());
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const align_request& each = requests_[taken_[k]];
      const auto m = static_cast<std::uint32_t>(each.query.size()), n = static_cast<std::uint32_t>(each.target.size());
      const int words = words_for(m);
      pairs[k] = {
          static_cast<std::uint32_t>(n_codes), static_cast<std::uint32_t>(n_codes + m), m, n, n_cells, n_columns};
      std::ranges::copy(each.query, codes + n_codes);
      std::ranges::copy(each.target, codes + n_codes + m);
      n_codes += m + n;
      n_moves += m + n;
      if (wants_paths()) n_cells += cell_words(m, n, words);
      if (strips_of(m, words) > 1) n_columns += n;
    }
    const align_scoring& scoring = first_.scoring;
    gains_ = substitution_table<std::int8_t>(*scoring.substitution);
    for (std::int8_t& each : gains_) each = static_cast<std::int8_t>(each + 2 * scoring.gaps.extend);
    const cudaStream_t on = memory_.on.get();
    all_.pairs = gpu::send(std::span<const batch_pair>(pairs, taken_.size()), memory_.pairs, on);
    all_.codes = gpu::send(std::span<const std::uint8_t>(codes, n_codes), memory_.codes, on);
    all_.gains = gpu::send(std::span<const std::int8_t>(gains_), memory_.gains, on);
    all_.results = memory_.results.room_for<batch_result>(taken_.size());
    all_.n_codes = static_cast<std::uint32_t>(scoring.substitution->n_codes());
    all_.open = scoring.gaps.open;
    all_.extend = scoring.gaps.extend;
    all_.least = first_.least;
    all_.borders = memory_.borders.room_for<int2>(n_columns + 1);
    if (!wants_paths()) return;
    all_.cells = memory_.cells.room_for<std::uint32_t>(n_cells);
    all_.runs = memory_.runs.room_for<std::uint32_t>(n_moves);
    all_.n_runs = memory_.counter.room_for<unsigned long long>(1);
    check(cudaMemsetAsync(all_.n_runs, 0, sizeof *all_.n_runs, on), "clearing");
  }

  [[nodiscard]] std::size_t codes_of_all() const {
    std::size_t n = 0;
    for (const std::size_t k : taken_) n += requests_[k].query.size() + requests_[k].target.size();
    return n;
  }

  void fetch_into(std::vector<global_alignment>& made) {
    const cudaStream_t on = memory_.on.get();
    const auto results = fetch<std::vector<batch_result>>(all_.results, taken_.size(), on);
    memory_.on.wait();
    std::uint64_t n_runs = 0;
    for (const batch_result& each : results) n_runs += each.n_runs;
    const auto runs = fetch<std::vector<std::uint32_t>>(all_.runs, n_runs, on);
    memory_.on.wait();
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const align_request& request = requests_[taken_[k]];
      global_alignment& each = made[taken_[k]];
      each.total =
          results[k].last - all_.extend * static_cast<spliced::score>(request.query.size() + request.target.size());
      if (request.wants_path_of(each.total))
        each.edits = edits_of(std::span(runs).subspan(results[k].first_run, results[k].n_runs));
    }
  }

  static std::vector<spliced::edit_run> edits_of(std::span<const std::uint32_t> runs) {
    constexpr std::array edits{spliced::edit::match, spliced::edit::deletion, spliced::edit::insertion};
    std::vector<spliced::edit_run> made;
    made.reserve(runs.size());
    for (const std::uint32_t run : runs) made.push_back({edits[run % 4], run / 4});
    return made;
  }

  std::span<const align_request> requests_;
  std::span<const std::size_t> taken_;
  batch_memory& memory_;
  const align_request& first_;
  std::vector<std::int8_t> gains_;
  batch_launch all_;
};

class batch_aligner final : public align_engine {
 public:
  explicit batch_aligner(const std::vector<int>& devices) : queue_(devices, usable_bytes) {
    for (const int device : devices) check(cudaSetDevice(device), "the device");
  }

  [[nodiscard]] const pairwise_engine& facts() const override { return batch_aligner_facts; }

  [[nodiscard]] global_alignment align(const align_request& request) const override {
    if (!is_for_batch(request.query.size(), request.target.size(), request.scoring)) return on_cpu_->align(request);
    return align_all({&request, 1}).front();
  }

  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const align_scoring& scoring) const override {
    const auto& [pairs, gaps] = scoring;
    const std::int64_t more = 2 * std::int64_t{gaps.extend};
    const std::uint64_t cells = std::uint64_t{query_length} * target_length;
    return cells > 0 && cells <= batch_aligner_facts.max_cells && pairs->smallest() >= -128 &&
           pairs->smallest() + more >= -128 && pairs->largest() + more <= 127 && pairs->n_codes() < pair_codes;
  }

  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request> requests) const override {
    std::vector<global_alignment> made(requests.size());
    if (requests.empty()) return made;
    std::uint64_t bytes = 0, cells = 0;
    for (const align_request& each : requests) {
      check_score_range(each);
      bytes += batch_run::bytes_of(each);
      cells += each.n_cells();
    }
    const auto place = queue_.take(bytes, cells);
    run_control* const control = requests.front().control;
    check(cudaSetDevice(place.device), "the device");
    auto memory = take_memory(place.device);
    for (const auto& some : parts_of(requests, place.bytes)) {
      if (control != nullptr) control->throw_if_stopped();
      batch_run(requests, some, *memory).align(made);
    }
    if (control != nullptr) control->add_cells(cells);
    const std::lock_guard lock(mutex_);
    idle_[place.device].push_back(std::move(memory));
    return made;
  }

 private:
  // Those of as many rows of a lane together, the longest first; each part has room on the device, or one pair.
  static std::vector<std::vector<std::size_t>> parts_of(std::span<const align_request> requests,
                                                        std::uint64_t max_bytes) {
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t k) {
      return std::tuple(words_for(requests[k].query.size()), ~requests[k].n_cells(), k);
    });
    std::vector<std::vector<std::size_t>> parts;
    std::uint64_t bytes = 0;
    for (const std::size_t k : order) {
      const std::uint64_t more = batch_run::bytes_of(requests[k]);
      if (parts.empty() || bytes + more > max_bytes) {
        parts.emplace_back();
        bytes = 0;
      }
      parts.back().push_back(k);
      bytes += more;
    }
    return parts;
  }

  [[nodiscard]] std::unique_ptr<batch_memory> take_memory(int device) const {
    const std::lock_guard lock(mutex_);
    auto& idle = idle_[device];
    if (idle.empty()) return std::make_unique<batch_memory>();
    auto taken = std::move(idle.back());
    idle.pop_back();
    return taken;
  }

  std::unique_ptr<align_engine> on_cpu_ = make_simd_aligner();
  mutable device_queue queue_;
  mutable std::mutex mutex_;
  mutable std::map<int, std::vector<std::unique_ptr<batch_memory>>> idle_;  // [devices] that no align_all() has
};

}  // namespace

std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>& devices) {
  return std::make_unique<batch_aligner>(devices);
}

}  // namespace exonweave::gpu
