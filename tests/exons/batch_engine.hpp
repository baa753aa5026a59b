// An engine of the CPU that wants many alignments at once, counts what it gets, and fails where a test wants it to.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "spliced/engines/engine_registry.hpp"

namespace exonweave::testing {

class batch_engine : public spliced::engine {
 public:
  explicit batch_engine(std::string_view inner = "simd", std::size_t batch_size = 7)
      : inner_(spliced::cpu_engines().make(inner)), batch_size_(batch_size) {}

  struct compiled : spliced::compiled_schedule {
    explicit compiled(const spliced::row_schedule& compiled_schedule) : schedule(&compiled_schedule) {}
    [[nodiscard]] std::uint64_t bytes() const override { return 1000; }
    const spliced::row_schedule* schedule;
  };

  [[nodiscard]] const spliced::engine_facts& facts() const override {
    static const spliced::engine_facts known{.name = "batch"};
    return known;
  }
  [[nodiscard]] spliced::schedule_options schedule(const spliced::problem& problem) const override {
    return inner_->schedule(problem);
  }
  [[nodiscard]] std::shared_ptr<const spliced::compiled_schedule> compile(
      const spliced::problem&, const spliced::row_schedule& schedule) const override {
    ++n_compiled;
    return std::make_shared<compiled>(schedule);
  }
  [[nodiscard]] std::size_t batch_size(const spliced::problem&) const override { return batch_size_; }
  [[nodiscard]] std::uint64_t min_memory(const spliced::alignment_job& job) const override {
    return inner_->min_memory(job);
  }
  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job& job) const override {
    ++n_alone;
    return inner_->align(job);
  }
  [[nodiscard]] std::vector<spliced::started_pass> start(std::span<const spliced::alignment_job> jobs) const override {
    if (n_starting++ > 0) were_one_at_a_time = false;
    note(jobs);
    const auto done = [this](void*) { --n_starting; };
    const std::unique_ptr<void, decltype(done)> starting(&n_starting, done);
    if (on_start) on_start();
    std::vector<spliced::started_pass> started;
    for (const auto& job : jobs)
      started.push_back(std::async(std::launch::deferred, [this, job] {
        if (on_get) on_get(job);
        return inner_->align(job);
      }));
    return started;
  }

  std::function<void()> on_start;                             // may throw
  std::function<void(const spliced::alignment_job&)> on_get;  // of a started pass; may throw

  mutable std::atomic<std::size_t> n_compiled{0};
  mutable std::atomic<std::size_t> n_alone{0};  // calls of align()
  mutable std::atomic<int> n_starting{0};
  mutable std::atomic<bool> were_one_at_a_time{true};
  // Of the calls of start(), which come one at a time:
  mutable std::vector<std::size_t> batches;  // how many jobs each had
  mutable std::uint64_t max_memory = 0;      // bytes for the rows of all jobs of one
  mutable bool were_compiled = true;         // all jobs, from their own schedules

 private:
  void note(std::span<const spliced::alignment_job> jobs) const {
    const std::lock_guard lock(mutex_);
    batches.push_back(jobs.size());
    std::uint64_t memory = 0;
    for (const auto& job : jobs) {
      memory += job.memory;
      const auto* made = dynamic_cast<const compiled*>(job.compiled);
      were_compiled &= made != nullptr && made->schedule == job.schedule;
    }
    max_memory = std::max(max_memory, memory);
  }

  std::unique_ptr<spliced::engine> inner_;
  std::size_t batch_size_;
  mutable std::mutex mutex_;
};

}  // namespace exonweave::testing
