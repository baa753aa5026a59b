// The machines of the engines on ORF exons against proteins, on one core, beside parasail on plain rows.
//
//   bench_blocks [--repeats N] [--only TEXT] [--loci FOLDER]... [NTxRESIDUES ...]
//                5                                             60000x150 60000x400 60000x1500 1000000x1000
//
// Each size is a simulated gene in random bases; all folders together, with genome.fa, pairs.tsv and targets.*.pep.fa,
// are one more problem set. --only: the contenders whose names hold the text, for a profiler. For each set:
//
// - sites, graph, schedule and track, in ns per nt of the regions;
// - the score pass: a machine is made and runs all blocks of the schedule, nothing is kept and nothing traced back.
//   The lanes for each instruction set forced in turn, 16 bits wide where the target allows that and 32;
// - a sweep over the track of the region's sites, which needs neither graph nor schedule, and one there and back: their
//   times have all that they make;
// - parasail's nw_striped_profile_avx2_256_16, the profile included: the target against the codons of the region's
//   three frames, which are as many rows as the region has nt, in pieces. It computes no splice sites and no introns:
//   what plain rows cost in a library made for them.
//
// Contenders take turns within each repeat. Times are those of the thread's CPU, medians of the repeats; a cell is a nt
// of the region x a residue of the target, whatever was computed.
#include <fmt/format.h>
#include <hwy/targets.h>
#include <parasail.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/allocator.hpp"
#include "benchmarks/protein_regions.hpp"
#include "exons/sweep/target_sweep.hpp"
#include "exons/sweep/track_program.hpp"
#include "spliced/engine/simd/tile_machine.hpp"

