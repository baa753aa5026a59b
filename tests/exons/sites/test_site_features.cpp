// Rows lie where their bases are on either strand, one per role and phase of a block.
#include <catch.hpp>
#include <string>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_features.hpp"
#include "exons/sites/site_models.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::string rows_text(std::vector<site_feature> rows) {
  std::sort(rows.begin(), rows.end());
  std::string text;
  for (const auto& row : rows) text += feature_row(row, "s", 1, score_unit::whole());
  return text;
}

strand_region region_of(const std::string& residues) { return {0, spliced::encode_dna(residues)}; }

}  // namespace

TEST_CASE("a site's row covers its own bases, in forward coordinates on both strands") {
  const std::string text = "CATGCCAGCC";
  const site_scorer scorer(flat_model());
  CHECK(rows_text(features_of(find_sites(region_of(text), scorer), strand::forward, 10)) ==
        "s\texonweave\tstart_codon\t2\t4\t0\t+\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t4\t5\t-14\t+\t.\t.\n"
        "s\texonweave\tthree_prime_cis_splice_site\t7\t8\t0\t+\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t8\t9\t-14\t+\t.\t.\n");
  const auto other = find_sites(region_of(reverse_complement(text)), scorer);  // GGCTGGCATG
  CHECK(rows_text(features_of(other, strand::reverse, 10)) ==
        "s\texonweave\tstart_codon\t1\t3\t0\t-\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t4\t5\t-14\t-\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t8\t9\t-14\t-\t.\t.\n");
}

TEST_CASE("stop codons and sites of the minor family are told as such") {
  CHECK(rows_text(features_of_stops(find_stops(region_of("CTAAC"), {0, 5}), strand::reverse, 5)) ==
        "s\texonweave\tstop_codon\t2\t4\t.\t-\t.\t.\n");
  const auto sites = find_sites(region_of("AT"), site_scorer(flat_model(), {.at_ac = 9}));
  CHECK(rows_text(features_of(sites, strand::forward, 2)) ==
        "s\texonweave\tfive_prime_cis_splice_site\t1\t2\t-9\t+\t.\tfamily=minor\n");
}

TEST_CASE("a block has a row for each type and phase that it may have") {
  const coding_block block{.where = {2, 8},
                           .may_begin = true,
                           .may_follow = true,
                           .open = 0b101,
                           .closed = 0b010,
                           .begins = 1,
                           .follows = 10,
                           .goes_on = 100};
  CHECK(rows_text(features_of(std::vector{block}, strand::reverse, 20)) ==
        "s\texonweave\tcoding_exon\t13\t18\t101\t-\t0\tID=block1;exon_type=initial\n"
        "s\texonweave\tcoding_exon\t13\t18\t110\t-\t0\tID=block1;exon_type=internal\n"
        "s\texonweave\tcoding_exon\t13\t18\t110\t-\t2\tID=block1;exon_type=internal\n"
        "s\texonweave\tcoding_exon\t13\t18\t10\t-\t1\tID=block1;exon_type=terminal\n");
  const coding_block single{.where = {0, 9}, .may_begin = true, .closed = 1, .begins = -3};
  CHECK(rows_text(features_of(std::vector{single}, strand::forward, 20)) ==
        "s\texonweave\tcoding_exon\t1\t9\t-3\t+\t0\tID=block1;exon_type=single\n");
}

TEST_CASE("names of sequences are escaped") {
  CHECK(feature_row({}, "a b>", 1, score_unit::whole()).substr(0, 8) == "a%20b%3E");
}
