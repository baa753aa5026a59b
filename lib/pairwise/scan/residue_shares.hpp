// How often each of the 20 amino acids is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "exons/sequences/composition.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// Shares of the 20 amino acids, which sum to 1.
using residue_shares = std::array<double, n_kinds_of_residues>;

/// Of the residues that are one of the 20; nothing where there is none.
std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues);

/// How many residues are one of the 20.
std::size_t count_known(std::span<const spliced::residue_code> residues);

/// residue_frequencies rounded to 10,000 residues, by which E-values of scans are made. What is drawn depends on the
/// scale, so by the finer one they would be others.
constexpr auto usual_residues = [] {
  std::array<std::uint16_t, n_kinds_of_residues> made{};
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k)
    made[k] = static_cast<std::uint16_t>((residue_frequencies[k] + 5) / 10);
  return made;
}();

/// Those of proteins as they are.
const residue_shares& usual_shares();

/// The square root of the Jensen-Shannon divergence in nats, which is a metric (Endres and Schindelin 2003): 0 for the
/// same ones.
double distance(const residue_shares& one, const residue_shares& other);

}  // namespace exonweave
