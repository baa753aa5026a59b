// The best ends that strips find, beside the oracle: on the host, each step of them checked, and on a device where
// there is one.
#include <array>

#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/plain_strips.hpp"
#include "gpu/strips/strip_pass.hpp"
#include "gpu/weighted_exons.hpp"
#include "spliced/aligned.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave::testing {
namespace {

using targets = std::vector<std::vector<spliced::residue_code>>;

constexpr std::array<std::size_t, 14> edge_lengths{0, 1, 2, 30, 31, 32, 33, 63, 64, 65, 95, 96, 127, 500};

// The host's strips, and a device's.
std::vector<std::unique_ptr<gpu::strip_runner>> all_runners() {
  static plain_device played;
  std::vector<std::unique_ptr<gpu::strip_runner>> all;
  all.push_back(make_plain_strips(played));
  if (gpu::discover().why_none.empty()) all.push_back(gpu::make_strip_runner(gpu::first_usable_device()));
  return all;
}

// A schedule and a program for a graph, with linear gaps.
class strip_problem {
 public:
  explicit strip_problem(small_problem problem) : problem_(std::move(problem)) {
    problem_.gaps.open = 0;
    problem_.residue_ends.reset();
    const spliced::problem p = problem_.view();
    schedule_ = spliced::make_schedule(p.graph, p.residue_ends, {.in_steps = false, .block_rows = 48});
    program_ = gpu::make_strip_program(p.graph, schedule_, p.gaps, p.residue_ends);
  }

  [[nodiscard]] bool has_program() const { return program_.has_value(); }
  [[nodiscard]] const gpu::strip_program& program() const { return *program_; }
  [[nodiscard]] spliced::problem with(std::span<const spliced::residue_code> target) const {
    spliced::problem p = problem_.view();
    p.target = target;
    return p;
  }
  [[nodiscard]] gpu::strip_job job(std::span<const spliced::residue_code> target) const {
    return {with(target), &*program_};
  }

 private:
  small_problem problem_;
  spliced::row_schedule schedule_;
  std::optional<gpu::strip_program> program_;
};

void check_ends(const std::vector<gpu::strip_job>& jobs, gpu::strip_runner& on) {
  const auto found = gpu::find_strip_ends(jobs, on);
  REQUIRE(found.size() == jobs.size());
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    INFO("job " << j << ", target of " << jobs[j].input.target.size());
    REQUIRE(found[j].has_value());
    const spliced::best_end expected = aligned(jobs[j].input, "sequential")->end();
    REQUIRE(spliced::is_reachable(found[j]->total) == spliced::is_reachable(expected.total));
    if (!spliced::is_reachable(expected.total)) continue;
    REQUIRE(found[j]->total == expected.total);
    REQUIRE(found[j]->column == expected.column);
  }
}

// Parts of it are like the graph's residues; some have letters that stand for several bases.
std::vector<spliced::residue_code> target_like(std::mt19937_64& random, const spliced::graph_view& graph,
                                               std::size_t length) {
  auto target = spliced::encode_dna(random_bases(random, length));
  for (std::size_t start = 0; start < length && !graph.residues.empty(); start += 40)
    for (std::size_t j = start, residue = random() % graph.residues.size(); j < std::min(start + 25, length); ++j)
      target[j] = graph.residues[residue++ % graph.residues.size()];
  if (length > 10 && random() % 3 == 0) target[random() % length] = spliced::dna_code('N');
  if (length > 10 && random() % 5 == 0) target[random() % length] = spliced::dna_code('R');
  return target;
}

void check_lengths(std::mt19937_64& random, const strip_problem& problem, std::span<const std::size_t> lengths) {
  targets all;
  for (const std::size_t length : lengths) all.push_back(target_like(random, problem.with({}).graph, length));
  std::vector<gpu::strip_job> jobs;
  for (const auto& target : all) jobs.push_back(problem.job(target));
  for (const auto& runner : all_runners()) check_ends(jobs, *runner);
}

