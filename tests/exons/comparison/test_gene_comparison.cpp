#include <algorithm>
#include <cmath>
#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/comparison/made_genes.hpp"

using exonweave::testing::single;
using exonweave::testing::temporary_file;
using exonweave::testing::transcript;
using namespace exonweave;

namespace {

std::vector<annotated_transcript> read(const std::string& text, sequence_catalog& sequences) {
  const temporary_file file(text);
  report problems;
  auto transcripts = read_gene_set(file.path(), sequences, problems);
  problems.throw_if_errors();
  return transcripts;
}

shared_coding shared_by(const annotated_transcript& a, const annotated_transcript& b) {
  const auto overlaps = find_overlaps(make_coding_set({a}), make_coding_set({b}));
  return overlaps.empty() ? shared_coding{} : overlaps.front().shared;
}

}  // namespace

TEST_CASE("rows that touch or overlap are one coding exon") {
  const auto set = make_coding_set({single("g", '+', {{0, 30}, {30, 60}, {59, 80}, {81, 90}})});
  REQUIRE(set.transcripts.size() == 1);
  CHECK(set.transcripts[0].exons == std::vector<interval>{{0, 80}, {81, 90}});
  CHECK(set.transcripts[0].introns() == std::vector<interval>{{80, 81}});
  CHECK(set.transcripts[0].n_bases() == 89);
}

TEST_CASE("a gene set without a genome names its sequences and genes itself") {
  sequence_catalog sequences;
  const auto genes = read(
      "##gff-version 3\n"
      "z\tx\tgene\t11\t40\t.\t+\t.\tID=g1\n"
      "z\tx\tmRNA\t11\t40\t.\t+\t.\tID=t 1;Parent=g1\n"
      "z\tx\tCDS\t11\t30\t.\t+\t0\tParent=t 1\n"
      "z\tx\tCDS\t30\t40\t.\t+\t0\tParent=t 1\n"
      "y\tx\tCDS\t5000000000\t5000000020\t.\t-\t0\tParent=t2\n",
      sequences);
  CHECK(sequences.names() == std::vector<std::string>{"z", "y"});
  REQUIRE(genes.size() == 2);
  CHECK(genes[0].id == "t 1");
  CHECK(genes[0].gene == "g1");
  CHECK(genes[0].exons.size() == 2);
  CHECK(genes[1].gene.empty());
  CHECK(genes[1].exons.front() == interval{4'999'999'999, 5'000'000'020});
}

TEST_CASE("the gene of GTF is its gene_id") {
  sequence_catalog sequences;
  const auto genes = read("z\tx\tCDS\t11\t30\t.\t+\t0\tgene_id \"g 1\"; transcript_id \"t\";\n", sequences);
  REQUIRE(genes.size() == 1);
  CHECK(genes[0].gene == "g 1");
}

TEST_CASE("transcripts are of one gene by its name, on one strand") {
  const auto set = make_coding_set({transcript("t1", "g", '+', {{0, 30}}), transcript("t2", "g", '-', {{0, 30}}),
                                    transcript("t3", "g", '+', {{60, 90}})});
  REQUIRE(set.genes.size() == 2);
  CHECK(set.transcripts[0].gene == set.transcripts[2].gene);
  CHECK(set.genes[set.transcripts[1].gene].on == strand::reverse);
}

TEST_CASE("transcripts that name no gene are of one where they share codons, also through others") {
  const auto set = make_coding_set({transcript("t1", "", '+', {{0, 30}}), transcript("t2", "", '+', {{1, 31}}),
                                    transcript("t3", "", '+', {{21, 60}}), transcript("t4", "", '+', {{51, 90}}),
                                    transcript("t5", "g", '+', {{51, 90}})});
  REQUIRE(set.genes.size() == 3);
  CHECK(set.genes[0].id == "t1");
  CHECK(set.genes[1].id == "t2");
  CHECK(set.genes[2].id == "g");
  CHECK(set.transcripts[3].gene == 0);
}

