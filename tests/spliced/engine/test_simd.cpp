// The engine as a whole: when it takes 16 bits, and that the result is the same whatever it takes.
#include <string>

#include "catch.hpp"
#include "instruction_sets.hpp"
#include "spliced/engine/scalar.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/small_problem.hpp"

namespace spliced = exonweave::spliced;
using exonweave::testing::for_each_instruction_set;
using exonweave::testing::small_problem;

namespace {

spliced::best_end end_of(const spliced::engine& with, const spliced::problem& p) {
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, with.schedule(p));
  return with.align({p, &schedule, std::uint64_t{1} << 30})->end();
}

}  // namespace

TEST_CASE("gaps of any cost per symbol, over targets of any length") {
  for (const spliced::score extend : {1, 63, 127, 128, 255, 300, 600})
    for (const spliced::score open : {0, 50})
      for (const std::size_t n : {std::size_t{40}, std::size_t{300}, std::size_t{1100}}) {
        small_problem of("ACGT", std::string(n, 'C'));
        of.gaps = {open, extend};
        of.add_sink({{of.add_exon(0, 4, {{0, 0}}), 0}});
        const auto expected = end_of(spliced::scalar_engine(), of.view());
        for_each_instruction_set([&] {
          CAPTURE(extend, open, n);
          const auto found = end_of(spliced::simd_engine(), of.view());
          CHECK(found.total == expected.total);
          CHECK(found.column == expected.column);
        });
      }
}
