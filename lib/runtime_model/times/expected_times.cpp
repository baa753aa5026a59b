#include "runtime_model/times/expected_times.hpp"

#include <algorithm>

#include "exons/loci/reading_ways.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/region_windows.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "runtime_model/times/expected_sizes.hpp"

namespace exonweave {
namespace {

// What targets of one region that are read alike share.
struct shared_strands {
  target_reading reading;
  std::array<std::optional<std::size_t>, 2> problems;  // [strand] index of the problem; nothing: not tried
};

// All problems of some targets, each once, and which of them each case is aligned to.
struct requested_problems {
  std::vector<strand_problem> problems;
  std::vector<std::size_t> of_cases;  // [cases of all targets, one target after the other]
};

requested_problems ask_for_problems(const prediction_input& input, const prediction_options& options,
                                    std::span<const locus_target> requested) {
  requested_problems distinct;
  std::vector<shared_strands> here;  // of the region
  const alignment_task* before = nullptr;
  const std::vector<target_reading> readings = readings_of(*input.targets, options.codes.usual());
  for (const locus_target& each : requested) {
    const alignment_task& first = each.cases.front();
    if (before == nullptr || !is_same_region(*before, first)) here.clear();
    before = &first;
    const target_reading reading = readings[first.target];
    auto strands = std::ranges::find(here, reading, &shared_strands::reading);
    if (strands == here.end()) strands = here.insert(here.end(), {reading, {}});
    for (const alignment_task& on : each.cases) {
      auto& problem = strands->problems[static_cast<std::size_t>(on.on)];
      if (!problem) {
        problem = distinct.problems.size();
        distinct.problems.push_back({on, reading});
      }
      distinct.of_cases.push_back(*problem);
    }
  }
  return distinct;
}

// How probable it is that a best chain is read.
class reading_shares {
 public:
  reading_shares(const prediction_input& input, const prediction_options& options,
                 std::span<const locus_target> requested)
      : input_(input),
        any_chain_does_(!spliced::is_reachable(options.min_score) && !options.max_e_value),
        n_whole_(input.targets->targets.size()) {
    for (const locus_target& each : requested)
      if (is_whole(each)) n_whole_[each.cases.front().target] += each.cases.size();
  }

  [[nodiscard]] double of(const locus_target& requested) const {
    if (any_chain_does_) return 1;
    const std::size_t n_places =
        is_whole(requested) ? n_whole_[requested.cases.front().target] : requested.cases.size();
    return 1 / static_cast<double>(n_places);
  }

 private:
  [[nodiscard]] bool is_whole(const locus_target& each) const {
    const alignment_task& first = each.cases.front();
    return first.region == interval{0, input_.sequences->catalog().length(first.sequence)};
  }

  const prediction_input& input_;
  bool any_chain_does_;
  std::vector<std::size_t> n_whole_;  // [targets] strands of whole sequences that each is tried on
};

// Lanes are requested of one example: which are enough depends on the target above all.
class target_sizes {
 public:
  target_sizes(const prediction_input& input, const prediction_options& options, const region_problem* example)
      : input_(input), options_(options), example_(example), known_(input.targets->targets.size()) {}

  [[nodiscard]] const target_size& of(std::size_t target) {
    auto& size = known_[target];
    if (!size) size = look_at(input_.targets->targets[target]);
    return *size;
  }

 private:
  [[nodiscard]] target_size look_at(const target& sequence) const {
    if (example_ == nullptr) return {sequence.residues.size()};
    return size_of(encode(sequence, input_.targets->kind), *example_, example_->scoring(), *options_.solver.engine);
  }

