#include <algorithm>
#include <exception>
#include <future>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "gpu/device/cuda_call.cuh"
#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "gpu/reference/literal_kernel.cuh"
#include "spliced/engine/last_rows_pass.hpp"
#include "spliced/engine/recurrence.hpp"

namespace exonweave::gpu {
namespace {

using spliced::alignment_job;
using spliced::large_vector;
using spliced::node_id;
using spliced::problem;
using spliced::score;

constexpr std::uint32_t warp = 32;
// Columns are gathered by them: by many where there are more multiprocessors than blocks.
constexpr std::uint32_t fewest_threads = 256, fewest_of_few_blocks = 1024;
constexpr std::uint32_t launches_between_stops = 64;

// What problems that are computed together need on the device, kept for the next ones.
struct workspace {
  stream on;
  buffer<pinned_memory> staged, blocks_here, rows_back;
  buffer<device_memory> input, blocks, rows, borders, cells;
};

// Copies arrays to the device as one.
class staging {
 public:
  staging(workspace& space, std::size_t bytes)
      : space_(space),
        host_(space.staged.room_for<std::byte>(bytes)),
        device_(space.input.room_for<std::byte>(bytes)) {}

  template <class T>
  static std::size_t bytes_of(std::size_t n) {
    return (n * sizeof(T) + alignment - 1) / alignment * alignment;
  }
  template <class T>
  const T* add(std::span<const T> values) {
    std::copy(values.begin(), values.end(), reinterpret_cast<T*>(host_ + used_));
    const std::byte* const place = device_ + used_;
    used_ += bytes_of<T>(values.size());
    return reinterpret_cast<const T*>(place);
  }
  void send() {
    check(cudaMemcpyAsync(device_, host_, used_, cudaMemcpyHostToDevice, space_.on.get()), "a copy to the device");
  }

 private:
  static constexpr std::size_t alignment = 16;
  workspace& space_;
  std::byte *host_, *device_;
  std::size_t used_ = 0;
};

// A job, and how far its tasks have been launched.
struct literal_job {
  const alignment_job* requested;
  literal_plan plan;
  std::size_t row_length;  // see literal_problem
  std::size_t rows = 0;    // of those of all jobs, where its own begin
  std::uint32_t next = 1;  // task

  [[nodiscard]] std::size_t n_rows() const { return plan.tasks.size() * row_length; }
  [[nodiscard]] bool is_done() const { return next == plan.tasks.size(); }
};

// The last rows of a job's nodes, by those of its tasks.
class rows_of_tasks final : public spliced::last_rows {
 public:
  rows_of_tasks(const literal_job& job, const score* rows)
      : row_of_(job.plan.row_of),
        n_columns_(job.requested->input.n_columns()),
        row_length_(job.row_length),
        rows_(rows, rows + job.n_rows()),
        with_weight_(row_of_.size()),
        bounds_(job.plan.tasks.size(), not_known) {}

  std::span<const score> of(node_id v) override {
    const auto [task, weight] = row_of_[v];
    const auto row = std::span<const score>(rows_).subspan(task * row_length_, n_columns_);
    if (weight == 0) return row;
    std::vector<score>& made = with_weight_[v];
    if (made.empty())
      std::ranges::transform(row, std::back_inserter(made), [&](score value) { return value + weight; });
    return made;
  }

  score bound(node_id v) override {
    const auto [task, weight] = row_of_[v];
    score& known = bounds_[task];
    if (known == not_known)
      known = std::ranges::max(std::span<const score>(rows_).subspan(task * row_length_, n_columns_));
    return known + weight;
  }

 private:
  static constexpr score not_known = std::numeric_limits<score>::max();

