// Inputs for calibrations: the same each time, of all sizes, with targets where they belong and elsewhere.
#include <algorithm>
#include <set>
#include <string>

#include "catch.hpp"
#include "runtime_model/calibration/designed_inputs.hpp"

using namespace exonweave;
using enum spliced::work_kind;

namespace {

spliced::engine_facts with(const spliced::trial_scale& trial) { return {.trial = trial}; }

}  // namespace

TEST_CASE("an input is the same each time, and rounds differ") {
  const auto bases = [](std::size_t round) {
    return simulate(design_input(cdna_on_candidates, round, with({0.1, 0.1})).plan, 1).sequences[3].residues;
  };
  CHECK(bases(0) == bases(0));
  CHECK(bases(0) != bases(1));
}

TEST_CASE("two of three rounds are with margins, and candidates are there where the kind of work has them") {
  for (const auto kind : {protein_on_blocks, protein_on_candidates, cdna_on_candidates, cdna_on_blocks}) {
    const auto input = design_input(kind, 0, with({0.1, 0.1}));
    CHECK(input.is_protein() == (kind == protein_on_blocks || kind == protein_on_candidates));
    CHECK(input.with_candidates() == (kind == cdna_on_candidates || kind == protein_on_candidates));
    std::size_t n_decoys = 0;
    for (const auto& sequence : input.plan.sequences) n_decoys += sequence.loci.front().n_decoys;
    CHECK((n_decoys > 0) == input.with_candidates());
    CHECK(input.plan.sites.has_value() == !input.with_candidates());
    CHECK(input.with_margins);
    CHECK_FALSE(design_input(kind, 1, with({0.1, 0.1})).with_margins);
    CHECK(design_input(kind, 2, with({0.1, 0.1})).with_margins);
  }
}

TEST_CASE("sizes differ by more than a factor of ten, and a smaller scale has less of all") {
  const auto lengths = [](const spliced::trial_scale& scale) {
    std::vector<std::int64_t> all;
    for (std::size_t round = 0; round < 4; ++round)
      for (const auto& sequence : design_input(protein_on_blocks, round, with(scale)).plan.sequences)
        all.push_back(sequence.loci.front().length);
    return all;
  };
  const auto large = lengths({1, 1}), small = lengths({0.1, 1});
  CHECK(std::ranges::max(large) > 10 * std::ranges::min(large));
  CHECK(std::ranges::max(small) < std::ranges::max(large));
}

TEST_CASE(
    "of proteins on ORF exons every fourth input is by graphs, and what is swept are more regions, smaller "
    "ones") {
  spliced::engine_facts scale;
  scale.may_sweep = true;
  const auto swept = design_input(protein_on_blocks, 0, scale), by_graphs = design_input(protein_on_blocks, 3, scale);
  CHECK_FALSE(swept.by_graphs);
  CHECK(by_graphs.by_graphs);
  CHECK_FALSE(design_input(protein_on_candidates, 3, scale).by_graphs);
  CHECK(swept.plan.sequences.size() > by_graphs.plan.sequences.size());
  const auto longest = [](const designed_input& input) {
    std::int64_t most = 0;
    for (const auto& each : input.plan.sequences) most = std::max(most, each.loci.front().length);
    return most;
  };
  CHECK(longest(swept) < longest(by_graphs));
}

TEST_CASE("one with far last rows is there where it is asked for, once") {
  const auto n_sequences = [](std::size_t round, double large) {
    return design_input(cdna_on_candidates, round, with({0.1, 0.1, large})).plan.sequences.size();
  };
  CHECK(n_sequences(0, 0.5) == n_sequences(0, 0) + 1);
  CHECK(n_sequences(1, 0.5) == n_sequences(1, 0));
}

TEST_CASE("of proteins one is so long that it needs wide lanes where that is asked for") {
  const auto longest = [](bool has_wide) {
    std::size_t length = 0;
    const spliced::engine_facts engine{.has_two_widths = has_wide, .trial = {0.1, 0.1}};
    for (const simulated_target& each : simulate(design_input(protein_on_blocks, 0, engine).plan, 1).targets)
      length = std::max(length, each.cds.residues.size() / 3);
    return length;
  };
  CHECK(longest(false) < 500);
  CHECK(longest(true) > 3'500);
}

TEST_CASE("each target has a pair at home, some another one elsewhere") {
  const simulation made = simulate(design_input(cdna_on_candidates, 0, with({0.1, 0.1})).plan, 1);
  const std::string table = pairs_with_decoys(made);
  const auto n_rows = static_cast<std::size_t>(std::ranges::count(table, '\n')) - 1;
  CHECK(n_rows == made.targets.size() + (made.targets.size() + 3) / 4);
  for (const simulated_target& each : made.targets) CHECK(table.find("\t" + each.id + "\n") != std::string::npos);
}
