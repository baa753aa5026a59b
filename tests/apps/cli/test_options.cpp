// Shared options: strict numbers, and no run that would destroy its own input.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "cli/options.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

std::uint64_t memory(const char* text) { return parse_memory("--memory", text); }

}  // namespace

TEST_CASE("a memory size is bytes or a power of 1024") {
  CHECK(memory("1") == 1);
  CHECK(memory("100B") == 100);
  CHECK(memory("4k") == 4096);
  CHECK(memory("512M") == std::uint64_t{512} << 20);
  CHECK(memory("1GiB") == std::uint64_t{1} << 30);
  CHECK(memory("2gb") == std::uint64_t{2} << 30);
  CHECK(memory("3T") == std::uint64_t{3} << 40);
  CHECK(memory("16777215T") == std::uint64_t{16777215} << 40);
}

TEST_CASE("a memory size that is not one is refused with its option and value") {
  for (const char* text : {"", "0", "0G", "010", "010M", "-1", "+1", "1.5G", "1e3", "G", "1 G", " 1", "1x", "1Gi",
                           "1iB", "1GiBx", "18446744073709551616", "16777216T"})
    CHECK_THROWS_AS(memory(text), bad_usage);
  CHECK_THROWS_WITH(memory("1.5G"), contains("--memory: ") && contains("got '1.5G'"));
}

TEST_CASE("help says large round numbers by their power of ten") {
  CHECK(round_number_text(2e10) == "2e10");
  CHECK(round_number_text(2.5e10) == "2.5e10");
  CHECK(round_number_text(1e12) == "1e12");
}

TEST_CASE("a length that is not one is told with what else the option takes, and how a unit is written out") {
  const auto reported = [](const std::string& text, const std::string& word = "") {
    try {
      (void)parse_length_next_to(word, "--max-intron", text);
    } catch (const bad_usage& error) {
      return error.problems().front().text();
    }
    return std::string();
  };
  CHECK(reported("200000") == "");
  CHECK(reported("x", "off") == "--max-intron: not a number in its range (got 'x', need 0 to 1000000000 nt, or off)");
  CHECK(reported("200k") ==
        "--max-intron: not a number in its range (got '200k', need 0 to 1000000000 nt). Hint: digits "
        "alone, without a unit: 200000");
  CHECK_THAT(reported("2Mb"), contains("without a unit: 2000000"));
  CHECK_THAT(reported("1e5"), contains("Hint: digits alone"));
  CHECK_THROWS_AS(parse_length("--flank", "1000000001"), bad_usage);
}

TEST_CASE("a count is digits within its range") {
  CHECK(parse_count("--top", "1", 1, 10) == 1);
  CHECK(parse_count("--top", "10", 1, 10) == 10);
  for (const char* text : {"", "0", "11", "1x", "0x1", "1e0", "-1", "18446744073709551617"})
    CHECK_THROWS_AS(parse_count("--top", text, 1, 10), bad_usage);
  CHECK_THROWS_WITH(parse_count("--top", "11", 1, 10), contains("need 1 to 10"));
}

TEST_CASE("a score is a whole number, or one with .5, within 32 bits") {
  CHECK(parse_score("--min-score", "40.5") == written_score::of_halves(81));
  CHECK(parse_score("--min-score", "-2147483648") == -2147483648);
  CHECK(parse_cost("--gc-donor", "1000000") == 1000000);
  for (const char* text : {"", "010", "1e3", "40.25", "40.0", ".5", "2147483648", "2147483647.5", "x"})
    CHECK_THROWS_AS(parse_score("--min-score", text), bad_usage);
  CHECK_THROWS_WITH(
      parse_cost("--gc-donor", "-0.5"),
      contains("--gc-donor: not a score") && contains("need a number from 0 to 1000000, whole or with .5 at its end"));
}

TEST_CASE("an E-value is a number above 0") {
  CHECK(parse_e_value("--max-evalue", "0.01") == 0.01);
  CHECK(parse_e_value("--max-evalue", "1e-5") == 1e-5);
  CHECK(parse_e_value("--max-evalue", "1000000") == 1e6);
  for (const char* text : {"", "0", "-1", "1000001", "nan", "inf", "1e-400", "0.1x", "off"})
    CHECK_THROWS_AS(parse_e_value("--max-evalue", text), bad_usage);
  CHECK_THROWS_WITH(parse_e_value("--max-evalue", "0"),
                    contains("--max-evalue: not an E-value") && contains("need a number above 0"));
}

TEST_CASE("threads are all cores unless the option says otherwise") {
  CLI::App app;
  thread_numbers threads;
  add_threads_option(app, threads, run_place::here, "", 8);
  CHECK(threads.of_run == 8);
  app.parse(std::vector<std::string>{"3", "--threads"});  // CLI11 takes them reversed
  CHECK(threads.of_run == 3);
  CHECK(threads.here == 3);
  app.parse(std::vector<std::string>{"9", "--threads"});
  CHECK(threads.of_run == 8);
  CHECK(threads.here == 8);
  CHECK_THROWS_AS(app.parse(std::vector<std::string>{"0", "--threads"}), bad_usage);
}

TEST_CASE("memory is chosen by its option alone, else nothing is") {
  CLI::App app;
  std::optional<std::uint64_t> bytes;
  add_memory_option(app, bytes, "memory");
  app.parse(std::vector<std::string>{});
  CHECK_FALSE(bytes);
  app.parse(std::vector<std::string>{"1K", "--memory"});
  CHECK(bytes == 1024);
}

