#include "catch.hpp"
#include "exons/codon_table.hpp"
#include "exons/sweep/genome_track.hpp"

using namespace exonweave;

TEST_CASE("a site track has weights by position, the largest of several, and none beyond its ends") {
  const std::vector<scored_site> sites = {{9, 5, splice_family::major},  {10, -3, splice_family::major},
                                          {10, 7, splice_family::minor}, {12, 2, splice_family::major},
                                          {12, 4, splice_family::major}, {14, 9, splice_family::major}};
  const site_track major = site_track::make(sites, splice_family::major, 10, 3);
  CHECK(major.has(0));
  CHECK(major.at(0) == -3);
  CHECK_FALSE(major.has(1));
  CHECK(major.at(2) == 4);
  CHECK_FALSE(major.has(3));
  CHECK(major.largest() == 4);
  CHECK(major.smallest() == -3);
  CHECK(site_track::make(sites, splice_family::minor, 10, 3).at(0) == 7);
  CHECK_FALSE(site_track::make({}, splice_family::major, 10, 3).has(0));
  CHECK_THROWS_AS(site_track::make({{10, 40'000, splice_family::major}}, splice_family::major, 10, 3),
                  std::range_error);
}

TEST_CASE("a track has the bases of a region, the codons that begin there, and its sites") {
  const strand_region region = {5, spliced::encode_dna("ATGTAAG")};
  block_sites blocks;
  blocks.sites.starts = {{5, 3, splice_family::major}};
  blocks.sites.donors = {{8, 1, splice_family::major}};
  blocks.cut_ends = {{12, -2, splice_family::major}};
  const genome_track track = make_track(region, blocks, {&standard_code(), {}, {}, {}});
  CHECK(track.start == 5);
  CHECK(track.length() == 7);
  CHECK(track.codons.size() == 5);
  CHECK(track.codon(0) == spliced::amino_code('M'));
  CHECK(track.codon(3) == spliced::stop_amino);
  CHECK(track.starts.at(0) == 3);
  CHECK(track.donors[0].at(3) == 1);
  CHECK(track.cut_ends.at(7) == -2);
  CHECK(track.coding.empty());
  CHECK(track.whole_codon(0) == swept_codon{spliced::amino_code('M'), 0});
}

TEST_CASE("a track has what codons earn in gaps, stop codons nothing") {
  const auto weights = exonweave::testing::weights_of({{"ATG", 3}, {"TGT", -2}, {"TAA", 9}});
  exon_reading reading{&standard_code(), {}, {}, {}};
  reading.coding = &weights;
  const genome_track track = make_track({5, spliced::encode_dna("ATGTAAG")}, {}, reading);
  CHECK(track.coding == std::vector<spliced::gap_weight>{3, -2, 0, 0, 0});
  CHECK(track.whole_codon(1) == swept_codon{spliced::amino_code('C'), -2});
}
