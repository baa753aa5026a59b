#include "exons/prediction/locus_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "exons/io/report.hpp"
#include "exons/solving/chain_solver.hpp"

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

// A target on one strand, with what the strand is.
struct attempt {
  const alignment_case& of;
  shared_problem problem;
};

// One target, solved strand by strand.
class strand_trials {
 public:
  strand_trials(const prediction_input& input, const prediction_options& options,
                std::vector<spliced::residue_code> aligned)
      : input_(input), options_(options), aligned_(std::move(aligned)) {}

  void try_strand(const attempt& at, const solver_options& solver, locus_result& result) const {
    const region_problem& problem = *at.problem;
    result.n_candidates += problem.material().exons.size();
    if (problem.is_empty()) return;
    if (!has_letters(aligned_, input_.targets->kind) ||
        !has_letters(problem.material().region.residues, molecule::dna)) {
      note(locus_outcome::nothing_known, result);
      return;
    }
    const case_solution solved = exonweave::solve(problem, aligned_, options_.scoring, solver);
    result.work += solved.work;
    if (solved.chains.empty()) {
      note(explain_no_chain(problem.material(), options_), result);
      return;
    }
    if (result.outcome == locus_outcome::model && solved.chains.front().total <= result.best_score) return;
    result.of = at.of;
    result.outcome = locus_outcome::model;
    result.best_score = solved.chains.front().total;
    result.models = make_models(solved, at);
  }

 private:
  // The best chain with its margins, then the others.
  [[nodiscard]] std::vector<gene_model> make_models(const case_solution& solved, const attempt& at) const {
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

  // Of reasons on two strands the one that comes closer to a model.
  static void note(locus_outcome why, locus_result& result) {
    if (result.outcome != locus_outcome::model) result.outcome = std::max(result.outcome, why);
  }

  const prediction_input& input_;
  const prediction_options& options_;
  std::vector<spliced::residue_code> aligned_;
};

// Problems of all strands are held while one is solved, whether they were made for this target or an earlier one: so what
// memory does never depends on that.
std::uint64_t bytes_of(const std::vector<attempt>& attempts, bool with_reversed) {
  std::uint64_t sum = 0;
  for (const attempt& each : attempts) sum += each.problem->bytes(with_reversed);
  return sum;
}

void drop_poor_models(const prediction_options& options, locus_result& result) {
  if (result.models.empty()) return;
  const bool is_worth_it = result.models.front().score >= options.min_score;
  std::erase_if(result.models, [&](const gene_model& each) {
    return each.score < options.min_score || each.coverage < options.min_coverage;
  });
  if (result.models.empty())
    result.outcome = is_worth_it ? locus_outcome::below_min_coverage : locus_outcome::below_min_score;
}

}  // namespace

locus_result locus_solver::solve(const locus_target& wanted, target_reading reading,
                                 strand_problems& problems, std::uint64_t memory) {
  const auto started = std::chrono::steady_clock::now();
  solver_options solver = options_.solver;
  solver.memory = memory;
  locus_result result;
  result.of = wanted.cases.front();
  const target& asked = input_.targets->targets[result.of.target];
  spliced::planned_cells planned(solver.control, count_cells(result.of, *input_.targets),
                                 wanted.cases.size() * solver.n_passes());
  solver.planned = &planned;
  const strand_trials trials(
      input_, options_, with_name(result.of, input_, [&] { return encode(asked, input_.targets->kind); }));
  std::vector<attempt> attempts;
  for (const alignment_case& each : wanted.cases) {
    const auto make = [&] { return maker_.make_problem(each, reading, solver); };
    attempts.push_back({each, with_name(each, input_, [&] { return problems.on(each.on, make); })});
  }
  const std::uint64_t held = bytes_of(attempts, solver.with_margins);
  for (const attempt& each : attempts) {
    result.tried.push_back(each.of.on);
    solver.reserved = held - each.problem->bytes(solver.with_margins);
    with_name(each.of, input_, [&] { trials.try_strand(each, solver, result); });
  }
  planned.finish();
  drop_poor_models(options_, result);
  if (result.models.size() > 1)
    for (std::size_t k = 0; k < result.models.size(); ++k) result.models[k].rank = k + 1;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace exonweave
