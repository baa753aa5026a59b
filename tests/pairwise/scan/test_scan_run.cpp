// A scan goes on from what was scanned before, whichever engine had done that.
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files/scratch.hpp"
#include "base/journal/mutated.hpp"
#include "base/journal/records.hpp"
#include "base/statistics/random_source.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "pairwise/scan/match_table.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_run.hpp"
#include "pairwise/scan/scan_statistics.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave::testing;
using namespace exonweave;

using exonweave::testing::contains;

namespace {

target_set some_proteins(const std::string& prefix, std::size_t n, random_source& random) {
  target_set made;
  made.paths = {"made.fa"};
  made.kind = molecule::protein;
  for (std::size_t k = 0; k < n; ++k) {
    std::string residues;
    for (std::size_t i = 0; i < 20 + 3 * k; ++i)
      residues += spliced::amino_letter(static_cast<spliced::residue_code>(random.below(20)));
    made.targets.push_back({prefix + std::to_string(k), residues, 2 * k + 1});
  }
  return made;
}

// parasail's, in batches of another size, which fails after some.
class frail_engine final : public scan_engine {
 public:
  explicit frail_engine(std::size_t batch_residues, std::size_t n_batches = 1000)
      : batch_residues_(batch_residues), n_left_(n_batches) {}
  [[nodiscard]] const pairwise_engine& facts() const override { return sound_->facts(); }
  [[nodiscard]] std::size_t batch_residues() const override { return batch_residues_; }
  [[nodiscard]] std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                  const scan_scoring& scoring) const override {
    class opened final : public opened_scan {
     public:
      opened(std::unique_ptr<opened_scan> sound, std::size_t n_left) : sound_(std::move(sound)), n_left_(n_left) {}
      std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
        if (n_left_ == 0) throw std::runtime_error("broken");
        --n_left_;
        return sound_->scan(queries, control);
      }

     private:
      std::unique_ptr<opened_scan> sound_;
      std::size_t n_left_;
    };
    return std::make_unique<opened>(sound_->open(database, scoring), n_left_);
  }

 private:
  std::unique_ptr<scan_engine> sound_ = make_parasail_scan(1);
  std::size_t batch_residues_;
  std::size_t n_left_;
};

// Adds to `made`, whether or not it throws.
void add_matches(const scan_context& context, const scan_engine& engine, const scan_rules& rules, run_control& control,
                 scan_log& log, std::vector<scan_match>& made) {
  find_matches(context, engine, rules, control, log, [&](std::span<const scan_match> of_query) {
    REQUIRE(!of_query.empty());
    for (const scan_match& each : of_query) REQUIRE(each.query == of_query.front().query);
    if (!made.empty()) REQUIRE(made.back().query < of_query.front().query);
    made.insert(made.end(), of_query.begin(), of_query.end());
  });
  CHECK(log.n_matches == made.size());
}

std::vector<scan_match> all_matches(const scan_context& context, const scan_engine& engine, const scan_rules& rules,
                                    run_control& control) {
  scan_log log;
  std::vector<scan_match> made;
  add_matches(context, engine, rules, control, log, made);
  return made;
}

std::string table(const scan_context& context, const std::vector<scan_match>& matches) {
  std::string text;
  for (const scan_match& each : matches) text += match_table("std").rows(context, {&each, 1});
  return text;
}

struct small_scan {
  random_source random{7, 0};
  target_set queries = some_proteins("q", 9, random);
  scan_database database = scan_database::of_proteins(some_proteins("d", 40, random));
  spliced::substitution_matrix matrix = *spliced::named_protein_matrix("BLOSUM62");
  scan_context context{queries, database, matrix, false};
  run_control control;

  std::vector<scan_match> found{};  // by all runs

  std::string run(const scan_engine& engine, scan_log& log, std::size_t max_hits) {
    scan_rules rules{{&matrix, {11, 1}}, std::nullopt};
    rules.min_score = 25;
    rules.max_hits = max_hits;
    rules.memory = 1 << 20;
    add_matches(context, engine, rules, control, log, found);
    return table(context, found);
  }
};

// Of the best alignment with adjusted scores.
spliced::score adjusted_total(const small_scan& input, const scan_database& database,
                              const composition_adjustment& adjustment, const scan_match& match) {
  const auto query = spliced::encode_protein(input.queries.targets[match.query].residues);
  const auto sequence = spliced::encode_protein(database.residues(match.sequence));
  const auto matrix = adjustment.matrix_for(query, sequence);
  REQUIRE(matrix);
  return in_whole_units(local_aligner(query, {&*matrix, adjustment.gaps()}).total(sequence));
}

