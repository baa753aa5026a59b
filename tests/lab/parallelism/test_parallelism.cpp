// The paper's potential-parallelism measures and the time units of its Eq. 3, 4 and 5.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "catch.hpp"
#include "exons/graph/overlap_groups.hpp"
#include "lab/parallelism/parallelism.hpp"
#include "seed.hpp"

using namespace exonweave;

TEST_CASE("length classes hold 1 to 32, 33 to 64 and so on") {
  const std::vector<interval> exons = {{0, 1}, {100, 132}, {200, 233}, {300, 364}, {400, 465}};
  const auto measured = measure_parallelism(exons);
  CHECK(measured.length_classes == std::map<std::int64_t, std::size_t>{{0, 2}, {1, 2}, {2, 1}});
  CHECK(measured.longest == 65);
  CHECK(measured.sum_lengths == 1 + 32 + 33 + 64 + 65);
}

TEST_CASE("groups are counted by their number of exons") {
  const std::vector<interval> exons = {{0, 10}, {5, 20}, {30, 40}, {35, 50}, {60, 70}};
  const auto measured = measure_parallelism(exons);
  CHECK(measured.n_groups == 3);
  CHECK(measured.group_sizes == std::map<std::int64_t, std::size_t>{{1, 1}, {2, 2}});
}

TEST_CASE("Eq. 3, 4 and 5 of a case that can be worked out by hand") {
  const std::vector<interval> exons = {{0, 10}, {5, 20}, {30, 37}};  // |b| = 10, 15, 7 in groups {10, 15}, {7}
  const auto units = count_time_units(measure_parallelism(exons), 100);
  CHECK(units.sequential == 100 * 32);
  CHECK(units.intra == (10 + 99) + (15 + 99) + (7 + 99));
  CHECK(units.inter == (15 + 99) + (7 + 99));
}

TEST_CASE("no exons need no time and have no shares") {
  const auto none = measure_parallelism({});
  const auto units = count_time_units(none, 100);
  CHECK(units.sequential == 0);
  CHECK(units.intra == 0);
  CHECK(units.inter == 0);
  CHECK(shares_of(none.length_classes).empty());
}

TEST_CASE("more parallelism never needs more time") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    std::vector<interval> exons(1 + random() % 30);
    for (auto& exon : exons) {
      exon.start = static_cast<std::int64_t>(random() % 500);
      exon.end = exon.start + 1 + static_cast<std::int64_t>(random() % 200);
    }
    const auto units = count_time_units(measure_parallelism(exons), 1 + static_cast<std::int64_t>(random() % 300));
    REQUIRE(units.inter <= units.intra);
    REQUIRE(units.intra <= units.sequential);
  }
}

TEST_CASE("in the average case every case weighs the same, however many exons it has") {
  const auto short_exon = measure_parallelism(std::vector<interval>{{0, 10}});
  const auto long_exons = measure_parallelism(std::vector<interval>{{0, 40}, {50, 90}, {100, 110}, {200, 240}});
  average_case average;
  average.add(short_exon, count_time_units(short_exon, 10), 10);
  average.add(long_exons, count_time_units(long_exons, 30), 30);
  CHECK(average.n_cases() == 2);
  CHECK(average.n_exons() == 2.5);
  CHECK(average.target_length() == 20);
  CHECK(average.length_shares() == shares{{0, (1.0 + 0.25) / 2}, {1, 0.75 / 2}});
  CHECK(average.group_shares() == shares{{1, 1.0}});
}

// The study of a whole input: its cases, its tables and what its plots fold together.

namespace {

struct small_input {
  sequence_catalog sequences;
  target_set targets{{"targets.fa"}, molecule::dna, {{"short", "ACGTACGTAC", 1}, {"long", std::string(100, 'A'), 3}}};
  candidate_set candidates{{"candidates.gff3"}, {candidate_format::gff3}, {}};

