// What a journal keeps of a run, and what it says to another run.
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/run/archive.hpp"
#include "exons/run/run_journal.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::vector<run_setting> settings{{"version", "1"}, {"MD5 of genome", "abc"}, {"--top", "2"}};

// Every member has a value of its own.
gene_model some_model() {
  model_exon exon{{10, 40}, 1, true, {0, 9}, {{spliced::edit::match, 9}, {spliced::edit::deletion, 1}}, {"c1"}, {0, 3}};
  exon.margin = 7;
  exon.is_without_alternative = true;
  exon.supporters = {"t1", "t2"};
  exon.gap_begin = "GT";
  exon.gap_end = "AG";
  gene_model model;
  model.sequence = 3;
  model.on = strand::reverse;
  model.score = -5;
  model.e_value = 0.125;
  model.target = 4;
  model.kind = molecule::protein;
  model.rank = 1;
  model.place = 2;
  model.is_coding = true;
  model.n_internal_stops = 6;
  model.has_start = true;
  model.has_stop = true;
  model.n_frameshifts = 8;
  model.identity = 0.1;
  model.coverage = 0.3;
  model.exons = {exon};
  model.alignment = aligned_columns(std::vector<aligned_symbol>{{5, 'K', true, {10, 11, 12}}, {}});
  model.coding = "ACG";
  model.protein = "T";
  model.joint_score = 1'000'000'000'000;
  model.locus_targets = {"t1"};
  model.second_best = 3;
  return model;
}

locus_result some_result(std::size_t target) {
  locus_result result;
  result.locus = {3, {0, 90}, strand::reverse, target, true};
  result.tried = {strand::forward, strand::reverse};
  result.outcome = locus_outcome::model;
  result.models = {some_model(), some_model()};
  result.best_score = 11;
  result.lowest_score = 2;
  result.search_space = 1e9;
  result.n_candidates = 12;
  result.work = {1, 2, 3, 4, 5, 6, 7, {{1, 2.5, 3, 4, 5, 6, 7, 8}}};
  result.seconds = 0.5;
  return result;
}

std::vector<found_locus> some_loci() {
  found_locus locus;
  locus.where = {1, {5, 90}, strand::forward, 2, true};
  locus.best = {{10, 80}, {1, 20}, 2, 18, 9, 55.5, 1e-9};
  locus.others = {{{20, 60}, {2, 9}, 1, 7, 3, 40, 1e-6}};
  return {locus, {}};
}

training_material some_round() { return {{{"t", 2, strand::reverse, {{1, 5}, {7, 9}}, 3}, {"u", 0, {}, {}, 0}}, 4}; }

}  // namespace

TEST_CASE("results, rounds and loci come back as they were") {
  const scratch folder;
  {
    run_journal journal(folder / "j", settings, false);
    CHECK_FALSE(journal.holds_anything());
    journal.note(some_loci());
    journal.note(7, some_result(1));
    journal.note(some_round());
    journal.note(training_material{});
    journal.note(2, some_result(0));
    CHECK(journal.n_results() == 2);
  }
  run_journal journal(folder / "j", settings, true);
  CHECK(journal.holds_anything());
  const run_notes before = journal.take_notes();
  REQUIRE(before.loci);
  CHECK(to_bytes(*before.loci) == to_bytes(some_loci()));
  const auto& rounds = before.rounds;
  REQUIRE(rounds.size() == 2);
  CHECK(to_bytes(rounds[0]) == to_bytes(some_round()));
  CHECK(rounds[1].confident.empty());
  const auto& results = before.results;
  REQUIRE(results.size() == 2);
  CHECK(results[0].place == 7);
  CHECK(to_bytes(results[0].result) == to_bytes(some_result(1)));
  CHECK(results[0].result.models[1].alignment.unpack() == some_model().alignment.unpack());
  CHECK(results[0].result.models[1].exons[0].edits == some_model().exons[0].edits);
  CHECK(results[0].result.models[0].joint_score == some_model().joint_score);
  CHECK(results[1].place == 2);
  const run_notes again = journal.take_notes();
  CHECK_FALSE(again.loci);
  CHECK(again.results.empty());
}

