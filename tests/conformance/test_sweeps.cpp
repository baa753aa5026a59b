// Sweeps over a genome track score what engines score on the graph of the same ORF exons.
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/region_problem.hpp"
#include "exons/sweep/bound_machines.hpp"
#include "exons/sweep/sequential_sweep.hpp"
#include "exons/sweep/target_sweep.hpp"
#include "exons/sweep/track_program.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engines/engine_registry.hpp"
#include "spliced/scoring/protein_matrix.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave::testing {
namespace {

using spliced::score;

// Run forwards the program finds the best chain, and wherever both directions meet they do.
void check_machines(const small_case& example, const track_program& program, bool is_narrow, std::size_t max_segments,
                    score expected) {
  const spliced::problem problem = example.scoring.problem_on({}, example.target);
  const auto machines = make_sweep_machines(problem, program.outline(), is_narrow, max_segments);
  if (!machines) return;
  auto& [forward, backward] = *machines;
  const auto is_right = [&](score found) {
    if (is_narrow && (!spliced::is_reachable(expected) || expected <= forward->exact_above()))
      return found <= forward->exact_above();
    if (!spliced::is_reachable(expected)) return !spliced::is_reachable(found);
    return found == expected;
  };
  const std::size_t n = program.n_windows();
  track_program::reader reader(program);
  std::vector<score> ended(n + 1, spliced::unreachable), values;  // before each window
  std::vector<saved_rows> rows(n);
  const auto reported = [&](const spliced::sweep_window& window) {
    values.assign(window.n_borders(), spliced::unreachable);
    return std::span(values);
  };
  for (std::size_t w = 0; w < n; ++w) {
    const auto& window = reader.at(w);
    rows[w].save(*forward, program.live_before(w));
    forward->run(window, {0, window.n_ops()}, reported(window), nullptr);
    ended[w + 1] = std::max(ended[w], best_of(values));
  }
  REQUIRE(is_right(ended[n]));
  backward->clear();
  score begun = spliced::unreachable;
  for (std::size_t w = n; w-- > 0;) {
    const auto& window = reader.at(w);
    backward->run(window, {0, window.n_ops()}, {.begins = reported(window)});
    begun = std::max(begun, best_of(values));
    rows[w].load(*forward, program.live_before(w));
    const score found = std::max({backward->join(*forward, program.live_before(w)), ended[w], begun});
    INFO("window " << w << " of " << n);
    REQUIRE(is_right(found));
  }
}

void check_lanes(const small_case& example, const genome_track& track, score expected) {
  for (const std::int64_t length : {7, 40}) {
    const track_program program(track, example.scoring, length, length == 7 ? 0 : std::uint64_t{1} << 30,
                                finest_parts(track, example.scoring));
    const auto& outline = program.outline();
    REQUIRE(expected <=
            highest_value(example.scoring.problem_on({}, example.target), outline.heaviest, outline.min_in_gap));
    for_each_instruction_set([&] {
      for (const std::size_t max_segments : {std::size_t{0}, std::size_t{1}}) {
        check_machines(example, program, false, max_segments, expected);
        check_machines(example, program, true, max_segments, expected);
      }
    });
  }
}

// No chain is worth more than its bound, which all machines find alike.
void check_bounds(const small_case& example, const genome_track& track, score expected) {
  if (!bound_plan::is_for(example.scoring) || track.donors[1].largest() != 0 || track.acceptors[1].largest() != 0)
    return;
  const bound_plan plan(track, example.scoring);
  const score bound = bound_sequentially(track, plan, example.target);
  REQUIRE(bound >= expected);
  for (const std::int64_t length : {9, 300}) {
    const bound_program program(track, plan, length);
    run_control control;
    const spliced::bound_job all{0, 0, program.n_windows(), example.target, 1};
    const auto found = make_bound_machines({&program}, 1)->find(std::span(&all, 1), control)->front();
    const auto best = std::ranges::max_element(found);
    REQUIRE(*best == std::max(bound, 0));
    if (*best == 0) continue;
    const auto last = static_cast<std::size_t>(best - found.begin()) + 1;
    const auto chain = trace_bound(program, example.target, 0, last, *best);
    REQUIRE(chain);
    REQUIRE(chain->begin <= chain->end);  // nothing at all may be worth something where cuts are
    REQUIRE(static_cast<std::size_t>(chain->end / length) + 1 >= last);
    const auto first_of_chain = static_cast<std::size_t>(chain->begin / length);
    REQUIRE(trace_bound(program, example.target, first_of_chain, last, *best));
    // A codon that begins in a window may end in the next one, which is where a chain is begun.
    if (first_of_chain + 2 < last) REQUIRE(!trace_bound(program, example.target, first_of_chain + 2, last, *best));
  }
}

void check_sweep(const small_case& example, std::size_t& n_with_chain) {
  INFO(describe(example));
  const auto graph = example.graph({});
  const auto expected = aligned(example.problem(graph))->end();
  const genome_track track = make_track(example.material.region, *example.material.blocks, example.scoring.reading());
  const auto found = sweep_sequentially(track, example.scoring, example.target);
  REQUIRE(spliced::is_reachable(found.total) == spliced::is_reachable(expected.total));
  if (spliced::is_reachable(expected.total)) {
    ++n_with_chain;
    REQUIRE(found.total == expected.total);
    REQUIRE(found.column == expected.column);
  }
  check_lanes(example, track, expected.total);
  check_bounds(example, track, expected.total);
}

std::vector<score> as_scores(const std::vector<std::optional<score>>& reported) {
  std::vector<score> all;
  for (const auto& each : reported) all.push_back(each.value_or(spliced::unreachable));
  return all;
}

// Under a limit of introns other chains may break it.
void check_equal(const case_solution& found, const case_solution& expected, bool is_limited) {
  REQUIRE(found.chains == expected.chains);
  const auto found_without = as_scores(found.best_without), expected_without = as_scores(expected.best_without);
  if (!is_limited) {
    REQUIRE(found_without == expected_without);
    REQUIRE(found.second_best == expected.second_best);
    return;
  }
  REQUIRE(found_without.size() == expected_without.size());
  for (std::size_t e = 0; e < found_without.size(); ++e) {
    REQUIRE(found_without[e] >= expected_without[e]);
    REQUIRE(found_without[e] <= expected.chains.front().total);
  }
  REQUIRE(found.second_best.value_or(spliced::unreachable) >= expected.second_best.value_or(spliced::unreachable));
}

// What is kept and what is computed again makes no difference.
void check_storage(const swept_region& on, const small_case& example, const case_solution& expected) {
  std::vector<interval> exons = places_of(expected.chains.front());
  for (interval& each : exons) each = {each.start - on.track().start, each.end - on.track().start};
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
    const auto sweep = target_sweep::make(on.program(), example.scoring, example.target, false, memory);
    REQUIRE(sweep->sweep_forward(nullptr, nullptr) == expected.chains.front().total);
    const chain_borders borders = sweep->sweep_backward(nullptr, nullptr);
    for (const interval& each : exons) {
      REQUIRE(std::ranges::binary_search(borders.starts, each.start));
      REQUIRE(std::ranges::binary_search(borders.ends, each.end));
    }
    REQUIRE(sweep->study_alternatives(exons).best_without.size() == exons.size());
    if (!example.scoring.frameshift && !example.scoring.recoded_stop)
      REQUIRE(as_scores(sweep->study_alternatives(exons).best_without) == as_scores(expected.best_without));
  }
}

