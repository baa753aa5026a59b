#include "exons/scoring/recoded_stops.hpp"

#include <algorithm>

namespace exonweave {
namespace {

using spliced::residue_code;
using spliced::score;

std::int64_t count_recoded_stops(const strand_region& region, const genetic_code& code) {
  std::int64_t n = 0;
  for (std::int64_t base = region.start; base + static_cast<std::int64_t>(codon_length) <= region.end(); ++base)
    n += is_recoded_stop(code.translate(region.at(base), region.at(base + 1), region.at(base + 2))) ? 1 : 0;
  return n;
}

// What forbids one, as large as scores allow: a path may go over all of them, and each counts twice in what bounds its
// score (score_bound), which together is half of score_limit. A chain that goes over one scores less than half of it
// (is_forbidden).
std::optional<score> forbidding_cost(std::int64_t n_stops, std::int64_t gain) {
  constexpr std::int64_t most = std::int64_t{1} << 22;
  const std::int64_t cost = std::min(most, spliced::score_limit / (4 * (n_stops + 1)));
  return cost / 2 <= gain ? std::nullopt : std::optional(static_cast<score>(cost));
}

// By codons that no residue is aligned with.
std::int64_t max_in_gaps(const strand_region& region, const chain_scoring& scoring) {
  const auto n_codons = std::ssize(region.residues) / static_cast<std::int64_t>(codon_length);
  return scoring.coding ? n_codons * scoring.coding->largest() : 0;
}

}  // namespace

bool has_recoded_stops(std::string_view protein, const genetic_code& code) {
  const auto reads = [code = code.with_recoded_stops()](std::string_view codon, char letter) {
    return translate_codon(codon, code) == letter;
  };
  const auto has = [protein](char letter) { return protein.find(letter) != std::string_view::npos; };
  return (has('U') && reads("TGA", 'U')) || (has('O') && reads("TAG", 'O'));
}

score max_gain(std::string_view protein, const chain_scoring& scoring) {
  constexpr score max_of_sites = 1000;  // of a chain's first and last sites, beyond what its introns cost
  std::int64_t gain = max_of_sites;
  for (const char letter : protein) {
    const residue_code symbol = spliced::amino_code(letter);
    score most = 0;
    for (residue_code residue = 0; residue < spliced::n_amino_codes; ++residue)
      most = std::max(most, scoring.substitution(residue, symbol));
    gain += most;
  }
  return static_cast<score>(std::min<std::int64_t>(gain, spliced::score_limit));
}

chain_scoring with_recoded_stops(const chain_scoring& scoring, const strand_region& region, score gain) {
  const genetic_code code = scoring.code->with_recoded_stops();
  const auto cost = scoring.internal_stop
                        ? scoring.internal_stop
                        : forbidding_cost(count_recoded_stops(region, code), gain + max_in_gaps(region, scoring));
  if (!cost) return scoring;
  chain_scoring made = scoring;
  made.code = code;
  made.recoded_stop = cost;
  for (const auto& [letter, like] : {std::pair('U', 'C'), std::pair('O', 'K')}) {
    const residue_code recoded = spliced::amino_code(letter), known = spliced::amino_code(like);
    const score match = std::max(scoring.substitution(recoded, recoded), scoring.substitution(known, known));
    for (residue_code symbol = 0; symbol < spliced::n_amino_codes; ++symbol)
      made.substitution.at(recoded, symbol) = scoring.substitution(spliced::stop_amino, symbol);
    made.substitution.at(recoded, recoded) = match + *cost;
  }
  return made;
}

}  // namespace exonweave
