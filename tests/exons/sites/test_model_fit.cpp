// Models are judged by how much likelier they take the true sites of a genome than what looks like them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/clade_sequence.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/sites/taught_genome.hpp"
#include "exons/sites/training.hpp"

using exonweave::testing::built_in;
using exonweave::testing::flat_model;
using exonweave::testing::taught_genome;
using namespace exonweave::testing;
using namespace exonweave;

// What codons are worth as coding sequence, learnt from genes and from what lies between them.

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

namespace {

constexpr std::size_t donors = static_cast<std::size_t>(site_kind::donor);

model_fit fit_of(const splice_model& model, taught_genome& taught) {
  const std::vector<fold_models> judged = {one_for_all_folds(model)};
  return fits_of(judged, *taught.sequences, taught.transcripts).front();
}

}  // namespace

TEST_CASE("a model is worth log2 of how much likelier it takes true sites than decoys of their fold") {
  taught_genome taught(1, "GTAAGT", "TTTCAG");
  splice_model model = flat_model();
  constexpr double bits = 2;
  model.donor[8] = make_row(std::array{0.0, 0.0, 0.0, bits});  // a T as the sixth base of the intron
  std::size_t n_decoys = 0, n_with_t = 0;
  visit_sites(*taught.sequences, taught.transcripts, [&](const training_site& site) {
    if (site.kind != site_kind::donor || site.is_true) return;
    ++n_decoys;
    const auto place = static_cast<std::size_t>(site.position + 5 - site.region.start);
    n_with_t += place < site.region.residues.size() && spliced::dna_letter(site.region.residues[place]) == 'T';
  });
  const double mean =
      (static_cast<double>(n_decoys - n_with_t) + 4.0 * static_cast<double>(n_with_t)) / static_cast<double>(n_decoys);
  const model_fit fit = fit_of(model, taught);
  CHECK(fit.kinds[donors].n_true == 1);
  CHECK(std::abs(fit.kinds[donors].bits - (bits - std::log2(mean))) < 1e-9);
  CHECK(fit.bits() == fit.kinds[donors].bits);
}

TEST_CASE("a model that tells nothing is worth nothing, whatever it adds to all sites") {
  taught_genome taught(3, "GTAAGT", "TTTCAG");
  CHECK(fit_of(flat_model(), taught).bits() == 0);
  splice_model raised = built_in("plant");
  for (double& weight : raised.donor[3]) weight += 7;  // the G of all donors
  CHECK(std::abs(fit_of(raised, taught).bits() - fit_of(built_in("plant"), taught).bits()) < 1e-9);
}

TEST_CASE("a trained model is judged without the sites that it is judged by") {
  taught_genome taught(40, "GTGCCA", "ACCCAG");
  const auto trained = train_splice_model(*taught.sequences, taught.transcripts, {"own"});
  const std::vector<fold_models> judged = {one_for_all_folds(trained.model), trained.held_back};
  const auto fits = fits_of(judged, *taught.sequences, taught.transcripts);
  CHECK(fits[0].bits() > fits[1].bits());
  CHECK(fits[1].bits() > 40 * 5);  // 4 bases of each donor and of each acceptor
  CHECK(fits[1].bits() > fit_of(built_in("vertebrate"), taught).bits());
}

// Which bits of codons a genome is read with.

namespace {

// Codons of its genes begin with C or G, as no built-in model has it.
coding_choice choose(std::size_t n_genes, std::size_t n_known, bool may_be_own) {
  taught_genome taught(n_genes, "GTAAGT", "TTTTAG");
  const auto& all = taught.transcripts;
  return choose_coding(*taught.sequences, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n_known)},
                       standard_code(), may_be_own);
}

bool has(const coding_choice& made, const std::string& name) {
  return std::ranges::any_of(made.fits, [&](const coding_fit& each) { return each.name == name; });
}

}  // namespace

TEST_CASE("enough genes have bits of their own, which fit best where they are unlike all others") {
  const coding_choice made = choose(40, 40, true);
  CHECK(made.n_codons == 40 * 60);
  CHECK(made.name == "self");
  REQUIRE(made.coding);
  CHECK(made.fits.size() == built_in_splice_models().size() + 1);
  const auto best = std::ranges::max_element(made.fits, {}, &coding_fit::bits);
  CHECK(best->name == "self");
  CHECK(best->bits > 1000);  // more than half a bit for each codon
}

