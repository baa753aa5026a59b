// Schedules of small graphs, op by op.
#include "catch.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/graph/schedule_text.hpp"

using namespace exonweave::spliced;
using exonweave::testing::schedule_text;

namespace {

std::vector<edge> from(node_id source, score weight = 0) { return {{source, weight}}; }

std::string text_of(const row_graph& graph, const schedule_options& options,
                    char (*letter)(residue_code) = dna_letter) {
  const graph_view view = graph.view();
  return "\n" + schedule_text(view, make_schedule(view, std::nullopt, options), letter).all();
}

// Two exons share ACG, one of them goes on with TA; GG follows either.
row_graph shared_prefix() {
  row_graph graph(encode_dna("ACGTAGG"));
  const auto shared = graph.add_run(0, 3, 3, from(0));
  const auto longer = graph.add_run(3, 2, 5, from(shared));
  const auto first = graph.add_junction(3, from(shared));
  const auto second = graph.add_junction(5, std::vector<edge>{{first, 0}, {longer, 0}});
  const auto last = graph.add_run(5, 2, 22, from(second, -30));
  graph.add_junction(22, from(last));
  return graph;
}

// Exons AC, GT and CA end at the junctions of a chain, each step of which costs 2. Exons T and G begin behind the
// second and the third.
row_graph junction_chain() {
  row_graph graph(encode_dna("ACGTCATG"));
  const auto a = graph.add_run(0, 2, 2, from(0));
  const auto b = graph.add_run(2, 2, 6, from(0));
  const auto c = graph.add_run(4, 2, 10, from(0));
  const auto first = graph.add_junction(2, from(a));
  const auto second = graph.add_junction(6, std::vector<edge>{{first, -2}, {b, 0}});
  const auto third = graph.add_junction(10, std::vector<edge>{{second, -2}, {c, 0}});
  const auto d = graph.add_run(6, 1, 8, from(second, -30));
  const auto e = graph.add_run(7, 1, 12, from(third, -30));
  graph.add_junction(12, std::vector<edge>{{d, 0}, {e, 0}});
  return graph;
}

// K, then V of which the intron splits off one base or two, or A in the same exon, then S.
row_graph split_codon() {
  row_graph graph(encode_protein("KS"), 3);
  const auto valine = amino_code('V');
  const auto run = graph.add_run(0, 1, 3, from(0));
  const auto after_one = graph.add_junction(4, std::vector<edge>{{run, 0, no_residue, 1}});
  const auto open = graph.add_open_pass(5, std::vector<edge>{{run, 0, valine, 2}});
  const auto after_two = graph.add_junction(5, from(open));
  const auto two = graph.add_pass(20, std::vector<edge>{{after_one, -30, valine, 2}, {run, 0, amino_code('A'), 3}});
  const auto one = graph.add_pass(21, std::vector<edge>{{after_two, -30, no_residue, 1}});
  const auto end = graph.add_run(1, 1, 24, std::vector<edge>{{two, 0}, {one, 0}});
  graph.add_junction(24, from(end));
  return graph;
}

}  // namespace

TEST_CASE("schedules: a shared prefix is computed once, and what follows both exons as well") {
  CHECK(text_of(shared_prefix(), {.steps_at_once = 1}) == R"(
s1 = source
row 0 is s1
s2 = A below s1 as row 2
s1 = C below s2 as row 3
s2 = G below s1 as row 4
row 8 is s2
s1 = T below s2 as row 6
s3 = A below s1 as row 7
s2 = max(s2, s3)
row 9 is s2
s3 = s2 - 30
s2 = G below s3 as row 11
s3 = G below s2 as row 12
row 13 is s3
sink is s3
)");
}

TEST_CASE("schedules: in runs a node is an op") {
  CHECK(text_of(shared_prefix(), {.in_steps = false}) == R"(
s1 = source
row 0 is s1
s2 = ACG below s1 as row 2
s1 = TA below s2 as row 6
row 8 is s2
s2 = max(s2, s1)
row 9 is s2
s1 = s2 - 30
s2 = GG below s1 as row 11
row 13 is s2
sink is s2
)");
}

TEST_CASE("schedules: junctions of a chain take over one slot, whose offset is what the steps cost") {
  CHECK(text_of(junction_chain(), {.steps_at_once = 1}) == R"(
s1 = source
row 0 is s1
s2 = A below s1 as row 2
s3 = C below s2 as row 3
row 10 is s3
s2 = G below s1 as row 5
s4 = T below s2 as row 6
s3 = max(s3, s4 + 2)
row 11 is s3 - 2
s4 = s3 - 32
s2 = T below s4 as row 14
s4 = C below s1 as row 8
s1 = A below s4 as row 9
s3 = max(s3, s1 + 4)
row 12 is s3 - 4
s1 = s3 - 34
s3 = G below s1 as row 16
s2 = max(s2, s3)
row 17 is s2
sink is s2
)");
}

TEST_CASE("schedules: three steps at a time are those that do not read each other, wherever they lie") {
  CHECK(text_of(junction_chain(), {.steps_at_once = 3}) == R"(
s1 = source
row 0 is s1
s2 = A below s1 as row 2 | s3 = G below s1 as row 5 | s4 = C below s1 as row 8
s1 = C below s2 as row 3 | s5 = T below s3 as row 6 | s6 = A below s4 as row 9
row 10 is s1
s1 = max(s1, s5 + 2)
row 11 is s1 - 2
s5 = s1 - 32
s4 = T below s5 as row 14
s1 = max(s1, s6 + 4)
row 12 is s1 - 4
s6 = s1 - 34
s1 = G below s6 as row 16
s4 = max(s4, s1)
row 17 is s4
sink is s4
)");
}

TEST_CASE("schedules: blocks end where they have rows enough") {
  CHECK(text_of(junction_chain(), {.in_steps = false, .block_rows = 3}) == R"(
s1 = source
row 0 is s1
s2 = AC below s1 as row 2
block with s1 s2
s3 = GT below s1 as row 5
block with s1 s2 s3
s4 = CA below s1 as row 8
row 10 is s2
block with s2 s3 s4
s2 = max(s2, s3 + 2)
row 11 is s2 - 2
s3 = s2 - 32
s2 = max(s2, s4 + 4)
row 12 is s2 - 4
s4 = s2 - 34
s2 = T below s3 as row 14
s1 = G below s4 as row 16
block with s1 s2
s2 = max(s2, s1)
row 17 is s2
sink is s2
)");
}

TEST_CASE("schedules: codons that introns split close where their last base is") {
  CHECK(text_of(split_codon(), {.steps_at_once = 1}, amino_letter) == R"(
s1 = source
row 0 is s1
s2 = K below s1 as row 2
row 3 is s2
s1 = s2 over V
row 4 is s1
row 5 is s1
s3 = s2 over V - 30
s4 = max(A below s2, s3) as row 6
s3 = s1 - 30
s1 = closed s3 as row 7
s4 = max(s4, s1)
s1 = S below s4 as row 9
row 10 is s1
sink is s1
)");
}

TEST_CASE("schedules: passes that close go together") {
  CHECK(text_of(split_codon(), {.steps_at_once = 3}, amino_letter) == R"(
s1 = source
row 0 is s1
s2 = K below s1 as row 2
row 3 is s2
s1 = s2 over V
row 4 is s1
row 5 is s1
s3 = s2 over V - 30
s5 = s1 - 30
s4 = max(A below s2, s3) as row 6 | s1 = closed s5 as row 7
s4 = max(s4, s1)
s1 = S below s4 as row 9
row 10 is s1
sink is s1
)");
}
