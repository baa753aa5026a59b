#include "runtime_model/times/expected_times.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "base/files/report.hpp"
#include "exons/loci/reading_ways.hpp"
#include "exons/run/locus_division.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "gpu/engines/engines.hpp"
#include "spliced/costs/nonnegative_fit.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave {

const spliced::engine_facts& working_engine(std::string_view name, const chain_scoring& scoring) {
  const spliced::engine_facts& requested = gpu::known_engines().facts_of(name);
  if (requested.substitute.empty() || requested.scope.takes(scoring.problem_on({}, {}))) return requested;
  return gpu::known_engines().facts_of(requested.substitute);
}

std::unique_ptr<spliced::engine> make_counting_engine(const spliced::engine_facts& other) {
  const spliced::engine_registry& engines = spliced::cpu_engines();
  const auto* const found = engines.find_if([&](const spliced::engine_facts& each) {
    return each.is_literal == other.is_literal && each.may_sweep == other.may_sweep;
  });
  if (found == nullptr) throw std::invalid_argument("no engine of the CPU has such graphs");
  return engines.make(found->name);
}

spliced::cost_model prices_for(const spliced::engine_facts& engine, spliced::cost_model prices) {
  using enum spliced::cost_unit;
  prices.seconds[device_cell] = engine.cell_cost * prices.seconds[engine.is_of_gpu ? device_cell : cell];
  return prices;
}

double seconds_on_threads(const spliced::engine_facts& engine, const spliced::cost_model& prices, double thread_seconds,
                          unsigned n_threads) {
  if (!engine.is_of_gpu) return thread_seconds / n_threads;
  return prices.seconds[spliced::cost_unit::launch] + thread_seconds / std::min(n_threads, engine.max_threads);
}

double seconds_of_pieces(double thread_seconds, std::size_t n_pieces, unsigned n_threads) {
  return thread_seconds / static_cast<double>(std::clamp<std::size_t>(n_pieces, 1, n_threads));
}

namespace {

// What is known of a problem without its residues: 1, nt that are read, candidates, nt of candidates, and pairs of
// candidates: where every exon is fed by all before it there are as many edges.
constexpr std::size_t n_predictors = 5;
using size_predictors = std::array<double, n_predictors>;

constexpr std::array size_parts{&problem_size::nucleotides, &problem_size::nodes,       &problem_size::edges,
                                &problem_size::rows,        &problem_size::merged_rows, &problem_size::joins,
                                &problem_size::saved_rows,  &problem_size::live_rows,   &problem_size::block_rows,
                                &problem_size::bytes};

// Of a problem that is not made.
struct known_size {
  size_predictors predictors{};  // nothing but zeros where there will be no graph
  exon_counts exons{};
  interval hull{};  // that is read

  [[nodiscard]] double nucleotides() const { return predictors[1]; }
  [[nodiscard]] bool is_empty() const { return predictors == size_predictors{}; }
};

// By which all of n are met once: about a golden section of them, with no divisor in common.
std::size_t step_through(std::size_t n) {
  constexpr double golden_section = 0.618;
  auto step = static_cast<std::size_t>(golden_section * static_cast<double>(n));
  while (std::gcd(step, n) > 1) --step;
  return step;
}

class size_estimates {
 public:
  size_estimates(const prediction_input& input, const prediction_options& options, const size_sample& sample)
      : input_(input), options_(options), sample_(sample), maker_(input, options) {}

  expected_problems of(std::span<const strand_problem> problems) {
    std::vector<known_size> known;
    for (const strand_problem& each : problems) known.push_back(look_at(each.on));
    std::vector<std::optional<problem_size>> exact(problems.size());
    for (const std::size_t p : chosen(known)) {
      const bool is_whole = known[p].hull.length() <= sample_.longest_piece;
      if (is_whole) exact[p] = count(problems[p]);
      if (exact[p])
        learn(known[p].predictors, *exact[p]);
      else
        learn_from_middle(problems[p], known[p]);
    }
    fit();
    expected_problems expected{{}, example_};
    for (std::size_t p = 0; p < problems.size(); ++p)
      expected.sizes.push_back(exact[p] ? *exact[p] : estimated(known[p]));
    return expected;
  }

 private:
  [[nodiscard]] known_size look_at(const alignment_task& locus) const {
    std::vector<interval> places;
    interval hull{locus.region.end, locus.region.start};
    for (const std::size_t c : exons_in(input_.candidates, locus.sequence, locus.region, locus.on)) {
      const interval& where = places.emplace_back(input_.candidates.exons[c].where);
      hull = {std::min(hull.start, where.start), std::max(hull.end, where.end)};
    }
    if (options_.blocks == block_mode::add) hull = locus.region;
    if (hull.start >= hull.end) return {};
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    const exon_counts exons = count_exons(places);
    const auto n_exons = static_cast<double>(exons.n_exons);
    return {{1, static_cast<double>(hull.length()), n_exons, static_cast<double>(exons.sum_lengths), n_exons * n_exons},
            exons,
            hull};
  }

  // Those to look at: in the order of their sizes every n-th part of them is one step of about a golden section ahead,
  // so that any first few are spread over all.
  [[nodiscard]] std::vector<std::size_t> chosen(const std::vector<known_size>& known) const {
    std::vector<std::size_t> by_size;
    for (std::size_t p = 0; p < known.size(); ++p)
      if (!known[p].is_empty()) by_size.push_back(p);
    std::ranges::stable_sort(by_size, {}, [&](std::size_t p) { return known[p].nucleotides(); });
    const std::size_t n = by_size.size(), step = step_through(n);
    std::vector<std::size_t> taken;
    double nucleotides = 0;
    for (std::size_t k = 0, rank = n / 2; k < std::min(n, sample_.n_problems); ++k, rank = (rank + step) % n) {
      taken.push_back(by_size[rank]);
      nucleotides += std::min(known[by_size[rank]].nucleotides(), static_cast<double>(sample_.longest_piece));
      if (nucleotides >= static_cast<double>(sample_.nucleotides)) break;
    }
    return taken;
  }

