// The paper's two accelerators beside its sequential program, case by case (Nolasco and Moreano 2014): one row for each
// case of folders that `exonweave simulate` made, for paper_plots.py to draw.
//
//   bench_paper_accelerators FOLDER... [--every N] [--most-cells N] [--repeats N] [--layout-cases N] [--gpu-only] >
//   rows.tsv
//
// --every N          every N-th case of a folder by size, the largest first (1)
// --most-cells N     only cases of at most N cells of Eq. 3 (no limit)
// --repeats N        medians of N runs; an engine that took 0.05 s in a case so far runs it no more (3)
// --layout-cases N   cases at most, spread over the sizes, that the other layouts of anti-diagonals align too (100)
//
// --gpu-only         without `sequential`, which takes longest: engines of the GPU must agree with each other alone
//
// Timed: engine::align, from the case in the host's memory to all last rows there, so with copies. Not timed: reading
// cases, building the exon DAG, and one run of the largest case on each engine of the device, in which that gets ready.
// All on one thread of the host. Engines take turns within a case, and must agree on its score: else exit code 1. Rows
// come out as they are measured, the largest case first. Without a usable GPU `sequential` runs alone.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/literal_cases.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "spliced/engines/sequential.hpp"

namespace {

using namespace exonweave;
using benchmarks::literal_case;
using gpu::diagonal_layout;
using gpu::parallelism;
using seconds = std::chrono::duration<double>;

constexpr std::uint64_t ample = std::uint64_t{1} << 40;  // bytes for rows
constexpr seconds enough{0.05};

struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct settings {
  std::vector<std::string> folders;
  std::size_t every = 1, max_cells = SIZE_MAX, repeats = 3, layout_cases = 100;
  bool is_gpu_only = false;
};

struct contender {
  std::string name;
  std::unique_ptr<spliced::engine> engine;
  bool in_every_case;  // else only in those for all layouts
};

struct sized_case {
  std::string set;  // the folder's name
  literal_case input;
  bool for_layouts = false;
};

settings read_arguments(int argc, char** argv) {
  settings requested;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == "--gpu-only") {
      requested.is_gpu_only = true;
      continue;
    }
    std::size_t* const value = word == "--every"          ? &requested.every
                               : word == "--most-cells"   ? &requested.max_cells
                               : word == "--repeats"      ? &requested.repeats
                               : word == "--layout-cases" ? &requested.layout_cases
                                                          : nullptr;
    if (value != nullptr && k + 1 < argc)
      *value = std::max<std::size_t>(1, std::strtoull(argv[++k], nullptr, 10));
    else if (!word.starts_with("--"))
      requested.folders.emplace_back(word);
    else
      throw usage_error("unknown option, or one without a value: " + std::string(word));
  }
  if (requested.folders.empty()) throw usage_error("no folder of cases is given");
  return requested;
}

// The largest first, so that the device's buffers grow once.
std::vector<sized_case> choose_cases(const settings& requested) {
  std::vector<sized_case> chosen;
  const auto by_size = [](const sized_case& one) { return one.input.cells(); };
  for (const std::string& folder : requested.folders) {
    std::vector<sized_case> all;
    for (literal_case& each : benchmarks::read_cases(folder))
      if (each.cells() <= requested.max_cells)
        all.push_back({std::filesystem::canonical(folder).filename().string(), std::move(each)});
    std::ranges::stable_sort(all, std::ranges::greater(), by_size);
    for (std::size_t k = 0; k < all.size(); k += requested.every) chosen.push_back(std::move(all[k]));
  }
  std::ranges::stable_sort(chosen, std::ranges::greater(), by_size);
  const std::size_t step = (chosen.size() + requested.layout_cases - 1) / requested.layout_cases;
  for (std::size_t k = 0; k < chosen.size(); k += step) chosen[k].for_layouts = true;
  return chosen;
}

