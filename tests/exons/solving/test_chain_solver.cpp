// One case solved: what it is worth, what it took, and what is refused.
#include <random>
#include <set>

#include "catch.hpp"
#include "exons/io/report.hpp"
#include "exons/one_strand.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;

namespace {

const auto scalar = spliced::make_engine("scalar");
const auto sequential = spliced::make_engine("sequential");

// Exons ACG and CAT around an intron, and decoys over each.
case_problem small_gene() {
  return case_on("TACGTTTTCATG", {{{1, 4}, 0, {}}, {{2, 4}, 0, {}}, {{8, 11}, 0, {}}, {{8, 12}, 0, {}}});
}

case_solution solve(const case_problem& of, std::string_view target, const chain_scoring& scoring,
                    const solver_options& options) {
  return solve_case(of, spliced::encode_dna(target), scoring, options);
}

problem_report refusal(const case_problem& of, std::string_view target, const chain_scoring& scoring,
                       const solver_options& options) {
  try {
    solve(of, target, scoring, options);
  } catch (const failure& error) {
    return error.problems().at(0);
  }
  FAIL("not refused");
  return {};
}

}  // namespace

TEST_CASE("the best chain is found and worth its matches less its intron") {
  auto scoring = plain_scoring();
  scoring.introns.cost = 5;
  const auto solved = solve(small_gene(), "ACGCAT", scoring, {scalar.get(), {}, ample_memory});
  REQUIRE(solved.chains.size() == 1);
  CHECK(solved.chains[0].total == 6 * 2 - 5);
  CHECK(places_of(solved.chains[0]) == std::vector<interval>{{1, 4}, {8, 11}});
}

TEST_CASE("work is told in the paper's cells and in the graph's") {
  const auto solved = solve(small_gene(), "ACGCAT", plain_scoring(), {scalar.get(), {}, ample_memory});
  CHECK(solved.work.eq3_cells == 6 * (3 + 2 + 3 + 4));
  CHECK(solved.work.graph_cells == 6 * (3 + 4));  // rows shared
  CHECK(solved.work.computed_cells == solved.work.graph_cells);
  const auto literal = solve(small_gene(), "ACGCAT", plain_scoring(), {sequential.get(), {}, ample_memory});
  CHECK(literal.work.graph_cells == literal.work.eq3_cells);
  CHECK(literal.chains == solved.chains);
  case_work sum = solved.work;
  sum += literal.work;
  CHECK(sum.eq3_cells == 2 * solved.work.eq3_cells);
  CHECK(sum.nodes == solved.work.nodes + literal.work.nodes);
  CHECK(sum.edges == solved.work.edges + literal.work.edges);
}

TEST_CASE("the k best chains come best first, distinct, and no more than there are") {
  solver_options options{scalar.get(), {}, ample_memory, 3};
  const auto three = solve(small_gene(), "ACGCAT", plain_scoring(), options).chains;
  REQUIRE(three.size() == 3);
  options.n_chains = 1;
  CHECK(solve(small_gene(), "ACGCAT", plain_scoring(), options).chains.at(0) == three[0]);
  options.n_chains = 100;
  const auto all = solve(small_gene(), "ACGCAT", plain_scoring(), options).chains;
  CHECK(all.size() == 8);  // four alone, two by two
  for (std::size_t k = 1; k < all.size(); ++k) {
    CHECK(all[k - 1].total >= all[k].total);
    for (std::size_t other = 0; other < k; ++other) CHECK(places_of(all[k]) != places_of(all[other]));
  }
  CHECK(std::vector(all.begin(), all.begin() + 3) == three);
}

