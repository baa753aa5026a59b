#include <algorithm>
#include <atomic>
#include <climits>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "gpu/cuda_call.cuh"
#include "gpu/schedule/device_pass.hpp"
#include "gpu/schedule/schedule_kernel.cuh"
#include "gpu/schedule/schedule_runner.hpp"
#include "gpu/substitution_table.hpp"
#include "gpu/transfers.cuh"

namespace exonweave::gpu {
namespace {

using spliced::score;

// Of all rows on a device. Passes may be gone later than who launched them.
using held_bytes = std::atomic<std::size_t>;

// What launches leave for passes to read, until the last of these is gone. Memory that is given back is kept for the next
// launch.
class kept_memory final : public device_memory_reader {
 public:
  /// While it lives it counts in `held`.
  kept_memory(std::size_t bytes, int device, cudaStream_t on, std::shared_ptr<held_bytes> held)
      : device_(device), size_(bytes), held_(std::move(held)) {
    check(cudaMallocAsync(&bytes_, std::max<std::size_t>(1, bytes), on), "memory of the device for rows");
    *held_ += size_;
  }
  ~kept_memory() override {
    (void)cudaSetDevice(device_);
    (void)cudaFreeAsync(bytes_, cudaStreamPerThread);
    *held_ -= size_;
  }
  kept_memory(const kept_memory&) = delete;
  kept_memory& operator=(const kept_memory&) = delete;

  void read(const void* from, std::size_t bytes, void* to) const override {
    check(cudaSetDevice(device_), "the device");
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread), "a copy of rows");
    check(cudaStreamSynchronize(cudaStreamPerThread), "a copy of rows");
  }
  [[nodiscard]] std::byte* begin() const { return static_cast<std::byte*>(bytes_); }

  static void keep_what_is_freed(int device) {
    cudaMemPool_t pool = nullptr;
    std::uint64_t all = UINT64_MAX;
    check(cudaDeviceGetDefaultMemPool(&pool, device), "the memory pool");
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "the memory pool");
  }

 private:
  int device_;
  void* bytes_ = nullptr;
  std::size_t size_;
  std::shared_ptr<held_bytes> held_;
};

class runner final : public schedule_runner {
 public:
  /// `device` is the current one.
  explicit runner(int device) : device_(device) {
    std::size_t free = 0;
    check(cudaMemGetInfo(&free, &memory_), "the memory of the device");
    kept_memory::keep_what_is_freed(device);
  }

  launch_results run(std::span<const device_job> jobs, std::span<shaped_job> shaped, bool keeps_rows,
                     launch_times* times) override {
    check(cudaSetDevice(device_), "the device");
    // those with most work first, so that none is left over when others are done
    std::ranges::stable_sort(shaped, std::greater<>{},
                             [&](const shaped_job& each) { return jobs[each.index].program->words.size(); });
    launch_results results;
    staged_arrays staged;
    const wait_at_end guard(stream_.get());
    if (keeps_rows) make_room_for_rows({jobs, shaped}, results);
    const schedule_shape shape = shaped.front().shape;
    const cudaStream_t on = stream_.get();
    const std::size_t sink_words = std::size_t{shape.n_tiles} * shape.row_words();
    std::uint32_t* const sinks = sinks_.room_for<std::uint32_t>(shaped.size() * sink_words);
    staged.trails.assign(shaped.size(), INT_MIN);
    std::int32_t* const trails = send(std::span<const std::int32_t>(staged.trails), trails_, on);
    schedule_batch batch = describe(jobs[shaped.front().index].of, shaped.front(), staged);
    batch.keeps_rows = keeps_rows;
    batch.save_every = results.save_every;
    batch.lanes_per_range = lanes_per_range(shape);
    staged.jobs = place(jobs, shaped, batch, staged, {sinks, sink_words, trails, results.rows});
    batch.jobs = send(std::span<const schedule_job>(staged.jobs), placed_, on);
    batch.n_jobs = static_cast<std::uint32_t>(staged.jobs.size());
    const std::uint32_t n_blocks = std::min(batch.n_jobs, blocks_at_once(shape, batch));
    batch.homes =
        homes_.room_for<uint4>(std::size_t{n_blocks} * shape.n_tiles * batch.n_homes * shape.row_words() / 4);
    begin_.record(on);
    launch(shape, batch, n_blocks, on);
    end_.record(on);
    results.sink_rows = fetch<spliced::large_vector<std::uint32_t>>(sinks, shaped.size() * sink_words, on);
    results.best_trails = fetch<std::vector<std::int32_t>>(trails, shaped.size(), on);
    stream_.wait();
    if (times != nullptr) times->kernel_ms += end_.ms_since(begin_), ++times->n_launches;
    return results;
  }

