// Targets are told apart by what they are made of, and kept as the aligners want them.
#include <catch.hpp>
#include <string>

#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/sequences/targets.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

struct outcome {
  target_set set;
  report problems;
};

outcome read(const std::string& bytes, target_type type = target_type::recognise) {
  const temporary_file file(bytes);
  outcome result;
  result.set = read_targets({file.path()}, type, result.problems);
  return result;
}

std::string first_error(const outcome& result) {
  return result.problems.errors().empty() ? "" : result.problems.errors()[0].text();
}

const std::string peptide = "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSH";
const std::string coding = "ATGGTGCTGTCTCCTGCCGACAAGACCAACGTCAAGGCCGCCTGGGGTAAG";

}  // namespace

TEST_CASE("cDNA and protein are recognised by content") {
  CHECK(read(">a\n" + coding + "\n").set.kind == molecule::dna);
  CHECK(read(">a\n" + peptide + "\n").set.kind == molecule::protein);
  CHECK(read(">a\nACGTRYSWKMBDHVNACGTACGTACGT\n").set.kind == molecule::dna);
  CHECK(read(">a\nGATA\n>b\n" + peptide + "\n").set.kind == molecule::protein);
  CHECK(read(">a\nMAK\n").set.kind == molecule::protein);
}

TEST_CASE("DNA is kept in upper case with T for U") {
  const auto result = read(as_gzip(">a x\nacguRYSWKM\nbdhvn\n>b\nGG\n"), target_type::dna);
  result.problems.throw_if_errors();
  REQUIRE(result.set.targets.size() == 2);
  CHECK(result.set.targets[0].name == "a");
  CHECK(result.set.targets[0].residues == "ACGTRYSWKMBDHVN");
  CHECK(result.set.targets[1].line == 4);
}

TEST_CASE("a final stop is stripped from a protein, an inner one stays, and rare residues pass") {
  const auto result = read(">a\nmelXBZJ*UO" + peptide + "*\n>b\n*\n>c\nXXX*\n");
  result.problems.throw_if_errors();
  REQUIRE(result.set.targets.size() == 2);
  CHECK(result.set.targets[0].residues == "MELXBZJ*UO" + peptide);
  CHECK(result.set.targets[1].residues == "XXX");
  CHECK(result.set.targets[0].had_stop);
  CHECK_FALSE(read(">a\n" + peptide + "\n").set.targets[0].had_stop);
  CHECK(read(">a\nMK**\n").set.targets[0].residues == "MK*");  // one is the end, the other a residue
  CHECK(result.problems.warnings().size() == 2);
}

TEST_CASE("a final dot is gffread's stop codon") {
  const auto result = read(">a\n" + peptide + ".\n>b\nMELPQ\n.\n>c\n.\n");
  result.problems.throw_if_errors();
  REQUIRE(result.set.targets.size() == 2);
  CHECK(result.set.targets[0].residues == peptide);
  CHECK(result.set.targets[0].had_stop);
  CHECK(result.set.targets[1].residues == "MELPQ");
  const auto inner = read(">a\nMELPQ.\n.FIL\n>b\nMEL..\n");
  CHECK(inner.problems.error_count() == 3);
  CHECK_THAT(first_error(inner), contains(":2: gap character at column 6"));
}

TEST_CASE("what can be protein is, where it is said or where proteins alone are taken") {
  const std::string few(100, 'G');
  for (const std::string& residues : {std::string("GATTACA"), few, few + "NNSDM", "MNDSG" + few + "MNDSGMNDSG"}) {
    const std::string text = ">a\n" + residues + "\n";
    CHECK(read(text, target_type::protein).problems.error_count() == 0);
    const temporary_file file(text);
    report problems;
    CHECK(read_likely_proteins({file.path()}, problems).kind == molecule::protein);
  }
  const temporary_file dna(">a\n" + coding + "\n"), nothing(">a\n");
  report problems;
  CHECK(read_likely_proteins({dna.path()}, problems).kind == molecule::dna);
  CHECK(read_likely_proteins({nothing.path()}, problems).kind == molecule::protein);
  CHECK(problems.error_count() == 0);
}

TEST_CASE("a name that begins with # is refused, since tables take such a line for a comment") {
  CHECK_THAT(first_error(read(">a\n" + peptide + "\n>#b\n" + peptide + "\n")),
             contains(":3: name that begins with '#' (got '#b'"));
}

TEST_CASE("records of length zero are left out with a warning, N only stays with one") {
  const auto result = read(">a\n>b\nACGT\n>c\n\n>d\nNNN\n");
  result.problems.throw_if_errors();
  REQUIRE(result.set.targets.size() == 2);
  CHECK(result.set.targets[0].name == "b");
  REQUIRE(result.problems.warnings().size() == 2);
  CHECK_THAT(result.problems.warnings()[0], contains("record without residues (got 'a') [and 1 more]"));
  CHECK_THAT(result.problems.warnings()[1], contains(":6: target of N only (got 'd')"));
}

TEST_CASE("protein where DNA was said, and the reverse, is one error") {
  const auto protein = read(">a\n" + peptide + "\n", target_type::dna);
  CHECK(protein.problems.error_count() == 1);
  CHECK_THAT(first_error(protein), contains("protein where DNA targets are wanted"));
  const auto dna = read(">a\n" + coding + "\n", target_type::protein);
  CHECK(dna.problems.error_count() == 1);
  CHECK_THAT(first_error(dna), contains("DNA where protein targets are wanted"));
  CHECK(read(">a\nGATA\n", target_type::protein).set.targets[0].residues == "GATA");
}