TEST_CASE("a margin is the distance to the best of all chains without the exon") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto random_bases = [&](std::size_t length) {
    std::string bases(length, 'A');
    for (char& base : bases) base = "ACGT"[random() % 4];
    return bases;
  };
  auto scoring = plain_scoring();
  for (int n = 0; n < 200; ++n) {
    std::set<interval> places;
    for (int k = 0; k < 7; ++k) {
      const auto start = static_cast<std::int64_t>(random() % 24);
      places.insert({start, start + 1 + static_cast<std::int64_t>(random() % 6)});
    }
    std::vector<strand_exon> exons;
    for (const interval where : places)
      exons.push_back({where, static_cast<spliced::score>(random() % 4), {}});
    const auto of = case_on(random_bases(30), exons);
    const std::string target = random_bases(1 + random() % 12);
    scoring.gaps = {static_cast<spliced::score>(random() % 5), 1};
    scoring.free_target_ends = random() % 2 == 0;
    if (random() % 2 == 0) scoring.residue_ends = spliced::gap_costs{2, 1};
    scoring.introns = {static_cast<std::int64_t>(random() % 3), 2, 0};
    solver_options options{scalar.get(), {}, ample_memory, 10000};
    options.with_margins = true;
    const auto solved = solve(of, target, scoring, options);
    REQUIRE_FALSE(solved.chains.empty());
    const auto best = places_of(solved.chains.front());
    REQUIRE(solved.best_without.size() == best.size());
    for (std::size_t e = 0; e < best.size(); ++e) {
      std::optional<spliced::score> expected;
      for (const auto& chain : solved.chains) {
        const auto used = places_of(chain);
        if (std::find(used.begin(), used.end(), best[e]) == used.end() && !expected) expected = chain.total;
      }
      CAPTURE(n, e);
      REQUIRE(solved.best_without[e] == expected);
    }
  }
}

TEST_CASE("a case without exons has no chain and takes no work") {
  const auto solved = solve(case_on("ACGT", {}), "ACGT", plain_scoring(), {scalar.get(), {}, ample_memory});
  CHECK(solved.chains.empty());
  CHECK(solved.work.eq3_cells == 0);
}

TEST_CASE("scores that could leave 32 bits are bad data, told with their bound") {
  const solver_options options{scalar.get(), {}, ample_memory};
  const auto weighted = [](spliced::score weight) { return case_on("ACGT", {{{0, 4}, weight, {}}}); };
  const spliced::score largest = spliced::score_limit - 1 - 3 * (4 + 2);  // gap 3, 4 rows, 2 columns
  CHECK(solve(weighted(largest), "AC", plain_scoring(), options).chains.at(0).total == largest + 4 - 6);
  CHECK_THROWS_AS(solve(weighted(largest + 1), "AC", plain_scoring(), options), bad_data);
  const auto told = refusal(weighted(largest + 1), "AC", plain_scoring(), options);
  CHECK(told.got == "bound 536870912");
  CHECK(told.need == "a bound below 536870912");
}

TEST_CASE("an intron that costs more than scores can hold is bad data as well") {
  auto scoring = plain_scoring();
  scoring.introns.cost_per_kb = 1000000;
  const std::int64_t length = 4300000;  // its cost would come out small and positive in 32 bits
  const auto of = case_on(std::string(static_cast<std::size_t>(length + 2), 'A'),
                          {{{0, 1}, 0, {}}, {{length + 1, length + 2}, 0, {}}});
  for (const auto* engine : {scalar.get(), sequential.get()})
    CHECK_THROWS_AS(solve(of, "AA", scoring, {engine, {}, ample_memory}), bad_data);
}

TEST_CASE("too little memory is refused with what is needed, and that is enough") {
  const auto of = small_gene();
  for (const auto* engine : {scalar.get(), sequential.get()}) {
    const auto told = refusal(of, "ACGCAT", plain_scoring(), {engine, {}, 1});
    CHECK(told.got == "1 bytes");
    // The literal graph is refused for its edges first, then for its rows.
    std::uint64_t memory = std::stoull(told.need);
    if (engine->wants_literal_graph())
      memory = std::max<std::uint64_t>(
          memory, std::stoull(refusal(of, "ACGCAT", plain_scoring(), {engine, {}, memory}).need));
    CHECK_NOTHROW(solve(of, "ACGCAT", plain_scoring(), {engine, {}, memory}));
    CHECK_THROWS_AS(solve(of, "ACGCAT", plain_scoring(), {engine, {}, memory - 1}), not_enough_memory);
  }
}

