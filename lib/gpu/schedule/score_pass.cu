#include <algorithm>
#include <climits>
#include <functional>
#include <map>
#include <stdexcept>

#include "gpu/cuda_call.cuh"
#include "gpu/devices.hpp"
#include "gpu/schedule/job_shapes.hpp"
#include "gpu/schedule/schedule_kernel.cuh"
#include "gpu/schedule/score_pass.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {
namespace {

using spliced::score;

// Arrays of one launch, one behind the other.
template <class T>
class packed {
 public:
  std::size_t add(std::span<const T> values) {
    const std::size_t at = (values_.size() + 31) / 32 * 32;
    values_.resize(at);
    values_.insert(values_.end(), values.begin(), values.end());
    return at;
  }
  const T* send(buffer<device_memory>& to, cudaStream_t on) const {
    constexpr std::size_t read_ahead = 128;
    T* const there = to.room_for<T>(values_.size() + read_ahead);
    check(cudaMemcpyAsync(there, values_.data(), values_.size() * sizeof(T), cudaMemcpyHostToDevice, on),
          "a copy to the device");
    return there;
  }

 private:
  std::vector<T> values_;
};

template <class T>
T* send(std::span<const T> values, buffer<device_memory>& to, cudaStream_t on) {
  T* const there = to.room_for<T>(values.size());
  check(cudaMemcpyAsync(there, values.data(), values.size_bytes(), cudaMemcpyHostToDevice, on),
        "a copy to the device");
  return there;
}

template <class T>
std::vector<T> fetch(const T* there, std::size_t n, cudaStream_t on) {
  std::vector<T> values(n);
  check(cudaMemcpyAsync(values.data(), there, n * sizeof(T), cudaMemcpyDeviceToHost, on),
        "a copy from the device");
  return values;
}

std::vector<std::int16_t> table_of(const spliced::substitution_matrix& matrix) {
  std::vector<std::int16_t> table;
  for (std::size_t genomic = 0; genomic < matrix.n_codes(); ++genomic)
    for (std::size_t in_target = 0; in_target < matrix.n_codes(); ++in_target)
      table.push_back(static_cast<std::int16_t>(matrix(static_cast<spliced::residue_code>(genomic),
                                                       static_cast<spliced::residue_code>(in_target))));
  return table;
}

class event {
 public:
  event() { check(cudaEventCreate(&made_), "an event"); }
  ~event() { (void)cudaEventDestroy(made_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void record(cudaStream_t on) const { check(cudaEventRecord(made_, on), "an event"); }
  [[nodiscard]] double ms_since(const event& before) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, before.made_, made_), "the time between two events");
    return ms;
  }

 private:
  cudaEvent_t made_ = nullptr;
};

class score_pass_on_device final : public score_pass {
 public:
  /// `device` is the current one.
  explicit score_pass_on_device(int device) : device_(device) {}

  std::vector<std::optional<spliced::best_end>> run(std::span<const score_job> jobs,
                                                    score_pass_times* times) override {
    for (const score_job& job : jobs) spliced::check_score_range({.of = job.of, .schedule = job.schedule});
    check(cudaSetDevice(device_), "the device");
    jobs_ = jobs;
    ends_.assign(jobs.size(), {});
    std::vector<std::size_t> wide;
    for (auto& [key, shaped] : shape_jobs(jobs, wide)) {
      run_shape(shaped, times);
      for (const shaped_job& each : shaped) {
        const score total = ends_[each.index]->total;
        if (job_of(each).program->sink == no_row || total > each.values.exact_above) continue;
        ends_[each.index].reset();
        wide.push_back(each.index);
      }
    }
    for (auto& [key, shaped] : shape_wide_jobs(jobs, wide)) run_shape(shaped, times);
    if (times != nullptr) times->n_wide += static_cast<std::uint32_t>(wide.size());
    return std::move(ends_);
  }

 private:
  // What copies to the device read.
  struct staged_arrays {
    packed<std::uint32_t> words;
    packed<std::uint8_t> bytes;
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
  };

