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

namespace {

calibration some_calibration() {
  calibration made{"1.2.3", "2026-11-24", {"A \"quoted\" CPU", "AVX3", 8, {"GPU one", "GPU two"}}, {}};
  made.prices.seconds[cost_unit::cell] = 1.25e-10;
  made.prices.seconds[cost_unit::result] = 0.003;
  made.prices.seconds[cost_unit::device_cell] = 1.5e-12;
  made.prices.low = 0.75;
  made.prices.high = 1.5;
  made.prices.median_error = 0.125;
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
  CHECK(read.prices.seconds == written.prices.seconds);
  CHECK(read.prices.low == 0.75);
  CHECK(read.prices.high == 1.5);
  CHECK(read.prices.median_error == 0.125);
}

TEST_CASE("without a GPU a calibration is read back as well") {
  calibration written = some_calibration();
  written.machine.gpus.clear();
  const temporary_file file(to_yaml(written));
  report problems;
  CHECK(read_calibration(file.path(), problems).machine.gpus.empty());
  CHECK(problems.error_count() == 0);
}

TEST_CASE("114: a file that is no calibration, or a damaged one, is told with its line") {
  const std::string good = to_yaml(some_calibration());
  CHECK(complaint(good).empty());
  CHECK(complaint("match: 2\n") != "");
  CHECK_THAT(complaint(""), contains("not a calibration of this program"));
  CHECK_THAT(complaint(replaced(good, "calibration: 8", "calibration: 7")),
             contains(":2: not a calibration of this program") && contains("got '7'") &&
                 contains("'exonweave calibrate' makes a new one"));
  CHECK_THAT(complaint(replaced(good, " cell: 1.25e-10", " cell: -1")), contains("cell is no number"));
  CHECK_THAT(complaint(replaced(good, " cell: 1.25e-10", " cel: 1")), contains("did you mean 'cell'"));
  CHECK_THAT(complaint(replaced(good, "  cell: 1.25e-10\n", "")), contains("cell is missing"));
  CHECK_THAT(complaint(replaced(good, "low: 0.750\n", "")), contains("low is missing"));
  CHECK_THAT(complaint(replaced(good, "high: 1.500", "high: 1e300")), contains("high is no number"));
  CHECK_THAT(complaint(replaced(good, "gpus:\n    - \"GPU one\"\n", "gpus:\n    - [1]\n")),
             contains("no name of a GPU"));
  CHECK_THAT(complaint(replaced(good, "- \"GPU one\"", "- \"GPU \xba\"")),
             contains("no name of a GPU") && contains("need UTF-8 without control characters"));
  CHECK_THAT(complaint(replaced(good, "date: ", "date: \"\xba\" #")),
             contains("date is no text") && contains("need UTF-8 without control characters"));
  CHECK_THAT(complaint(replaced(good, "date: ", "dat: ")), contains("unknown key"));
  CHECK_THAT(complaint(good.substr(0, good.find("seconds:"))), contains("seconds is missing"));
  CHECK(complaint("calibration: [3") != "");
}

TEST_CASE("the calibration that comes with the program has a price for every unit") {
  const spliced::cost_model& usual = usual_calibration().prices;
  for (const double seconds : usual.seconds.values) CHECK(seconds > 0);
  CHECK(usual.low < 1);
  CHECK(usual.high > 1);
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
  CHECK_THAT(complaint(whole.substr(0, whole.find("end:"))),
             contains("the calibration is cut: it has no end") && contains("exonweave calibrate"));
}