std::vector<contender> make_contenders(bool is_gpu_only) {
  std::vector<contender> all;
  if (!is_gpu_only) all.push_back({"sequential", std::make_unique<spliced::sequential_engine>(), true});
  if (const std::string none = gpu::discover().why_none; !none.empty()) {
    std::fprintf(stderr, "no usable GPU: %s; `sequential` runs alone\n", none.c_str());
    return all;
  }
  const auto add = [&](std::string name, parallelism how, diagonal_layout layout) {
    all.push_back({std::move(name), gpu::make_literal_engine(how, layout), layout == diagonal_layout::right_aligned});
  };
  add("cuda-intra", parallelism::intra, diagonal_layout::right_aligned);
  add("cuda-inter", parallelism::inter, diagonal_layout::right_aligned);
  add("cuda-intra conventional", parallelism::intra, diagonal_layout::conventional);
  add("cuda-intra left-aligned", parallelism::intra, diagonal_layout::left_aligned);
  add("cuda-inter left-aligned", parallelism::inter, diagonal_layout::left_aligned);
  return all;
}

// A case as engines take it.
class prepared_case {
 public:
  explicit prepared_case(const literal_case& literal)
      : target_(literal.target), graph_(benchmarks::literal_dag(literal.region, literal.exons, 0)) {}

  [[nodiscard]] spliced::problem problem() const { return {graph_.view(), target_, &matrix_, {0, 1}, false, {}}; }

 private:
  // The scores of `preset: paper`, gaps above.
  spliced::substitution_matrix matrix_ = spliced::dna_matrix(spliced::match_mismatch(1, -1));
  const std::vector<spliced::residue_code>& target_;
  spliced::row_graph graph_;
};

struct outcome {
  spliced::score total;
  double median;  // seconds
};

outcome measure(const spliced::engine& engine, const spliced::problem& p, std::size_t repeats) {
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, engine.schedule(p));
  std::vector<double> runs;
  spliced::score total = 0;
  for (seconds spent{0}; runs.empty() || (runs.size() < repeats && spent < enough);) {
    const auto begin = std::chrono::steady_clock::now();
    total = engine.align({p, &schedule, ample})->end().total;
    const seconds took = std::chrono::steady_clock::now() - begin;
    runs.push_back(took.count());
    spent += took;
  }
  std::ranges::sort(runs);
  return {total, runs[runs.size() / 2]};
}

std::string text_of(double duration) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9f", duration);
  return text;
}

// Launches of cuda-inter that align exons.
std::size_t count_groups(const gpu::literal_plan& plan) {
  std::size_t n_groups = 0;
  for (std::uint32_t first = 1; first < plan.tasks.size(); first = gpu::end_of_group(plan, first))
    if (plan.tasks[first].n_residues > 0) ++n_groups;
  return n_groups;
}

void print_head(const std::vector<contender>& contenders, std::size_t n_cases) {
  std::string processor = "not known";
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) {
      processor = line.substr(line.find(':') + 2);
      break;
    }
  const std::time_t now = std::time(nullptr);
  char date[] = "YYYY-MM-DD";
  std::strftime(date, sizeof date, "%F", std::gmtime(&now));
  std::printf("# date: %s\n# host: one thread of %s\n# built: CUDA %s\n# cases: %zu\n", date, processor.c_str(),
              gpu::build_text().c_str(), n_cases);
  for (const gpu::device_info& each : gpu::discover().devices)
    std::printf("# device: %s, %d multiprocessors\n", each.name.c_str(), each.multiprocessors);
  std::printf("set\tcase\texons\texon_bases\ttarget\tcells\tpredecessor_cells\tgroups\tscore");
  for (const contender& each : contenders) std::printf("\t%s", each.name.c_str());
  std::printf("\n");
}