  // One region with three exons on the forward strand in two groups, one on the reverse strand.
  small_input() {
    sequences.add("chr1", 1000);
    const auto add = [&](interval where, strand on, std::int8_t phase) {
      candidates.exons.push_back({0, where, on, phase, exon_type::internal, {}});
    };
    add({0, 10}, strand::forward, 0);
    add({5, 45}, strand::forward, 0);
    add({5, 45}, strand::forward, 1);
    add({100, 107}, strand::forward, 0);
    add({300, 400}, strand::reverse, 0);
  }

  parallelism_study study(const std::optional<std::vector<alignment_task>>& pairs = std::nullopt) const {
    return study_parallelism(sequences, targets, pairs, candidates);
  }
};

template <typename Data, typename Write>
std::string text_of(const Data& data, Write write) {
  std::string text;
  write(data, [&](std::string_view part) { text += part; });
  return text;
}

}  // namespace

TEST_CASE("each case has the units of its exons and target, phases of one place counting once") {
  const small_input input;
  const auto study = input.study();
  REQUIRE(study.cases.size() == 4);
  CHECK(study.exon_sets.size() == 2);  // one per strand, shared by the targets
  const auto& first = study.cases.front();
  CHECK(study.exon_sets[first.exon_set].n_exons == 3);
  CHECK(first.target_length == 10);
  CHECK(first.units.sequential == 10 * (10 + 40 + 7));
  CHECK(first.units.intra == 10 + 40 + 7 + 3 * 9);
  CHECK(first.units.inter == 40 + 7 + 2 * 9);
}

TEST_CASE("the case table has a row per case and one for their average") {
  const small_input input;
  const auto study = input.study();
  const auto table = text_of(named_study{study, input.sequences, input.targets}, write_case_table);
  CHECK(std::count(table.begin(), table.end(), '\n') == 1 + 4 + 1);
  CHECK(table.find("\n1\tchr1\t0\t1000\t+\tshort\t10\t3\t57\t40\t2\t570\t84\t65\n") != std::string::npos);
  CHECK(table.find("\naverage\t.\t.\t.\t.\t.\t55.00\t2.00\t78.50\t.\t1.50\t") != std::string::npos);
}

TEST_CASE("a pair without candidates is a row, but not part of the average") {
  const small_input input;
  const auto study =
      input.study(std::vector<alignment_task>{{0, {500, 600}, strand::forward, 0}, {0, {0, 50}, strand::forward, 0}});
  CHECK(study.cases.size() == 2);
  CHECK(study.average.n_cases() == 1);
  CHECK(study.average.n_exons() == 2);
}

TEST_CASE("length and group tables hold the shares of each case and of the average") {
  const small_input input;
  const auto study = input.study();
  const auto lengths = text_of(study, write_length_table);
  CHECK(lengths.find("1\t1\t32\t2\t0.666667\n1\t33\t64\t1\t0.333333\n") != std::string::npos);
  CHECK(lengths.find("average\t97\t128\t.\t0.500000\n") != std::string::npos);
  const auto groups = text_of(study, write_group_table);
  CHECK(groups.find("1\t1\t1\t0.500000\n1\t2\t1\t0.500000\n") != std::string::npos);
  CHECK(groups.find("average\t1\t.\t0.750000\naverage\t2\t.\t0.250000\n") != std::string::npos);
}

TEST_CASE("the JSON form holds the same figures, and survives names that are no UTF-8") {
  small_input input;
  input.targets.targets[0].name = "bad\xE4name";
  const auto study = input.study();
  const auto document =
      nlohmann::json::parse(text_of(named_study{study, input.sequences, input.targets}, write_study_json));
  CHECK(document["cases"].size() == 4);
  CHECK(document["cases"][0]["eq3_units"] == 570);
  CHECK(document["cases"][0]["target_id"] == "bad\xEF\xBF\xBDname");
  CHECK(document["average"]["group_sizes"][1]["share"] == 0.25);
}

TEST_CASE("a study without a case has empty tables") {
  small_input input;
  input.candidates.exons.clear();
  const auto study = input.study();
  CHECK(study.cases.empty());
  CHECK(text_of(study, write_length_table) == "case\tlength_from\tlength_to\texons\tshare\n");
}