// All that is asked of a chain comes out of sweeps as it does out of graphs.
void check_solutions(const small_case& example, std::size_t& n_with_chain) {
  INFO(describe(example));
  static const auto engine = spliced::cpu_engines().make("simd");
  solver_settings settings{engine.get()};
  settings.with_margins = true;
  if (!can_sweep(example.material, example.scoring, settings)) return;
  settings.may_sweep = false;
  const case_solution expected = solve_case(example.material, example.target, example.scoring, settings);
  n_with_chain += expected.chains.empty() ? 0 : 1;
  settings.may_sweep = true;
  for (const std::int64_t window : {3, 11, 512}) {
    settings.sweep_window = window;
    const region_problem swept = problem_on(example.material, example.scoring, settings);
    const bool is_limited = swept.scoring().introns.max_intron != intron_rules::no_limit;
    check_equal(solve_on(swept, example.target, example.scoring, settings), expected, is_limited);
    if (expected.chains.empty() || is_limited) continue;
    check_storage(*swept.swept(), example, expected);
    if (window < 512) check_storage(swept_region(example.material, example.scoring, window, 0), example, expected);
  }
}

}  // namespace

TEST_CASE("sweeps find the chains and margins that the graph of the same ORF exons has") {
  std::size_t n_with_chain = 0;
  for (const bool with_options : {false, true})
    for_each_seed(with_options ? 64001 : 65001, 1000, [&](std::uint64_t seed) {
      check_solutions(random_protein_case(seed, material::blocks, with_options), n_with_chain);
    });
  for_each_seed(66001, 1000, [&](std::uint64_t seed) {
    const small_case example = random_cut_case(seed, material::blocks);
    if (example.is_protein()) check_solutions(example, n_with_chain);
  });
  REQUIRE(n_with_chain > n_cases(350));
}

