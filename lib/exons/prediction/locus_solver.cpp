#include "exons/prediction/locus_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>

#include "exons/io/report.hpp"

namespace exonweave {
namespace {

// What made a case fail, with the case's name before it.
problem_report name_case(problem_report problem, const alignment_case& of, const prediction_input& input) {
  const target& aligned = input.targets->targets[of.target];
  problem.where = {input.targets->path, aligned.line};
  problem.got = fmt::format("{} on {}:{}-{}{}{}", aligned.name, input.sequences->catalog().name(of.sequence),
                            of.region.start + 1, of.region.end, problem.got.empty() ? "" : ", ", problem.got);
  return problem;
}

template <class Action>
auto with_name(const alignment_case& of, const prediction_input& input, const Action& act) {
  try {
    return act();
  } catch (const bad_data& error) {
    throw bad_data(name_case(error.problems().front(), of, input));
  } catch (const not_enough_memory& error) {
    throw not_enough_memory(name_case(error.problems().front(), of, input));
  } catch (const std::range_error& error) {
    throw bad_data(name_case(
        {{}, error.what(), "", "", "use a smaller candidate_weight, or weight of evidence"}, of, input));
  }
}

// The chains of a strand as models.
class model_maker {
 public:
  model_maker(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options) {}

  // What came of one strand, unless an earlier one has a better chain.
  void add(const prepared_strand& at, const case_solution& solved, locus_result& result) const {
    result.work += solved.work;
    if (solved.unwanted) return add_poor(at, *solved.unwanted, result);
    if (solved.chains.empty()) {
      note(explain_no_chain(at.problem->material(), options_), result);
      return;
    }
    if (result.outcome == locus_outcome::model && solved.chains.front().total <= result.best_score) return;
    result.of = at.of;
    result.outcome = locus_outcome::model;
    result.best_score = solved.chains.front().total;
    result.models = make_models(solved, at);
  }

  // The best chain of a strand is no model. Of two the better one is told.
  static void add_poor(const prepared_strand& at, spliced::score total, locus_result& result) {
    if (result.outcome == locus_outcome::model) return;
    if (total > result.best_score) {
      result.of = at.of;
      result.best_score = total;
    }
    note(locus_outcome::below_min_score, result);
  }

  // Of reasons on two strands the one that comes closer to a model.
  static void note(locus_outcome why, locus_result& result) {
    if (result.outcome != locus_outcome::model) result.outcome = std::max(result.outcome, why);
  }

 private:
  // The best chain with its margins, then the others.
  [[nodiscard]] std::vector<gene_model> make_models(const case_solution& solved,
                                                    const prepared_strand& at) const {
    const model_context in{at.of,
                           at.problem->material(),
                           *input_.candidates,
                           input_.targets->targets[at.of.target],
                           input_.targets->kind,
                           options_.code,
                           input_.sequences->catalog().length(at.of.sequence)};
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

  const prediction_input& input_;
  const prediction_options& options_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void drop_poor_models(const prediction_options& options, locus_result& result) {
  if (result.models.empty()) return;
  std::erase_if(result.models, [&](const gene_model& each) {
    return each.score < options.min_score || each.coverage < options.min_coverage;
  });
  if (result.models.empty()) result.outcome = locus_outcome::below_min_coverage;
}

}  // namespace

prepared_target locus_solver::prepare(const locus_target& wanted, target_reading reading,
                                      strand_problems& problems, std::uint64_t memory) {
  const auto started = std::chrono::steady_clock::now();
  prepared_target made = prepare_strands(wanted, reading, problems, memory);
  for (prepared_strand& each : made.strands) made.least_rows += each.search ? each.search->least_rows() : 0;
  made.seconds = seconds_since(started);
  return made;
}

prepared_target locus_solver::prepare_strands(const locus_target& wanted, target_reading reading,
                                              strand_problems& problems, std::uint64_t memory) {
  const alignment_case& first = wanted.cases.front();
  solver_options solver = options_.solver;
  solver.least_score = options_.min_score;
  solver.memory = memory;
  prepared_target made{
      wanted, reading,
      with_name(first, input_,
                [&] { return encode(input_.targets->targets[first.target], input_.targets->kind); }),
      std::make_unique<spliced::planned_cells>(solver.control, count_cells(first, *input_.targets),
                                               wanted.cases.size() * solver.n_passes())};
  solver.planned = made.planned.get();
  for (const alignment_case& each : wanted.cases) {
    const auto make = [&] { return maker_.make_problem(each, reading, solver); };
    const auto problem = with_name(each, input_, [&] { return problems.on(each.on, make); });
    made.strands.push_back({each, problem, problem->bytes(solver.with_margins)});
  }
  add_searches(solver, made);
  return made;
}

// Problems of all strands are held while one is solved, whether they were made for this target or an earlier one: so
// what memory does never depends on that.
void locus_solver::add_searches(solver_options solver, prepared_target& to) const {
  std::uint64_t held = 0;
  for (const prepared_strand& each : to.strands) held += each.problem_bytes;
  for (prepared_strand& each : to.strands) {
    const region_problem& problem = *each.problem;
    if (problem.is_empty() || !has_letters(to.aligned, input_.targets->kind) ||
        !has_letters(problem.material().region.residues, molecule::dna))
      continue;
    solver.reserved = held - each.problem_bytes;
    with_name(each.of, input_, [&] { each.search.emplace(problem, to.aligned, options_.scoring, solver); });
  }
}

locus_result locus_solver::finish(started_target given) const {
  const auto started = std::chrono::steady_clock::now();
  auto next = std::make_move_iterator(given.passes.begin());
  locus_result result = conclude(given.target, [&next](chain_search& search) {
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(search.n_jobs());
    return search.finish({first, next});
  });
  result.seconds = given.target.seconds + seconds_since(started);
  return result;
}

locus_result locus_solver::solve(const locus_target& wanted, target_reading reading,
                                 strand_problems& problems, std::uint64_t memory) {
  const auto started = std::chrono::steady_clock::now();
  prepared_target prepared = prepare_strands(wanted, reading, problems, memory);
  locus_result result = conclude(prepared, [](chain_search& search) { return search.solve(); });
  result.seconds = seconds_since(started);
  return result;
}

template <class Solve>
locus_result locus_solver::conclude(prepared_target& prepared, const Solve& solve) const {
  const model_maker models(input_, options_);
  locus_result result;
  result.of = prepared.wanted.cases.front();
  for (prepared_strand& each : prepared.strands) {
    result.tried.push_back(each.of.on);
    result.n_candidates += each.problem->material().exons.size();
    if (each.search)
      with_name(each.of, input_, [&] { models.add(each, solve(*each.search), result); });
    else if (!each.problem->is_empty())
      model_maker::note(locus_outcome::nothing_known, result);
  }
  prepared.planned->finish();
  drop_poor_models(options_, result);
  if (result.models.size() > 1)
    for (std::size_t k = 0; k < result.models.size(); ++k) result.models[k].rank = k + 1;
  return result;
}

}  // namespace exonweave
