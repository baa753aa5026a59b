#include "exons/run/locus_models.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "base/files/report.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/run/locus_consensus.hpp"

namespace exonweave {
namespace {

// Of two on one strand of one sequence.
bool belongs(const exon_chain& leader, const exon_chain& other) {
  return 2 * shared_length(leader, other) >= std::min(length_of(leader), length_of(other));
}

// The identical ones first.
std::vector<grouped_model> by_score(std::span<const elective_model> models, const target_set& targets) {
  std::vector<grouped_model> sorted;
  sorted.reserve(models.size());
  for (const elective_model& each : models)
    sorted.push_back(
        {&each, aligned_chain_of(each.model), fit_of(each.model, targets.targets[each.model.target].residues.size())});
  const auto key = [&](const grouped_model& grouped) {
    const gene_model& model = grouped.model();
    return std::tuple<bool, spliced::score, std::size_t, const exon_chain&, strand, std::string_view, std::size_t>(
        grouped.fit != gene_fit::identical, -model.score, model.sequence, grouped.exons, model.on,
        targets.targets[model.target].name, model.target);
  };
  std::ranges::sort(sorted, [&](const grouped_model& a, const grouped_model& b) { return key(a) < key(b); });
  return sorted;
}

}  // namespace

std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets) {
  std::vector<locus_group> groups;
  exon_index leaders;
  for (grouped_model& each : by_score(models, targets)) {
    const std::vector<std::size_t> near = leaders.near(each.model().sequence, each.model().on, each.exons);
    const auto found =
        std::ranges::find_if(near, [&](std::size_t group) { return belongs(groups[group].front().exons, each.exons); });
    if (found != near.end()) {
      groups[*found].push_back(std::move(each));
    } else {
      leaders.add(groups.size(), each.model().sequence, each.model().on, each.exons);
      groups.push_back({std::move(each)});
    }
  }
  return groups;
}

namespace {

// As a genome is read best.
std::vector<std::size_t> by_sequence(const std::vector<locus_group>& groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t each) {
    const gene_model& leader = groups[each].front().model();
    return std::tuple(leader.sequence, leader.span().start, each);
  });
  return order;
}

// A locus with the chains up for election.
struct contested_locus {
  const locus_group* group = nullptr;
  std::vector<candidate_chain> candidates;
  std::size_t n_left = 0;  // tasks that are not done
};

// Some chains of a locus, for one thread.
struct election_task {
  std::size_t number = 0;  // as a genome is read best: which failure is reported depends on no thread
  std::size_t locus = 0;
  std::size_t first = 0, end = 0;  // candidates
  std::uint64_t work = 0;          // alignments, times nt of their exons
  std::uint64_t n_alignments = 0;
};

// A locus of much work is divided, so that no thread ends long after the others; the longest tasks come first.
std::vector<election_task> plan_elections(std::vector<contested_locus>& loci, std::size_t n_threads) {
  constexpr std::uint64_t parts_per_thread = 32;
  std::uint64_t all = 0;
  for (const contested_locus& each : loci)
    for (const candidate_chain& chain : each.candidates)
      all += each.group->size() * static_cast<std::uint64_t>(length_of(chain.exons));
  const std::uint64_t part = all / (parts_per_thread * n_threads) + 1;
  std::vector<election_task> tasks;
  for (std::size_t b = 0; b < loci.size(); ++b)
    for (std::size_t c = 0; c < loci[b].candidates.size(); ++c) {
      const std::uint64_t n = loci[b].group->size();
      const std::uint64_t work = n * static_cast<std::uint64_t>(length_of(loci[b].candidates[c].exons));
      if (c == 0 || tasks.back().work + work > part) {
        tasks.push_back({tasks.size(), b, c, c});
        ++loci[b].n_left;
      }
      tasks.back().end = c + 1;
      tasks.back().work += work;
      tasks.back().n_alignments += n;
    }
  std::ranges::stable_sort(tasks, std::greater(),
                           [&](const election_task& task) { return task.work > part / 2 ? task.work : 0; });
  return tasks;
}

// Held by several threads. An election for which a thread's share of the memory does not do is held when all others are
// over, alone and with all of it, so that who is representative does not depend on the number of threads.
class elections {
 public:
  elections(const std::vector<locus_group>& groups, const prediction_input& input, const prediction_options& options)
      : input_(input),
        options_(options),
        maker_(input, options),
        n_threads_(std::max(1u, options.n_threads)),
        chosen_(groups.size()) {
    for (const std::size_t g : by_sequence(groups)) {
      loci_.push_back({&groups[g], candidates_of(groups[g])});
      place_of_.push_back(g);
    }
    tasks_ = plan_elections(loci_, n_threads_);
    n_threads_ = std::clamp<std::size_t>(tasks_.size(), 1, n_threads_);
  }

