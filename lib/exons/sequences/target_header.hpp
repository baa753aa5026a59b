// What the header of a protein says that an annotation can use: a name, a product, an accession.
#pragma once

#include <string>
#include <vector>

#include "exons/sequences/targets.hpp"

namespace exonweave {

/// Each is empty where the header does not say it, but the name.
struct target_header {
  std::string name;       // the symbol of its gene where the header has one, else the entry's name, else the whole name
  std::string product{};  // the description without what databases put around it
  std::string accession{};  // with its database: "UniProtKB:P12345", "RefSeq:NP_001234.1"
};

/// Knows the headers of UniProt (sp|P12345|NAME ... OS=... GN=...), RefSeq (NP_001234.1 ... [Organism]) and Ensembl
/// (pep:... gene_symbol:... description:... [Source:...]). The description of any other is the product as it stands.
target_header read_header(const target& record);

/// The product that all targets have; empty where one has another or none.
std::string product_of_all(const std::vector<target>& targets);

}  // namespace exonweave
