#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/align/plain_global.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::uint64_t ample = 1ULL << 28;  // bytes
constexpr spliced::residue_code bases[]{1, 2, 4, 8, 15};
constexpr spliced::residue_code amino_acids[]{0, 4, 9, 13, 22};  // A C I F X

align_registry row_aligners() {
  align_registry made;
  made.add(simd_aligner, make_simd_aligner);
  return made;
}

void check_next_to_plain(align_request request) {
  const auto requested = plain_global(request).align();
  const auto engines = row_aligners();
  for (const std::string& name : engines.names()) {
    INFO(name << " " << request.query.size() << " x " << request.target.size() << ", gaps " << request.scoring.gaps.open
              << " + " << request.scoring.gaps.extend << " k");
    CHECK(engines.make(name)->align(request) == requested);
  }
}

}  // namespace

TEST_CASE("global alignments are those of the recurrence, with its order of ties", "[align]") {
  const std::uint64_t seed = 7;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto protein = *spliced::named_protein_matrix("BLOSUM62");
  const std::size_t lengths[]{0, 1, 2, 31, 33, 64, 129};
  for (const std::size_t m : lengths)
    for (const std::size_t n : lengths)
      for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 2}, {3, 1}, {0, 0}, {5, 0}}) {
        const auto [query, target] = related_sequences(random, m, n, bases);
        check_next_to_plain({query, target, {&dna, gaps}, true, spliced::unreachable, ample, nullptr});
        const auto [a, b] = related_sequences(random, m, n, amino_acids);
        check_next_to_plain({a, b, {&protein, gaps}, true, spliced::unreachable, ample, nullptr});
      }
}

TEST_CASE("an engine without batches aligns pairs one by one", "[align]") {
  std::mt19937_64 random(12);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto engine = row_aligners().make("simd");
  const auto [query, target] = related_sequences(random, 60, 70, bases);
  const align_request request{query, target, {&dna, {3, 1}}, true, spliced::unreachable, ample};
  align_request swapped = request;
  std::swap(swapped.query, swapped.target);
  CHECK_FALSE(engine->is_for_batch(query.size(), target.size(), request.scoring));
  CHECK(engine->align_all(std::vector{request, swapped}) ==
        std::vector{engine->align(request), engine->align(swapped)});
}

TEST_CASE("blocks of rows align as one", "[align]") {
  const std::uint64_t seed = 8;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  for (const std::size_t m : {191u, 192u, 193u, 384u, 385u, 1'000u})
    for (const std::size_t n : {40u, 191u, 513u, 1'300u})
      for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 2}, {3, 1}, {0, 0}}) {
        const auto [query, target] = related_sequences(random, m, n, bases);
        check_next_to_plain({query, target, {&dna, gaps}, true, spliced::unreachable, ample, nullptr});
      }
}

TEST_CASE("paths leave what is kept of a block's rows", "[align]") {
  const std::uint64_t seed = 9;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto some = [&](std::size_t n) { return related_sequences(random, n, n, bases).first; };
  const auto joined = [](std::vector<spliced::residue_code> joined_codes,
                         const std::vector<spliced::residue_code>& more) {
    joined_codes.insert(joined_codes.end(), more.begin(), more.end());
    return joined_codes;
  };
  for (const std::size_t length : {100u, 150u, 300u}) {
    const auto begin = some(length), end = some(length);
    const auto whole = joined(begin, end), gapped = joined(joined(begin, some(2'500)), end);
    for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 2}, {3, 1}, {9, 0}}) {
      check_next_to_plain({whole, gapped, {&dna, gaps}, true, spliced::unreachable, ample, nullptr});
      check_next_to_plain({gapped, whole, {&dna, gaps}, true, spliced::unreachable, ample, nullptr});
    }
  }
}

TEST_CASE("a path is told of scores that are high enough, and when it is wanted", "[align]") {
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const std::vector<spliced::residue_code> query{1, 2, 4, 8}, target{1, 2, 8};
  const auto engines = row_aligners();
  for (const std::string& name : engines.names()) {
    const auto engine = engines.make(name);
    align_request request{query, target, {&dna, {0, 2}}, true, 4, ample, nullptr};
    CHECK(engine->align(request).total == 4);
    CHECK(engine->align(request).edits == std::vector<spliced::edit_run>{{spliced::edit::match, 2},
                                                                         {spliced::edit::deletion, 1},
                                                                         {spliced::edit::match, 1}});
    request.least = 5;
    CHECK_FALSE(engine->align(request).edits);
    request.least = 0, request.wants_path = false;
    CHECK_FALSE(engine->align(request).edits);
  }
}

TEST_CASE("little memory changes no alignment, too little is told", "[align]") {
  std::mt19937_64 random(11);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  // 3,000 rows are in lanes of 16 bits; of 80,000 blocks have to be longer than usual.
  for (const std::size_t m : {3'000u, 80'000u}) {
    const auto [query, target] = related_sequences(random, m, 2'900, bases);
    run_control control;
    align_request request{query, target, {&dna, {0, 6}}, true, spliced::unreachable, ample, &control};
    const auto engine = row_aligners().make("simd");
    const auto requested = engine->align(request);
    CHECK(control.cells() == request.n_cells());
    request.memory = 1000;
    std::uint64_t least = 0;
    try {
      (void)engine->align(request);
    } catch (const memory_exceeded& error) {
      least = error.needed;
    }
    REQUIRE(least > 1000);
    for (const std::uint64_t memory : {least, least + least / 4, 2 * least}) {
      request.memory = memory;
      CHECK(engine->align(request) == requested);
    }
    CHECK(control.cells() == 4 * request.n_cells());
  }
}

TEST_CASE("a score alone needs a few rows of memory", "[align]") {
  std::mt19937_64 random(12);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto [query, target] = related_sequences(random, 3000, 2900, bases);
  for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 2}, {3, 1}}) {
    align_request request{query, target, {&dna, gaps}, true, spliced::unreachable, ample, nullptr};
    const auto engine = row_aligners().make("simd");
    const auto total = engine->align(request).total;
    request.wants_path = false;
    request.memory = 100'000;
    CHECK(engine->align(request) == global_alignment{total, {}});
  }
}

TEST_CASE("scores of more than 16 bits are aligned in wider lanes", "[align]") {
  std::mt19937_64 random(13);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(200, -100));
  for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 90}, {300, 20}}) {
    const auto [query, target] = related_sequences(random, 700, 650, bases);
    check_next_to_plain({query, target, {&dna, gaps}, true, spliced::unreachable, ample, nullptr});
  }
}

TEST_CASE("an alignment can be stopped, and scores of more than 32 bits are refused", "[align]") {
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(1'000'000, -2));
  const std::vector<spliced::residue_code> query(600, 1);
  run_control control;
  align_request request{query, query, {&dna, {0, 2}}, true, 0, ample, &control};
  const auto engine = row_aligners().make("simd");
  CHECK_THROWS_AS(engine->align(request), std::range_error);
  const auto usual = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  request.scoring.substitution = &usual;
  control.stop();
  CHECK_THROWS_AS(engine->align(request), run_stopped);
}