spliced::score plain_total(const small_scan& input, const scan_database& database, const scan_match& match) {
  return local_aligner(spliced::encode_protein(input.queries.targets[match.query].residues), {&input.matrix, {11, 1}})
      .total(spliced::encode_protein(database.residues(match.sequence)));
}

double size_of(const small_scan& input, const scan_match& match) {
  return static_cast<double>(input.queries.targets[match.query].residues.size());
}

}  // namespace

TEST_CASE("a scan that failed goes on with another engine and other batches", "[scan]") {
  for (const std::size_t max_hits : {0u, 2u}) {
    small_scan input;
    scan_log whole;
    const std::string requested = input.run(frail_engine(100), whole, max_hits);
    CHECK(std::ranges::count(requested, '\n') > 9);
    const std::uint64_t n_cells = input.control.cells();
    CHECK(count_cells(input.context, whole.scanned) == n_cells);
    small_scan again;  // counts its own cells
    scan_log all;
    const std::string without_limit = again.run(frail_engine(100), all, 0);
    CHECK(all.n_left_out == 0);
    CHECK(whole.n_left_out ==
          std::size_t(std::ranges::count(without_limit, '\n') - std::ranges::count(requested, '\n')));
    CHECK((whole.n_left_out > 0) == (max_hits > 0));
    for (std::size_t n = 0; n < whole.scanned.size(); ++n) {
      std::size_t n_noted = 0;
      scan_log log{{}, [&](const scanned_batch&) { ++n_noted; }};
      input.control.take_back_cells(input.control.cells());
      input.found.clear();
      CHECK_THROWS_AS(input.run(frail_engine(100, n), log, max_hits), std::runtime_error);
      CHECK(log.scanned.size() == n);
      CHECK(input.control.cells() == count_cells(input.context, log.scanned));
      CHECK(input.run(frail_engine(1), log, max_hits) == requested);
      CHECK(log.n_left_out == whole.n_left_out);
      CHECK(n_noted == log.scanned.size());
      CHECK(input.control.cells() == n_cells);
      CHECK(input.run(frail_engine(1, 0), log, max_hits) == requested);  // nothing is left to scan
    }
  }
}

TEST_CASE("batches of other queries or of another database are told apart", "[scan]") {
  const small_scan input;
  const scanned_batch first{2, {{0, 39, 30}, {1, 0, 30}}};
  const auto fits = [&](const std::vector<scanned_batch>& kept) { return are_of(input.context, kept); };
  CHECK(fits({}));
  CHECK(fits({first, {7, {{8, 0, 30}}}}));
  CHECK_FALSE(fits({first, {8, {}}, {1, {}}}));
  CHECK_FALSE(fits({first, {~std::uint64_t{0}, {}}}));
  CHECK_FALSE(fits({first, {7, {{1, 0, 30}}}}));
  CHECK(fits({first, {7, {{8, 0, 30}}, 7 * 40}}));
  CHECK_FALSE(fits({first, {7, {{8, 0, 30}}, 7 * 40 + 1}}));
  CHECK_FALSE(fits({first, {7, {{9, 0, 30}}}}));
  CHECK_FALSE(fits({first, {7, {{2, 40, 30}}}}));
  CHECK_FALSE(fits({first, {7, {{3, 1, 30}, {2, 1, 30}}}}));
  CHECK_FALSE(fits({first, {7, {{2, 1, 30}, {2, 1, 30}}}}));
}

TEST_CASE("a score in a journal that is not that of the alignment is refused", "[scan]") {
  small_scan input;
  scan_log log{{}, {}, "the.journal"};
  scan_log whole{{}, [&](const scanned_batch& each) { log.scanned.push_back(each); }};
  (void)input.run(frail_engine(100), whole, 0);
  log.n_read = log.scanned.size();
  const auto with_hits =
      std::ranges::find_if(log.scanned, [](const scanned_batch& each) { return !each.hits.empty(); });
  REQUIRE(with_hits != log.scanned.end());
  with_hits->hits.front().total += 1;
  input.found.clear();
  CHECK_THROWS_WITH(input.run(frail_engine(100), log, 0), contains("the.journal") && contains("a score that is not"));
}

