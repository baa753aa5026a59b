#include "exons/run/batch_queue.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <utility>

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

batch_queue::batch_queue(std::vector<work_unit> units, std::size_t n_threads, std::uint64_t memory, std::size_t n_jobs)
    : room_(memory / n_rooms), fraction_(room_ / (2 * n_threads)), enough_(n_jobs) {
  for (work_unit& each : units) units_.push_back({std::move(each)});
}

batch_task batch_queue::next() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (may_start()) return take_batch();
    if (!finishing_.empty()) return take_started();
    if (const auto memory = room_for_next()) return take_unit(*memory);
    if (is_done()) return all_done{};
    changed_.wait(lock);
  }
}

bool batch_queue::add(to_prepare&& task, std::optional<prepared_target>&& prepared) {
  {
    const std::lock_guard lock(mutex_);
    if (prepared && open_.bytes_of(*prepared) <= free_room() + task.memory) {
      release(task);
      open_.add(std::move(*prepared));
      task.unit.is_large = false;
      go_on(task.unit);
      return true;
    }
    if (task.memory == room_) {
      release(task);
      go_on(task.unit);
      return false;
    }
  }
  prepared.reset();
  put_back(std::move(task));
  return true;
}

void batch_queue::skip(to_prepare&& task) {
  const std::lock_guard lock(mutex_);
  release(task);
  go_on(task.unit);
}

void batch_queue::add_started(std::vector<started_target> targets) {
  const std::lock_guard lock(mutex_);
  started_ = std::move(targets);
  std::ranges::reverse(*started_);
  move_on();
}

void batch_queue::add_finished() {
  const std::lock_guard lock(mutex_);
  --n_unfinished_;
  move_on();
}

bool batch_queue::is_full() const { return is_closed_ || open_.n_jobs() >= enough_; }

bool batch_queue::may_start() const {
  if (is_starting_ || open_.is_empty()) return false;
  return is_full() || (n_preparing_ == 0 && !room_for_next());
}

bool batch_queue::is_done() const { return units_.empty() && n_preparing_ == 0 && open_.is_empty() && !is_starting_; }

std::uint64_t batch_queue::free_room() const { return room_ - std::min(room_, open_.bytes() + reserved_); }

// Large targets are prepared one at a time, in all the room that there is.
std::optional<std::uint64_t> batch_queue::room_for_next() const {
  if (units_.empty() || is_full()) return std::nullopt;
  if (units_.front().is_large) return n_preparing_ == 0 ? std::optional(free_room()) : std::nullopt;
  return fraction_ <= free_room() ? std::optional(fraction_) : std::nullopt;
}

to_prepare batch_queue::take_unit(std::uint64_t memory) {
  to_prepare task{std::move(units_.front()), memory};
  units_.pop_front();
  ++n_preparing_;
  reserved_ += memory;
  return task;
}

to_start batch_queue::take_batch() {
  is_starting_ = true;
  is_closed_ = false;
  changed_.notify_all();  // another one is open
  return {std::exchange(open_, {}), room_};
}

to_finish batch_queue::take_started() {
  to_finish task{std::move(finishing_.back())};
  finishing_.pop_back();
  return task;
}

// A unit that waits holds no problem that no batch has. Until they are gone the memory of the task is not free.
void batch_queue::put_back(to_prepare&& task) {
  task.unit.unit.problems->let_go();
  const std::lock_guard lock(mutex_);
  release(task);
  if (task.unit.is_large) is_closed_ = !open_.is_empty();  // there was no more room
  task.unit.is_large = true;
  units_.push_front(std::move(task.unit));
}

void batch_queue::release(const to_prepare& task) {
  --n_preparing_;
  reserved_ -= task.memory;
  changed_.notify_all();
}

// A unit without targets to prepare stays with the task: its problems may go with it, which takes time.
void batch_queue::go_on(open_unit& unit) {
  if (++unit.next < unit.unit.targets.size()) units_.push_front(std::move(unit));
}

void batch_queue::move_on() {
  changed_.notify_all();
  if (!started_ || n_unfinished_ > 0) return;
  finishing_ = std::move(*started_);
  n_unfinished_ = finishing_.size();
  started_.reset();
  is_starting_ = false;
}

}  // namespace exonweave
