// A gene model that was written reads back to the same counts, and what is none is refused with its line.
#include <algorithm>
#include <catch.hpp>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/gene_model_file.hpp"
#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/made_genes.hpp"
#include "seed.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::size_t ATG = codon_number(0, 3, 2), TAA = codon_number(3, 0, 0), TGA = codon_number(3, 2, 0);
constexpr std::uint64_t max_count = 1'000'000'000'000'000;

// Of two genes and an intron, with nothing in the tables.
learnt_gene_model small_model() {
  learnt_gene_model model{.version = "1.2.3", .genes = {}, .others = {}};
  model.genes.n_genes = model.genes.start_codons[ATG] = 2;
  model.genes.stop_codons[TAA] = model.genes.stop_codons[TGA] = 1;
  model.genes.n_coding_bases = 30;
  model.genes.intron_lengths = {60};
  return model;
}

learnt_gene_model random_model(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto fill = [&](std::span<std::uint64_t> counts) {
    for (std::uint64_t& count : counts) count = below(std::uint64_t{1} << below(50));
  };
  const auto fill_chain = [&](markov_counts& counts) {
    for (std::size_t order = 0; order <= counts.order(); ++order) fill(counts.of_words(order));
  };
  const auto fill_rows = [&](site_counts& counts) {
    for (std::size_t row = 0; row < static_cast<std::size_t>(counts.rows().count()); ++row) fill(counts.of_pairs(row));
  };
  const auto fill_branches = [&](branch_counts& counts, std::uint64_t n_introns) {
    counts.n_introns = n_introns;
    counts.n_with = below(n_introns + 1);
    for (std::uint64_t k = 0; k < counts.n_with; ++k) {
      for (auto& row : counts.motif) ++row[below(row.size())];
      ++counts.distances[below(counts.distances.size())];
    }
  };
  learnt_gene_model model = small_model();
  gene_counts& genes = model.genes;
  for (markov_counts& chain : genes.coding) fill_chain(chain);
  fill_chain(genes.intron);
  fill_chain(model.others.bases);
  for (site_counts* const counts : {&genes.donors, &genes.acceptors, &genes.starts}) fill_rows(*counts);
  fill(genes.composition);
  for (mask_counts* const masks : {&genes.masks, &model.others.masks})
    for (auto& row : *masks) fill(row);
  genes.n_genes = 1 + below(30'000);
  genes.n_with_upstream_start = below(genes.n_genes + 1);
  genes.start_codons[ATG] = genes.n_genes - 1;
  genes.start_codons[below(ATG)] = 1;
  genes.stop_codons[TAA] = below(genes.n_genes + 1);
  genes.stop_codons[TGA] = genes.n_genes - genes.stop_codons[TAA];
  genes.intron_lengths.clear();
  for (std::uint64_t k = 90 + below(100); k-- > 0;)
    genes.intron_lengths.push_back(static_cast<std::int64_t>(20 + below(std::uint64_t{1} << below(36))));
  std::ranges::sort(genes.intron_lengths);
  fill_branches(genes.branches, 1 + below(90));
  genes.n_coding_bases = 6 * genes.n_genes + 200 + below(1'000'000);
  if (below(2) == 0) model.self_test = {.n_genes = 1 + genes.n_genes, .n_found = below(2 + genes.n_genes)};
  return model;
}

learnt_gene_model sound(const std::string& yaml) {
  const temporary_file file(yaml, ".yaml");
  report problems;
  auto model = read_gene_model(file.path(), problems);
  problems.throw_if_errors();
  return model;
}

std::string only_error(const std::string& yaml) {
  const temporary_file file(yaml, ".yaml");
  report problems;
  read_gene_model(file.path(), problems);
  CHECK(problems.error_count() == 1);
  return problems.errors().empty() ? "" : problems.errors()[0].text();
}

// The small model with other lines in place of those of a key, "KEY:".
class changed_model {
 public:
  changed_model(const std::string& key, const std::string& others) : text_(text_of_gene_model(small_model())) {
    const std::size_t first = text_.find("\n" + key) + 1;
    REQUIRE(first > 0);
    std::size_t last = text_.find('\n', first) + 1;
    while (last < text_.size() && text_[last] == ' ') last = text_.find('\n', last) + 1;
    line_ = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(first), '\n');
    text_.replace(first, last - first, others);
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  // The only one, which has to be so many lines below the key.
  [[nodiscard]] std::string error(std::int64_t n_lines_below = 0) const {
    const std::string place = ":" + std::to_string(line_ + n_lines_below) + ": ", text = only_error(text_);
    CHECK_THAT(text, contains(place));
    return text.substr(std::min(text.size(), text.find(place) + place.size()));
  }

 private:
  std::string text_;
  std::int64_t line_ = 0;
};

std::string zeros(std::size_t n) {
  std::string text = "[0";
  while (--n > 0) text += ", 0";
  return text + "]";
}

std::string zero_rows(std::size_t n) {
  std::string text;
  while (n-- > 0) text += "  - [0, 0, 0, 0]\n";
  return text;
}

}  // namespace

