// What codons are worth as coding sequence, learnt from genes and from what lies between them.
#include <cmath>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/taught_genome.hpp"

using namespace exonweave;

namespace {

std::size_t number_of(std::string_view codon) {
  std::size_t number = 0;
  for (const char base : codon) number = 4 * number + std::string_view("ACGT").find(base);
  return number;
}

codon_weights::weight of(const codon_weights& weights, std::string_view codon) {
  const auto bases = spliced::encode_dna(codon);
  return weights.of(bases[0], bases[1], bases[2]);
}

std::string random_bases(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bases(n, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return bases;
}

double sum_of(const codon_values& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// No frame of it is open for more than 48 nt, on either strand: TTA is TAA backwards.
std::string full_of_stops(std::size_t n) {
  std::string bases;
  while (bases.size() < n) bases += "TAATTAGTAACTTACG";
  bases.resize(n);
  return bases;
}

}  // namespace

TEST_CASE("codons count between the start and the stop codon, one more of each sense codon") {
  codon_counts counts(standard_code());
  counts.add("ATGGCTGCTTGGTAA");
  CHECK(counts.total() == 3);
  const codon_values p = counts.probabilities();
  CHECK(p[number_of("GCT")] == Approx(3.0 / 64));
  CHECK(p[number_of("TGG")] == Approx(2.0 / 64));
  CHECK(p[number_of("ATG")] == Approx(1.0 / 64));
  CHECK(p[number_of("TAA")] == 0);
  CHECK(sum_of(p) == Approx(1));
}

TEST_CASE("codons with unknown bases and stop codons within do not count") {
  codon_counts counts(standard_code());
  counts.add("ATGGCNTGAGCTTAA");
  CHECK(counts.total() == 1);
  counts.add("ATGTAA");
  counts.add("ATG");
  counts.add("");
  CHECK(counts.total() == 1);
  codon_counts by_other_code{genetic_code(4)};  // TGA is W
  by_other_code.add("ATGTGATAA");
  CHECK(by_other_code.total() == 1);
  CHECK(sum_of(by_other_code.probabilities()) == Approx(1));
}

TEST_CASE("background is read on both strands, and is even where nothing was read") {
  background_counts counts;
  for (const double p : counts.probabilities()) CHECK(p == Approx(1.0 / 64));
  counts.add("AAAAN");
  CHECK(counts.total() == 4);  // AAA and TTT, two of each
  const codon_values p = counts.probabilities();
  CHECK(p[number_of("AAA")] == Approx(p[number_of("TTT")]));
  CHECK(p[number_of("AAA")] > p[number_of("ACA")]);
  CHECK(sum_of(p) == Approx(1));
}

TEST_CASE("much background is as its bases are: by the two before, once there is enough") {
  background_counts counts;
  counts.add(random_bases(100'000, 1));
  for (const double p : counts.probabilities()) CHECK(p == Approx(1.0 / 64).epsilon(0.1));
  background_counts repeats;
  std::string bases;
  for (int n = 0; n < 20'000; ++n) bases += "ACG";  // backwards CGT
  repeats.add(bases);
  const codon_values p = repeats.probabilities();
  CHECK(p[number_of("ACG")] == Approx(1.0 / 6).epsilon(0.01));
  CHECK(p[number_of("ACC")] < 0.001);
}

TEST_CASE("background lies outside of genes and of long open frames, in pieces that are not short") {
  const std::string bases = full_of_stops(1000);
  using intervals = std::vector<interval>;
  CHECK(find_background(bases, {}, standard_code()) == intervals{{0, 1000}});
  CHECK(find_background(bases, {{100, 300}, {-50, 40}, {350, 980}}, standard_code()) == intervals{{40, 100}});
  CHECK(find_background("", {}, standard_code()).empty());
  CHECK(find_background("ACGT", {}, standard_code()).empty());
}

TEST_CASE("frames are open from stop codon to stop codon, on both strands, from 100 codons on") {
  const auto with_open = [](int n_codons) {
    std::string open;
    for (int n = 0; n < n_codons; ++n) open += "GCC";
    return full_of_stops(300) + open + full_of_stops(300);
  };
  for (const bool is_backwards : {false, true}) {
    CAPTURE(is_backwards);
    const auto found_in = [&](const std::string& bases) {
      return find_background(is_backwards ? reverse_complement(bases) : bases, {}, standard_code());
    };
    const std::string long_one = with_open(101), short_one = with_open(60);
    CHECK(found_in(short_one) == std::vector<interval>{{0, std::ssize(short_one)}});
    const auto found = found_in(long_one);
    REQUIRE(found.size() == 2);
    CHECK(std::abs(found[0].end - 300) <= 48);
    CHECK(std::abs(found[1].start - (std::ssize(long_one) - 300)) <= 48);
  }
}

TEST_CASE("a codon weighs what it speaks for genes, in the unit that is asked for, and stop codons nothing") {
  codon_counts genes(standard_code());
  std::string coding = "ATG";
  for (int n = 0; n < 10'000; ++n) coding += n % 2 == 0 ? "GCT" : "AAA";
  genes.add(coding + "TAA");
  background_counts others;
  others.add(random_bases(1'000'000, 2));
  const codon_weights quarters = make_codon_weights(coding_bits(genes, others), 4);
  CHECK(of(quarters, "GCT") == std::lround(4 * 0.75 * 5));  // 1/2 beside 1/64
  CHECK(of(quarters, "AAA") == of(quarters, "GCT"));
  CHECK(of(quarters, "GCA") < -15);
  CHECK(of(quarters, "TAA") == 0);
  CHECK(of(make_codon_weights(coding_bits(genes, others), 4, 1), "GCT") == 20);
  CHECK(of(make_codon_weights(coding_bits(genes, others), 2, 1), "GCT") == 10);
}

TEST_CASE("of proteins codons weigh half-bits, in halves where scores are") {
  codon_values bits{};
  bits[number_of("GCT")] = 4;
  CHECK(of(make_codon_weights(bits, score_unit::whole()), "GCT") == 2 * 3);  // three quarters of the bits
  CHECK(of(make_codon_weights(bits, score_unit::halves()), "GCT") == 4 * 3);
}

TEST_CASE("bits fit genes whose codons they tell, and all codons at once are told by none") {
  codon_counts genes(standard_code()), others(standard_code());
  genes.add("ATGGCTGCTGCTGCTTAA");
  others.add("ATGTGGTGGTGGTGGTAA");
  codon_values even, of_gct{}, everything;
  even.fill(1.0 / 64);
  everything.fill(3);
  of_gct[number_of("GCT")] = 4;
  const double weighed = std::log2(60.0 / 64 + 16.0 / 64);  // of the 61 sense codons one counts 16 times
  CHECK(genes.fit(of_gct, even) == Approx(4 * (4 - weighed)));
  CHECK(others.fit(of_gct, even) == Approx(-4 * weighed));
  CHECK(genes.fit(everything, even) == Approx(others.fit(everything, even)));
  CHECK(genes.fit(everything, even) == Approx(-4 * std::log2(61.0 / 64)));
  CHECK(codon_counts(standard_code()).fit(of_gct, even) == 0);
  codon_counts both = genes;
  both.add(others);
  CHECK(both.total() == 8);
  CHECK(both.fit(of_gct, even) == Approx(genes.fit(of_gct, even) + others.fit(of_gct, even)));
}

TEST_CASE("parts of genes, which may begin in any frame, teach nothing") {
  exonweave::testing::taught_genome taught(3, "GTAAGT", "TTTTAG");
  auto genes = taught.transcripts;
  const auto n_codons = [&] { return learn_coding(*taught.sequences, genes, genes, standard_code()).of_genes.total(); };
  CHECK(n_codons() == 3 * 60);
  genes[0].exons.front().start += 3;  // no start codon
  CHECK(n_codons() == 2 * 60);
  genes[1].exons.back().end -= 1;  // not codon by codon
  CHECK(n_codons() == 60);
  genes[2].exons.back().end -= 3;  // whole but for the stop codon: the last codon does not count
  CHECK(n_codons() == 59);
}

TEST_CASE("each gene counts in the fold where it begins") {
  exonweave::testing::taught_genome taught(40, "GTAAGT", "TTTTAG");
  const coding_sample sample = learn_coding(*taught.sequences, taught.transcripts, taught.transcripts, standard_code());
  REQUIRE(sample.by_fold.size() == n_folds);
  std::uint64_t n = 0;
  for (const codon_counts& each : sample.by_fold) n += each.total();
  CHECK(n == sample.of_genes.total());
  for (std::size_t fold = 0; fold < n_folds; ++fold) {
    std::uint64_t n_genes = 0;
    for (const annotated_transcript& gene : taught.transcripts)
      n_genes += fold_of(taught.sequences->catalog().name(gene.sequence), gene.exons.front().start) == fold;
    CHECK(sample.by_fold[fold].total() == 60 * n_genes);
  }
}

TEST_CASE("a genome's genes teach what their codons are, against what lies outside of all that are known") {
  exonweave::testing::taught_genome taught(40, "GTAAGT", "TTTTAG");  // codons begin with C or G
  const auto& all = taught.transcripts;
  const std::vector<annotated_transcript> some(all.begin(), all.begin() + 20);
  const coding_sample sample = learn_coding(*taught.sequences, some, all, standard_code());
  CHECK(sample.of_genes.total() == 20 * 60);
  CHECK(sample.of_others.total() > 0);
  CHECK(sample.of_others.total() <= 40 * 2 * 600);
  const codon_weights weights = make_codon_weights(coding_bits(sample.of_genes, sample.of_others), 4);
  for (const char* codon : {"CTG", "GCA", "CAT"}) CHECK(of(weights, codon) > 0);
  for (const char* codon : {"ATG", "TCC", "ACA"}) CHECK(of(weights, codon) < -5);
}
