// How much a run writes, from how long its targets are.
#include <string>
#include <vector>

#include "catch.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

using namespace exonweave;

namespace {

target_set one_target(molecule kind, std::size_t length) {
  return {{"t.fa"}, kind, {{"t", std::string(length, 'A'), 1}}};
}

double output_of(const target_set& targets, double scale) {
  const std::vector<alignment_task> cases(1);
  const std::vector<locus_target> results{{.cases = cases}};
  return expected_output(results, targets, scale);
}

}  // namespace

TEST_CASE("a model of a protein has an exon more for every fifty residues, and most results have one") {
  CHECK(output_of(one_target(molecule::protein, 100), 1) == Approx(0.8 * (500 + 3 * 350)));
  CHECK(output_of(one_target(molecule::dna, 300), 1) == Approx(0.8 * (500 + 3 * 350)));
}

TEST_CASE("each result of a sample is written as often as it stands for others") {
  const target_set targets = one_target(molecule::protein, 100);
  CHECK(output_of(targets, 7) == Approx(7 * output_of(targets, 1)));
  CHECK(expected_output({}, targets, 7) == 0);
}
