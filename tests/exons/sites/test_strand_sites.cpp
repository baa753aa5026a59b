// Sites are where their bases are, and weigh what their matrices say, in half-bits rounded once.
#include <catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/sites/site_scorer.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::encode_dna;
using spliced::score;

namespace {

std::vector<std::int64_t> positions(const std::vector<scored_site>& sites) {
  std::vector<std::int64_t> all;
  for (const auto& site : sites) all.push_back(site.position);
  return all;
}

strand_sites sites_of(const std::string& residues, const site_scoring& scoring = {}) {
  return find_sites({0, encode_dna(residues)}, site_scorer(flat_model(), scoring));
}

// The weight by its definition: each row that lies within the residues, the mean over the bases of its letter and
// of the two before it, which are any base before the residues.
score by_hand(const weight_matrix& matrix, site_window window, const std::string& residues, std::int64_t site,
              double weight) {
  const auto code_at = [&](std::int64_t position) {
    return spliced::dna_code(position < 0 ? 'N' : residues[static_cast<std::size_t>(position)]);
  };
  double bits = 0;
  for (std::int64_t row = 0; row < window.n_rows; ++row) {
    const std::int64_t position = site - window.n_before + row;
    if (position < 0 || position >= static_cast<std::int64_t>(residues.size())) continue;
    double sum = 0;
    int n = 0;
    for (std::size_t i = 0; i < 64; ++i)
      if ((code_at(position - 2) >> i / 16 & 1) != 0 && (code_at(position - 1) >> i / 4 % 4 & 1) != 0 &&
          (code_at(position) >> i % 4 & 1) != 0)
        sum += matrix[static_cast<std::size_t>(row)][i], ++n;
    bits += sum / n;
  }
  return static_cast<score>(std::lround(2 * weight * bits));
}

// Each weight another.
splice_model random_model(std::mt19937& random) {
  splice_model model = flat_model();
  for (weight_matrix* matrix : {&model.donor, &model.acceptor, &model.start})
    for (weight_row& row : *matrix)
      for (double& bits : row) bits = static_cast<double>(random() % 1000) / 100 - 5;
  return model;
}

std::string random_letters(std::mt19937& random, std::size_t n, const std::string& letters) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += letters[random() % letters.size()];
  return text;
}

}  // namespace

TEST_CASE("donors stand before GT and GC, acceptors behind AG, starts at ATG") {
  const auto sites = sites_of("GTAAGCATGAG");
  CHECK(positions(sites.donors) == std::vector<std::int64_t>{0, 4});
  CHECK(positions(sites.acceptors) == std::vector<std::int64_t>{5, 11});
  CHECK(positions(sites.starts) == std::vector<std::int64_t>{6});
  CHECK(sites.donors[0].weight == 0);
  CHECK(sites.donors[1].weight == -14);
}

TEST_CASE("sequences too short for any site have none") {
  for (const char* residues : {"", "A", "G", "T", "N"}) CHECK(sites_of(residues) == strand_sites{});
  CHECK(positions(sites_of("AG").acceptors) == std::vector<std::int64_t>{2});
  CHECK(sites_of("AT").starts.empty());
  CHECK(positions(sites_of("ATG").starts) == std::vector<std::int64_t>{0});
}

TEST_CASE("ambiguous bases never make a site, not even where any dinucleotide may") {
  const site_scoring all{.at_ac = 10, .noncanonical = 20};
  for (const char* residues : {"NN", "GN", "NT", "RT", "GK", "AR", "NG", "NC"}) {
    CHECK(sites_of(residues, all) == strand_sites{});
    CHECK(sites_of(residues) == strand_sites{});
  }
  CHECK(sites_of("ATR").starts.empty());
  CHECK(sites_of("NTG").starts.empty());
}