TEST_CASE("shared bases are told apart by frame and strand") {
  const auto gene = single("a", '+', {{0, 30}, {40, 72}, {100, 128}});
  CHECK(shared_by(gene, gene).in_frame == 90);
  CHECK(shared_by(gene, single("b", '-', {{10, 50}})).on_other_strand == 30);
  // An intron that ends 1 nt later puts all that follows out of frame.
  const auto shifted = shared_by(gene, single("b", '+', {{0, 30}, {41, 72}, {100, 129}}));
  CHECK(shifted.in_frame == 30);
  CHECK(shifted.in_other_frame == 59);
  CHECK(shared_by(gene, single("b", '+', {{130, 160}})).in_frame == 0);
}

TEST_CASE("frames on the reverse strand begin at the other end") {
  const auto gene = single("a", '-', {{0, 28}, {40, 72}, {100, 130}});
  const auto shifted = shared_by(gene, single("b", '-', {{0, 28}, {40, 71}, {100, 130}}));
  CHECK(shifted.in_frame == 30);
  CHECK(shifted.in_other_frame == 31 + 28);
}

TEST_CASE("a partial gene has the frame that its phase says") {
  const auto gene = single("a", '+', {{0, 30}});
  auto partial = single("b", '+', {{1, 30}});
  CHECK(shared_by(gene, partial).in_other_frame == 29);
  partial.phase = 2;
  CHECK(shared_by(gene, partial).in_frame == 29);
}

using enum gene_change;
using exonweave::testing::compared;
using exonweave::testing::single;
using exonweave::testing::transcript;
using changes = std::vector<gene_change>;

namespace {

// "status: gene of A, gene of B" of each pair.
std::vector<std::string> reported(const gene_set_comparison& both) {
  std::vector<std::string> lines;
  const auto name = [](const coding_set& set, std::optional<std::uint32_t> t) {
    return t ? set.genes[set.transcripts[*t].gene].id : "-";
  };
  for (const gene_pair& pair : both.pairs)
    lines.push_back(std::string(gene_status_words[static_cast<std::size_t>(pair.status)]) + ": " +
                    name(both.a, pair.a) + ", " + name(both.b, pair.b));
  return lines;
}

changes changes_between(char on, const std::vector<interval>& a, const std::vector<interval>& b) {
  const auto both = compared({single("a", on, a)}, {single("b", on, b)});
  REQUIRE(both.pairs.size() == 1);
  CHECK(both.pairs[0].status == gene_status::changed);
  return both.pairs[0].changes;
}

const std::vector<interval> three_exons = {{100, 190}, {300, 390}, {500, 590}};

}  // namespace

TEST_CASE("a gene with the same coding exons is exact") {
  const auto both = compared({single("a", '-', three_exons)}, {single("b", '-', three_exons)});
  CHECK(reported(both) == std::vector<std::string>{"exact: a, b"});
  CHECK(both.pairs[0].changes.empty());
  CHECK(both.pairs[0].shared.in_frame == 270);
  CHECK(both.pairs[0].shared_exons == 3);
  CHECK(both.genes_a.exact == 1);
  CHECK(both.genes_b.exact == 1);
}

TEST_CASE("ends are named in the direction of transcription") {
  const std::vector<interval> longer = {{70, 190}, {300, 390}, {500, 590}};
  CHECK(changes_between('+', longer, three_exons) == changes{start_moved});
  CHECK(changes_between('-', longer, three_exons) == changes{end_moved});
  CHECK(changes_between('-', three_exons, {{100, 190}, {300, 390}, {500, 599}}) == changes{start_moved});
}

