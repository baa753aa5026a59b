#include "exons/run/locus_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <ranges>
#include <stdexcept>

#include "base/files/report.hpp"
#include "exons/loci/reading_ways.hpp"
#include "exons/models/start_extension.hpp"
#include "exons/run/disrupted_genes.hpp"
#include "exons/run/gene_ends.hpp"
#include "exons/run/locus_division.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/expected_costs.hpp"
#include "exons/solving/solver_settings.hpp"

namespace exonweave {

std::size_t prepared_target::n_jobs() const {
  std::size_t sum = 0;
  for (const auto& strand : strands) sum += strand.search ? strand.search->n_jobs() : 0;
  return sum;
}

// Each strand has the least that it needs, and its part of what is left.
std::vector<spliced::alignment_job> prepared_target::jobs(std::uint64_t rows) {
  std::vector<spliced::alignment_job> all;
  const auto n_searches = std::ranges::count_if(strands, [](const auto& strand) { return strand.search.has_value(); });
  if (n_searches == 0) return all;
  const std::uint64_t more = (rows - min_rows) / static_cast<std::uint64_t>(n_searches);
  for (auto& strand : strands) {
    if (!strand.search) continue;
    const auto some = strand.search->jobs(strand.search->min_rows() + more);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

namespace {

// What made a case fail, with the case's name before it.
problem_report name_case(problem_report problem, const alignment_task& locus, const prediction_input& input) {
  const target& aligned = input.targets.targets[locus.target];
  problem.where = input.targets.where(aligned);
  problem.got = fmt::format("{} on {}:{}-{}{}{}", aligned.name, input.sequences.catalog().name(locus.sequence),
                            locus.region.start + 1, locus.region.end, problem.got.empty() ? "" : ", ", problem.got);
  return problem;
}

template <class Action>
auto with_name(const alignment_task& locus, const prediction_input& input, const Action& act) {
  try {
    return act();
  } catch (const region_too_large& error) {
    throw region_too_large(name_case(error.problems().front(), locus, input));
  } catch (const bad_data& error) {
    throw bad_data(name_case(error.problems().front(), locus, input));
  } catch (const not_enough_memory& error) {
    throw not_enough_memory(name_case(error.problems().front(), locus, input));
  } catch (const std::range_error& error) {
    throw bad_data(name_case({.what = error.what(), .hint = "use a smaller candidate_weight, or weight of evidence"},
                             locus, input));
  }
}

// The chains of a strand as models.
class model_maker {
 public:
  // `region` is that of the target, of which parts are solved.
  model_maker(const prediction_input& input, const prediction_options& options, region_maker& maker, interval region,
              target_reading reading)
      : input_(input), options_(options), maker_(maker), region_(region), reading_(reading) {}

  // The chains of the places that were chosen, the best one first.
  void add_all(const std::vector<solved_part>& chosen, locus_result& result) const {
    if (chosen.empty()) return;
    result.locus.on = chosen.front().locus.on;
    result.locus.is_backwards = chosen.front().locus.is_backwards;
    result.outcome = locus_outcome::model;
    result.best_score = chosen.front().score();
    for (std::size_t place = 1; place <= chosen.size(); ++place) {
      auto models = make_models(chosen[place - 1]);
      for (gene_model& model : models) model.place = place;
      std::ranges::move(models, std::back_inserter(result.models));
    }
  }

  // The best chain of a strand is no model. Of two the better one is reported.
  static void add_poor(const prepared_strand& prepared, spliced::score total, locus_result& result) {
    if (total > result.best_score) {
      result.locus = prepared.locus;
      result.best_score = total;
    }
    note(locus_outcome::below_min_score, result);
  }

  // Of reasons on two strands the one that comes closer to a model.
  static void note(locus_outcome why, locus_result& result) { result.outcome = std::max(result.outcome, why); }

 private:
  // The best chain with its margins, then the others.
  [[nodiscard]] std::vector<gene_model> make_models(const solved_part& part) const {
    const case_solution& solved = part.solved;
    const genetic_code& code = part.code ? *part.code : options_.codes.of_sequence(part.locus.sequence);
    const std::int64_t length = input_.sequences.catalog().length(part.locus.sequence);
    const target& symbols = input_.targets.targets[part.locus.target];
    const strand_bases bases = bases_of(part);
    const auto residues = encode(symbols, input_.targets.kind, part.locus.is_backwards);
    const gene_surroundings around{maker_, part.locus, reading_, places_of_ends(part), length, symbols.residues.size()};
    std::vector<gene_model> models;
    for (const spliced::alignment& best : solved.chains) {
      spliced::alignment aligned = best;
      if (input_.targets.kind == molecule::protein && part.material->exons.empty())
        begin_at_first_residue(part.material->region, code, residues, aligned);
      spliced::alignment chain = aligned;
      choose_ends(around, *part.material, code, chain);
      if (options_.extend_starts) extend_start(*part.material, code, bases, chain);
      const strand_region wider = with_bases_around(part.material->region, chain, bases);
      const model_context context{part.locus,
                                  *part.material,
                                  wider.residues.empty() ? part.material->region : wider,
                                  input_.candidates,
                                  symbols,
                                  input_.targets.kind,
                                  code,
                                  length};
      const bool is_best = models.empty();
      models.push_back(make_gene_model(
          chain, is_best ? alternatives_of(aligned, solved.best_without, chain) : alternatives_by_exon(), context));
      note_chosen_ends(aligned, chain, context, models.back());
      models.back().window = window_of(length);
    }
    models.front().second_best = solved.second_best;
    if (options_.extend_starts) drop_repeated(models);
    return models;
  }

  // With room for exons beyond a region; nothing where there are none.
  static strand_region with_bases_around(const strand_region& region, const spliced::alignment& chain,
                                         const strand_bases& bases) {
    const interval exons{chain.exons.front().begin, chain.exons.back().end};
    if (region.start <= exons.start && exons.end <= region.end()) return {};
    return bases.fetch(hull(exons, {region.start, region.end()}));
  }

  using alternatives_by_exon = std::vector<std::optional<spliced::score>>;

  // Of the exons of a chain those of the exons that they were when the target was aligned to them.
  static alternatives_by_exon alternatives_of(const spliced::alignment& aligned,
                                              const alternatives_by_exon& best_without,
                                              const spliced::alignment& chain) {
    if (best_without.empty()) return {};
    alternatives_by_exon made;
    for (const spliced::aligned_exon& exon : chain.exons) {
      const auto found = std::ranges::find_if(aligned.exons, [&](const spliced::aligned_exon& each) {
        return each.begin < exon.end && exon.begin < each.end;
      });
      made.push_back(found == aligned.exons.end()
                         ? std::nullopt
                         : best_without[static_cast<std::size_t>(found - aligned.exons.begin())]);
    }
    return made;
  }

  // What of a model its target did not choose.
  static void note_chosen_ends(const spliced::alignment& aligned, const spliced::alignment& chain,
                               const model_context& context, gene_model& model) {
    const auto is_same = [](const spliced::aligned_exon& a, const spliced::aligned_exon& b) {
      return a.begin == b.begin && a.end == b.end;
    };
    if (std::ranges::equal(aligned.exons, chain.exons, is_same)) return;
    const auto &was = aligned.exons.front(), &is = chain.exons.front();
    if (is.end == was.end && is.begin < was.begin &&
        std::ranges::equal(aligned.exons | std::views::drop(1), chain.exons | std::views::drop(1), is_same)) {
      model.start_extension =
          static_cast<std::uint32_t>((was.begin - is.begin) / static_cast<std::int64_t>(codon_length));
      return;
    }
    for (const spliced::aligned_exon& exon : aligned.exons) {
      const interval where{exon.begin, exon.end};
      model.aligned_exons.push_back(context.locus.on == strand::reverse ? flip(where, context.sequence_length) : where);
    }
    std::ranges::sort(model.aligned_exons, {}, &interval::start);
    for (model_exon& exon : model.exons)  // nobody looked for alternatives of those that are new
      if (std::ranges::none_of(model.aligned_exons, [&](const interval& each) { return each.overlaps(exon.where); }))
        exon.is_without_alternative = false;
  }

  // Chains that began at several starts may begin at one now; the best one stays.
  static void drop_repeated(std::vector<gene_model>& models) {
    const auto places = [](const gene_model& model) { return std::views::transform(model.exons, &model_exon::where); };
    for (std::size_t m = 1; m < models.size();) {
      const bool is_repeated =
          std::any_of(models.begin(), models.begin() + static_cast<std::ptrdiff_t>(m),
                      [&](const gene_model& before) { return std::ranges::equal(places(before), places(models[m])); });
      if (is_repeated)
        models.erase(models.begin() + static_cast<std::ptrdiff_t>(m));
      else
        ++m;
    }
  }

  [[nodiscard]] proof_window window_of(std::int64_t sequence_length) const {
    if (region_ == interval{0, sequence_length}) return proof_window::proved;
    return input_.is_searched() ? proof_window::limited : proof_window::given;
  }

  // Where loci were searched for, whole sequences; else regions that were given.
  [[nodiscard]] interval places_of_ends(const solved_part& part) const {
    const std::int64_t length = input_.sequences.catalog().length(part.locus.sequence);
    if (input_.is_searched() && !options_.has_ends_in_regions) return {0, length};
    return part.locus.on == strand::reverse ? flip(region_, length) : region_;
  }
  [[nodiscard]] strand_bases bases_of(const solved_part& part) const {
    const std::int64_t length = input_.sequences.catalog().length(part.locus.sequence);
    return {places_of_ends(part).start, [this, locus = part.locus, length](interval where) {
              const interval forward = locus.on == strand::reverse ? flip(where, length) : where;
              const known_bases read = maker_.fetch_around(locus.sequence, forward);
              return make_strand_region(read.where, locus.on, read.residues, length);
            }};
  }

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker& maker_;
  interval region_;
  target_reading reading_;
};

// On two strands there may be one on each.
bool is_single(const locus_target& requested) {
  return requested.cases.size() == 1 && requested.cases.front().is_single;
}

// Wall time, and this thread's time on a processor, which other programs do not lengthen.
class thread_clock {
 public:
  // To a result, or to what comes before one.
  template <class Timed>
  void add_to(Timed& timed) const {
    timed.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    timed.cpu_seconds += cpu_seconds() - cpu_started_;
  }

 private:
  static double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  double cpu_started_ = cpu_seconds();
};

// `min_of` is what a model must score. What the best one had to is reported.
template <class LeastOf>
void drop_poor_models(double min_coverage, const LeastOf& min_of, locus_result& result) {
  if (result.models.empty()) return;
  const auto scores_enough = [&](const gene_model& each) { return each.score >= min_of(each); };
  const bool was_covered_too_little = std::ranges::any_of(result.models, scores_enough);
  const auto first = std::ranges::max_element(result.models, {}, &gene_model::score);
  const spliced::score best = first->score;
  result.lowest_score = min_of(*first);
  std::erase_if(result.models,
                [&](const gene_model& each) { return !scores_enough(each) || each.coverage < min_coverage; });
  if (!result.models.empty()) return;
  result.outcome = was_covered_too_little ? locus_outcome::below_min_coverage : locus_outcome::below_min_score;
  if (!was_covered_too_little) result.best_score = best;
}

// Places from 1 on, and of each its chains; nothing is said where there is one alone.
void number(std::vector<gene_model>& models) {
  std::size_t place = 0;
  for (auto first = models.begin(), last = first; first != models.end(); first = last) {
    last = std::find_if(first, models.end(), [&](const auto& other) { return other.place != first->place; });
    const bool is_only_place = place == 0 && last == models.end();
    ++place;
    for (auto each = first; each != last; ++each) {
      each->place = is_only_place ? 0 : place;
      each->rank = last - first == 1 ? 0 : static_cast<std::size_t>(each - first) + 1;
    }
  }
}

}  // namespace

prepared_target locus_solver::prepare(const locus_target& requested, target_reading reading, strand_problems& problems,
                                      std::uint64_t memory) {
  if (is_in_windows(requested)) throw region_too_large(problem_report{.what = "a region in windows goes alone"});
  const thread_clock clock;
  prepared_target made = prepare_strands(requested, reading, problems, memory);
  for (prepared_strand& each : made.strands) made.min_rows += each.search ? each.search->min_rows() : 0;
  clock.add_to(made);
  return made;
}

spliced::score locus_solver::lowest_score_of(std::size_t target, double composition) const {
  if (!options_.by_chance || !options_.max_e_value) return options_.min_score;
  return std::max(options_.min_score,
                  options_.by_chance->lowest_score(*options_.max_e_value, spaces_[target], composition));
}

// What its models are worth, and which are none.
void locus_solver::judge(std::size_t target, locus_result& result) const {
  result.lowest_score = lowest_score_of(target);
  result.search_space = spaces_[target];
  if (options_.by_chance)
    for (gene_model& each : result.models) {
      each.composition =
          composition_factor(each, input_.targets.targets[target].residues, options_.scoring.substitution);
      each.e_value = options_.by_chance->e_value(each.score, spaces_[target], each.composition);
    }
  drop_poor_models(
      options_.min_coverage, [&](const gene_model& each) { return lowest_score_of(target, each.composition); }, result);
}

namespace {

// Of the strands from the k-th case on.
std::uint64_t count_to_make(std::span<const alignment_task> cases, std::size_t k) {
  std::uint64_t n = 1;
  for (++k; k < cases.size(); ++k)
    if (!shares_strand(cases, k)) ++n;
  return n;
}

// What `ask` returns. Where a problem is too large that is reported of all that a target needs: those to come take
// about as much.
template <class Ask>
shared_problem with_all_problems(std::uint64_t n_to_make, const memory_budget& memory, const Ask& ask) {
  try {
    return ask();
  } catch (const problem_too_large& error) {
    throw error.reported_of(n_to_make, memory);
  }
}

}  // namespace

prepared_target locus_solver::prepare_strands(const locus_target& requested, target_reading reading,
                                              strand_problems& problems, std::uint64_t memory) {
  const alignment_task& first = requested.cases.front();
  const solver_settings& settings = settings_for(requested);
  const std::uint64_t n_stages = n_counted_stages(options_.solver);
  prepared_target made{
      requested,
      reading,
      with_name(first, input_, [&] { return encode(input_.targets.targets[first.target], input_.targets.kind); }),
      {},
      std::make_unique<planned_cells>(options_.control, progress_of_pass(requested, input_.targets, n_stages),
                                      requested.cases.size() * n_stages),
      std::make_unique<target_memory>(options_.memory.within(memory))};
  if (std::ranges::any_of(requested.cases, &alignment_task::is_backwards))
    made.backwards = encode(input_.targets.targets[first.target], input_.targets.kind, true);
  memory_budget& budget = made.memory->budget;
  for (std::size_t k = 0; k < requested.cases.size(); ++k) {
    const alignment_task& each = requested.cases[k];
    const auto make = [&] {
      auto problem = maker_.make_problem(each, reading, settings, budget);
      made.making += costs_of_making(size_of(*problem), settings);
      return problem;
    };
    const auto ask = [&] { return problems.on(each.on, make, budget.left()); };
    const auto problem =
        with_name(each, input_, [&] { return with_all_problems(count_to_make(requested.cases, k), budget, ask); });
    const std::uint64_t bytes = problem->bytes(settings.reads_backwards());
    made.strands.push_back({each, problem, bytes, shares_strand(requested.cases, k)});
    if (!made.strands.back().shares_problem)
      made.memory->problems[static_cast<std::size_t>(each.on)] = budget.reserve(bytes);
  }
  add_searches(made);
  return made;
}

// Problems of all strands are held while one is solved, whether they were made for this target or an earlier one: so
// what memory does never depends on that.
void locus_solver::add_searches(prepared_target& target) const {
  const solver_settings& settings = settings_for(target.requested);
  const solver_call call = call_for(target);
  for (prepared_strand& each : target.strands) {
    const region_problem& problem = *each.problem;
    if (problem.is_empty() || !has_letters(target.aligned, input_.targets.kind) ||
        !has_letters(problem.material().region.residues, molecule::dna))
      continue;
    with_name(each.locus, input_, [&] {
      each.search.emplace(problem, target.aligned_in(each.locus), problem.scoring(), settings, target.memory->budget,
                          call);
    });
  }
}

const solver_settings& locus_solver::settings_for(const locus_target& requested) const {
  return is_single(requested) ? one_locus_ : options_.solver;
}

std::size_t locus_solver::max_n_loci(const locus_target& requested) const {
  return is_single(requested) ? 1 : options_.max_loci;
}

solver_call locus_solver::call_for(const prepared_target& target) const {
  return {.lowest_score = lowest_score_of(target.requested.cases.front().target),
          .control = options_.control,
          .planned = target.planned.get(),
          .spare = spare_};
}

division_context locus_solver::context_of(const prepared_target& target, const prepared_strand& strand) {
  return {maker_,
          input_,
          target.reading,
          target.aligned_in(strand.locus),
          *strand.problem,
          settings_for(target.requested),
          target.memory->budget,
          target.memory->problems[static_cast<std::size_t>(strand.locus.on)],
          strand.search->call()};
}

locus_result locus_solver::finish(started_target given) {
  const thread_clock clock;
  auto next = std::make_move_iterator(given.passes.begin());
  locus_result result = conclude(given.target, [&next](chain_search& search) {
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(search.n_jobs());
    return search.finish({first, next});
  });
  result.seconds = given.target.seconds;
  result.cpu_seconds = given.target.cpu_seconds;
  clock.add_to(result);
  return result;
}

locus_result locus_solver::solve(const locus_target& requested, target_reading reading, strand_problems& problems,
                                 std::uint64_t memory) {
  if (is_in_windows(requested)) return solve_windows(requested, reading, memory);
  const thread_clock clock;
  prepared_target prepared = prepare_strands(requested, reading, problems, memory);
  for (const prepared_strand& each : prepared.strands)
    if (each.search && memory < options_.memory.alone())
      with_name(each.locus, input_, [&] { each.search->check_ample(options_.memory.alone()); });
  locus_result result = conclude(prepared, [](chain_search& search) { return search.solve(); });
  clock.add_to(result);
  return result;
}

bool locus_solver::is_in_windows(const locus_target& requested) const {
  return options_.blocks == block_mode::add && requested.cases.front().region.length() > options_.windows.longest;
}

// One after the other, so that no more than one is in memory. They count for what of the region is theirs alone.
locus_result locus_solver::solve_windows(const locus_target& requested, target_reading reading, std::uint64_t memory) {
  const std::uint64_t n_passes = requested.cases.size() * n_counted_stages(options_.solver);
  const interval region = requested.cases.front().region;
  const double work = static_cast<double>(n_passes * progress_of_pass(requested, input_.targets, n_passes));
  std::vector<locus_result> results;
  for (const interval window : windows_of(region, options_.windows)) {
    std::vector<alignment_task> cases(requested.cases.begin(), requested.cases.end());
    for (alignment_task& each : cases) each.region = window;
    const std::int64_t own = window.length() - (window.end < region.end ? options_.windows.shared : 0);
    const double fraction = static_cast<double>(own) / static_cast<double>(region.length());
    strand_problems problems;
    results.push_back(
        solve({requested.place, cases, static_cast<std::uint64_t>(fraction * work) + 1}, reading, problems, memory));
  }
  return join_windows(std::move(results), region, settings_for(requested), max_n_loci(requested));
}

template <class Solve>
locus_result locus_solver::conclude(prepared_target& prepared, const Solve& solve) {
  locus_result result;
  result.locus = prepared.requested.cases.front();
  result.work.costs = prepared.making;
  std::vector<solved_part> loci;
  for (prepared_strand& each : prepared.strands) {
    if (!each.shares_problem) {
      result.tried.push_back(each.locus.on);
      result.n_candidates += each.problem->material().exons.size();
    }
    if (each.search)
      with_name(each.locus, input_, [&] { add_loci(prepared, each, solve(*each.search), loci, result); });
    else if (!each.problem->is_empty())
      model_maker::note(locus_outcome::nothing_known, result);
  }
  prepared.planned->finish();
  const std::int64_t length = input_.sequences.catalog().length(result.locus.sequence);
  const std::size_t most = max_n_loci(prepared.requested);
  if (options_.disruption)
    for (solved_part& each : loci) recheck(prepared, each);
  const chosen_parts chosen = choose_parts(std::move(loci), options_.solver, most, length);
  if (most > 1) result.n_left_out = chosen.n_left_out;
  model_maker(input_, options_, maker_, prepared.requested.cases.front().region, prepared.reading)
      .add_all(chosen.parts, result);
  judge(result.locus.target, result);
  number(result.models);
  return result;
}

void locus_solver::recheck(const prepared_target& target, solved_part& part) {
  const auto strand = std::ranges::find_if(target.strands, [&](const prepared_strand& each) {
    return each.locus.on == part.locus.on && each.locus.is_backwards == part.locus.is_backwards;
  });
  with_name(part.locus, input_, [&] { look_for_disruptions(part, context_of(target, *strand)); });
}

// What came of one strand.
void locus_solver::add_loci(const prepared_target& target, const prepared_strand& prepared, case_solution solved,
                            std::vector<solved_part>& loci, locus_result& result) {
  if (solved.unwanted)
    model_maker::add_poor(prepared, *solved.unwanted, result);
  else if (solved.chains.empty())
    model_maker::note(explain_no_chain(prepared.problem->material(), options_, result.locus.sequence), result);
  result.work += solved.work;
  solved.work = {};
  auto found = divide({prepared.locus,
                       {prepared.problem, &prepared.problem->material()},
                       std::move(solved),
                       prepared.problem->scoring().code},
                      context_of(target, prepared));
  for (const solved_part& each : found) result.work += each.solved.work;
  std::ranges::move(found, std::back_inserter(loci));
}

}  // namespace exonweave
