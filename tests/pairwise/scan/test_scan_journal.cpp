// What a journal keeps of a scan.
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "base/files/scratch.hpp"
#include "base/journal/mutated.hpp"
#include "base/journal/records.hpp"
#include "catch.hpp"
#include "pairwise/scan/scan_run.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::vector<run_setting> settings{{"version", "1"}, {"MD5 of queries", "abc"}};

}  // namespace

TEST_CASE("batches of a scan come back as they were") {
  const scratch folder;
  {
    scan_journal journal(folder / "j", settings, false);
    CHECK_FALSE(journal.holds_anything());
    journal.note({3, {{0, 7, 100}, {2, 1, -5}}});
    journal.note({4, {}, 12});
    CHECK(journal.n_results() == 7);
  }
  const auto whole = std::filesystem::file_size(folder / "j");
  {
    scan_journal journal(folder / "j", settings, true);
    CHECK(journal.n_results() == 7);
    CHECK(journal.holds_anything());
    const auto before = journal.take_scanned();
    REQUIRE(before.size() == 2);
    CHECK(before[0].n_queries == 3);
    CHECK(before[0].hits == std::vector<scan_hit>{{0, 7, 100}, {2, 1, -5}});
    CHECK(before[1].n_queries == 4);
    CHECK(before[1].hits.empty());
    CHECK(before[0].n_left_out == 0);
    CHECK(before[1].n_left_out == 12);
    CHECK(journal.take_scanned().empty());
  }
  std::filesystem::resize_file(folder / "j", whole - 1);
  scan_journal journal(folder / "j", settings, true);
  CHECK(journal.n_results() == 3);
  CHECK(journal.damaged_bytes() > 0);
  CHECK(journal.take_scanned().size() == 1);
}

TEST_CASE("a scan's journal of another run is refused, and one that is given up grows no more") {
  const scratch folder;
  {
    scan_journal journal(folder / "j", settings, false);
    CHECK(journal.give_up());
    journal.note({3, {}});
    CHECK(journal.n_results() == 0);
    CHECK_FALSE(journal.holds_anything());
  }
  CHECK_THROWS_AS(scan_journal(folder / "j", {{"version", "2"}}, true), bad_data);
}

TEST_CASE("mutated records of a scan's journal are refused or read") {
  const scratch folder;
  std::mt19937_64 random(7);
  const std::vector<std::string> sound{make_record(record_kind::settings, settings),
                                       make_record(record_kind::batch, scanned_batch{2, {{0, 3, 50}, {1, 2, 9}}})};
  std::size_t n_refused = 0;
  for (int n = 0; n < 200; ++n) {
    auto records = sound;
    records[1] = mutated(records[1], random);
    std::ofstream(folder / "j", std::ios::binary) << log_of(records);
    try {
      (void)scan_journal(folder / "j", settings, true).take_scanned();
    } catch (const bad_data&) {
      ++n_refused;
    }
  }
  CHECK(n_refused > 50);
}
