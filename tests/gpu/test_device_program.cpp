// Device programs, executed plainly on the host, beside the oracle.
#include <bit>
#include <set>

#include "catch.hpp"
#include "gpu/plain_program.hpp"
#include "gpu/weighted_exons.hpp"
#include "spliced/aligned.hpp"

namespace exonweave::testing {
namespace {

using gpu::device_op;
using gpu::device_program;
using gpu::location;

namespace words = gpu::words;

spliced::row_schedule schedule_of(const spliced::problem& p, std::uint32_t steps_at_once) {
  spliced::schedule_options options;
  options.steps_at_once = steps_at_once;
  options.block_rows = 16;
  return spliced::make_schedule(p.graph, p.residue_ends, options);
}

device_program program_of(const spliced::problem& p, const spliced::row_schedule& schedule) {
  return gpu::make_program(p.graph, schedule, p.gaps, p.residue_ends);
}

// All that the words of a program name.
struct named {
  std::set<location> locations;
  std::set<std::uint32_t> residues;
  std::size_t n_rows = 0, n_heavy = 0, n_set_back = 0;
  std::size_t n_words = 0;  // up to the end op, with it
};

class word_walk {
 public:
  explicit word_walk(const device_program& program) : words_(program.words) {}

  named walk() {
    for (;;) {
      const std::uint32_t word = take();
      const auto op = static_cast<device_op>(words::op::of(word));
      REQUIRE(op <= device_op::end);
      if (op == device_op::end) break;
      if (op == device_op::step) step(word);
      if (op == device_op::gather) gather(word);
      if (op == device_op::source) found_.locations.insert(words::dst::of(word));
      if (op == device_op::save) save(word);
      if (op == device_op::state) state(word);
    }
    found_.n_words = at_;
    return found_;
  }

 private:
  std::uint32_t take() {
    REQUIRE(at_ < words_.size());
    return words_[at_++];
  }

  void state(std::uint32_t word) {
    REQUIRE(words::frame::of(word) < gpu::n_frames);
    take(), take();
  }

  void step(std::uint32_t word) {
    REQUIRE(words::mask::of(word) != 0);
    REQUIRE((words::entries::of(word) & ~words::mask::of(word)) == 0);
    for (std::uint32_t f = 0; f < gpu::n_frames; ++f) {
      if ((words::mask::of(word) >> f & 1) == 0) continue;
      ++found_.n_rows;
      found_.residues.insert(words::residue_of(word, f));
    }
    for (int n = std::popcount(words::entries::of(word)); n > 0; --n) {
      const location entry = words::entry_location::of(take());
      REQUIRE(entry >= gpu::n_frames);
      REQUIRE(entry != gpu::no_row);
      found_.locations.insert(entry);
    }
  }

  void save(std::uint32_t word) {
    for (std::uint32_t n = words::n_saved::of(word); n > 0; --n)
      found_.locations.insert(words::entry_location::of(take()));
  }

  void gather(std::uint32_t word) {
    const location dst = words::dst::of(word);
    REQUIRE(dst != gpu::no_row);
    REQUIRE(words::n_gathered::of(word) > 0);
    found_.locations.insert(dst);
    for (std::uint32_t n = words::n_gathered::of(word); n > 0; --n) {
      const std::uint32_t source = take();
      found_.locations.insert(words::entry_location::of(source));
      if (words::residue::of(source) != words::no_residue) found_.residues.insert(words::residue::of(source));
      if (dst < gpu::n_frames && words::entry_location::of(source) == dst) ++found_.n_set_back;
      if (words::is_heavy::of(source) == 0) continue;
      take();
      if (words::entry_location::of(source) != gpu::no_row) ++found_.n_heavy;
    }
  }

