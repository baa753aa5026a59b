// Genetic codes: NCBI's tables, ambiguous bases, stops that depend on where they stand.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"

using namespace exonweave;

namespace {

constexpr std::string_view bases = "TCAG";

std::vector<std::string> all_codons() {
  std::vector<std::string> codons;
  for (const char first : bases)
    for (const char second : bases)
      for (const char third : bases) codons.push_back({first, second, third});
  return codons;
}

// Codons that are always stops, in the order of all_codons.
std::vector<std::string> stops_of(int id) {
  const genetic_code code(id);
  std::vector<std::string> stops;
  for (const auto& codon : all_codons())
    if (is_stop_codon(codon, code)) stops.push_back(codon);
  return stops;
}

using codons = std::vector<std::string>;

}  // namespace

TEST_CASE("the standard code has its 64 codons") {
  std::string letters;
  for (const auto& codon : all_codons()) letters += translate_codon(codon);
  CHECK(letters == "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG");
  CHECK(genetic_code().id() == 1);
  CHECK(genetic_code().name() == "Standard");
}

TEST_CASE("every number of NCBI's list is a code, and no other is") {
  const std::vector<int> expected = {1,  2,  3,  4,  5,  6,  9,  10, 11, 12, 13, 14, 15, 16,
                                     21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
  CHECK(std::vector<int>(genetic_code::ids().begin(), genetic_code::ids().end()) == expected);
  for (int id = -1; id < 50; ++id) {
    const bool is_known = std::find(expected.begin(), expected.end(), id) != expected.end();
    CHECK(genetic_code::is_known(id) == is_known);
    if (is_known)
      CHECK(genetic_code(id).id() == id);
    else
      CHECK_THROWS_AS(genetic_code(id), std::invalid_argument);
  }
}

TEST_CASE("each code has the stops that its organisms have") {
  const codons two = {"TAA", "TAG"};
  const std::map<int, codons> unusual = {{2, {"TAA", "TAG", "AGA", "AGG"}},
                                         {3, two},
                                         {4, two},
                                         {5, two},
                                         {6, {"TGA"}},
                                         {9, two},
                                         {10, two},
                                         {13, two},
                                         {14, {"TAG"}},
                                         {15, {"TAA", "TGA"}},
                                         {16, {"TAA", "TGA"}},
                                         {21, two},
                                         {24, two},
                                         {25, two},
                                         {22, {"TCA", "TAA", "TGA"}},
                                         {23, {"TTA", "TAA", "TAG", "TGA"}},
                                         {27, {}},
                                         {28, {}},
                                         {29, {"TGA"}},
                                         {30, {"TGA"}},
                                         {31, {}},
                                         {32, {"TAA", "TGA"}},
                                         {33, {"TAG"}}};
  for (const int id : genetic_code::ids()) {
    CAPTURE(id);
    const auto found = unusual.find(id);
    CHECK(stops_of(id) == (found == unusual.end() ? codons{"TAA", "TAG", "TGA"} : found->second));
  }
}

TEST_CASE("codes of organelles and bacteria have NCBI's start codons, nuclear codes ATG alone") {
  // Lines "Starts" of NCBI's list, M over the codons of all_codons().
  const std::map<int, std::string> lines = {{2, "--------------------------------MMMM---------------M------------"},
                                            {3, "----------------------------------MM---------------M------------"},
                                            {4, "--MM---------------M------------MMMM---------------M------------"},
                                            {5, "---M----------------------------MMMM---------------M------------"},
                                            {9, "-----------------------------------M---------------M------------"},
                                            {11, "---M---------------M------------MMMM---------------M------------"},
                                            {13, "---M------------------------------MM---------------M------------"},
                                            {21, "-----------------------------------M---------------M------------"},
                                            {23, "--------------------------------M--M---------------M------------"},
                                            {24, "---M---------------M---------------M---------------M------------"},
                                            {25, "---M-------------------------------M---------------M------------"},
                                            {32, "---M---------------M------------MMMM---------------M------------"},
                                            {33, "---M---------------M---------------M---------------M------------"}};
  const std::string atg_alone = "-----------------------------------M----------------------------";
  for (const int id : genetic_code::ids()) {
    CAPTURE(id);
    const genetic_code code(id);
    std::string starts;
    for (const auto& codon : all_codons()) {
      starts += may_begin_coding(codon, code) ? 'M' : '-';
      if (may_begin_coding(codon, code)) CHECK_FALSE(is_stop_codon(codon, code));
    }
    const auto found = lines.find(id);
    CHECK(starts == (found == lines.end() ? atg_alone : found->second));
  }
  CHECK_FALSE(may_begin_coding("RTG", genetic_code(11)));
  CHECK(genetic_code(11).may_begin_with(spliced::dna_code('G'), spliced::dna_code('T')));
  CHECK_FALSE(genetic_code().may_begin_with(spliced::dna_code('G'), spliced::dna_code('T')));
}

TEST_CASE("a start codon that an intron splits is ATG") {
  const genetic_code bacterial(11);
  const std::array<spliced::residue_code, codon_length> gtg = {4, 8, 4};
  CHECK(is_start_codon(gtg, 0, bacterial));
  CHECK_FALSE(is_start_codon(gtg, 1, bacterial));
  CHECK(is_start_codon(standard_start, 2, bacterial));
  CHECK_FALSE(is_start_codon(gtg, 0, standard_code()));
}

TEST_CASE("codons that mean something else in other codes") {
  CHECK(translate_codon("ATA", genetic_code(2)) == 'M');
  CHECK(translate_codon("CTG", genetic_code(3)) == 'T');
  CHECK(translate_codon("TAA", genetic_code(6)) == 'Q');
  CHECK(translate_codon("AAA", genetic_code(9)) == 'N');
  CHECK(translate_codon("TGA", genetic_code(10)) == 'C');
  CHECK(translate_codon("CTG", genetic_code(12)) == 'S');
  CHECK(translate_codon("AGA", genetic_code(13)) == 'G');
  CHECK(translate_codon("TAG", genetic_code(16)) == 'L');
  CHECK(translate_codon("TGA", genetic_code(25)) == 'G');
  CHECK(translate_codon("CTG", genetic_code(26)) == 'A');
  CHECK(translate_codon("CTG", genetic_code(27)) == 'L');
  CHECK(translate_codon("TAA", genetic_code(30)) == 'E');
  CHECK(translate_codon("TAG", genetic_code(32)) == 'W');
  CHECK(translate_codon("AGG", genetic_code(33)) == 'K');
  for (const int id : genetic_code::ids()) CHECK(translate_codon("ATG", genetic_code(id)) == 'M');
}

TEST_CASE("a codon that is an amino acid within and a stop at the end may end a coding sequence") {
  const genetic_code karyorelict(27);
  CHECK(translate_codon("TGA", karyorelict) == 'W');
  CHECK_FALSE(is_stop_codon("TGA", karyorelict));
  CHECK(may_end_coding("TGA", karyorelict));
  CHECK_FALSE(may_end_coding("TAA", karyorelict));
  for (const char* codon : {"TAA", "TAG", "TGA", "TAR", "TRA"}) CHECK(may_end_coding(codon, genetic_code(28)));
  CHECK(may_end_coding("TAR", genetic_code(31)));
  CHECK_FALSE(may_end_coding("TGA", genetic_code(31)));
  for (const int id : genetic_code::ids())
    for (const auto& stop : stops_of(id)) CHECK(may_end_coding(stop, genetic_code(id)));
}

TEST_CASE("an ambiguous codon means what all its codons have in common") {
  CHECK(translate_codon("GGN") == 'G');
  CHECK(translate_codon("YTR") == 'L');
  CHECK(translate_codon("MGR") == 'R');
  CHECK(translate_codon("TAR") == '*');
  CHECK(translate_codon("TRA") == '*');
  CHECK(translate_codon("TRR") == 'X');  // TGG
  CHECK(translate_codon("AAN") == 'X');
  CHECK(translate_codon("NNN") == 'X');
  CHECK(translate_codon("RAY") == 'X');  // N or D, not B
  CHECK_FALSE(is_stop_codon("TNA"));
  CHECK(translate_codon("TAN", genetic_code(29)) == 'Y');
  CHECK(translate_codon("A-G") == 'X');
  CHECK(translate_codon("ggu") == 'G');
}

TEST_CASE("ambiguity agrees with the expansion of every codon in every code") {
  for (const int id : genetic_code::ids()) {
    const genetic_code code(id);
    std::size_t n_wrong = 0;
    for (spliced::residue_code a = 1; a < 16; ++a)
      for (spliced::residue_code b = 1; b < 16; ++b)
        for (spliced::residue_code c = 1; c < 16; ++c) {
          bool is_one = true;
          int common = -1;
          for (const auto& codon : all_codons()) {
            const auto x = spliced::dna_code(codon[0]), y = spliced::dna_code(codon[1]),
                       z = spliced::dna_code(codon[2]);
            if ((x & a) == 0 || (y & b) == 0 || (z & c) == 0) continue;
            const int here = code.translate(x, y, z);
            is_one = is_one && (common == -1 || common == here);
            common = here;
          }
          n_wrong += code.translate(a, b, c) != (is_one ? common : spliced::amino_code('X'));
        }
    CHECK(n_wrong == 0);
  }
}

TEST_CASE("a coding sequence is translated codon by codon, with its code") {
  CHECK(translate("ATGTGATAAAG") == "M**");
  CHECK(translate("ATGTGATAAAG", genetic_code(4)) == "MW*");
  CHECK(translate("").empty());
}

TEST_CASE("recoded stops are selenocysteine and pyrrolysine, and may still end a coding sequence") {
  const genetic_code code = standard_code().with_recoded_stops();
  CHECK(translate("ATGTGATAGTAATRATGR", code) == "MUO**X");
  for (const char* stop : {"TGA", "TAG", "TAA", "TRA"}) CHECK(may_end_coding(stop, code));
  CHECK_FALSE(is_stop_codon("TGA", code));
  CHECK(translate("TGATAG", genetic_code(4).with_recoded_stops()) == "WO");
  CHECK(translate("TGATAG", genetic_code(15).with_recoded_stops()) == "UQ");
  for (const char letter : spliced::amino_letters)
    CHECK(is_recoded_stop(spliced::amino_code(letter)) == (letter == 'U' || letter == 'O'));
}

namespace {

codon_weights::weight of(const codon_weights& weights, const char* codon) {
  const auto bases = spliced::encode_dna(codon);
  return weights.of(bases[0], bases[1], bases[2]);
}

}  // namespace

TEST_CASE("weights stand in the order of the bases, the third fastest") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<codon_weights::weight>(i);
  const codon_weights weights(table);
  CHECK(of(weights, "AAA") == 0);
  CHECK(of(weights, "AAC") == 1);
  CHECK(of(weights, "ACA") == 4);
  CHECK(of(weights, "GTA") == 2 * 16 + 3 * 4);
  CHECK(of(weights, "TTT") == 63);
}

TEST_CASE("a codon with a base that is not known weighs nothing") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  table.fill(7);
  const codon_weights weights(table);
  for (const char* codon : {"NAA", "ANA", "AAN", "RAA", "AAY", "NNN"}) CHECK(of(weights, codon) == 0);
  CHECK(of(weights, "CAT") == 7);
}

TEST_CASE("the largest weight is at least 0, and the largest change counts both ways") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  table.fill(-3);
  CHECK(codon_weights(table).largest() == 0);
  CHECK(codon_weights(table).largest_change() == 3);
  table[5] = 2;
  CHECK(codon_weights(table).largest() == 2);
  CHECK(codon_weights(table).largest_change() == 3);
  table[6] = 9;
  CHECK(codon_weights(table).largest_change() == 9);
}
