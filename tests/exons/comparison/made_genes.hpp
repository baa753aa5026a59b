// Gene sets of one sequence for tests of their comparison.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exons/comparison/gene_comparison.hpp"

namespace exonweave::testing {

/// `on` is + or -. Without a gene it names none.
inline annotated_transcript transcript(std::string id, std::string gene, char on, std::vector<interval> exons) {
  annotated_transcript made;
  made.id = std::move(id);
  made.on = on == '+' ? strand::forward : strand::reverse;
  made.exons = std::move(exons);
  made.gene = std::move(gene);
  return made;
}

/// A gene of one transcript, of the same name.
inline annotated_transcript single(const std::string& id, char on, std::vector<interval> exons) {
  return transcript(id, id, on, std::move(exons));
}

inline gene_set_comparison compared(const std::vector<annotated_transcript>& a,
                                    const std::vector<annotated_transcript>& b) {
  sequence_catalog sequences;
  sequences.add("s", 100'000);
  return compare_gene_sets(std::move(sequences), make_coding_set(a), make_coding_set(b));
}

}  // namespace exonweave::testing