TEST_CASE("among unrelated proteins there are as many matches as E-values say", "[scan]") {
  random_source random(1991, 3);
  // Robinson and Robinson's composition, in hundredths.
  constexpr std::string_view residues =
      "AAAAAAAARRRRRNNNNDDDDDCCQQQQEEEEEEGGGGGGGHHIIIIILLLLLLLLLKKKKKKMMFFFFPPPPPSSSSSSSTTTTTTWYYYVVVVVV";
  const auto unrelated = [&](std::size_t n, std::size_t shortest, std::size_t longest) {
    target_set made{{"made.fa"}, molecule::protein, {}};
    for (std::size_t k = 0; k < n; ++k) {
      std::string text;
      for (std::size_t i = shortest + random.below(longest - shortest); i > 0; --i)
        text += residues[random.below(residues.size())];
      made.targets.push_back({std::to_string(k), text, k + 1});
    }
    return made;
  };
  const target_set queries = unrelated(250, 40, 400);
  const scan_database database = scan_database::of_proteins(unrelated(300, 20, 600));
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  scan_rules rules{{&matrix, {11, 1}}, published_statistics("BLOSUM62", {11, 1})};
  rules.max_e_value = 10;
  rules.memory = 1 << 24;
  const scan_context context{queries, database, matrix};
  run_control control;
  const auto found = all_matches(context, *make_parasail_scan(1), rules, control);
  const auto count_up_to = [&](double e_value) {
    return std::ranges::count_if(found, [&](const scan_match& each) { return each.e_value <= e_value; });
  };
  CHECK(static_cast<std::size_t>(count_up_to(10)) == found.size());
  CHECK(count_up_to(10) == Approx(2500).epsilon(0.3));
  CHECK(count_up_to(1) == Approx(250).epsilon(0.3));
}

TEST_CASE("masked queries are told as they are", "[scan]") {
  small_scan input;
  input.queries.targets = {{"q", "MAWYHKDERLIVTNGSCPFMWYHEKDARLIV", 1}};
  input.queries.targets[0].lower_case = {{0, 10}};
  const scan_database database = scan_database::of_proteins(input.queries);
  const scan_context context{input.queries, database, input.matrix, false};
  scan_rules rules{{&input.matrix, {11, 1}}, std::nullopt};
  rules.memory = 1 << 20;
  const auto rows = [&](masking by) {
    rules.mask_queries = by;
    return table(context, all_matches(context, *make_parasail_scan(1), rules, input.control));
  };
  CHECK_THAT(rows(masking::none), Catch::Matchers::StartsWith("q\tq\t100.000\t31\t0\t0\t1\t31\t1\t31\t"));
  CHECK_THAT(rows(masking::lower_case), Catch::Matchers::StartsWith("q\tq\t100.000\t21\t0\t0\t11\t31\t11\t31\t"));
}

TEST_CASE("adjusted scores are those of the adjusted matrix, and no match has a larger one than without", "[scan]") {
  small_scan input;
  for (target& each : input.queries.targets) each.residues += "KKEKKKAKKEKKDKKKNKEKKAKKLKKK";
  target_set proteins = input.queries;
  for (target& each : proteins.targets) each.residues += "KKKKEKKKNKKAKKKEKKDKKKEKKKAKKKKEKKK";
  const scan_database database = scan_database::of_proteins(proteins);
  const scan_context context{input.queries, database, input.matrix};
  const scan_scoring scoring{&input.matrix, {11, 1}};
  scan_rules rules{scoring, published_statistics("BLOSUM62", {11, 1})};
  rules.memory = 1 << 22;
  rules.max_e_value = 1;
  const auto engine = make_parasail_scan(1);
  const auto plain = all_matches(context, *engine, rules, input.control);
  rules.composition = composition_mode::scaled;
  const auto adjusted = all_matches(context, *engine, rules, input.control);
  REQUIRE(!adjusted.empty());
  CHECK(adjusted.size() <= plain.size());
  std::size_t n_lower = 0;
  const composition_adjustment adjustment(scoring, composition_mode::scaled);
  for (const scan_match& each : adjusted) {
    CHECK(each.best == adjusted_total(input, database, adjustment, each));
    CHECK(each.alignment.total == each.best);
    CHECK(each.e_value <= 1);
    const auto before = std::ranges::find_if(
        plain, [&](const scan_match& other) { return other.query == each.query && other.sequence == each.sequence; });
    REQUIRE(before != plain.end());
    CHECK(before->alignment.total >= each.alignment.total);
    n_lower += before->alignment.total > each.alignment.total ? 1 : 0;
  }
  CHECK(2 * n_lower > adjusted.size());
  // The best sequences by adjusted scores are kept.
  rules.max_hits = 1;
  const auto best = all_matches(context, *engine, rules, input.control);
  for (const scan_match& each : best)
    for (const scan_match& other : adjusted)
      if (other.query == each.query) CHECK(other.alignment.total <= each.alignment.total);
}