TEST_CASE("what was too large may be tried again") {
  const scratch folder;
  locus_result result = some_result(0);
  result.outcome = locus_outcome::too_large;
  result.too_large = problem_report{.where = {"f", 1}, .what = "what", .got = "got", .need = "need", .hint = "hint"};
  {
    run_journal journal(folder / "j", settings, false);
    journal.note(0, result);
    CHECK_FALSE(journal.holds_anything());
  }
  run_journal journal(folder / "j", settings, true);
  CHECK_FALSE(journal.holds_anything());
  CHECK(journal.take_notes().results.empty());
  const auto read = read_notes(folder / "j", {"part", ""}, [](const auto&) {});
  REQUIRE(read.results.size() == 1);
  CHECK(read.results[0].result.too_large->text() == result.too_large->text());
}

TEST_CASE("a file of notes is read as it was written") {
  const scratch folder;
  const run_notes notes{some_loci(), {some_round(), {}}, {{3, some_result(1)}}, run_division{2, {0, 1, 1}}};
  const std::string file = folder / "plan";
  output_file out(file);
  out.write(to_file(settings, notes));
  out.commit();
  std::vector<run_setting> noted;
  const auto read = read_notes(file, {"plan", ""}, [&](const auto& found) { noted = found; });
  CHECK(noted == settings);
  CHECK(to_file(settings, read) == to_file(settings, notes));
  CHECK(read.division->part_of == notes.division->part_of);
  CHECK(read.division->n_parts == 2);
}

TEST_CASE("what is no file of notes is refused") {
  const scratch folder;
  const auto read = [&](const std::string& name) {
    return read_notes(folder / name, {"plan", ""}, [](const auto&) {});
  };
  CHECK_THROWS_AS(read("none"), missing_input);
  { std::ofstream(folder / "text") << "exonweave"; }
  CHECK_THROWS_AS(read("text"), bad_data);
  { run_journal(folder / "j", settings, false); }
  std::filesystem::resize_file(folder / "j", 20);
  CHECK_THROWS_AS(read("j"), bad_data);
  CHECK_THROWS_AS(read_notes(folder / "", {"plan", ""}, [](const auto&) {}), bad_data);
}

TEST_CASE("a journal of another run is refused with all that differs") {
  const scratch folder;
  { run_journal(folder / "j", settings, false).note(some_loci()); }
  const auto differences = [&](std::vector<run_setting> now) {
    try {
      run_journal(folder / "j", now, true);
    } catch (const bad_data& error) {
      std::string all;
      for (const auto& each : error.problems()) all += each.text() + "\n";
      return all;
    }
    return std::string();
  };
  const std::string version = differences({{"version", "2"}, {"MD5 of genome", "abc"}, {"--top", "2"}});
  CHECK_THAT(version, contains("another run: version (got '2', need 1)"));
  const std::string options = differences({{"version", "1"}, {"MD5 of genome", "abd"}, {"--max-loci", "3"}});
  CHECK_THAT(options, contains("MD5 of genome") && contains("--top (got 'not given', need 2)") &&
                          contains("--max-loci (got '3', need not given)"));
  CHECK(differences(settings).empty());
}

TEST_CASE("a journal that is restarted has nothing of the one before") {
  const scratch folder;
  {
    run_journal first(folder / "j", settings, false);
    CHECK_FALSE(first.is_over_another());
    first.note(0, some_result(0));
  }
  CHECK(run_journal(folder / "j", {{"version", "2"}}, false).is_over_another());
  run_journal journal(folder / "j", {{"version", "2"}}, true);
  CHECK_FALSE(journal.is_over_another());
  CHECK_FALSE(journal.holds_anything());
  CHECK_FALSE(journal.take_notes().loci);
}

TEST_CASE("of a journal that is damaged what is whole is kept, and how much was not is known") {
  const scratch folder;
  {
    run_journal journal(folder / "j", settings, false);
    journal.note(0, some_result(0));
  }
  const auto whole = std::filesystem::file_size(folder / "j");
  CHECK(run_journal(folder / "j", settings, true).damaged_bytes() == 0);
  std::filesystem::resize_file(folder / "j", whole - 3);
  run_journal journal(folder / "j", settings, true);
  CHECK(journal.damaged_bytes() > 0);
  CHECK(journal.damaged_bytes() + std::filesystem::file_size(folder / "j") == whole - 3);
  CHECK_FALSE(journal.holds_anything());
}