strip_problem exons(std::mt19937_64& random, const exon_limits& limits) {
  return strip_problem(weighted_exons(random, limits, 0));
}

}  // namespace

TEST_CASE("strips find the ends of the oracle in random graphs") {
  std::size_t n_programs = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const strip_problem problem(random_problem(random, 4 + random() % 30));
    if (!problem.has_program()) continue;
    ++n_programs;
    check_lengths(random, problem, std::array<std::size_t, 4>{0, random() % 6, random() % 40, random() % 40});
  }
  CHECK(n_programs > 20);
}

TEST_CASE("and of exons of all lengths around lanes and strips, for targets around tiles") {
  for (const std::uint32_t longest : {1u, 31u, 32u, 33u, 64u, 65u, 191u, 193u, 255u, 256u, 257u, 513u, 700u})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      INFO("exons of up to " << longest << ", seed " << seed);
      std::mt19937_64 random(seed);
      check_lengths(random, exons(random, {.n_exons = 1 + random() % 12, .longest = longest}), edge_lengths);
    }
}

TEST_CASE("and of many exons one behind the other") {
  std::mt19937_64 random(3);
  check_lengths(random, exons(random, {.n_exons = 400, .longest = 90}), std::array<std::size_t, 3>{100, 301, 1200});
}

TEST_CASE("pairs share a launch with all others, whatever their programs") {
  std::mt19937_64 random(5);
  std::vector<strip_problem> graphs;
  for (std::size_t g = 0; g < 12; ++g) {
    small_problem problem = weighted_exons(random, {.n_exons = 1 + random() % 20}, 0);
    problem.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -1));
    problem.gaps.extend = 2;
    problem.free_target_ends = true;
    graphs.emplace_back(std::move(problem));
  }
  targets all;
  std::vector<gpu::strip_job> jobs;
  for (std::size_t k = 0; k < 200; ++k)
    all.push_back(target_like(random, graphs[k % 12].with({}).graph, random() % 150));
  for (std::size_t k = 0; k < all.size(); ++k) jobs.push_back({graphs[k % 12].job(all[k])});
  for (const auto& runner : all_runners()) check_ends(jobs, *runner);
  plain_device large, small;
  check_ends(jobs, *make_plain_strips(large));
  CHECK(large.n_launches == 1);
  CHECK(large.n_jobs == 200);
  small.memory = std::size_t{1} << 16;
  check_ends(jobs, *make_plain_strips(small));
  CHECK(small.n_launches > 10);
  CHECK(small.n_jobs == 200);
}

