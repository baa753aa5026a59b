#include "exons/run/target_batch.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>

namespace exonweave {
namespace {

std::uint64_t row_bytes(const prepared_target& target) { return 2 * target.min_rows; }

double cells_of(const spliced::alignment_job& job) {
  return static_cast<double>(job.schedule->counts.rows) * static_cast<double>(job.input.target.size());
}

}  // namespace

std::uint64_t target_batch::bytes_of(const prepared_target& target) const {
  std::uint64_t sum = row_bytes(target);
  for (const prepared_strand& each : target.strands)
    if (!each.shares_problem && !problems_.contains(each.problem.get())) sum += each.problem_bytes;
  return sum;
}

void target_batch::add(prepared_target&& target) {
  bytes_ += bytes_of(target);
  n_jobs_ += std::max<std::size_t>(1, target.n_jobs());
  for (const prepared_strand& each : target.strands) problems_.insert(each.problem.get());
  targets_.push_back(std::move(target));
}

std::size_t target_batch::first_place() const {
  std::size_t first = targets_.front().requested.place;
  for (const prepared_target& each : targets_) first = std::min(first, each.requested.place);
  return first;
}

std::vector<started_target> target_batch::start(const spliced::engine& engine, std::uint64_t memory) {
  const std::uint64_t more = (memory - std::min(memory, bytes_)) / std::max<std::size_t>(1, targets_.size());
  std::vector<spliced::alignment_job> jobs;
  for (prepared_target& each : targets_) {
    const auto some = each.jobs(row_bytes(each) + more);
    jobs.insert(jobs.end(), some.begin(), some.end());
  }
  const auto began = std::chrono::steady_clock::now();
  auto passes = jobs.empty() ? std::vector<spliced::started_pass>() : engine.start(jobs);
  if (passes.size() != jobs.size()) throw std::logic_error("an engine started other jobs than it was given");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const double all_cells = std::transform_reduce(jobs.begin(), jobs.end(), 1.0, std::plus(), cells_of);
  std::vector<started_target> started;
  auto job = jobs.begin();
  auto next = std::make_move_iterator(passes.begin());
  for (prepared_target& each : targets_) {
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(each.n_jobs());
    double cells = 0;
    for (auto pass = first; pass != next; ++pass) cells += cells_of(*job++);
    each.seconds += seconds * cells / all_cells;
    started.push_back({std::move(each), {first, next}});
  }
  return started;
}

}  // namespace exonweave
