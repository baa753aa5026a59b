#include "exons/models/start_extension.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include "exons/solving/chain_codons.hpp"

namespace exonweave {
namespace {

using bases_of_codon = std::array<spliced::residue_code, codon_length>;

// Residues of the target stand before the first pair, if there is one.
bool begins_late(const spliced::alignment& chain) {
  std::size_t j = chain.exons.front().target_begin;
  for (const auto& exon : chain.exons)
    for (const auto& [op, length] : exon.edits) {
      if (op == spliced::edit::match) return j > 0;
      j += op == spliced::edit::insertion ? length : 0;
    }
  return false;
}

bases_of_codon codon_at(const strand_region& region, std::int64_t position) {
  return {region.at(position), region.at(position + 1), region.at(position + 2)};
}

bool may_be_coding(const bases_of_codon& codon, const genetic_code& code) {
  const bool is_certain =
      std::ranges::all_of(codon, [](spliced::residue_code base) { return std::has_single_bit(base); });
  const auto amino = code.translate(codon[0], codon[1], codon[2]);
  return is_certain && amino != spliced::stop_amino && !is_recoded_stop(amino);
}

// Its first codon may lie before the region.
bool has_start(const spliced::alignment& chain, const strand_region& region, const strand_bases& bases,
               const genetic_code& code) {
  const auto& first = chain.exons.front();
  const interval codon{first.begin, first.begin + static_cast<std::int64_t>(codon_length)};
  if (first.n_skipped != 0 || codon.end > region.end()) return false;
  const auto [a, b, c] = codon_at(codon.start < region.start ? bases.fetch(codon) : region, codon.start);
  return code.may_begin(a, b, c);
}

// How far the farthest ATG lies before a start codon at `begin`, nt.
std::int64_t farthest_start(const genetic_code& code, const strand_bases& bases, std::int64_t begin) {
  constexpr auto step = static_cast<std::int64_t>(codon_length);
  constexpr std::int64_t at_once = 1000 * step;  // most genes have a stop codon nearer
  std::int64_t farthest = begin;
  for (std::int64_t end = begin, next = begin; end - step >= bases.first; end = next) {
    next -= std::min(at_once, (end - bases.first) / step * step);
    const strand_region before = bases.fetch({next, end});
    for (std::int64_t position = end - step; position >= next; position -= step) {
      const bases_of_codon codon = codon_at(before, position);
      if (!may_be_coding(codon, code)) return begin - farthest;
      if (codon == standard_start) farthest = position;
    }
  }
  return begin - farthest;
}

}  // namespace

std::uint32_t extend_start(const region_material& material, const genetic_code& code, const strand_bases& bases,
                           spliced::alignment& chain) {
  if (!material.blocks || !material.exons.empty() || !begins_late(chain) ||
      !has_start(chain, material.region, bases, code))
    return 0;
  auto& first = chain.exons.front();
  const std::int64_t added = farthest_start(code, bases, first.begin);
  const auto n_added = static_cast<std::uint32_t>(added / static_cast<std::int64_t>(codon_length));
  if (n_added == 0) return 0;
  first.begin -= added;
  if (!first.edits.empty() && first.edits.front().op == spliced::edit::unaligned)
    first.edits.front().length += n_added;
  else
    first.edits.insert(first.edits.begin(), {spliced::edit::unaligned, n_added});
  return n_added;
}

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