TEST_CASE("a scoring file's settings become the recurrence's scores") {
  scoring_options options;
  options.match = 3;
  options.mismatch = -5;
  options.gap_open = 2;
  options.gap_extend = 7;
  options.intron = 11;
  options.intron_per_kb = 13;
  options.min_intron = 17;
  options.free_target_ends = true;
  const auto scoring = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK(scoring.substitution(spliced::dna_code('A'), spliced::dna_code('A')) == 3);
  CHECK(scoring.substitution(spliced::dna_code('A'), spliced::dna_code('C')) == -5);
  CHECK(scoring.gaps == spliced::gap_costs{2, 7});
  CHECK(scoring.free_target_ends);
  CHECK(scoring.introns.min_intron == 17);
  CHECK(scoring.introns.between(0, 2000) == 11 + 26);
}

TEST_CASE("what only codons have is left out for nucleotides, and taken over for codons") {
  scoring_options options;
  options.coding_end_open = 5;
  options.coding_end_extend = 2;
  options.incomplete = 9;
  options.frameshift = 23;
  options.internal_stop = 31;
  const auto bases = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK_FALSE(bases.code);
  CHECK_FALSE(bases.residue_ends);
  CHECK_FALSE(bases.incomplete);
  CHECK_FALSE(bases.frameshift);
  CHECK_FALSE(bases.internal_stop);
  const genetic_code code(4);
  const auto codons = make_chain_scoring(options, *spliced::named_protein_matrix("BLOSUM62"), &code);
  CHECK(codons.code->id() == 4);
  CHECK(codons.residue_ends == spliced::gap_costs{10, 4});
  CHECK(codons.incomplete == 18);
  CHECK(codons.frameshift == 46);
  CHECK(codons.internal_stop == 62);
  CHECK(codons.reading().code == &*codons.code);
  options.coding_end_open.reset();
  CHECK_FALSE(make_chain_scoring(options, codons.substitution, &code).residue_ends);
}

TEST_CASE("for codons all scores are computed with in halves, for the paper's presets as written") {
  const auto blosum = *spliced::named_protein_matrix("BLOSUM62");
  const auto w = spliced::amino_code('W');
  const genetic_code code;
  auto options = *preset_scoring("default", molecule::protein);
  options.intron = written_score::of_halves(61);
  options.gap_extend = written_score::of_halves(1);
  options.intron_per_kb = 0.0625;
  const auto fine = make_chain_scoring(options, blosum, &code);
  CHECK(fine.substitution(w, w) == 2 * blosum(w, w));
  CHECK(fine.gaps == spliced::gap_costs{22, 1});
  CHECK(fine.residue_ends == spliced::gap_costs{24, 0});
  CHECK(fine.introns.cost == 61);
  CHECK(fine.introns.length_cost(0, 1'000'000) == 125);  // 62.5 half-bits
  CHECK(fine.introns.min_intron == 30);
  const auto paper = make_chain_scoring(*preset_scoring("paper", molecule::protein), blosum, &code);
  CHECK(paper.substitution(w, w) == blosum(w, w));
  CHECK(paper.gaps == spliced::gap_costs{0, 8});
}

TEST_CASE("a slope finer than one per kb is kept for nucleotides too") {
  scoring_options options;
  options.intron_per_kb = 0.25;
  const auto scoring = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK(scoring.introns.length_cost(0, 3'999) == 0);
  CHECK(scoring.introns.length_cost(0, 4'000) == 1);
}

TEST_CASE("a matrix of a scoring file is read row by row, with N when it has five letters") {
  scoring_options options;
  options.matrix = letter_matrix{4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
  const auto at = [](const scoring_options& of, char genomic, char in_target) {
    return dna_substitution(of)(spliced::dna_code(genomic), spliced::dna_code(in_target));
  };
  CHECK(at(options, 'A', 'T') == 4);
  CHECK(at(options, 'T', 'A') == 13);
  CHECK(at(options, 'N', 'A') == 7);  // the mean of 1, 5, 9, 13
  options.matrix = letter_matrix{5, {}};
  for (int score = 0; score < 25; ++score) options.matrix->scores.push_back(score);
  CHECK(at(options, 'A', 'N') == 4);
  CHECK(at(options, 'N', 'A') == 20);
  CHECK(at(options, 'N', 'N') == 24);
  CHECK(at(options, 'T', 'G') == 17);
}
