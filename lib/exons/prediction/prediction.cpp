// Loci are independent: threads take them from a counter and write each its own result.
#include "exons/prediction/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <span>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "exons/io/report.hpp"
#include "exons/prediction/case_maker.hpp"

namespace exonweave {
namespace {

using locus = std::span<const alignment_case>;  // the strands of one target on one region

std::vector<locus> split_into_loci(const std::vector<alignment_case>& cases) {
  std::vector<locus> loci;
  for (std::size_t first = 0, last = 0; first < cases.size(); first = last) {
    const auto same = [&](const alignment_case& other) {
      return other.sequence == cases[first].sequence && other.region == cases[first].region &&
             other.target == cases[first].target;
    };
    while (last < cases.size() && same(cases[last])) ++last;
    loci.emplace_back(cases.data() + first, last - first);
  }
  return loci;
}

// What made a case fail, with the case's name before it.
problem_report name_case(problem_report problem, const alignment_case& of, const prediction_input& input) {
  const target& aligned = input.targets->targets[of.target];
  problem.where = {input.targets->path, aligned.line};
  problem.got = fmt::format("{} on {}:{}-{}{}{}", aligned.name, input.sequences->catalog().name(of.sequence),
                            of.region.start + 1, of.region.end, problem.got.empty() ? "" : ", ", problem.got);
  return problem;
}

class predictor {
 public:
  predictor(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options), loci_(split_into_loci(*input.cases)), results_(loci_.size()) {
    options_.solver.memory /= count_threads();
    whole_memory_ = options.solver.memory;
  }

  std::vector<locus_result> run(const std::function<void()>& on_locus_done) {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t t = 1; t < count_threads(); ++t) threads.emplace_back([&] { work(on_locus_done); });
    } catch (const std::system_error&) {
      // The system has no more threads to give: those that there are do the work.
    }
    work(on_locus_done);
    threads.clear();  // joins
    solve_deferred(on_locus_done);
    if (first_failure_) std::rethrow_exception(first_failure_);
    return std::move(results_);
  }

 private:
  // No more than there are loci: fewer threads have more memory each.
  [[nodiscard]] std::size_t count_threads() const {
    return std::max<std::size_t>(1, std::min<std::size_t>(options_.n_threads, loci_.size()));
  }