TEST_CASE("in codes with other start codons ATG weighs nothing, and they cost, where the bases before them are known") {
  std::mt19937 random(7);
  const site_scorer scorer(random_model(random), {}, score_unit::halves());
  const genetic_code bacterial(11);
  const auto starts = [&](const std::string& text, const genetic_code& code) {
    return find_sites({0, encode_dna(text)}, scorer, {0, static_cast<std::int64_t>(text.size())}, code).starts;
  };
  const std::string before = "CCACCACCACCC", after = "CCCACCACCACC";
  const auto standard = starts(before + "ATG" + after, bacterial);
  REQUIRE(standard.size() == 1);
  CHECK(standard[0].weight == 0);
  for (const std::string codon : {"GTG", "TTG", "CTG", "ATT", "ATC", "ATA"}) {
    const auto other = starts(before + codon + after, bacterial);
    REQUIRE(other.size() == 1);
    CHECK(other[0].position == 12);
    CHECK(other[0].weight == -8);  // 4 half-bits
    CHECK(starts(before + codon + after, standard_code()).empty());
  }
  CHECK(positions(starts("CCCGTG", bacterial)) == std::vector<std::int64_t>{3});
  for (const char* text : {"CCGTG", "GTG", "NCCGTG", "CCNGTG", "CCCGTR"}) CHECK(starts(text, bacterial).empty());
}

TEST_CASE("lower case does not matter") { CHECK(sites_of("gtaagcatgagnnATg") == sites_of("GTAAGCATGAGNNATG")); }

TEST_CASE("AT-AC sites are there when they have a cost, which the donor pays") {
  CHECK(positions(sites_of("CATCCAC").donors).empty());
  const auto sites = sites_of("CATCCAC", {.at_ac = 20});
  CHECK(sites.donors == std::vector<scored_site>{{1, -20, splice_family::minor}});
  CHECK(sites.acceptors == std::vector<scored_site>{{7, 0, splice_family::minor}});
}

TEST_CASE("any two known bases are a site when noncanonical sites have a cost") {
  const auto sites = sites_of("CATC", {.noncanonical = 30});
  CHECK(positions(sites.donors) == std::vector<std::int64_t>{0, 1, 2});
  CHECK(positions(sites.acceptors) == std::vector<std::int64_t>{2, 3, 4});
  for (const auto& site : sites.donors) CHECK(site.weight == -30);
  const auto both = sites_of("AT", {.at_ac = 7, .noncanonical = 30});
  CHECK(both.donors == std::vector<scored_site>{{0, -30, splice_family::major}, {0, -7, splice_family::minor}});
}

TEST_CASE("a consensus donor weighs more than its neighbours' changes of it") {
  const site_scorer scorer(built_in("vertebrate"));
  const auto best = scorer.donor(encode_dna("CAGGTAAGT"), 3);
  REQUIRE(best);
  CHECK(*best == 18);  // 2 * 9.127 bits, the sum of the rows 1-3 and 6-9, rounded
  CHECK(*scorer.donor(encode_dna("CATGTAAGT"), 3) < *best);
  CHECK(*scorer.donor(encode_dna("CAGGCAAGT"), 3) == *best - 14);
}

TEST_CASE("in halves a site is rounded to quarters of a bit, and its cost may be a half") {
  const auto model = built_in("vertebrate");
  const auto halves = score_unit::halves();
  const auto half = written_score::of_halves(1);
  const site_scorer coarse(model), fine(model, {}, halves), dear(model, {.gc_donor = half}, halves);
  const auto consensus = encode_dna("CAGGTAAGT"), gc = encode_dna("CAGGCAAGT");
  CHECK(*coarse.donor(consensus, 3) == 18);  // 2 * 9.127 bits
  CHECK(*fine.donor(consensus, 3) == 37);    // 4 * 9.127 bits
  const auto weaker = encode_dna("AAGGTAAGC");
  const auto half_bits = *coarse.donor(weaker, 3), quarters = *fine.donor(weaker, 3);
  CHECK(std::abs(quarters - 2 * half_bits) <= 1);
  CHECK(*fine.donor(gc, 3) == 37 - 28);
  CHECK(*dear.donor(gc, 3) == 37 - 1);
  CHECK_THROWS_AS(site_scorer(model, {.gc_donor = half}), std::invalid_argument);
}

