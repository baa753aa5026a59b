// Starts of genes whose targets begin late: moved to the farthest start codon that the first exon can have.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "exons/models/start_extension.hpp"
#include "exons/one_strand.hpp"

using namespace exonweave;
using spliced::edit;

namespace {

struct moved_start {
  std::uint32_t n_added = 0;
  spliced::alignment chain;
};

// A piece of a strand, with some bases beside it as fetching may give.
strand_bases bases_of(const strand_region& strand, std::int64_t first = 0) {
  return {first, [&strand](interval where) {
            const std::int64_t start = std::max(strand.start, where.start - 2);
            const auto begin = strand.residues.begin() + (start - strand.start);
            return strand_region{start, {begin, strand.residues.begin() + (where.end - strand.start)}};
          }};
}

// A chain of 3 codons from `begin` on, aligned from residue `first` of its target on.
moved_start extended(std::string_view strand, std::int64_t begin, std::size_t first = 4,
                     std::vector<spliced::edit_run> edits = {{edit::match, 3}},
                     const genetic_code& code = standard_code()) {
  region_material material = testing::case_on(strand, {});
  material.blocks.emplace();
  moved_start made;
  made.chain = {50, {{begin, begin + 9, 0, false, first, first + 3, std::move(edits)}}};
  made.n_added = extend_start(material, code, bases_of(material.region), made.chain);
  return made;
}

// The begin of what is read from the ATG at 12 on.
std::int64_t begin_on(std::string_view before) {
  REQUIRE(before.size() == 12);
  return extended(std::string(before) + "ATGAAAAAATAA", 12).chain.exons.front().begin;
}

}  // namespace

TEST_CASE("a start moves to the farthest start codon of its frame") {
  const auto moved = extended("CCCATGATGCCCATGAAAAAATAA", 12);
  CHECK(moved.n_added == 3);
  CHECK(moved.chain.total == 50);
  const auto& exon = moved.chain.exons.front();
  CHECK(exon.begin == 3);
  CHECK(exon.end == 21);
  CHECK(exon.target_begin == 4);
  CHECK(exon.edits == std::vector<spliced::edit_run>{{edit::unaligned, 3}, {edit::match, 3}});
}

TEST_CASE("codons that were unaligned before and those that are added are one end") {
  const auto moved = extended("ATGCCCCCCCCCATGAAAAAATAA", 12, 4, {{edit::unaligned, 1}, {edit::match, 2}});
  CHECK(moved.chain.exons.front().edits == std::vector<spliced::edit_run>{{edit::unaligned, 5}, {edit::match, 2}});
}

TEST_CASE("a start does not move over a stop codon, an ambiguous base, or the region's begin") {
  CHECK(begin_on("ATGCCCCCCCCC") == 0);
  CHECK(begin_on("ATGTAACCCCCC") == 12);
  CHECK(begin_on("ATGTAAATGCCC") == 6);
  CHECK(begin_on("ATGCCNCCCCCC") == 12);
  CHECK(begin_on("ATGCCRCCCCCC") == 12);
  CHECK(begin_on("CATGATGCCCCC") == 12);  // other frames
  CHECK(begin_on("TGCCCCCCCCCC") == 12);
  CHECK(extended("TGCCCATGAAAAAATAA", 5).chain.exons.front().begin == 5);
}

TEST_CASE("what is a stop codon depends on the genetic code") {
  const std::string strand = "ATGTGACCCCCCATGAAAAAATAA";
  CHECK(extended(strand, 12).n_added == 0);
  CHECK(extended(strand, 12, 4, {{edit::match, 3}}, genetic_code(4)).n_added == 4);
}

TEST_CASE("a start stays where the target's first residue is aligned") {
  const std::string strand = "ATGCCCCCCCCCATGAAAAAATAA";
  CHECK(extended(strand, 12, 0).n_added == 0);
  CHECK(extended(strand, 12, 1).n_added == 4);
  CHECK(extended(strand, 12, 0, {{edit::insertion, 1}, {edit::match, 2}, {edit::deletion, 1}}).n_added == 4);
  CHECK(extended(strand, 12, 0, {{edit::deletion, 1}, {edit::match, 2}, {edit::insertion, 1}}).n_added == 0);
  CHECK(extended(strand, 12, 4, {{edit::deletion, 3}, {edit::insertion, 3}}).n_added == 0);  // nothing is aligned
}

TEST_CASE(
    "a start moves beyond its region, and over more bases than are read at once, as far as bases may be "
    "read") {
  const std::int64_t n_codons = 2500;
  std::string strand = "ATG";
  for (std::int64_t n = 1; n < n_codons; ++n) strand += n == 1200 ? "ATG" : "CCC";
  const auto begin = static_cast<std::int64_t>(strand.size());
  strand += "ATGAAAAAATAA";
  const strand_region whole{0, spliced::encode_dna(strand)};
  region_material material =
      testing::case_on(std::string_view(strand).substr(static_cast<std::size_t>(begin)), {}, begin);
  material.blocks.emplace();
  const auto moved_to = [&](std::int64_t first) {
    spliced::alignment chain{50, {{begin, begin + 9, 0, false, 4, 7, {{edit::match, 3}}}}};
    const std::uint32_t n_added = extend_start(material, standard_code(), bases_of(whole, first), chain);
    CHECK(begin - 3 * std::int64_t{n_added} == chain.exons.front().begin);
    return chain.exons.front().begin;
  };
  CHECK(moved_to(0) == 0);
  CHECK(moved_to(1) == 3600);
  CHECK(moved_to(3600) == 3600);
  CHECK(moved_to(3601) == begin);
  CHECK(moved_to(begin) == begin);
}

TEST_CASE("a chain without start codon, or of given candidates, stays") {
  const std::string strand = "ATGCCCCCCCCCATGAAAAAATAA";
  CHECK(extended(strand, 9).n_added == 0);  // it begins with CCC
  spliced::alignment chain{50, {{12, 21, 0, false, 4, 7, {{edit::match, 3}}}}};
  region_material given = testing::case_on(strand, {{{12, 21}, 0, {}}});
  const strand_bases bases = bases_of(given.region);
  CHECK(extend_start(given, standard_code(), bases, chain) == 0);
  given.blocks.emplace();
  CHECK(extend_start(given, standard_code(), bases, chain) == 0);
  spliced::alignment cut{50, {{12, 21, 1, false, 4, 7, {{edit::match, 2}}}}};  // begins within a codon
  region_material blocks = testing::case_on(strand, {});
  blocks.blocks.emplace();
  CHECK(extend_start(blocks, standard_code(), bases, cut) == 0);
  CHECK(extend_start(blocks, standard_code(), bases, chain) == 4);
}

TEST_CASE("a chain that begins before its region is read where it begins") {
  const std::string all = "CCCATGCCCATGCCCCCCAAATAA";
  const region_material whole = testing::case_on(all, {});
  region_material material = testing::case_on(all, {});
  material.region.start += 15;  // behind the begin
  material.region.residues.erase(material.region.residues.begin(), material.region.residues.begin() + 15);
  material.blocks.emplace();
  spliced::alignment chain{50, {{9, 21, 0, false, 4, 6, {{edit::unaligned, 2}, {edit::match, 2}}}}};
  CHECK(extend_start(material, standard_code(), bases_of(whole.region), chain) == 2);
  CHECK(chain.exons.front().begin == 3);
}