TEST_CASE("results that are known are handed on in their place and not worked out again") {
  small_job job("CCATGGCCAAATTTGGGTAACC", {{{2, 20}, strand::forward}},
                {"ATGGCCAAATTTGGGTAA", "ATGGCCAAATTTGGG", "GCCAAATTT", "AAATTTGGG"});
  std::vector<std::string> requested;
  std::vector<placed_result> all;
  predict_loci(job.input(), job.options,
               [&](locus_result&& result) { requested.push_back(to_bytes(result.locus, result.models)); },
               {{}, [&](std::size_t place, const locus_result& result) {
                  all.push_back({place, result});
                }});
  REQUIRE(requested.size() == 4);
  REQUIRE(all.size() == 4);
  for (std::size_t known = 0; known < 1u << all.size(); ++known)
    for (const unsigned n_threads : {1u, 3u}) {
      job.options.n_threads = n_threads;
      result_log log;
      for (std::size_t n = 0; n < all.size(); ++n)
        if ((known >> n & 1) == 1) log.known.push_back(all[n]);
      const std::size_t n_known = log.known.size();
      std::atomic<std::size_t> n_noted = 0;
      log.note = [&](std::size_t, const locus_result&) { ++n_noted; };
      std::vector<std::string> found;
      predict_loci(
          job.input(), job.options,
          [&](locus_result&& result) { found.push_back(to_bytes(result.locus, result.models)); }, std::move(log));
      CHECK(found == requested);
      CHECK(n_noted == all.size() - n_known);
    }
}

TEST_CASE("what is known of another region or target is worked out again") {
  small_job job("CCATGGCCAAATTTGGGTAACC", {{{2, 20}, strand::forward}}, {"ATGGCCAAATTTGGGTAA", "AAATTTGGG"});
  std::vector<placed_result> all;
  predict_loci(job.input(), job.options, [](locus_result&&) {},
               {{}, [&](std::size_t place, const locus_result& result) {
                  all.push_back({place, result});
                }});
  REQUIRE(all.size() == 2);
  std::vector<placed_result> wrong = {all[0], all[1], all[1]};
  std::swap(wrong[0].result.locus.target, wrong[1].result.locus.target);
  wrong[2].place = 9;
  std::vector<std::string> found;
  predict_loci(job.input(), job.options,
               [&](locus_result&& result) { found.push_back(to_bytes(result.locus, result.models)); }, {wrong, {}});
  REQUIRE(found.size() == 2);
  for (const placed_result& each : all) CHECK(found[each.place] == to_bytes(each.result.locus, each.result.models));
}

TEST_CASE("a journal that is given up grows no more") {
  const scratch folder;
  run_journal journal(folder / "j", settings, false);
  journal.note(0, some_result(0));
  CHECK(journal.give_up());
  CHECK_FALSE(journal.give_up());
  journal.note(1, some_result(1));
  CHECK(journal.n_results() == 1);
}

TEST_CASE("a log that cannot be written ends the run") {
  small_job job("CCATGGCCAAATTTGGGTAACC", {{{2, 20}, strand::forward}}, {"ATGGCCAAATTTGGGTAA"});
  const auto broken = [](std::size_t, const locus_result&) {
    throw io_failure({.where = {"j"}, .what = "cannot write"});
  };
  CHECK_THROWS_AS(predict_loci(job.input(), job.options, [](locus_result&&) {}, {{}, broken}), io_failure);
}

TEST_CASE("a journal that cannot be begun leaves no file") {
  const scratch folder;
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit usual {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &usual) == 0);
  for (const rlim_t bytes :
       std::vector<rlim_t>{0, 10, 16, 20}) {  // none, a part of the mark, the mark, and a part of the settings
    struct rlimit small = usual;
    small.rlim_cur = bytes;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK_THROWS_AS(run_journal(folder / "j", settings, false), io_failure);
    CHECK_THROWS_AS(run_journal(folder / "j", settings, true), io_failure);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &usual) == 0);
    CHECK(folder.names().empty());
  }
  std::signal(SIGXFSZ, SIG_DFL);
}

TEST_CASE("a plan is no journal, and stays as it is") {
  const scratch folder;
  const std::string plan = to_file(settings, {some_loci(), {}, {}, run_division{2, {0, 1, 1}}});
  { std::ofstream(folder / "plan", std::ios::binary) << plan << "cut"; }
  for (const bool goes_on : {false, true}) {
    CHECK_THROWS_AS(run_journal(folder / "plan", settings, goes_on), foreign_file);
    CHECK(content(folder / "plan") == plan + "cut");
  }
}
