// Exons of models as places alone, and which models have exons near each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "exons/models/gene_model.hpp"

namespace exonweave {

/// Exons, ascending forward coordinates; parts next to a frameshift as one.
using exon_chain = std::vector<interval>;

exon_chain chain_of(const gene_model& model);

/// The same before its start was moved (extend_start) and its ends were chosen (choose_ends).
exon_chain aligned_chain_of(const gene_model& model);

/// The places of its exons one by one, parts next to a frameshift too, as they were before that; of an exon that was
/// not there, its own.
std::vector<interval> aligned_places(const gene_model& model);

/// nt of all exons.
std::int64_t length_of(const exon_chain& exons);

/// nt that two chains of one sequence have in common.
std::int64_t shared_length(const exon_chain& a, const exon_chain& b);

/// Numbered chains by where their exons lie. An exon is listed under every window that it meets, so a chain that shares
/// a base with another is listed under a window of the other.
class exon_index {
 public:
  void add(std::size_t number, std::size_t sequence, strand on, const exon_chain& exons);

  /// The numbers of those that may share a base with such a chain, ascending.
  [[nodiscard]] std::vector<std::size_t> near(std::size_t sequence, strand on, const exon_chain& exons) const;

 private:
  using window = std::tuple<std::size_t, strand, std::int64_t>;  // of a sequence; the last: its number

  std::map<window, std::vector<std::size_t>> listed_;
};

}  // namespace exonweave
