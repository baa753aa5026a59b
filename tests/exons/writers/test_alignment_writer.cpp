// Readable alignments, text by text.
#include <sstream>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/alignment_writer.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

std::string shown(const gene_model& made, const std::string& target_residues) {
  const target_set targets{{"t.fa"}, made.kind, {{"t0", target_residues, 1}}};
  const auto scores = made.kind == molecule::protein ? *spliced::named_protein_matrix("BLOSUM62")
                                                     : spliced::dna_matrix(spliced::match_mismatch(2, -2));
  return written({{made}}, targets, gff3_style::gene,
                 [&](const model_listing& models, const text_sink& sink) { write_alignments(models, scores, sink); });
}

// Without the head.
std::string body(const gene_model& made, const std::string& target_residues) {
  const auto text = shown(made, target_residues);
  return text.substr(text.find("exon 1:"));
}

using chain = std::vector<spliced::aligned_exon>;

// ATG GCT G|TT TGG TAA: the third codon is split.
const std::string split_one = "CCATGGCTGGTAAAAAGTTTGGTAACC";
const chain chain_of_split_one = {{2, 9, 0, false, 0, 2, {{edit::match, 2}}},
                                  {17, 25, 0, false, 2, 4, {{edit::match, 2}}}};

}  // namespace

TEST_CASE("the head tells which model it is, of what target, where, and how good and sure it is") {
  auto made = model_of_chain(chain_of_split_one, split_one, "MSVWW", molecule::protein);
  CHECK(shown(made, "MSVWW")
            .starts_with("# gene1.t1\n"
                         "# target   t0, 1-4 of 5 amino acids\n"
                         "# locus    chr1:3-25(+), exons: 2\n"
                         "# score    17, identity 0.7500, coverage 0.8000\n"
                         "\n"
                         "exon 1: 3-9, phase 0\n"));
  made.exons[0].margin = 8;
  made.exons[1].margin = 5;
  made.second_best = 12;
  const auto text = shown(made, "MSVWW");
  CHECK(text.find("# margins  least 5, runner-up 12\n") != std::string::npos);
  CHECK(text.find("exon 1: 3-9, phase 0, margin 8\n") != std::string::npos);
}

TEST_CASE("target, model and codons stand above each other, and a split codon's letters with its last base") {
  const auto made = model_of_chain(chain_of_split_one, split_one, "MSVW", molecule::protein);
  CHECK(body(made, "MSVW") ==
        "exon 1: 3-9, phase 0\n"
        "\n"
        "target          1  M  S     2\n"
        "                   |  +\n"
        "model           1  M  A     2\n"
        "genome          3 ATGGCTG>> 9\n"
        "\n"
        "intron 1: 10-17, 8 nt, GT-AG, phase 1\n"
        "\n"
        "exon 2: 18-25, phase 2\n"
        "\n"
        "target          3  V  W     4\n"
        "                   |  |\n"
        "model           3  V  W  *  4\n"
        "genome         18 >TTTGGTAA 25\n"
        "\n");
}

TEST_CASE("on the reverse strand the bases are read downwards, and places are named as in the GFF3") {
  const auto text =
      body(model_of_chain(chain_of_split_one, split_one, "MSVW", molecule::protein, strand::reverse), "MSVW");
  CHECK(text.starts_with("exon 1: 19-25, phase 0\n"));
  CHECK(text.find("genome         25 ATGGCTG>> 19\n") != std::string::npos);
  CHECK(text.find("intron 1: 11-18, 8 nt, GT-AG, phase 1\n\nexon 2: 3-10, phase 2\n") != std::string::npos);
  CHECK(text.find("genome         10 >TTTGGTAA 3\n") != std::string::npos);
}

TEST_CASE("a codon and a stop codon may be split over three exons") {
  const std::string residues =
      "ATGG"
      "GTAAG"
      "T"
      "GTAAG"
      "TT"
      "GTAAG"
      "A"
      "GTAAG"
      "G";
  const chain split = {{0, 4, 0, false, 0, 1, {{edit::match, 1}}},  // ATG GTT TAG
                       {9, 10, 0, false, 1, 2, {{edit::match, 1}}},
                       {15, 17, 0, false, 2, 2, {}},
                       {22, 23, 0, false, 2, 2, {}},
                       {28, 29, 0, false, 2, 2, {}}};
  const auto made = model_of_chain(split, residues, "MV", molecule::protein);
  const auto text = body(made, "MV");
  std::vector<std::string> codons;
  for (std::size_t position = text.find("genome"); position != std::string::npos;
       position = text.find("genome", position + 1))
    codons.push_back(text.substr(position + 18, text.find(' ', position + 18) - position - 18));
  CHECK(codons == std::vector<std::string>{"ATGG>>", ">T>", ">>TT>>", ">A>", ">>G"});
  CHECK(text.find("model              *\n") != std::string::npos);
}

