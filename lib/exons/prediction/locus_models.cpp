#include "exons/prediction/locus_models.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "exons/io/report.hpp"
#include "exons/prediction/locus_election.hpp"
#include "spliced/engine/first_failure.hpp"

namespace exonweave {
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

// Held by several threads. An election for which a thread's share of the memory does not do is held when all others are
// over, alone and with all of it, so that who is elected does not depend on the number of threads.
class elections {
 public:
  elections(const std::vector<locus_group>& groups, const prediction_input& input,
            const prediction_options& options)
      : groups_(groups),
        input_(input),
        options_(options),
        maker_(input, options),
        n_threads_(std::clamp<std::size_t>(groups.size(), 1, std::max(1u, options.n_threads))),
        order_(by_sequence(groups)),
        chosen_(groups.size()) {}

  /// In the order of the groups.
  std::vector<gene_model> hold() {
    {
      std::vector<std::jthread> others;
      try {
        while (others.size() + 1 < n_threads_) others.emplace_back([this] { work(); });
      } catch (const std::system_error&) {  // those that there are do the work
      }
      work();
    }
    hold_deferred();
    if (options_.solver.control != nullptr) options_.solver.control->throw_if_stopped();
    failure_.rethrow();
    return std::move(chosen_);
  }

 private:
  void work() {
    const std::uint64_t share = std::min(options_.solver.memory / n_threads_, options_.solver.memory_alone());
    locus_election election(input_, options_, maker_, share);
    for (std::size_t place = next_++; place < order_.size() && !failure_.is_before(place); place = next_++)
      try {
        hold(place, election);
      } catch (const not_enough_memory&) {
        if (share == options_.solver.memory_alone())
          failure_.note(place);
        else
          defer(place);
      } catch (...) {
        failure_.note(place);
      }
  }

  void hold_deferred() {
    std::ranges::sort(deferred_);
    locus_election election(input_, options_, maker_, options_.solver.memory_alone());
    for (const std::size_t place : deferred_) {
      if (failure_.is_before(place)) break;
      try {
        hold(place, election);
      } catch (...) {
        failure_.note(place);
      }
    }
  }

  void hold(std::size_t place, locus_election& election) {
    chosen_[order_[place]] = election.choose(groups_[order_[place]]);
  }

  void defer(std::size_t place) {
    const std::lock_guard lock(mutex_);
    deferred_.push_back(place);
  }

  const std::vector<locus_group>& groups_;
  const prediction_input& input_;
  const prediction_options& options_;
  region_maker maker_;
  std::size_t n_threads_;
  std::vector<std::size_t> order_;  // indices of groups
  std::vector<gene_model> chosen_;
  spliced::first_failure failure_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;                   // guards what is deferred
  std::vector<std::size_t> deferred_;  // places in the order
};

}  // namespace

std::vector<elective_model> elective_models_of(const locus_result& result, elective_parts parts) {
  std::vector<elective_model> best;
  for (const gene_model& each : result.models) {
    if (!best.empty() && best.back().model.place == each.place) continue;
    gene_model& model = best.emplace_back(each, result.of.region).model;
    if (parts == elective_parts::all) continue;
    model.alignment = {};
    if (parts == elective_parts::sequences) continue;
    model.coding = {};
    model.protein = {};
  }
  return best;
}

std::vector<gene_model> choose_locus_models(const std::vector<elective_model>& models,
                                            const prediction_input& input,
                                            const prediction_options& options) {
  const std::vector<locus_group> groups = group_into_loci(models, *input.targets);
  std::vector<gene_model> chosen = elections(groups, input, options).hold();
  std::ranges::stable_sort(chosen, {}, [](const gene_model& model) {
    return std::tuple(model.sequence, model.span().start, model.span().end, model.on);
  });
  return chosen;
}

}  // namespace exonweave