TEST_CASE("in halves weights are rounded once, from bits") {
  std::mt19937 random(5);
  const auto model = built_in("fly");
  const site_scorer scorer(model, {.splice_weight = 0.75}, score_unit::halves());
  bool has_odd = false;
  for (int round = 0; round < 50; ++round) {
    const std::string text = random_letters(random, 40, "AACCGGTTAGGT");
    for (const auto& site : find_sites({0, encode_dna(text)}, scorer).acceptors) {
      // twice the weight: the definition in half-bits, rounded to quarters of a bit
      CHECK(site.weight == by_hand(model.acceptor, acceptor_window, text, site.position, 2 * 0.75));
      has_odd |= site.weight % 2 != 0;
    }
  }
  CHECK(has_odd);
}

TEST_CASE("weights are those of the definition, at the ends and with ambiguous letters too") {
  std::mt19937 random(1);
  const auto model = random_model(random);
  const site_scoring scoring{.splice_weight = 0.75, .start_weight = 1.5, .gc_donor = 5};
  const site_scorer scorer(model, scoring);
  for (int round = 0; round < 200; ++round) {
    const std::string text = random_letters(random, random() % 40, "AACCGGTTAGGTATGRYNKB");
    const auto sites = find_sites({100, encode_dna(text)}, scorer);
    for (const auto& site : sites.donors) {
      const auto index = site.position - 100;
      const score cost = text[static_cast<std::size_t>(index) + 1] == 'C' ? 5 : 0;
      CHECK(site.weight == by_hand(model.donor, donor_window, text, index, 0.75) - cost);
    }
    for (const auto& site : sites.acceptors)
      CHECK(site.weight == by_hand(model.acceptor, acceptor_window, text, site.position - 100, 0.75));
    for (const auto& site : sites.starts)
      CHECK(site.weight == by_hand(model.start, start_window, text, site.position - 100, 1.5));
  }
}

TEST_CASE("with residues around it a part has the sites of the whole that lie in it, at their weights") {
  std::mt19937 random(2);
  const site_scorer scorer(built_in("plant"), {.at_ac = 12});
  const std::string text = random_letters(random, 400, "ACGT");
  const auto whole = find_sites({0, encode_dna(text)}, scorer);
  for (int round = 0; round < 50; ++round) {
    const std::int64_t start = max_context + static_cast<std::int64_t>(random() % 150);
    const std::int64_t end = start + static_cast<std::int64_t>(random() % 150);
    const std::int64_t first = start - max_context, last = end + max_context;
    const std::string around = text.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
    const auto part = find_sites({first, encode_dna(around)}, scorer, {start, end});
    const auto expected = [&](const std::vector<scored_site>& all, std::int64_t left, std::int64_t right) {
      std::vector<scored_site> sites;
      for (const auto& site : all)
        if (start <= site.position - left && site.position + right <= end) sites.push_back(site);
      return sites;
    };
    CHECK(part.donors == expected(whole.donors, 0, 2));
    CHECK(part.acceptors == expected(whole.acceptors, 2, 0));
    CHECK(part.starts == expected(whole.starts, 0, 3));
  }
}

TEST_CASE("the other strand's sites are those of the reverse complement") {
  const auto sites = sites_of(reverse_complement("CCATGCAAACTTACC"));  // GGTAAGTTTGCATGG
  CHECK(positions(sites.donors) == std::vector<std::int64_t>{1, 5, 9});
  CHECK(positions(sites.acceptors) == std::vector<std::int64_t>{6});
  CHECK(positions(sites.starts) == std::vector<std::int64_t>{11});
}

TEST_CASE("sites outside of the region, short models and bad weights are not for the scorer") {
  CHECK_THROWS_AS(find_sites({0, encode_dna("ACGT")}, site_scorer(flat_model()), {0, 5}), std::invalid_argument);
  auto model = flat_model();
  model.start.pop_back();
  CHECK_THROWS_AS(site_scorer(model), std::invalid_argument);
  CHECK_THROWS_AS(site_scorer(flat_model(), {.splice_weight = -1}), std::invalid_argument);
  CHECK_THROWS_AS(site_scorer(flat_model(), {.gc_donor = -1}), std::invalid_argument);
  CHECK_THROWS_AS(site_scorer(flat_model(), {.start_weight = std::nan("")}), std::invalid_argument);
}
