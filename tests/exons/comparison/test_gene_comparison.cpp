#include <algorithm>
#include <string>

#include "catch.hpp"
#include "exons/comparison/made_genes.hpp"

using namespace exonweave;
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
