// The file of a calibration: what is written is read back, and what is wrong with one is told by line.
#include <string>

#include "base/files/environment.hpp"
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "runtime_model/calibration/calibration.hpp"

using namespace exonweave;
using exonweave::testing::contains;
using exonweave::testing::environment_variable;
using exonweave::testing::temporary_file;
using spliced::cost_unit;
using enum spliced::work_kind;

namespace {

calibration some_calibration() {
  calibration made{"1.2.3", "2026-11-24", {"A \"quoted\" CPU", "AVX3", 8, {"GPU one", "GPU two"}}, {}};
  measured_costs simd{"simd", protein_on_blocks};
  simd.model.n_runs = 120;
  simd.model.seconds[cost_unit::cell] = 1.25e-10;
  simd.model.seconds[cost_unit::result] = 0.003;
  simd.model.low = 0.75;
  simd.model.high = 1.5;
  simd.model.median_error = 0.125;
  simd.model.late_error = 0.25;
  made.costs = {simd, {"sequential", cdna_on_candidates, {{7}}}};
  pairwise_costs scan{"scan", "scan-cpu", {12}};
  scan.model.seconds[pairwise_unit::row] = 1.75e-8;
  made.pairwise = {scan, {"align", "simd", {3}}};
  made.search.emplace(search_costs{9});
  made.search->seconds[search_unit::looked_base] = 2.5e-9;
  made.search->seconds[search_unit::parsed_base] = 7.5e-7;
  made.bounds.emplace(bound_costs{7});
  made.bounds->seconds[bound_unit::device_cell] = 1.5e-12;
  return made;
}

// What reading the text as a file complains of.
std::string complaint(const std::string& text) {
  const temporary_file file(text);
  report problems;
  (void)read_calibration(file.path(), problems);
  return problems.errors().empty() ? "" : problems.errors().front().text();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t position = text.find(what);
  REQUIRE(position != std::string::npos);
  return text.replace(position, what.size(), by);
}

}  // namespace

TEST_CASE("a calibration that was written is read back") {
  const calibration written = some_calibration();
  const temporary_file file(to_yaml(written));
  report problems;
  const calibration read = read_calibration(file.path(), problems);
  CHECK(problems.error_count() == 0);
  CHECK(read.version == written.version);
  CHECK(read.date == written.date);
  CHECK(read.machine.cpu == written.machine.cpu);
  CHECK(read.machine.instructions == "AVX3");
  CHECK(read.machine.n_cores == 8);
  CHECK(read.machine.gpus == written.machine.gpus);
  REQUIRE(read.costs.size() == 2);
  const measured_costs* simd = read.find("simd", protein_on_blocks);
  REQUIRE(simd != nullptr);
  CHECK(simd->model.n_runs == 120);
  CHECK(simd->model.seconds == written.costs[0].model.seconds);
  CHECK(simd->model.low == 0.75);
  CHECK(simd->model.late_error == 0.25);
  CHECK(read.find("simd", cdna_on_blocks) == nullptr);
  CHECK(read.find("sequential", protein_on_blocks) == nullptr);
  REQUIRE(read.pairwise.size() == 2);
  const pairwise_costs* scan = read.find({.command = "scan", .name = "scan-cpu"});
  REQUIRE(scan != nullptr);
  CHECK(scan->model.n_runs == 12);
  CHECK(scan->model.seconds == written.pairwise[0].model.seconds);
  CHECK(read.find({.command = "align", .name = "scan-cpu"}) == nullptr);
  REQUIRE(read.search);
  CHECK(read.search->n_runs == 9);
  CHECK(read.search->seconds == written.search->seconds);
  CHECK(read.search->seconds[search_unit::parsed_base] == 7.5e-7);
  REQUIRE(read.bounds);
  CHECK(read.bounds->n_runs == 7);
  CHECK(read.bounds->seconds == written.bounds->seconds);
}

