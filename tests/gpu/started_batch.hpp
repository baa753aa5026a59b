// What tests of `cuda` start: batches, on devices that the host plays or on real ones.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "gpu/plain_strips.hpp"
#include "gpu/weighted_exons.hpp"
#include "spliced/aligned.hpp"
#include "spliced/check_rows.hpp"
#include "usable_gpu.hpp"

namespace exonweave::testing {

/// An engine on devices that the host plays.
struct played_devices {
  explicit played_devices(std::size_t n = 1) : devices(n) {
    gpu::cuda_options options;
    for (plain_device& each : devices) options.devices.push_back(make_plain_strips(each));
    options.warn = [this](const std::string& what) {
      const std::lock_guard lock(mutex);
      warnings.push_back(what);
    };
    engine = gpu::make_cuda_engine(std::move(options));
  }

  std::mutex mutex;  // guards warnings
  std::vector<plain_device> devices;
  std::vector<std::string> warnings;
  std::unique_ptr<spliced::engine> engine;
};

/// `cuda` on all usable devices; null where there is none, and the test is skipped.
inline std::unique_ptr<spliced::engine> engine_on_device() {
  if (!has_device()) return nullptr;
  return gpu::known_engines().make("cuda");
}

/// Exons of which strips cannot be made: affine gaps.
inline small_problem exons_for_rows(std::mt19937_64& random, const exon_limits& limits, std::size_t target_length) {
  small_problem problem = weighted_exons(random, limits, target_length);
  problem.gaps.open = std::max(1, problem.gaps.open);
  return problem;
}

/// And of which they can.
inline small_problem exons_for_strips(std::mt19937_64& random, const exon_limits& limits) {
  small_problem problem = weighted_exons(random, limits, 0);
  problem.gaps.open = 0;
  problem.residue_ends.reset();
  return problem;
}

/// Targets on one graph, ready to be started.
class started_batch {
 public:
  started_batch(const small_problem& problem, const spliced::engine& on,
                std::vector<std::vector<spliced::residue_code>> targets)
      : targets_(std::move(targets)) {
    const spliced::problem p = problem.view();
    spliced::schedule_options options = on.schedule(p);
    options.block_rows = 16;
    schedule_ = spliced::make_schedule(p.graph, p.residue_ends, options);
    compiled_ = on.compile(p, schedule_);
    for (const auto& target : targets_) {
      spliced::alignment_job& job = jobs.emplace_back();
      job.input = p;
      job.input.target = target;
      job.schedule = &schedule_;
      job.memory = ample;
      job.compiled = compiled_.get();
    }
  }

  std::vector<spliced::alignment_job> jobs;

 private:
  std::vector<std::vector<spliced::residue_code>> targets_;
  spliced::row_schedule schedule_;
  std::shared_ptr<const spliced::compiled_schedule> compiled_;
};

inline std::vector<std::vector<spliced::residue_code>> random_targets(std::mt19937_64& random, std::size_t n,
                                                                      std::size_t longest) {
  std::vector<std::vector<spliced::residue_code>> made;
  for (std::size_t k = 0; k < n; ++k)
    made.push_back(spliced::encode_dna(random_bases(random, random() % (longest + 1))));
  return made;
}

inline void check_all(const spliced::engine& on, const started_batch& batch) {
  auto started = on.start(batch.jobs);
  REQUIRE(started.size() == batch.jobs.size());
  for (std::size_t k = 0; k < started.size(); ++k) {
    INFO("target " << k << ", " << batch.jobs[k].input.target.size() << " symbols");
    const auto pass = started[k].get();
    check_pass(*pass);
  }
}

}  // namespace exonweave::testing