namespace {

using namespace exonweave;

struct bench_options {
  std::size_t repeats = 5;
  std::string only{};
  std::vector<std::string> folders{};
  std::vector<std::pair<std::int64_t, std::int64_t>> sizes{};  // nt, residues
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double seconds_of(const std::function<void()>& work) {
  const double before = cpu_seconds();
  work();
  return cpu_seconds() - before;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// A region with everything that a machine needs.
struct bench_problem {
  benchmarks::protein_region on;
  block_sites blocks;
  spliced::row_graph graph;
  spliced::row_schedule schedule;
  genome_track track{};
  std::string target{};    // letters
  std::string residues{};  // of all frames

  [[nodiscard]] spliced::problem of(const chain_scoring& scoring) const {
    return {graph.view(),        on.target, &scoring.substitution, scoring.gaps, scoring.free_target_ends,
            scoring.residue_ends};
  }
};

struct making_seconds {
  double sites = 0, graph = 0, schedule = 0, track = 0;
};

std::string letters_of(std::span<const spliced::residue_code> codes) {
  std::string letters;
  for (const auto code : codes) letters += spliced::amino_letter(code);
  return letters;
}

bench_problem make_problem(const benchmarks::protein_region& on, const benchmarks::protein_scoring& protein,
                           making_seconds& took) {
  bench_problem made{on, {}, spliced::row_graph({}), {}, {}, letters_of(on.target)};
  const chain_scoring& scoring = protein.scoring;
  took.sites += seconds_of([&] { made.blocks = benchmarks::find_blocks(on.region, protein); });
  took.graph += seconds_of([&] {
    made.graph = build_row_graph({{}, &made.blocks}, on.region, scoring.introns, scoring.reading(), {});
  });
  took.schedule +=
      seconds_of([&] { made.schedule = spliced::make_schedule(made.graph.view(), scoring.residue_ends, {}); });
  took.track += seconds_of([&] { made.track = make_track(on.region, made.blocks, {&protein.code, {}, {}, {}}); });
  made.residues = letters_of(made.graph.view().residues);
  return made;
}

// The best score that the sink's row holds.
spliced::score run_schedule(const bench_problem& problem, const chain_scoring& scoring, spliced::row_machine& machine) {
  const spliced::problem aligned = problem.of(scoring);
  const auto& schedule = problem.schedule;
  const bool wants_ends = aligned.residue_ends && !aligned.free_target_ends;
  std::vector<spliced::score> best(schedule.n_rows, spliced::unreachable);
  std::vector<spliced::score> ends(wants_ends ? schedule.n_rows : 0, spliced::unreachable);
  for (const auto& block : schedule.blocks) machine.run(block, {best, ends, {}});
  if (schedule.sink == spliced::nothing) return spliced::unreachable;
  std::vector<spliced::score> S(aligned.n_columns()), F(scoring.gaps.open != 0 ? aligned.n_columns() : 0);
  machine.decode(schedule.sink, S, F);
  return std::ranges::max(S) + schedule.sink_offset;
}

// Nothing is checked in wider lanes where narrow ones turn out not to be exact: the table would show another thing.
spliced::score run_lanes(const bench_problem& problem, const chain_scoring& scoring, bool may_be_narrow) {
  const spliced::problem aligned = problem.of(scoring);
  const auto narrow = spliced::tile_values(aligned, problem.schedule);
  const bool is_narrow = may_be_narrow && narrow;
  const auto values = is_narrow ? *narrow : spliced::lane_values::wide();
  const auto machine = spliced::make_tile_machine(aligned, problem.schedule, values, is_narrow);
  const spliced::score total = run_schedule(problem, scoring, *machine);
  if (spliced::is_reachable(total) && total <= machine->exact_above())
    throw std::logic_error("16-bit lanes do not hold the result of this problem: choose another");
  return total;
}

spliced::score run_sweep(const bench_problem& problem, const chain_scoring& scoring, bool is_both_ways) {
  constexpr std::int64_t window_length = 1024;  // nt
  constexpr std::uint64_t memory = std::uint64_t{1} << 30;
  const track_program program(problem.track, scoring, window_length, memory / 4);
  const auto sweep = target_sweep::make(program, scoring, problem.on.target, true, memory);
  if (!sweep) throw std::logic_error("16-bit lanes do not hold the result of this problem: choose another");
  const spliced::score best = sweep->sweep_forward(nullptr, nullptr);
  if (is_both_ways) (void)sweep->sweep_backward(nullptr, nullptr);
  return best;
}

// In pieces short enough for 16 bits.
void run_parasail(const bench_problem& problem) {
  constexpr std::size_t piece = 5'000;                      // residues
  constexpr int first_gap_residue = 12, next_residues = 1;  // 11 + 1 for each
  const auto length = static_cast<int>(problem.target.size());
  parasail_profile_t* profile =
      parasail_profile_create_avx_256_16(problem.target.c_str(), length, parasail_matrix_lookup("blosum62"));
  for (std::size_t start = 0; start < problem.residues.size(); start += piece) {
    const auto n = static_cast<int>(std::min(piece, problem.residues.size() - start));
    parasail_result_free(parasail_nw_striped_profile_avx2_256_16(profile, problem.residues.c_str() + start, n,
                                                                 first_gap_residue, next_residues));
  }
  parasail_profile_free(profile);
}

struct contender {
  std::string name;
  std::function<spliced::score(const bench_problem&)> run;
  bool reports_score = true;
  std::vector<double> seconds{};  // [repeats]
};

// 0: the best again.
void choose_instruction_set(std::int64_t set) {
  hwy::SetSupportedTargetsForTest(set);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// The best instruction set of this processor, and those of older ones that Highway's code is compiled for.
std::vector<std::int64_t> instruction_sets(std::int64_t all) {
  std::vector<std::int64_t> chosen{all & -all};  // the best has the lowest bit
  for (const std::int64_t older : {std::int64_t{HWY_AVX2}, std::int64_t{HWY_SSE4}})
    if ((all & older) != 0 && chosen.front() != older) chosen.push_back(older);
  return chosen;
}

std::vector<contender> make_contenders(const chain_scoring& scoring) {
  std::vector<contender> all;
  for (const std::int64_t set : instruction_sets(hwy::SupportedTargets() & HWY_TARGETS))
    for (const bool may_be_narrow : {true, false})
      all.push_back({fmt::format("simd, {}, {}", hwy::TargetName(set), may_be_narrow ? "16 bits" : "32 bits"),
                     [&scoring, set, may_be_narrow](const bench_problem& problem) {
                       choose_instruction_set(set);
                       const auto total = run_lanes(problem, scoring, may_be_narrow);
                       choose_instruction_set(0);
                       return total;
                     }});
  for (const std::int64_t set : instruction_sets(hwy::SupportedTargets() & HWY_TARGETS))
    for (const bool is_both_ways : {false, true})
      all.push_back({fmt::format("sweep{}, {}, 16 bits", is_both_ways ? " and back" : "", hwy::TargetName(set)),
                     [&scoring, set, is_both_ways](const bench_problem& problem) {
                       choose_instruction_set(set);
                       const auto total = run_sweep(problem, scoring, is_both_ways);
                       choose_instruction_set(0);
                       return total;
                     }});
  all.push_back({"parasail nw_striped avx2 256 16, plain rows",
                 [](const bench_problem& problem) {
                   run_parasail(problem);
                   return spliced::unreachable;
                 },
                 false});
  return all;
}

void check_equal(const std::vector<spliced::score>& found, std::vector<spliced::score>& expected,
                 const std::string& name) {
  if (expected.empty()) expected = found;
  if (found != expected) throw std::logic_error(name + " has another score than the first");
}

void take_turns(std::vector<contender>& contenders, const std::vector<bench_problem>& problems, std::size_t repeats) {
  std::vector<spliced::score> expected;
  for (std::size_t r = 0; r < repeats; ++r)
    for (contender& each : contenders) {
      std::vector<spliced::score> found;
      each.seconds.push_back(seconds_of([&] {
        for (const auto& problem : problems) found.push_back(each.run(problem));
      }));
      if (each.reports_score) check_equal(found, expected, each.name);
    }
}

// Medians over the repeats; the problems are those of the last.
std::vector<bench_problem> make_problems(const std::vector<benchmarks::protein_region>& regions,
                                         const benchmarks::protein_scoring& scoring, std::size_t repeats) {
  std::vector<bench_problem> made;
  std::vector<double> sites, graph, schedule, track;
  for (std::size_t r = 0; r < repeats; ++r) {
    made.clear();
    making_seconds took;
    for (const auto& region : regions) made.push_back(make_problem(region, scoring, took));
    sites.push_back(took.sites);
    graph.push_back(took.graph);
    schedule.push_back(took.schedule);
    track.push_back(took.track);
  }
  std::uint64_t nt = 0, rows = 0, merges = 0, slots = 0;
  for (const auto& problem : made) {
    nt += problem.on.region.residues.size();
    rows += problem.schedule.counts.rows + problem.schedule.counts.residue_merges;
    merges += problem.schedule.counts.merges;
    slots = std::max<std::uint64_t>(slots, problem.schedule.n_slots);
  }
  const auto per_nt = [&](double count) { return count / static_cast<double>(nt); };
  fmt::print(
      "  sites {:.1f}, graph {:.1f}, schedule {:.1f}, track {:.1f} ns per nt; {:.2f} rows and {:.2f} merges "
      "per nt; at "
      "most {} "
      "slots\n",
      per_nt(1e9 * median(sites)), per_nt(1e9 * median(graph)), per_nt(1e9 * median(schedule)),
      per_nt(1e9 * median(track)), per_nt(static_cast<double>(rows)), per_nt(static_cast<double>(merges)), slots);
  return made;
}

void measure(const std::string& name, const std::vector<benchmarks::protein_region>& regions,
             const benchmarks::protein_scoring& scoring, const bench_options& options) {
  double cells = 0;
  for (const auto& region : regions) cells += region.cells();
  fmt::print("{}: {:.3f} Gcells\n", name, cells / 1e9);
  const auto problems = make_problems(regions, scoring, options.repeats);
  const auto n_wide = std::ranges::count_if(problems, [&](const bench_problem& problem) {
    return !spliced::tile_values(problem.of(scoring.scoring), problem.schedule);
  });
  if (n_wide > 0) fmt::print("  {} of {} problems need 32 bits\n", n_wide, problems.size());
  auto contenders = make_contenders(scoring.scoring);
  std::erase_if(contenders, [&](const contender& each) { return each.name.find(options.only) == std::string::npos; });
  take_turns(contenders, problems, options.repeats);
  for (const auto& each : contenders)
    fmt::print("  {:<44} {:>9.4f} s {:>8.3f} Gcells/s\n", each.name, median(each.seconds),
               cells / median(each.seconds) / 1e9);
  std::fflush(stdout);
}

bench_options read_options(int argc, char** argv) {
  bench_options read;
  for (int a = 1; a < argc; ++a) {
    const std::string argument = argv[a];
    const auto cross = argument.find('x');
    if (argument == "--repeats" && a + 1 < argc)
      read.repeats = std::max<std::size_t>(1, std::stoull(argv[++a]));
    else if (argument == "--only" && a + 1 < argc)
      read.only = argv[++a];
    else if (argument == "--loci" && a + 1 < argc)
      read.folders.emplace_back(argv[++a]);
    else if (cross != std::string::npos)
      read.sizes.emplace_back(std::stoll(argument.substr(0, cross)), std::stoll(argument.substr(cross + 1)));
    else
      throw std::invalid_argument("what is '" + argument + "'?");
  }
  if (read.sizes.empty() && read.folders.empty())
    read.sizes = {{60'000, 150}, {60'000, 400}, {60'000, 1'500}, {1'000'000, 1'000}};
  return read;
}

void run(const bench_options& options) {
  const auto scoring = benchmarks::default_protein_scoring();
  fmt::print("one thread, CPU seconds, medians of {}\n", options.repeats);
  for (const auto& [nt, residues] : options.sizes)
    measure(fmt::format("{} nt x {} residues", nt, residues),
            {benchmarks::region_of(benchmarks::simulate_gene(nt, residues, 1))}, scoring, options);
  std::vector<benchmarks::protein_region> regions;
  for (const auto& folder : options.folders)
    for (auto& region : benchmarks::read_regions(folder)) regions.push_back(std::move(region));
  if (!regions.empty()) measure(fmt::format("{} pairs of real loci", regions.size()), regions, scoring, options);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    keep_freed_memory(std::numeric_limits<std::uint64_t>::max());  // as the program does
    run(read_options(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_blocks: {}\n", error.what());
    return 1;
  }
}
