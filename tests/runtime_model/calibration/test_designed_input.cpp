// Inputs for calibrations: the same each time, of all sizes, with targets where they belong and elsewhere.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "runtime_model/calibration/designed_input.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

TEST_CASE("an input is the same each time, and rounds differ") {
  for (const auto design : {design_candidates, design_genome}) {
    const auto bases = [&](std::size_t round) { return design(round).sequences[3].residues; };
    CHECK(bases(0) == bases(0));
    CHECK(bases(0) != bases(1));
  }
}

TEST_CASE("sizes differ by more than a factor of ten") {
  for (const auto design : {design_candidates, design_genome}) {
    std::vector<std::size_t> lengths;
    for (std::size_t round = 0; round < 3; ++round)
      for (const simulated_sequence& each : design(round).sequences) lengths.push_back(each.residues.size());
    CHECK(std::ranges::max(lengths) > 10 * std::ranges::min(lengths));
  }
}

TEST_CASE("the relatives of all genes are searched for, and decoys of 100 to 899 residues") {
  const simulation made = design_genome(0);
  const target_set proteins = searched_proteins(made, 0);
  REQUIRE(proteins.targets.size() == made.targets.size() + 1'000);
  CHECK(searched_proteins(made, 1).targets.size() == made.targets.size() + 20);
  std::set<std::string> names;
  for (std::size_t t = 0; t < proteins.targets.size(); ++t) {
    const std::string& residues = proteins.targets[t].residues;
    names.insert(proteins.targets[t].name);
    if (t < made.targets.size()) {
      CHECK(residues == protein_of(made.targets[t].cds.residues));
      continue;
    }
    CHECK(residues.size() >= 100);
    CHECK(residues.size() < 900);
    CHECK(residues.find_first_not_of("ACDEFGHIKLMNPQRSTVWY") == std::string::npos);
  }
  CHECK(names.size() == proteins.targets.size());
}

TEST_CASE("the genes of a designed genome are whole, each on its own sequence") {
  const simulation made = design_genome(0);
  std::string fasta;
  write_simulated_genome(made, [&fasta](std::string_view text) { fasta += text; });
  const temporary_file file(fasta, ".fa");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  problems.throw_if_errors();
  const auto genes = genes_of(made);
  CHECK(genes.size() >= sequences.catalog().size());
  const genetic_codes codes;
  const run_control control;
  const std::vector<bool> are_whole = which_are_whole({sequences, codes, 1, control}, genes);
  CHECK(std::ranges::count(are_whole, true) == std::ssize(genes));
}

TEST_CASE("each target has a pair at home, some another one elsewhere") {
  const simulation made = design_candidates(0);
  const std::string table = pairs_with_decoys(made);
  const auto n_rows = static_cast<std::size_t>(std::ranges::count(table, '\n')) - 1;
  CHECK(n_rows == made.targets.size() + (made.targets.size() + 3) / 4);
  for (const simulated_target& each : made.targets) CHECK(table.find("\t" + each.id + "\n") != std::string::npos);
}
