// The engine as a whole: when it takes 16 bits, and that the result is the same whatever it takes.
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "instruction_sets.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/engines/sequential.hpp"
#include "spliced/small_problem.hpp"

namespace spliced = exonweave::spliced;
using exonweave::testing::for_each_instruction_set;
using exonweave::testing::small_problem;

namespace {

spliced::best_end end_of(const spliced::engine& engine, const spliced::problem& p) {
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, engine.schedule(p));
  return engine.align({p, &schedule, std::uint64_t{1} << 30})->end();
}

}  // namespace

TEST_CASE("an engine without gap weights refuses graphs whose residues have them") {
  struct plain_engine : spliced::engine {
    [[nodiscard]] const spliced::engine_facts& facts() const override {
      static const spliced::engine_facts known{.name = "plain"};
      return known;
    }
    [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job& job) const override {
      spliced::check_refusal(*this, job);
      return spliced::sequential_engine().align(job);
    }
    [[nodiscard]] std::uint64_t min_memory(const spliced::alignment_job&) const override { return 0; }
  };
  small_problem problem("AC", "C");
  problem.graph = spliced::row_graph(spliced::encode_dna("AC"), 1, std::vector<spliced::gap_weight>{1, 2});
  problem.add_sink({{problem.add_exon(0, 2, {{0, 0}}), 0}});
  const plain_engine plain;
  CHECK(plain.refusal(problem.view()) == "the engine plain has no weights of residues in gaps");
  CHECK_THROWS_AS(end_of(plain, problem.view()), std::invalid_argument);
  CHECK(spliced::simd_engine().refusal(problem.view()).empty());
  small_problem bare("AC", "C");
  bare.add_sink({{bare.add_exon(0, 2, {{0, 0}}), 0}});
  CHECK(plain.refusal(bare.view()).empty());
}

TEST_CASE("gaps of any cost per symbol, over targets of any length") {
  for (const spliced::score extend : {1, 63, 127, 128, 255, 300, 600})
    for (const spliced::score open : {0, 50})
      for (const std::size_t n : {std::size_t{40}, std::size_t{300}, std::size_t{1100}}) {
        small_problem problem("ACGT", std::string(n, 'C'));
        problem.gaps = {open, extend};
        problem.add_sink({{problem.add_exon(0, 4, {{0, 0}}), 0}});
        const auto expected = end_of(spliced::sequential_engine(), problem.view());
        for_each_instruction_set([&] {
          CAPTURE(extend, open, n);
          const auto found = end_of(spliced::simd_engine(), problem.view());
          CHECK(found.total == expected.total);
          CHECK(found.column == expected.column);
        });
      }
}
