#include "exons/run/workers.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

#include "base/files/report.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/run/batch_queue.hpp"

namespace exonweave {
namespace {

class workers {
 public:
  workers(std::vector<work_unit> units, const worker_options& options, const target_solver& solve,
          const std::function<void(locus_result&&)>& sink, result_log log)
      : options_(options), solve_(solve), log_(std::move(log)), sink_(sink) {
    if (options.in_batches == nullptr)
      units_ = std::move(units);
    else
      batches_.emplace(std::move(units), options.n_threads,
                       batch_queue::n_rooms * std::min(options.memory / batch_queue::n_rooms, options.memory_alone),
                       options.in_batches->batch_size());
  }

  void run() {
    for (placed_result& each : std::exchange(log_.known, {})) put(each.place, std::move(each.result));
    do {
      work_together();
      let_problems_go();
      solve_deferred();
    } while (next_ < units_.size());
    throw_if_stopped();
    failure_.rethrow();
  }

 private:
  struct deferred_target {
    std::size_t locus;
    locus_target requested;
    target_reading reading;
  };

  // Until no unit is left, or too much waits.
  void work_together() {
    std::vector<std::jthread> threads;
    start_others(threads);
    work();
    n_idle_ = threads.size();
    threads.clear();                                                  // joins
    if (options_.spare != nullptr) (void)options_.spare->try_take();  // this one
  }

  // Where the system has no more threads to give those that there are do the work.
  void start_others(std::vector<std::jthread>& threads) {
    for (; n_idle_ > 0 && options_.spare != nullptr; --n_idle_) (void)options_.spare->try_take();
    try {
      while (threads.size() + 1 < options_.n_threads) threads.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (options_.on_fewer_threads && !has_fewer_threads_) options_.on_fewer_threads(threads.size() + 1);
      has_fewer_threads_ = true;
    }
  }

  void work() {
    batches_ ? work_in_batches() : work_one_by_one();
    if (options_.spare != nullptr) options_.spare->give();
  }

  // Where so many targets of a unit, the first ones, do not fit in a share its problems alone hardly will: the others
  // wait for more.
  static constexpr std::size_t tries_of_unit = 3;

  // Units after a failure are gone over without work: one may hold a target before it.
  void work_one_by_one() {
    while (waiting_ <= options_.max_waiting) {
      const std::size_t next = next_.fetch_add(1);
      if (next >= units_.size()) break;
      const work_unit unit = std::move(units_[next]);  // its problems go with the last unit that has them
      const std::uint64_t fraction = std::min(options_.memory / options_.n_threads, options_.memory_alone);
      std::size_t n_in_vain = 0;  // from the first on
      for (std::size_t k = 0; k < unit.targets.size(); ++k) {
        const deferred_target target{unit.locus, unit.targets[k], unit.reading};
        if (n_in_vain == tries_of_unit)
          defer(target);
        else if (!attempt(target, *unit.problems, fraction) && n_in_vain == k)
          ++n_in_vain;
      }
    }
  }

  // False where the share does not do.
  bool attempt(const deferred_target& target, strand_problems& problems, std::uint64_t fraction) {
    const std::size_t place = target.requested.place;
    if (failure_.is_before(place)) return true;
    try {
      hand_on(place, solve(target.requested, target.reading, problems, fraction));
    } catch (const not_enough_memory&) {
      if (fraction == options_.memory_alone)
        failure_.note(place);
      else
        defer(target);
      return false;
    } catch (...) {
      note_failure(place);
    }
    return true;
  }

  void work_in_batches() {
    for (batch_task task = batches_->next(); !std::holds_alternative<all_done>(task); task = batches_->next())
      std::visit([this](auto&& one) { attempt(std::move(one)); }, std::move(task));
  }

  void attempt(all_done) {}

