// Batches of pairs, and a run that aligns them on several threads as the recurrence does.
#include <algorithm>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/align/align_run.hpp"
#include "pairwise/align/plain_global.hpp"

using namespace exonweave::testing;
using namespace exonweave;

namespace {

constexpr std::uint64_t ample = 1ULL << 28;  // bytes

const spliced::substitution_matrix& dna() {
  static const auto matrix = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  return matrix;
}

align_rules some_rules(unsigned n_threads) {
  return {.scoring = {&dna(), {0, 2}}, .memory = ample, .n_threads = n_threads};
}

target_set set_of(const std::string& path, const std::vector<std::size_t>& lengths) {
  target_set made;
  made.paths = {path};
  for (const std::size_t length : lengths) {
    std::string residues;
    for (std::size_t k = 0; k < length; ++k) residues += "ACGT"[(k + k / 3 + length) % 4];
    made.targets.push_back({"of" + std::to_string(length), residues, 2 * made.targets.size() + 1});
  }
  return made;
}

sequence_pairs pairs_of(const std::vector<std::size_t>& lengths) {
  return {set_of("q.fa", lengths), set_of("t.fa", lengths)};
}

// Aligns pairs of up to 100 cells together, 3 at once, and those of others one by one; as the recurrence says.
class batching_engine final : public align_engine {
 public:
  [[nodiscard]] const pairwise_engine& facts() const override {
    static constexpr pairwise_engine known{
        .command = "align", .name = "batching", .batch = {.max_pairs = 3, .max_cells = 150}};
    return known;
  }
  [[nodiscard]] global_alignment align(const align_request& request) const override {
    note(request);
    if (request.n_cells() > 1'000) throw memory_exceeded(500, request.memory);
    return plain_global(request).align();
  }
  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const align_scoring&) const override {
    return query_length * target_length <= 100;
  }
  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request> requests) const override {
    std::vector<global_alignment> made;
    for (const align_request& request : requests) {
      note(request);
      made.push_back(plain_global(request).align());
    }
    return made;
  }

  mutable std::set<std::uint64_t> memory;  // of the requests

 private:
  void note(const align_request& request) const {
    const std::lock_guard lock(mutex_);
    memory.insert(request.memory);
  }
  mutable std::mutex mutex_;
};

std::vector<global_alignment> aligned(const sequence_pairs& pairs, const align_engine& engine,
                                      const align_rules& rules) {
  std::mutex mutex;
  std::vector<global_alignment> made(pairs.size());
  std::vector<int> times(pairs.size());
  run_control control;
  align_pairs(pairs, engine, rules, control, [&](std::size_t pair, const global_alignment& one) {
    const std::lock_guard lock(mutex);
    made[pair] = one;
    ++times[pair];
  });
  CHECK(std::ranges::count(times, 1) == static_cast<std::ptrdiff_t>(pairs.size()));
  return made;
}

global_alignment plainly_aligned(const target& query, const target& subject) {
  const auto codes = spliced::encode_dna(query.residues), other = spliced::encode_dna(subject.residues);
  const align_request request{codes, other, {&dna(), {0, 2}}};
  return plain_global(request).align();
}

}  // namespace

TEST_CASE("pairs that are aligned one by one come first, and batches keep to the limits of their engine", "[align]") {
  const batching_engine engine;
  //                              pairs:   0   1  2  3   4  5  6  7   8
  const sequence_pairs pairs = pairs_of({10, 11, 5, 5, 20, 5, 5, 9, 10});
  const std::vector<align_batch> batches = make_batches(pairs, engine, some_rules(1));
  REQUIRE(batches.size() == 5);
  for (const std::size_t alone : {0u, 1u}) CHECK_FALSE(batches[alone].is_together);
  for (const std::size_t together : {2u, 3u, 4u}) CHECK(batches[together].is_together);
  CHECK(batches[0].pairs == std::vector<std::size_t>{1});
  CHECK(batches[1].pairs == std::vector<std::size_t>{4});
  CHECK(batches[2].pairs == std::vector<std::size_t>{0, 2, 3});  // 150 cells, 3 pairs
  CHECK(batches[3].pairs == std::vector<std::size_t>{5, 6, 7});  // 131 cells
  CHECK(batches[4].pairs == std::vector<std::size_t>{8});
}