  std::vector<literal_input> row_of_;
  std::size_t n_columns_, row_length_;
  large_vector<score> rows_;                     // [tasks][row_length]
  std::vector<std::vector<score>> with_weight_;  // [nodes] those that were requested and have one
  std::vector<score> bounds_;                    // [tasks]
};

// Some jobs, computed together: launch k has the k-th overlap group of each, or its k-th exon.
class joint_run {
 public:
  joint_run(std::span<literal_job> jobs, parallelism how, diagonal_layout layout, std::uint32_t n_multiprocessors,
            workspace& space)
      : jobs_(jobs), how_(how), layout_(layout), n_multiprocessors_(n_multiprocessors), space_(space) {
    for (literal_job& each : jobs_) {
      each.rows = n_rows_;
      n_rows_ += each.n_rows();
      n_tasks_ += each.plan.tasks.size();
      max_residues_ = std::max(max_residues_, each.plan.max_residues);
    }
  }

  // [jobs]
  std::vector<std::unique_ptr<spliced::last_rows>> find_last_rows() {
    const wait_at_end guard(space_.on.get());
    rows_ = space_.rows.room_for<score>(n_rows_);
    send();
    launch_all();
    score* const back = space_.rows_back.room_for<score>(n_rows_);
    check(cudaMemcpyAsync(back, rows_, n_rows_ * sizeof(score), cudaMemcpyDeviceToHost, space_.on.get()),
          "a copy from the device");
    space_.on.wait();
    std::vector<std::unique_ptr<spliced::last_rows>> found;
    for (const literal_job& each : jobs_) found.push_back(std::make_unique<rows_of_tasks>(each, back + each.rows));
    return found;
  }

 private:
  void send() {
    const problem& first = jobs_.front().requested->input;
    const std::vector<score> table = substitution_table<score>(*first.substitution);
    std::size_t bytes = staging::bytes_of<score>(table.size()) + staging::bytes_of<literal_problem>(jobs_.size());
    for (const literal_job& each : jobs_) {
      const problem& p = each.requested->input;
      bytes += staging::bytes_of<literal_task>(each.plan.tasks.size()) +
               staging::bytes_of<literal_input>(each.plan.inputs.size()) +
               staging::bytes_of<spliced::residue_code>(p.graph.residues.size()) +
               staging::bytes_of<spliced::residue_code>(p.target.size()) + staging::bytes_of<score>(p.n_columns());
    }
    staging sent(space_, bytes);
    std::vector<literal_problem> problems;
    std::vector<std::pair<const score*, const literal_job*>> sources;
    for (const literal_job& each : jobs_) {
      const problem& p = each.requested->input;
      literal_problem& made = problems.emplace_back();
      made.tasks = sent.add(std::span(each.plan.tasks));
      made.inputs = sent.add(std::span(each.plan.inputs));
      made.residues = sent.add(p.graph.residues);
      made.target = sent.add(p.target);
      made.rows = rows_ + each.rows;
      made.n_columns = static_cast<std::uint32_t>(p.n_columns());
      made.row_length = static_cast<std::uint32_t>(each.row_length);
      std::vector<score> source(p.n_columns());
      for (std::size_t j = 0; j < source.size(); ++j) source[j] = p.before(j);
      sources.emplace_back(sent.add(std::span<const score>(source)), &each);
    }
    launch_.problems = sent.add(std::span<const literal_problem>(problems));
    launch_.substitution = sent.add(std::span<const score>(table));
    launch_.n_codes = static_cast<std::uint32_t>(first.substitution->n_codes());
    launch_.extend = first.gaps.extend;
    launch_.max_residues = max_residues_;
    sent.send();
    for (const auto& [source, job] : sources)
      check(cudaMemcpyAsync(rows_ + job->rows, source, job->requested->input.n_columns() * sizeof(score),
                            cudaMemcpyDeviceToDevice, space_.on.get()),
            "a copy on the device");
  }