  void attempt(to_prepare task) {
    const work_unit& unit = task.unit.unit;
    const deferred_target requested{unit.locus, task.requested(), unit.reading};
    std::optional<prepared_target> made;
    try {
      if (failure_.is_before(requested.requested.place)) return batches_->skip(std::move(task));
      throw_if_stopped();
      made = options_.in_batches->prepare(requested.requested, unit.reading, *unit.problems, task.memory);
      made->locus = unit.locus;
    } catch (const not_enough_memory&) {  // it may have more
    } catch (const region_too_large&) {   // alone it is solved, or said to be
    } catch (...) {
      note_failure(requested.requested.place);
      return batches_->skip(std::move(task));
    }
    if (!batches_->add(std::move(task), std::move(made))) defer(requested);
  }

  void attempt(to_start task) {
    const std::size_t place = task.batch.first_place();
    std::vector<started_target> started;
    try {
      throw_if_stopped();
      if (!failure_.is_before(place)) started = task.batch.start(options_.in_batches->engine(), task.memory);
    } catch (...) {
      note_failure(place);
    }
    batches_->add_started(std::move(started));
  }

  void attempt(to_finish task) {
    finish(std::move(task.target));
    batches_->add_finished();
  }

  void finish(started_target started) {
    const prepared_target& target = started.target;
    const deferred_target requested{target.locus, target.requested, target.reading};
    const std::size_t place = requested.requested.place;
    if (failure_.is_before(place)) return;
    try {
      throw_if_stopped();
      hand_on(place, options_.in_batches->finish(std::move(started)));
    } catch (const not_enough_memory&) {
      defer(requested);
    } catch (const region_too_large&) {
      defer(requested);  // alone it is solved, or said to be
    } catch (...) {
      note_failure(place);
    }
  }

  void defer(const deferred_target& requested) {
    const std::lock_guard lock(mutex_);
    deferred_.push_back(requested);
    first_deferred_ = std::min<std::size_t>(first_deferred_, requested.requested.place);
  }

  // Inside a catch block.
  void note_failure(std::size_t place) {
    try {
      throw;
    } catch (const run_stopped&) {
      failure_.note(0);
    } catch (...) {
      failure_.note(place);
    }
  }

  locus_result solve(const locus_target& requested, target_reading reading, strand_problems& problems,
                     std::uint64_t memory) {
    throw_if_stopped();
    return solve_(requested, reading, problems, memory);
  }

  void hand_on(std::size_t place, locus_result&& result) {
    try {
      if (log_.note) log_.note(place, result);
      put(place, std::move(result));
    } catch (...) {
      failure_.note(0);  // all before it was handed on
    }
  }

  void put(std::size_t place, locus_result&& result) {
    if (log_.has_models) result.models = {};
    if (place > first_deferred_) waiting_ += bytes_of_models(result);
    sink_.put(place, std::move(result));
  }

  void throw_if_stopped() const {
    if (options_.control != nullptr) options_.control->throw_if_stopped();
  }

  // Units that are still to come do without the problems that others of their locus have left.
  void let_problems_go() {
    for (std::size_t unit = next_; unit < units_.size(); ++unit) units_[unit].problems->let_go();
  }

  // Locus by locus: its problems are made anew, since those of its units went with them, but once.
  void solve_deferred() {
    std::ranges::sort(deferred_, {},
                      [](const deferred_target& each) { return std::pair(each.locus, each.requested.place); });
    const std::vector<deferred_target> all = std::exchange(deferred_, {});
    for (auto first = all.begin(), last = first; first != all.end(); first = last) {
      last = std::find_if(first, all.end(), [&](const auto& other) { return other.locus != first->locus; });
      solve_locus({first, last});
    }
    first_deferred_ = none_deferred;
    waiting_ = 0;
  }

