#include <stdexcept>

#include "catch.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_cases.hpp"

using namespace exonweave;
using namespace exonweave::testing;

TEST_CASE("scan-cpu finds what the recurrence says, on one thread and on several", "[scan]") {
  for (const unsigned n_threads : {1U, 3U})
    check_cases(*make_parasail_scan(n_threads), [](const scan_case& drawn, bool is_right) {
      INFO(drawn.name);
      CHECK(is_right);
    });
}

TEST_CASE("parasail's ends are the first ones", "[scan]") {
  for (const scan_case& each : scan_cases()) {
    const scan_scoring scoring{&each.matrix, each.gaps};
    const parasail_scoring converted(scoring);
    for (const protein& query : each.queries) {
      if (query.empty()) continue;
      const parasail_profile profile(converted, query);
      for (const protein& sequence : each.database) {
        const auto got = profile.align(parasail_letters(sequence));
        const auto requested = plain_local(query, sequence, scoring);
        INFO(each.name << ", " << query.size() << " x " << sequence.size());
        REQUIRE(got.total == requested.total);
        REQUIRE(got.in_sequence == requested.in_sequence);
        REQUIRE(got.in_query == requested.in_query);
      }
    }
  }
}

TEST_CASE("a scan counts its cells, and stops when it is told to", "[scan]") {
  std::mt19937_64 random(3);
  const made_database database(random_proteins(random, 40, 60));
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const protein query = random_protein(random, 20);
  const std::vector<scan_query> queries{{query, 1}, {query, 1}};
  std::size_t n_residues = 0;
  for (const protein& each : database.sequences) n_residues += each.size();
  const auto engine = make_parasail_scan(2);
  const auto blocks = database.blocks.view();
  const auto opened = engine->open(blocks, {&matrix, {11, 1}});
  run_control control;
  (void)opened->scan(queries, &control);
  CHECK(control.cells() == 2 * 20 * n_residues);
  control.stop();
  CHECK_THROWS_AS(opened->scan(queries, &control), run_stopped);
}

TEST_CASE("scores that could leave 32 bits are refused", "[scan]") {
  spliced::substitution_matrix matrix(spliced::n_amino_codes);
  matrix.at(0, 0) = 10'000;
  const made_database database({protein(60'000, 0)});
  const protein query(55'000, 0);
  const auto blocks = database.blocks.view();
  const auto opened = make_parasail_scan(1)->open(blocks, {&matrix, {11, 1}});
  CHECK_THROWS_AS(opened->scan(std::vector<scan_query>{{query, 1}}, nullptr), std::range_error);
}

TEST_CASE("no query scores more with a sequence than the best of its residues together", "[scan]") {
  for (const scan_case& each : scan_cases()) {
    const scan_scoring scoring{&each.matrix, each.gaps};
    const made_database database(each.database);
    const auto highest = highest_scores(database.blocks.view(), scoring, 2);
    for (const protein& query : each.queries)
      for (std::size_t k = 0; k < database.sequences.size(); k += 5)
        REQUIRE(plain_local(query, database.sequences[k], scoring).total <= highest[k]);
  }
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const made_database database({protein{17, 17, 22}});
  CHECK(highest_scores(database.blocks.view(), {&matrix, {11, 1}}, 1) == std::vector<spliced::score>{22});
}

// A mapped file may get other bytes after it was checked.
TEST_CASE("bytes that are no residues read as stops and gain nothing", "[scan]") {
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const made_database database({protein{17, 17, 22}});
  sequence_blocks blocks = database.blocks.view();
  for (const std::uint32_t bytes : {0x1C1B'1B1BU, 0x8080'8080U, 0xFFFF'FFFFU}) {
    const std::vector<std::uint32_t> overwritten(blocks.words.size(), bytes);
    blocks.words = overwritten;
    CAPTURE(bytes);
    CHECK(highest_scores(blocks, {&matrix, {11, 1}}, 1) == std::vector<spliced::score>{0});
    protein read(3);
    blocks.read(0, read);
    CHECK(read == protein(3, spliced::stop_amino));
    CHECK_NOTHROW(make_parasail_scan(1)->open(blocks, {&matrix, {11, 1}}));
  }
}