  [[nodiscard]] std::size_t memory() const override { return memory_; }

 private:
  // What copies to the device read.
  struct staged_arrays {
    gathered<std::uint32_t> words;
    gathered<std::uint8_t> bytes;
    std::vector<std::int16_t> table;
    std::vector<std::int32_t> trails;
    std::vector<schedule_job> jobs;
    std::uint32_t next_job = 0;
  };
  // Where a launch leaves what it finds.
  struct result_arrays {
    std::uint32_t* sinks;
    std::size_t sink_words;  // of a job
    std::int32_t* trails;
    std::span<const kept_rows_places> rows;  // may be empty
  };

  // Where there is not as much memory left as there may be, still fewer checkpoints are kept.
  void make_room_for_rows(rows_plan plan, launch_results& results) const {
    plan.keep_within(room_for_rows(memory_, *held_));
    std::shared_ptr<kept_memory> made;
    while (!made) try {
        made = std::make_shared<kept_memory>(plan.bytes(), device_, stream_.get(), held_);
      } catch (const device_memory_exceeded&) {
        if (!plan.keep_fewer()) throw;
      }
    check(cudaMemsetAsync(made->begin(), 0x80, plan.bytes_of_maxima(), stream_.get()), "clearing");
    results.rows = plan.places(made->begin());
    results.save_every = plan.save_every();
    results.memory = std::move(made);
  }

  // What all jobs of the launch share.
  schedule_batch describe(const spliced::problem& of, const shaped_job& first, staged_arrays& staged) {
    staged.table = substitution_table<std::int16_t>(*of.substitution);
    schedule_batch batch;
    batch.substitutions = send(std::span<const std::int16_t>(staged.table), table_, stream_.get());
    batch.n_codes = static_cast<std::uint32_t>(of.substitution->n_codes());
    batch.next_job = send(std::span<const std::uint32_t>(&staged.next_job, 1), counter_, stream_.get());
    batch.open = of.gaps.open;
    batch.extend = of.gaps.extend;
    batch.floor = first.floor_lane();
    batch.counts_ends = !of.free_target_ends;
    batch.has_trails = of.residue_ends.has_value();
    return batch;
  }

  // Programs, each once, and targets, on the device.
  std::vector<schedule_job> place(std::span<const device_job> jobs, std::span<const shaped_job> shaped,
                                  schedule_batch& batch, staged_arrays& staged,
                                  const result_arrays& results) {
    struct places {
      std::size_t words, residues;
    };
    std::map<const device_program*, places> programs;
    std::vector<std::size_t> target_at;
    for (const shaped_job& each : shaped) {
      const device_program& program = *jobs[each.index].program;
      if (!programs.contains(&program))
        programs[&program] = {staged.words.add(program.words), staged.bytes.add(program.residues)};
      target_at.push_back(staged.bytes.add(jobs[each.index].of.target));
      batch.n_homes = std::max(batch.n_homes, program.n_homes);
      batch.n_profile_rows =
          std::max(batch.n_profile_rows, static_cast<std::uint32_t>(program.residues.size()));
    }
    const std::uint32_t* const words_there = staged.words.send(words_, stream_.get());
    const std::uint8_t* const bytes_there = staged.bytes.send(bytes_, stream_.get());
    std::vector<schedule_job> made(shaped.size());
    for (std::size_t k = 0; k < shaped.size(); ++k) {
      const device_job& job = jobs[shaped[k].index];
      made[k].words = words_there + programs[job.program].words;
      made[k].residues = bytes_there + programs[job.program].residues;
      made[k].target = bytes_there + target_at[k];
      made[k].n = static_cast<std::uint32_t>(job.of.target.size());
      made[k].n_residues = static_cast<std::uint32_t>(job.program->residues.size());
      made[k].sink = job.program->sink;
      made[k].residue_cost = job.program->residue_cost;
      made[k].origin = shaped[k].origin();
      made[k].sink_row = results.sinks + k * results.sink_words;
      made[k].best_trail = results.trails + k;
      if (!results.rows.empty()) made[k].rows = results.rows[k];
    }
    return made;
  }

  int device_;
  std::size_t memory_ = 0;
  std::shared_ptr<held_bytes> held_ = std::make_shared<held_bytes>(0);
  stream stream_;
  event begin_, end_;
  buffer<device_memory> words_, bytes_, placed_, sinks_, trails_, table_, counter_, homes_;
};

}  // namespace

std::unique_ptr<schedule_runner> make_schedule_runner(int device) {
  check(cudaSetDevice(device), "the device");
  return std::make_unique<runner>(device);
}

}  // namespace exonweave::gpu
