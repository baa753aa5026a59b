// The codons of a chain: across introns and frameshifts, with the stop that is not aligned.
#include <stdexcept>

#include "catch.hpp"
#include "exons/solving/chain_codons.hpp"

using namespace exonweave;
using spliced::edit;

namespace {

//                             0         1         2
//                             012345678901234567890123
constexpr std::string_view gene = "CCATGGGTCCCCAGCTTGGTAACC";  // ATG G|CT TGG TAA

strand_region region_of(std::string_view residues = gene, std::int64_t start = 0) {
  return {start, spliced::encode_dna(residues)};
}

spliced::aligned_exon exon(std::int64_t begin, std::int64_t end, std::uint32_t n_matches) {
  spliced::aligned_exon made;
  made.begin = begin, made.end = end;
  if (n_matches > 0) made.edits = {{edit::match, n_matches}};
  return made;
}

std::string protein_of(const chain_reading& read) {
  std::string text;
  for (const auto& codon : read.codons) text += spliced::amino_letter(codon.amino);
  return text;
}

}  // namespace

TEST_CASE("codons are read across an intron, each of the exon that holds its middle base") {
  const auto read = read_codons({0, {exon(2, 6, 1), exon(14, 22, 2)}}, region_of(), standard_code());
  CHECK(protein_of(read) == "MAW*");
  CHECK(read.codons[1].bases == std::array<std::int64_t, 3>{5, 14, 15});
  CHECK(read.codons[0].exon == 0);
  CHECK(read.codons[1].exon == 1);
  CHECK(read.codons[3].exon == 1);
  CHECK(read.has_final_stop());
  CHECK_FALSE(read.codons[2].is_final_stop);
  CHECK(read.unread.empty());
}

TEST_CASE("a chain may begin with any start codon of its code, with ATG alone where an intron splits it") {
  const auto begins = [](const std::string& bases, std::vector<spliced::aligned_exon> exons, int code) {
    return read_codons({0, std::move(exons)}, region_of(bases), genetic_code(code)).has_start;
  };
  CHECK(begins("GTGCCC", {exon(0, 6, 2)}, 11));
  CHECK_FALSE(begins("GTGCCC", {exon(0, 6, 2)}, 1));
  CHECK_FALSE(begins("GTAAGGCCC", {exon(0, 2, 1), exon(5, 9, 1)}, 11));
  CHECK(begins("ATAAGGCCC", {exon(0, 2, 1), exon(5, 9, 1)}, 11));
  auto read = read_codons({0, {exon(0, 6, 2)}}, region_of("GTGCCC"), genetic_code(11));
  CHECK(protein_of(read) == "VP");
  read.take_start();
  CHECK(protein_of(read) == "MP");
}

TEST_CASE("positions are the strand's, not the region's") {
  const auto read =
      read_codons({0, {exon(1002, 1006, 1), exon(1014, 1022, 2)}}, region_of(gene, 1000), standard_code());
  CHECK(protein_of(read) == "MAW*");
  CHECK(read.codons[1].bases == std::array<std::int64_t, 3>{1005, 1014, 1015});
}

TEST_CASE("a codon with two bases before the intron belongs to the exon there") {
  // ATG GG|G CTT GGT AA
  const auto read = read_codons({0, {exon(2, 7, 2), exon(13, 20, 2)}}, region_of(), standard_code());
  CHECK(read.codons[1].bases == std::array<std::int64_t, 3>{5, 6, 13});
  CHECK(read.codons[1].exon == 0);
  CHECK(read.codons[2].exon == 1);
}

TEST_CASE("a codon in three exons belongs to the one between") {
  const auto read = read_codons({0, {exon(2, 6, 1), exon(14, 15, 1), exon(15, 22, 1)}}, region_of(), standard_code());
  CHECK(protein_of(read) == "MAW*");
  CHECK(read.codons[1].exon == 1);
}

TEST_CASE("every edit but an insertion stands for a codon") {
  auto last = exon(14, 22, 1);
  last.edits = {{edit::deletion, 1}, {edit::insertion, 5}, {edit::unaligned, 1}};
  CHECK(protein_of(read_codons({0, {exon(2, 6, 1), last}}, region_of(), standard_code())) == "MAW*");
}

TEST_CASE("a last codon that is aligned is no final stop, even if it is a stop codon") {
  const auto read = read_codons({0, {exon(2, 6, 1), exon(14, 22, 3)}}, region_of(), standard_code());
  CHECK(protein_of(read) == "MAW*");
  CHECK_FALSE(read.has_final_stop());
}

TEST_CASE("bases behind the last whole codon are left unread") {
  const auto read = read_codons({0, {exon(2, 6, 1), exon(14, 18, 1)}}, region_of(), standard_code());
  CHECK(protein_of(read) == "MA");
  CHECK(read.unread == std::vector<std::int64_t>{16, 17});
  CHECK_FALSE(read.has_final_stop());
}

TEST_CASE("a chain that begins within a codon is read from behind the bases it skips") {
  auto only = exon(14, 22, 1);
  only.n_skipped = 2;
  const auto read = read_codons({0, {only}}, region_of(), standard_code());
  CHECK(protein_of(read) == "W*");
  CHECK(read.codons[0].bases[0] == 16);
}

TEST_CASE("behind a frameshift the frame begins anew") {
  // ATG, C skipped, GCT TAA.
  auto second = exon(4, 10, 1);
  second.is_shifted = true;
  const auto read = read_codons({0, {exon(0, 3, 1), second}}, region_of("ATGCGCTTAA"), standard_code());
  CHECK(protein_of(read) == "MA*");
  CHECK(read.codons[1].bases[0] == 4);
}

TEST_CASE("edits for fewer or more codons than there are, or a last codon that is no stop, are a defect") {
  const auto read = [](std::uint32_t in_first, std::uint32_t in_last, std::int64_t end = 22) {
    return read_codons({0, {exon(2, 6, in_first), exon(14, end, in_last)}}, region_of(), standard_code());
  };
  CHECK_NOTHROW(read(1, 2));
  CHECK_THROWS_AS(read(1, 1), std::logic_error);
  CHECK_THROWS_AS(read(1, 4), std::logic_error);
  CHECK_THROWS_AS(read(1, 1, 19), std::logic_error);  // M A W, the last no stop
  CHECK_THROWS_AS(read(1, 2, 23), std::logic_error);  // a base behind the stop
}

TEST_CASE("which codon may be the final stop depends on the genetic code") {
  const spliced::alignment chain{0, {exon(0, 6, 1)}};
  CHECK(read_codons(chain, region_of("ATGTGA"), standard_code()).has_final_stop());
  CHECK_THROWS_AS(read_codons(chain, region_of("ATGTGA"), genetic_code(4)), std::logic_error);
}
