// What a scan engine has done is counted as it is expected, and nothing that failed.
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "catch.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using enum pairwise_unit;

TEST_CASE("a timed scan finds what the engine finds, and counts queries") {
  owned_blocks database;
  for (const std::string_view each : {"MKVLWAALLGHW", "MKVLW"}) database.add(spliced::encode_protein(each));
  const auto matrix = spliced::named_protein_matrix("BLOSUM62").value();
  const scan_scoring scoring{&matrix, {11, 1}};
  const auto engine = make_parasail_scan(1);
  const apps::timed_scan timed(*engine);
  CHECK(timed.facts().name == engine->facts().name);
  CHECK(timed.batch_residues() == engine->batch_residues());

  const auto query = spliced::encode_protein("KVLW");
  const std::vector<scan_query> queries{{query, 1}, {query, 1}, {query, 1}};
  const auto opened = timed.open(database.view(), scoring);
  CHECK(opened->scan(queries, nullptr) == engine->open(database.view(), scoring)->scan(queries, nullptr));
  const by_pairwise_unit& done = timed.done().work;
  CHECK(done[pair] == 3);
  CHECK(done[residue] == 3 * 17);
  CHECK(done[cell] == 3 * 17 * 4);
  CHECK(timed.done().seconds > 0);

  run_control control;
  control.stop();
  CHECK_THROWS(opened->scan(queries, &control));
  CHECK(timed.done().work[pair] == 3);
}