TEST_CASE("scores that halves do not hold are left to others") {
  std::mt19937_64 random(7);
  small_problem heavy = weighted_exons(random, {.largest_weight = 40'000}, 0);
  const strip_problem problem(heavy);
  const auto target = target_like(random, problem.with({}).graph, 60);
  CHECK_FALSE(gpu::fits_strips(problem.job(target)));
  plain_device played;
  CHECK_FALSE(gpu::find_strip_ends(std::vector{problem.job(target)}, *make_plain_strips(played)).front().has_value());
  CHECK(played.n_launches == 0);
  small_problem light = weighted_exons(random, {}, 0);
  light.gaps.extend = 2;
  light.substitution = spliced::dna_matrix(spliced::match_mismatch(3, -3));
  const strip_problem fits(light);
  CHECK(gpu::fits_strips(fits.job(target)));
  const targets longer = {target_like(random, fits.with({}).graph, 12'500),
                          target_like(random, fits.with({}).graph, 13'200)};
  CHECK(gpu::fits_strips(fits.job(longer[0])));
  CHECK_FALSE(gpu::fits_strips(fits.job(longer[1])));
}

TEST_CASE("affine gaps and unaligned ends of residues have no strips") {
  std::mt19937_64 random(9);
  const small_problem problem = weighted_exons(random, {}, 0);
  const auto graph = problem.graph.view();
  const auto schedule = spliced::make_schedule(graph, std::nullopt, {.in_steps = false});
  CHECK(gpu::make_strip_program(graph, schedule, {0, 2}, std::nullopt));
  CHECK_FALSE(gpu::make_strip_program(graph, schedule, {1, 2}, std::nullopt));
  CHECK_FALSE(gpu::make_strip_program(graph, schedule, {0, 2}, spliced::gap_costs{0, 1}));
  CHECK_FALSE(gpu::make_strip_program(graph, spliced::make_schedule(graph, std::nullopt, {}), {0, 2}, {}));
}

TEST_CASE("a run that a schedule cuts into pieces is cut into strips of equal height") {
  small_problem problem(std::string(1000, 'A'), "");
  problem.gaps = {0, 1};
  problem.add_sink({{problem.add_exon(0, 1000, {{0, 0}}), 0}});
  const strip_problem cut(problem);
  const gpu::strip_program& program = cut.program();
  REQUIRE(program.tasks.size() == 5);
  for (std::size_t t = 1; t < 5; ++t) {
    CHECK(program.tasks[t].n_lanes == 32);
    CHECK(program.tasks[t].rows_per_lane == 8);
    CHECK(program.lanes[program.tasks[t].first_lane].first_residue == 250 * (t - 1));
    CHECK(program.lanes[program.tasks[t].first_lane].n_rows == 2);
    CHECK(program.exits[program.tasks[t].first_exit].n_rows == 250);
  }
  CHECK(program.sink == 4);
  CHECK(program.lowest == -1000);
}

// Of a graph, and of a target beside it, what one strip has: lanes, entries, exits.
TEST_CASE("exons that share beginnings or ends are one strip") {
  small_problem problem(std::string(100, 'C'), "");
  problem.gaps = {0, 1};
  const auto a = problem.add_exon(0, 20, {{0, 0}});
  const auto b = problem.add_exon(20, 50, {{a, 0}, {0, -3}});  // from the source, too
  const auto c = problem.add_exon(50, 83, {{b, 0}});
  problem.add_sink({{a, 0}, {c, 0}});
  const strip_problem joined(problem);
  const gpu::strip_program& program = joined.program();
  REQUIRE(program.tasks.size() == 3);  // the source, the strip, the sink
  const gpu::strip_task& strip = program.tasks[1];
  CHECK(strip.rows_per_lane == 3);
  CHECK(strip.n_lanes == 7 + 21);  // what b and c are one run of
  CHECK(strip.n_entries == 2);
  CHECK(strip.n_exits == 2);
  CHECK(program.exits[strip.first_exit].lane == 6);
  CHECK(program.exits[strip.first_exit].n_rows == 20);
  CHECK(program.exits[strip.first_exit + 1].n_rows == 83);
  CHECK(program.inputs[program.entries[strip.first_entry + 1].first_input].weight == -3 + 20);
}

TEST_CASE("what a piece reads elsewhere may not come from the strip that it would go on with") {
  small_problem problem(std::string(100, 'G'), "");
  problem.gaps = {0, 1};
  const auto a = problem.add_exon(0, 20, {{0, 0}});
  const auto between = problem.add_exon(30, 40, {{a, -1}});
  const auto b = problem.add_exon(20, 50, {{a, 0}, {between, 0}});
  problem.add_sink({{b, 0}});
  const strip_problem apart(problem);
  const gpu::strip_task& of_a = apart.program().tasks[1];
  CHECK(of_a.n_lanes == 20);
  CHECK(of_a.n_entries == 1);
  CHECK(of_a.n_exits == 1);
  CHECK(apart.program().tasks[2].n_lanes * apart.program().tasks[2].rows_per_lane >= 40);
  std::mt19937_64 random(11);
  check_lengths(random, apart, edge_lengths);
}

}  // namespace exonweave::testing