  const prediction_input& input_;
  const prediction_options& options_;
  const region_problem* example_;
  std::vector<std::optional<target_size>> known_;  // [targets]
};

// Of a region of which nothing else is known: all of the target is there, in the middle, with introns in half of the
// rest.
expected_chain usual_chain(const problem_size& size, const target_size& target, double fraction) {
  constexpr double residues_of_exon = 50, usual_intron = 1'000;
  const auto coding = static_cast<double>(codon_length * target.n_letters);
  const double introns = std::max(0.0, size.nucleotides - coding) / 2;
  const double n_introns = std::min(static_cast<double>(target.n_letters) / residues_of_exon, introns / usual_intron);
  return {.fraction = fraction,
          .length = std::min(size.nucleotides, coding + introns),
          .n_codons = static_cast<double>(target.n_letters),
          .n_exons = 1 + n_introns};
}

// A region with several genes of the target is cut at one place after the other: what is cut is solved without margins,
// and then its parts.
void add_sweeps(const problem_size& size, const target_size& target, const solver_settings& settings,
                const expected_chain& read, spliced::by_cost_unit& costs) {
  costs += costs_of_sweeping(size, target, settings, read);
  if (read.n_chains <= 1 || !settings.allows_several_loci()) return;
  const double more = 1 + (read.n_chains - 2) / read.n_chains;  // parts as long as the region, in all
  solver_settings as_cut = settings;
  as_cut.with_margins = false;
  spliced::by_cost_unit once = costs_of_making(size, settings);
  once += costs_of_sweeping(size, target, as_cut, read);
  costs.add(once, more);
}

// Of one of the input's cases, where a search has found them.
const expected_chain& chain_at(const alignment_task& on, const prediction_input& input) {
  return (*input.chains)[static_cast<std::size_t>(&on - input.cases->data())];
}

// Where no stop codon ends a frame the graph of a chain's borders has rows for each base from its first to its last.
double bytes_of_recheck(double chain_length) {
  constexpr double of_nt = 500;
  return of_nt * chain_length;
}

// A region that is aligned in windows: what of it is held at once, and how much more is aligned where they overlap.
struct windowed_region {
  double held = 1, aligned = 1;  // of the region

  windowed_region(interval region, const prediction_options& options) {
    if (options.blocks != block_mode::add || region.length() == 0) return;
    const auto length = static_cast<double>(region.length());
    double sum = 0;
    for (const interval& each : windows_of(region, options.windows)) {
      held = static_cast<double>(each.length()) / length;
      sum += held;
    }
    aligned = sum;
  }

  [[nodiscard]] problem_size held_of(problem_size whole) const {
    for (double* part : {&whole.nucleotides, &whole.rows, &whole.saved_rows, &whole.bounded, &whole.bytes})
      *part *= held;
    return whole;
  }
};

}  // namespace

std::vector<expected_work> expect_work(const prediction_input& input, const prediction_options& options,
                                       std::span<const locus_target> requested, const size_sample& sample) {
  const requested_problems distinct = ask_for_problems(input, options, requested);
  const expected_problems problems = expected_sizes(input, options, distinct.problems, sample);
  target_sizes targets(input, options, problems.example.get());
  const reading_shares shares(input, options, requested);
  std::vector<bool> is_made(problems.sizes.size());
  std::vector<expected_work> all;
  auto problem = distinct.of_cases.begin();
  for (const locus_target& each : requested) {
    expected_work& work = all.emplace_back();
    const windowed_region windows(each.cases.front().region, options);
    work.memory.first_problem = *problem;
    double max_rows = 0;  // strands are aligned one after the other, and all their graphs are held
    for (std::size_t k = 0; k < each.cases.size(); ++k) {
      const alignment_task& on = each.cases[k];
      const problem_size& size = problems.sizes[*problem];
      const problem_size held = windows.held_of(size);
      const target_size& target = targets.of(on.target);
      if (!is_made[*problem]) work.costs += costs_of_making(size, options.solver);
      is_made[*problem++] = true;
      if (size.is_swept)
        add_sweeps(size, target, options.solver,
                   input.chains != nullptr ? chain_at(on, input) : usual_chain(size, target, shares.of(each)),
                   work.costs);
      else
        work.costs += costs_of_aligning(size, target, options.solver, shares.of(each));
      if (!shares_strand(each.cases, k)) work.memory.problems += bytes_of_problem(held, options.solver);
      max_rows = std::max(max_rows, bytes_of_rows(held, target, options.solver));
      work.paper += count_time_units(size.exons, static_cast<std::int64_t>(target.n_letters));
    }
    work.memory.rows = max_rows;
    if (input.chains != nullptr && options.disruption)
      work.memory.recheck = bytes_of_recheck(chain_at(each.cases.front(), input).length);
    for (double& cost : work.costs.values) cost *= windows.aligned;
  }
  return all;
}

std::vector<double> expected_seconds(std::span<const expected_work> work, const spliced::cost_model& model) {
  std::vector<double> seconds;
  for (const expected_work& each : work) seconds.push_back(model.predict(each.costs));
  return seconds;
}

}  // namespace exonweave