// A|TG at 17 begins the best chain, told by an op at the donor, a window on. The runner-up comes in there by an intron.
TEST_CASE("where the best chain begins with a split start codon another may come in, in a window before its ops") {
  small_case example;
  example.material.region = {7, spliced::encode_dna("CATGGTTYAGAGTCAGTGTTGAGTGATTAATGAA")};
  constexpr auto major = splice_family::major;
  block_sites& blocks = example.material.blocks.emplace();
  blocks.sites.acceptors = {{17, 0, major}, {19, 0, major}, {23, 0, major}, {30, 1, major}};
  blocks.sites.donors = {{11, 2, major}, {18, 1, major}, {22, -1, major}, {24, -1, major}, {29, -1, major}};
  blocks.sites.starts = {{8, -10, major}, {36, 0, major}};
  example.target = spliced::encode_protein("MMKLS");
  example.scoring.substitution = *spliced::named_protein_matrix("BLOSUM62");
  example.scoring.gaps = {2, 1};
  example.scoring.free_target_ends = true;
  example.scoring.introns = {3, {{0, 130}}};
  example.scoring.code = genetic_code(1);
  std::size_t n_with_chain = 0;
  check_solutions(example, n_with_chain);
  REQUIRE(n_with_chain == 1);
}

TEST_CASE("sweeps score what the graph of the same ORF exons does") {
  std::size_t n_with_chain = 0;
  for (const bool with_options : {false, true})
    for_each_seed(with_options ? 61001 : 62001, 1000, [&](std::uint64_t seed) {
      const small_case example = random_protein_case(seed, material::blocks, with_options);
      if (!example.material.blocks->limits) check_sweep(example, n_with_chain);
    });
  REQUIRE(n_with_chain > n_cases(250));
}

TEST_CASE("sweeps score what the graph does where open ends cut genes") {
  std::size_t n_with_chain = 0;
  for_each_seed(63001, 1000, [&](std::uint64_t seed) {
    const small_case example = random_cut_case(seed, material::blocks);
    if (example.is_protein() && !example.material.blocks->limits) check_sweep(example, n_with_chain);
  });
  REQUIRE(n_with_chain > n_cases(100));
}

TEST_CASE("sweeps score what the graph does where offsets of slots of introns are as large as lanes of 16 bits hold") {
  std::size_t n_with_chain = 0, n_with_solution = 0;
  for_each_seed(67001, 600, [&](std::uint64_t seed) {
    small_case example = random_protein_case(seed, material::blocks, false);
    if (example.material.blocks->limits) return;
    const auto per_kb = static_cast<score>(seed % 7) * 100'000;  // up to some 27,000 over a region
    example.scoring.introns.lines.front().per_kb = length_slope(per_kb);
    example.scoring.introns.lines.resize(1);
    example.scoring.introns.max_intron = intron_rules::no_limit;
    check_sweep(example, n_with_chain);
    check_solutions(example, n_with_solution);
  });
  REQUIRE(n_with_chain > n_cases(100));
  REQUIRE(n_with_solution > n_cases(100));
}

}  // namespace exonweave::testing