  [[nodiscard]] std::uint64_t n_alignments() const {
    std::uint64_t n = 0;
    for (const election_task& each : tasks_) n += each.n_alignments;
    return n;
  }

  /// In the order of the groups.
  std::vector<std::vector<gene_model>> hold() {
    {
      std::vector<std::jthread> others;
      try {
        while (others.size() + 1 < n_threads_) others.emplace_back([this] { work(); });
      } catch (const std::system_error&) {  // those that there are do the work
      }
      work();
    }
    hold_deferred();
    if (options_.control != nullptr) options_.control->throw_if_stopped();
    failure_.rethrow();
    return std::move(chosen_);
  }

 private:
  void work() {
    const std::uint64_t fraction = std::min(options_.memory.usable / n_threads_, options_.memory.alone());
    locus_consensus election(input_, options_, maker_, fraction);
    for (std::size_t next = next_++; next < tasks_.size(); next = next_++) {
      const election_task& task = tasks_[next];
      if (failure_.is_before(task.number)) continue;
      try {
        hold(task, election);
      } catch (const not_enough_memory&) {
        if (fraction == options_.memory.alone())
          failure_.note(task.number);
        else
          defer(task);
      } catch (...) {
        failure_.note(task.number);
      }
    }
  }

  void hold_deferred() {
    std::ranges::sort(deferred_, {}, &election_task::number);
    locus_consensus election(input_, options_, maker_, options_.memory.alone());
    for (const election_task& task : deferred_) {
      if (failure_.is_before(task.number)) break;
      try {
        hold(task, election);
      } catch (...) {
        failure_.note(task.number);
      }
    }
  }

  void hold(const election_task& task, locus_consensus& election) {
    contested_locus& mine = loci_[task.locus];
    for (std::size_t c = task.first; c < task.end; ++c)
      mine.candidates[c].joint_score = election.joint_score(mine.candidates[c].exons, *mine.group);
    if (options_.control != nullptr) options_.control->add_cells(task.n_alignments);
    if (is_last_of(mine))
      chosen_[place_of_[task.locus]] =
          representative_models(std::move(mine.candidates), *mine.group, input_.targets, options_.n_isoforms);
  }

  // Whoever is last sees what the others have scored.
  bool is_last_of(contested_locus& counted) {
    const std::lock_guard lock(mutex_);
    return --counted.n_left == 0;
  }

  void defer(const election_task& task) {
    const std::lock_guard lock(mutex_);
    deferred_.push_back(task);
  }

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker maker_;
  std::size_t n_threads_;
  std::vector<contested_locus> loci_;
  std::vector<std::size_t> place_of_;  // [loci] of the group
  std::vector<election_task> tasks_;
  std::vector<std::vector<gene_model>> chosen_;  // [groups]
  first_failure failure_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what is deferred, and how many tasks loci have left
  std::vector<election_task> deferred_;
};

}  // namespace

std::vector<elective_model> elective_models_of(const locus_result& result, elective_parts parts) {
  std::vector<elective_model> best;
  for (const gene_model& each : result.models) {
    if (!best.empty() && best.back().model.place == each.place) continue;
    gene_model& model = best.emplace_back(each, result.locus.region).model;
    if (parts == elective_parts::all) continue;
    model.alignment = {};
    if (parts == elective_parts::sequences) continue;
    model.coding = {};
    model.protein = {};
  }
  return best;
}

std::vector<std::vector<gene_model>> choose_locus_models(const std::vector<elective_model>& models,
                                                         const prediction_input& input,
                                                         const prediction_options& options,
                                                         const std::function<void(std::uint64_t)>& on_planned) {
  const std::vector<locus_group> groups = group_into_loci(models, input.targets);
  elections all(groups, input, options);
  if (on_planned) on_planned(all.n_alignments());
  std::vector<std::vector<gene_model>> chosen = all.hold();
  std::ranges::stable_sort(chosen, {}, [](const std::vector<gene_model>& locus) {
    const gene_model& model = locus.front();
    return std::tuple(model.sequence, model.span().start, model.span().end, model.on);
  });
  return chosen;
}

}  // namespace exonweave
