#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu/cuda_call.cuh"
#include "gpu/devices.hpp"
#include "gpu/literal/literal_engine.hpp"
#include "gpu/literal/literal_kernel.cuh"
#include "gpu/substitution_table.hpp"
#include "spliced/dp/recurrence.hpp"
#include "spliced/engine/last_rows_pass.hpp"
#include "spliced/engine/memory_exceeded.hpp"

namespace exonweave::gpu {
namespace {

using spliced::alignment_job;
using spliced::large_vector;
using spliced::node_id;
using spliced::problem;
using spliced::score;

constexpr std::uint32_t warp = 32;
constexpr std::uint32_t fewest_threads = 512;  // columns are gathered by them
constexpr std::uint32_t launches_between_stops = 64;

// What one problem at a time needs on the device, kept for the next one.
struct workspace {
  stream on;
  buffer<pinned_memory> staged, rows_back;
  buffer<device_memory> input, rows, borders, cells;
};

// Copies arrays to the device as one.
class staging {
 public:
  staging(workspace& with, std::size_t bytes)
      : with_(with),
        host_(with.staged.room_for<std::byte>(bytes)),
        device_(with.input.room_for<std::byte>(bytes)) {}

  template <class T>
  static std::size_t bytes_of(std::size_t n) {
    return (n * sizeof(T) + alignment - 1) / alignment * alignment;
  }
  template <class T>
  const T* add(std::span<const T> values) {
    std::copy(values.begin(), values.end(), reinterpret_cast<T*>(host_ + used_));
    const std::byte* const at = device_ + used_;
    used_ += bytes_of<T>(values.size());
    return reinterpret_cast<const T*>(at);
  }
  void send() {
    check(cudaMemcpyAsync(device_, host_, used_, cudaMemcpyHostToDevice, with_.on.get()),
          "a copy to the device");
  }

 private:
  static constexpr std::size_t alignment = 16;
  workspace& with_;
  std::byte *host_, *device_;
  std::size_t used_ = 0;
};

class literal_engine final : public spliced::engine {
 public:
  literal_engine(parallelism how, diagonal_layout layout) : how_(how), layout_(layout) {
    if (how == parallelism::inter && layout == diagonal_layout::conventional)
      throw std::invalid_argument("the conventional layout is for one exon at a time");
    device_ = first_usable_device();
  }

  [[nodiscard]] std::string_view name() const override {
    return how_ == parallelism::intra ? "cuda-intra" : "cuda-inter";
  }
  [[nodiscard]] bool wants_literal_graph() const override { return true; }

  [[nodiscard]] std::string refusal(const problem& p) const override {
    if (std::string why = engine::refusal(p); !why.empty()) return why;
    if (p.gaps.open != 0) return "it takes linear gaps only, whose opening costs nothing";
    if (p.residue_ends) return "it takes no costs of unaligned ends of a chain";
    if (p.substitution->n_codes() > spliced::n_dna_codes) return "it takes nucleotides only";
    const bool has_residues =
        std::any_of(p.graph.edges.begin(), p.graph.edges.end(),
                    [](const spliced::edge& each) { return each.residue != spliced::no_residue; });
    return has_residues ? "it takes no residues on edges" : "";
  }

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    if (const std::string why = refusal(job.of); !why.empty()) throw std::invalid_argument(why);
    check_score_range(job);
    if (const std::uint64_t least = least_memory(job); least > job.memory)
      throw spliced::memory_exceeded(least, job.memory);
    check(cudaSetDevice(device_), "the device");
    std::unique_ptr<workspace> with = take_workspace();
    large_vector<score> rows = find_last_rows(job, *with);
    keep_workspace(std::move(with));
    return std::make_unique<spliced::last_rows_pass>(job.of, std::move(rows));
  }

  // The rows come back through pinned memory.
  [[nodiscard]] std::uint64_t least_memory(const alignment_job& job) const override {
    return 2 * spliced::last_rows_pass::bytes_for(job.of);
  }

 private:
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