TEST_CASE("cells end a batch before pairs do", "[align]") {
  const auto batches = make_batches(pairs_of({10, 8, 5, 10}), batching_engine(), some_rules(1));
  REQUIRE(batches.size() == 3);
  CHECK(batches[0].pairs == std::vector<std::size_t>{0});  // 64 more were 164
  CHECK(batches[1].pairs == std::vector<std::size_t>{1, 2});
  CHECK(batches[2].pairs == std::vector<std::size_t>{3});
}

TEST_CASE("many threads have smaller batches, so that each gets some", "[align]") {
  const sequence_pairs pairs = pairs_of({2, 2, 2, 2, 2, 2});
  CHECK(make_batches(pairs, batching_engine(), some_rules(1)).size() == 2);
  CHECK(make_batches(pairs, batching_engine(), some_rules(6)).size() == 3);
  CHECK(make_batches(pairs, batching_engine(), some_rules(7)).size() == 6);
}

TEST_CASE("an engine without batches has each pair alone", "[align]") {
  const auto batches = make_batches(pairs_of({0, 3, 5}), *make_simd_aligner(), some_rules(2));
  REQUIRE(batches.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(batches[k].pairs == std::vector<std::size_t>{k});
    CHECK_FALSE(batches[k].is_together);
  }
}

TEST_CASE("a run aligns each pair as the recurrence does, whatever the threads", "[align]") {
  sequence_pairs pairs{set_of("q.fa", {3, 12, 9, 8, 7, 6, 15}), set_of("t.fa", {5, 11, 9, 6, 7, 10, 14})};
  std::vector<global_alignment> requested;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    requested.push_back(plainly_aligned(pairs.queries.targets[k], pairs.targets.targets[k]));
  for (const unsigned n_threads : {1u, 2u, 7u, 40u}) {
    INFO(n_threads << " threads");
    CHECK(aligned(pairs, batching_engine(), some_rules(n_threads)) == requested);
    CHECK(aligned(pairs, *make_simd_aligner(), some_rules(n_threads)) == requested);
  }
}

TEST_CASE("a single query is aligned with all targets", "[align]") {
  const sequence_pairs pairs{set_of("q.fa", {8}), set_of("t.fa", {5, 11, 30})};
  const auto made = aligned(pairs, batching_engine(), some_rules(2));
  REQUIRE(made.size() == 3);
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(made[k] == plainly_aligned(pairs.queries.targets.front(), pairs.targets.targets[k]));
}

TEST_CASE("memory is divided among what is aligned at once", "[align]") {
  const batching_engine engine;
  aligned(pairs_of({11, 12}), engine, some_rules(8));
  CHECK(engine.memory == std::set<std::uint64_t>{ample / 2});
}

TEST_CASE("paths are wanted of high scores, or of none", "[align]") {
  align_rules rules = some_rules(1);
  rules.least = 17;  // pairs of equal sequences score 2 for each base
  const auto simd = make_simd_aligner();
  const auto made = aligned(pairs_of({8, 9}), *simd, rules);
  CHECK((made[0].total == 16 && !made[0].edits));
  CHECK((made[1].total == 18 && made[1].edits));
  rules.wants_paths = false;
  CHECK_FALSE(aligned(pairs_of({9}), *simd, rules).front().edits);
}

TEST_CASE("cells of all pairs are counted", "[align]") {
  run_control control;
  align_pairs(pairs_of({8, 9}), *make_simd_aligner(), some_rules(2), control, [](auto...) {});
  CHECK(control.cells() == 64 + 81);
}

TEST_CASE("a pair without room says where it is, and how much all threads need", "[align]") {
  run_control control;
  align_rules rules = some_rules(2);
  rules.memory = 400;
  const auto run = [&] { align_pairs(pairs_of({11, 40}), batching_engine(), rules, control, [](auto...) {}); };
  CHECK_THROWS_AS(run(), not_enough_memory);
  CHECK_THROWS_WITH(run(), contains("t.fa:3: not enough memory for the alignment") && contains("got '400 bytes'") &&
                               contains("need 1000 bytes") && contains("fewer --threads"));
}

