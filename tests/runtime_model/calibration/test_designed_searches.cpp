// Inputs for the calibration of searches: the same each time, with targets that are there and others.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "runtime_model/calibration/designed_searches.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

std::vector<std::string> residues_of(const designed_search& design) {
  std::vector<std::string> all;
  for (const target& each : design.targets.targets) all.push_back(each.residues);
  return all;
}

bool are_names_unique(const target_set& targets) {
  std::set<std::string> names;
  for (const target& each : targets.targets) names.insert(each.name);
  return names.size() == targets.targets.size();
}

}  // namespace

TEST_CASE("a designed search is the same each time, and has other decoys when its design comes again") {
  const designed_search first = design_search(0), again = design_search(0), next = design_search(n_search_designs);
  CHECK(residues_of(first) == residues_of(again));
  CHECK(first.genomes.at(0).sequences.at(0).residues == again.genomes.at(0).sequences.at(0).residues);
  CHECK(residues_of(first).back() != residues_of(next).back());
  CHECK(first.genomes.at(0).sequences.at(0).residues != next.genomes.at(0).sequences.at(0).residues);
}

// Prices that were measured before are those of these proteins.
TEST_CASE("decoys are drawn as they always were") {
  const designed_search design = design_search(1);
  const std::string& decoy = design.targets.targets.at(0).residues;
  CHECK(decoy.size() == 319);
  CHECK(decoy.substr(0, 40) == "IKIQEDKLEERERRVAMLKINPAEAAAAYTSSVRIECTAK");
}

TEST_CASE("relatives of the genes stand before decoys of 100 to 899 residues") {
  const designed_search design = design_search(0);
  REQUIRE(design.genomes.size() == 1);
  const std::vector<simulated_target>& relatives = design.genomes.front().targets;
  const auto residues = residues_of(design);
  REQUIRE(residues.size() == relatives.size() + 20);
  CHECK(are_names_unique(design.targets));
  for (std::size_t t = 0; t < relatives.size(); ++t) CHECK(residues[t] == protein_of(relatives[t].cds.residues));
  for (std::size_t t = relatives.size(); t < residues.size(); ++t) {
    CHECK(residues[t].size() >= 100);
    CHECK(residues[t].size() < 900);
    CHECK(residues[t].find_first_not_of("ACDEFGHIKLMNPQRSTVWY") == std::string::npos);
  }
}

TEST_CASE("several genomes are one: their sequences have different names") {
  const designed_search design = design_search(1);
  CHECK(design.genomes.size() == 6);
  CHECK(design.targets.targets.size() == 1);
  std::set<std::string> names;
  std::size_t n_sequences = 0;
  for (const simulation& each : design.genomes)
    for (const simulated_sequence& sequence : each.sequences) {
      names.insert(sequence.name);
      ++n_sequences;
    }
  CHECK(names.size() == n_sequences);
}

TEST_CASE("the genes of a designed genome are whole, each on its own sequence") {
  const designed_search design = design_search(3);
  const temporary_file file(
      [&] {
        std::string fasta;
        for (const simulation& each : design.genomes)
          write_simulated_genome(each, [&fasta](std::string_view text) { fasta += text; });
        return fasta;
      }(),
      ".fa");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  problems.throw_if_errors();
  const auto genes = genes_of(design.genomes);
  CHECK(genes.size() >= sequences.catalog().size());
  const genetic_codes codes;
  const run_control control;
  const std::vector<bool> are_whole = which_are_whole({sequences, codes, 1, control}, genes);
  CHECK(std::ranges::count(are_whole, true) == std::ssize(genes));
}

TEST_CASE("sweeps are of long proteins of one genome, and in every second round of many") {
  const designed_search few = design_sweep(0), many = design_sweep(1);
  CHECK(few.targets.targets.size() == few.genomes.at(0).targets.size());
  CHECK(many.targets.targets.size() == 16 * many.genomes.at(0).targets.size());
  for (const designed_search& design : {few, many}) {
    CHECK(are_names_unique(design.targets));
    CHECK(std::ranges::all_of(residues_of(design), [](const std::string& each) { return each.size() >= 450; }));
    const std::string once = protein_of(design.genomes.at(0).targets.at(0).cds.residues);
    CHECK(residues_of(design).front().starts_with(once));
  }
}