  large_vector<score> find_last_rows(const alignment_job& job, workspace& with) const {
    const problem& p = job.of;
    const literal_plan plan = make_literal_plan(p.graph);
    const std::size_t n_columns = p.n_columns();
    literal_problem of = send(p, plan, with);
    std::vector<score> source(n_columns);
    for (std::size_t j = 0; j < n_columns; ++j) source[j] = p.before(j);
    const wait_at_end guard(with.on.get());
    check(cudaMemcpyAsync(of.rows, source.data(), n_columns * sizeof(score), cudaMemcpyHostToDevice,
                          with.on.get()),
          "a copy to the device");
    launch_all(job, plan, of, with);
    const std::size_t bytes = plan.tasks.size() * n_columns * sizeof(score);
    score* const back = with.rows_back.room_for<score>(plan.tasks.size() * n_columns);
    check(cudaMemcpyAsync(back, of.rows, bytes, cudaMemcpyDeviceToHost, with.on.get()),
          "a copy from the device");
    with.on.wait();
    large_vector<score> rows(p.graph.size() * n_columns);
    for (node_id v = 0; v < p.graph.size(); ++v) {
      const score* const from = back + plan.row_of[v].task * n_columns;
      std::transform(from, from + n_columns, rows.begin() + static_cast<std::ptrdiff_t>(v * n_columns),
                     [&](score value) { return value + plan.row_of[v].weight; });
    }
    if (job.planned != nullptr) job.planned->add_part(0, 1);
    return rows;
  }

  literal_problem send(const problem& p, const literal_plan& plan, workspace& with) const {
    const std::vector<score> table = substitution_table<score>(*p.substitution);
    staging sent(with, staging::bytes_of<literal_task>(plan.tasks.size()) +
                           staging::bytes_of<literal_input>(plan.inputs.size()) +
                           staging::bytes_of<spliced::residue_code>(p.graph.residues.size()) +
                           staging::bytes_of<spliced::residue_code>(p.target.size()) +
                           staging::bytes_of<score>(table.size()));
    literal_problem of{};
    of.tasks = sent.add(std::span(plan.tasks));
    of.inputs = sent.add(std::span(plan.inputs));
    of.residues = sent.add(p.graph.residues);
    of.target = sent.add(p.target);
    of.substitution = sent.add(std::span(table));
    sent.send();
    of.n_codes = static_cast<std::uint32_t>(p.substitution->n_codes());
    of.n_columns = static_cast<std::uint32_t>(p.n_columns());
    of.extend = p.gaps.extend;
    of.most_residues = plan.most_residues;
    of.rows = with.rows.room_for<score>(plan.tasks.size() * p.n_columns());
    // Of an overlap group no more exons than there are.
    const std::size_t n_blocks = how_ == parallelism::intra ? 1 : plan.tasks.size();
    of.borders = with.borders.room_for<score>(n_blocks * 2 * plan.most_residues);
    if (layout_ == diagonal_layout::conventional)
      of.cells = with.cells.room_for<score>(std::size_t{most_threads} * tile_columns);
    return of;
  }

  void launch_all(const alignment_job& job, const literal_plan& plan, const literal_problem& of,
                  const workspace& with) const {
    std::uint32_t n_launched = 0;
    for (std::uint32_t first = 1; first < plan.tasks.size();) {
      const std::uint32_t end = how_ == parallelism::intra ? first + 1 : end_of_group(plan, first);
      launch(plan, of, first, end, with.on.get());
      first = end;
      if (job.control != nullptr && ++n_launched % launches_between_stops == 0)
        job.control->throw_if_stopped();
    }
  }

  void launch(const literal_plan& plan, const literal_problem& of, std::uint32_t first, std::uint32_t end,
              cudaStream_t on) const {
    std::uint32_t longest = 0;
    for (std::uint32_t t = first; t < end; ++t) longest = std::max(longest, plan.tasks[t].n_residues);
    const std::uint32_t n_threads =
        std::clamp((longest + warp - 1) / warp * warp, fewest_threads, most_threads);
    align_exons(layout_, of, first, end, n_threads, on);
  }

  parallelism how_;
  diagonal_layout layout_;
  int device_ = 0;
  mutable std::mutex idle_guard_;
  mutable std::vector<std::unique_ptr<workspace>> idle_;
};

}  // namespace

std::unique_ptr<spliced::engine> make_literal_engine(parallelism how, diagonal_layout layout) {
  return std::make_unique<literal_engine>(how, layout);
}

}  // namespace exonweave::gpu
