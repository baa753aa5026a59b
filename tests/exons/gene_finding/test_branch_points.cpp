// Branch points are learnt from introns that have a motif, and nothing is from others; their scores by hand.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/gene_finding/branch_points.hpp"
#include "exons/gene_finding/sequence_scores.hpp"
#include "exons/gene_finding/short_problems.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "seed.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::string motif = "TACTAAC";

std::size_t word_of(const std::string& letters) {
  std::size_t word = 0;
  for (const char letter : letters) word = 4 * word + std::string("ACGT").find(letter);
  return word;
}

// Random introns, of which some have the motif, its first base 25 to 29 nt before the acceptor.
struct made_introns {
  made_introns(std::size_t n, std::size_t n_with, std::uint64_t seed) {
    problem_maker make(seed);
    for (std::size_t k = 0; k < n; ++k) {
      std::string letters = "GTATGT" + make.bases(60 + make.below(60)) + "AG";
      if (k * n_with / n < (k + 1) * n_with / n) letters.replace(letters.size() - 25 - k % 5, motif.size(), motif);
      const masked_bases bases(letters);
      introns.push_back(bases_before_acceptor(bases, {0, bases.length()}));
      acceptors.add(bases, bases.length());
      recent_bases recent;
      for (std::int64_t i = 0; i < bases.length() - acceptor_rows.n_before; ++i) {
        recent.push(bases.at(i));
        if (i >= donor_rows.n_after) chain.add(recent);
      }
    }
  }

  [[nodiscard]] branch_counts learn() const { return learn_branch_points(introns, {chain, acceptors}); }

  std::vector<bases_of_intron> introns;
  markov_counts chain{3};
  site_counts acceptors{acceptor_rows};
};

const branch_background nothing_known(markov_counts(3), site_counts(acceptor_rows));  // all bases alike

std::uint64_t sum_of(const auto& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

}  // namespace

TEST_CASE("the bases before an acceptor begin behind what the donor sees, and reach no further than motifs") {
  const masked_bases bases("CCGTAAGTNTACTAACAACAGGG");
  CHECK(bases_before_acceptor(bases, {2, 21}) == bases_of_intron{4, 3, 0, 1, 3, 0, 0, 1, 0, 0, 1, 0, 2});
  CHECK(bases_before_acceptor(bases, {2, 8}).empty());
  const masked_bases more(std::string(200, 'C'));
  CHECK(bases_before_acceptor(more, {0, 85}).size() == 79);
  CHECK(bases_before_acceptor(more, {0, 190}).size() == 80);
}

TEST_CASE("a motif of introns is learnt with its distances, and how many have it") {
  for (const std::size_t n : std::initializer_list<std::size_t>{53, 400, 3000}) {
    const made_introns made(n, n * 7 / 10, seed_of_tests());
    const branch_counts counts = made.learn();
    CAPTURE(n, seed_of_tests());
    CHECK(counts.n_introns == std::min<std::size_t>(n, max_branch_introns));
    const double n_with = static_cast<double>(counts.n_with);
    CHECK(n_with / static_cast<double>(counts.n_introns) == Approx(0.7).margin(0.06));
    CHECK(sum_of(counts.distances) == counts.n_with);
    std::uint64_t n_there = 0;
    for (std::int64_t d = 25; d < 30; ++d) n_there += counts.distances[static_cast<std::size_t>(d - nearest_branch)];
    CHECK(static_cast<double>(n_there) > 0.9 * n_with);
    for (std::size_t row = 0; row < branch_width; ++row) {
      CHECK(sum_of(counts.motif[row]) == counts.n_with);
      CHECK(static_cast<double>(counts.motif[row][word_of(motif.substr(row, 1))]) > 0.9 * n_with);
    }
  }
}

TEST_CASE("no motif is learnt where introns have none, nor from few introns") {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (const std::size_t n : std::initializer_list<std::size_t>{20, 100, 1000}) {
      const made_introns made(n, 0, seed);
      CAPTURE(n, seed);
      CHECK(made.learn() == branch_counts());
    }
  const made_introns few(19, 19, 1);
  CHECK(few.learn() == branch_counts());
  CHECK(learn_branch_points({}, nothing_known) == branch_counts());
  const made_introns enough(20, 20, 1);
  CHECK(enough.learn().n_with >= 18);
  CHECK_FALSE(branch_points(branch_counts(), markov_counts(3), site_counts(acceptor_rows)).is_any());
}