  // Of what is read: nothing else is made.
  [[nodiscard]] static strand_problem middle_of(strand_problem whole, const known_size& known, std::int64_t longest) {
    const std::int64_t start = known.hull.start + (known.hull.length() - longest) / 2;
    if (known.hull.length() > longest) whole.on.region = {start, start + longest};
    return whole;
  }

  // Nothing where the memory does not do, next to the example.
  [[nodiscard]] std::optional<problem_size> count(const strand_problem& side) {
    const solver_settings& settings = options_.solver;
    memory_budget memory(options_.memory);
    const memory_reservation of_example =
        memory.reserve(example_ != nullptr ? example_->bytes(settings.reads_backwards()) : 0);
    try {
      const auto problem = maker_.make_problem(side.on, side.reading, settings, memory);
      if (example_ == nullptr && !problem->is_empty()) example_ = problem;
      return size_of(*problem);
    } catch (const not_enough_memory&) {
      return std::nullopt;
    }
  }

  // Of a region that is too long, or for which the memory does not do: of two lengths, so that it shows what grows with
  // them.
  void learn_from_middle(const strand_problem& whole, const known_size& known) {
    constexpr std::int64_t shortest = 10'000;  // nt
    constexpr int requested = 2;
    int n_counted = 0;
    for (std::int64_t length = std::min(sample_.longest_piece, known.hull.length() / 2);
         n_counted < requested && length >= shortest; length /= 2) {
      const strand_problem piece = middle_of(whole, known, length);
      const auto counted = count(piece);
      if (!counted) continue;
      learn(look_at(piece.on).predictors, *counted);
      ++n_counted;
    }
  }

  void learn(const size_predictors& predictors, const problem_size& counted) {
    is_swept_ |= counted.is_swept;
    predictors_.push_back(predictors);
    counted_.push_back(counted);
  }

  void fit() {
    for (std::size_t part = 0; part < size_parts.size(); ++part) {
      std::vector<spliced::fit_sample> samples;
      for (std::size_t k = 0; k < counted_.size(); ++k)
        samples.push_back({predictors_[k], counted_[k].*size_parts[part]});
      coefficients_[part] = spliced::fit_relative(samples, 1);
    }
  }

  [[nodiscard]] problem_size estimated(const known_size& known) const {
    problem_size size;
    for (std::size_t part = 0; part < size_parts.size(); ++part)
      if (!coefficients_[part].empty())
        size.*size_parts[part] = spliced::sum_of_products(coefficients_[part], known.predictors);
    size.exons = known.exons;
    // What has no candidates is, where others like it are.
    size.is_swept = is_swept_ && known.exons.n_exons == 0;
    return size;
  }

  const prediction_input& input_;
  const prediction_options& options_;
  const size_sample& sample_;
  region_maker maker_;
  std::shared_ptr<const region_problem> example_;
  std::vector<size_predictors> predictors_;  // of what was counted
  std::vector<problem_size> counted_;
  bool is_swept_ = false;  // some of them
  std::array<std::vector<double>, size_parts.size()> coefficients_{};
};

}  // namespace

expected_problems expected_sizes(const prediction_input& input, const prediction_options& options,
                                 std::span<const strand_problem> problems, const size_sample& sample) {
  return size_estimates(input, options, sample).of(problems);
}

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
  const std::vector<target_reading> readings = readings_of(input.targets, options.codes.usual());
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
        n_whole_(input.targets.targets.size()) {
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
    return first.region == interval{0, input_.sequences.catalog().length(first.sequence)};
  }

  const prediction_input& input_;
  bool any_chain_does_;
  std::vector<std::size_t> n_whole_;  // [targets] strands of whole sequences that each is tried on
};

// Lanes are requested of one example: which are enough depends on the target above all.
class target_sizes {
 public:
  target_sizes(const prediction_input& input, const prediction_options& options, const region_problem* example)
      : input_(input), options_(options), example_(example), known_(input.targets.targets.size()) {}

  [[nodiscard]] const target_size& of(std::size_t target) {
    auto& size = known_[target];
    if (!size) size = look_at(input_.targets.targets[target]);
    return *size;
  }

 private:
  [[nodiscard]] target_size look_at(const target& sequence) const {
    if (example_ == nullptr) return {sequence.residues.size()};
    return size_of(encode(sequence, input_.targets.kind), *example_, example_->scoring(), *options_.solver.engine);
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
  return input.chains[static_cast<std::size_t>(&on - input.cases.data())];
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
    for (double* part : {&whole.nucleotides, &whole.rows, &whole.saved_rows, &whole.bytes}) *part *= held;
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
                   !input.chains.empty() ? chain_at(on, input) : usual_chain(size, target, shares.of(each)),
                   work.costs);
      else
        work.costs += costs_of_aligning(size, target, options.solver, shares.of(each));
      if (!shares_strand(each.cases, k)) work.memory.problems += bytes_of_problem(held, options.solver);
      max_rows = std::max(max_rows, bytes_of_rows(held, target, options.solver));
      work.paper += count_time_units(size.exons, static_cast<std::int64_t>(target.n_letters));
    }
    work.memory.rows = max_rows;
    if (!input.chains.empty() && options.disruption)
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