TEST_CASE("scores of two compositions are those of alignments made with them, and may be above the others", "[scan]") {
  small_scan input;
  input.queries.targets.clear();
  target_set proteins = input.queries;
  std::discrete_distribution<std::size_t> usual(usual_residues.begin(), usual_residues.end());
  std::mt19937_64 random(2007);
  for (const char* name : {"a", "b", "c"}) {
    std::string residues;
    for (int k = 0; k < 200; ++k) residues += spliced::twenty_amino_acids[usual(random)];
    input.queries.targets.push_back({name, residues + std::string(60, 'G'), 1});
    proteins.targets.push_back({name, residues + std::string(60, 'D'), 1});
  }
  const scan_database database = scan_database::of_proteins(proteins);
  const scan_context context{input.queries, database, input.matrix};
  const scan_scoring scoring{&input.matrix, {11, 1}};
  scan_rules rules{scoring, published_statistics("BLOSUM62", {11, 1})};
  rules.memory = 1 << 22;
  rules.max_e_value = 1;
  rules.composition = composition_mode::adjusted;
  const auto engine = make_parasail_scan(1);
  const auto adjusted = all_matches(context, *engine, rules, input.control);
  REQUIRE(!adjusted.empty());
  const composition_adjustment adjustment(scoring, composition_mode::adjusted);
  std::size_t n_higher = 0, n_gained = 0;
  for (const scan_match& each : adjusted) {
    CHECK(each.best == adjusted_total(input, database, adjustment, each));
    CHECK(each.e_value <= 1);
    const spliced::score before = plain_total(input, database, each);
    if (each.best <= before) continue;
    ++n_higher;
    // Too rare a limit for the scores as they are, but not for what alignments may gain.
    const double e_before =
        rules.statistics->e_value(before, size_of(input, each), database.blocks().lengths[each.sequence],
                                  static_cast<double>(database.n_residues()));
    scan_rules narrow = rules;
    narrow.max_e_value = 1.01 * each.e_value;
    if (e_before <= 5 * narrow.max_e_value || e_before > 1000 * narrow.max_e_value) continue;
    ++n_gained;
    CHECK(std::ranges::any_of(all_matches(context, *engine, narrow, input.control), [&](const scan_match& other) {
      return other.query == each.query && other.sequence == each.sequence;
    }));
  }
  CHECK(n_higher > 0);
  CHECK(n_gained > 0);
  for (const auto least : {spliced::score{1}, adjusted.front().best}) {  // asked of adjusted scores
    rules.min_score = least;
    const auto enough = all_matches(context, *engine, rules, input.control);
    CHECK(static_cast<std::ptrdiff_t>(enough.size()) ==
          std::ranges::count_if(adjusted, [&](const scan_match& each) { return each.alignment.total >= least; }));
  }
}

TEST_CASE("adjusted scores that could leave 32 bits are refused", "[scan]") {
  small_scan input;
  input.queries.targets = {{"q", std::string(1000, 'W'), 1}};
  for (spliced::residue_code row = 0; row < spliced::n_amino_codes; ++row)
    for (spliced::residue_code column = 0; column < spliced::n_amino_codes; ++column)
      input.matrix.at(row, column) *= 1000;
  const scan_database database = scan_database::of_proteins(input.queries);
  const scan_context context{input.queries, database, input.matrix};
  scan_rules rules{{&input.matrix, {11'000, 1'000}}, score_law{0.000267, 0.041}};
  rules.memory = 1 << 26;
  const auto engine = make_parasail_scan(1);
  CHECK(all_matches(context, *engine, rules, input.control).front().alignment.total == 11'000'000);
  rules.composition = composition_mode::scaled;
  CHECK_THROWS_WITH(all_matches(context, *engine, rules, input.control), contains("could leave 32 bits"));
}

// What a journal keeps of a scan.

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
