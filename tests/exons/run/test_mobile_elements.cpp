// Copies of a mobile element whose frames a gene model joined by an intron.
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/run/model_genes.hpp"

using namespace exonweave;

namespace {

std::string random_protein(unsigned seed, std::size_t n = 200) {
  std::mt19937 random(seed);
  std::string protein = "M";
  while (protein.size() < n) protein += "ACDEFGHIKLMNPQRSTVWY"[random() % 20];
  return protein;
}

std::vector<gene_model> gene_with(const std::string& protein, std::size_t n_exons = 2,
                                  gene_evidence evidence = gene_evidence::model) {
  gene_model made;
  made.exons.resize(n_exons);
  made.evidence = evidence;
  made.protein = protein;
  return {made};
}

using gene_set = std::vector<std::vector<gene_model>>;

gene_set copies(std::size_t n, const std::string& protein) { return gene_set(n, gene_with(protein)); }

}  // namespace

TEST_CASE("genes of the gene model alone with introns are dropped where the genome has many copies of them") {
  for (const std::size_t n : {fewest_element_copies - 1, fewest_element_copies}) {
    gene_set genes = copies(n, random_protein(1));
    genes.push_back(gene_with(random_protein(2)));
    CHECK(drop_mobile_elements(genes) == (n < fewest_element_copies ? 0 : n));
    CHECK(genes.size() == (n < fewest_element_copies ? n + 1 : 1));
    CHECK(genes.back().front().protein == random_protein(2));
  }
}

TEST_CASE("copies without introns, and those that a protein supports, stay") {
  const std::string element = random_protein(1);
  gene_set genes = copies(fewest_element_copies, element);
  genes.push_back(gene_with(element, 1));
  genes.push_back(gene_with(element, 2, gene_evidence::protein_and_model));
  genes.push_back(gene_with(element, 2, gene_evidence::protein));
  CHECK(drop_mobile_elements(genes) == fewest_element_copies);
  CHECK(genes.size() == 3);
  gene_set supported(fewest_element_copies + 1, gene_with(element, 2, gene_evidence::protein));
  supported.push_back(gene_with(element));
  CHECK(drop_mobile_elements(supported) == 0);
  gene_set kept = copies(fewest_element_copies, element);
  CHECK(drop_mobile_elements(kept, [&](const locus_models& gene) { return &gene == &kept.front(); }) ==
        fewest_element_copies - 1);
}

TEST_CASE("a gene is a copy if half of its protein is") {
  const std::string element = random_protein(1);
  for (const std::size_t n_shared : {80u, 120u}) {
    gene_set genes = copies(fewest_element_copies, element);
    genes.push_back(gene_with(element.substr(0, n_shared) + random_protein(3, 200 - n_shared)));
    CHECK(drop_mobile_elements(genes) == fewest_element_copies + (n_shared > 100 ? 1 : 0));
  }
  gene_set genes = copies(fewest_element_copies, std::string("MACDEFG"));
  CHECK(drop_mobile_elements(genes) == 0);
}