spliced::score print_case(const sized_case& sized, const std::vector<contender>& contenders, std::size_t repeats) {
  const prepared_case prepared(sized.input);
  const spliced::problem p = prepared.problem();
  const std::size_t n_exons = sized.input.exons.size();
  const std::size_t n_preceding = p.graph.edges.size() - 2 * n_exons;  // but for edges of source and sink
  std::vector<outcome> found;
  std::string times;
  for (const contender& each : contenders) {
    times += '\t';
    if (!each.in_every_case && !sized.for_layouts) continue;
    found.push_back(measure(*each.engine, p, repeats));
    if (found.back().total != found.front().total)
      throw std::logic_error(each.name + " scores " + std::to_string(found.back().total) + " in " + sized.input.name +
                             ", " + contenders.front().name + " " + std::to_string(found.front().total));
    times += text_of(found.back().median);
  }
  std::printf("%s\t%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%d%s\n", sized.set.c_str(), sized.input.name.c_str(), n_exons,
              sized.input.exon_bases(), sized.input.target.size(), sized.input.cells(),
              n_preceding * sized.input.target.size(), count_groups(gpu::make_literal_plan(p.graph)),
              found.front().total, times.c_str());
  std::fflush(stdout);
  return found.front().total;
}

// All cases by one start(), for engines that take several at once; a line each. Scores must be those of the cases one
// by one.
void print_all_at_once(const std::vector<sized_case>& cases, const std::vector<spliced::score>& scores,
                       const std::vector<contender>& contenders, std::size_t repeats) {
  std::vector<std::unique_ptr<prepared_case>> prepared;
  std::uint64_t cells = 0;
  for (const sized_case& each : cases) {
    prepared.push_back(std::make_unique<prepared_case>(each.input));
    cells += each.input.cells();
  }
  for (const contender& each : contenders) {
    if (each.engine->batch_size(prepared.front()->problem()) == 1) continue;
    std::vector<spliced::row_schedule> schedules;
    for (const auto& one : prepared)
      schedules.push_back(spliced::make_schedule(one->problem().graph, one->problem().residue_ends,
                                                 each.engine->schedule(one->problem())));
    std::vector<spliced::alignment_job> jobs;
    for (std::size_t k = 0; k < prepared.size(); ++k) jobs.push_back({prepared[k]->problem(), &schedules[k], ample});
    std::vector<double> runs;
    for (std::size_t r = 0; r <= repeats; ++r) {  // the first one makes buffers
      const auto begin = std::chrono::steady_clock::now();
      auto started = each.engine->start(jobs);
      const seconds took = std::chrono::steady_clock::now() - begin;
      if (r > 0) runs.push_back(took.count());
      if (r == 0)
        for (std::size_t k = 0; k < jobs.size(); ++k)
          if (started[k].get()->end().total != scores[k])
            throw std::logic_error(each.name + " scores otherwise beside others in " + cases[k].input.name);
    }
    std::ranges::sort(runs);
    const double median = runs[runs.size() / 2];
    std::printf("# all at once: %s, %zu cases, %.3f s, %.2f GCUPS\n", each.name.c_str(), cases.size(), median,
                static_cast<double>(cells) / median / 1e9);
    std::fflush(stdout);
  }
}

void run(const settings& requested) {
  const std::vector<sized_case> cases = choose_cases(requested);
  if (cases.empty()) throw usage_error("no case is small enough");
  const std::vector<contender> contenders = make_contenders(requested.is_gpu_only);
  if (contenders.empty()) return;
  const prepared_case largest(cases.front().input);
  for (const contender& each : contenders)
    if (each.name != "sequential") measure(*each.engine, largest.problem(), 1);
  print_head(contenders, cases.size());
  std::vector<spliced::score> scores;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    scores.push_back(print_case(cases[k], contenders, requested.repeats));
    if ((k + 1) % 100 == 0) std::fprintf(stderr, "%zu of %zu cases\n", k + 1, cases.size());
  }
  print_all_at_once(cases, scores, contenders, requested.repeats);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(read_arguments(argc, argv));
    return 0;
  } catch (const usage_error& error) {
    std::fprintf(stderr, "bench_paper_accelerators: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_paper_accelerators: %s\n", error.what());
    return 1;
  }
}