TEST_CASE("introns are moved, added or lost from B to A") {
  CHECK(changes_between('+', {{100, 196}, {300, 390}, {500, 590}}, three_exons) == changes{intron_moved});
  CHECK(changes_between('+', three_exons, {{100, 190}, {300, 590}}) == changes{intron_added, frame_differs});
  CHECK(changes_between('+', {{100, 190}, {300, 591}}, {{100, 190}, {300, 390}, {501, 591}}) == changes{intron_lost});
  CHECK(changes_between('+', {{100, 190}, {300, 350}, {353, 390}, {500, 590}}, {{100, 196}, {300, 390}, {500, 590}}) ==
        changes{intron_moved, intron_added});
}

TEST_CASE("a frame that differs is a change of its own") {
  CHECK(changes_between('+', {{100, 191}, {300, 390}}, {{100, 190}, {300, 390}}) ==
        changes{intron_moved, frame_differs});
  CHECK(changes_between('+', {{101, 191}}, {{100, 190}}) == changes{start_moved, end_moved, frame_differs});
}

TEST_CASE("one gene over several is merged, several over one are split") {
  const std::vector<annotated_transcript> two = {single("x", '+', {{100, 190}}), single("y", '+', {{400, 490}})};
  const std::vector<annotated_transcript> one = {single("z", '+', {{100, 190}, {400, 490}})};
  const auto merged_pairs = compared(one, two);
  CHECK(reported(merged_pairs) == std::vector<std::string>{"changed: z, x", "changed: z, y"});
  for (const gene_pair& pair : merged_pairs.pairs) CHECK(pair.changes == changes{merged});
  CHECK(merged_pairs.genes_a.changed == 1);
  CHECK(merged_pairs.genes_b.changed == 2);
  CHECK(merged_pairs.n_changes[static_cast<std::size_t>(merged)] == 2);
  for (const gene_pair& pair : compared(two, one).pairs) CHECK(pair.changes == changes{split});
}

TEST_CASE("an exact gene does not make a merged one of its neighbours") {
  const auto both =
      compared({single("x", '+', {{100, 190}})}, {single("x", '+', {{100, 190}}), single("y", '+', {{160, 250}})});
  CHECK(reported(both) == std::vector<std::string>{"exact: x, x", "changed: x, y"});
  CHECK(both.pairs[1].changes == changes{start_moved, end_moved});
  CHECK(both.genes_b.exact == 1);
  CHECK(both.genes_b.changed == 1);
}

TEST_CASE("genes that share bases in no frame are a pair where both have nothing better") {
  const auto antisense = compared({single("a", '-', {{100, 190}})}, {single("b", '+', {{100, 190}})});
  CHECK(reported(antisense) == std::vector<std::string>{"changed: a, b"});
  CHECK(antisense.pairs[0].changes == changes{opposite_strand});
  CHECK(antisense.pairs[0].shared_exons == 0);
  CHECK(antisense.genes_a.changed == 1);
}

TEST_CASE("a gene beside one that is matched is in one set only, and names it") {
  const auto both =
      compared({single("a", '+', {{100, 190}}), single("c", '-', {{130, 190}}), single("d", '+', {{101, 131}})},
               {single("b", '+', {{100, 190}})});
  CHECK(reported(both) == std::vector<std::string>{"exact: a, b", "only_a: d, b", "only_a: c, b"});
  CHECK(both.pairs[1].changes == changes{frame_differs});
  CHECK(both.pairs[2].changes == changes{opposite_strand});
  CHECK(both.genes_a.only == 2);
  CHECK(both.n_changes[static_cast<std::size_t>(opposite_strand)] == 0);  // of changed genes alone
}

TEST_CASE("a gene without any counterpart is in one set only") {
  const auto both = compared({single("a", '+', {{100, 190}})}, {single("b", '+', {{300, 390}})});
  CHECK(reported(both) == std::vector<std::string>{"only_a: a, -", "only_b: -, b"});
  CHECK(both.genes_a.only == 1);
  CHECK(both.genes_b.only == 1);
}