TEST_CASE("a gene model that was written reads back to the same counts") {
  CHECK(sound(text_of_gene_model(small_model())) == small_model());
  for (std::uint64_t k = 0; k < 20; ++k) {
    const learnt_gene_model model = random_model(seed_of_tests() + k);
    CAPTURE(seed_of_tests(), k);
    CHECK(sound(text_of_gene_model(model)) == model);
  }
}

TEST_CASE("a gene model has the largest counts and the longest introns, and no gene with an intron") {
  learnt_gene_model model = small_model();
  model.others.bases.of_words(4)[1023] = max_count;
  model.genes.donors.of_pairs(8)[15] = max_count;
  model.genes.n_coding_bases = max_count;
  model.genes.intron_lengths = {20, 20, 100'000'000'000};
  CHECK(sound(text_of_gene_model(model)) == model);
  model.genes.intron_lengths.clear();
  CHECK_THAT(text_of_gene_model(model), contains("\nintrons: 0\n") && contains("\nintron_lengths: {}\n"));
  CHECK(sound(text_of_gene_model(model)) == model);
}

TEST_CASE("genes are the same by a gene model that was learnt and by the one that was read") {
  made_genes made(40);
  const learnt_gene_model learnt{.version = "1",
                                 .genes = count_genes(made.where(), made.transcripts),
                                 .others = count_intergenic(made.where(), made.transcripts)};
  const learnt_gene_model read = sound(text_of_gene_model(learnt));
  CHECK(read.others == learnt.others);
  CHECK(read.genes.n_genes == 40);
  CHECK(read.genes.intron_lengths.size() == 40);
  const auto find = [&](const learnt_gene_model& model) {
    return find_genes(made.where(), make_parameters(model.genes, model.others), std::vector<gene_hints>(2),
                      finding_depth::probabilities);
  };
  const auto expected = find(learnt), found = find(read);
  CHECK(made.count_found(found) >= 38);
  for (std::size_t s = 0; s < expected.size(); ++s) {
    REQUIRE(found[s].size() == expected[s].size());
    for (std::size_t g = 0; g < expected[s].size(); ++g) {
      CHECK(found[s][g].span() == expected[s][g].span());
      CHECK(found[s][g].gain == expected[s][g].gain);
      CHECK(found[s][g].probability == expected[s][g].probability);
    }
  }
}

TEST_CASE("the text of a gene model has what people look for") {
  learnt_gene_model model = small_model();
  model.genes.intron_lengths = {70, 60, 70};
  model.self_test = {.n_genes = 2, .n_found = 1};
  model.genes.composition = {1, 2, 3, 4};
  model.genes.masks = {{{5, 6}, {7, 8}}};
  const std::string text = text_of_gene_model(model);
  CHECK_THAT(
      text,
      contains("\ngene_model: 1\nversion: \"1.2.3\"\ntraining_genes: 2\ncoding_bases: 30\n"
               "upstream_starts: 0\nbranch_introns: 0\nbranch_points: 0\nintrons: 3\nself_test: {genes: 2, found: 1}\n"
               "start_codons: {ATG: 2}\nstop_codons: {TAA: 1, TGA: 1}\nintron_lengths: {60: 1, 70: 2}\n"
               "composition: [1, 2, 3, 4]\ncoding_masks:\n  - [5, 6]\n  - [7, 8]\n"));
  for (std::size_t first = 0; first < text.size(); first = text.find('\n', first) + 1)
    CHECK(text.find('\n', first) - first <= 120);
}

TEST_CASE("what is no gene model, or one of another format, is told alone") {
  CHECK_THAT(only_error(""), contains(".yaml: not a gene model (got 'nothing', need gene_model: 1). Hint: 'exonweave "
                                      "genes --train ... --model-out FILE' writes one"));
  CHECK_THAT(only_error("# comment\n- 1\n"), contains(":2: not a gene model (got 'a list', need gene_model: 1)"));
  CHECK_THAT(only_error("##gff-version 3\nchr1\n"), contains(":2: not a gene model (got 'chr1'"));
  CHECK_THAT(only_error("name: vertebrate\ndonor:\n  - [0, 1, 2, 3]\n"),
             contains(":1: not a gene model (need gene_model: 1)"));
  CHECK_THAT(changed_model("gene_model:", "gene_model: 2\n").error(),
             contains("a gene model of another format (got '2', need gene_model: 1)"));
  CHECK_THAT(changed_model("gene_model:", "gene_model:\n").error(), contains("another format (got 'nothing'"));
  CHECK_THAT(only_error("gene_model: 1\nversion: [\n"),
             contains("not a gene model: not valid YAML") && contains("Hint: 'exonweave genes --train"));
  CHECK_THAT(only_error("gene_model: 1\nversion: [[[0]]]\n"), contains(":2: not a gene model: nested too deeply"));
  CHECK_THAT(only_error(std::string((8 << 20) + 1, '#')),
             contains(".yaml: not a gene model: larger than 8388608 bytes"));
  CHECK_THAT(only_error("##gff-version 3\nchr1\tx\tCDS\t1\t9\t.\t+\t0\tParent=t\n"),
             contains(":2: not a gene model: tab character (need gene_model: 1)"));
}

TEST_CASE("missing, unknown and double keys of a gene model are refused") {
  for (const char* key : {"version", "training_genes", "coding_bases", "upstream_starts", "introns", "start_codons",
                          "stop_codons", "intron_lengths", "composition"})
    CHECK_THAT(only_error(changed_model(std::string(key) + ":", "").text()),
               contains(": missing key (need " + std::string(key) + ")"));
  CHECK_THAT(changed_model("composition:", "compositon: [0, 0, 0, 0]\ncomposition: [0, 0, 0, 0]\n").error(),
             contains("unknown key (got 'compositon'). Hint: did you mean 'composition'?"));
  CHECK_THAT(changed_model("introns:", "introns: 1\nintrons: 1\n").error(1), contains("duplicate key, first on line"));
  const std::string text = text_of_gene_model(small_model());
  const temporary_file cut(text.substr(0, text.find("intron:")), ".yaml");
  report problems;
  read_gene_model(cut.path(), problems);
  REQUIRE(problems.error_count() == 2);
  CHECK_THAT(problems.errors()[0].text(), contains("missing key (need intron)"));
  CHECK_THAT(problems.errors()[1].text(), contains("missing key (need intergenic)"));
}

TEST_CASE("a gene model cut anywhere is refused") {
  const std::string text = text_of_gene_model(small_model());
  for (std::size_t n = 0; n + 1 < text.size(); n += n < 2000 ? 7 : 101) {
    const temporary_file cut(text.substr(0, n), ".yaml");
    report problems;
    read_gene_model(cut.path(), problems);
    CAPTURE(n);
    CHECK(problems.error_count() > 0);
  }
}

TEST_CASE("counts of a gene model are whole numbers of a range") {
  for (const char* bad : {"x", "-0.5", "1e3", "\"2\"", "010", "+2", "2.0", "[2]", "{2: 2}", "", "99999999999999999999"})
    CHECK_THAT(changed_model("training_genes:", "training_genes: " + std::string(bad) + "\n").error(),
               contains("training_genes is not a whole number") &&
                   contains("need a whole number from 1 to 1000000000000000)"));
  for (const char* bad : {"0", "-1", "1000000000000001"})
    CHECK_THAT(changed_model("training_genes:", "training_genes: " + std::string(bad) + "\n").error(),
               contains("training_genes is out of range (got '" + std::string(bad) + "'"));
  CHECK_THAT(changed_model("composition:", "composition: [0, 0, -3, 0]\n").error(),
             contains("number 3 in composition is out of range (got '-3', need a whole number from 0 to 10000"));
  CHECK_THAT(changed_model("coding_masks:", "coding_masks:\n  - [0, 0]\n  - [0, 0.5]\n").error(2),
             contains("number 2 in list 2 of coding_masks is not a whole number (got '0.5'"));
  CHECK_THAT(changed_model("start_codons:", "start_codons: {ATG: two}\n").error(),
             contains("the count of ATG in start_codons is not a whole number (got 'two'"));
  CHECK_THAT(changed_model("introns:", "introns: 10000001\n").error(),
             contains("introns is out of range (got '10000001', need a whole number from 0 to 10000000)"));
}

TEST_CASE("lists of a gene model have their lengths") {
  CHECK_THAT(changed_model("composition:", "composition: [0, 0, 0]\n").error(),
             contains("composition has another length (got '3 numbers', need 4 numbers)"));
  CHECK_THAT(changed_model("composition:", "composition: 7\n").error(),
             contains("composition has another length (got '7', need 4 numbers)"));
  CHECK_THAT(changed_model("donor:", "donor:\n  - " + zeros(16) + "\n").error(1),
             contains("donor has another number of lists (got '1 lists', need 9 lists)"));
  CHECK_THAT(changed_model("intergenic:", "intergenic: 3\n").error(),
             contains("intergenic has another number of lists (got '3', need 5 lists)"));
  const std::string words = "coding_2:\n  - " + zeros(4) + "\n  - " + zeros(16) + "\n  - " + zeros(64) + "\n  - ";
  CHECK_THAT(changed_model("coding_2:", words + zeros(255) + "\n  - " + zeros(1024) + "\n").error(4),
             contains("list 4 of coding_2 has another length (got '255 numbers', need 256 numbers)"));
}

TEST_CASE("codons, lengths and the self-test of a gene model are maps") {
  CHECK_THAT(changed_model("stop_codons:", "stop_codons: [TAA, TGA]\n").error(),
             contains("not a map of codons (got 'a list', need a map such as 'ATG: 60')"));
  CHECK_THAT(changed_model("stop_codons:", "stop_codons: {TAA: 1, UGA: 1}\n").error(),
             contains("unknown key (got 'UGA')"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths: [60]\n").error(),
             contains("intron_lengths is not a map of lengths (got 'a list'"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths:\n").error(), contains("(got 'nothing'"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths: {19: 1}\n").error(),
             contains("a length in intron_lengths is out of range (got '19', need a whole number from 20 to"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths:\n  60: 1\n  100000000001: 1\n").error(2),
             contains("a length in intron_lengths is out of range (got '100000000001'"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths: {60: 0}\n").error(),
             contains("a count in intron_lengths is out of range (got '0', need a whole number from 1 to 10000000)"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths: {60: 1, 60: 1}\n").error(),
             contains("lengths in intron_lengths are not ascending (got '60', need more than 60)"));
  CHECK_THAT(changed_model("intron_lengths:", "intron_lengths: {60: 9000000, 61: 1000001}\n").error(),
             contains("intron_lengths has too many introns (got '10000001', need at most 10000000)"));
  CHECK_THAT(changed_model("introns:", "introns: 1\nself_test: 0.4\n").error(1),
             contains("not a self-test (got '0.4'"));
  CHECK_THAT(changed_model("introns:", "introns: 1\nself_test: {genes: 2, fund: 1}\n").error(1),
             contains("unknown key (got 'fund'). Hint: did you mean 'found'?"));
  CHECK_THAT(changed_model("introns:", "introns: 1\nself_test: {genes: 2}\n").error(1),
             contains("missing key of self_test (need found)"));
  CHECK_THAT(changed_model("introns:", "introns: 1\nself_test: {genes: 2, found: 3}\n").error(1),
             contains("found of self_test is out of range (got '3', need a whole number from 0 to 2)"));
  CHECK_THAT(changed_model("version:", "version: [1]\n").error(), contains("version is no text (got 'a list'"));
  CHECK_THAT(changed_model("version:", "version: \"a\\u0007b\"\n").error(), contains("version is no text (need UTF-8"));
}

TEST_CASE("the numbers of a gene model agree with one another") {
  CHECK_THAT(changed_model("introns:", "introns: 2\n").error(),
             contains("introns is not the number of introns in intron_lengths (got '2', need 1)"));
  CHECK_THAT(changed_model("upstream_starts:", "upstream_starts: 3\n").error(),
             contains("upstream_starts is more than all training genes (got '3', need at most 2)"));
  CHECK_THAT(changed_model("branch_introns:", "branch_introns: 2\n").error(),
             contains("branch_introns is more than all introns (got '2', need at most 1)"));
  CHECK_THAT(changed_model("branch_motif:", "branch_motif:\n" + zero_rows(6) + "  - [0, 0, 1, 0]\n").error(1),
             contains("branch_motif has not each branch point once (got '1', need 0)"));
  CHECK_THAT(changed_model("branch_distances:", "branch_distances: [2" + zeros(72).substr(2) + "\n").error(),
             contains("branch_distances has not each branch point once (got '2', need 0)"));
  CHECK_THAT(changed_model("coding_bases:", "coding_bases: 11\n").error(),
             contains("coding_bases is too low for its training genes and introns (got '11', need at least 12)"));
  CHECK_THAT(changed_model("start_codons:", "start_codons: {ATG: 1}\n").error(),
             contains("start_codons has not one codon of each training gene (got '1', need 2)"));
  CHECK_THAT(changed_model("stop_codons:", "stop_codons:\n").error(), contains("stop_codons has not one codon"));
}
