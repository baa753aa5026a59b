// Whether the genes of a sequence are read by the wrong genetic code: where it is that of an organelle, or of another
// group of species, models have stop codons where their proteins have one and the same residue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// A sequence whose genes have stop codons in place of a residue.
struct foreign_code {
  std::size_t sequence = 0;
  char residue = 0;                 // of the proteins
  std::vector<std::string> codons;  // the stop codons, ascending
  std::size_t n_genes = 0;          // places, which do not overlap
  std::vector<int> fitting;         // the codes, by NCBI's numbers, that read most codons of these genes as residues
                                    // of the proteins, and more than the sequence's own code; ascending
};

class foreign_code_search {
 public:
  /// The codes of a run must outlive it.
  explicit foreign_code_search(const genetic_codes& codes) : codes_(codes) {}

  /// A model of a protein; without a stop codon within it reports nothing.
  void add(const gene_model& model, const target& aligned);

  /// Sequences with stop codons against a residue in at least two genes and three pairs, and in as many pairs as codons
  /// for it: pseudogenes have fewer. Ascending by sequence, and by residue.
  [[nodiscard]] std::vector<foreign_code> found() const;

 private:
  static constexpr std::size_t n_letters = 26;

  struct sequence_evidence {
    // [codon, in the order of codon_weights][residue of the protein, A first]
    std::array<std::array<std::uint32_t, n_letters>, codon_weights::n_codons> pairs{};
    std::map<char, std::vector<interval>> genes;  // with a stop codon against a residue
  };

  [[nodiscard]] static std::vector<int> fitting_codes(const sequence_evidence& evidence, const genetic_code& own);

  const genetic_codes& codes_;
  std::map<std::size_t, sequence_evidence> sequences_;
};

}  // namespace exonweave