TEST_CASE("scores beyond 32 bits are refused with the place of the target", "[align]") {
  const auto wide = spliced::dna_matrix(spliced::match_mismatch(10'000, -2));
  align_rules rules = some_rules(1);
  rules.scoring.substitution = &wide;
  run_control control;
  const auto run = [&] { align_pairs(pairs_of({4, 60'000}), *make_simd_aligner(), rules, control, [](auto...) {}); };
  CHECK_THROWS_AS(run(), bad_data);
  CHECK_THROWS_WITH(run(), contains("t.fa:3: scores of this alignment could leave 32 bits") && contains("of60000"));
}

TEST_CASE("a run that is stopped, or whose sink fails, ends with that", "[align]") {
  const auto simd = make_simd_aligner();
  run_control control;
  const auto fail = [](std::size_t, const global_alignment&) { throw std::logic_error("no room"); };
  CHECK_THROWS_AS(align_pairs(pairs_of({4, 5}), *simd, some_rules(2), control, fail), std::logic_error);
  control.stop();
  CHECK_THROWS_AS(align_pairs(pairs_of({4, 5}), *simd, some_rules(2), control, [](auto...) {}), run_stopped);
}

// Columns of an alignment and the blocks in which they are shown.

using spliced::edit;

namespace {

char bar(char a, char b) { return a == b ? '|' : ' '; }

}  // namespace

TEST_CASE("columns have the residues of both sides above each other") {
  const std::vector<spliced::edit_run> edits{
      {edit::match, 2}, {edit::insertion, 1}, {edit::deletion, 2}, {edit::match, 1}};
  const auto columns = make_columns("ACGT", "AGTTT", edits, edit::insertion, bar);
  CHECK(columns.query == "ACG--T");
  CHECK(columns.middle == "|    |");
  CHECK(columns.subject == "AG-TTT");
  CHECK(columns.size() == 6);
  CHECK(columns.n_pairs == 3);
  CHECK(columns.n_identical == 2);
  CHECK(columns.n_gaps == 2);
  const auto turned = make_columns("AGTTT", "ACGT", edits, edit::deletion, bar);
  CHECK(turned.query == columns.subject);
  CHECK(turned.subject == columns.query);
  CHECK(make_columns("", "", {}, edit::insertion, bar).size() == 0);
}

TEST_CASE("blocks have 60 columns, between the places of their residues") {
  for (const std::size_t n : {59u, 60u, 61u}) {
    const std::string residues(n, 'A');
    const std::vector<spliced::edit_run> edits{{edit::match, static_cast<std::uint32_t>(n)}};
    const auto columns = make_columns(residues, residues, edits, edit::insertion, bar);
    const std::string text = alignment_blocks(columns, 3, counted_from_one);
    const std::size_t first = std::min<std::size_t>(n, 60);
    std::string requested = "Query  4          " + std::string(first, 'A') + "  " + std::to_string(first + 3) + "\n" +
                            std::string(18, ' ') + std::string(first, '|') + "\nSbjct  1          " +
                            std::string(first, 'A') + "  " + std::to_string(first) + "\n\n";
    if (n == 61) requested += "Query  64         A  64\n" + std::string(18, ' ') + "|\nSbjct  61         A  61\n\n";
    CHECK(text == requested);
  }
}

TEST_CASE("a side without residues in a block has the place before it twice") {
  const std::string residues(61, 'A');
  const std::vector<spliced::edit_run> edits{{edit::match, 1}, {edit::insertion, 60}};
  const auto columns = make_columns(residues, "A", edits, edit::insertion, bar);
  const std::string text = alignment_blocks(columns, 0, counted_from_one);
  CHECK(text.ends_with("Query  61         A  61\n" + std::string(18, ' ') + " \nSbjct  1          -  1\n\n"));
}
