#include <initializer_list>
#include <random>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/self_test.hpp"
#include "exons/sequences/alphabet.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

// Genes whose codons begin with G and end with C, with two exons, on both strands of two sequences: the sequence
// around is random.
class made_genes {
 public:
  explicit made_genes(std::size_t n_genes) {
    std::string fasta;
    for (std::size_t s = 0; s < 2; ++s) {
      std::string letters = random_letters(400);
      for (std::size_t g = s; g < n_genes; g += 2) add_gene(g, s, letters);
      fasta += ">s" + std::to_string(s) + "\n" + letters + "\n";
      texts.push_back(letters);
    }
    file_.emplace(fasta, ".fa");
    report problems;
    sequences.emplace(genome::open(file_->path(), problems));
    problems.throw_if_errors();
  }

  [[nodiscard]] gene_parameters learn() {
    return make_parameters(count_genes(*sequences, transcripts, {}), count_intergenic(*sequences, transcripts, {}));
  }
  [[nodiscard]] std::size_t count_found(const std::vector<std::vector<found_gene>>& genes) const {
    std::size_t n = 0;
    for (const annotated_transcript& truth : transcripts)
      for (const found_gene& gene : genes[truth.sequence])
        n += gene.on == truth.on && std::ranges::equal(gene.exons, truth.exons, {}, &found_exon::where);
    return n;
  }

  std::optional<genome> sequences;
  std::vector<std::string> texts;
  std::vector<annotated_transcript> transcripts;

 private:
  std::string random_letters(std::size_t n) {
    std::string text;
    while (text.size() < n) text += "ACGT"[random_() % 4];
    return text;
  }
  std::string codons(std::size_t n) {
    std::string text;
    while (text.size() < 3 * n) text += std::string("G") + "ACGT"[random_() % 4] + "C";
    return text;
  }
  void add_gene(std::size_t g, std::size_t s, std::string& letters) {
    const std::string first = "ATG" + codons(40) + "G", second = "AC" + codons(40) + "TAA";
    const std::string intron = "GTAAGT" + random_letters(60) + "TTTTTTCTTTTTTCAG";
    std::string gene = first + intron + second;
    const auto n = std::ssize(gene), start = std::ssize(letters);
    std::vector<interval> exons = {{0, std::ssize(first)}, {n - std::ssize(second), n}};
    const bool is_reverse = g % 3 == 0;
    if (is_reverse) {
      gene = reverse_complement(gene);
      exons = {flip(exons[1], n), flip(exons[0], n)};
    }
    for (interval& exon : exons) exon = {exon.start + start, exon.end + start};
    transcripts.push_back({"t" + std::to_string(g), s, is_reverse ? strand::reverse : strand::forward, exons, g + 1});
    letters += gene + random_letters(400);
  }

  std::mt19937_64 random_{1};
  std::optional<temporary_file> file_;
};

}  // namespace

TEST_CASE("genes are found again by what was learnt from them, the same ones by any number of threads") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::vector<gene_hints> no_hints(2);
  const auto genes =
      find_genes(*made.sequences, parameters, {}, no_hints, finding_depth::probabilities, 1, run_control());
  CHECK(made.count_found(genes) >= 38);
  const auto again =
      find_genes(*made.sequences, parameters, {}, no_hints, finding_depth::probabilities, 3, run_control());
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t g = 0; g < genes[s].size(); ++g) {
      CHECK(again[s][g].gain == genes[s][g].gain);
      CHECK(again[s][g].probability == genes[s][g].probability);
      CHECK(genes[s][g].probability > 0);
      CHECK(genes[s][g].probability <= genes[s][g].exons.front().probability + 1e-9);
    }
}

TEST_CASE("the self-test finds the genes that it did not learn from") {
  made_genes made(40);
  const auto result = self_test(*made.sequences, made.transcripts,
                                count_intergenic(*made.sequences, made.transcripts, {}), {}, 2, run_control());
  CHECK(result.n_genes == 40);
  CHECK(result.share() > 0.8);
}

TEST_CASE("genes are cut at the ends of a sequence and at gaps, with the phase of what is left") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const annotated_transcript& truth = made.transcripts[1];
  REQUIRE(truth.on == strand::forward);
  const std::string& text = made.texts[truth.sequence];
  const interval first = truth.exons.front();
  for (std::int64_t n_lost = 10; n_lost < 13; ++n_lost) {
    const std::string rest = text.substr(static_cast<std::size_t>(first.start + n_lost),
                                         static_cast<std::size_t>(truth.exons.back().end + 200 - first.start - n_lost));
    for (const std::string& before : {std::string(), std::string(200, 'N')}) {
      const auto genes = find_genes(before + rest, parameters, standard_code(), {}, finding_depth::genes);
      CAPTURE(n_lost, before.size());
      REQUIRE_FALSE(genes.empty());
      CHECK_FALSE(genes.front().has_start);
      CHECK(genes.front().has_stop);
      CHECK(genes.front().span().start == std::ssize(before));
      CHECK(genes.front().phase == (3 - n_lost % 3) % 3);
    }
    const auto turned = find_genes(reverse_complement(rest), parameters, standard_code(), {}, finding_depth::genes);
    REQUIRE_FALSE(turned.empty());
    CHECK(turned.back().span().end == std::ssize(rest));
    CHECK(turned.back().phase == (3 - n_lost % 3) % 3);
  }
}

TEST_CASE("hints make a gene of what would be none") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::string text = "CCATGTCTTCATCTTCATCTTCATCTTAACC";
  CHECK(find_genes(text, parameters, standard_code(), {}, finding_depth::genes).empty());
  gene_hints hints;
  hints.add_gene({{2, 29}}, strand::forward, {}, 20);
  hints.sort();
  const auto genes = find_genes(text, parameters, standard_code(), hints, finding_depth::probabilities);
  REQUIRE(genes.size() == 1);
  CHECK(genes.front().span() == interval{2, 29});
  CHECK(genes.front().probability > 0.9);
}

TEST_CASE("training genes are whole, sure, and one at each place") {
  made_genes made(6);
  auto transcripts = made.transcripts;
  transcripts[1].support = 0.3;
  transcripts[2].exons.back().end -= 1;
  annotated_transcript shorter = transcripts[3];
  shorter.support = 0.95;
  transcripts.push_back(shorter);
  const auto is_whole = which_are_whole(*made.sequences, transcripts, {});
  CHECK(is_whole == std::vector<bool>{true, true, false, true, true, true, true});
  const auto chosen = choose_training_genes(transcripts, is_whole);
  std::vector<std::string> ids;
  for (const annotated_transcript& each : chosen) ids.push_back(each.id);
  CHECK(ids == std::vector<std::string>{transcripts[0].id, transcripts[3].id, transcripts[4].id, transcripts[5].id});
}

TEST_CASE("genes are found in sequences of any length, and none where no base is known") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::string text = "ATGTAACTTACAT";
  for (std::size_t n = 0; n <= text.size(); ++n)
    for (const found_gene& gene :
         find_genes(text.substr(0, n), parameters, standard_code(), {}, finding_depth::probabilities)) {
      CAPTURE(n);
      CHECK(interval{0, static_cast<std::int64_t>(n)}.contains(gene.span()));
    }
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 9, 10, 11, 100})
    CHECK(find_genes(std::string(n, 'N'), parameters, standard_code(), {}, finding_depth::probabilities).empty());
}
