// The profiles' statistics, taken from the data and not from the plans.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/site_scorer.hpp"
#include "lab/simulation/simulation.hpp"
#include "lab/simulation/simulation_profiles.hpp"

using namespace exonweave;

namespace {

struct published {
  double least, mean, most;
};

// Inside the published range, within 5% of the mean, and the ends at most `reach` (a share of the end) away.
void check_statistics(const char* name, const std::vector<double>& values, published expected, double reach) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  CAPTURE(name, *least, mean, *most);
  CHECK(*least >= expected.least);
  CHECK(*most <= expected.most);
  CHECK(*least <= expected.least * (1 + reach));
  CHECK(*most >= expected.most * (1 - reach));
  CHECK(mean == Approx(expected.mean).epsilon(0.05));
}

struct statistics {
  std::vector<double> base_lengths, exons_per_base, exon_lengths, mean_exon_lengths, sums, target_lengths;
  std::vector<double> targets_per_base;
};

statistics measure(const simulation& made) {
  statistics found;
  for (const auto& sequence : made.sequences) {
    double sum = 0;
    for (const auto& exon : sequence.candidates) {
      found.exon_lengths.push_back(static_cast<double>(exon.where.length()));
      sum += found.exon_lengths.back();
    }
    const auto is_here = [&](const auto& target) { return target.sequence == sequence.name; };
    found.base_lengths.push_back(static_cast<double>(sequence.residues.size()));
    found.exons_per_base.push_back(static_cast<double>(sequence.candidates.size()));
    found.sums.push_back(sum);
    found.mean_exon_lengths.push_back(sum / found.exons_per_base.back());
    found.targets_per_base.push_back(
        static_cast<double>(std::count_if(made.targets.begin(), made.targets.end(), is_here)));
  }
  for (const auto& target : made.targets)
    found.target_lengths.push_back(static_cast<double>(target.cds.residues.size()));
  return found;
}

}  // namespace

TEST_CASE("nolasco2014 has the statistics of the paper, for several seeds") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    CAPTURE(seed);
    const auto made = simulate(plan_profile("nolasco2014", seed), seed);
    const auto found = measure(made);
    CHECK(made.sequences.size() == 240);
    CHECK(made.targets.size() == 1010);
    check_statistics("base length", found.base_lengths, {2848, 42181, 575746}, 0);
    check_statistics("exons per base", found.exons_per_base, {2, 55.08, 622}, 0);
    check_statistics("exon length", found.exon_lengths, {1, 149.35, 4778}, 0);
    check_statistics("sum of exon lengths", found.sums, {442, 7711.7, 71873}, 0.02);
    check_statistics("targets per base", found.targets_per_base, {1, 4.20, 5}, 0);
    check_statistics("target length", found.target_lengths, {189, 1460, 8652}, 0.05);
    const auto mean = std::accumulate(found.mean_exon_lengths.begin(), found.mean_exon_lengths.end(), 0.0) / 240;
    CHECK(mean == Approx(149.35).epsilon(0.05));
  }
}

TEST_CASE("the candidates of a nolasco2014 base are on the strand of its gene, and both strands occur") {
  const auto made = simulate(plan_profile("nolasco2014", 1), 1);
  std::size_t n_reverse = 0;
  for (const auto& sequence : made.sequences) {
    REQUIRE(sequence.genes.size() == 1);
    for (const auto& exon : sequence.candidates) REQUIRE(exon.on == sequence.genes.front().on);
    n_reverse += sequence.genes.front().on == strand::reverse ? 1 : 0;
  }
  CHECK(n_reverse > 80);
  CHECK(n_reverse < 160);
}

TEST_CASE("il1rapl1 is the paper's largest case, for several seeds") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    CAPTURE(seed);
    const auto made = simulate(plan_profile("il1rapl1", seed), seed);
    REQUIRE(made.sequences.size() == 1);
    REQUIRE(made.targets.size() == 1);
    CHECK(made.sequences[0].residues.size() == 2'168'787);
    CHECK(made.sequences[0].candidates.size() == 1'878);
    CHECK(made.targets[0].cds.residues.size() == 2'355);
  }
}

TEST_CASE("tiny is tiny and has both strands, an intronless gene and two targets per gene") {
  const auto made = simulate(plan_profile("tiny", 1), 1);
  std::size_t residues = 0, genes = 0, reverse = 0, intronless = 0;
  for (const auto& sequence : made.sequences) {
    residues += sequence.residues.size();
    for (const auto& gene : sequence.genes) {
      ++genes;
      reverse += gene.on == strand::reverse ? 1 : 0;
      intronless += gene.exons.size() == 1 ? 1 : 0;
    }
  }
  CHECK(residues < 50'000);
  CHECK(reverse > 0);
  CHECK(reverse < genes);
  CHECK(intronless == 1);
  CHECK(made.targets.size() == 2 * genes);
}

TEST_CASE("microexons has ten genes with an exon of each length from 1 to 12 nt, on both strands") {
  const auto made = simulate(plan_profile("microexons", 1), 1);
  REQUIRE(made.sequences.size() == 120);
  std::map<std::int64_t, int> genes_with;
  std::size_t n_reverse = 0;
  for (const auto& sequence : made.sequences) {
    const auto& exons = sequence.genes.front().exons;
    REQUIRE(exons.size() == 6);
    for (const auto& exon : exons)
      if (exon.length() <= 12) ++genes_with[exon.length()];
    n_reverse += sequence.genes.front().on == strand::reverse ? 1 : 0;
  }
  CHECK(genes_with.size() == 12);
  for (const auto& [length, n] : genes_with) CHECK(n == 10);
  CHECK(n_reverse > 30);
  CHECK(n_reverse < 90);
}

TEST_CASE("the sites of microexons weigh what real ones weigh: 7 bits or more for both of an exon") {
  report problems;
  const site_scorer scorer(read_splice_model("vertebrate", problems));
  double donors = 0;
  for (const auto& sequence : simulate(plan_profile("microexons", 2), 2).sequences) {
    const auto& gene = sequence.genes.front();
    const auto length = static_cast<std::int64_t>(sequence.residues.size());
    const bool is_reverse = gene.on == strand::reverse;
    const auto residues = spliced::encode_dna(is_reverse ? reverse_complement(sequence.residues) : sequence.residues);
    for (std::size_t k = 1; k + 1 < gene.exons.size(); ++k) {
      const interval exon = is_reverse ? flip(gene.exons[k], length) : gene.exons[k];
      const auto acceptor = scorer.acceptor(residues, exon.start), donor = scorer.donor(residues, exon.end);
      REQUIRE(acceptor);
      REQUIRE(donor);
      CHECK(*acceptor + *donor >= 14 - 1);  // half-bits, each rounded
      donors += *donor;
    }
  }
  CHECK(donors / (120 * 4) > 8);
}

TEST_CASE("an unknown profile is refused with the nearest name") {
  try {
    plan_profile("tinny", 1);
    FAIL("accepted");
  } catch (const bad_usage& error) {
    CHECK(std::string(error.what()).find("did you mean tiny?") != std::string::npos);
  }
}
