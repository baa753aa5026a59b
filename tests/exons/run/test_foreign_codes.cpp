// Sequences whose genes have stop codons in place of a residue.
#include "catch.hpp"
#include "exons/run/foreign_codes.hpp"

using namespace exonweave;

namespace {

// Each codon is aligned with a residue.
gene_model model_of(const std::string& coding, const std::string& protein, std::int64_t start, std::size_t sequence = 0,
                    strand on = strand::forward, int code = 1) {
  gene_model made;
  made.sequence = sequence;
  made.on = on;
  made.kind = molecule::protein;
  made.coding = coding;
  made.exons.emplace_back().where = {start, start + static_cast<std::int64_t>(coding.size())};
  std::vector<aligned_symbol> columns;
  for (std::size_t c = 0; c < protein.size(); ++c) {
    aligned_symbol& column = columns.emplace_back();
    column.in_target = c;
    column.residue = translate_codon(coding.substr(3 * c, 3), genetic_code(code));
    made.n_internal_stops += column.residue == '*';
    for (std::size_t b = 0; b < 3; ++b) {
      const auto place = static_cast<std::int64_t>(3 * c + b);
      column.bases[b] = on == strand::forward ? start + place : made.exons[0].where.end - 1 - place;
    }
  }
  made.alignment = aligned_columns(columns);
  return made;
}

target target_of(const std::string& protein) { return {"t", protein, 1}; }

// Of models of MWW... with TGA, or TGG where that is less than `n_tgg`.
void add_gene(foreign_code_search& search, std::int64_t start, std::size_t n_tga, std::size_t n_tgg = 0,
              std::size_t sequence = 0, strand on = strand::forward) {
  std::string coding = "ATG", protein = "M";
  for (std::size_t k = 0; k < n_tga + n_tgg; ++k) {
    coding += k < n_tga ? "TGA" : "TGG";
    protein += "W";
  }
  search.add(model_of(coding, protein, start, sequence, on), target_of(protein));
}

}  // namespace

TEST_CASE("stop codons against one residue in several genes tell of another code, and which codes would fit") {
  const genetic_codes codes;
  for (const strand on : {strand::forward, strand::reverse}) {
    foreign_code_search search(codes);
    add_gene(search, 100, 2, 0, 3, on);
    add_gene(search, 200, 1, 1, 3, on);
    // ATA for M and CTG for L: neither the yeast's nor that of molds.
    search.add(model_of("ATATGACTG", "MWL", 300, 3, on), target_of("MWL"));
    const auto found = search.found();
    REQUIRE(found.size() == 1);
    CHECK(found[0].sequence == 3);
    CHECK(found[0].residue == 'W');
    CHECK(found[0].codons == std::vector<std::string>{"TGA"});
    CHECK(found[0].n_genes == 3);
    CHECK(found[0].fitting == std::vector<int>{2, 5, 13, 21});
  }
}

TEST_CASE("a code of ciliates is told by stop codons against Q") {
  const genetic_codes codes;
  foreign_code_search search(codes);
  search.add(model_of("ATGTAATAG", "MQQ", 0), target_of("MQQ"));
  search.add(model_of("ATGTAACAA", "MQQ", 100), target_of("MQQ"));
  const auto found = search.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].codons == std::vector<std::string>{"TAA", "TAG"});
  CHECK(found[0].fitting == std::vector<int>{6, 27, 28});
}

TEST_CASE("one gene, few stop codons, or most codons as they should be, are pseudogenes") {
  const genetic_codes codes;
  const auto found = [&](const auto& add) {
    foreign_code_search search(codes);
    add(search);
    return search.found().size();
  };
  CHECK(found([](auto& search) { add_gene(search, 0, 9); }) == 0);
  CHECK(found([](auto& search) { add_gene(search, 0, 9), add_gene(search, 3, 9); }) == 0);  // the same place
  CHECK(found([](auto& search) { add_gene(search, 0, 1), add_gene(search, 100, 1); }) == 0);
  CHECK(found([](auto& search) { add_gene(search, 0, 2, 3), add_gene(search, 100, 2, 3); }) == 0);
  CHECK(found([](auto& search) { add_gene(search, 0, 2), add_gene(search, 100, 2, 0, 1); }) == 0);
  CHECK(found([](auto& search) { add_gene(search, 0, 2, 2), add_gene(search, 100, 2, 2); }) == 1);
}

TEST_CASE("a sequence is judged by its own code") {
  genetic_codes codes;
  codes.set(1, genetic_code(4));
  foreign_code_search search(codes);
  const std::string coding = "ATGTGATGATGA", protein = "MWWW";
  for (const std::int64_t start : {0, 100})
    search.add(model_of(coding, protein, start, 1, strand::forward, 4), target_of(protein));
  CHECK(search.found().empty());
}
