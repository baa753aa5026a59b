#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/scan_cases.hpp"
#include "pairwise/scan/scored_edits.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::uint64_t ample = 1ULL << 26;  // bytes

// Adds what an alignment pairs; whether none of it was paired before.
bool add_pairs(const local_alignment& alignment, forbidden_pairs& forbidden) {
  bool is_new = true;
  std::size_t i = alignment.query_begin, j = alignment.sequence_begin;
  for (const auto& run : alignment.edits)
    for (std::uint32_t k = 0; k < run.length; ++k) {
      if (run.op == spliced::edit::match) is_new = forbidden.insert({j, i}).second && is_new;
      i += run.op == spliced::edit::deletion ? 0 : 1;
      j += run.op == spliced::edit::insertion ? 0 : 1;
    }
  return is_new;
}

// Holds all alignments, but no more than `most`, against the recurrence.
void check_all(const protein& query, const protein& sequence, const scan_scoring& scoring, std::uint64_t memory,
               int most) {
  auto last = local_aligner(query, scoring).align(sequence, ample);
  if (last.total == 0) return;
  forbidden_pairs paired;
  add_pairs(last, paired);
  disjoint_alignments alignments(query, sequence, scoring, last, memory);
  for (int k = 0; k < most; ++k) {
    CAPTURE(k);
    const auto requested = plain_local(query, sequence, scoring, paired);
    REQUIRE(alignments.next_total() == requested.total);
    if (requested.total == 0) return;
    const auto made = alignments.next();
    REQUIRE(made.total == requested.total);
    CHECK(made.total <= last.total);
    CHECK(made.query_end == requested.in_query);
    CHECK(made.sequence_end == requested.in_sequence);
    CHECK(score_edits(made, query, sequence, scoring) == made.total);
    CHECK(made.edits.front().op == spliced::edit::match);
    CHECK(made.edits.back().op == spliced::edit::match);
    REQUIRE(add_pairs(made, paired));
    last = made;
  }
}

}  // namespace

TEST_CASE("further alignments share no pair, and each is the best of those that are left", "[scan]") {
  std::mt19937_64 random(1987);
  const auto blosum62 = *spliced::named_protein_matrix("BLOSUM62");
  const auto other = random_matrix(random, 6);
  for (const auto& gaps : {spliced::gap_costs{11, 1}, {0, 4}, {5, 0}, {1, 3}, {40, 120}})
    for (const auto* matrix : {&blosum62, &other})
      for (int round = 0; round < 6; ++round) {
        CAPTURE(gaps.open, gaps.extend, matrix == &other, round);
        // Repeats of a unit, with changes, on both sides.
        const protein unit = random_protein(random, 1 + random() % 40);
        protein query = random_protein(random, random() % 30), sequence = random_protein(random, random() % 200);
        for (int k = 0; k < 3; ++k) {
          const protein one = relative(random, unit), two = relative(random, unit);
          query.insert(query.end(), one.begin(), one.end());
          sequence.insert(sequence.end(), two.begin(), two.end());
        }
        query.push_back(3);
        sequence.push_back(4);
        check_all(query, sequence, {matrix, gaps}, ample, 60);
        check_all(query, sequence, {matrix, gaps}, 8 * (query.size() + 40) * (sequence.size() + 1), 12);
      }
}

TEST_CASE("all alignments of short sequences are found, down to the last pair", "[scan]") {
  std::mt19937_64 random(1988);
  const auto blosum62 = *spliced::named_protein_matrix("BLOSUM62");
  for (int round = 0; round < 40; ++round)
    check_all(random_protein(random, 1 + random() % 12), random_protein(random, 1 + random() % 12), {&blosum62, {2, 1}},
              ample, 1'000);
}

TEST_CASE("copies in tandem are found one by one", "[scan]") {
  std::mt19937_64 random(1989);
  const auto blosum62 = *spliced::named_protein_matrix("BLOSUM62");
  const protein domain = random_protein(random, 120);
  protein sequence = random_protein(random, 300);
  for (int k = 0; k < 5; ++k) {
    const protein copy = relative(random, domain), linker = random_protein(random, 80);
    sequence.insert(sequence.end(), copy.begin(), copy.end());
    sequence.insert(sequence.end(), linker.begin(), linker.end());
  }
  const scan_scoring scoring{&blosum62, {11, 1}};
  const auto first = local_aligner(domain, scoring).align(sequence, ample);
  disjoint_alignments alignments(domain, sequence, scoring, first, ample);
  std::vector<std::pair<std::size_t, std::size_t>> places{{first.sequence_begin, first.sequence_end}};
  while (alignments.next_total() > 80) {
    const auto made = alignments.next();
    places.emplace_back(made.sequence_begin, made.sequence_end);
  }
  std::ranges::sort(places);
  REQUIRE(places.size() == 5);
  for (std::size_t k = 1; k < places.size(); ++k) CHECK(places[k].first >= places[k - 1].second);
}

TEST_CASE("rows that do not fit into memory are told", "[scan]") {
  std::mt19937_64 random(1990);
  const auto blosum62 = *spliced::named_protein_matrix("BLOSUM62");
  const protein one = random_protein(random, 200);
  const scan_scoring scoring{&blosum62, {11, 1}};
  const auto first = local_aligner(one, scoring).align(one, ample);
  CHECK_THROWS_AS(disjoint_alignments(one, one, scoring, first, 1000), memory_exceeded);
}