TEST_CASE("a protein of few kinds of amino acids is no DNA") {
  const auto cysteines =
      read(">a\nGSCGCAGSCTCKACRCTSCKKSCCSCCPVGCAKCAQGCVCKGASDKCSCCA\n>b\n" + peptide + peptide + "\n");
  CHECK(cysteines.problems.error_count() == 0);
  CHECK(cysteines.set.kind == molecule::protein);
}

TEST_CASE("a record of the other kind is an error with its line") {
  const auto dna_inside = read(">a\n" + peptide + peptide + "\n>b\n" + coding + "\n");
  CHECK(dna_inside.set.kind == molecule::protein);
  CHECK_THAT(first_error(dna_inside), contains(":3: DNA record among proteins (got 'b')"));
  std::string dna;
  for (int i = 0; i < 20; ++i) dna += coding + "\n";
  const auto protein_inside = read(">a\n" + dna + ">b\n" + peptide + "\n");
  CHECK(protein_inside.set.kind == molecule::dna);
  CHECK_THAT(first_error(protein_inside), contains(":23: not a nucleotide at column 3 (got 'L'"));
}

TEST_CASE("targets of several files are one set, each with the place it comes from") {
  const auto read_two = [](const std::string& first, const std::string& second,
                           target_type type = target_type::recognise) {
    const temporary_file one(first), two(second);
    outcome result;
    result.set = read_targets({one.path(), two.path()}, type, result.problems);
    return result;
  };
  const auto both = read_two(">a\n" + peptide + "\n", ">b\nMAK*\n>c\n" + peptide + "\n");
  both.problems.throw_if_errors();
  REQUIRE(both.set.targets.size() == 3);
  CHECK(both.set.targets[1].name == "b");
  CHECK(both.set.where(both.set.targets[2]).file == both.set.paths[1]);
  CHECK(both.set.where(both.set.targets[2]).line == 3);
  CHECK(both.set.path() == both.set.paths[0] + ", " + both.set.paths[1]);

  const auto repeated = read_two(">a\n" + peptide + "\n", ">b\n" + peptide + "\n>a\nM" + peptide + "\n");
  CHECK(repeated.problems.error_count() == 1);
  CHECK_THAT(first_error(repeated),
             contains(repeated.set.paths[1] + ":3: duplicate target name of another sequence in " +
                      repeated.set.paths[0] + " on line 1 (got 'a')"));

  const auto mixed = read_two(">a\n" + peptide + "\n", ">b\n" + coding + "\n");
  CHECK(mixed.problems.error_count() == 1);
  CHECK_THAT(first_error(mixed), contains("DNA targets together with protein targets of " + mixed.set.paths[0]) &&
                                     contains("Hint: run once with each kind"));
  CHECK(mixed.set.targets.empty());
  const auto said = read_two(">a\n" + peptide + "\n", ">b\n" + coding + "\n", target_type::protein);
  CHECK(said.problems.error_count() == 1);
  CHECK_THAT(first_error(said), contains(said.set.paths[1] + ": DNA where protein targets are wanted"));
  CHECK(said.set.targets.empty());
}

TEST_CASE("a record that several files have is one target, which says the most, whatever their order") {
  const std::string plain = ">a\n" + peptide + "\n>b\nMAK\n", described = ">b\nmAK\n>a of man\n" + peptide + "*\n";
  for (const auto& [first, second] : {std::pair(plain, described), std::pair(described, plain)}) {
    const temporary_file one(first), two(second);
    report problems;
    const target_set set = read_targets({one.path(), two.path()}, target_type::protein, problems);
    problems.throw_if_errors();
    REQUIRE(set.targets.size() == 2);
    const auto& a = *std::ranges::find(set.targets, "a", &target::name);
    CHECK(a.description == "of man");
    CHECK(a.had_stop);
    CHECK(std::ranges::find(set.targets, "b", &target::name)->lower_case == std::vector<interval>{{0, 1}});
    REQUIRE(problems.warnings().size() == 1);
    CHECK_THAT(problems.warnings()[0],
               contains(two.path() + ":1: target that " + one.path() + " has too; it is taken once (got '") &&
                   contains("and 1 more"));
  }
}

TEST_CASE("letters that no alphabet has are errors with line and column") {
  CHECK_THAT(first_error(read(">a\nACGT\nAC-GT\n")), contains(":3: gap character at column 3"));
  CHECK_THAT(first_error(read(">a\n" + peptide + "\nMA.K\n")),
             contains(":3: gap character at column 3 (got '.'). Hint: if it is gffread's stop codon"));
  CHECK_THAT(first_error(read(">a\n" + peptide + "\nMA1\n")), contains(":3: not an amino acid at column 3 (got '1'"));
  CHECK_THAT(first_error(read(">a\nAC GT\n")), contains(":2: not a nucleotide at column 3 (got ' '"));
  CHECK_THAT(first_error(read("")), contains("no sequences: the file is empty"));
}

TEST_CASE("a target on one long line is whole, and what is wrong in it is told once, with its column") {
  std::string residues;
  while (residues.size() < 1'200'000) residues += coding;
  const auto whole = read(">a\n" + residues + " \n>b\n" + coding + "\n");
  CHECK(whole.problems.error_count() == 0);
  REQUIRE(whole.set.targets.size() == 2);
  CHECK(whole.set.targets[0].residues == residues);
  CHECK(whole.set.targets[1].residues == coding);
  residues[600'000] = residues[1'100'000] = '-';
  const auto bad = read(">a\n" + residues + "\n", target_type::dna);
  CHECK(bad.problems.error_count() == 1);
  CHECK_THAT(first_error(bad), contains(":2: gap character at column 600001"));
}

TEST_CASE("residues are counted over all targets") {
  CHECK(count_residues(read(">a\n" + peptide + "\n>b\nMAK*\n").set) == peptide.size() + 3);
  CHECK(count_residues({}) == 0);
}
