// What the genome's own gene model is learnt from, and how its genes are put beside those of alignments.
#include <vector>

#include "catch.hpp"
#include "exons/gene_finding/made_genes.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/model_genes.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;
using exonweave::testing::made_genes;

namespace {

constexpr score_unit unit = score_unit::halves();

// Of an alignment, with so many half-bits of margin.
gene_model aligned(const annotated_transcript& gene, int margin) {
  gene_model made;
  made.sequence = gene.sequence;
  made.on = gene.on;
  made.target = 3;
  made.kind = molecule::protein;
  made.score = 200;
  made.is_coding = made.has_start = made.has_stop = true;
  made.e_value = 1e-9;
  made.identity = 0.5;
  made.locus_targets = {"p"};
  for (const interval& exon : gene.exons) {
    model_exon& each = made.exons.emplace_back();
    each.where = exon;
    each.margin = 2 * margin;
    each.in_target = {0, 40};
  }
  return made;
}

// Each of the made genes as an alignment found it.
std::vector<std::vector<gene_model>> all_aligned(const made_genes& made, std::size_t n, int margin = 40) {
  std::vector<std::vector<gene_model>> genes;
  for (std::size_t g = 0; g < n; ++g) genes.push_back({aligned(made.transcripts[g], margin)});
  return genes;
}

found_gene parsed(const annotated_transcript& gene, double bits = 50) {
  found_gene made{.on = gene.on, .exons = {}};
  for (const interval& exon : gene.exons) made.exons.push_back({exon});
  made.gain = to_finding_score(bits);
  return made;
}

// From each first ATG of a random sequence to a stop codon in its frame.
std::vector<annotated_transcript> chance_frames(const std::vector<std::string>& texts) {
  std::vector<annotated_transcript> frames;
  for (std::size_t s = 0; s < texts.size(); ++s) {
    std::size_t search_start = 0;
    for (std::size_t start; (start = texts[s].find("ATG", search_start)) != std::string::npos;) {
      search_start = start + 300;
      for (std::size_t codon = start; codon + 3 <= texts[s].size(); codon += 3)
        if (const std::string letters = texts[s].substr(codon, 3);
            letters == "TAA" || letters == "TAG" || letters == "TGA") {
          frames.push_back(
              {"f", s, strand::forward, {{static_cast<std::int64_t>(start), static_cast<std::int64_t>(codon + 3)}}, 1});
          search_start = std::max(search_start, codon + 3);
          break;
        }
    }
  }
  return frames;
}

struct made_genome {
  made_genes made{40};
  genetic_codes codes{};
  run_control control{};
  target_set targets{};

  made_genome() {
    targets.kind = molecule::protein;
    for (const char* name : {"a", "b", "c", "p"}) targets.targets.push_back({name, std::string(83, 'A'), 1});
  }

  searched_genome where(std::size_t n_threads = 1) { return {*made.sequences, codes, n_threads, control}; }

  merged_genes merge(std::vector<std::vector<gene_model>>& genes, const std::vector<found_gene>& first,
                     const std::vector<found_gene>& second = {}) {
    return merge_model_genes(genes, {first, second}, unit, targets, where());
  }
};

}  // namespace

TEST_CASE("a gene model is learnt from sure genes and used once they reproduce one another") {
  made_genome genome;
  const auto genes = all_aligned(genome.made, 40);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  CHECK(model.verdict == model_verdict::passed);
  CHECK(model.n_genes == 40);
  CHECK(model.n_introns() == 40);
  CHECK(model.test.n_genes == 40);
  CHECK(model.test.fraction() > 0.8);
  REQUIRE(model.counts);
  CHECK(model.counts->genes.n_genes == 40);
  CHECK(model.counts->self_test == model.test);
}

TEST_CASE("of too few genes nothing is learnt unless that is demanded") {
  made_genome genome;
  const auto genes = all_aligned(genome.made, 19);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  CHECK(model.verdict == model_verdict::too_few_genes);
  CHECK(model.n_genes == 19);
  CHECK_FALSE(model.counts);
  CHECK(learn_gene_model(genes, unit, genome.where(), true).verdict == model_verdict::demanded);
  CHECK(learn_gene_model({}, unit, genome.where(), true).verdict == model_verdict::too_few_genes);
}

TEST_CASE("what is no whole gene teaches nothing") {
  made_genome genome;
  auto genes = all_aligned(genome.made, 40);
  for (auto& each : genes) ++each.front().exons.front().where.start;
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  CHECK(model.verdict == model_verdict::too_few_genes);
  CHECK(model.n_genes == 0);
}

TEST_CASE("a gene model that does not reproduce its genes is used on demand alone") {
  made_genome genome;
  std::vector<std::vector<gene_model>> genes;
  for (const annotated_transcript& each : chance_frames(genome.made.texts)) genes.push_back({aligned(each, 40)});
  REQUIRE(genes.size() >= 30);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  CHECK(model.verdict == model_verdict::failed);
  CHECK(model.test.n_genes == genes.size());
  CHECK(model.test.fraction() < 0.2);
  CHECK_FALSE(model.counts);
  CHECK(learn_gene_model(genes, unit, genome.where(), true).counts);
}

