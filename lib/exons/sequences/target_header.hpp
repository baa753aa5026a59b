// What the header of a protein says that an annotation can use: a name, a product, an accession.
#pragma once

#include <string>
#include <vector>

#include "exons/sequences/targets.hpp"

namespace exonweave {

/// Each is empty where the header does not say it, but the name.
struct target_header {
  std::string name;       // the symbol of its gene where the header has one, else the entry's name, else the whole name
  std::string product{};  // words for people: no keys, IDs or places, nor what databases put around a description
  std::string accession{};  // with its database: "UniProtKB:P12345", "RefSeq:NP_001234.1"
};

/// Knows the forms of headers that the table `known_forms` of its source lists, one row for each database or program.
/// Of any other header the product is the description up to its first key=value pair or place of a sequence.
target_header read_header(const target& record);

/// The product that all targets have; empty where one has another or none.
std::string product_of_all(const std::vector<target>& targets);

}  // namespace exonweave
