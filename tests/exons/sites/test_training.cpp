// A trained weight is the log-odds that counting by hand gives.
#include <array>
#include <catch.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/sites/taught_genome.hpp"
#include "exons/sites/training.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave::testing;
using namespace exonweave;

// Which places of a genome are true sites, and which are decoys.

using exonweave::testing::taught_genome;

namespace {

struct visited {
  training_counts counts;
  std::map<std::tuple<site_kind, bool>, std::vector<std::int64_t>> positions;
};

visited visit(taught_genome& taught, const std::vector<annotated_transcript>& transcripts) {
  visited all;
  all.counts = visit_sites(*taught.sequences, transcripts, [&](const training_site& site) {
    all.positions[{site.kind, site.is_true}].push_back(site.position);
  });
  return all;
}

std::vector<std::int64_t> places_of(const std::string& word, const std::string& text, std::int64_t offset) {
  std::vector<std::int64_t> places;
  for (auto position = text.find(word); position != std::string::npos; position = text.find(word, position + 1))
    places.push_back(static_cast<std::int64_t>(position) + offset);
  return places;
}

}  // namespace

TEST_CASE("true sites are those of the transcripts, and every other GT, AG and ATG is a decoy") {
  taught_genome taught(1, "GTAAGT", "TTTCAG");
  const auto& exons = taught.transcripts[0].exons;
  const auto seen = visit(taught, taught.transcripts);
  CHECK(seen.positions.at({site_kind::donor, true}) == std::vector{exons[0].end});
  CHECK(seen.positions.at({site_kind::acceptor, true}) == std::vector{exons[1].start});
  CHECK(seen.positions.at({site_kind::start, true}) == std::vector{exons[0].start});
  CHECK(seen.counts.n_gt_ag == 1);
  CHECK(seen.counts.intron_lengths == std::vector<std::int64_t>{100});

  const std::string text = taught.sequences->fetch(0, {0, taught.sequences->catalog().length(0)});
  const auto all_but = [](std::vector<std::int64_t> places, std::int64_t site) {
    std::erase(places, site);
    return places;
  };
  CHECK(seen.positions.at({site_kind::donor, false}) == all_but(places_of("GT", text, 0), exons[0].end));
  CHECK(seen.positions.at({site_kind::acceptor, false}) == all_but(places_of("AG", text, 2), exons[1].start));
  CHECK(seen.positions.at({site_kind::start, false}) == all_but(places_of("ATG", text, 0), exons[0].start));
  CHECK(seen.counts.n_donor_decoys == seen.positions.at({site_kind::donor, false}).size());
}

TEST_CASE("a transcript that stands twice counts once, and an intron that is not GT-AG teaches nothing") {
  taught_genome taught(2, "GTAAGT", "TTTCAG");
  auto twice = taught.transcripts;
  twice.push_back(twice.front());
  CHECK(visit(taught, twice).counts.n_gt_ag == 2);
  taught_genome other(1, "GCAAGT", "TTTCAG");
  const auto seen = visit(other, other.transcripts);
  CHECK(seen.counts.n_gc_ag == 1);
  CHECK(seen.counts.intron_lengths.empty());
  CHECK_FALSE(seen.positions.contains({site_kind::acceptor, true}));
  const auto& decoys = seen.positions.at({site_kind::acceptor, false});
  CHECK(std::ranges::find(decoys, other.transcripts[0].exons[1].start) == decoys.end());
}

namespace {

const std::string first_exon = "ATGCCGTCACAG";
const std::string intron = "GTAAGTCCTTGTACCAGTTTCTTTTCCTTCTTTTTTCAG";
const std::string gene = first_exon + intron + "GCTTGGTAACCTGAAGT";

struct trained {
  trained_model model;
  report problems;
};

trained train(std::size_t n_genes, const std::string& text = gene, std::optional<std::size_t> order = 0) {
  std::string fasta;
  for (std::size_t i = 0; i < n_genes; ++i) fasta += ">s" + std::to_string(i) + "\n" + text + "\n";
  const temporary_file file(fasta, ".fa");
  trained result;
  auto sequences = genome::open(file.path(), result.problems);
  std::vector<annotated_transcript> transcripts;
  const auto exon_end = static_cast<std::int64_t>(first_exon.size());
  const auto next = exon_end + static_cast<std::int64_t>(intron.size());
  for (std::size_t i = 0; i < n_genes; ++i)
    transcripts.push_back({"t" + std::to_string(i), i, strand::forward, {{0, exon_end}, {next, next + 6}}, i + 1});
  result.model = train_splice_model(sequences, transcripts, {"made", order});
  check_training(result.model.counts, "genes.gff3", result.problems);
  return result;
}

// How often each base stands `offset` before every `word` of the gene but the one at `site`.
std::array<double, 4> decoys(std::string_view word, std::size_t site, std::size_t offset) {
  std::array<double, 4> counts{};
  for (auto position = gene.find(word); position != std::string::npos; position = gene.find(word, position + 1))
    if (position != site && position >= offset) ++counts[std::string_view("ACGT").find(gene[position - offset])];
  return counts;
}

}  // namespace