TEST_CASE("a calibration of engines that compare pairs alone is read back") {
  calibration written = some_calibration();
  written.costs.clear();
  const temporary_file file(to_yaml(written));
  report problems;
  const calibration read = read_calibration(file.path(), problems);
  CHECK(problems.error_count() == 0);
  CHECK(read.costs.empty());
  CHECK(read.pairwise.size() == written.pairwise.size());
}

TEST_CASE("without a GPU a calibration is read back as well") {
  calibration written = some_calibration();
  written.machine.gpus.clear();
  const temporary_file file(to_yaml(written));
  report problems;
  CHECK(read_calibration(file.path(), problems).machine.gpus.empty());
  CHECK(problems.error_count() == 0);
}

TEST_CASE(
    "a calibration without engines of scan and align, or a search, is written and read without their "
    "sections") {
  calibration written = some_calibration();
  written.pairwise.clear();
  written.search.reset();
  written.bounds.reset();
  const std::string text = to_yaml(written);
  CHECK(text.find("pairwise") == std::string::npos);
  CHECK(text.find("search") == std::string::npos);
  CHECK(text.find("sweeps") == std::string::npos);
  const temporary_file file(text);
  report problems;
  const calibration read = read_calibration(file.path(), problems);
  CHECK(read.pairwise.empty());
  CHECK_FALSE(read.search);
  CHECK_FALSE(read.bounds);
  CHECK(problems.error_count() == 0);
}

TEST_CASE("114: a file that is no calibration, or a damaged one, is told with its line") {
  const std::string good = to_yaml(some_calibration());
  CHECK(complaint(good).empty());
  CHECK(complaint("match: 2\n") != "");
  CHECK_THAT(complaint(""), contains("not a calibration of this program"));
  CHECK_THAT(complaint(replaced(good, "calibration: 7", "calibration: 6")),
             contains(":2: not a calibration of this program") && contains("got '6'") &&
                 contains("'exonweave calibrate' makes a new one"));
  CHECK_THAT(complaint(replaced(good, "cell: 1.25e-10", "cell: -1")), contains("cell is no number"));
  CHECK_THAT(complaint(replaced(good, "cell: 1.25e-10", "cel: 1")), contains("did you mean 'cell'"));
  CHECK_THAT(complaint(replaced(good, "kind: protein_on_blocks", "kind: rna")),
             contains("unknown kind of work") && contains("got 'rna'"));
  CHECK_THAT(complaint(replaced(good, "    results: 120\n", "")), contains("results is missing"));
  CHECK_THAT(complaint(replaced(good, "results: 120", "results: 1e300")), contains("results is no number"));
  CHECK_THAT(complaint(replaced(good, "gpus:\n    - \"GPU one\"\n", "gpus:\n    - [1]\n")),
             contains("no name of a GPU"));
  CHECK_THAT(complaint(replaced(good, "- \"GPU one\"", "- \"GPU \xba\"")),
             contains("no name of a GPU") && contains("need UTF-8 without control characters"));
  CHECK_THAT(complaint(replaced(good, "date: ", "date: \"\xba\" #")),
             contains("date is no text") && contains("need UTF-8 without control characters"));
  CHECK_THAT(complaint(replaced(good, "engine: sequential\n    kind: cdna_on_candidates",
                                "engine: simd\n    kind: protein_on_blocks")),
             contains("stand twice"));
  CHECK_THAT(complaint(replaced(good, "date: ", "dat: ")), contains("unknown key"));
  CHECK_THAT(complaint(good.substr(0, good.find("costs:"))), contains("costs is missing"));
  CHECK(complaint("calibration: [3") != "");
  CHECK_THAT(complaint(replaced(good, "row: 1.75e-08", "row: fast")), contains("row is no number"));
  CHECK_THAT(complaint(replaced(good, "row: 1.75e-08", "raw: 1")), contains("did you mean 'row'"));
  CHECK_THAT(complaint(replaced(good, "command: align", "command: aline")),
             contains("unknown command") && contains("got 'aline'"));
  CHECK_THAT(complaint(replaced(good, "    runs: 12\n", "")), contains("runs is missing"));
  CHECK_THAT(complaint(replaced(good, "command: align\n    engine: simd", "command: scan\n    engine: scan-cpu")),
             contains("stand twice"));
  CHECK_THAT(complaint(good.substr(0, good.find("pairwise:")) + "pairwise: none\n"), contains("pairwise is no list"));
}