TEST_CASE("an acceptor scores by the ratio of the word at each distance") {
  // 15 introns of 15 have AAAAAAA at 30 nt.
  branch_counts counts{.n_introns = 15, .n_with = 15};
  for (auto& row : counts.motif) row = {15, 0, 0, 0};
  counts.distances[30 - nearest_branch] = 15;
  const branch_points branches(counts, markov_counts(3), site_counts(acceptor_rows));
  REQUIRE(branches.is_any());
  const double ratio = std::pow((15 + 0.5) / 17 * 4, 7);
  CHECK(branches.ratio(word_of("AAAAAAA")) / 1024.0 == Approx(ratio).margin(1e-3));
  CHECK(branches.ratio(word_of("AAAAAAC")) / 1024.0 == Approx(ratio / 31).margin(1e-3));
  CHECK(branches.ratio(n_branch_words) == 1024);

  double spread = 0;  // of a normal density with deviation 2
  for (int n = -6; n <= 6; ++n) spread += std::exp(-n * n / 8.0);
  std::array<std::uint32_t, n_branch_distances> ratios{};
  const double prior = 5.0 / n_branch_distances;
  const auto of_unknown = [](std::int64_t) { return unknown_base; };
  const auto bits = [&](std::int64_t distance) {
    ratios.fill(branches.ratio(n_branch_words));
    ratios[static_cast<std::size_t>(farthest_branch - distance)] = branches.ratio(word_of("AAAAAAA"));
    return to_bits(branches.score(ratios, of_unknown));
  };
  const auto expected = [&](double fraction) { return std::log2(0.25 + 0.75 * (1 - fraction + fraction * ratio)); };
  CHECK(bits(30) == Approx(expected((15 / spread + prior) / 20)).margin(1e-3));
  CHECK(bits(32) == Approx(expected((15 * std::exp(-0.5) / spread + prior) / 20)).margin(1e-3));
  CHECK(bits(60) == Approx(expected(prior / 20)).margin(1e-3));
  CHECK(bits(nearest_branch) == Approx(expected(prior / 20)).margin(1e-3));
  ratios.fill(branches.ratio(n_branch_words));
  CHECK(branches.score(ratios, of_unknown) == 0);
  ratios.fill(0);
  CHECK(to_bits(branches.score(ratios, of_unknown)) == Approx(-2));
}

TEST_CASE("within the rows of an acceptor a motif competes with these") {
  site_counts acceptors(acceptor_rows);
  for (int k = 0; k < 16; ++k) acceptors.add(masked_bases(std::string(24, 'A')), 21);
  const branch_background background(markov_counts(3), acceptors);
  const double seen = (16 + 40 * 17.0 / 20) / (16 + 40);  // A after A
  const auto factors = background.factors([](std::int64_t) { return base_number{0}; });
  REQUIRE(factors.size() == 18);                                            // distances 9 to 26
  CHECK(factors[26 - 9] == Approx(0.25 / seen).margin(1e-5));               // a base of the word
  CHECK(factors[24 - 9] == Approx(std::pow(0.25 / seen, 3)).margin(1e-5));  // three
  CHECK(factors[0] == Approx(std::pow(0.25 / seen, 7)).margin(1e-5));       // all
  CHECK(background.factors([](std::int64_t) { return unknown_base; })[5] == Approx(1));
  CHECK(background.of_word(7) == Approx(std::pow(0.25, 7)));
  CHECK(background.of_base(3) == Approx(0.25));
}

TEST_CASE("acceptors of both strands score by their branch points, whatever part they are asked with") {
  const made_introns made(100, 90, 1);
  problem_maker make(7);
  gene_parameters parameters = make.parameters();
  const std::string letters = make.bases(300) + motif + make.bases(16) + "AG" + make.bases(60);
  const std::int64_t border = 300 + 7 + 16 + 2;
  const masked_bases forward(letters);
  const genetic_code code = standard_code();
  const gene_hints hints;
  const auto scores_of = [&](const masked_bases& bases, strand on, interval where) {
    return strand_scorer(parameters, code, bases, on, hints).score(where);
  };
  const interval all{0, forward.length()};
  parameters.branches = branch_points();
  const auto unscored = scores_of(forward, strand::forward, all);
  parameters.branches = branch_points(made.learn(), made.chain, made.acceptors);
  const auto scored = scores_of(forward, strand::forward, all);
  CHECK(scored.intron_end(border) > unscored.intron_end(border) + to_finding_score(4));
  CHECK(scored.intron_begins == unscored.intron_begins);
  // The reverse strand of the reverse complement reads the same letters.
  const auto turned = scores_of(forward, strand::reverse, all);
  for (std::int64_t k = 0; k <= all.end; ++k) CHECK(turned.intron_begin(all.end - k) == scored.intron_end(k));
  for (const interval part : std::initializer_list<interval>{{0, 310}, {310, border}, {border, all.end}})
    for (std::int64_t k = part.start; k <= part.end; ++k) {
      CHECK(scores_of(forward, strand::forward, part).intron_end(k) == scored.intron_end(k));
      CHECK(scores_of(forward, strand::reverse, flip(part, all.end)).intron_begin(all.end - k) == scored.intron_end(k));
    }
}