TEST_CASE("a trained weight is the log-odds of the counts and a pseudocount") {
  const double n_genes = 20;
  const auto made = train(20);
  REQUIRE(made.problems.error_count() == 0);
  const auto around = decoys("GT", first_exon.size(), 1);  // row 2 of the donor: G at all true sites
  double sum = 4;
  for (const double count : around) sum += n_genes * count;
  for (std::size_t base = 0; base < 4; ++base) {
    const double truth = ((base == 2 ? n_genes : 0) + 1) / (n_genes + 4);
    const double decoy = (n_genes * around[base] + 1) / sum;
    CHECK(std::abs(made.model.model.donor[2][base] - std::log2(truth / decoy)) < 0.0006);
  }
  for (const std::size_t row : {3u, 4u}) CHECK(made.model.model.donor[row] == weight_row{});
  for (const std::size_t row : {18u, 19u}) CHECK(made.model.model.acceptor[row] == weight_row{});
  for (const std::size_t row : {9u, 10u, 11u}) CHECK(made.model.model.start[row] == weight_row{});
}

TEST_CASE("rows that lie beyond every true site's sequence weigh what the decoys alone say") {
  // The gene begins with its start codon, so rows 0-8 of the start have no true base; nor has any decoy ATG.
  const auto made = train(20);
  for (std::size_t row = 0; row < 9; ++row) CHECK(made.model.model.start[row] == weight_row{});
}

TEST_CASE("introns and starts are counted by what they are") {
  std::string with_gc = gene;
  with_gc[first_exon.size() + 1] = 'C';
  const auto made = train(30, with_gc);
  CHECK(made.model.counts.n_introns == 30);
  CHECK(made.model.counts.n_gc_ag == 30);
  CHECK(made.model.counts.n_gt_ag == 0);
  CHECK(made.model.counts.n_starts == 30);
  REQUIRE(made.problems.error_count() == 1);
  CHECK_THAT(made.problems.errors()[0].text(), contains("genes.gff3: too few introns to train on"));
}

TEST_CASE("the fewest sites that make a model") {
  CHECK(train(20).problems.error_count() == 0);
  CHECK(train(19).problems.error_count() == 1);
}

TEST_CASE("a trained model written out reads back to the same value") {
  for (const std::size_t order : {0u, 1u, 2u}) {
    const auto made = train(20, gene, order);
    const temporary_file file(to_yaml(made.model, "exonweave train"), ".yaml");
    report problems;
    CHECK(read_splice_model(file.path(), problems) == made.model.model);
    CHECK(problems.error_count() == 0);
  }
}

TEST_CASE("the order that is asked for is that of the rows") {
  for (const std::size_t order : {0u, 1u, 2u}) {
    const auto made = train(20, gene, order).model;
    CHECK(made.donor.order == order);
    CHECK(order_of(made.model.donor[0]) == order);
    CHECK(order_of(made.model.acceptor[0]) == order);
  }
}

TEST_CASE("bases before one count where that gains, with enough sites") {
  const auto few = train(fewest_for_order - 1, gene, std::nullopt).model;
  CHECK(few.acceptor.order == 0);
  CHECK(few.acceptor.gain == 0);
  // The more of the gene's one text a row looks at, the surer it is.
  const auto made = train(fewest_for_order, gene, std::nullopt).model;
  CHECK(made.acceptor.order == 1);
  CHECK(made.acceptor.gain >= min_gain);
  CHECK(order_of(made.model.acceptor[1]) == 1);
  CHECK_THAT(to_yaml(made, "exonweave train"), contains("# " + orders_text(made) + ".\n"));
}

// What counts say about sites: frequencies after the bases before, and how well held-back sites are foretold.

namespace {

constexpr site_window window = {3, 6};  // and GT behind the border
constexpr std::size_t A = 0, C = 1, G = 2, T = 3;

void add_true(site_evidence& evidence, const std::string& residues, std::size_t fold = 0) {
  evidence.add_true({0, spliced::encode_dna(residues)}, 5, fold);
}

// `n` sites, in all folds, the two bases from index 2 on as `next` makes the second of the first.
template <class Next>
site_evidence evidence_of(std::size_t n, const Next& next) {
  std::mt19937 random(3);
  site_evidence evidence(window, 3, 2);
  for (std::size_t i = 0; i < n; ++i) {
    const char first = "ACGT"[random() % 4];
    add_true(evidence, std::string("AC") + first + next(first, random) + "CGTA", i % n_folds);
  }
  return evidence;
}

}  // namespace

