// The rooms of prediction in a row: planner, workers, solver, sink.
#include "exons/run/prediction.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "exons/loci/reading_ways.hpp"
#include "exons/run/locus_solver.hpp"
#include "exons/run/workers.hpp"
#include "exons/solving/solver_settings.hpp"

namespace exonweave {

std::string_view to_string(locus_outcome outcome) {
  switch (outcome) {
    case locus_outcome::model:
      return "model";
    case locus_outcome::no_locus:
      return "no locus";
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
    case locus_outcome::too_large:
      return "not enough memory";
    case locus_outcome::beyond_32_bits:
      return "scores could leave 32 bits";
  }
  return "unknown";
}

namespace {

// Small enough that threads end at about the same time, large enough that what engines are given together scores it.
std::size_t max_targets_of(std::size_t n_results, std::size_t n_threads) {
  constexpr std::size_t units_per_thread = 8;
  constexpr std::size_t most = 64;
  return std::clamp<std::size_t>(n_results / (units_per_thread * n_threads), 1, most);
}

// Several threads end together when what the last of them does is little. Batches have an order of their own.
std::vector<work_unit> plan_units(std::vector<locus_target> targets, const prediction_input& input,
                                  const genetic_code& code, std::size_t n_threads, bool in_batches) {
  constexpr std::size_t parts_per_thread = 32, early_per_thread = 64;
  const std::size_t max_targets = max_targets_of(targets.size(), n_threads);
  const auto readings = readings_of(input.targets, code);
  if (n_threads == 1 || in_batches) return plan_work(targets, readings, max_targets);
  std::uint64_t all = 0;
  for (locus_target& each : targets) all += each.work = work_of(each, input.targets);
  const std::uint64_t part = all / (parts_per_thread * n_threads) + 1;
  auto units = plan_work(targets, readings, max_targets, part);
  put_long_first(units, part, early_per_thread * n_threads);
  return units;
}

// The target of these, by place, that a result is of; null: none.
const locus_target* target_of(const placed_result& known, const std::vector<locus_target>& targets) {
  const auto planned = std::ranges::lower_bound(targets, known.place, {}, &locus_target::place);
  if (planned == targets.end() || planned->place != known.place) return nullptr;
  const alignment_task& requested = planned->cases.front();
  const alignment_task& locus = known.result.locus;
  const bool is_same =
      locus.sequence == requested.sequence && locus.region == requested.region && locus.target == requested.target;
  return is_same ? &*planned : nullptr;
}

std::vector<locus_target> without_known(std::vector<locus_target> all, const std::vector<placed_result>& known) {
  std::set<std::size_t> places;
  for (const placed_result& each : known)
    if (target_of(each, all) != nullptr) places.insert(each.place);
  std::erase_if(all, [&](const locus_target& each) { return places.contains(each.place); });
  return all;
}

// Results are handed on in the order of their places, which then are 0, 1, ...; the log reports and is reported the
// places among all.
void close_gaps(std::vector<locus_target>& targets, result_log& log) {
  std::vector<std::size_t> places;
  for (const locus_target& each : targets) places.push_back(each.place);
  for (placed_result& each : log.known)
    each.place = static_cast<std::size_t>(std::ranges::lower_bound(places, each.place) - places.begin());
  for (std::size_t rank = 0; rank < targets.size(); ++rank) targets[rank].place = rank;
  if (log.note)
    log.note = [note = std::move(log.note), places = std::move(places)](std::size_t rank, const locus_result& result) {
      note(places[rank], result);
    };
}

// Where memory is not bound there is more of it than results take.
std::uint64_t max_waiting(const memory_limits& memory) {
  constexpr std::uint64_t part = 16;
  return memory.requested > 0 ? max_waiting_results : std::max(max_waiting_results, memory.usable / part);
}

locus_result too_large(const locus_target& requested, locus_outcome why, const failure& error) {
  locus_result result;
  result.locus = requested.cases.front();
  for (std::size_t k = 0; k < requested.cases.size(); ++k)
    if (!shares_strand(requested.cases, k)) result.tried.push_back(requested.cases[k].on);
  result.outcome = why;
  result.too_large = error.problems().front();
  return result;
}

}  // namespace

// A search finds loci on each strand by itself: near the ends of a sequence their regions may be the same.
std::vector<locus_target> targets_of(const prediction_input& input) {
  return split_by_target(input.cases, input.is_searched() ? strand_results::apart : strand_results::together);
}

std::vector<locus_target> requested_targets(const prediction_input& input) {
  auto targets = targets_of(input);
  std::erase_if(targets, [&](const locus_target& each) { return !input.selection.has(each.place); });
  if (!input.expected_us.empty())
    for (locus_target& each : targets) each.expected_us = input.expected_us[each.place];
  return targets;
}

std::uint64_t count_planned_cells(const prediction_input& input, const prediction_options& options,
                                  const std::vector<placed_result>& known) {
  const std::uint64_t n_stages = n_counted_stages(options.solver);
  std::uint64_t n = 0;
  for (const locus_target& target : without_known(requested_targets(input), known))
    n += target.cases.size() * n_stages * progress_of_pass(target, input.targets, n_stages);
  return n;
}

void predict_loci(const prediction_input& input, const prediction_options& options,
                  const std::function<void(locus_result&&)>& sink, result_log log) {
  std::vector<locus_target> all = requested_targets(input);
  std::erase_if(log.known, [&](const placed_result& each) { return target_of(each, all) == nullptr; });
  close_gaps(all, log);
  std::vector<locus_target> targets = without_known(all, log.known);
  const std::size_t n_results = targets.size();
  // No more threads than results: fewer have more memory each.
  const std::size_t n_threads = std::max<std::size_t>(1, std::min<std::size_t>(options.n_threads, n_results));
  spare_threads spare(options.n_threads - std::min<std::size_t>(options.n_threads, n_threads));
  locus_solver solver(input, options, &spare);
  const bool in_batches = solver.batch_size() > 1;
  solve_units(
      plan_units(std::move(targets), input, options.codes.usual(), n_threads, in_batches),
      {n_threads, options.memory.usable, options.memory.alone(), options.control, &spare,
       in_batches ? &solver : nullptr, options.on_fewer_threads, options.solver.reads_backwards(),
       max_waiting(options.memory)},
      [&](const locus_target& requested, target_reading reading, strand_problems& problems, std::uint64_t memory) {
        try {
          return solver.solve(requested, reading, problems, memory);
        } catch (const not_enough_memory& error) {
          if (memory < options.memory.alone()) throw;  // it may have more
          return too_large(requested, locus_outcome::too_large, error);
        } catch (const region_too_large& error) {
          return too_large(requested, locus_outcome::beyond_32_bits, error);
        }
      },
      sink, std::move(log));
}

}  // namespace exonweave
