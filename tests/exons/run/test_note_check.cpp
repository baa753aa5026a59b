// Notes whose checksums are right and whose content somebody has changed: they are refused, or lead nobody astray.
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/files/scratch.hpp"
#include "base/journal/mutated.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/run/noted_runs.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::vector<run_setting> settings{{"version", "1"}};

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

// What is told of the notes of a run that `change` has changed; empty: nothing.
template <class Change>
std::string reported_of(small_job& job, const Change& change) {
  run_notes notes = notes_of(job);
  change(notes);
  try {
    check_notes(notes, inputs_of(job), "the.part", {"part", "merge what is whole"});
  } catch (const bad_data& error) {
    return error.what();
  }
  return "";
}

gene_model& first_model(run_notes& notes) {
  for (auto& [place, result] : notes.results)
    if (!result.models.empty()) return result.models.front();
  throw std::logic_error("no model");
}

// Writes notes with one record mutated, and uses them. True: they were refused.
bool is_refused(const std::vector<std::string>& sound, const small_job& job, const std::string& path,
                std::mt19937_64& random) {
  std::vector<std::string> records = sound;
  std::string& changed = records[random() % records.size()];
  changed = mutated(changed, random);
  write(path, log_of(records));
  try {
    (void)use_notes(path, job);
  } catch (const bad_data& error) {
    CHECK(error.problems().front().where.file == path);
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("notes of a run are taken by it") {
  noted_dna dna;
  noted_proteins forward(strand::forward), reverse(strand::reverse);
  for (small_job* job :
       {static_cast<small_job*>(&dna), static_cast<small_job*>(&forward), static_cast<small_job*>(&reverse)}) {
    CHECK(reported_of(*job, [](run_notes& notes) { CHECK_FALSE(first_model(notes).exons.empty()); }).empty());
    const scratch folder;
    write(folder / "part", log_of(records_of(settings, notes_of(*job))));
    CHECK_FALSE(use_notes(folder / "part", *job).empty());
  }
}

TEST_CASE("notes that no run can have made are refused, and the file is named") {
  noted_dna dna;
  noted_proteins proteins(strand::forward);
  const auto refused = [](small_job& job, const std::string& why, auto change) {
    CAPTURE(why);
    CHECK_THAT(reported_of(job, change),
               contains("the.part: the part contradicts itself: " + why) && contains("merge what is whole"));
  };
  for (small_job* job : {static_cast<small_job*>(&dna), static_cast<small_job*>(&proteins)}) {
    const auto locus = [](auto change) { return [change](run_notes& notes) { change(notes.loci->front()); }; };
    refused(*job, "a locus that", locus([](found_locus& each) { each.where.target = 99; }));
    refused(*job, "a locus that", locus([](found_locus& each) { each.where.sequence = ~std::size_t{0}; }));
    refused(*job, "a locus that", locus([](found_locus& each) { each.where.region.end = 1'000; }));
    refused(*job, "a locus that", locus([](found_locus& each) { each.span.start = -1; }));
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();  // lengths from there on do not fit
    refused(*job, "a locus that", locus([](found_locus& each) { each.where.region.start = lowest; }));
    refused(*job, "a chain that", locus([](found_locus& each) { each.best.core.start = lowest; }));
    refused(*job, "a chain that", locus([](found_locus& each) { each.best.on_target.end = 99; }));
    refused(*job, "a chain that", locus([](found_locus& each) { each.others[0].core.end = 2; }));
    refused(*job, "a chain that", locus([](found_locus& each) { each.best.score = std::nan(""); }));
    refused(*job, "a transcript that", [](run_notes& notes) { notes.rounds[0].confident[0].sequence = 1; });
    refused(*job, "a transcript that", [](run_notes& notes) { notes.rounds[0].confident[0].exons = {}; });
    refused(*job, "a transcript that", [](run_notes& notes) { notes.rounds[0].confident[0].exons[1].start = 4; });
    refused(*job, "a number of parts", [](run_notes& notes) { notes.division->n_parts = 0; });
    refused(*job, "a result of an unknown part", [](run_notes& notes) { notes.division->part_of[0] = 2; });
    const auto result = [](auto change) {
      return [change](run_notes& notes) { change(notes.results.front().result); };
    };
    refused(*job, "a result that", result([](locus_result& each) { each.locus.target = 7; }));
    refused(*job, "an outcome", result([](locus_result& each) { each.models.clear(); }));
    refused(*job, "an outcome", result([](locus_result& each) { each.tried.clear(); }));
    refused(*job, "an outcome", result([](locus_result& each) { each.too_large.emplace(); }));
    refused(*job, "a time or amount", result([](locus_result& each) { each.seconds = -1; }));
    refused(*job, "a time or amount", result([](locus_result& each) { each.work.costs.values[0] = std::nan(""); }));
    refused(*job, "a model that", result([](locus_result& each) { each.models[0].target = 1; }));
    refused(*job, "a model that", result([](locus_result& each) { each.models[0].rank = 9; }));
    const auto model = [](auto change) { return [change](run_notes& notes) { change(first_model(notes)); }; };
    refused(*job, "a model without exons", model([](gene_model& each) { each.exons.clear(); }));
    refused(*job, "an exon", model([](gene_model& each) { each.exons[0].where.start = -4; }));
    refused(*job, "an exon", model([](gene_model& each) { each.exons[0].in_target.end = 99; }));
    refused(*job, "an exon", model([](gene_model& each) { each.exons[0].sources = {1}; }));
    refused(*job, "an exon", model([](gene_model& each) { each.exons[0].phase = 3; }));
    refused(*job, "an exon", model([](gene_model& each) { each.start_extension = 4'000'000'000; }));
    refused(*job, "a start that was moved", model([](gene_model& each) { each.start_extension = 1; }));
    for (const std::vector<interval>& exons : {std::vector<interval>{{5, 3}}, {{0, 4'000'000'000}}, {{2, 6}, {4, 8}}})
      refused(*job, "aligned exons", model([&](gene_model& each) { each.aligned_exons = exons; }));
    refused(*job, "a coding sequence", model([](gene_model& each) { each.coding.pop_back(); }));
    refused(*job, "an alignment", model([](gene_model& each) { each.alignment = {}; }));
    refused(*job, "an alignment", model([](gene_model& each) { each.exons[0].edits.pop_back(); }));
    refused(*job, "an alignment", model([](gene_model& each) { each.exons[0].edits[0].length += 1; }));
    refused(*job, "an alignment", model([](gene_model& each) {
      auto columns = each.alignment.unpack();
      columns.back().in_target = 1'000;
      each.alignment = aligned_columns(columns);
    }));
    refused(*job, "an alignment", model([](gene_model& each) {
      auto columns = each.alignment.unpack();
      columns.back().bases[0] += 1;
      each.alignment = aligned_columns(columns);
    }));
    refused(*job, "a score", model([](gene_model& each) { each.score = spliced::unreachable; }));
    refused(*job, "a score", model([](gene_model& each) { each.identity = 1.5; }));
    refused(*job, "counts", model([](gene_model& each) { each.n_frameshifts = 40; }));
  }
}

TEST_CASE("mutated records are refused, or what they say can be written") {
  const scratch folder;
  std::mt19937_64 random(31);
  noted_dna dna;
  noted_proteins forward(strand::forward), reverse(strand::reverse);
  for (small_job* job :
       {static_cast<small_job*>(&dna), static_cast<small_job*>(&forward), static_cast<small_job*>(&reverse)}) {
    const auto sound = records_of(settings, notes_of(*job));
    std::size_t n_refused = 0;
    for (int n = 0; n < 400; ++n) n_refused += is_refused(sound, *job, folder / "mutated.part", random);
    CHECK(n_refused > 200);
    CHECK(n_refused < 400);  // names and scores may be others
  }
}

TEST_CASE("a count in a record is not believed beyond its bytes") {
  const scratch folder;
  const auto reported = [&](const std::string& record) {
    write(folder / "j", log_of(std::vector{make_record(record_kind::settings, settings), record}));
    try {
      run_journal(folder / "j", settings, true);
    } catch (const bad_data& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::uint64_t huge = std::uint64_t{1} << 60;
  CHECK_THAT(reported(make_record(record_kind::loci, huge)), contains("a count that is too large"));
  CHECK_THAT(reported(make_record(record_kind::training, huge)), contains("a count that is too large"));
  CHECK_THAT(reported(make_record(record_kind::division, huge, huge)), contains("the file is a plan"));
  CHECK_THROWS_WITH(read_notes(folder / "j", {"plan", "make it anew"}, [](const auto&) {}),
                    contains("a count that is too large"));
  CHECK_THAT(reported(make_record(record_kind::loci, std::vector<found_locus>(1)).substr(0, 30)),
             contains("a record that is too short"));
  CHECK_THAT(reported(make_record(record_kind::loci, std::vector<found_locus>(1)) + "x"),
             contains("a record that is too long"));
  CHECK_THAT(reported("?"), contains("an unknown kind"));
  CHECK_THAT(reported(""), contains("an unknown kind"));
}

TEST_CASE("notes without settings before them are refused") {
  const scratch folder;
  const std::string loci = make_record(record_kind::loci, std::vector<found_locus>());
  write(folder / "j", log_of(std::vector{loci, make_record(record_kind::settings, settings)}));
  CHECK_THROWS_WITH(run_journal(folder / "j", settings, true), contains("results before any settings"));
  CHECK_THROWS_WITH(read_notes(folder / "j", {"plan", ""}, [](const auto&) {}),
                    contains("j: the plan contradicts itself: results before any settings"));
}