TEST_CASE("frequencies are the counts, drawn to those of the order below") {
  row_counts counts{};
  counts[0][weight_index(0, 0, A)] = 5;
  counts[0][weight_index(0, 0, T)] = 3;
  counts[1][weight_index(0, C, A)] = 4;
  counts[2][weight_index(G, C, A)] = 1;
  counts[2][weight_index(G, C, T)] = 1;
  const double alone = 6.0 / 12, after_c = (4 + 40 * alone) / 44, after_gc = (1 + 40 * after_c) / 42;
  CHECK(frequencies(counts, 0)[weight_index(G, C, A)] == alone);
  CHECK(frequencies(counts, 1)[weight_index(G, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 1)[weight_index(A, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 2)[weight_index(G, C, A)] == Approx(after_gc));
  CHECK(frequencies(counts, 2)[weight_index(T, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 2)[weight_index(G, T, A)] == Approx(alone));
}

TEST_CASE("frequencies after any bases sum up to 1") {
  const auto counts = [] {
    std::mt19937 random(1);
    row_counts made{};
    for (auto& order : made)
      for (double& count : order) count = static_cast<double>(random() % 9);
    return made;
  }();
  for (const std::size_t order : {0u, 1u, 2u}) {
    const auto shares = frequencies(counts, order);
    for (std::size_t i = 0; i < shares.size(); i += 4)
      CHECK(shares[i] + shares[i + 1] + shares[i + 2] + shares[i + 3] == Approx(1));
  }
}

TEST_CASE("a base that copies the one before it is foretold by it, and the base before that adds next to nothing") {
  const auto copied = evidence_of(4000, [](char first, std::mt19937&) { return first; });
  const auto likelihoods = copied.held_back_likelihoods();
  CHECK(likelihoods[1] - likelihoods[0] == Approx(2).margin(0.1));  // bits: four bases, then one
  CHECK(std::abs(likelihoods[2] - likelihoods[1]) < 0.1);
}

TEST_CASE("bases that depend on none before them are hardly foretold any better by these") {
  const auto free = evidence_of(1000, [](char, std::mt19937& random) { return "ACGT"[random() % 4]; });
  const auto likelihoods = free.held_back_likelihoods();
  CHECK(std::abs(likelihoods[1] - likelihoods[0]) < 0.02);
}

TEST_CASE("a site is foretold by sites of other folds only") {
  site_evidence one(window, 3, 2), two(window, 3, 2);
  for (int i = 0; i < 10; ++i) {
    add_true(one, "ACAACGTA", 1);
    add_true(two, "ACAACGTA", i % 2 == 0 ? 1 : 2);
  }
  CHECK(one.held_back_likelihoods()[0] == Approx(4 * std::log2(0.25)));  // no other site says anything
  CHECK(two.held_back_likelihoods()[0] == Approx(4 * std::log2(6.0 / 9)));
}

TEST_CASE("bits compare true sites with decoys, and what all sites share weighs 0") {
  site_evidence evidence(window, 3, 2);
  for (int i = 0; i < 36; ++i) add_true(evidence, "ACAACGTA");
  for (int i = 0; i < 16; ++i) evidence.add_decoy({0, spliced::encode_dna("ACAATGTA")}, 5);
  CHECK(evidence.n_true() == 36);
  CHECK(evidence.n_decoys() == 16);
  const auto bits = evidence.bits(0);
  CHECK(bits[2][weight_index(0, 0, C)] == Approx(std::log2(37.0 / 40 * 20)).margin(0.0006));
  CHECK(bits[2][weight_index(0, 0, T)] == Approx(std::log2(1.0 / 40 * 20 / 17)).margin(0.0006));
  CHECK(bits[3] == weight_row{});
  CHECK(bits[4] == weight_row{});
  CHECK(order_of(evidence.bits(1)[2]) == 1);
}

TEST_CASE("ambiguous bases and those beyond the region do not count, nor does what stands behind them") {
  site_evidence evidence(window, 3, 2), cut(window, 3, 2);
  for (int i = 0; i < 40; ++i) {
    add_true(evidence, "ACANCGTA");
    cut.add_true({4, spliced::encode_dna("CGTA")}, 5, 0);
  }
  CHECK(evidence.bits(0)[1] == weight_row{});             // N
  CHECK(evidence.bits(0)[2][weight_index(0, 0, C)] > 1);  // behind N, by itself
  CHECK(order_of(evidence.bits(1)[2]) == 0);              // but not given N
  CHECK(cut.bits(0)[1] == weight_row{});
  CHECK(cut.bits(0)[2] == evidence.bits(0)[2]);
}
