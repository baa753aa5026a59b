// What holds for every simulated data set: genes are genes, candidates are plausible, seeds decide.
#include <algorithm>
#include <set>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "lab/simulation/simulation.hpp"
#include "lab/simulation/simulation_profiles.hpp"

using namespace exonweave;

namespace {

simulation tiny(std::uint64_t seed) { return simulate(plan_profile("tiny", seed), seed); }

// The bases of a place in reading direction.
std::string read(const simulated_sequence& sequence, interval where, strand on) {
  REQUIRE(where.start >= 0);
  REQUIRE(where.end <= static_cast<std::int64_t>(sequence.residues.size()));
  const auto bases =
      sequence.residues.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
  return on == strand::forward ? bases : reverse_complement(bases);
}

std::string before(const simulated_sequence& sequence, const simulated_exon& exon, std::int64_t n) {
  return exon.on == strand::forward ? read(sequence, {exon.where.start - n, exon.where.start}, exon.on)
                                    : read(sequence, {exon.where.end, exon.where.end + n}, exon.on);
}

std::string after(const simulated_sequence& sequence, const simulated_exon& exon, std::int64_t n) {
  return exon.on == strand::forward ? read(sequence, {exon.where.end, exon.where.end + n}, exon.on)
                                    : read(sequence, {exon.where.start - n, exon.where.start}, exon.on);
}

bool equal(const simulation& a, const simulation& b) {
  return std::equal(a.sequences.begin(), a.sequences.end(), b.sequences.begin(), b.sequences.end(),
                    [](const auto& x, const auto& y) { return x.residues == y.residues; }) &&
         std::equal(a.targets.begin(), a.targets.end(), b.targets.begin(), b.targets.end(),
                    [](const auto& x, const auto& y) { return x.cds.residues == y.cds.residues; });
}

}  // namespace

TEST_CASE("one seed gives one data set, another seed another") {
  CHECK(equal(tiny(1), tiny(1)));
  CHECK_FALSE(equal(tiny(1), tiny(2)));
}

TEST_CASE("other rates change the targets and leave the genome as it is") {
  auto plan = plan_profile("tiny", 1);
  plan.rates = {300'000, 0};
  const auto usual = tiny(1), diverged = simulate(plan, 1);
  CHECK(usual.sequences[0].residues == diverged.sequences[0].residues);
  CHECK(usual.targets[0].cds.residues != diverged.targets[0].cds.residues);
}

TEST_CASE("genes of a simulation read ATG, sense codons, stop, and splice at GT and AG") {
  const std::string profile = GENERATE("tiny", "microexons");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto made = simulate(plan_profile(profile, seed), seed);
    for (const auto& sequence : made.sequences)
      for (const auto& gene : sequence.genes) {
        std::string coding;
        for (const auto& exon : gene.exons) coding += read(sequence, exon, strand::forward);
        if (gene.on == strand::reverse) coding = reverse_complement(coding);
        const auto protein = translate(coding);
        CAPTURE(profile, seed, gene.id);
        CHECK(coding.size() % codon_length == 0);
        CHECK(protein.front() == 'M');
        CHECK(protein.find('*') == protein.size() - 1);
        for (std::size_t k = 1; k < gene.exons.size(); ++k) {
          const auto intron = read(sequence, {gene.exons[k - 1].end, gene.exons[k].start}, gene.on);
          CHECK(intron.substr(0, 2) == "GT");
          CHECK(intron.substr(intron.size() - 2) == "AG");
        }
      }
  }
}

TEST_CASE("every candidate has the sites of its type and an open frame") {
  const auto made = tiny(3);
  for (const auto& sequence : made.sequences)
    for (const auto& exon : sequence.candidates) {
      const auto bases = read(sequence, exon.where, exon.on);
      CAPTURE(sequence.name, exon.where.start, exon.where.end, exon.phase);
      const bool has_start = exon.type == exon_type::initial || exon.type == exon_type::single;
      const bool has_stop = exon.type == exon_type::terminal || exon.type == exon_type::single;
      CHECK((has_start ? bases.substr(0, 3) == "ATG" && exon.phase == 0 : before(sequence, exon, 2) == "AG"));
      CHECK((has_stop ? is_stop_codon(bases.substr(bases.size() - 3)) : after(sequence, exon, 2) == "GT"));
      const auto phase = std::min(static_cast<std::size_t>(exon.phase), bases.size());
      const auto protein = translate(std::string_view(bases).substr(phase));
      CHECK(protein.find('*') >= (has_stop ? protein.size() - 1 : std::string::npos));
    }
}

TEST_CASE("candidates hold every exon of every gene, and decoys, each place once") {
  const auto made = tiny(4);
  for (const auto& sequence : made.sequences) {
    std::set<interval> places;
    std::size_t n_true = 0;
    for (const auto& exon : sequence.candidates) {
      CHECK(places.insert(exon.where).second);
      n_true += exon.is_true ? 1 : 0;
    }
    std::size_t n_exons = 0;
    for (const auto& gene : sequence.genes)
      for (const auto& exon : gene.exons) {
        ++n_exons;
        CHECK(places.count(exon) == 1);
      }
    CHECK(n_true == n_exons);
    CHECK(sequence.candidates.size() > 2 * n_true);
  }
}

TEST_CASE("decoys overlap and share sites, as those of gene finders do") {
  const auto made = simulate(plan_profile("il1rapl1", 1), 1);
  const auto& candidates = made.sequences.front().candidates;
  std::set<std::int64_t> starts, ends;
  for (const auto& exon : candidates) {
    starts.insert(exon.where.start);
    ends.insert(exon.where.end);
  }
  CHECK(starts.size() < candidates.size() * 9 / 10);
  CHECK(ends.size() < candidates.size() * 9 / 10);
}

TEST_CASE("phases follow the reading direction") {
  const std::vector<interval> exons = {{0, 4}, {10, 15}, {20, 23}};
  CHECK(coding_phases(exons, strand::forward) == std::vector<std::int8_t>{0, 2, 0});
  CHECK(coding_phases(exons, strand::reverse) == std::vector<std::int8_t>{1, 0, 0});
}

TEST_CASE("the region of a pair is cut at the ends of the sequence") {
  CHECK(region_around({1500, 2500}, 10'000) == interval{500, 3500});
  CHECK(region_around({200, 9500}, 10'000) == interval{0, 10'000});
}
