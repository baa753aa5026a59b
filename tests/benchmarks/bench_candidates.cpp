// Candidate exons of DNA on one core: exons of 150 nt in overlapping groups, a junction chain between the groups.
//
//   bench_candidates [ROUNDS]
//
// The forward pass of `sequential` and of `simd` with each instruction set, and parasail's
// nw_striped_profile_avx2_256_16 on the same exons without any graph. All take part in every round, in turn; the figure
// is the median over the rounds (default 5) of CPU time of the thread. Timed: all scores of one target, the machine
// made for it, no traceback. Not timed: graph and schedule, parasail's profile. GCUPS are the paper's Eq. 3 cells (n *
// sum |b_k|) per nanosecond.
#include <fmt/format.h>
#include <hwy/targets.h>
#include <parasail.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>

#include "spliced/engines/engine_registry.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/scoring/substitution.hpp"

namespace {

using namespace exonweave;

constexpr std::size_t n_exons = 400, exon_length = 150, group_size = 8;

struct workload {
  std::string region;
  std::vector<std::size_t> starts;  // of exons
  std::string target;
  spliced::gap_costs gaps;
};

workload simulate(std::size_t target_length, spliced::gap_costs gaps) {
  std::mt19937_64 random(1);
  const auto bases = [&](std::size_t n) {
    std::string made(n, 'A');
    for (char& base : made) base = "ACGT"[random() % 4];
    return made;
  };
  workload made{bases(n_exons / group_size * 1000 + exon_length), {}, bases(target_length), gaps};
  for (std::size_t exon = 0; exon < n_exons; ++exon) made.starts.push_back(exon / group_size * 1000 + random() % 100);
  return made;
}

// The exons of a group begin at one junction and end at the next.
spliced::row_graph make_graph(const workload& work) {
  spliced::row_graph graph(spliced::encode_dna(work.region));
  spliced::node_id junction = spliced::graph_view::source();
  std::vector<spliced::edge> ends;
  for (std::size_t exon = 0; exon < n_exons; ++exon) {
    const auto end = static_cast<std::int64_t>(work.starts[exon] + exon_length);
    const auto run = graph.add_run(work.starts[exon], exon_length, end, std::vector<spliced::edge>{{junction, -3}});
    ends.push_back({run, -4});
    if ((exon + 1) % group_size != 0) continue;
    ends.push_back({junction, 0});
    junction = graph.add_junction(static_cast<std::int64_t>((exon / group_size + 1) * 1000), ends);
    ends.clear();
  }
  return graph;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct contender {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds{};
};

std::function<void()> align_with(std::string_view name, const spliced::problem& p, std::int64_t instruction_set) {
  std::shared_ptr<spliced::engine> engine = spliced::cpu_engines().make(name);
  auto schedule = std::make_shared<spliced::row_schedule>(spliced::make_schedule(p.graph, {}, engine->schedule(p)));
  return [=] {
    hwy::SetSupportedTargetsForTest(instruction_set);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    static_cast<void>(engine->align({p, schedule.get(), std::uint64_t{1} << 32}));
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  };
}

std::function<void()> align_with_parasail(const workload& work) {
  // parasail's gap of k symbols costs open + (k - 1) * extend
  const int open = work.gaps.open + work.gaps.extend, extend = work.gaps.extend;
  const auto* matrix = parasail_matrix_create("ACGT", 1, -1);
  auto* profile = parasail_profile_create_avx_256_16(work.target.c_str(), static_cast<int>(work.target.size()), matrix);
  return [&work, profile, open, extend] {
    for (const std::size_t start : work.starts)
      parasail_result_free(
          parasail_nw_striped_profile_avx2_256_16(profile, work.region.data() + start, exon_length, open, extend));
  };
}

std::vector<contender> make_contenders(const workload& work, const spliced::problem& p) {
  std::vector<contender> all;
  all.push_back({"sequential", align_with("sequential", p, 0)});
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t one = rest & -rest;
    if (one == HWY_AVX3 || one == HWY_AVX2 || one == HWY_SSE4)
      all.push_back({fmt::format("simd {}", hwy::TargetName(one)), align_with("simd", p, one)});
  }
  all.push_back({"parasail", align_with_parasail(work)});
  return all;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void compare(const workload& work, std::size_t n_rounds) {
  const spliced::row_graph graph = make_graph(work);
  const auto target = spliced::encode_dna(work.target);
  const auto substitution = spliced::dna_matrix(spliced::match_mismatch(1, -1));
  const spliced::problem p{graph.view(), target, &substitution, work.gaps, true, {}};
  auto contenders = make_contenders(work, p);
  for (std::size_t round = 0; round <= n_rounds; ++round)
    for (contender& each : contenders) {
      const double before = thread_seconds();
      each.run();
      if (round > 0) each.seconds.push_back(thread_seconds() - before);  // the first one warms up
    }
  const double cells = static_cast<double>(work.target.size() * n_exons * exon_length);
  const double peer = median(contenders.back().seconds);
  fmt::print("n {}, gaps {} + {} k\n", work.target.size(), work.gaps.open, work.gaps.extend);
  for (const contender& each : contenders) {
    const double seconds = median(each.seconds);
    fmt::print("  {:<12} {:7.2f} GCUPS  {:5.2f} of {}\n", each.name, cells / seconds * 1e-9, peer / seconds,
               contenders.back().name);
  }
}

}  // namespace

int main(int n_arguments, char** arguments) {
  const auto n_rounds = n_arguments > 1 ? static_cast<std::size_t>(std::atoi(arguments[1])) : 5;
  for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 2}, spliced::gap_costs{4, 1}})
    for (const std::size_t length : {1500, 400}) compare(simulate(length, gaps), std::max<std::size_t>(n_rounds, 1));
  return 0;
}
