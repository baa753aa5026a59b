// What holds for every simulated data set: genes are genes, candidates are plausible, seeds decide.
#include <algorithm>
#include <set>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "lab/simulation/simulation.hpp"
#include "lab/simulation/simulation_profiles.hpp"

using namespace exonweave;

// Diverged coding sequences: the rate asked for, in frame, without new stops.

namespace {

std::string random_coding(std::size_t n_codons, random_source& random) {
  std::string coding = "ATG";
  for (std::size_t n = 2; n < n_codons; ++n) coding += random_sense_codon(random);
  return coding + random_stop_codon(random);
}

// Its only stop is its last codon.
bool is_complete(const std::string& coding) {
  const auto protein = translate(coding);
  return coding.size() % codon_length == 0 && protein.front() == 'M' && protein.find('*') == protein.size() - 1;
}

}  // namespace

TEST_CASE("the genetic code knows its corners") {
  CHECK(translate("ATGTTTGGGTGGTAATAGTGA") == "MFGW***");
  CHECK(translate("ATGNTTA") == "MX");
  CHECK(is_stop_codon("TGA"));
  CHECK_FALSE(is_stop_codon("TGG"));
}

TEST_CASE("without rates a copy is the sequence itself") {
  random_source random(1);
  const auto coding = random_coding(50, random);
  const auto copy = diverge(coding, {}, random);
  CHECK(copy.residues == coding);
  CHECK(copy.percent_identity() == 100);
  CHECK(copy.percent_protein_identity() == 100);
  CHECK(copy.protein_columns == 49);  // without the stop
}

TEST_CASE("substitutions come at the rate asked for and every one changes its base") {
  random_source random(2);
  const auto coding = random_coding(20'000, random);
  const auto copy = diverge(coding, {150'000, 0}, random);
  REQUIRE(copy.residues.size() == coding.size());
  std::size_t different = 0;
  for (std::size_t k = 0; k < coding.size(); ++k) different += copy.residues[k] != coding[k] ? 1 : 0;
  CHECK(static_cast<double>(different) / static_cast<double>(coding.size()) == Approx(0.15).epsilon(0.03));
  CHECK(copy.percent_identity() == Approx(85).epsilon(0.01));
}

TEST_CASE("copies start with ATG and have one stop, at the end, whatever the rates") {
  random_source random(3);
  for (int n = 0; n < 100; ++n) {
    const auto coding = random_coding(200, random);
    REQUIRE(is_complete(coding));
    REQUIRE(is_complete(diverge(coding, {500'000, 100'000}, random).residues));
  }
}

TEST_CASE("insertions and deletions change the length by whole codons") {
  random_source random(4);
  const auto coding = random_coding(2000, random);
  const auto copy = diverge(coding, {0, 20'000}, random);
  CHECK(copy.residues != coding);
  CHECK(copy.residues.size() % codon_length == 0);
  CHECK(copy.columns > static_cast<std::int64_t>(coding.size()));
  CHECK(copy.matches < copy.columns);
}

TEST_CASE("ambiguous bases stay and a cut codon at the end is copied too") {
  random_source random(5);
  const auto copy = diverge("ATGNNNTAACC", {per_million, 0}, random);
  CHECK(copy.residues.substr(0, 9) == "ATGNNNTAA");
  CHECK(copy.residues.size() == 11);
}

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