  // Takes loci until there are none; the first failure by locus order is kept, so that the message does not
  // depend on the threads.
  void work(const std::function<void()>& on_locus_done) {
    while (!has_failed_) {
      const std::size_t l = next_.fetch_add(1);
      if (l >= loci_.size()) return;
      try {
        results_[l] = solve(loci_[l]);
        on_locus_done();
      } catch (const not_enough_memory&) {
        const std::lock_guard lock(mutex_);
        deferred_.push_back(l);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!first_failure_ || l < failed_locus_) {
          first_failure_ = std::current_exception();
          failed_locus_ = l;
        }
        has_failed_ = true;
      }
    }
  }

  // Loci for which a thread's share of the memory did not do have all of it, one after the other, so that the result
  // does not depend on the number of threads.
  void solve_deferred(const std::function<void()>& on_locus_done) {
    options_.solver.memory = whole_memory_;
    std::sort(deferred_.begin(), deferred_.end());
    for (const std::size_t l : deferred_) {
      if (first_failure_ && failed_locus_ < l) return;
      results_[l] = solve(loci_[l]);
      on_locus_done();
    }
  }

  locus_result solve(locus strands) {
    const auto started = std::chrono::steady_clock::now();
    locus_result result;
    result.of = strands.front();
    for (const alignment_case& each : strands) {
      result.tried.push_back(each.on);
      try_strand_by_name(each, result);
    }
    drop_poor_models(result);
    if (result.models.size() > 1)
      for (std::size_t k = 0; k < result.models.size(); ++k) result.models[k].rank = k + 1;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return result;
  }

  void drop_poor_models(locus_result& result) const {
    if (result.models.empty()) return;
    const bool is_worth_it = result.models.front().score >= options_.min_score;
    std::erase_if(result.models, [&](const gene_model& each) {
      return each.score < options_.min_score || each.coverage < options_.min_coverage;
    });
    if (result.models.empty())
      result.outcome = is_worth_it ? locus_outcome::below_min_coverage : locus_outcome::below_min_score;
  }

  void try_strand_by_name(const alignment_case& of, locus_result& result) {
    try {
      try_strand(of, result);
    } catch (const bad_data& error) {
      throw bad_data(name_case(error.problems().front(), of, input_));
    } catch (const not_enough_memory& error) {
      throw not_enough_memory(name_case(error.problems().front(), of, input_));
    } catch (const std::range_error& error) {
      throw bad_data(name_case(
          {{}, error.what(), "", "", "use a smaller candidate_weight, or weight of evidence"}, of, input_));
    }
  }

  void try_strand(const alignment_case& whole, locus_result& result) {
    const prepared_case prepared = maker_.make(whole);
    const region_material& problem = prepared.problem;
    result.n_candidates += problem.exons.size();
    if (problem.exons.empty() && !problem.blocks) return;
    if (!has_letters(prepared.target, input_.targets->kind) ||
        !has_letters(problem.region.residues, molecule::dna)) {
      note(locus_outcome::nothing_known, result);
      return;
    }
    const case_solution solved = solve_case(problem, prepared.target, options_.scoring, options_.solver);
    result.work += solved.work;
    if (solved.chains.empty()) {
      note(explain_no_chain(prepared, options_), result);
      return;
    }
    if (result.outcome == locus_outcome::model && solved.chains.front().total <= result.best_score) return;
    result.of = whole;
    result.outcome = locus_outcome::model;
    result.best_score = solved.chains.front().total;
    result.models = make_models(solved, prepared);
  }

  // The best chain with its margins, then the others.
  std::vector<gene_model> make_models(const case_solution& solved, const prepared_case& prepared) {
    const std::int64_t length = input_.sequences->catalog().length(prepared.of.sequence);
    const model_context in{prepared.of,
                           prepared.problem,
                           *input_.candidates,
                           input_.targets->targets[prepared.of.target],
                           input_.targets->kind,
                           options_.code,
                           length};
    std::vector<gene_model> models;
    for (const auto& chain : solved.chains) {
      const bool is_best = models.empty();
      models.push_back(make_gene_model(
          chain, is_best ? std::span(solved.best_without) : std::span<const std::optional<spliced::score>>(),
          in));
    }
    models.front().runner_up = solved.runner_up;
    return models;
  }

  // Of reasons on two strands the one that comes closer to a model.
  static void note(locus_outcome why, locus_result& result) {
    if (result.outcome != locus_outcome::model) result.outcome = std::max(result.outcome, why);
  }

  const prediction_input& input_;
  prediction_options options_;
  case_maker maker_{input_, options_};
  std::vector<locus> loci_;
  std::vector<locus_result> results_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> has_failed_{false};
  std::mutex mutex_;  // guards the failure and what is deferred
  std::exception_ptr first_failure_;
  std::vector<std::size_t> deferred_;  // loci that a thread's share of the memory was too little for
  std::uint64_t whole_memory_ = 0;     // bytes, of all threads together
  std::size_t failed_locus_ = 0;
};

}  // namespace

std::string_view to_string(locus_outcome outcome) {
  switch (outcome) {
    case locus_outcome::model:
      return "model";
    case locus_outcome::no_candidate:
      return "no candidate exon in the region";
    case locus_outcome::nothing_known:
      return "nothing but N or X to align";
    case locus_outcome::no_start_codon:
      return "no exon begins with a start codon";
    case locus_outcome::no_stop_codon:
      return "no exon ends with a stop codon";
    case locus_outcome::no_chain:
      return "no exons join a beginning to an end in one open frame";
    case locus_outcome::below_min_score:
      return "score below the least for a model";
    case locus_outcome::below_min_coverage:
      return "too little of the target is covered";
  }
  return "unknown";
}

std::size_t count_loci(const std::vector<alignment_case>& cases) { return split_into_loci(cases).size(); }

std::vector<locus_result> predict_loci(const prediction_input& input, const prediction_options& options,
                                       const std::function<void()>& on_locus_done) {
  return predictor(input, options).run(on_locus_done);
}

}  // namespace exonweave