TEST_CASE("the calibration that comes with the program has every engine of the CPU, for every kind of work") {
  const calibration& usual = usual_calibration();
  spliced::by_cost_unit costs;
  costs[cost_unit::result] = costs[cost_unit::pass] = 1;
  costs[cost_unit::row] = 10'000;
  costs[cost_unit::cell] = costs[cost_unit::merge_cell] = 10'000 * 300;
  costs[cost_unit::path_cell] = 300 * 300;
  for (std::size_t k = 0; k < spliced::n_work_kinds; ++k) {
    const auto kind = static_cast<spliced::work_kind>(k);
    INFO(to_string(kind));
    const bool is_of_proteins = kind == protein_on_blocks || kind == protein_on_candidates;
    for (const char* engine : {"simd", "sequential", "cuda"}) {
      INFO(engine);
      const measured_costs* found = usual.find(engine, kind);
      if (is_of_proteins && std::string_view(engine) == "cuda") {  // simd does it
        CHECK(found == nullptr);
        continue;
      }
      REQUIRE(found != nullptr);
      CHECK(found->model.predict(costs) > 0);
      CHECK(found->model.low < 1);
      CHECK(found->model.high > 1);
      CHECK(found->model.late_error < 1);
    }
    for (const char* engine : {"simd", "sequential"}) {  // of which there are many results
      const spliced::by_cost_unit& prices = usual.find(engine, kind)->model.seconds;
      CHECK(prices[cost_unit::alternative_row] + prices[cost_unit::alternative_cell] +
                prices[cost_unit::alternative_merge_cell] + prices[cost_unit::alternative_path_cell] >
            0);
    }
    CHECK(usual.find("simd", kind)->model.predict(costs) < usual.find("sequential", kind)->model.predict(costs));
  }
}

TEST_CASE("a machine is another one where processor, instructions or, if they matter, GPUs differ") {
  const machine_traits here{"CPU", "AVX3", 4, {"GPU"}};
  machine_traits other = here;
  other.n_cores = 64;
  CHECK(difference(other, here, true).empty());
  other.gpus = {};
  CHECK(difference(other, here, false).empty());
  CHECK(difference(other, here, true) == "GPU, not no GPU");
  other.instructions = "SSE4";
  CHECK(difference(other, here, false) == "AVX3, not SSE4");
  other.cpu = "old CPU";
  CHECK(difference(other, here, false) == "CPU, not old CPU");
  CHECK(difference(this_machine(), this_machine(), true).empty());
  CHECK_FALSE(this_machine().instructions.empty());
}

TEST_CASE("a calibration is looked for where the environment says, in the order of the header") {
  const environment_variable home("HOME", "/home/me"), config("XDG_CONFIG_HOME", ""),
      named("EXONWEAVE_CALIBRATION", "");
  CHECK(usual_calibration_path() == "/home/me/.config/exonweave/calibration.yaml");
  const environment_variable other_config("XDG_CONFIG_HOME", "/etc/mine");
  CHECK(usual_calibration_path() == "/etc/mine/exonweave/calibration.yaml");
  const environment_variable given("EXONWEAVE_CALIBRATION", "/data/this.yaml");
  CHECK(usual_calibration_path() == "/data/this.yaml");
}

TEST_CASE("a calibration that is cut anywhere is refused") {
  const std::string whole = to_yaml(some_calibration());
  for (std::size_t size = 1; size + 1 < whole.size(); ++size) {
    CAPTURE(whole.substr(0, size));
    REQUIRE_FALSE(complaint(whole.substr(0, size)).empty());
  }
  CHECK(complaint(whole.substr(0, whole.size() - 1)).empty());  // the last line end
  const std::size_t after_costs = whole.find("pairwise:");
  CHECK_THAT(complaint(whole.substr(0, after_costs)),
             contains("the calibration is cut: it has no end") && contains("exonweave calibrate"));
}