  // Its problems count once, whoever reads them: when the first target has had them made, and is done, the others share
  // what is left, on as many threads as that does for. Those for which it never does go alone.
  void solve_locus(std::vector<deferred_target> targets) {
    strand_problems problems;
    solve_alone(targets.front(), problems);
    targets.erase(targets.begin());
    std::uint64_t tried = options_.memory / options_.n_threads;
    const std::uint64_t of_problems = problems.bytes(options_.reads_backwards);
    for (std::size_t n = std::min(options_.n_threads, targets.size()); n > 1; n = std::min(n / 2, targets.size())) {
      if (of_problems >= options_.memory) break;
      const std::uint64_t fraction = std::min(of_problems + (options_.memory - of_problems) / n, options_.memory_alone);
      if (of_problems == 0 && fraction <= tried) continue;
      tried = fraction;
      targets = solve_side_by_side(targets, problems, fraction, n);
    }
    for (const deferred_target& each : targets) solve_alone(each, problems);
  }

  // Returns those that were deferred again.
  std::vector<deferred_target> solve_side_by_side(const std::vector<deferred_target>& targets,
                                                  strand_problems& problems, std::uint64_t fraction,
                                                  std::size_t n_threads) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t k = next++; k < targets.size(); k = next++) (void)attempt(targets[k], problems, fraction);
    };
    {
      std::vector<std::jthread> threads;
      const auto take = [this] { return options_.spare == nullptr || options_.spare->try_take(); };
      while (threads.size() + 1 < n_threads && take()) {
        try {
          threads.emplace_back([&] {
            work();
            if (options_.spare != nullptr) options_.spare->give();
          });
        } catch (const std::system_error&) {
          if (options_.spare != nullptr) options_.spare->give();
          break;
        }
      }
      work();
    }
    auto again = std::exchange(deferred_, {});
    std::ranges::sort(again, {}, [](const deferred_target& each) { return each.requested.place; });
    return again;
  }

  void solve_alone(const deferred_target& deferred, strand_problems& problems) {
    const std::size_t place = deferred.requested.place;
    if (failure_.is_before(place)) return;
    try {
      hand_on(place, solve(deferred.requested, deferred.reading, problems, options_.memory_alone));
    } catch (...) {
      note_failure(place);
    }
  }

  std::vector<work_unit> units_;        // one by one
  std::optional<batch_queue> batches_;  // or in batches
  const worker_options& options_;
  const target_solver& solve_;
  result_log log_;
  ordered_sink<locus_result> sink_;
  first_failure failure_;
  std::atomic<std::size_t> next_{0};
  std::size_t n_idle_ = 0;  // threads that are spare until units go on
  bool has_fewer_threads_ = false;
  std::mutex mutex_;                       // guards what is deferred
  std::vector<deferred_target> deferred_;  // targets that a fraction of the memory was too little for
  static constexpr std::size_t none_deferred = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> first_deferred_ = none_deferred;  // its place
  std::atomic<std::uint64_t> waiting_ = 0;                   // bytes of models after it
};

}  // namespace

void solve_units(std::vector<work_unit> units, const worker_options& options, const target_solver& solve,
                 const std::function<void(locus_result&&)>& sink, result_log log) {
  workers(std::move(units), options, solve, sink, std::move(log)).run();
}

namespace {

std::uint64_t bytes_of(const model_exon& exon) {
  std::uint64_t bytes =
      sizeof exon + exon.edits.size() * sizeof exon.edits.front() + exon.sources.size() * sizeof exon.sources.front();
  for (const std::string& id : exon.candidates) bytes += sizeof id + id.size();
  return bytes;
}

}  // namespace

std::uint64_t bytes_of_models(const locus_result& result) {
  constexpr std::uint64_t of_column = 2;  // see aligned_columns
  std::uint64_t bytes = 0;
  for (const gene_model& model : result.models) {
    bytes += sizeof model + model.coding.size() * (1 + of_column) + model.protein.size();
    for (const model_exon& exon : model.exons) bytes += bytes_of(exon);
  }
  return bytes;
}

}  // namespace exonweave