TEST_CASE("a gene counts by its best-matching transcript") {
  const auto exact = compared({single("a", '+', three_exons)},
                              {transcript("b1", "b", '+', {{100, 190}}), transcript("b2", "b", '+', three_exons)});
  CHECK(reported(exact) == std::vector<std::string>{"exact: a, b"});
  CHECK(exact.b.transcripts[*exact.pairs[0].b].id == "b2");
  const auto near = compared({single("a", '+', {{100, 190}, {300, 390}, {500, 593}})},
                             {transcript("b1", "b", '+', {{100, 190}}), transcript("b2", "b", '+', three_exons)});
  CHECK(near.b.transcripts[*near.pairs[0].b].id == "b2");
  CHECK(near.pairs[0].changes == changes{end_moved});
}

TEST_CASE("the table has a row for each pair") {
  std::string text;
  write_comparison_table(compared({single("a\t1", '-', three_exons)},
                                  {single("b", '-', {{300, 390}, {500, 590}}), single("c", '+', {{900, 930}})}),
                         [&text](std::string_view piece) { text += piece; });
  CHECK(text ==
        "status\tchanges\tseqid\ta_gene\ta_transcript\ta_strand\ta_start0\ta_end0\ta_exons\ta_bases\tb_gene\t"
        "b_transcript\tb_strand\tb_start0\tb_end0\tb_exons\tb_bases\tshared_exons\tshared_bases\n"
        "changed\tend_moved,intron_added\ts\ta%091\ta%091\t-\t100\t590\t3\t270\tb\tb\t-\t300\t590\t2\t180\t2\t180\n"
        "only_b\t.\ts\t.\t.\t.\t.\t.\t.\t.\tc\tc\t+\t900\t930\t1\t30\t0\t0\n");
}

namespace {

std::vector<std::uint64_t> counts(const level_accuracy& level) {
  return {level.n_a, level.n_b, level.shared_a, level.shared_b};
}

}  // namespace

TEST_CASE("each level counts what both sets have, each item once") {
  const auto a = make_coding_set({single("g1", '+', {{0, 30}, {60, 90}, {120, 150}}),  //
                                  single("g2", '+', {{300, 330}}), single("g3", '-', {{300, 330}})});
  const auto b = make_coding_set(
      {transcript("t1", "h1", '+', {{0, 30}, {60, 90}, {120, 156}}), transcript("t2", "h1", '+', {{0, 30}, {60, 90}}),
       transcript("t3", "h2", '+', {{300, 330}}), transcript("t4", "h3", '+', {{300, 330}})});
  const auto levels = measure_accuracy(a, b);
  REQUIRE(levels.size() == 6);
  CHECK(levels[0].level == "Base");
  CHECK(counts(levels[0]) == std::vector<std::uint64_t>{150, 126, 120, 120});
  CHECK(levels[1].level == "Exon");
  CHECK(counts(levels[1]) == std::vector<std::uint64_t>{5, 4, 3, 3});
  CHECK(levels[2].level == "Intron");
  CHECK(counts(levels[2]) == std::vector<std::uint64_t>{2, 2, 2, 2});
  CHECK(levels[3].level == "Intron chain");
  CHECK(counts(levels[3]) == std::vector<std::uint64_t>{1, 2, 1, 1});
  CHECK(levels[4].level == "Transcript");
  CHECK(counts(levels[4]) == std::vector<std::uint64_t>{3, 3, 1, 1});
  CHECK(levels[5].level == "Locus");
  CHECK(counts(levels[5]) == std::vector<std::uint64_t>{3, 3, 1, 2});
  CHECK(levels[5].sensitivity() == 2.0 / 3);
  CHECK(levels[5].precision() == 1.0 / 3);
}

TEST_CASE("nothing of nothing is no share") {
  const auto levels = measure_accuracy(make_coding_set({}), make_coding_set({single("g", '+', {{0, 30}})}));
  CHECK(levels[0].sensitivity() == 0);
  CHECK(std::isnan(levels[0].precision()));
}