  [[nodiscard]] const score_job& job_of(const shaped_job& shaped) const { return jobs_[shaped.index]; }

  // Those with most work first, so that none is left over when others are done.
  void run_shape(std::vector<shaped_job>& shaped, score_pass_times* times) {
    std::ranges::stable_sort(shaped, std::greater<>{},
                             [&](const shaped_job& each) { return job_of(each).program->words.size(); });
    const schedule_shape shape = shaped.front().shape;
    const cudaStream_t on = stream_.get();
    const std::size_t sink_words = std::size_t{shape.n_tiles} * 32 * shape.n_words;
    std::uint32_t* const sinks = sinks_.room_for<std::uint32_t>(shaped.size() * sink_words);
    staged_arrays staged;
    const wait_at_end guard(on);
    staged.trails.assign(shaped.size(), INT_MIN);
    std::int32_t* const trails = send(std::span<const std::int32_t>(staged.trails), trails_, on);
    schedule_batch batch = describe(shaped.front(), staged);
    staged.jobs = place(shaped, batch, staged, {sinks, sink_words, trails});
    batch.jobs = send(std::span<const schedule_job>(staged.jobs), placed_, on);
    batch.n_jobs = static_cast<std::uint32_t>(staged.jobs.size());
    const std::uint32_t n_blocks = std::min(batch.n_jobs, blocks_at_once(shape, batch));
    batch.homes =
        homes_.room_for<uint4>(std::size_t{n_blocks} * shape.n_tiles * batch.n_homes * shape.row_words() / 4);
    begin_.record(on);
    launch(shape, batch, n_blocks, on);
    end_.record(on);
    const auto sink_rows = fetch(sinks, shaped.size() * sink_words, on);
    const auto best_trails = fetch(trails, shaped.size(), on);
    stream_.wait();
    if (times != nullptr) times->kernel_ms += end_.ms_since(begin_), ++times->n_launches;
    for (std::size_t k = 0; k < shaped.size(); ++k)
      ends_[shaped[k].index] =
          read_end(job_of(shaped[k]), shaped[k],
                   {std::span(sink_rows).subspan(k * sink_words, sink_words), best_trails[k]});
  }

  // What all jobs of the launch share.
  schedule_batch describe(const shaped_job& first, staged_arrays& staged) {
    const spliced::problem& of = job_of(first).of;
    staged.table = table_of(*of.substitution);
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
  std::vector<schedule_job> place(std::span<const shaped_job> shaped, schedule_batch& batch,
                                  staged_arrays& staged, const result_arrays& results) {
    struct places {
      std::size_t words, residues;
    };
    std::map<const device_program*, places> programs;
    std::vector<std::size_t> target_at;
    for (const shaped_job& each : shaped) {
      const device_program& program = *job_of(each).program;
      if (!programs.contains(&program))
        programs[&program] = {staged.words.add(program.words), staged.bytes.add(program.residues)};
      target_at.push_back(staged.bytes.add(job_of(each).of.target));
      batch.n_homes = std::max(batch.n_homes, program.n_homes);
      batch.n_profile_rows =
          std::max(batch.n_profile_rows, static_cast<std::uint32_t>(program.residues.size()));
    }
    const std::uint32_t* const words_there = staged.words.send(words_, stream_.get());
    const std::uint8_t* const bytes_there = staged.bytes.send(bytes_, stream_.get());
    std::vector<schedule_job> made(shaped.size());
    for (std::size_t k = 0; k < shaped.size(); ++k) {
      const score_job& job = job_of(shaped[k]);
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
    }
    return made;
  }

  int device_;
  std::span<const score_job> jobs_;
  std::vector<std::optional<spliced::best_end>> ends_;
  stream stream_;
  event begin_, end_;
  buffer<device_memory> words_, bytes_, placed_, sinks_, trails_, table_, counter_, homes_;
};

}  // namespace

std::unique_ptr<score_pass> make_score_pass() {
  const int device = first_usable_device();
  check(cudaSetDevice(device), "the device");
  return std::make_unique<score_pass_on_device>(device);
}

}  // namespace exonweave::gpu
