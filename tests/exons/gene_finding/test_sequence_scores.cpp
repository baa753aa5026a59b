#include "catch.hpp"
#include "exons/gene_finding/sequence_scores.hpp"

using namespace exonweave;

TEST_CASE("hints of a gene are its coding bases in their frame, introns, start and stop") {
  for (const strand on : {strand::forward, strand::reverse}) {
    gene_hints hints;
    hints.add_gene({{10, 14}, {20, 25}}, on, {.per_base = 1, .intron = 2, .start = 3, .stop = 4}, 0.5);
    hints.sort();
    REQUIRE(hints.codings.size() == 2);
    CHECK(hints.codings[0].n_before == 0);
    CHECK(hints.codings[1].n_before == 1);
    CHECK(to_bits(hints.codings[1].per_base) == 0.5);
    REQUIRE(hints.introns.size() == 1);
    CHECK(hints.introns[0].where == interval{14, 20});
    CHECK(to_bits(hints.introns[0].score) == 1);
    REQUIRE(hints.codons.size() == 2);
    CHECK(hints.codons[0].position == 10);
    CHECK(hints.codons[1].position == 22);
    CHECK(hints.codons[0].is_start == (on == strand::forward));
    CHECK(to_bits(hints.codons[0].score) == (on == strand::forward ? 1.5 : 2));
  }
}

TEST_CASE("hints of a piece of a gene are its introns and its coding bases in the frame of its phase") {
  const std::vector<interval> exons = {{10, 14}, {20, 26}};
  gene_hints forward, reverse;
  forward.add_piece(exons, strand::forward, 1, {.per_base = 1, .intron = 2}, 0.5);
  CHECK(forward.codons.empty());
  REQUIRE(forward.introns.size() == 1);
  CHECK(to_bits(forward.introns[0].score) == 1);
  CHECK(forward.codings[0].n_before == 2);  // base 10 ends a codon, and 11 begins one
  CHECK(forward.codings[1].n_before == 0);
  reverse.add_piece(exons, strand::reverse, 2, {}, 1);  // base 23 is the last of a codon of 23, 22 and 21
  CHECK(reverse.codings[1].where == interval{20, 26});
  CHECK(reverse.codings[1].n_before == 2);
  CHECK(reverse.codings[0].n_before == 1);
  // What the reverse strand has is what the forward strand has of the reverse complement.
  gene_hints turned;
  turned.add_piece({{74, 80}, {86, 90}}, strand::forward, 2, {}, 1);
  turned.sort();
  const gene_hints back = turned.flipped(100);
  for (std::size_t h = 0; h < 2; ++h) CHECK(back.codings[h].n_before == reverse.codings[h].n_before);
}

TEST_CASE("hints of two sources add up") {
  gene_hints hints, others;
  hints.add_gene({{10, 14}, {20, 25}}, strand::forward, {.intron = 2}, 1);
  others.add_gene({{10, 14}, {20, 25}}, strand::forward, {.intron = 3}, 1);
  others.recoded_stops = {{12, strand::forward}};
  hints.add(others);
  hints.sort();
  CHECK(hints.codings.size() == 4);
  CHECK(hints.codons.size() == 4);
  CHECK(hints.recoded_stops.size() == 1);
  REQUIRE(hints.introns.size() == 1);
  CHECK(to_bits(hints.introns[0].score) == 5);
}

TEST_CASE("hints of splice sites keep their strand and end in parts and in the reverse complement") {
  gene_hints hints;
  hints.sites = {{30, strand::reverse, false, 7}, {10, strand::forward, true, -5}, {31, strand::forward, true, 1}};
  hints.unlisted_site = -9;
  hints.sort();
  CHECK(hints.sites.front().border == 10);
  const gene_hints part = hints.within({10, 30});
  REQUIRE(part.sites.size() == 2);
  CHECK(part.sites[0].border == 0);
  CHECK(part.sites[1].border == 20);
  CHECK(part.unlisted_site == -9);
  const gene_hints turned = part.flipped(20);
  CHECK(turned.unlisted_site == -9);
  REQUIRE(turned.sites.size() == 2);
  CHECK(turned.sites[0].border == 0);
  CHECK(turned.sites[0].on == strand::forward);
  CHECK_FALSE(turned.sites[0].is_donor);
  CHECK(turned.sites[0].score == 7);
  CHECK(turned.sites[1].border == 20);
  CHECK(turned.sites[1].on == strand::reverse);
  CHECK(turned.sites[1].is_donor);
}

TEST_CASE("hints that say the same of an intron add up") {
  gene_hints hints;
  for (int n = 0; n < 3; ++n) hints.introns.push_back({{5, 50}, strand::forward, 10});
  hints.introns.push_back({{5, 50}, strand::reverse, 10});
  hints.sort();
  REQUIRE(hints.introns.size() == 2);
  CHECK(hints.introns[0].score == 30);
}

TEST_CASE("hints that are flipped twice are the same") {
  gene_hints hints;
  hints.add_gene({{10, 14}, {20, 25}, {40, 46}}, strand::reverse, {}, 1);
  hints.sort();
  const gene_hints turned = hints.flipped(100);
  CHECK(turned.codings.front().where == interval{54, 60});
  CHECK(turned.codings.front().on == strand::forward);
  CHECK(turned.codings.front().n_before == 0);
  CHECK(turned.codings.back().where == interval{86, 90});
  CHECK(turned.codings.back().n_before == 2);
  const gene_hints again = turned.flipped(100);
  for (std::size_t h = 0; h < hints.codings.size(); ++h) {
    CHECK(again.codings[h].where == hints.codings[h].where);
    CHECK(again.codings[h].n_before == hints.codings[h].n_before);
  }
  CHECK(again.codons.front().position == hints.codons.front().position);
}

TEST_CASE("hints within a part are those of whole introns and codons, and of the coding bases there in their frame") {
  gene_hints hints;
  hints.add_gene({{10, 24}, {40, 46}, {60, 67}}, strand::forward, {}, 1);
  hints.recoded_stops = {{13, strand::forward}, {12, strand::forward}};
  hints.sort();
  const gene_hints part = hints.within({13, 61});
  REQUIRE(part.codings.size() == 3);
  CHECK(part.codings[0].where == interval{0, 11});
  CHECK(part.codings[0].n_before == 0);
  CHECK(part.codings[2].where == interval{47, 48});
  CHECK(part.codings[2].n_before == 2);
  CHECK(hints.within({14, 61}).codings[0].n_before == 1);
  REQUIRE(part.introns.size() == 2);
  CHECK(part.introns[1].where == interval{33, 47});
  CHECK(hints.within({25, 61}).introns.size() == 1);
  CHECK(part.codons.empty());
  CHECK(hints.within({10, 67}).codons.size() == 2);
  REQUIRE(part.recoded_stops.size() == 1);
  CHECK(part.recoded_stops[0].position == 0);
}

TEST_CASE("sure genes are stronger hints") {
  CHECK(hint_factor(0.5) == 0.5);
  CHECK(hint_factor(0.9) == Approx(5.4));
  CHECK(hint_factor(std::nullopt) == 0.5);
}

TEST_CASE("genes without support count less where they are predicted with a low probability") {
  CHECK(hint_factor(std::nullopt, 0.25) == 0.125);
  CHECK(hint_factor(std::nullopt, 1) == hint_factor(std::nullopt));
  CHECK(hint_factor(0.5, 1) == 0.5);
}
