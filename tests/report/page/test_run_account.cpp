// run.json: what is kept of it, and what is refused.
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/page/run_account.hpp"

namespace exonweave::testing {
namespace {

std::string run_text(const std::string& more) {
  return R"({"program": "exonweave", "version": "1", "subcommand": "predict")" + more + "}";
}

nlohmann::ordered_json read(const std::string& text, report& problems) {
  const temporary_file file(text);
  return read_run_account(file.path(), problems);
}

TEST_CASE("of the regions sums are left") {
  report problems;
  const auto run = read(run_text(R"(, "loci": [
      {"target": "a", "outcome": "model", "predicted_seconds": 1, "cpu_seconds": 2, "chains": [{"score": 5}]},
      {"target": "a", "outcome": "no chain"}, {"target": "b", "outcome": "no chain"}, 7])"),
                        problems);
  CHECK(problems.error_count() == 0);
  CHECK_FALSE(run.contains("loci"));
  CHECK(run["results"]["targets"] == nlohmann::ordered_json({"a", "b"}));
  CHECK(run["results"]["with_model"] == 1);
  CHECK(run["results"]["times"] == nlohmann::ordered_json({{1.0, 2.0}}));
}

TEST_CASE("results are those of the regions, whatever else a file says") {
  report problems;
  CHECK_FALSE(read(run_text(R"(, "results": 5)"), problems).contains("results"));
  CHECK(read(run_text(R"(, "results": 5, "loci": [{"target": "a"}])"), problems)["results"]["with_model"] == 0);
}

TEST_CASE("what is nested without end is left out") {
  report problems;
  const std::size_t depth = 200'000;
  const auto run =
      read(run_text(R"(, "deep": )" + std::string(depth, '[') + std::string(depth, ']') + R"(, "x": 1)"), problems);
  CHECK(run["x"] == 1);
  CHECK(run.dump().size() < 1000);
}

TEST_CASE("other files are refused") {
  for (const std::string text :
       {"", "{", "[]", "7", R"({"program": "exonweave"})", R"({"program": 5, "subcommand": {}})"}) {
    report problems;
    CHECK(read(text, problems).is_null());
    CHECK(problems.error_count() == 1);
  }
}

TEST_CASE("an input is known by its role where only one has it") {
  const auto input = [](const std::string& text) {
    const temporary_file file(text);
    return input_of_run(file.path(), "genome");
  };
  const std::string genome = R"({"role": "genome", "path": "g.fa", "bytes": 9})";
  const auto found =
      input(run_text(R"(, "inputs": [{"role": "targets", "path": "t.fa", "bytes": 1}, )" + genome + "]"));
  REQUIRE(found);
  CHECK(found->path == "g.fa");
  CHECK(found->bytes == 9);
  CHECK_FALSE(input(run_text(R"(, "inputs": [)" + genome + "," + genome + "]")));
  CHECK_FALSE(input(run_text(R"(, "inputs": [{"role": "genome", "path": "-", "bytes": null}])")));
  CHECK_FALSE(input(run_text("")));
  CHECK_FALSE(input("no json"));
}

}  // namespace
}  // namespace exonweave::testing