TEST_CASE("the parse finds genes that no alignment reaches, the same by any number of threads") {
  made_genome genome;
  auto genes = all_aligned(genome.made, 30);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  REQUIRE(model.counts);
  const auto found = find_model_genes(genes, unit, model, genome.where(), true).genes;
  CHECK(genome.made.count_found(found) >= 38);
  const auto again = find_model_genes(genes, unit, model, genome.where(3), true).genes;
  for (std::size_t s = 0; s < found.size(); ++s) {
    REQUIRE(again[s].size() == found[s].size());
    for (std::size_t g = 0; g < found[s].size(); ++g) CHECK(again[s][g].gain == found[s][g].gain);
  }
  const merged_genes counted = merge_model_genes(genes, found, unit, genome.targets, genome.where());
  CHECK(counted.n_agreeing >= 28);
  CHECK(counted.n_added >= 8);
}

TEST_CASE("predicted genes are hints beside those of alignments") {
  made_genome genome;
  const auto genes = all_aligned(genome.made, 30);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  const auto has = [](const std::vector<std::vector<found_gene>>& found, const annotated_transcript& gene) {
    return std::ranges::any_of(found[gene.sequence], [&](const found_gene& each) {
      return each.on == gene.on && std::ranges::equal(each.exons, gene.exons, {}, &found_exon::where);
    });
  };
  const auto alone = find_model_genes(genes, unit, model, genome.where(), true).genes;
  auto chance = chance_frames(genome.made.texts);
  std::erase_if(chance, [&](const annotated_transcript& each) {
    return std::ranges::any_of(alone[each.sequence],
                               [&](const found_gene& found) { return found.span().overlaps(each.exons.front()); });
  });
  REQUIRE_FALSE(chance.empty());
  const annotated_transcript longest =
      *std::ranges::max_element(chance, {}, [](const auto& each) { return each.exons.front().length(); });
  CHECK_FALSE(has(alone, longest));
  std::vector<gene_hints> predicted(2);
  predicted[longest.sequence].add_gene(longest.exons, longest.on, {}, 100);
  const auto hinted = find_model_genes(genes, unit, model, genome.where(), true, predicted).genes;
  CHECK(has(hinted, longest));
  CHECK(genome.made.count_found(hinted) >= 38);
}

TEST_CASE("the model of a parse is the one of its last round, and found again by it as a given one") {
  made_genome genome;
  const auto genes = all_aligned(genome.made, 30);
  const own_gene_model first = learn_gene_model(genes, unit, genome.where(), false);
  const model_parse parse = find_model_genes(genes, unit, first, genome.where(), true);
  CHECK(parse.model.verdict == model_verdict::passed);
  CHECK(parse.model.n_genes > first.n_genes);
  CHECK(first.n_parses == 0);
  CHECK(parse.model.n_parses == 2);
  REQUIRE(parse.model.counts);
  CHECK(parse.model.counts->genes.n_genes == parse.model.n_genes);
  CHECK(parse.model.counts->self_test == first.test);
  const own_gene_model given = given_gene_model(*parse.model.counts);
  CHECK(given.verdict == model_verdict::given);
  CHECK(given.n_genes == parse.model.n_genes);
  CHECK(given.test.n_genes == 0);
  const model_parse again = find_model_genes(genes, unit, given, genome.where(), true);
  CHECK(again.model.counts == parse.model.counts);
  CHECK(again.model.n_parses == 1);
  for (std::size_t s = 0; s < parse.genes.size(); ++s) {
    REQUIRE(again.genes[s].size() == parse.genes[s].size());
    for (std::size_t g = 0; g < parse.genes[s].size(); ++g) CHECK(again.genes[s][g].gain == parse.genes[s][g].gain);
  }
}

TEST_CASE("without introns the parse has none") {
  made_genome genome;
  const auto genes = all_aligned(genome.made, 40);
  const own_gene_model model = learn_gene_model(genes, unit, genome.where(), false);
  REQUIRE(model.counts);
  for (const auto& of_sequence : find_model_genes({}, unit, model, genome.where(), false).genes)
    for (const found_gene& each : of_sequence) CHECK(each.exons.size() == 1);
}

TEST_CASE("a gene that parse and alignment have alike rests on both") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  REQUIRE(gene.sequence == 0);
  std::vector<std::vector<gene_model>> genes = {{aligned(gene, 2)}};
  const merged_genes counted = genome.merge(genes, {parsed(gene)});
  CHECK(counted.n_agreeing == 1);
  REQUIRE(genes.size() == 1);
  CHECK(genes.front().front().evidence == gene_evidence::protein_and_model);
  CHECK(genes.front().front().model_score == 200);  // fifty bits in quarters
  CHECK(genes.front().front().score == 200);
  CHECK(genes.front().front().is_aligned());
}

