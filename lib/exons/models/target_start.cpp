#include "exons/models/target_start.hpp"

#include <optional>
#include <vector>

#include "exons/solving/chain_codons.hpp"

namespace exonweave {
namespace {

struct pair_place {
  std::size_t exon = 0, run = 0, step = 0;  // of the chain, of the exon's edits, of the run
  std::size_t codon = 0;                    // of the chain
};

// What the residues of a target are paired with.
struct paired_residues {
  std::vector<std::optional<pair_place>> places;  // [residues]
  std::size_t n_identical = 0;
};

paired_residues pairs_of(const spliced::alignment& chain, const chain_reading& read,
                         std::span<const spliced::residue_code> target) {
  paired_residues pairs{std::vector<std::optional<pair_place>>(target.size())};
  std::size_t codon = 0, j = chain.exons.front().target_begin;
  for (std::size_t e = 0; e < chain.exons.size(); ++e)
    for (std::size_t r = 0; r < chain.exons[e].edits.size(); ++r)
      for (std::size_t step = 0; step < chain.exons[e].edits[r].length; ++step) {
        const spliced::edit op = chain.exons[e].edits[r].op;
        if (op == spliced::edit::match) {
          pairs.places[j] = pair_place{e, r, step, codon};
          pairs.n_identical += read.codons[codon].amino == target[j];
        }
        codon += op != spliced::edit::insertion;
        j += op == spliced::edit::match || op == spliced::edit::insertion;
      }
  return pairs;
}

// Whether it lies in one exon.
bool is_whole(const chain_codon& codon, const spliced::aligned_exon& exon) {
  return exon.begin <= codon.bases.front() && codon.bases.back() < exon.end &&
         codon.bases.back() - codon.bases.front() == static_cast<std::int64_t>(codon_length) - 1;
}

}  // namespace

bool begin_at_first_residue(const strand_region& region, const genetic_code& code,
                            std::span<const spliced::residue_code> target, spliced::alignment& chain) {
  if (target.size() < 2 || target.front() != start_amino) return false;
  const chain_reading read = read_codons(chain, region, code);
  const paired_residues pairs = pairs_of(chain, read, target);
  if (static_cast<double>(pairs.n_identical) < identical_target * static_cast<double>(target.size())) return false;
  const auto& second = pairs.places[1];
  if (!second || second->codon < 2) return false;
  const std::size_t start = second->codon - 1;
  spliced::aligned_exon& first = chain.exons[second->exon];
  if (read.codons[start].amino != start_amino || !is_whole(read.codons[start], first)) return false;
  first.begin = read.codons[start].bases.front();
  first.n_skipped = 0;
  first.is_shifted = false;
  first.target_begin = 0;
  first.edits.erase(first.edits.begin(), first.edits.begin() + static_cast<std::ptrdiff_t>(second->run));
  first.edits.front().length -= static_cast<std::uint32_t>(second->step);  // from the second residue on
  ++first.edits.front().length;                                            // and the first one
  chain.exons.erase(chain.exons.begin(), chain.exons.begin() + static_cast<std::ptrdiff_t>(second->exon));
  return true;
}

}  // namespace exonweave