TEST_CASE("gaps of either side, and codons at the ends that are not aligned") {
  const std::string residues = "ATGGCTTGGGTTCCATTTTAA";  // M A W V P F *
  const chain gapped = {{0,
                         21,
                         0,
                         false,
                         2,
                         5,
                         {{edit::unaligned, 1},
                          {edit::match, 1},
                          {edit::deletion, 1},
                          {edit::insertion, 1},
                          {edit::match, 1},
                          {edit::unaligned, 2}}}};
  CHECK(body(model_of_chain(gapped, residues, "KKALVKK", molecule::protein), "KKALVKK") ==
        "exon 1: 1-21, phase 0\n"
        "\n"
        "target          3     A  -  L  V           5\n"
        "                      |        |\n"
        "model           1  m  A  W  -  V  p  f  *  6\n"
        "genome          1 atgGCTTGG---GTTccatttTAA 21\n"
        "\n");
}

TEST_CASE("bases that a frameshift skips are marked, and belong to nothing") {
  const std::string residues = "ATGGCTcTGGTAA";
  const chain shifted = {{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {7, 13, 0, true, 2, 3, {{edit::match, 1}}}};
  CHECK(body(model_of_chain(shifted, residues, "MAW", molecule::protein), "MAW") ==
        "exon 1: 1-13, phase 0\n"
        "\n"
        "target          1  M  A   W     3\n"
        "                   |  | ! |\n"
        "model           1  M  A   W  *  3\n"
        "genome          1 ATGGCTcTGGTAA 13\n"
        "\n");
}

TEST_CASE("what an incomplete model has of a codon at its ends is in lower case") {
  const std::string residues = "AGGGCTTGG";
  const chain incomplete = {{1, 9, 2, false, 0, 2, {{edit::match, 2}}}};
  CHECK(body(model_of_chain(incomplete, residues, "AW", molecule::protein), "AW") ==
        "exon 1: 2-9, phase 2\n"
        "\n"
        "target          1    A  W  2\n"
        "                     |  |\n"
        "model           1    A  W  2\n"
        "genome          2 ggGCTTGG 9\n"
        "\n");
}

TEST_CASE("against DNA the residues are the genome's bases") {
  const std::string residues = "CCACGGTAAAAAGTGCC";
  const chain bases = {{2, 5, 0, false, 0, 3, {{edit::match, 3}}},
                       {13, 15, 0, false, 3, 6, {{edit::match, 1}, {edit::insertion, 1}, {edit::match, 1}}}};
  CHECK(body(model_of_chain(bases, residues, "AAGTAG", molecule::dna), "AAGTAG") ==
        "exon 1: 3-5\n"
        "\n"
        "target          1 AAG 3\n"
        "                  | |\n"
        "genome          3 ACG 5\n"
        "\n"
        "intron 1: 6-13, 8 nt, GT-AG\n"
        "\n"
        "exon 2: 14-15\n"
        "\n"
        "target          4 TAG 6\n"
        "                  | |\n"
        "genome         14 T-G 15\n"
        "\n");
}

TEST_CASE("a long exon is shown in blocks of 72 bases, which have room in 100 columns") {
  std::string residues = "ATG", aligned = "M";
  for (int n = 0; n < 99; ++n) residues += "GCT", aligned += "A";
  const auto n_bases = static_cast<std::int64_t>(residues.size());
  const chain one = {{0, n_bases + 3, 0, false, 0, 100, {{edit::match, 100}}}};
  const auto text = body(model_of_chain(one, residues + "TAA", aligned, molecule::protein), aligned);
  CHECK(text.find("genome          1 ATG") != std::string::npos);
  CHECK(text.find(" 72\n\ntarget         25  A") != std::string::npos);
  CHECK(text.find("\ngenome        289 ") != std::string::npos);
  CHECK(text.find("TAA 303\n\n") != std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
}
