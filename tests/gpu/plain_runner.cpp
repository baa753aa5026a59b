#include "gpu/plain_runner.hpp"

#include <algorithm>
#include <cstring>

#include "gpu/device_failure.hpp"
#include "gpu/plain_program.hpp"
#include "gpu/schedule/rows_plan.hpp"

namespace exonweave::testing {
namespace {

using gpu::device_job;
using gpu::kept_rows_places;
using gpu::schedule_shape;
using gpu::shaped_job;
using spliced::score;

class plain_memory final : public gpu::device_memory_reader {
 public:
  plain_memory(plain_device& of, std::size_t bytes) : of_(of), bytes_(bytes) {
    of_.most_held = std::max<std::size_t>(of_.most_held, of_.held += bytes);
  }
  ~plain_memory() override { of_.held -= bytes_.size(); }
  plain_memory(const plain_memory&) = delete;
  plain_memory& operator=(const plain_memory&) = delete;

  void read(const void* from, std::size_t bytes, void* to) const override {
    if (of_.is_lost) throw gpu::device_failure("a copy of rows: the device is lost");
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  [[nodiscard]] std::byte* begin() { return bytes_.data(); }

 private:
  plain_device& of_;
  std::vector<std::byte> bytes_;
};

// As lane_row.cuh says: [tiles][row_words()].
void encode_plane(const shaped_job& shaped, score extend, std::uint32_t first_word,
                  const std::vector<score>& from, std::uint32_t* to) {
  const schedule_shape& shape = shaped.shape;
  for (std::size_t j = 0; j < std::size_t{shape.n_tiles} * shape.columns_of_tile(); ++j) {
    const auto within = static_cast<std::uint32_t>(j % shape.columns_of_tile());
    const std::uint32_t of_lane = shape.columns_of_tile() / 32;
    const std::uint32_t lane = within / of_lane, c = within % of_lane;
    const score value = j < from.size() && spliced::is_reachable(from[j])
                            ? from[j] - shaped.origin() + static_cast<score>(within) * extend
                            : shaped.floor_lane();
    const auto half = static_cast<std::uint32_t>(std::max(value, shaped.floor_lane()));
    std::uint32_t& word = to[j / shape.columns_of_tile() * shape.row_words() +
                             schedule_shape::word_at(lane, first_word + c % shape.n_words)];
    if (!shape.is_narrow)
      word = half;
    else
      word = c < shape.n_words ? (word & 0xFFFF0000u) | half : (word & 0xFFFFu) | half << 16;
  }
}

class plain_runner final : public gpu::schedule_runner {
 public:
  explicit plain_runner(plain_device& of) : of_(of) {}

  gpu::launch_results run(std::span<const device_job> jobs, std::span<shaped_job> shaped, bool keeps_rows,
                          gpu::launch_times*) override {
    if (of_.is_lost) throw gpu::device_failure("a launch: the device is lost");
    if (!keeps_rows) throw std::logic_error("only for rows");
    std::ranges::reverse(shaped);
    gpu::launch_results results;
    make_room(jobs, shaped, results);
    for (std::size_t k = 0; k < shaped.size(); ++k) run(jobs[shaped[k].index], shaped[k], results, k);
    results.best_trails.resize(shaped.size());
    ++of_.n_launches;
    of_.n_jobs += shaped.size();
    if (of_.on_launch) of_.on_launch();
    return results;
  }
  [[nodiscard]] std::size_t memory() const override { return of_.memory; }

 private:
  void make_room(std::span<const device_job> jobs, std::span<const shaped_job> shaped,
                 gpu::launch_results& results) const {
    gpu::rows_plan plan(jobs, shaped);
    plan.keep_within(gpu::room_for_rows(of_.memory, of_.held));
    if (of_.held + plan.bytes() > of_.memory) throw gpu::device_memory_exceeded("no room for rows");
    auto made = std::make_shared<plain_memory>(of_, plan.bytes());
    results.rows = plan.places(made->begin());
    results.save_every = plan.save_every();
    results.memory = std::move(made);
  }

  static void run(const device_job& job, const shaped_job& shaped, gpu::launch_results& results,
                  std::size_t at) {
    const plain_outcome found = run_plainly(*job.program, job.of);
    const schedule_shape& shape = shaped.shape;
    const std::size_t row_words = std::size_t{shape.n_tiles} * shape.row_words();
    const score extend = job.of.gaps.extend;
    const auto encode = [&](const plain_row& row, std::uint32_t* to) {
      encode_plane(shaped, extend, 0, row.S, to);
      if (shape.is_affine) encode_plane(shaped, extend, shape.n_words, row.F, to);
    };
    results.sink_rows.resize((at + 1) * row_words);
    encode(found.sink, results.sink_rows.data() + at * row_words);
    std::uint32_t* next = results.rows[at].saved;
    for (std::size_t c = 0; c < found.checkpoints.size(); c += results.save_every)
      for (const plain_row& row : found.checkpoints[c]) {
        encode(row, next);
        next += row_words;
      }
    tell(job, found, gpu::ranges_of(job, shape), results.rows[at]);
  }

  static void tell(const device_job& job, const plain_outcome& found, const spliced::column_ranges& ranges,
                   const kept_rows_places& to) {
    std::int16_t* bounds = to.bounds;
    for (std::size_t k = 0; k < found.steps.size(); ++k) {
      to.best[k] = found.steps[k].best;
      if (to.ends != nullptr) to.ends[k] = found.steps[k].ends;
      if (!found.steps[k].is_bounded) continue;
      std::fill_n(bounds, ranges.n, INT16_MIN);
      for (std::size_t j = 0; j < job.of.n_columns(); ++j) {
        const plain_row& row = found.steps[k].row;
        const score value = std::max(row.S[j], row.F[j] + (job.of.gaps.open + 1) / 2);
        std::int16_t& bound = bounds[ranges.of_column[j]];
        bound = std::max(bound, ranges.bound_of(value));
      }
      bounds += ranges.n;
    }
  }

  plain_device& of_;
};

}  // namespace

std::unique_ptr<gpu::schedule_runner> make_plain_runner(plain_device& of) {
  return std::make_unique<plain_runner>(of);
}

}  // namespace exonweave::testing
