// A trained weight is the log-odds that counting by hand gives.
#include <array>
#include <catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/sites/training.hpp"

using namespace exonweave;
using namespace exonweave::testing;

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