TEST_CASE("an output that is an input under any name is refused") {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "exonweave-test-XXXXXX").string();
  const fs::path dir = ::mkdtemp(name.data());
  std::ofstream(dir / "genome.fa") << ">a\nA\n";
  fs::create_hard_link(dir / "genome.fa", dir / "hard");
  fs::create_symlink("genome.fa", dir / "soft");
  const std::vector<named_path> inputs{{"--genome", (dir / "genome.fa").string()}, {"--pairs", ""}};
  for (const char* output : {"genome.fa", "hard", "soft", "./genome.fa"})
    CHECK_THROWS_AS(check_paths(inputs, {{"--out", (dir / output).string()}}), bad_usage);
  CHECK_NOTHROW(check_paths(inputs, {{"--out", (dir / "models.gff3").string()}, {"--summary", ""}}));
  CHECK_THROWS_WITH(check_paths(inputs, {{"--out", (dir / "hard").string()}}),
                    contains("--out: ") && contains("--genome"));
  fs::remove_all(dir);
}

TEST_CASE("an output that belongs to an input is refused, whether it is there or not") {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "exonweave-test-XXXXXX").string();
  const fs::path dir = ::mkdtemp(name.data());
  std::ofstream(dir / "genome.fa") << ">a\nA\n";
  std::ofstream(dir / "genome.fa.fai") << "a\t1\t3\t1\t2\n";
  fs::create_symlink("genome.fa", dir / "soft");
  fs::create_symlink("genome.fa.fai", dir / "other");
  for (const char* input : {"genome.fa", "soft"})
    for (const char* output : {"genome.fa.fai", "genome.fa.gzi", "genome.fa.tbi", "genome.fa.csi", "genome.fa.journal",
                               "other", "./genome.fa.fai"})
      CHECK_THROWS_WITH(check_paths({{"--genome", (dir / input).string()}}, {{"--out", (dir / output).string()}}),
                        contains("--out: the output belongs to the input of --genome: its ."));
  CHECK_THROWS_AS(check_paths({{"--genome", (dir / "soft").string()}}, {{"--out", (dir / "soft.fai").string()}}),
                  bad_usage);
  CHECK_NOTHROW(check_paths({{"--genome", (dir / "genome.fa").string()}}, {{"--out", (dir / "genome.gff3").string()}}));
  fs::remove_all(dir);
}

TEST_CASE("two outputs to one file are refused, also before it exists") {
  CHECK_THROWS_AS(check_paths({}, {{"--out", "/tmp/none.x"}, {"--summary", "/tmp/../tmp/none.x"}}), bad_usage);
  CHECK_THROWS_AS(check_paths({}, {{"--out", "-"}, {"--summary", "/dev/stdout"}}), bad_usage);
  CHECK_NOTHROW(check_paths({}, {{"--out", "/tmp/none.x"}, {"--summary", "/tmp/none.y"}}));
  CHECK_NOTHROW(check_paths({}, {{"--out", "/dev/null"}, {"--summary", "/dev/null"}}));
}

TEST_CASE("standard input is read once and may be read while standard output is written") {
  CHECK_THROWS_AS(check_paths({{"--genome", "-"}, {"--targets", "/dev/stdin"}}, {}), bad_usage);
  CHECK_NOTHROW(check_paths({{"--genome", "-"}, {"--targets", "t.fa"}}, {{"--out", "-"}}));
  for (const char* one : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
    for (const char* other : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
      CHECK_THROWS_WITH(check_paths({{"--genome", one}, {"--targets", other}}, {}),
                        contains("--targets: standard input can be read only once"));
}

TEST_CASE("a pipe is read once and written once, whatever it is called") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const std::string one = "/dev/fd/" + std::to_string(ends[0]), other = "/proc/self/fd/" + std::to_string(ends[0]);
  CHECK_THROWS_WITH(check_paths({{"--genome", one}, {"--targets", other}}, {}),
                    contains("--targets: a pipe can be read only once"));
  CHECK_THROWS_WITH(check_paths({}, {{"--out", one}, {"--summary", other}}), contains("also that of --out"));
  CHECK_NOTHROW(check_paths({{"--genome", "/dev/null"}, {"--targets", "/dev/null"}}, {}));
  for (const int end : ends) ::close(end);
}

namespace {

using words = std::vector<std::string>;

constexpr std::array<std::string_view, 3> known{"hints", "evm", "paf"};

std::string refused(const std::string& text) {
  try {
    parse_word_list("--also", text, known);
  } catch (const bad_usage& error) {
    return error.problems().front().text();
  }
  return "";
}

}  // namespace

TEST_CASE("words are read in the order in which they stand") {
  CHECK(parse_word_list("--also", "paf,hints", known) == words{"paf", "hints"});
  CHECK(parse_word_list("--also", "evm", known) == words{"evm"});
}

TEST_CASE("the first unknown word is named, with those that there are") {
  const std::string message = refused("paf,EVM,bed");
  CHECK(message.find("EVM") != std::string::npos);
  CHECK(message.find("bed") == std::string::npos);
  CHECK(message.find("hints,evm,paf") != std::string::npos);
}

TEST_CASE("an empty word is none of the known ones") {
  CHECK_FALSE(refused("").empty());
  CHECK_FALSE(refused("paf,").empty());
  CHECK_FALSE(refused(",paf").empty());
  CHECK_FALSE(refused("paf,,evm").empty());
}