TEST_CASE("below a support of 0.9 the parse speaks, and what lies there is told by the alignment") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  annotated_transcript other = gene;
  other.exons.front().start += 9;
  other.exons.front().end += 9;
  for (const int margin : {2, 40}) {
    CAPTURE(margin);
    std::vector<std::vector<gene_model>> genes = {{aligned(other, margin)}};
    const bool is_sure_of_it = is_sure(genes.front().front(), unit);
    CHECK(is_sure_of_it == (margin == 40));
    const merged_genes counted = genome.merge(genes, {parsed(gene)});
    CHECK(counted.n_replaced == (is_sure_of_it ? 0 : 1));
    CHECK(counted.n_added == 0);
    REQUIRE(genes.size() == 1);
    const gene_model& left = genes.front().front();
    CHECK(chain_of(left) == (is_sure_of_it ? other.exons : gene.exons));
    CHECK(left.evidence == (is_sure_of_it ? gene_evidence::protein : gene_evidence::protein_and_model));
    CHECK(left.target == 3);
    CHECK(left.identity == 0.5);
    CHECK(left.locus_targets == std::vector<std::string>{"p"});
    CHECK(left.is_aligned() == is_sure_of_it);
  }
}

TEST_CASE("an alignment below 0.9 stays where surer alignments leave nothing to take its place") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  annotated_transcript sure = gene, unsure = gene, joined = gene;
  const std::int64_t after = gene.exons.back().end + 50;
  unsure.exons = {{after, after + 90}};
  sure.exons.back().end -= 3;
  joined.exons.push_back({after, after + 93});
  std::vector<std::vector<gene_model>> genes = {{aligned(sure, 40)}, {aligned(unsure, 2)}};
  const merged_genes counted = genome.merge(genes, {parsed(joined)});
  CHECK(counted.n_replaced == 0);
  REQUIRE(genes.size() == 2);
  for (const auto& left : genes) {
    CHECK(left.front().evidence == gene_evidence::protein);
    CHECK(left.front().probability == 0.0);
  }
  CHECK(chain_of(genes.back().front()) == unsure.exons);
}

TEST_CASE("an identical target decides whatever its support") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  annotated_transcript other = gene;
  other.exons.front().start += 9;
  gene_model own = aligned(other, 2);
  own.identity = own.coverage = 1;
  own.coding = std::string(3 * 84, 'G');
  own.protein = genome.targets.targets[3].residues;
  std::vector<std::vector<gene_model>> genes = {{own}};
  genome.merge(genes, {parsed(gene)});
  REQUIRE(genes.size() == 1);
  CHECK(chain_of(genes.front().front()) == other.exons);
  CHECK(genes.front().front().evidence == gene_evidence::protein);
  CHECK_FALSE(genes.front().front().probability);
}

TEST_CASE("a gene that is kept has another in its place only if that has the same ends") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  annotated_transcript other = gene;
  other.exons.front().end += 9;
  for (const bool has_same_ends : {true, false}) {
    if (!has_same_ends) other.exons.front().start += 9;
    std::vector<locus_models> genes = {{aligned(other, 2)}};
    const merged_genes counted = merge_model_genes(genes, {{parsed(gene)}, {}}, unit, genome.targets, genome.where(),
                                                   [](const auto&) { return true; });
    CHECK(counted.n_replaced == (has_same_ends ? 1 : 0));
    REQUIRE(genes.size() == 1);
    CHECK(chain_of(genes.front().front()) == (has_same_ends ? gene : other).exons);
  }
}

TEST_CASE("genes of the gene model alone are dropped unless they are kept") {
  gene_model by_model, by_protein;
  by_model.evidence = gene_evidence::model;
  by_protein.evidence = gene_evidence::protein;
  std::vector<locus_models> genes = {{by_model, by_model}, {by_protein}, {by_model}};
  CHECK(drop_model_genes(genes, [](const locus_models& gene) { return gene.size() > 1; }) == 1);
  CHECK(genes.size() == 2);
  CHECK(drop_model_genes(genes) == 1);
}

TEST_CASE("a gene of the parse alone needs a gain and has no target") {
  made_genome genome;
  const auto& gene = genome.made.transcripts[0];
  for (const double bits : {5.8, 6.0}) {
    CAPTURE(bits);
    std::vector<std::vector<gene_model>> genes;
    const merged_genes counted = genome.merge(genes, {parsed(gene, bits)});
    REQUIRE(genes.size() == (bits < 6 ? 0 : 1));
    CHECK(counted.n_added == genes.size());
    if (genes.empty()) continue;
    CHECK(genes.front().front().evidence == gene_evidence::model);
    CHECK(genes.front().front().model_score == 24);
    CHECK_FALSE(genes.front().front().has_target());
    CHECK_FALSE(genes.front().front().protein.empty());
  }
}

TEST_CASE("genes that share no coding base with the parse stay") {
  made_genome genome;
  std::vector<std::vector<gene_model>> genes = {{aligned(genome.made.transcripts[0], 2)}};
  const merged_genes counted = genome.merge(genes, {parsed(genome.made.transcripts[2])});
  CHECK(counted.n_added == 1);
  REQUIRE(genes.size() == 2);
  CHECK(genes.front().front().evidence == gene_evidence::protein);
}
