#include "exons/sweep/bound_machines.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/threads/on_threads.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {
namespace {

using spliced::bound_job;
using spliced::score;

// A target next to others on the same windows.
class swept_job {
 public:
  swept_job(const bound_program& program, const bound_job& job, std::vector<score>& bounds)
      : job_(job), bounds_(bounds), forward_(machines_for(program, job.target, job.least).forward) {
    forward_->clear();
  }

  void sweep(const spliced::sweep_window& window) {
    ends_.assign(window.n_borders(), spliced::unreachable);
    forward_->run(window, {0, window.n_ops()}, ends_, nullptr);
    score best = 0;
    for (const score each : ends_) best = std::max(best, each);
    bounds_.push_back(best < job_.least ? 0 : best);
  }

 private:
  const bound_job& job_;
  std::vector<score>& bounds_;
  std::unique_ptr<spliced::forward_machine> forward_;
  std::vector<score> ends_;
};

class bound_machines final : public spliced::bound_finder {
 public:
  bound_machines(std::vector<const bound_program*> strands, unsigned n_threads)
      : strands_(std::move(strands)), n_threads_(n_threads) {}

  [[nodiscard]] bool takes(const bound_job&) const override { return true; }

  std::optional<spliced::window_bounds> find(std::span<const bound_job> jobs, run_control& control) override {
    spliced::window_bounds found(jobs.size());
    const std::vector<std::vector<std::size_t>> groups = groups_of(jobs);
    on_threads(n_threads_, groups.size(), control,
               [&] { return [&](std::size_t g) { sweep(jobs, groups[g], control, found); }; });
    return found;
  }

 private:
  // Jobs on the same windows, which are made once for all of a group.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups_of(std::span<const bound_job> jobs) const {
    constexpr std::size_t max_at_once = 16, of_thread = 2;
    const std::size_t most = std::clamp<std::size_t>(jobs.size() / (of_thread * n_threads_), 1, max_at_once);
    std::vector<std::size_t> order(jobs.size());
    std::iota(order.begin(), order.end(), 0);
    const auto windows_of = [&](std::size_t j) {
      return std::tuple(jobs[j].strand, jobs[j].first_window, jobs[j].n_windows);
    };
    std::ranges::stable_sort(order, {}, windows_of);
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t j : order) {
      if (groups.empty() || groups.back().size() == most || windows_of(groups.back().front()) != windows_of(j))
        groups.emplace_back();
      groups.back().push_back(j);
    }
    return groups;
  }

  void sweep(std::span<const bound_job> jobs, const std::vector<std::size_t>& group, run_control& control,
             spliced::window_bounds& found) const {
    const bound_job& first = jobs[group.front()];
    const bound_program& program = *strands_[first.strand];
    std::vector<swept_job> swept;
    std::uint64_t n_residues = 0;
    for (const std::size_t j : group) {
      swept.emplace_back(program, jobs[j], found[j]);
      n_residues += jobs[j].target.size();
    }
    bound_program::reader reader(program, first.first_window);
    for (std::size_t w = 0; w < first.n_windows; ++w) {
      control.throw_if_stopped();
      const spliced::sweep_window& window = reader.next();
      for (swept_job& each : swept) each.sweep(window);
      control.add_cells(n_residues * static_cast<std::uint64_t>(program.outline().window_length));
    }
  }

  std::vector<const bound_program*> strands_;
  unsigned n_threads_;
};

}  // namespace

std::unique_ptr<spliced::bound_finder> make_bound_machines(std::vector<const bound_program*> strands,
                                                           unsigned n_threads) {
  return std::make_unique<bound_machines>(std::move(strands), n_threads);
}

}  // namespace exonweave