  // The host finds the next groups while the device computes the ones before.
  void launch_all() {
    // Of an overlap group no more exons than there are.
    const std::size_t max_blocks = how_ == parallelism::intra ? jobs_.size() : n_tasks_;
    launch_.borders = space_.borders.room_for<score>(max_blocks * 2 * max_residues_);
    if (layout_ == diagonal_layout::conventional)
      launch_.cells = space_.cells.room_for<score>(max_blocks * max_threads * tile_columns);
    auto* const here = space_.blocks_here.room_for<literal_block>(n_tasks_);
    auto* const there = space_.blocks.room_for<literal_block>(n_tasks_);
    std::size_t n_done = 0;
    for (std::uint32_t n_launched = 0;; ++n_launched) {
      std::uint32_t n = 0, longest = 0;
      for (std::uint32_t j = 0; j < jobs_.size(); ++j) {
        literal_job& job = jobs_[j];
        if (job.is_done()) continue;
        const std::uint32_t end = how_ == parallelism::intra ? job.next + 1 : end_of_group(job.plan, job.next);
        for (; job.next < end; ++job.next) {
          longest = std::max(longest, job.plan.tasks[job.next].n_residues);
          here[n_done + n++] = {j, job.next};
        }
      }
      if (n == 0) break;
      check(cudaMemcpyAsync(there + n_done, here + n_done, n * sizeof *here, cudaMemcpyHostToDevice, space_.on.get()),
            "a copy to the device");
      launch_.blocks = there + n_done;
      launch_.n_blocks = n;
      const std::uint32_t fewest = n < n_multiprocessors_ ? fewest_of_few_blocks : fewest_threads;
      align_exons(layout_, launch_, std::clamp((longest + warp - 1) / warp * warp, fewest, max_threads),
                  space_.on.get());
      n_done += n;
      const alignment_job& any = *jobs_.front().requested;
      if (any.control != nullptr && n_launched % launches_between_stops == 0) any.control->throw_if_stopped();
    }
  }

  std::span<literal_job> jobs_;
  parallelism how_;
  diagonal_layout layout_;
  std::uint32_t n_multiprocessors_;
  workspace& space_;
  std::size_t n_rows_ = 0, n_tasks_ = 0;
  std::uint32_t max_residues_ = 0;
  score* rows_ = nullptr;
  literal_launch launch_{};
};

class literal_engine final : public spliced::engine {
 public:
  literal_engine(parallelism how, diagonal_layout layout) : how_(how), layout_(layout) {
    if (how == parallelism::inter && layout == diagonal_layout::conventional)
      throw std::invalid_argument("the conventional layout is for one exon at a time");
    device_ = first_usable_device();
    int n = 0;
    check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device_), "the device");
    n_multiprocessors_ = static_cast<std::uint32_t>(n);
  }

  [[nodiscard]] const spliced::engine_facts& facts() const override { return literal_facts(how_); }