  std::span<const std::uint32_t> words_;
  std::size_t at_ = 0;
  named found_;
};

named check_words(const device_program& program, const spliced::row_schedule& schedule) {
  const named found = word_walk(program).walk();
  REQUIRE(found.n_words == program.words.size());
  REQUIRE(found.n_rows == schedule.steps.size());
  for (const location at : found.locations)
    if (at != gpu::no_row) REQUIRE(at < gpu::n_frames + program.n_homes);
  // dense: no residue but those that occur, and each once
  REQUIRE(found.residues.size() == program.residues.size());
  if (!found.residues.empty()) REQUIRE(*found.residues.rbegin() + 1 == program.residues.size());
  REQUIRE(std::set(program.residues.begin(), program.residues.end()).size() == program.residues.size());
  return found;
}

void check_end(const device_program& program, const spliced::problem& p) {
  const aligned expected(p);
  const spliced::best_end found = run_plainly(program, p).end;
  REQUIRE(spliced::is_reachable(found.total) == spliced::is_reachable(expected->end().total));
  if (!spliced::is_reachable(found.total)) return;
  REQUIRE(found.total == expected->end().total);
  REQUIRE(found.column == expected->end().column);
}

// What the words of the last program name.
named check(const spliced::problem& p) {
  named found;
  for (const std::uint32_t steps_at_once : {1u, 3u}) {
    INFO("steps at once: " << steps_at_once);
    const spliced::row_schedule schedule = schedule_of(p, steps_at_once);
    const device_program program = program_of(p, schedule);
    found = check_words(program, schedule);
    check_end(program, p);
  }
  return found;
}

}  // namespace

TEST_CASE("a program finds the best end of the oracle") {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    INFO("random_problem, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = random_problem(random, 4 + random() % 12);
    check(of.view());
  }
}

TEST_CASE("and of larger graphs and longer targets") {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    INFO("random_problem and target, seed " << seed);
    std::mt19937_64 random(seed);
    small_problem of = random_problem(random, 10 + random() % 31);
    of.target = spliced::encode_dna(random_bases(random, random() % 61));
    check(of.view());
  }
}

TEST_CASE("exons that follow each other in many ways keep their rows apart") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    INFO("weighted_exons, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = weighted_exons(random, {.n_exons = 4 + random() % 20}, random() % 80);
    check(of.view());
  }
}

TEST_CASE("proteins have as many residues as words can name") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO("weighted_exons of proteins, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = weighted_exons(random, {.n_exons = 20, .is_protein = true}, random() % 60);
    check(of.view());
  }
}

TEST_CASE("rows that are closed but that no residue leads to have one to read") {
  small_problem of("ACGT", "ACG");
  const auto unreached = of.graph.add_junction(0, std::vector<spliced::edge>{});
  const auto begin = of.graph.add_pass(1, std::vector<spliced::edge>{{spliced::graph_view::source(), 0}});
  const auto closed = of.graph.add_pass(2, std::vector<spliced::edge>{{begin, 0}, {unreached, 0, 0, 1}});
  of.add_sink({{closed, 0}});
  CHECK(check(of.view()).residues == std::set<std::uint32_t>{0});
}

TEST_CASE("weights that no 16 bits hold are let in as they are") {
  std::size_t n_heavy = 0;
  for (const spliced::score largest : {3'000, 6'000, 40'000, 1'000'000})
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      INFO("weighted_exons, weights to " << largest << ", seed " << seed);
      std::mt19937_64 random(seed);
      const small_problem of =
          weighted_exons(random, {.longest = 12, .largest_weight = largest}, random() % 30);
      n_heavy += check(of.view()).n_heavy;
    }
  CHECK(n_heavy > 0);
}

TEST_CASE("a frame that has drifted far is set back") {
  std::size_t n_set_back = 0;
  for (const spliced::score extend : {100, 300, 1365, 2048, 4096})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      INFO("weighted_exons, extend " << extend << ", seed " << seed);
      std::mt19937_64 random(seed);
      small_problem of = weighted_exons(random, {.largest_weight = 300}, random() % 60);
      of.gaps.extend = extend;
      if (of.residue_ends) of.residue_ends->extend = extend / 2;
      n_set_back += check(of.view()).n_set_back;
    }
  CHECK(n_set_back > 0);
}

TEST_CASE("what no program can say is refused") {
  small_problem of("ACGT", "AC");
  of.add_sink({{of.add_exon(0, 4, {{0, 0}}), 0}});
  const spliced::problem p = of.view();
  const auto in_steps = spliced::make_schedule(p.graph, p.residue_ends, {});
  const auto in_runs = spliced::make_schedule(p.graph, p.residue_ends, {.in_steps = false});
  CHECK_NOTHROW(gpu::make_program(p.graph, in_steps, p.gaps, p.residue_ends));
  CHECK_THROWS_AS(gpu::make_program(p.graph, in_runs, p.gaps, p.residue_ends), std::invalid_argument);
  CHECK_THROWS_AS(gpu::make_program(p.graph, in_steps, {0, gpu::most_extend + 1}, p.residue_ends),
                  std::invalid_argument);
}

}  // namespace exonweave::testing
