// What an annotation takes of the headers of proteins.
#include "catch.hpp"
#include "exons/sequences/target_header.hpp"

using namespace exonweave;

namespace {

target_header header(const std::string& name, const std::string& description = "") {
  target record;
  record.name = name;
  record.description = description;
  return read_header(record);
}

}  // namespace

TEST_CASE("UniProt's headers have an accession, a product and mostly the symbol of a gene") {
  const auto whole =
      header("sp|P60010|ACT_YEAST", "Actin OS=Saccharomyces cerevisiae (strain S288c) OX=559292 GN=ACT1 PE=1 SV=1");
  CHECK(whole.name == "ACT1");
  CHECK(whole.product == "Actin");
  CHECK(whole.accession == "UniProtKB:P60010");
  const auto without_symbol = header("tr|A0A024R1R8|A0A024R1R8_HUMAN", "Coiled-coil domain OS=Homo sapiens OX=9606");
  CHECK(without_symbol.name == "A0A024R1R8_HUMAN");
  CHECK(without_symbol.accession == "UniProtKB:A0A024R1R8");
  CHECK(header("sp|P60010-2|ACT_YEAST").accession == "UniProtKB:P60010-2");
  CHECK(header("sp|P60010|ACT_YEAST", "OS=Saccharomyces cerevisiae").product.empty());
}

TEST_CASE("RefSeq's headers end in the organism") {
  const auto whole = header("NP_116614.1", "actin [Saccharomyces cerevisiae S288C]");
  CHECK(whole.name == "NP_116614.1");
  CHECK(whole.product == "actin");
  CHECK(whole.accession == "RefSeq:NP_116614.1");
  CHECK(header("XP_001", "protein [a] b [Mus [x]]").product == "protein [a] b");
  CHECK(header("gi|14318479|ref|NP_116614.1|", "actin").accession == "RefSeq:NP_116614.1");
}

TEST_CASE("Ensembl's headers have keys") {
  const auto whole = header("ENSP00000349960",
                            "pep chromosome:GRCh38:7:5527156:5563784:-1 gene:ENSG00000075624 gene_symbol:ACTB "
                            "description:actin beta [Source:HGNC Symbol;Acc:HGNC:132]");
  CHECK(whole.name == "ACTB");
  CHECK(whole.product == "actin beta");
  CHECK(whole.accession.empty());
  CHECK(header("ENSTTRP00000007202", "pep:novel scaffold:turTru1:1:2:1 gene:ENSTTRG00000007615").product.empty());
}

TEST_CASE("any other header is a name and a product") {
  const auto whole = header("YAL069W", "  hypothetical protein, 5' end ");
  CHECK(whole.name == "YAL069W");
  CHECK(whole.product == "hypothetical protein, 5' end");
  CHECK(whole.accession.empty());
  CHECK(header("a").product.empty());
  CHECK(header("a", "b ]").product == "b ]");
}

TEST_CASE("what all headers say alike is found") {
  const target one{.name = "a", .residues = "M", .description = "Saccharomyces cerevisiae"};
  target other = one;
  CHECK(product_of_all({one, other}) == "Saccharomyces cerevisiae");
  other.description = "actin [Saccharomyces cerevisiae]";
  CHECK(product_of_all({one, other}).empty());
  CHECK(product_of_all({}).empty());
}

TEST_CASE("what only looks like an accession is none") {
  for (const char* name : {"sp|P6001|X", "sp|p60010|X", "sp||", "sp|P60010", "sp|P60010-|X", "sp|P60010-a|X", "NP_",
                           "NP_x", "NP_1.", "NP_1.1.1", "NM_0001.1", "||", ""})
    CHECK(header(name).accession.empty());
  CHECK(header("a", "xGN=b").name == "a");
}
