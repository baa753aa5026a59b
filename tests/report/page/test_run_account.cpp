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

TEST_CASE("values of other kinds than a page reads are refused, by their keys") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("inputs": 7)", "the value of 'inputs' is not what a run writes (got '7', need a list)"},
      {R"("inputs": [7])", "'inputs.0' is not what a run writes (got '7', need an object)"},
      {R"("inputs": [null])", "'inputs.0'"},
      {R"("inputs": [{"path": {"a": 1}}])", R"('inputs.0.path' is not what a run writes (got '{"a":1}', need a text)"},
      {R"("version": 2)", "'version'"},
      {R"("command": "exonweave")", "'command'"},
      {R"("command": ["a", 5])", "'command.1'"},
      {R"("parameters": [])", "'parameters'"},
      {R"("parameters": {"scoring": 5})", "'parameters.scoring'"},
      {R"("parameters": {"threads": "2"})",
       "'parameters.threads' is not what a run writes (got '\"2\"', need a number)"},
      {R"("search_limits": {"loci": 3})", "'search_limits.loci'"},
      {R"("training": {})", "'training'"},
      {R"("training": [[]])", "'training.0'"},
      {R"("gene_model": true)", "'gene_model' is not what a run writes (got 'true', need an object)"},
      {R"("gene_model": {"used": "no"})",
       "'gene_model.used' is not what a run writes (got '\"no\"', need true or false)"},
      {R"("gene_model": {"verdict": 1})", "'gene_model.verdict'"},
      {R"("gene_model": {"training_genes": "7"})", "'gene_model.training_genes'"},
      {R"("gene_model": {"self_test": 0.5})", "'gene_model.self_test'"},
      {R"("gene_model": {"self_test": {"found": "x"}})", "'gene_model.self_test.found'"},
      {R"("gene_model": {"added": []})", "'gene_model.added'"},
      {R"("seconds": 5)", "'seconds'"},
      {R"("seconds": {"total": "5"})", "'seconds.total'"},
      {R"("predicted_seconds": 5)", "'predicted_seconds'"},
      {R"("totals": 5)", "'totals'"},
      {R"("completeness": {})", "'completeness'"},
      {R"("completeness": [{"proteins": "p.fa"}])", "'completeness.0.proteins'"},
      {R"("completeness": [{"proteins": [5]}])", "'completeness.0.proteins.0'"},
      {R"("completeness": [{"single": "5"}])", "'completeness.0.single'"},
      {R"("options": [])", "'options'"},
      {R"("versions": "1")", "'versions'"},
      {R"("loci": {})", "'loci'"},
      {R"("peak_memory_bytes": "5")", "'peak_memory_bytes'"}};
  for (const auto& [text, what] : cases) {
    report problems;
    CAPTURE(text);
    CHECK(read(run_text(", " + text), problems).is_null());
    REQUIRE(problems.error_count() == 1);
    CHECK(problems.errors().front().text().find(what) != std::string::npos);
  }
}

TEST_CASE("all values of other kinds are told, and null may stand for any") {
  report problems;
  CHECK(read(run_text(R"(, "inputs": 7, "totals": 8)"), problems).is_null());
  CHECK(problems.error_count() == 2);
  report none;
  CHECK_FALSE(
      read(run_text(R"(, "inputs": null, "search_limits": null, "training": null, "parameters": {"scoring": null},
                         "gene_model": {"self_test": null})"),
           none)
          .is_null());
  CHECK(none.error_count() == 0);
}

TEST_CASE("no folder is left in an account") {
  report problems;
  const auto run = without_folders(
      read(run_text(R"(, "inputs": [{"role": "genome", "path": "/home/me/g.fa"}, {"role": "targets", "path": "a/t.fa"}],
          "command": ["/usr/bin/exonweave", "annotate", "../g.fa", "t.fa", "-o", "/home/me/out/",
                      "--splice-model=/x/m.yaml", "-o/x/y", "/", "--where"],
          "options": {"--splice-model": "../x/m.yaml", "--quiet": true, "--min-support": "0.5"},
          "completeness": [{"proteins": ["/home/me/t.fa", "b/u.fa"], "n": 3}],
          "parameters": {"coding_model": "/x/c.yaml", "types": "a/b"})"),
           problems));
  CHECK(run["inputs"][0]["path"] == "g.fa");
  CHECK(run["inputs"][1]["path"] == "t.fa");
  CHECK(run["command"] == nlohmann::ordered_json({"exonweave", "annotate", "g.fa", "t.fa", "-o", "out",
                                                  "--splice-model=m.yaml", "-oy", "/", "--where"}));
  CHECK(run["options"] ==
        nlohmann::ordered_json({{"--splice-model", "m.yaml"}, {"--quiet", true}, {"--min-support", "0.5"}}));
  CHECK(run["completeness"][0]["proteins"] == nlohmann::ordered_json({"t.fa", "u.fa"}));
  CHECK(run["parameters"]["coding_model"] == "c.yaml");
  CHECK(run["parameters"]["types"] == "a/b");
}

TEST_CASE("inputs are known by their role") {
  const auto input = [](const std::string& text) {
    const temporary_file file(text);
    return inputs_of_run(file.path(), "genome");
  };
  const std::string genome = R"({"role": "genome", "path": "g.fa", "bytes": 9})";
  const auto found =
      input(run_text(R"(, "inputs": [{"role": "targets", "path": "t.fa", "bytes": 1}, )" + genome + "]"));
  REQUIRE(found.size() == 1);
  CHECK(found.front().path == "g.fa");
  CHECK(found.front().bytes == 9);
  CHECK(input(run_text(R"(, "inputs": [)" + genome + "," + genome + "]")).size() == 2);
  CHECK(input(run_text(R"(, "inputs": [{"role": "genome", "path": "-", "bytes": null}])")).empty());
  CHECK(input(run_text("")).empty());
  CHECK(input("no json").empty());
}

}  // namespace
}  // namespace exonweave::testing