TEST_CASE("too few genes choose nothing") {
  const coding_choice few = choose(fewest_coding_genes - 1, fewest_coding_genes - 1, true);
  CHECK(few.fits.empty());
  CHECK_FALSE(few.coding);
  CHECK(has(choose(fewest_coding_genes, fewest_coding_genes, true), "self"));
}

TEST_CASE("a run that may not learn has bits of a built-in model alone") {
  const coding_choice made = choose(40, 40, false);
  CHECK_FALSE(has(made, "self"));
  CHECK(made.fits.size() == built_in_splice_models().size());
  CHECK(made.coding.has_value() == !made.name.empty());
}

TEST_CASE("what fits hardly is not taken: the genes of one clade have not the codons of another") {
  taught_genome taught(fewest_coding_genes, "GTAAGT", "TTTTAG");
  const coding_choice made = choose_coding(*taught.sequences, taught.transcripts, standard_code(), false);
  for (const coding_fit& each : made.fits) {
    CAPTURE(each.name, each.bits);
    if (made.name == each.name) CHECK(each.bits >= min_coding_fit);
    if (made.name.empty()) CHECK(each.bits < min_coding_fit);
  }
}

TEST_CASE("chains may be scored with the codons of any splice model but those of vertebrates") {
  const splice_model fly = built_in("fly");
  REQUIRE(fly.coding);
  CHECK(usable_coding(fly) == fly.coding);
  splice_model renamed = built_in("vertebrate");
  REQUIRE(renamed.coding);
  renamed.name = "another";
  CHECK_FALSE(usable_coding(renamed));
  splice_model without = fly;
  without.coding.reset();
  CHECK_FALSE(usable_coding(without));
}

// Which clade a genome resembles by its composition.

namespace {

struct small_genome {
  temporary_file file;
  genome sequences;

  explicit small_genome(const std::string& fasta) : file(fasta, ".fa"), sequences(opened(file.path())) {}

  static genome opened(const std::string& path) {
    report problems;
    genome made = genome::open(path, problems);
    problems.throw_if_errors();
    return made;
  }
};

constexpr std::size_t aa = 0, ac = 1, cg = 6, gt = 11, tt = 15;

}  // namespace

TEST_CASE("in random sequence every pair is as frequent as its bases foretell, as in no clade") {
  small_genome made(">a\n" + clade_sequence(even_pairs, 200'000) + "\n");
  const auto signature = signature_of(made.sequences);
  REQUIRE(signature);
  for (const double each : *signature) CHECK(std::abs(each - 1) < 0.02);
  CHECK_FALSE(nearest_built_in(made.sequences));
}

TEST_CASE("a signature is that of both strands, whatever the case, and shows what is rare") {
  std::string bases = clade_sequence(human_pairs, 50'000);
  small_genome upper(">a\n" + bases + "\n");
  const auto signature = signature_of(upper.sequences);
  REQUIRE(signature);
  CHECK((*signature)[cg] < 0.5);
  CHECK(std::abs((*signature)[aa] - (*signature)[tt]) < 1e-12);
  CHECK(std::abs((*signature)[ac] - (*signature)[gt]) < 1e-12);
  std::ranges::transform(bases, bases.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  small_genome lower(">a\n" + bases + "\n");
  CHECK(signature_of(lower.sequences) == signature);
}

TEST_CASE("too few known bases say nothing") {
  const std::string bases = clade_sequence(human_pairs, fewest_pairs);
  small_genome few(">a\n" + bases.substr(0, 9'000) + std::string(50'000, 'N') + "\n>b\n" + bases.substr(9'000) + "\n");
  CHECK_FALSE(signature_of(few.sequences));
  CHECK_FALSE(nearest_built_in(few.sequences));
}

TEST_CASE("a genome gets the built-in model that is clearly nearest") {
  small_genome human(">a\n" + clade_sequence(human_pairs, 100'000) + "\n");
  CHECK(nearest_built_in(human.sequences) == "vertebrate");
  small_genome fly(">a\n" + clade_sequence(fly_pairs, 100'000) + "\n");
  CHECK(nearest_built_in(fly.sequences) == "fly");
}

TEST_CASE("distances are means over the pairs") {
  genome_signature a{}, b{};
  b[cg] = 1.6;
  CHECK(std::abs(distance(a, b) - 0.1) < 1e-12);
  CHECK(distance(a, a) == 0);
}