  [[nodiscard]] std::string refusal(const problem& p) const override {
    if (std::string why = engine::refusal(p); !why.empty()) return why;
    const bool has_residues = std::any_of(p.graph.edges.begin(), p.graph.edges.end(), [](const spliced::edge& each) {
      return each.residue != spliced::no_residue;
    });
    return has_residues ? "it takes no residues on edges" : "";
  }

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    return start(std::span(&job, 1)).front().get();
  }

  // The conventional layout has cells in memory, enough for one exon at a time.
  [[nodiscard]] std::size_t batch_size(const problem&) const override {
    return layout_ == diagonal_layout::conventional ? 1 : facts().jobs_at_once;
  }

  [[nodiscard]] std::vector<spliced::started_pass> start(std::span<const alignment_job> jobs) const override {
    std::vector<std::promise<std::unique_ptr<spliced::row_pass>>> reported(jobs.size());
    std::vector<std::size_t> taken;
    for (std::size_t j = 0; j < jobs.size(); ++j) try {
        check_job(jobs[j]);
        taken.push_back(j);
      } catch (...) {
        reported[j].set_exception(std::current_exception());
      }
    // Those of a like length together: their exons take equally long.
    std::ranges::stable_sort(taken, std::ranges::greater(), [&](std::size_t j) { return cells_of(jobs[j]); });
    std::vector<std::span<const std::size_t>> groups = groups_of(taken, jobs);
    const run_control never_stopped;
    const auto* const control = jobs.empty() || jobs.front().control == nullptr ? &never_stopped : jobs.front().control;
    on_threads(runs_at_once, groups.size(), *control,
               [&] { return [&](std::size_t g) { run(groups[g], jobs, reported); }; });
    control->throw_if_stopped();
    std::vector<spliced::started_pass> started;
    for (auto& each : reported) started.push_back(each.get_future());
    return started;
  }

  // The rows come back through pinned memory.
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override {
    return 2 * spliced::last_rows_pass::bytes_for(job.input);
  }

 private:
  static constexpr std::size_t runs_at_once = 8;

  static std::uint64_t cells_of(const alignment_job& job) {
    return std::uint64_t{job.input.graph.residues.size()} * job.input.n_columns();
  }

  void check_job(const alignment_job& job) const {
    check_refusal(*this, job);
    check_score_range(job);
    if (const std::uint64_t least = min_memory(job); least > job.memory) throw memory_exceeded(least, job.memory);
  }

  // Each has rows that a run holds at once; a large job is alone, since it has more launches than the others.
  std::vector<std::span<const std::size_t>> groups_of(std::span<const std::size_t> taken,
                                                      std::span<const alignment_job> jobs) const {
    constexpr std::uint64_t max_bytes = std::uint64_t{64} << 20, large = 400'000'000;  // cells
    std::vector<std::span<const std::size_t>> groups;
    for (std::size_t first = 0, last = 0; first < taken.size(); first = last) {
      std::uint64_t bytes = 0;
      const bool is_large = cells_of(jobs[taken[first]]) > large;
      for (; last < taken.size() && (last == first || !is_large); ++last) {
        const alignment_job& job = jobs[taken[last]];
        bytes += job.input.graph.size() * job.input.n_columns() * sizeof(score);
        if (last > first && (bytes > max_bytes || layout_ == diagonal_layout::conventional)) break;
      }
      groups.push_back(taken.subspan(first, last - first));
    }
    return groups;
  }

  void run(std::span<const std::size_t> group, std::span<const alignment_job> all,
           std::vector<std::promise<std::unique_ptr<spliced::row_pass>>>& reported) const {
    check(cudaSetDevice(device_), "the device");
    std::vector<literal_job> jobs;
    for (const std::size_t j : group) {
      const std::size_t n_columns = all[j].input.n_columns();
      jobs.push_back({&all[j], make_literal_plan(all[j].input.graph),
                      (n_columns + read_columns - 1) / read_columns * read_columns});
    }
    std::unique_ptr<workspace> space = take_workspace();
    auto rows = joint_run(jobs, how_, layout_, n_multiprocessors_, *space).find_last_rows();
    keep_workspace(std::move(space));
    for (std::size_t k = 0; k < group.size(); ++k) {
      const alignment_job& job = all[group[k]];
      if (job.planned != nullptr) job.planned->add_part(0, 1);
      reported[group[k]].set_value(std::make_unique<spliced::last_rows_pass>(job.input, std::move(rows[k])));
    }
  }

  [[nodiscard]] std::unique_ptr<workspace> take_workspace() const {
    const std::lock_guard lock(idle_guard_);
    if (idle_.empty()) return std::make_unique<workspace>();
    std::unique_ptr<workspace> taken = std::move(idle_.back());
    idle_.pop_back();
    return taken;
  }
  void keep_workspace(std::unique_ptr<workspace> used) const {
    const std::lock_guard lock(idle_guard_);
    idle_.push_back(std::move(used));
  }

  parallelism how_;
  diagonal_layout layout_;
  int device_ = 0;
  std::uint32_t n_multiprocessors_ = 0;
  mutable std::mutex idle_guard_;
  mutable std::vector<std::unique_ptr<workspace>> idle_;
};

}  // namespace

std::unique_ptr<spliced::engine> make_literal_engine(parallelism how, diagonal_layout layout) {
  return std::make_unique<literal_engine>(how, layout);
}

}  // namespace exonweave::gpu
