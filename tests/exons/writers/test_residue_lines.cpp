// The lines of --aln and --trans, letter by letter.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

const spliced::substitution_matrix blosum = *spliced::named_protein_matrix("BLOSUM62");

// On a sequence that reads `residues` on the strand of the model.
residue_lines lines_of(const std::vector<spliced::aligned_exon>& exons, const std::string& residues,
                       const std::string& protein, strand on = strand::forward) {
  const gene_model model = model_of_chain(exons, residues, protein, molecule::protein, on);
  const std::string forward = on == strand::forward ? residues : reverse_complement(residues);
  const base_source bases = [&](std::size_t, interval where) {
    return forward.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
  };
  return make_residue_lines(model, {"t0", protein, 1},
                            {blosum, standard_code(), bases, static_cast<std::int64_t>(residues.size())});
}

std::string rows(const std::string& bases, const std::string& residues, const std::string& marks,
                 const std::string& symbols) {
  return "##ATN\t" + bases + "\n##ATA\t" + residues + "\n##AAS\t" + marks + "\n##AQA\t" + symbols + "\n";
}

}  // namespace

TEST_CASE("an intron stands in lower case within the codon that it splits, the stop codon at the end") {
  for (const strand on : {strand::forward, strand::reverse}) {
    const auto made =
        lines_of({{2, 9, 0, false, 0, 2, {{edit::match, 2}}}, {17, 25, 0, false, 2, 4, {{edit::match, 2}}}},
                 "CCATGGCTGGTAAAAAGTTTGGTAACC", "MSVW", on);
    CHECK(made.alignment == rows("ATGGCTGgtaaaaagTTTGGTAA",  //
                                 "M..A..V        ..W..*..",  //
                                 "|  +  |          |     ",  //
                                 "M  S  V          W     "));
    CHECK(made.translation == "##STA\tMAVW*\n");
  }
}

TEST_CASE("gaps of either side are dashes") {
  const auto made = lines_of({{0, 12, 0, false, 0, 3, {{edit::match, 2}, {edit::insertion, 1}, {edit::deletion, 1}}}},
                             "ATGGCTTGGTAA", "MAC");
  CHECK(made.alignment == rows("ATGGCT---TGGTAA",  //
                               "M..A..-..W..*..",  //
                               "|  |           ",  //
                               "M  A  C  -     "));
  CHECK(made.translation == "##STA\tMAW*\n");
}

TEST_CASE("what a frameshift skips is marked, and the translation goes on behind it") {
  const auto made = lines_of({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {7, 13, 0, true, 2, 3, {{edit::match, 1}}}},
                             "ATGGCTCTGGTAA", "MAW");
  CHECK(made.alignment == rows("ATGGCTCTGGTAA",  //
                               "M..A..!W..*..",  //
                               "|  |   |     ",  //
                               "M  A   W     "));
  CHECK(made.translation == "##STA\tMAW*\n");
}

TEST_CASE("of a long intron the ends are shown, and its length") {
  const std::string intron = "GT" + std::string(397, 'A') + "CAG";
  const auto made =
      lines_of({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {408, 414, 0, false, 2, 3, {{edit::match, 1}}}},
               "ATGGCT" + intron + "TGGTAA", "MAW");
  const std::string shown = "gt" + std::string(198, 'a') + "~402~" + std::string(197, 'a') + "cag";
  CHECK(made.alignment == rows("ATGGCT" + shown + "TGGTAA", "M..A.." + std::string(405, ' ') + "W..*..",
                               "|  |  " + std::string(405, ' ') + "|     ",
                               "M  A  " + std::string(405, ' ') + "W     "));
}

TEST_CASE("behind a model without a stop codon stands the next codon, if there is one") {
  const std::vector<spliced::aligned_exon> exons = {{0, 6, 0, false, 0, 2, {{edit::match, 2}}}};
  CHECK(lines_of(exons, "ATGGCTTGGC", "MA").translation == "##STA\tMAW\n");
  CHECK(lines_of(exons, "ATGGCTTGGC", "MA").alignment == rows("ATGGCTTGG", "M..A..W..", "|  |     ", "M  A     "));
  CHECK(lines_of(exons, "ATGGCTTG", "MA").translation == "##STA\tMA\n");
  CHECK(lines_of(exons, "ATGGCTTG", "MA").alignment == rows("ATGGCT", "M..A..", "|  |  ", "M  A  "));
  CHECK(lines_of(exons, "CAAGCCAT", "MA", strand::reverse).translation == "##STA\tQA\n");
}

TEST_CASE("letters that are no plain bases are N, and a stop codon that an intron splits is read whole") {
  const auto made =
      lines_of({{0, 7, 0, false, 0, 2, {{edit::match, 2}}}, {15, 17, 0, false, 2, 2, {}}}, "ATGRNRTGTAAAAAGAA", "MX");
  CHECK(made.alignment == rows("ATGNNNTGT", "M..X..*..", "|  |     ", "M  X     "));
  CHECK(made.translation == "##STA\tMX*\n");
}
